"""Charts: figures the rules lean on, each with how sure it is; a campaign fills in what is empty or assumed.

A chart is NAME.toml in the `charts` folder of a game's rules: title, sure, source, and [cells]. A cell is its value,
or a table of value, says, sure, source, holds; without a value, or with "", it is empty, and asked for when a command
needs it. `holds`, of a cell or of all of a chart, is what may be filled in: see Holds. [[counted]] gives a row of
cells that goes by another cell's figure: see Counted. `figure` is how a command reads a cell.
"""

import functools
import re
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

from pydantic import Field

from eia_ref.core import names
from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.effects import ChartFilled
from eia_ref.core.errors import NotAllowed, RefereeError, quoted
from eia_ref.core.frozen import Frozen
from eia_ref.core.position import Position
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import Filled, State

S = TypeVar("S", bound=State)
FILL = "chart fill"
WHOLE = re.compile(r"[+-]?\d{1,6}", re.ASCII)


class Holds(Frozen):
    """What a cell may hold: a whole number, of `least` to `most`; or one of the figures or words in `one_of`.

    With `count`, as [1, 6], from the first to the second number of them in a row; with `rows` so many such rows, a /
    between. `text`: any words at all. `example` shows how it is written.
    """

    least: int | None = None
    most: int | None = None
    one_of: list[int | str] = []
    count: list[int] = []
    rows: int = 1
    text: bool = False
    example: str = ""

    def read(self, said: str) -> int | str | None:
        """What is to stand in the cell, as said at the terminal; None where it can't hold that."""
        said = " ".join(said.split())
        if not self.count and self.rows == 1:
            return self._one(said)
        rows = [row.split() for row in said.split("/")]
        least, most = self.count or [1, 1]
        fits = len(rows) == self.rows and all(least <= len(row) <= most for row in rows)
        read = [[self._one(word) for word in row] for row in rows]
        if not fits or any(value is None for row in read for value in row):
            return None
        return " / ".join(" ".join(map(str, row)) for row in read)

    def _one(self, said: str) -> int | str | None:
        """One figure or one word."""
        if self.text:
            return int(said) if WHOLE.fullmatch(said) else said or None
        if self.one_of:
            return next((v for v in self.one_of if names.fold(str(v)) == names.fold(said)), None)
        if not WHOLE.fullmatch(said):
            return None
        value = int(said)
        low = self.least is not None and value < self.least
        high = self.most is not None and value > self.most
        return None if low or high else value

    @property
    def words(self) -> str:
        """What it may hold, for people: `a whole number, 1 or more, 50 at most`."""
        if self.text:
            one = "words"
        elif self.one_of:
            one = f"one of {', '.join(map(str, self.one_of))}" if len(self.one_of) <= 12 else "one of a list"
        else:
            one = "a whole number"
            one += "" if self.least is None else f", {self.least} or more"
            one += "" if self.most is None else f", {self.most} at most"
        least, most = self.count or [1, 1]
        many = f"{least}" if least == most else f"{least} to {most}"
        if self.rows > 1:
            one = f"{self.rows} rows, a / between, of {many}, each {one}"
        elif self.count:
            one = f"{many} in a row, each {one}"
        return f"{one}, as {self.example}" if self.example else one


class Cell(Frozen):
    """A cell as the rulebook has it: `sure` says how sure; without a value it is empty."""

    value: int | str | None = None
    says: str = ""
    sure: str = "empty"
    source: str = ""
    holds: Holds = Field(default_factory=Holds)

    @property
    def open(self) -> bool:
        """Whether a campaign may fill it in without a vote."""
        return self.value is None or self.sure == "assumed"


class Counted(Frozen):
    """Cells `cell`1, `cell`2 ... as many as the figure in the cell `of` says; each is an empty Cell."""

    cell: str
    of: str
    says: str
    holds: Holds = Field(default_factory=Holds)


class Printed(NamedTuple):
    """A chart as its file has it."""

    title: str
    sure: str
    source: str
    cells: Mapping[str, Cell]
    counted: tuple[Counted, ...]


def charts(rulebook: Rulebook) -> list[str]:
    """The names of all charts."""
    return sorted(p.stem for p in (rulebook.folder / "charts").glob("*.toml"))


def table(rulebook: Rulebook, chart: str) -> dict[str, Any]:
    """A chart's data, as read."""
    return rulebook.table(f"charts/{chart}")


@functools.cache
def printed(rulebook: Rulebook, chart: str) -> Printed:
    """What stands in a chart's file."""
    data = table(rulebook, chart)
    sure, holds = data.get("sure", ""), Holds.model_validate(data.get("holds", {}))
    found = {}
    for name, cell in data.get("cells", {}).items():
        said = dict(cell) if isinstance(cell, dict) else {"value": cell}
        if said.get("value") == "":
            del said["value"]
        found[name] = Cell.model_validate({"sure": sure if "value" in said else "empty", "holds": holds, **said})
    counted = tuple(Counted.model_validate({"holds": holds, **row}) for row in data.get("counted", []))
    return Printed(data.get("title", chart), sure, data.get("source", ""), found, counted)


def cells(rulebook: Rulebook, state: State | None, chart: str) -> dict[str, Cell]:
    """All cells of a chart, for the campaign in this state; without one, by the rulebook alone."""
    file = printed(rulebook, chart)
    found = dict(file.cells)
    for row in file.counted:
        own = filled(state, chart, row.of) if state else None
        many = own.value if own else file.cells[row.of].value
        for n in range(1, many + 1 if isinstance(many, int) else 1):
            found.setdefault(f"{row.cell}{n}", Cell(says=row.says, holds=row.holds))
    return found


def find_chart(rulebook: Rulebook, said: str) -> str:
    """The chart meant; refuses others with the nearest."""
    return names.find(said, charts(rulebook), "chart")


def find_cell(position: Position[State], chart: str, said: str) -> str:
    """The cell of a chart meant; refuses others with the nearest."""
    return names.find(said, cells(position.rulebook, position.state, chart), f"cell of {chart}")


def filled(state: State, chart: str, cell: str) -> Filled | None:
    """What the campaign has written into a cell, if anything."""
    return state.charts.get(f"{chart}: {cell}")


def known(position: Position[State], chart: str, cell: str) -> int | str | None:
    """What stands in a cell: what the campaign filled in, else the rulebook's; None where it is empty."""
    if own := filled(position.state, chart, cell):
        return own.value
    there = printed(position.rulebook, chart).cells.get(cell)
    return (there or cells(position.rulebook, position.state, chart)[cell]).value


def entry(position: Position[State], chart: str, cell: str) -> int | str:
    """What stands in a cell, figure or text. Refuses an empty one, and says how to fill it."""
    value = known(position, chart, cell)
    if value is None:
        raise empty(chart, {cell: cells(position.rulebook, position.state, chart)[cell].says})
    return value


def figure(position: Position[State], chart: str, cell: str) -> int:
    """The figure in a cell. Refuses an empty one, and says how to fill it."""
    value = entry(position, chart, cell)
    if not isinstance(value, int):
        raise RefereeError(f"{chart}, {cell}: {value!r} is no figure", how(chart, cell), "no-figure")
    return value


def empty(chart: str, missing: Mapping[str, str]) -> RefereeError:
    """The refusal of a command that needs cells nobody has filled in; `missing`: what each of them is."""
    what = "; ".join(f"{cell} ({says})" if says else cell for cell, says in missing.items())
    return RefereeError(f"the chart {chart} is empty there: {what}", how(chart, next(iter(missing))), "empty-cell")


def how(chart: str, cell: str) -> str:
    """What to type to fill in a cell."""
    return f"eia-ref {FILL} {chart} {names.as_typed(cell)} FIGURE --because WHO-SAYS-SO"


class FillRequest(Frozen):
    """`chart fill`: a cell of a chart, what is to stand in it, who says so, and the vote for another than printed."""

    chart: str
    cell: str
    value: int | str
    because: str
    vote: str = ""


class Filling(NamedTuple):
    """What a request to fill in a cell comes to: chart and cell by their names, what stood there, what is to."""

    chart: str
    cell: str
    was: Filled | None
    now: Filled
    vote: str


def judged(position: Position[S], request: FillRequest) -> Filling:
    """What is to be filled in, if it may be: an empty or assumed cell; a known one only after a vote (R-185).

    Refuses a value the cell can't hold, and nobody named who says so.
    """
    rulebook, state = position.rulebook, position.state
    chart = find_chart(rulebook, request.chart)
    cell = find_cell(position, chart, request.cell)
    if not request.because.strip():
        raise RefereeError("nobody is named who says so", how(chart, cell), "no-reason")
    there = cells(rulebook, state, chart)[cell]
    value = there.holds.read(str(request.value))
    if value is None:
        said = request.value if isinstance(request.value, int) else quoted(request.value)
        holds = f"it holds {there.holds.words}"
        raise RefereeError(f"{chart}, {cell}: {said} won't do; {holds}", how(chart, cell), "bad-cell")
    own = filled(state, chart, cell)
    if known(position, chart, cell) == value and (own or not there.open):
        raise NotAllowed(f"{chart}, {cell} is {value} already", f"eia-ref chart show {chart}", "filled-already")
    if not there.open and not request.vote.strip():
        raise NotAllowed(
            f"{chart}, {cell} is {there.value}, {there.sure}: {there.source} (R-185)",
            'another figure takes a vote of the players: --vote "WHO VOTED HOW"',
            "known-figure",
        )
    return Filling(chart, cell, own, Filled(value=value, by=request.because), request.vote.strip())


def write(sheet: Sheet[S], it: Filling, vote: str = "R-185") -> None:
    """Fills a cell in. `vote` is the rule by which players vote, where the game has one."""
    sheet.apply(ChartFilled(cell=f"{it.chart}: {it.cell}", was=it.was, now=it.now))
    title = printed(sheet.rulebook, it.chart).title
    sheet.say(f"{title}: {it.cell} is {it.now.value} from now on, as {it.now.by} says.", "R-185")
    if it.vote:
        sheet.say(f"The players voted: {it.vote}.", vote)
    sheet.outcome = f"{it.cell}: {it.now.value}"


def fill(sheet: Sheet[S], request: FillRequest) -> None:
    """Fills in a cell, in a game that asks no more of its charts than the frame."""
    write(sheet, judged(sheet, request))


ADJUDICATORS: tuple[Adjudicator[Any, FillRequest], ...] = (Adjudicator(FILL, FillRequest, fill),)
