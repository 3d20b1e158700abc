"""Prisoners on land: those of a pursuit, and the tenth that dies with each reinforcement phase."""

from string import capwords
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.effects import Ends, as_a
from eia_ref.core.errors import RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.leaders import leaders
from eia_ref.empires.marks import only_once
from eia_ref.empires.minors import find_party
from eia_ref.empires.places.pursuit import PRISONERS, hold, prisoners_of_pursuit
from eia_ref.empires.powers import find_power
from eia_ref.empires.relations import towards
from eia_ref.empires.state import Campaign, Mark
from eia_ref.empires.subjects import Subject

Said = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Troop = Literal["militia", "infantry", "cossack", "cavalry", "guard"]


class PursuitRequest(Frozen):
    """`land pursuit`: the factors lost in a pursuit by the base chart; whether the loser was surrounded; who leads
    the pursuers, where that matters; who takes the prisoners, and of what nationality they are."""

    losses: int = Field(ge=0)
    surrounded: bool = False
    leader: str = ""
    to: str = ""
    of: str = ""


def pursuit(sheet: Sheet[Campaign], request: PursuitRequest) -> None:
    """How many of the pursuit losses are prisoners (PU-1, RT-2, RT-3, R-54); none of Ruffo's (LD-M8)."""
    if request.leader:
        name = leaders.find_leader(sheet, request.leader)
        leaders.refuse_unless_at_hand(sheet, name)
    if bool(request.to) != bool(request.of):
        raise RefereeError(
            "who takes the prisoners, and whose they are, is said together", "--to Austria --of France", "prisoners"
        )
    lost, taken = prisoners_of_pursuit(sheet, request.losses, request.surrounded, request.leader)
    if taken and request.to:
        hold(sheet, find_power(sheet.rulebook, request.to), _nationality(sheet.rulebook, request.of))
    sheet.outcome = f"{lost} lost in the pursuit, {taken} of them prisoners"


class Kept(Frozen):
    """Prisoners of one nationality, by kind."""

    nationality: Said
    factors: dict[Troop, int]


class PrisonersRequest(Frozen):
    """`land prisoners`: what a power holds at the end of its reinforcement phase."""

    power: str
    kept: list[Kept]


def _nationality(rulebook: Rulebook, said: str) -> str:
    """A power or a minor by its name, however it is typed; what is like none of them as it is typed (R-170)."""
    try:
        return find_party(rulebook, said)
    except RefereeError as unknown:
        if "are known" not in unknown.hint:
            raise
        return capwords(said)


def prisoners(sheet: Sheet[Campaign], request: PrisonersRequest) -> None:
    """Removes 10% of each nationality's prisoners, rounded up, cheapest first (PZ-1 to PZ-3, R-53)."""
    figures = sheet.rulebook.table("land")["prisoners"]
    power = find_power(sheet.rulebook, request.power)
    nations = [_nationality(sheet.rulebook, kept.nationality) for kept in request.kept]
    if not nations or len(set(nations)) < len(nations):
        raise RefereeError(
            "name each nationality of the prisoners once", 'as in --of "France 12 infantry 3 cavalry"', "prisoners"
        )
    gone = []
    for nation, kept in zip(nations, request.kept, strict=True):
        done = Mark(what=PRISONERS, whom=power, against=nation)
        only_once(
            sheet,
            done,
            f"{power}'s prisoners of {nation} are dealt with this month (PZ-1, R-38)",
            "a slip is taken back with eia-ref void",
            "once",
        )
        if nation == power:
            raise RefereeError(f"{power} has no prisoners of its own", "name whose factors they are", "prisoners")
        if any(n < 0 for n in kept.factors.values()):
            raise RefereeError(f"{nation}: fewer than 0 prisoners", "write whole numbers of 0 or more", "prisoners")
        total = sum(kept.factors.values())
        left = lost = -(-total * figures["percent"] // 100)
        parts = []
        for kind in figures["order"]:
            take = min(left, kept.factors.get(kind, 0))
            left -= take
            parts += [f"{take} {kind}"] if take else []
        sheet.say(f"{nation}: {lost} of {total} go: {', '.join(parts) or 'none'}.", "PZ-1", "PZ-2", "PZ-3", "R-53")
        gone.append(lost)
        sheet.discharge(PRISONERS, whom=power, against=nation)
        if total > lost:
            hold(sheet, power, nation)
        elif held := towards(sheet.state, PRISONERS, power, nation):
            sheet.apply(as_a(Ends, held))
    sheet.outcome = f"{power} loses {sum(gone)} prisoners"


def _duties(sheet: Sheet[Campaign]) -> None:
    """A tenth of the prisoners held since an earlier month goes in each reinforcement phase (PZ-1, R-345)."""
    state = sheet.state
    for thing in state.in_force:
        done = Mark(what=PRISONERS, whom=thing.whom, against=thing.against)
        if thing.what == PRISONERS and thing.since < state.month and done not in state.once:
            sheet.leave_to_do(PRISONERS, whom=thing.whom, against=thing.against)


SUBJECT = Subject(duties=_duties)
ADJUDICATORS = (
    Adjudicator("land pursuit", PursuitRequest, pursuit),
    Adjudicator("land prisoners", PrisonersRequest, prisoners),
)
