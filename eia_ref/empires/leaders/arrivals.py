"""Leaders come and go: by the year, by what the ledger shows, and by what the table says (New leaders, R-55).

`bring_due_leaders` does whatever is due and nothing else; `due` calls it when the news may have made somebody due.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from eia_ref.core.adjudication import Sheet
from eia_ref.core.calendar import Month
from eia_ref.core.dice import RecordedDice
from eia_ref.core.effects import Closes, Ends, as_a
from eia_ref.core.game import Due
from eia_ref.core.names import as_typed
from eia_ref.core.position import Position
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires import relations
from eia_ref.empires.decisions import leave_open
from eia_ref.empires.effects import LeaderIs
from eia_ref.empires.lasting import begin
from eia_ref.empires.leaders.leaders import (
    AT_HAND,
    GONE,
    at_hand,
    card,
    change,
    go_home,
    is_at_hand,
    now,
    replace,
    side_served,
    stand_in,
    status_in_words,
    stays_away,
)
from eia_ref.empires.leaders.roster import Card, Condition, cards, conditions, next_form, pacifist, war_only
from eia_ref.empires.state import Campaign, Leader
from eia_ref.empires.subjects import Section, Subject

PACIFIST_NO_MORE = "Charles no longer a pacifist"


# --- What is due -----------------------------------------------------------------------------------------------


def at_start(position: Position[Campaign]) -> dict[str, Leader]:
    """How it stands with the leaders when a campaign begins in that state's month: as if the years had gone by."""
    sheet = Sheet(position, RecordedDice([]), 0)
    for year in range(1789, position.state.month.year + 1):
        sheet.state.turn = Month(f"{year}-01")
        bring_due_leaders(sheet)
    found = sheet.state.leaders
    return {n: leader.model_copy(update={"since": position.state.month}) for n, leader in found.items()}


def bring_into_force(sheet: Sheet[Campaign]) -> None:
    """What leaders there at a later start have brought with them: Mahmud II's cavalry (LD-T6)."""
    for found in cards(sheet.rulebook).values():
        if found.begins and found.name in sheet.state.leaders:
            _begin(sheet, found)


def _begin(sheet: Sheet[Campaign], found: Card) -> None:
    begun = begin(sheet, found.begins or "", whom=found.power)
    sheet.say(f"{sheet.rulebook.table('in-force')[begun.what]['words']}.".capitalize(), begun.rule)


def bring_due_leaders(sheet: Sheet[Campaign]) -> None:
    """Brings and takes every leader whose time the ledger shows to have come, until nothing more follows."""
    before = -1
    while before != len(sheet.effects):
        before = len(sheet.effects)
        pacifist_no_more(sheet)
        for found in cards(sheet.rulebook).values():
            if found.name in sheet.state.leaders:
                _go_on(sheet, found)
            elif found.replaces:
                _rise(sheet, found)
            elif not found.unless and _due(sheet, found):
                arrive(sheet, found.name)
        for name, leader in list(sheet.state.leaders.items()):
            if leader.made and leader.until and leader.until <= sheet.state.month:
                _go_on(sheet, card(sheet, name))
        stand_in(sheet)


def due(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """A month has begun, or something a leader waits for has changed."""
    bring_due_leaders(sheet)


def _go_on(sheet: Sheet[Campaign], found: Card) -> None:
    """What has come to an end for a leader who has come: his time, a wound, a wait, an absence."""
    leader = sheet.state.leaders[found.name]
    month = sheet.state.month
    if leader.status in GONE:
        return
    if found.leaves and month.year >= found.leaves:
        rules = ("R-55",) if found.clause == "LD-A3" else ()
        sheet.say(f"{found.name} leaves {found.side}.", found.clause, *rules)
        change(sheet, found.name, "removed", rule=found.clause)
    elif leader.until is None or leader.until > month:
        _count_wars(sheet, found, leader)
    elif leader.status == "awaited":
        arrive(sheet, found.name)
    else:
        sheet.say(f"{found.name} is back, no longer {leader.status}.", *([leader.rule] if leader.rule else []))
        change(sheet, found.name, "available")


def _rise(sheet: Sheet[Campaign], found: Card) -> None:
    """Another counter for somebody who has come, once it is due."""
    assert found.replaces
    old = sheet.state.leaders.get(found.replaces)
    if old and old.status not in (*GONE, "awaited") and _due(sheet, found):
        promote(sheet, found.name)


def _due(position: Position[Campaign], found: Card) -> bool:
    """Whether a counter that has not come is due by its year and by what the ledger shows."""
    year = position.state.month.year
    if year < (found.year or 0) or year >= (found.leaves or 9999):
        return False
    if found.unless_dead:
        other = position.state.leaders.get(now(position, found.unless_dead))
        if other and other.status == "dead":
            return False
    if found.arrives is None:
        return True
    return _seen(position.state, conditions(position.rulebook)[found.arrives], found)


def _seen(state: Campaign, condition: Condition, found: Card) -> bool:
    """Whether the ledger itself shows a condition to be met."""
    stage = state.revolution.stage
    if stage < (condition.stage or 0) or stage >= (condition.before or 99):
        return False
    if condition.exiled:
        first, back = condition.exiled
        return back in state.leaders or (first in state.leaders and state.leaders[first].status == "in exile")
    wanted = condition.corps or condition.wars
    if wanted:
        old = state.leaders.get(found.replaces or "")
        return old is not None and (old.count or 0) >= wanted
    return condition.stage is not None


def _count_wars(sheet: Sheet[Campaign], found: Card, leader: Leader) -> None:
    """Counts a war that has broken out since she came towards Louisa's rise (LD-P1, R-153)."""
    condition = next_condition(sheet.rulebook, found.name)
    if not condition or not condition.wars:
        return
    war = relations.between(sheet.state, relations.WAR, *condition.sides)
    if war is None or war.id == leader.counted:
        return
    count = (leader.count or 0) + 1
    counted = leader.model_copy(update={"count": count, "counted": war.id})
    sheet.say(
        f"War {count} between {' and '.join(condition.sides)} since {found.name} came.", condition.rule, "R-153"
    )
    sheet.apply(LeaderIs(leader=found.name, was=leader, now=counted))


def war_counts(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """A war that has just broken out counts at once (LD-P1)."""
    for found in cards(sheet.rulebook).values():
        if not found.replaces or not found.arrives or not conditions(sheet.rulebook)[found.arrives].wars:
            continue
        leader = sheet.state.leaders.get(found.replaces)
        if leader and leader.status not in (*GONE, "awaited"):
            _count_wars(sheet, cards(sheet.rulebook)[found.replaces], leader)
            _rise(sheet, found)


def minors_at_war(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """Leaders of minors who serve in their wars alone: they come with the first and go home with the last (R-260)."""
    for minor in war_only(sheet.rulebook):
        fought, fights = (relations.enemies(state, minor) for state in (before, sheet.state))
        if fought and not fights:
            go_home(sheet, minor)
        elif fights and not fought and (there := at_hand(sheet, minor)):
            sheet.say(f"With {minor}'s corps serve {', '.join(there)}.", "R-260")


def prisoners_of_peace(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """Asks of who is still a prisoner of a power with which his own has made peace (R-339)."""
    for name, leader in sheet.state.leaders.items():
        if leader.status != "prisoner" or not leader.by:
            continue
        found = card(sheet, name)
        sides = {found.power, side_served(Position(sheet.rulebook, before), found)}
        if any(
            relations.at_war(before, s, leader.by) and not relations.at_war(sheet.state, s, leader.by) for s in sides
        ):
            sheet.leave_to_do(
                "prisoner after a peace", whom=found.power or found.minor, against=leader.by, person=name
            )


def light_cavalry_due(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """Asks for the factor of a leader's own unit while he is at hand, and not while he is away (LS-6, LS-7).

    Nothing is asked where the unit is there, or still waits for a factor (R-259, R-347).
    """
    changed = {new.leader if isinstance(new, LeaderIs) else None for new in news}  # None: it may concern all
    for found in cards(sheet.rulebook).values():
        if not found.decision or changed.isdisjoint((found.name, None)):
            continue
        asked_already = [d for d in sheet.state.decisions if d.about == found.decision]
        there = any(relations.in_force(sheet.state, what) for what in (found.decision, f"{found.decision} waits"))
        if not is_at_hand(sheet.state, found.name):
            for decision in asked_already:
                sheet.apply(as_a(Closes, decision))
                sheet.say(f"{found.decision} is not asked for while {found.name} is away.", decision.rule, "R-347")
        elif not asked_already and not there:
            leave_open(sheet, found.decision, found.power)


def next_condition(rulebook: Rulebook, name: str) -> Condition | None:
    """What the next counter of the same person comes by."""
    after = next_form(rulebook).get(name)
    return conditions(rulebook)[after.arrives] if after and after.arrives else None


def pacifist_no_more(sheet: Sheet[Campaign]) -> None:
    """Once any power but Britain is dominant, Charles is free for good, and at once (LD-A2)."""
    state, found = sheet.state, pacifist(sheet.rulebook)
    if relations.in_force(state, PACIFIST_NO_MORE):
        return
    no_more = found.has("pacifist no more")
    power = next((p for p in state.powers if no_more and p != no_more.of and relations.dominant(state, p)), None)
    if power is None:
        return
    begin(sheet, PACIFIST_NO_MORE)
    sheet.say(f"{power} is dominant: {found.power}'s declarations of war no longer keep {found.name} away.", "LD-A2")
    if ban := relations.in_force(state, str(found.kept_away)):
        sheet.apply(as_a(Ends, ban))
    leader = state.leaders.get(found.name)
    if leader and leader.rule == "LD-A1":
        change(sheet, found.name, None if leader.status == "awaited" else "available")


# --- Coming and going ------------------------------------------------------------------------------------------


def arrive(sheet: Sheet[Campaign], name: str, *rules: str) -> None:
    """A leader comes, and with him what the house rules say."""
    found = card(sheet, name)
    marks = ", royal" * found.royal
    sheet.say(f"{name} ({found.rating}{marks}) comes to {found.side}.", *(rules or (found.clause,)))
    if found.stacks_with:
        sheet.say(f"{name} must stack with {found.stacks_with}.", found.with_clause)
    for special in found.special:
        sheet.say(f"{name}: {special.words}.", special.clause)
    change(sheet, name, "available")
    for other in found.removes:
        if other in sheet.state.leaders and sheet.state.leaders[other].status not in GONE:
            sheet.say(f"{other} goes: {name} takes his place.", found.clause)
            change(sheet, other, "removed", rule=found.clause)
    for other in found.returns:
        if other in sheet.state.leaders and sheet.state.leaders[other].status not in AT_HAND:
            sheet.say(f"{other} comes back with {name}.", found.clause)
            change(sheet, other, "available")
    if found.begins:
        _begin(sheet, found)
    _note_wars(sheet, name)
    for other_card in cards(sheet.rulebook).values():
        condition = conditions(sheet.rulebook)[other_card.arrives] if other_card.arrives else None
        if condition and condition.after == name and other_card.name not in sheet.state.leaders:
            awaits(sheet, other_card, sheet.state.month.plus(condition.months))


def _note_wars(sheet: Sheet[Campaign], name: str) -> None:
    """A war that is on when she comes is none of those counted (R-153)."""
    condition = next_condition(sheet.rulebook, name)
    if condition and condition.wars and (war := relations.between(sheet.state, relations.WAR, *condition.sides)):
        was = sheet.state.leaders[name]
        sheet.apply(LeaderIs(leader=name, was=was, now=was.model_copy(update={"counted": war.id})))


def awaits(sheet: Sheet[Campaign], found: Card, until: Month) -> None:
    """A leader who is to come in that month."""
    sheet.say(f"{found.name} comes in {until.name}.", found.clause)
    change(sheet, found.name, "awaited", until=until, rule=found.clause)


def promote(sheet: Sheet[Campaign], name: str) -> None:
    """A counter takes the place of the same person's last one, wherever that is."""
    found = card(sheet, name)
    assert found.replaces
    old = card(sheet, found.replaces)
    rules = [found.clause]
    if (by := conditions(sheet.rulebook)[found.arrives] if found.arrives else None) and by.corps:
        rules += [by.rule, "FR-47a"]
    now_royal = ", royal" * found.royal
    sheet.say(f"{old.name}, {old.rating}, is now {name}, {found.rating}{now_royal}.", *dict.fromkeys(rules))
    replace(sheet, old.name, name)


def leave(sheet: Sheet[Campaign], name: str, rule: str) -> None:
    """A leader goes for good."""
    sheet.say(f"{name} goes for good.", rule)
    change(sheet, name, "removed", rule=rule)


MONTHS = 12  # an A-ranked leader's exile, at least (EX-1)


def drive_out(sheet: Sheet[Campaign], name: str, rule: str | None = None) -> None:
    """A leader is in exile from now on."""
    if card(sheet, name).rank == "A":
        sheet.say(f"Rank A: no return before {sheet.state.month.plus(MONTHS).name}.", "EX-1")
    change(sheet, name, "in exile", rule=rule)


# --- At a month's end and on the agenda ------------------------------------------------------------------------


def _agenda(position: Position[Campaign]) -> list[Due]:
    """Who comes or is back in which month; of powers at war, those whose time only the table can say (R-310)."""
    state = position.state
    due = []
    for name, leader in state.leaders.items():
        if leader.until and leader.status not in GONE:
            last = leader.until if leader.status == "awaited" else leader.until.plus(-1)
            words = "comes" if leader.status == "awaited" else leader.status
            rule = leader.rule or card(position, name).clause
            due.append(Due(f"{name} {words}", rule, last))
    return due + [
        Due(words, condition.rule, state.month, type=(typed,))
        for found, condition, words, typed in asked(position)
        if (found.away or relations.enemies(state, found.power))
        and state.month.year >= max(found.year or 0, condition.first or 0)
        and state.revolution.stage >= (condition.stage or 0)
    ]


def asked(position: Position[Campaign]) -> list[tuple[Card, Condition, str, str]]:
    """What the table may have to say and has not said: the counter, by what, what happens then, what to type."""
    return [f for f in _asked(position) if position.state.month.year < (f[0].leaves or 9999)]


def _asked(position: Position[Campaign]) -> Iterator[tuple[Card, Condition, str, str]]:
    state = position.state
    known = conditions(position.rulebook)
    for c in cards(position.rulebook).values():
        leader = state.leaders.get(c.name)
        if c.away and c.kept_away and (leader is None or leader.status not in GONE):
            yield c, known[c.away], *_kept_away(position, c, c.kept_away)
        if leader is None and c.arrives and known[c.arrives].asked:
            old = state.leaders.get(c.replaces or "")
            winner = state.leaders.get(known[c.arrives].wins or "")
            if (c.replaces and (old is None or old.status in (*GONE, "awaited"))) or (
                winner and winner.status == "dead"
            ):
                continue
            once = f"once {known[c.arrives].words}"
            if c.replaces:
                typed = "eia-ref revolution corps N" if known[c.arrives].corps else _typed("promote", c.replaces)
                yield c, known[c.arrives], f"{c.replaces} becomes {c.name} {once}", typed
            else:
                yield c, known[c.arrives], f"{c.name} comes {once}", _typed("arrive", c.name)
        elif leader and leader.status not in GONE and c.goes and known[c.goes].asked:
            yield c, known[c.goes], f"{c.name} goes once {known[c.goes].words}", _typed("leave", c.name)


def _kept_away(position: Position[Campaign], found: Card, kept: str) -> tuple[str, str]:
    """What keeps a leader away, or that it is over: the words, and what to type (LD-B1)."""
    if stays_away(position, found.name):
        over = position.rulebook.table("in-force")[kept]["over"]
        return f"{found.name} may serve again once {over}", _typed("arrive", found.name)
    words = position.rulebook.table("in-force")[kept]["words"]
    return f"{found.name} does not serve once {words}", _typed("leave", found.name)


def _typed(command: str, name: str) -> str:
    return f'eia-ref leaders {command} {as_typed(name)} --because "REASON"'


def _status(position: Position[Campaign], power: str | None) -> list[Section]:
    """A power's leaders, for `status POWER`."""
    if power is None:
        return []
    rows = []
    for name, leader in position.state.leaders.items():
        found = card(position, name)
        if side_served(position, found) == power and leader.status not in GONE:
            rows.append([name, found.rating, status_in_words(position.state, name)])
    return [("Leaders", rows)] if rows else []


SUBJECT = Subject(
    agenda=_agenda,
    status=_status,
)
