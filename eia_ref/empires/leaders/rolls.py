"""What a battle leaves to do with its leaders: casualty rolls, the corps that Bonaparte has beaten (LC-1, R-152)."""

from __future__ import annotations

from collections.abc import Sequence

from eia_ref.core.adjudication import Sheet
from eia_ref.core.position import Position
from eia_ref.core.state import Duty
from eia_ref.empires.effects import LeaderIs
from eia_ref.empires.leaders.arrivals import next_condition
from eia_ref.empires.leaders.leaders import GONE, card, find_leader, in_play, is_at_hand, now, status, status_in_words
from eia_ref.empires.state import Campaign

ROLL, CORPS = "casualty roll", "corps beaten by Bonaparte"
PRISONER = "prisoner after a peace"


def to_roll(state: Campaign, name: str) -> bool:
    """Whether a leader has commanded in a battle and has had no casualty roll since (R-340)."""
    return any(d.is_(ROLL, person=name) for d in state.duties)


def stands_aside(position: Position[Campaign], name: str) -> bool:
    """Whether a leader is off the map because another serves, as Collingwood beside Nelson (NL-3, LD-P5, LD-P6)."""
    leader, found = position.state.leaders.get(name), card(position, name)
    return bool(found.unless and leader and (leader.status, leader.rule) == ("off the map", found.clause))


def can_roll(position: Position[Campaign], name: str) -> bool:
    """Whether a leader who has commanded can have his roll: he is at hand, or has stood aside since (R-340)."""
    return is_at_hand(position.state, name) or stands_aside(position, name)


def owe_roll(sheet: Sheet[Campaign], *commanders: str) -> None:
    """Says that casualty rolls are to come after a battle, and remembers whose for certain (LC-1, R-340)."""
    found = [find_leader(sheet, said) for said in commanders if said.strip()]
    if not found:
        return
    sheet.say("Each leader who took part has a casualty roll.", "LC-1")
    for name in dict.fromkeys(now(sheet, n) for n in found):
        leader = sheet.state.leaders.get(name)
        aside_before = not is_at_hand(sheet.state, name) and leader and leader.since < sheet.state.month
        if can_roll(sheet, name) and not aside_before:
            sheet.leave_to_do(ROLL, person=name)


def count_corps(sheet: Sheet[Campaign], name: str, corps: int, battle: str) -> None:
    """Leaves the corps beaten in a battle to be counted, where the leader who won it rises by them (R-152)."""
    condition = next_condition(sheet.rulebook, name)
    if condition and condition.corps and corps:
        sheet.cite("R-152")
        sheet.leave_to_do(CORPS, rule=condition.rule, person=name, place=battle, count=corps)


def counters_change(sheet: Sheet[Campaign], news: Sequence[LeaderIs], before: Campaign) -> None:
    """What is to be done with a leader goes on with the counter that takes his place, or lapses with him (R-340)."""
    for duty in list(sheet.state.duties):
        if duty.what == PRISONER and status(sheet.state, duty.person or "") != "prisoner":
            sheet.end_duty(duty)
        if duty.what not in (ROLL, CORPS) or not duty.person:
            continue
        name = in_play(sheet, duty.person)
        if not _may_be_done(sheet, duty, name):
            sheet.end_duty(duty, "lapsed")
            if duty.what == ROLL:
                sheet.say(
                    f"{name} has no casualty roll any more: {status_in_words(sheet.state, name)}.", "LC-1", "R-340"
                )
        elif name != duty.person:
            sheet.end_duty(duty, "lapsed")
            sheet.leave_to_do(duty.what, rule=duty.rule, person=name, place=duty.place, count=duty.count)


def _may_be_done(position: Position[Campaign], duty: Duty, name: str) -> bool:
    """Whether the roll can be made, or the corps still count towards a rise."""
    if duty.what == ROLL:
        return can_roll(position, name)
    condition = next_condition(position.rulebook, name)
    return bool(condition and condition.corps) and status(position.state, name) not in (None, *GONE)
