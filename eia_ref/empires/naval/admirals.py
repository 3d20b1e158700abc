"""The naval leaders (NL-1 to NL-16): who may command whom, and what Smith, Pellew and Cochrane do out of battle."""

from pydantic import Field

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.names import fold
from eia_ref.core.position import Position
from eia_ref.empires.leaders.leaders import at_hand, cards, find_leader
from eia_ref.empires.naval.fleets import nation
from eia_ref.empires.naval.ports import port_name
from eia_ref.empires.state import Campaign

VILLENEUVE, CHICHAGOV = "Villeneuve", "Chicagov"  # as the house rules spell them, and sea.toml


class LeaderRequest(Frozen):
    """`naval leader`: the stack he is to command, by nations; its upkeep in $ (Smith); a besieged port (Pellew)."""

    name: str
    stack: list[str] = []
    upkeep: int | None = Field(default=None, ge=0, le=9999)
    siege: str = ""


def naval(position: Position[Campaign]) -> dict[str, list[str]]:
    """The clauses of each naval leader, by name."""
    return {find_leader(position, name): ids for name, ids in position.rulebook.table("sea")["leaders"].items()}


def known_as(position: Position[Campaign], name: str) -> str:
    """The name the roster has for a leader of the house rules' spelling."""
    return find_leader(position, name)


def find_admiral(position: Position[Campaign], said: str) -> str:
    """The naval leader meant; refuses a leader on land, and others with the nearest."""
    name = find_leader(position, said)
    at_sea = naval(position)
    if name not in at_sea:
        raise RefereeError(f"{name} is no naval leader", "naval leaders: " + ", ".join(at_sea), "not-naval")
    return name


def why_not(position: Position[Campaign], name: str) -> str:
    """Why a naval leader can't serve now; empty where he can."""
    stands = position.state.leaders.get(name)
    if name not in at_hand(position, cards(position.rulebook)[name].power):
        return f"he is {stands.status}" if stands else "he has not come yet"
    found = cards(position.rulebook)[name]
    if before := [n for n in found.unless if n in at_hand(position, found.power)]:
        return f"he serves only while {before[0]} does not ({found.clause})"
    return ""


def admiral(position: Position[Campaign], said: str, *powers: str) -> str:
    """The naval leader meant, ready to serve one of these powers. Refuses one who is not, or is another's."""
    name = find_admiral(position, said)
    power = cards(position.rulebook)[name].power
    if power not in powers:
        raise RefereeError(
            f"{name} is a leader of {power}, not of {' or '.join(powers)}", "name one of its own", "other-power"
        )
    if why := why_not(position, name):
        raise NotAllowed(f"{name} can't command: {why}", f"eia-ref naval leader {name} shows him", "not-at-hand")
    return name


def lead(sheet: Sheet[Campaign], request: LeaderRequest) -> None:
    """What a naval leader does for a stack: upkeep under Smith, a siege under Pellew's blockade; never Cochrane."""
    stack = list(dict.fromkeys(nation(sheet, said) for said in request.stack))
    name = find_admiral(sheet, request.name)
    power = cards(sheet.rulebook)[name].power
    admiral(sheet, name, *(stack or [power]))
    if name == "Cochrane" and (stack or request.upkeep is not None or request.siege):
        raise NotAllowed(
            "Cochrane commands a fleet and never a stack (NL-7)",
            "in a stack he does nothing; put the stack under another leader",
            "cochrane",
        )
    if request.upkeep is not None:
        _upkeep(sheet, name, stack, request.upkeep)
    elif request.siege:
        _siege(sheet, name, port_name(request.siege))
    else:
        clause = naval(sheet)[name][0]
        sheet.say(f"{name} can command the stack of {' and '.join(stack or [power])}.", clause)
        sheet.outcome = f"{name} can command"


def _upkeep(sheet: Sheet[Campaign], name: str, stack: list[str], upkeep: int) -> None:
    if name != "Smith":
        raise RefereeError(f"{name} changes no upkeep; Smith does (NL-5)", "leave out --upkeep", "no-upkeep")
    if not stack:
        raise RefereeError("whose ships are in the stack?", "name them: --stack britain", "no-stack")
    if stack != ["Britain"]:
        others = " and ".join(n for n in stack if n != "Britain")
        sheet.say(
            f"The stack is not all British but also of {others}: Smith changes nothing, {upkeep}$ stay.", "NL-5"
        )
        sheet.outcome = f"upkeep {upkeep}$"
        return
    half = (upkeep + 1) // 2  # rounded up on the exact fraction
    sheet.say(
        f"The stack is all British under Smith: upkeep {upkeep}$ halved, rounded up, is {half}$.", "NL-5", "R-02"
    )
    sheet.outcome = f"upkeep {half}$"


def _siege(sheet: Sheet[Campaign], name: str, port: str) -> None:
    if name != "Pellew":
        raise RefereeError(f"{name} changes no siege; Pellew does (NL-4)", "leave out --siege", "no-siege")
    die = sheet.roll(6, "siege")  # the same words however the port is typed
    sheet.say(f"Pellew's stack blockades {port}, which is besieged: {die}, Pellew +1, is {die + 1}.", "NL-4")
    sheet.outcome = f"siege of {port}: {die + 1}"


ADJUDICATORS = (Adjudicator("naval leader", LeaderRequest, lead, same=lambda r: f"{fold(r.name)} {fold(r.siege)}"),)
