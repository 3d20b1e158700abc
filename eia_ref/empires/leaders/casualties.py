"""What a battle does to leaders: each one's casualty roll, and capture (Leader casualty, Guard commitment)."""

from dataclasses import dataclass

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.position import Position
from eia_ref.empires.leaders.leaders import (
    card,
    change,
    find_leader,
    power_served,
    refuse_unless_at_hand,
    side_served,
    status,
    status_in_words,
)
from eia_ref.empires.leaders.rolls import ROLL, can_roll, stands_aside, to_roll
from eia_ref.empires.powers import find_power
from eia_ref.empires.relations import in_force
from eia_ref.empires.state import Campaign

HIT = 6  # of the casualty roll; the same of the second die is death


class CasualtyRequest(Frozen):
    """`leaders casualty`: all who took part, and those who led a guard, with its adjustment."""

    leaders: list[str]
    guards: dict[str, int] = {}


class CaptureRequest(Frozen):
    """`leaders capture`: who, and which power holds him."""

    leader: str
    by: str


class FreeRequest(Frozen):
    """`leaders free`: a prisoner goes free."""

    leader: str


@dataclass
class Fate:
    """What the dice say of a leader: wounded for so many months, or killed."""

    name: str
    months: int = 0
    killed: bool = False


def casualty(sheet: Sheet[Campaign], request: CasualtyRequest) -> None:
    """Rolls for every leader who took part, one by one (LC-1). Refuses one who is not at hand, or named twice."""
    known = [find_leader(sheet, said) for said in request.leaders]
    twice = next((n for n in known if known.count(n) > 1), None)
    if twice:
        raise RefereeError(f"{twice} is named twice", "name each leader once", "twice")
    for name in known:
        if not (to_roll(sheet.state, name) and can_roll(sheet, name)):
            refuse_unless_at_hand(sheet, name)
        elif stands_aside(sheet, name):
            sheet.say(f"{name} commanded before he stood aside, and has his roll.", "LC-1", "R-340")
    guards = _guards(sheet, request, known)
    for name in known:
        sheet.discharge(ROLL, person=name)
    fates = [f for name in known if (f := _roll(sheet, name, guards.get(name, 0)))]
    _takers_first(sheet, fates, known)
    for fate in fates:
        _suffer(sheet, fate)
    lost = [f.name for f in fates if f.killed]
    hurt = [f.name for f in fates if not f.killed and status(sheet.state, f.name) == "wounded"]
    parts = [f"{', '.join(who)} {what}" for who, what in ((lost, "killed"), (hurt, "wounded")) if who]
    sheet.outcome = "; ".join(parts) or "no leader is hit"


def _guards(sheet: Sheet[Campaign], request: CasualtyRequest, known: list[str]) -> dict[str, int]:
    """Who led a guard, with its adjustment (LC-2, LC-3). Refuses others than those who took part."""
    found: dict[str, int] = {}
    for said, adjustment in request.guards.items():
        name = find_leader(sheet, said)
        if name not in known:
            raise RefereeError(f"{name} led the guard and is not among those who took part", "name him too", "guard")
        if name in found:
            raise RefereeError(
                f"{name} is named twice as leader of the guard", "name him once, with +1 or +2", "twice"
            )
        if adjustment not in (1, 2):
            raise RefereeError(f"a guard's adjustment is +1 or +2, not {adjustment:+}", "LC-3", "guard")
        _may_lead_guard(sheet, name, adjustment, found)
        found[name] = adjustment
        sheet.say(f"{name} leads the guard: {adjustment:+} to his casualty roll.", "LC-2", "LC-3")
    return found


def _may_lead_guard(position: Position[Campaign], name: str, adjustment: int, others: dict[str, int]) -> None:
    """Refuses a second leader of one guard (LC-2), a guard of others (FR-18), and what no guard may do (R-338)."""
    cards = {n: card(position, n) for n in (name, *others)}
    power = cards[name].power
    if other := next((n for n in others if cards[n].power == power), None):
        raise NotAllowed(f"the guard of {power} has one leader, {other} or {name} (LC-2)", "name one", "guard")
    if _french(position, name) and in_force(position.state, "French guard with the émigrés"):
        raise NotAllowed(f"the French guard is an émigré unit: {name} does not lead it (FR-18)", code="guard")
    guard = position.rulebook.table("land")["guard"]
    if power in guard["never"]:
        raise NotAllowed(f"the guard of {power} may not be committed (R-338)", "leave out --guard", "guard")
    if power in guard["at_most_1"] and adjustment > 1:
        raise NotAllowed(
            f"the guard of {power} is committed at +1, not {adjustment:+} (R-338)", f'--guard "{name} +1"', "guard"
        )


def _roll(sheet: Sheet[Campaign], name: str, guard: int) -> Fate | None:
    """One leader's casualty roll; None: not hit. La Salle is killed by any hit, Bonaparte by none."""
    die = sheet.roll(6, f"casualty roll of {name}")
    total = f"{die} {guard:+} for the guard makes {die + guard}" if guard else f"{die}"
    if die + guard < HIT:
        sheet.say(f"{name}: {total}, not hit.", "LC-1")
        return None
    found = card(sheet, name)
    if found.has("never wounded"):
        sheet.say(f"{name}: {total}, hit; he is never wounded but killed.", "LC-1", "LD-F13")
        return Fate(name, killed=True)
    months = sheet.roll(6, f"fate of {name}")
    if months == HIT and not found.has("unkillable"):
        sheet.say(f"{name}: {total}, hit, and then {months}: killed.", "LC-1", "R-155")
        return Fate(name, killed=True)
    if months == HIT:
        sheet.say(f"{name}: {total}, hit, and then {months}: he can't be killed, and is wounded.", "LD-F7", "R-157")
    else:
        sheet.say(f"{name}: {total}, hit, and then {months}: wounded.", "LC-1", "R-155")
    return Fate(name, months=months)


def _takers_first(sheet: Sheet[Campaign], fates: list[Fate], known: list[str]) -> None:
    """Lannes takes the shot of a French leader wounded beside him, and dies; after him Vandamme (R-158).

    Each takes one shot. Whoever is spared by it is taken off the list of fates.
    """
    killed = {f.name for f in fates if f.killed}
    heirs_last = sorted(known, key=lambda n: card(sheet, n).has("takes the shot after") is not None)
    for name in heirs_last:
        found = card(sheet, name)
        special = found.has("takes the shot") or found.has("takes the shot after")
        if special is None or name in killed:
            continue
        if special.of and special.of not in killed and status(sheet.state, special.of) != "dead":
            continue
        spared = next((f for f in fates if f.name != name and not f.killed and _french(sheet, f.name)), None)
        if spared is None:
            return
        fates.remove(spared)
        fates[:] = [f for f in fates if f.name != name]
        fates.append(Fate(name, killed=True))
        killed.add(name)
        sheet.say(f"{name} takes the shot meant for {spared.name}, and dies of it.", special.clause, "R-158")


def _french(position: Position[Campaign], name: str) -> bool:
    """Whether a leader fights for France: one of its own, and no royalist."""
    found = card(position, name)
    return found.power == "France" and found.faction != "royalist"


def _suffer(sheet: Sheet[Campaign], fate: Fate) -> None:
    """A leader is dead, or wounded for so many whole months after this one (R-156)."""
    if fate.killed:
        sheet.say(f"{fate.name} is dead.", "LC-1")
        change(sheet, fate.name, "dead", rule="LC-1")
        return
    until = sheet.state.month.plus(1 + fate.months)
    sheet.say(f"{fate.name} is wounded to the end of {until.plus(-1).name}.", "LC-1", "R-156")
    change(sheet, fate.name, "wounded", until=until, rule="LC-1")


def capture(sheet: Sheet[Campaign], request: CaptureRequest) -> None:
    """A leader becomes a power's prisoner. Refuses his own power, and one who is not at hand."""
    name = find_leader(sheet, request.leader)
    power = find_power(sheet.rulebook, request.by)
    refuse_unless_at_hand(sheet, name)
    found = card(sheet, name)
    serves = side_served(sheet, found)
    if power in (serves, power_served(sheet, found)):
        raise RefereeError(f"{name} serves {power}; it can't take him prisoner", "name the power that did", "own")
    sheet.say(f"{name} of {serves} is a prisoner of {power}.", found.clause)
    change(sheet, name, "prisoner", by=power)
    sheet.outcome = f"{name} is a prisoner of {power}"


def free(sheet: Sheet[Campaign], request: FreeRequest) -> None:
    """A prisoner goes free and is available again. Refuses one who is no prisoner."""
    name = find_leader(sheet, request.leader)
    leader = sheet.state.leaders.get(name)
    if leader is None or leader.status != "prisoner":
        how = status_in_words(sheet.state, name) if leader else "not yet come"
        held = ", ".join(n for n, v in sheet.state.leaders.items() if v.status == "prisoner") or "none"
        raise NotAllowed(f"{name} is no prisoner: {how}", f"prisoners: {held}", "no-prisoner")
    found = card(sheet, name)
    serves = side_served(sheet, found)
    sheet.say(f"{leader.by} lets {name} go: he is available to {serves}.", found.clause)
    change(sheet, name, "available")
    sheet.outcome = f"{name} is free"


ADJUDICATORS = (
    Adjudicator("leaders casualty", CasualtyRequest, casualty),
    Adjudicator("leaders capture", CaptureRequest, capture),
    Adjudicator("leaders free", FreeRequest, free),
)
