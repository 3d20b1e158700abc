"""How it stands with each leader: who is meant, who is at hand, who is in exile; and every change of it.

A change brings with it what the house rules hang on it: a stand-in comes or steps back, a death costs what it
costs, Napoleon's return doubles France's manpower. Whoever changes a leader need not know of it.
"""

from __future__ import annotations

import functools
from itertools import count

from eia_ref.core import names
from eia_ref.core.adjudication import Sheet
from eia_ref.core.calendar import Month
from eia_ref.core.effects import Closes, as_a
from eia_ref.core.errors import NotAllowed, RefereeError, quoted
from eia_ref.core.position import Position
from eia_ref.core.state import InForce
from eia_ref.empires import relations
from eia_ref.empires.effects import LeaderIs
from eia_ref.empires.lasting import end
from eia_ref.empires.leaders.roster import Card as Card
from eia_ref.empires.leaders.roster import cards as cards
from eia_ref.empires.leaders.roster import forms, war_only, words_for
from eia_ref.empires.minors import controller, find_minor
from eia_ref.empires.options import option
from eia_ref.empires.owed import owe
from eia_ref.empires.points import move_points
from eia_ref.empires.state import Campaign, Leader, LeaderStatus, Made
from eia_ref.empires.throne import emigre_controller, emigres_on_map
from eia_ref.empires.track import royalists_gone

AT_HAND = ("available", "on the map")
AWAY_FROM_HOME = ("on the map", "prisoner")
GONE = ("replaced", "removed", "dead")
LIGHT_CAVALRY = "La Salle's Light Cavalry"
BACK = {"Napoleon": "Napoleon (back from exile)"}  # LD-F8: exile leaves him with other figures
RANKS = ("D", "C", "B", "A")
LONGEST = 40  # letters of a talented general's name


# --- Who is meant ----------------------------------------------------------------------------------------------


def card(position: Position[Campaign], name: str) -> Card:
    """A leader's counter; of a talented general the one the ledger keeps."""
    leader = position.state.leaders.get(name)
    if leader and leader.made:
        return _made(name, leader.made)
    return cards(position.rulebook)[name]


@functools.lru_cache(maxsize=1024)
def _made(name: str, made: Made) -> Card:
    """The counter of a talented general."""
    return Card(name=name, clause="EV-95", **made.model_dump())


def everybody(position: Position[Campaign], side: str | None = None) -> list[str]:
    """Every counter there is, talented generals last; of one power or minor where one is given."""
    sides = {n: c.side for n, c in cards(position.rulebook).items()} | _made_for(position.state)
    return [n for n, whose in sides.items() if side in (None, whose)]


def _made_for(state: Campaign) -> dict[str, str]:
    """The talented generals by name, each with the power it serves."""
    return {n: leader.made.power for n, leader in sorted(state.leaders.items()) if leader.made}


def now(position: Position[Campaign], name: str) -> str:
    """The counter by which that person is in play now, or was last; before he has come, the first."""
    chain = forms(position.rulebook).get(name, (name,))
    come = [n for n in chain if n in position.state.leaders and position.state.leaders[n].status != "replaced"]
    return come[-1] if come else chain[0]


def find_leader(position: Position[Campaign], said: str, power: str | None = None) -> str:
    """The leader meant, by any spelling, accents or not, as the counter now in play; refuses others with the nearest.

    With `power`, which may be a minor's name, one who serves another is refused (code other-side).
    """
    made = _made_for(position.state)
    words = words_for(position.rulebook) | {n: n for n in made}
    own = words
    if power is not None:
        listed = cards(position.rulebook)
        own = {w: n for w, n in words.items() if power == (made.get(n) or listed[n].side)}
    try:
        return in_play(position, names.find(said, dict.fromkeys(own.values()), "leader", own))
    except RefereeError:
        if power is None or names.fold(said) not in {names.fold(w) for w in words}:
            raise
        other = names.find(said, words, "leader", words)
        serves = card(position, other).side
        hint = names.nearest(names.fold(said), {names.fold(w): n for w, n in own.items()}, set())
        raise RefereeError(f"{other} serves {serves}, not {power}", hint, "other-side") from None


def in_play(position: Position[Campaign], name: str) -> str:
    """The counter by which a man is in play now, of whichever side: Bernadotte's of Sweden in 1810 (R-154)."""
    rulebook, state = position.rulebook, position.state
    name = now(position, name)
    if status(state, name) != "removed":
        return name
    return next((c.name for c in cards(rulebook).values() if c.unless_dead == name and c.name in state.leaders), name)


# --- How it stands ---------------------------------------------------------------------------------------------


def status(state: Campaign, name: str) -> LeaderStatus | None:
    """How it stands with a leader; None: not yet come."""
    leader = state.leaders.get(name)
    return leader.status if leader else None


def is_at_hand(state: Campaign, name: str) -> bool:
    """Whether a leader is available or on the map."""
    return status(state, name) in AT_HAND


def at_hand(position: Position[Campaign], power: str) -> list[str]:
    """The leaders who serve a power, or a minor, and are available or on the map, in the order of the house rules."""
    there = [card(position, n) for n in everybody(position) if is_at_hand(position.state, n)]
    theirs = [c for c in there if side_served(position, c) == power]
    return [c.name for c in theirs if not driven_out(position, c)]


def side_served(position: Position[Campaign], found: Card) -> str:
    """The power or the minor a leader serves: a royalist, with émigrés on the map, their controller (EM-7, R-257)."""
    if found.faction == "royalist" and emigres_on_map(position.state):
        return emigre_controller(position)
    return found.side


def driven_out(position: Position[Campaign], found: Card) -> bool:
    """Whether the Revolution has driven a royalist out, and there are no émigrés to serve with (FR-06a, R-257)."""
    return found.faction == "royalist" and royalists_gone(position) and not emigres_on_map(position.state)


def in_exile(position: Position[Campaign]) -> list[str]:
    """The leaders in exile who may come back, in the order they went."""
    state = position.state
    there = [n for n in everybody(position) if n in state.leaders and state.leaders[n].status == "in exile"]
    found = [n for n in there if not driven_out(position, card(position, n))]
    return sorted(found, key=lambda n: state.leaders[n].since)


def status_in_words(state: Campaign, name: str) -> str:
    """How it stands with a leader who has come, in words: `wounded to the end of May 1799`."""
    leader = state.leaders[name]
    if leader.status == "awaited" and leader.until:
        return f"comes in {leader.until.name}"
    by = f" of {leader.by}" if leader.by else ""
    last = f" to the end of {leader.until.plus(-1).name}" if leader.until else ""
    since = "" if leader.status in AT_HAND or leader.until else f" since {leader.since.name}"
    return f"{leader.status}{by}{last}{since}"


def refuse_unless_at_hand(position: Position[Campaign], name: str) -> None:
    """Refuses a leader who is not available or on the map (code not-at-hand), or of a minor at peace (at-peace)."""
    state = position.state
    if is_at_hand(state, name):
        refuse_in_peace(position, name)
        return
    how = status_in_words(state, name) if name in state.leaders else "not yet come"
    others = ", ".join(at_hand(position, side_served(position, card(position, name)))) or "none"
    raise NotAllowed(f"{name} is not at hand: {how}", f"at hand: {others}", "not-at-hand")


def refuse_in_peace(position: Position[Campaign], name: str) -> None:
    """Refuses a leader of Persia or Poland while that is at war with nobody (R-260; code at-peace)."""
    minor = card(position, name).minor
    if minor in war_only(position.rulebook) and not relations.enemies(position.state, minor):
        raise NotAllowed(
            f"{name} serves with the corps of {minor}, which is at war with nobody (R-260)",
            f"eia-ref {minor.lower()} show",
            "at-peace",
        )


def power_served(position: Position[Campaign], found: Card) -> str | None:
    """The power a leader serves: his own, or whoever controls his minor; None where nobody does."""
    if found.power:
        return side_served(position, found)
    if found.minor == relations.PERSIA:
        return position.state.persia.controller
    return controller(position, find_minor(position.rulebook, found.minor, new=True))  # Naples: the Two Sicilies


def swing(found: Card) -> tuple[int, int]:
    """What a leader in command adds to his own side's political points: when it wins, when it loses (LD-0, R-34)."""
    if found.royal:
        return 1, -1
    return (1, 0) if found.has("nelson") else (0, 0)


def prisoners_under(sheet: Sheet[Campaign], name: str, taken: int) -> int:
    """The prisoners that a stack led by him keeps: none of Ruffo's, who spares only leaders (LD-M8, LD-M9)."""
    if not taken or not card(sheet, name).has("no prisoners"):
        return taken
    sheet.say(f"{name} takes no prisoners: all {taken} are eliminated, and leaders alone are kept.", "LD-M8", "LD-M9")
    return 0


# --- Changes ---------------------------------------------------------------------------------------------------


def change(
    sheet: Sheet[Campaign],
    name: str,
    status: LeaderStatus | None,
    until: Month | None = None,
    by: str | None = None,
    rule: str | None = None,
) -> None:
    """It stands otherwise with a leader from now on; None: as if he had not come yet. And what follows from it.

    `until` is the first month in which it is over; `by` the power that holds a prisoner; `rule` why.
    """
    was = sheet.state.leaders.get(name)
    if was and was.status == "in exile" and status in AT_HAND:
        name = _back_from_exile(sheet, name)
        was = sheet.state.leaders.get(name)
    if status in AT_HAND and (ban := stays_away(sheet, name)):
        status, until, rule = "off the map", Month(ban.until) if ban.until else None, ban.rule
        last = f" to the end of {until.plus(-1).name}" if until else ""
        sheet.say(f"{name} is away{last}: {sheet.rulebook.table('in-force')[ban.what]['words']}.", rule, "R-303")
    if status == "dead" and card(sheet, name).has("successor"):
        status, until, rule = "awaited", _successor(sheet, name), "LD-T1"
    leader = Leader(status=status, since=sheet.state.month, until=until, by=by, rule=rule) if status else None
    if leader and was:
        leader = leader.model_copy(update={"count": was.count, "counted": was.counted, "made": was.made})
    if leader == was:
        return
    sheet.apply(LeaderIs(leader=name, was=was, now=leader))
    if status == "dead":
        _without_light_cavalry(sheet, name)
    stand_in(sheet)


def stays_away(position: Position[Campaign], name: str) -> InForce | None:
    """What keeps a leader away who is neither ill nor taken: Austria's war, or one with the USA (R-162, R-303)."""
    kept = card(position, name).kept_away
    return relations.in_force(position.state, kept) if kept else None


def go_home(sheet: Sheet[Campaign], minor: str, *rules: str) -> None:
    """A minor's wars are over: its leaders on the map, and those taken prisoner, wait for the next (R-260)."""
    there = [n for n in everybody(sheet, minor) if status(sheet.state, n) in AWAY_FROM_HOME]
    for name in there:
        change(sheet, name, "available")
    if there:
        sheet.say(f"{minor}'s leaders go home: {', '.join(there)}.", *rules, "R-260")


def replace(sheet: Sheet[Campaign], old: str, new: str) -> None:
    """Another counter of the same person, wherever the old one is."""
    was = sheet.state.leaders[old]
    month = sheet.state.month
    sheet.apply(LeaderIs(leader=old, was=was, now=Leader(status="replaced", since=month)))
    leader = was.model_copy(update={"count": None, "counted": None})
    sheet.apply(LeaderIs(leader=new, was=sheet.state.leaders.get(new), now=leader))


def stand_in(sheet: Sheet[Campaign]) -> None:
    """Those who serve only while others do not come and step back (NL-3, LD-P5, LD-P6)."""
    for found in cards(sheet.rulebook).values():
        if not found.unless:
            continue
        name, standing = found.name, status(sheet.state, found.name)
        for_whom = [now(sheet, n) for n in found.unless]
        serving = [n for n in for_whom if is_at_hand(sheet.state, n)]
        if serving and standing in AT_HAND:
            sheet.say(f"{name} stands aside: {serving[0]} serves.", found.clause)
            change(sheet, name, "off the map", rule=found.clause)
        elif not serving and _may_stand_in(sheet, found, for_whom[0]):
            sheet.say(f"{name} ({found.rating}) serves in place of {for_whom[0]}.", found.clause)
            change(sheet, name, "available")


def _may_stand_in(position: Position[Campaign], found: Card, first: str) -> bool:
    """Whether a stand-in may come, nobody he stands in for being at hand."""
    leader = position.state.leaders.get(found.name)
    if leader:
        return leader.status == "off the map" and leader.rule == found.clause
    if found.after_first and option(position, "substitutes") == "after Blücher":
        return status(position.state, first) not in (None, "awaited")
    return True


def _successor(sheet: Sheet[Campaign], name: str) -> Month:
    """What a Grand Vizier's death costs, and when the next one comes (LD-T1)."""
    turns = sheet.roll(6, f"turns to the next {name}")
    until = sheet.state.month.plus(turns)
    power = card(sheet, name).power
    sheet.say(f"{power} loses 1 political point; the next {name} comes in {until.name}.", "LD-T1")
    move_points(sheet, power, -1)
    return until


def _without_light_cavalry(sheet: Sheet[Campaign], name: str) -> None:
    """La Salle's death takes his unit off the board (LS-3)."""
    if not card(sheet, name).has("Light Cavalry"):
        return
    for what in (LIGHT_CAVALRY, f"{LIGHT_CAVALRY} waits"):
        if thing := relations.in_force(sheet.state, what):
            end(sheet, thing, "LS-3")
    for decision in [d for d in sheet.state.decisions if d.about == LIGHT_CAVALRY]:
        sheet.apply(as_a(Closes, decision))
        sheet.say(f"No factor is given up for {LIGHT_CAVALRY}, which never comes.", "LS-3")


def _back_from_exile(sheet: Sheet[Campaign], name: str) -> str:
    """What Napoleon's return brings (EX-5, LD-F8); the counter by which a leader comes back."""
    new = BACK.get(name, name)
    if new not in BACK.values():
        return name
    if new != name:
        replace(sheet, name, new)
        found = card(sheet, new)
        sheet.say(f"From exile {name} comes back as {found.rating}.", "LD-F8")
    phase = owe(sheet, "France", "Napoleon's return", "EX-5", "manpower", "x2")
    sheet.say(f"French manpower is doubled in the economic phase of {phase.name}.", "EX-5", "R-06")
    return new


# --- Talented generals -----------------------------------------------------------------------------------------


def generate(sheet: Sheet[Campaign], power: str, name: str = "") -> str:
    """A talented general of a power, by dice (EV-95, R-16); his name, a numbered one where none is given.

    Refuses a name that means a leader already, in any spelling, or that can't be a name.
    """
    if len(name) > LONGEST or not name.isprintable() or "," in name:
        raise RefereeError(f"{quoted(name)} is no name for a leader", "up to 40 letters, no comma", "name")
    if name and names.fold(name) in {names.fold(n) for n in _taken(sheet)}:
        raise RefereeError(f"there is a leader called {name} already", "give another name", "name-taken")
    numbered = (f"Talented general {n} of {power}" for n in count(1))
    name = name or next(n for n in numbered if n not in sheet.state.leaders)
    first = {what: sheet.roll(3, f"{what} rating of {name}") for what in ("strategic", "tactical")}
    first["maximum"] = sheet.roll(3, f"tactical maximum of {name}")
    cavalry = sheet.roll(6, f"whether {name} leads cavalry") == 6
    raised = {what: _raised(sheet, what, value, name) for what, value in first.items()}
    raises = sum(raised.values()) - sum(first.values())
    rank = RANKS[min(raises, len(RANKS) - 1)]
    made_now = Made.model_validate({"power": power, "rank": rank, "cavalry": cavalry, **raised})
    leader = Leader(status="available", since=sheet.state.month, rule="EV-95", made=made_now)
    sheet.apply(LeaderIs(leader=name, now=leader))
    found = card(sheet, name)
    sheet.say(f"{name}, {found.rating}, serves {power}.", "EV-95", "R-16")
    if raises:
        sheet.cite("EV-95a")
        times = f"{raises} times" if raises > 1 else "once"
        sheet.say(f"Raised {times}: from rank D to {rank}.", "EV-95b")
    return name


def _raised(sheet: Sheet[Campaign], what: str, value: int, name: str) -> int:
    """A rating of 3 goes up with each 6 of a d6, to 5 or to 6 (EV-95a)."""
    limit = 6 if what == "maximum" else 5
    while 3 <= value < limit and sheet.roll(6, f"raise of {name}, {what} {value}") == 6:
        value += 1
    return value


def _taken(position: Position[Campaign]) -> list[str]:
    """Every name and spelling that means a leader already."""
    every = everybody(position)
    return [w for n in every for w in (n, *card(position, n).also)]
