"""Ireland's rising against Britain, set off by France once in the game (House rules: Special rules)."""

from typing import Literal

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.errors import NotAllowed
from eia_ref.core.frozen import Frozen
from eia_ref.core.game import Due
from eia_ref.core.position import Position
from eia_ref.core.state import InForce
from eia_ref.empires.effects import MinorHeld
from eia_ref.empires.lasting import begin, end
from eia_ref.empires.powers import economic_months
from eia_ref.empires.relations import at_war, in_force
from eia_ref.empires.state import Campaign
from eia_ref.empires.subjects import Subject

REBELLION, FREE, QUIET = "Irish rebellion", "free Ireland", "quiet Ireland"
REINFORCEMENT = "Irish reinforcement"


class RiseRequest(Frozen):
    """`ireland rise`: France sets off the rebellion."""


def rise(sheet: Sheet[Campaign], request: RiseRequest) -> None:
    """The rebellion begins, once in the game, while France and Britain are at war (IR-1 to IR-3)."""
    for what in (REBELLION, FREE, QUIET):
        if thing := in_force(sheet.state, what):
            raise NotAllowed(
                f"Ireland has risen before ({thing.name}, {thing.since.name}): once in the game (IR-1)", code="risen"
            )
    if not at_war(sheet.state, "France", "Britain"):
        raise NotAllowed("France and Britain are not at war (IR-1)", "eia-ref pp dow comes first", "no-war")
    begin(sheet, REBELLION, whom="France", against="Britain")
    sheet.say("Ireland rises against Britain, set off by France.", "IR-1")
    sheet.say(
        "One corps of 8 infantry with morale 2 comes onto the map; Ireland has guerrilla value 4.", "IR-2", "IR-3"
    )
    sheet.leave_to_do(REINFORCEMENT)
    sheet.outcome = "Ireland rises"


class EndRequest(Frozen):
    """`ireland end`: how the rebellion ends, as the map shows."""

    how: Literal["succeeds", "fails"]


def finish(sheet: Sheet[Campaign], request: EndRequest) -> None:
    """The rebellion succeeds after a whole month with all cities, or fails without a unit left (IR-6 to IR-10)."""
    rebellion = _rebellion(sheet.state)
    sheet.discharge(REINFORCEMENT, ended="lapsed")
    if request.how == "fails":
        end(sheet, rebellion, "IR-9")
        begin(sheet, QUIET)
        sheet.say(
            "No Irish unit is left on the map: the rebellion fails, and Ireland has no guerrillas any more.",
            "IR-9",
            "IR-10",
        )
        sheet.outcome = "the Irish rebellion fails"
        return
    if rebellion.since == sheet.state.month:
        raise NotAllowed(
            "all Irish cities must be held for a whole month, and the rebellion began in this one (IR-6)",
            code="too-soon",
        )
    end(sheet, rebellion, "IR-6")
    begin(sheet, FREE)
    sheet.apply(MinorHeld(minor="Ireland", held="neutral"))
    sheet.say("The rebels and Britain's enemies had all Irish cities, free of siege, for a whole month.", "IR-6")
    sheet.say("Ireland is a neutral minor; its values are halved for whoever conquers it.", "IR-7")
    sheet.say("What is left of the rebels is taken off the map, and defends Ireland if it is attacked.", "IR-8")
    sheet.outcome = "the Irish rebellion succeeds"


def _rebellion(state: Campaign) -> InForce:
    rebellion = in_force(state, REBELLION)
    if rebellion is None:
        raise NotAllowed(
            "no Irish rebellion is on (IR-1)", "France sets it off with eia-ref ireland rise", "no-rebellion"
        )
    return rebellion


def _duties(sheet: Sheet[Campaign]) -> None:
    """The rebels' reinforcement of the month (IR-4)."""
    if in_force(sheet.state, REBELLION):
        sheet.leave_to_do(REINFORCEMENT)


def _agenda(position: Position[Campaign]) -> list[Due]:
    """How the rebellion may end, and the rebels' counter in the economic phase."""
    state = position.state
    rebellion = in_force(state, REBELLION)
    if rebellion is None:
        return []
    due = [Due("no Irish unit left on the map: the rebellion fails", "IR-9", state.month, type=_typed("fails"))]
    if rebellion.since < state.month:
        what = "all cities of Ireland held for a whole month: the rebellion succeeds"
        due.append(Due(what, "IR-6", state.month, type=_typed("succeeds")))
    if state.month.number in economic_months(position.rulebook):
        due.append(Due("France may buy the Irish corps counter if it is off the map; no upkeep", "IR-5", state.month))
    return due


def _typed(how: str) -> tuple[str, ...]:
    return (f"eia-ref ireland end {how}",)


SUBJECT = Subject(duties=_duties, agenda=_agenda)
ADJUDICATORS = (
    Adjudicator("ireland rise", RiseRequest, rise),
    Adjudicator("ireland end", EndRequest, finish),
)
