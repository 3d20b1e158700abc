"""Charts: figures the rules lean on, each with how sure it is; a campaign fills in what is empty or assumed.

A chart is rules/empires/charts/NAME.toml: title, sure, source, and [cells]. A cell is its value, or a table of
value, says, sure, source; without a value, or with "", it is empty, and asked for when a command needs it.
Cells hold whole numbers, and text only where the chart says `text = true`. `figure` is how a command reads one.
"""

import functools
from collections.abc import Mapping
from typing import Any

from eia_ref.core import names
from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.effects import ChartFilled, TrackBoxes
from eia_ref.empires.state import Campaign, Filled
from eia_ref.empires.subjects import Subject

STATUS, POINTS = "political-status", "political-points"
MOST_BOXES = 50  # of a zone: far beyond any printed track


class Cell(Frozen):
    """A cell as the rulebook has it: `sure` says how sure; without a value it is empty."""

    value: int | str | None = None
    says: str = ""
    sure: str = "empty"
    source: str = ""

    @property
    def open(self) -> bool:
        """Whether a campaign may fill it in without a vote."""
        return self.value is None or self.sure == "assumed"


def charts(rulebook: Rulebook) -> list[str]:
    """The names of all charts."""
    return sorted(p.stem for p in (rulebook.folder / "charts").glob("*.toml"))


def table(rulebook: Rulebook, chart: str) -> dict[str, Any]:
    """A chart's data, as read."""
    return rulebook.table(f"charts/{chart}")


@functools.cache
def _printed(rulebook: Rulebook, chart: str) -> Mapping[str, Cell]:
    """The cells that stand in a chart's file."""
    data = table(rulebook, chart)
    sure = data.get("sure", "")
    found = {}
    for name, cell in data.get("cells", {}).items():
        said = dict(cell) if isinstance(cell, dict) else {"value": cell}
        if said.get("value") == "":
            del said["value"]
        found[name] = Cell(**{"sure": sure if "value" in said else "empty", **said})
    return found


def cells(rulebook: Rulebook, chart: str, boxes: Mapping[str, int] | None = None) -> dict[str, Cell]:
    """All cells of a chart; `boxes` are the political track's, where its boxes are cells too."""
    found = dict(_printed(rulebook, chart))
    if table(rulebook, chart).get("each") == "box":
        for zone, count in (track(rulebook) if boxes is None else boxes).items():
            for n in range(1, count + 1):
                found.setdefault(f"{zone}{n}", Cell(says="victory points each phase"))
    return found


def track(rulebook: Rulebook) -> dict[str, int]:
    """How many boxes each zone of the political track has by the rulebook, by its letter, the worst first (R-33)."""
    printed = _printed(rulebook, STATUS)
    counts = {z["letter"]: printed[f"boxes of {z['name']}"].value for z in table(rulebook, STATUS)["zone"]}
    return {letter: count for letter, count in counts.items() if isinstance(count, int)}


def find_chart(rulebook: Rulebook, said: str) -> str:
    """The chart meant; refuses others with the nearest."""
    return names.find(said, charts(rulebook), "chart")


def find_cell(rulebook: Rulebook, state: Campaign, chart: str, said: str) -> str:
    """The cell of a chart meant; refuses others with the nearest."""
    return names.find(said, cells(rulebook, chart, state.boxes), f"cell of {chart}")


def filled(state: Campaign, chart: str, cell: str) -> Filled | None:
    """What the campaign has written into a cell, if anything."""
    return state.charts.get(f"{chart}: {cell}")


def known(rulebook: Rulebook, state: Campaign, chart: str, cell: str) -> int | str | None:
    """What stands in a cell: what the campaign filled in, else the rulebook's; None where it is empty."""
    own = filled(state, chart, cell)
    return own.value if own else cells(rulebook, chart, state.boxes)[cell].value


def entry(rulebook: Rulebook, state: Campaign, chart: str, cell: str) -> int | str:
    """What stands in a cell, figure or text. Refuses an empty one, and says how to fill it."""
    value = known(rulebook, state, chart, cell)
    if value is None:
        says = cells(rulebook, chart, state.boxes)[cell].says
        raise empty(chart, {cell: says})
    return value


def figure(rulebook: Rulebook, state: Campaign, chart: str, cell: str) -> int:
    """The figure in a cell. Refuses an empty one, and says how to fill it."""
    value = entry(rulebook, state, chart, cell)
    if not isinstance(value, int):
        raise RefereeError(f"{chart}, {cell}: {value!r} is no figure", how(chart, cell), "no-figure")
    return value


def empty(chart: str, missing: Mapping[str, str]) -> RefereeError:
    """The refusal of a command that needs cells nobody has filled in; `missing`: what each of them is."""
    what = "; ".join(f"{cell} ({says})" if says else cell for cell, says in missing.items())
    return RefereeError(f"the chart {chart} is empty there: {what}", how(chart, next(iter(missing))), "empty-cell")


def how(chart: str, cell: str) -> str:
    """What to type to fill in a cell."""
    word = f'"{cell}"' if " " in cell else cell
    return f"eia-ref chart fill {chart} {word} FIGURE --because WHO-SAYS-SO"


class FillRequest(Frozen):
    """`chart fill`: a cell of a chart, what is to stand in it, who says so, and the vote for another than printed."""

    chart: str
    cell: str
    value: int | str
    because: str
    vote: str = ""


def fill(request: FillRequest, sheet: Sheet[Campaign]) -> None:
    """Fills in a cell that is empty or assumed; one that is known only after a vote (R-185, VOTE-1)."""
    chart = find_chart(sheet.rulebook, request.chart)
    cell = find_cell(sheet.rulebook, sheet.state, chart, request.cell)
    if not request.because.strip():
        raise RefereeError("nobody is named who says so", how(chart, cell), "no-reason")
    data, value = table(sheet.rulebook, chart), request.value
    printed = cells(sheet.rulebook, chart, sheet.state.boxes)[cell]
    if isinstance(value, str) and not (data.get("text") or isinstance(printed.value, str)):
        raise RefereeError(f"{chart}, {cell}: {value!r} is no whole number", how(chart, cell), "no-figure")
    own = filled(sheet.state, chart, cell)
    if known(sheet.rulebook, sheet.state, chart, cell) == value and (own or not printed.open):
        raise NotAllowed(f"{chart}, {cell} is {value} already", f"eia-ref chart show {chart}", "filled-already")
    if not printed.open and not request.vote.strip():
        raise NotAllowed(
            f"{chart}, {cell} is {printed.value}, {printed.sure}: {printed.source} (R-185)",
            'another figure takes a vote of the players: --vote "WHO VOTED HOW"',
            "known-figure",
        )
    _track(chart, cell, value, sheet)
    sheet.apply(ChartFilled(cell=f"{chart}: {cell}", was=own, now=Filled(value=value, by=request.because)))
    sheet.say(f"{data['title']}: {cell} is {value} from now on, as {request.because} says.", "R-185")
    if request.vote.strip():
        sheet.say(f"The players voted: {request.vote.strip()}.", "VOTE-1")
    sheet.outcome = f"{cell}: {value}"


def _track(chart: str, cell: str, value: int | str, sheet: Sheet[Campaign]) -> None:
    """Where the cell is a number of boxes, the campaign's track has so many. Refuses one that leaves a marker out."""
    zone = next((z for z in table(sheet.rulebook, STATUS)["zone"] if cell == f"boxes of {z['name']}"), None)
    if chart != STATUS or zone is None:
        return
    if not isinstance(value, int) or not 1 <= value <= MOST_BOXES:
        raise RefereeError(f"a zone has 1 to {MOST_BOXES} boxes, not {value}", how(chart, cell), "boxes")
    letter = zone["letter"]
    beyond = [
        f"{name} at {p.political}"
        for name, p in sheet.state.powers.items()
        if p.political[0] == letter and int(p.political[1:]) > value
    ]
    if beyond:
        raise NotAllowed(
            f"{zone['name']} can't have {value} boxes (R-33): {', '.join(beyond)}",
            "move them first with eia-ref pp adjust",
            "boxes",
        )
    if sheet.state.boxes[letter] != value:
        sheet.apply(TrackBoxes(zone=letter, was=sheet.state.boxes[letter], now=value))


def assumed(rulebook: Rulebook, state: Campaign) -> list[str]:
    """What is only assumed of the political track, for `status` and `audit` (R-33)."""
    zones = table(rulebook, STATUS)["zone"]
    left = [z for z in zones if not filled(state, STATUS, f"boxes of {z['name']}")]
    left = [z for z in left if _printed(rulebook, STATUS)[f"boxes of {z['name']}"].sure == "assumed"]
    boxes = ", ".join(f"{z['letter']} {state.boxes[z['letter']]}" for z in left)
    return [f"R-33: the political track's boxes are assumed, {boxes}"] if left else []


ADJUDICATORS = (Adjudicator("chart fill", FillRequest, fill),)
SUBJECT = Subject(notes=assumed)
