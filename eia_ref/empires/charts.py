"""What the house rules ask of their charts beyond the frame: the political track, and the vote on a known figure."""

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.charts import FILL, Filling, FillRequest, filled, judged, printed, table, write
from eia_ref.core.errors import NotAllowed
from eia_ref.core.position import Position
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.effects import TrackBoxes
from eia_ref.empires.state import Campaign
from eia_ref.empires.subjects import Subject

STATUS, POINTS = "political-status", "political-points"


def track(rulebook: Rulebook) -> dict[str, int]:
    """How many boxes each zone of the political track has by the rulebook, by its letter, the worst first (R-33)."""
    cells = printed(rulebook, STATUS).cells
    counts = {z["letter"]: cells[f"boxes of {z['name']}"].value for z in table(rulebook, STATUS)["zone"]}
    return {letter: count for letter, count in counts.items() if isinstance(count, int)}


def fill(sheet: Sheet[Campaign], request: FillRequest) -> None:
    """Fills in a cell that is empty or assumed; one that is known only after a vote (R-185, VOTE-1)."""
    it = judged(sheet, request)
    _track(sheet, it)
    write(sheet, it, vote="VOTE-1")


def _track(sheet: Sheet[Campaign], it: Filling) -> None:
    """Where the cell is a number of boxes, the campaign's track has so many. Refuses one that leaves a marker out."""
    zone = next((z for z in table(sheet.rulebook, STATUS)["zone"] if it.cell == f"boxes of {z['name']}"), None)
    value = it.now.value
    if it.chart != STATUS or zone is None or not isinstance(value, int):
        return
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


def assumed(position: Position[Campaign]) -> list[str]:
    """What is only assumed of the political track, for `status` and `audit` (R-33)."""
    zones = table(position.rulebook, STATUS)["zone"]
    left = [z for z in zones if not filled(position.state, STATUS, f"boxes of {z['name']}")]
    left = [z for z in left if printed(position.rulebook, STATUS).cells[f"boxes of {z['name']}"].sure == "assumed"]
    boxes = ", ".join(f"{z['letter']} {position.state.boxes[z['letter']]}" for z in left)
    return [f"R-33: the political track's boxes are assumed, {boxes}"] if left else []


ADJUDICATORS = (Adjudicator(FILL, FillRequest, fill),)
SUBJECT = Subject(notes=assumed)
