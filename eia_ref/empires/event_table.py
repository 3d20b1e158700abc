"""The random event table as data: its rows, and which row a number falls into (rules/empires/events.toml)."""

import functools
from typing import Literal

from eia_ref.core.frozen import Frozen
from eia_ref.core.rulebook import Rulebook

ListName = Literal["areas", "fleets", "depots", "minors"]


class OwedSpec(Frozen):
    """What a row makes wait for the economic phase: `on` taxes, `by` +20% rounded up."""

    what: str
    on: str
    by: str


class Rolls(Frozen):
    """A further die of a row."""

    sides: int
    purpose: str


class Instead(Frozen):
    """What a row does instead when Britain is drawn (R-13)."""

    trade: int
    words: str


class Stands(Frozen):
    """What a row does as two powers stand to each other: something to the first of them, in these words.

    `to_do`: a duty of duties.toml.
    """

    words: str
    pp: int = 0
    to_do: str | None = None


class Between(Frozen):
    """A row that asks how two powers stand."""

    powers: tuple[str, str]
    allied: Stands
    war: Stands
    neither: Stands


class Garrison(Frozen):
    """What a row wants in a minor when its time is over: factors in corps; $ each missing one costs, and points."""

    where: str
    factors: int
    each: int
    pp: int


class Row(Frozen):
    """A row of the table: rules/README.md says what each key means."""

    id: str
    first: int
    last: int
    name: str
    words: str = ""
    no_event: bool = False
    draw: Literal["power"] | None = None
    power: str | None = None
    holder: str | None = None
    free_of: str | None = None
    britain: str | Instead | None = None
    needs: Literal["winter", "war"] | None = None
    otherwise: str = ""
    once_a_year: str | None = None
    garrison: Garrison | None = None
    pp: int = 0
    trade: int = 0
    percent: int = 0
    owed: OwedSpec | None = None
    begins: str | None = None
    lasts: Literal["n"] | None = None
    areas: int = 0
    list: ListName | None = None
    leader: Literal["ill", "pensioned", "back", "talented"] | None = None
    rolls: Rolls | None = None
    between: Between | None = None
    persia: Literal["invasion", "coup"] | None = None
    decision: str | None = None
    detail: str = ""
    again: int = 0

    @property
    def numbers(self) -> str:
        """The numbers of the row, as on the table: `50-58`."""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


class RollRequest(Frozen):
    """`event roll`: names given on the command line, a talented general's, and why another event is rolled."""

    areas: list[str] = []
    fleets: list[str] = []
    depots: list[str] = []
    minors: list[str] = []
    general: str = ""
    again: str = ""


def rows(rulebook: Rulebook) -> list[Row]:
    """The table's rows, in order."""
    return [_row(rulebook, i) for i in range(len(rulebook.table("events")["row"]))]


@functools.cache
def _row(rulebook: Rulebook, index: int) -> Row:
    row = rulebook.table("events")["row"][index]
    named = {"first": row["from"], "last": row["to"], **{k: v for k, v in row.items() if k not in ("from", "to")}}
    return Row.model_validate(named, strict=False)


def row_for(rulebook: Rulebook, number: int) -> Row:
    """The row a number from 1 to 100 falls into."""
    table = enumerate(rulebook.table("events")["row"])
    return _row(rulebook, next(i for i, row in table if row["from"] <= number <= row["to"]))


def row_of(rulebook: Rulebook, id: str) -> Row:
    """The row of that clause."""
    return next(r for r in rows(rulebook) if r.id == id)
