"""What the table says of leaders: a condition is met, a battle won, somebody is away, or placed, or found."""

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.effects import Ends, as_a
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.position import Position
from eia_ref.empires import relations
from eia_ref.empires.lasting import begin
from eia_ref.empires.leaders.arrivals import PACIFIST_NO_MORE, next_condition, promote
from eia_ref.empires.leaders.leaders import (
    AT_HAND,
    GONE,
    card,
    change,
    find_leader,
    generate,
    now,
    refuse_in_peace,
    status_in_words,
    stays_away,
)
from eia_ref.empires.leaders.news import happened, keep_pacifist_away
from eia_ref.empires.leaders.roster import Card, cards, conditions
from eia_ref.empires.powers import find_power
from eia_ref.empires.state import Campaign, Leader


class ComesRequest(Frozen):
    """`leaders arrive`, `promote`: who, and what has happened."""

    leader: str
    because: str = ""


class LeavesRequest(Frozen):
    """`leaders leave`: who, what has happened, and for how many months, where it is not for good."""

    leader: str
    because: str
    months: int | None = None


class PlaceRequest(Frozen):
    """`leaders place`: who is put on the map, or taken off it again."""

    leader: str
    off: bool = False


class GenerateRequest(Frozen):
    """`leaders generate`: a power, and its new leader's name."""

    power: str
    name: str = ""


def _reason(because: str) -> None:
    if not because.strip():
        raise RefereeError("it has to be said why", 'add --because "REASON"', "no-reason")


def told_to_arrive(sheet: Sheet[Campaign], request: ComesRequest) -> None:
    """The table says that a leader's condition is met. Refuses one who comes otherwise, or is there, or lost."""
    name = find_leader(sheet, request.leader)
    found = card(sheet, name)
    leader = sheet.state.leaders.get(name)
    if found.away and _serves_again(sheet, found, leader, request.because):
        return
    if leader and leader.status == "awaited":
        raise NotAllowed(f"{name} {status_in_words(sheet.state, name)} as it is", "", "come-already")
    if leader:
        raise NotAllowed(
            f"{name} has come already: {status_in_words(sheet.state, name)}", _hint(leader), "come-already"
        )
    _refuse_early(sheet, found)
    _reason(request.because)
    assert found.arrives
    sheet.say(f"{found.name}: {request.because}.", conditions(sheet.rulebook)[found.arrives].rule)
    happened(sheet, found.arrives)
    leader = sheet.state.leaders.get(name)
    sheet.outcome = f"{name} comes in {leader.until.name}" if leader and leader.until else f"{name} comes"


def _serves_again(sheet: Sheet[Campaign], found: Card, leader: Leader | None, because: str) -> bool:
    """What has kept a leader away is over; whether anything had (LD-B1)."""
    rule = conditions(sheet.rulebook)[str(found.away)].rule
    ban = stays_away(sheet, found.name)
    out = leader is not None and leader.status == "off the map" and leader.rule == rule
    if not (ban or out):
        return False
    _reason(because)
    sheet.say(f"{because}: {found.name} serves again{'' if out else ', once he is at hand'}.", rule)
    if ban:
        sheet.apply(as_a(Ends, ban))
    if out:
        change(sheet, found.name, "available")
    sheet.outcome = f"{found.name} is back" if out else f"{found.name} may serve again"
    return True


def _hint(leader: Leader) -> str:
    hints = {"in exile": "eia-ref leaders return", "prisoner": "eia-ref leaders free"}
    return hints.get(leader.status, "eia-ref leaders list shows who is where")


def _refuse_early(position: Position[Campaign], found: Card) -> None:
    """Refuses a leader whom the table can't bring: by the year, by the ledger, in place of another, or too early."""
    year = position.state.month.year
    known = conditions(position.rulebook)
    condition = known[found.arrives] if found.arrives else None
    if found.leaves and year >= found.leaves:
        raise NotAllowed(f"{found.name} left in {found.leaves}", "", "left")
    if found.unless:
        raise NotAllowed(f"{found.name} serves only while {found.unless[0]} does not", "", "stands-in")
    if condition is None:
        when = f"comes in {found.year}" if found.year else "does not come"
        hint = "those whose year has come arrive with turn next"
        raise NotAllowed(f"{found.name} {when}; it is {position.state.month.name}", hint, "not-yet")
    if not condition.asked:
        year_too = f", and not before {found.year}" if found.year else ""
        raise NotAllowed(f"{found.name} comes once {condition.words}{year_too}", "the referee sees to it", "not-yet")
    if year < (condition.first or 0):
        words = f"{found.name} comes once {condition.words}, and that counts from {condition.first}"
        raise NotAllowed(f"{words}; it is {position.state.month.name}", "", "not-yet")


def told_to_rise(sheet: Sheet[Campaign], request: ComesRequest) -> None:
    """A leader has done what the next counter needs. Refuses one with no next, and Bonaparte, who rises by corps."""
    name = find_leader(sheet, request.leader)
    if name not in sheet.state.leaders or sheet.state.leaders[name].status in (*GONE, "awaited"):
        how = status_in_words(sheet.state, name) if name in sheet.state.leaders else "not yet come"
        raise NotAllowed(f"{name} can't rise: {how}", "eia-ref leaders due shows who comes when", "not-at-hand")
    after = next((c for c in cards(sheet.rulebook).values() if c.replaces == name), None)
    condition = next_condition(sheet.rulebook, name)
    if after is None or (condition is None and after.year is None):
        raise NotAllowed(f"the house rules have no other counter for {name}", "", "no-next")
    if condition is None or not condition.asked:
        when = f"in {after.year}" if after.year else "later"
        by = f" once {condition.words}" if condition else ""
        raise NotAllowed(f"{name} rises {when}{by}", "the referee sees to it", "not-yet")
    if condition.corps:
        raise NotAllowed(f"{name} rises once {condition.words}", "eia-ref revolution corps N counts them", "by-corps")
    _reason(request.because)
    sheet.say(f"{name}: {request.because}.", condition.rule)
    promote(sheet, after.name)
    sheet.outcome = f"{name} is now {now(sheet, name)}"


def told_to_leave(sheet: Sheet[Campaign], request: LeavesRequest) -> None:
    """The table says that a leader goes: for good by his condition, or off the map for some months."""
    name = find_leader(sheet, request.leader)
    found = card(sheet, name)
    leader = sheet.state.leaders.get(name)
    if found.away and request.months is None and (leader is None or leader.status not in GONE):
        _does_not_serve(sheet, found, leader, request.because)
        return
    if leader is None or leader.status in (*GONE, "awaited"):
        how = status_in_words(sheet.state, name) if leader else "not yet come"
        raise NotAllowed(f"{name} can't leave: {how}", "eia-ref leaders list shows who is where", "not-at-hand")
    _reason(request.because)
    known = conditions(sheet.rulebook)
    if request.months is not None:
        if request.months < 1:
            raise RefereeError("--months must be 1 or more", "leave it out if it is for good", "months")
        until = sheet.state.month.plus(request.months)
        if leader.status in ("prisoner", "in exile") or (leader.until and leader.until >= until):
            raise NotAllowed(
                f"{name} is away already: {status_in_words(sheet.state, name)} (R-303)", _hint(leader), "away"
            )
        sheet.say(f"{request.because}: {name} is off the map to the end of {until.plus(-1).name}.", "R-07")
        change(sheet, name, "off the map", until=until, rule="R-07")
        sheet.outcome = f"{name} is off the map"
    elif found.has("pacifist"):
        if relations.in_force(sheet.state, PACIFIST_NO_MORE):
            raise NotAllowed(f"{name} is no longer a pacifist (LD-A2)", "", "stays")
        sheet.say(f"{name}: {request.because}.", "LD-A1")
        keep_pacifist_away(sheet)
        away = leader.status not in ("prisoner", "in exile")
        sheet.outcome = (
            f"{name} is off the map" if away else f"{name} stays away: {status_in_words(sheet.state, name)}"
        )
    elif found.goes:
        condition = known[found.goes]
        if sheet.state.month.year < (condition.first or 0):
            raise NotAllowed(
                f"{name} goes once {condition.words}, and that counts from {condition.first}", "", "not-yet"
            )
        sheet.say(f"{name}: {request.because}.", condition.rule)
        happened(sheet, found.goes)
        sheet.outcome = f"{name} goes"
    else:
        hint = "for a time: --months N; killed, taken, exiled: leaders casualty, capture, exile"
        raise NotAllowed(f"nothing in the house rules takes {name} away for good", hint, "stays")


def _does_not_serve(sheet: Sheet[Campaign], found: Card, leader: Leader | None, because: str) -> None:
    """A leader is kept away until the table says it is over, whether he is at hand now or not (LD-B1, R-303)."""
    _reason(because)
    if ban := stays_away(sheet, found.name):
        raise NotAllowed(f"{found.name} is kept away since {ban.since.name} ({ban.rule})", "", "away")
    rule = conditions(sheet.rulebook)[str(found.away)].rule
    sheet.say(f"{because}: {found.name} does not serve while it lasts.", rule, "R-303")
    begin(sheet, str(found.kept_away))
    there = leader is not None and leader.status in AT_HAND
    if there:
        change(sheet, found.name, "off the map", rule=rule)
    sheet.outcome = f"{found.name} is off the map" if there else f"{found.name} stays away"


def place(sheet: Sheet[Campaign], request: PlaceRequest) -> None:
    """A leader who is available stands on the map, or no longer."""
    name = find_leader(sheet, request.leader)
    wanted, to = ("on the map", "available") if request.off else ("available", "on the map")
    leader = sheet.state.leaders.get(name)
    if leader is None or leader.status != wanted:
        how = status_in_words(sheet.state, name) if leader else "not yet come"
        raise NotAllowed(f"{name} is not {wanted}: {how}", "eia-ref leaders list shows who is where", "not-at-hand")
    if not request.off:
        refuse_in_peace(sheet, name)
    found = card(sheet, name)
    sheet.say(f"{name} of {found.side} is {'off the map, available' if request.off else 'on the map'}.", found.clause)
    if found.stacks_with:
        sheet.say(f"{name} must stack with {found.stacks_with}.", found.with_clause)
    elif found.minor:
        sheet.say(f"{name} must stack with a corps of {found.minor}.", "LD-M0")
    change(sheet, name, "on the map" if to == "on the map" else "available")
    sheet.outcome = f"{name} is {to}"


def make(sheet: Sheet[Campaign], request: GenerateRequest) -> None:
    """A talented general of a power."""
    power = find_power(sheet.rulebook, request.power)
    name = generate(sheet, power, " ".join(request.name.split()))
    sheet.outcome = f"{name}, {card(sheet, name).rating}"


ADJUDICATORS = (
    Adjudicator("leaders arrive", ComesRequest, told_to_arrive),
    Adjudicator("leaders promote", ComesRequest, told_to_rise),
    Adjudicator("leaders leave", LeavesRequest, told_to_leave),
    Adjudicator("leaders place", PlaceRequest, place),
    Adjudicator("leaders generate", GenerateRequest, make),
)
