"""What every game's ledger remembers: its turn, what is in force, decisions left open, settings, charts filled in.

A game's state inherits `State`, says by `turn` what a page is, and adds its own fields. Everything in it
is plain: text, whole numbers, lists and tables, so that a page can open with it.
"""

import re
from collections.abc import Iterable
from typing import Annotated, Self, TypedDict, TypeVar, Unpack

from pydantic import AfterValidator, BaseModel, ConfigDict

from eia_ref.core.errors import CantApply
from eia_ref.core.frozen import Frozen
from eia_ref.core.turn import Turn

Setting = str | list[str]


def _id(text: str) -> str:
    if not re.fullmatch(r"\d{1,9}\.\d{1,9}", text, re.ASCII):
        raise ValueError("must be an entry's number and a count, as 17.1")
    return text


Id = Annotated[str, AfterValidator(_id)]  # the number of the entry that made a thing, and a count: `17.1`


class Remembered(Frozen):
    """A thing with an id of its own."""

    id: Id

    @property
    def order(self) -> tuple[int, int]:
        """Ids in the order they came: 9.1 before 17.1."""
        entry, _, count = self.id.partition(".")
        return int(entry), int(count)


class Concerns(Frozen):
    """Whom and what a remembered thing concerns; each field says what it holds, and most stay empty.

    `whom` is the side it is of, `against` the other side of what is between two; `place` an area, a province, a
    port; `unit` a fleet or a corps; `person` a leader; `how` one word of the few there are for it, as a kind of
    peace; `terms` what was agreed or noted, in the table's words; `seal` a hash that proves what is still secret.
    """

    whom: str | None = None
    against: str | None = None
    place: str | None = None
    unit: str | None = None
    person: str | None = None
    how: str | None = None
    terms: str | None = None
    seal: str | None = None

    @property
    def about(self) -> str:
        """All of it in a row: `France, fleet I`."""
        every = (self.whom, self.against, self.place, self.unit, self.person, self.how, self.terms, self.seal)
        return ", ".join(x for x in every if x)


class Concerned(TypedDict, total=False):
    """The fields of Concerns, as a function takes them by name."""

    whom: str | None
    against: str | None
    place: str | None
    unit: str | None
    person: str | None
    how: str | None
    terms: str | None
    seal: str | None


class InForce(Remembered, Concerns):
    """Something in force. `until` is the first turn in which it no longer is; without it, for good.

    `what` is a name the rules folder explains; of what is between two, as a war, `whom` is the side that declared,
    owes or has the right.
    """

    what: str
    rule: str
    since: Turn
    until: Turn | None = None

    @property
    def name(self) -> str:
        """What it is, with whom it concerns and where: `mutiny (France, fleet I)`, `war (France, Austria)`."""
        return f"{self.what} ({self.about})" if self.about else self.what


class Duty(Remembered, Concerns):
    """Something that has to be done. `what` is a name the rules folder explains: in which words, what to type.

    `until` is the first turn in which it is no longer to be done; without it, it stays until it is. One that is a
    `must` keeps the turn from ending; the others pass with their time.
    """

    what: str
    rule: str
    since: Turn
    until: Turn | None = None
    must: bool = True
    count: int | None = None

    def is_(self, what: str, **concerns: Unpack[Concerned]) -> bool:
        """Whether it is this duty, of those it concerns: `duty.is_("casualty roll", person="Suvorov")`."""
        return self.what == what and all(getattr(self, field) == value for field, value in concerns.items())


class Decision(Remembered):
    """A decision left open. `about` is a name the rules folder explains; `detail` what it needs to know."""

    about: str
    rule: str
    since: Turn
    whom: str | None = None
    detail: str | None = None


class Filled(Frozen):
    """What a campaign has written into a cell of a chart, and who said so."""

    value: int | str
    by: str


class State(BaseModel):
    """The state after some entry. Changed only by effects, on a copy.

    `form` is which things it remembers: 1 knew no duties. The next command that writes brings an older one up.
    `charts` are the cells the campaign has filled in, by chart and cell, as `political-points: siege won`.
    """

    model_config = ConfigDict(strict=True, extra="forbid", defer_build=True)

    turn: Turn
    form: int = 1
    in_force: list[InForce] = []
    decisions: list[Decision] = []
    duties: list[Duty] = []
    settings: dict[str, Setting] = {}
    charts: dict[str, Filled] = {}

    def turn_began(self) -> None:
        """What a game counts by the turn begins anew."""

    def copied(self) -> Self:
        """A copy that effects may change: the containers are new, the values in them are frozen."""
        new = {k: v.copy() for k, v in self.__dict__.items() if isinstance(v, dict | list)}
        return self.model_copy(update=new)


T = TypeVar("T", bound=Remembered)


def put(things: list[T], thing: T) -> None:
    """Adds a remembered thing in the order of ids; refuses an id twice."""
    if any(t.id == thing.id for t in things):
        raise CantApply(f"{thing.id} is there already")
    things.append(thing)
    things.sort(key=lambda t: t.order)


def take(things: list[T], thing: T, what: str) -> None:
    """Takes a remembered thing away; refuses if it is not there, or has changed since."""
    at = next((i for i, t in enumerate(things) if t.id == thing.id), None)
    if at is None or things[at] != thing:
        raise CantApply(f"{what} {thing.id} is no longer there as it was")
    del things[at]


def find(things: Iterable[T], id: str) -> T | None:
    """The thing of that id, if it is there."""
    return next((t for t in things if t.id == id), None)
