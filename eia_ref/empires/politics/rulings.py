"""What the table rules: points given or taken, dominance gained or lost by territories (R-190, R-191)."""

from __future__ import annotations

from pydantic import Field

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.errors import RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.empires.effects import VictoryPoints
from eia_ref.empires.points import move_points
from eia_ref.empires.politics.dominance import gain, lose
from eia_ref.empires.powers import find_power
from eia_ref.empires.state import Campaign


class AdjustRequest(Frozen):
    """`pp adjust`: points that a ruling of the table gives or takes; victory points where `vp`."""

    power: str
    points: int = Field(ge=-1000, le=1000)
    because: str
    vote: str = ""
    vp: bool = False


def adjust(sheet: Sheet[Campaign], request: AdjustRequest) -> None:
    """A ruling of the table on points, with its reason, and the vote where there was one (VOTE-1)."""
    power = find_power(sheet.rulebook, request.power)
    if not request.points:
        raise RefereeError("0 points change nothing", "write how many, as 1 or -2", "no-points")
    if not request.because.strip():
        raise RefereeError("a ruling has a reason", '--because "WHY"', "no-reason")
    kind = "victory" if request.vp else "political"
    sheet.say(f"{power}: {request.points:+} {kind} points, decided at the table: {request.because.strip()}.", "R-190")
    if request.vote.strip():
        sheet.say(f"The players voted: {request.vote.strip()}.", "VOTE-1")
    if request.vp:
        sheet.apply(VictoryPoints(power=power, change=request.points))
        sheet.say(f"{power} has {sheet.state.power(power).victory} victory points.", "R-190")
    else:
        move_points(sheet, power, request.points)
    sheet.outcome = f"{power} {request.points:+} {kind} points"


class DominanceRequest(Frozen):
    """`pp dominance`: whose, gained or lost, and by which territories the table says so."""

    power: str
    gained: bool
    because: str = ""


def dominance(sheet: Sheet[Campaign], request: DominanceRequest) -> None:
    """Dominance gained, or lost."""
    power = find_power(sheet.rulebook, request.power)
    if not request.because.strip():
        raise RefereeError(
            "no source has the territories dominance asks for (R-191)",
            f'say which {power} {"has" if request.gained else "has lost"}: --because "TERRITORIES"',
            "no-reason",
        )
    sheet.say(f"The territories are the table's to judge: {request.because.strip()}.", "R-191")
    if request.gained:
        gain(sheet, power)
    else:
        lose(sheet, power)
    sheet.outcome = f"{power} is {'' if request.gained else 'no longer '}dominant"


ADJUDICATORS = (
    Adjudicator("pp adjust", AdjustRequest, adjust),
    Adjudicator("pp dominance", DominanceRequest, dominance),
)
