"""What other subjects tell of, and whom it brings, lets rise or takes: battles, surrenders, declarations of war."""

from __future__ import annotations

from collections.abc import Sequence

from eia_ref.core.adjudication import Sheet
from eia_ref.core.calendar import Month
from eia_ref.core.effects import Ends, as_a
from eia_ref.core.position import Position
from eia_ref.core.state import InForce
from eia_ref.empires import relations
from eia_ref.empires.effects import LeaderIs
from eia_ref.empires.facts import Commanded, DeclaredWar, Won, WonAtSea
from eia_ref.empires.lasting import begin
from eia_ref.empires.leaders.arrivals import (
    PACIFIST_NO_MORE,
    arrive,
    awaits,
    leave,
    next_condition,
    pacifist_no_more,
    promote,
)
from eia_ref.empires.leaders.leaders import AT_HAND, GONE, change
from eia_ref.empires.leaders.rolls import owe_roll
from eia_ref.empires.leaders.roster import Card, cards, conditions, forms, pacifist
from eia_ref.empires.state import Campaign


def happened(sheet: Sheet[Campaign], what: str) -> None:
    """A condition of leaders.toml is met, now: whom it brings, lets rise or takes. Nothing twice."""
    condition = conditions(sheet.rulebook)[what]
    year = sheet.state.month.year
    if year < (condition.first or 0):
        return
    for found in cards(sheet.rulebook).values():
        leader = sheet.state.leaders.get(found.name)
        if found.goes == what and leader and leader.status not in GONE:
            leave(sheet, found.name, condition.rule)
        elif found.arrives == what and leader is None and year < (found.leaves or 9999) and _may_come(sheet, found):
            if found.replaces:
                promote(sheet, found.name)
            elif year < (found.year or 0):
                awaits(sheet, found, Month(f"{found.year}-01"))
            else:
                arrive(sheet, found.name)


def _may_come(position: Position[Campaign], found: Card) -> bool:
    """Whether the one a counter replaces has come and is not lost; true of a first counter."""
    if not found.replaces:
        return True
    old = position.state.leaders.get(found.replaces)
    return old is not None and old.status not in (*GONE, "awaited")


def _happened(sheet: Sheet[Campaign], field: str, whom: str) -> None:
    for what, condition in conditions(sheet.rulebook).items():
        if getattr(condition, field) == whom:
            happened(sheet, what)


def surrendered(sheet: Sheet[Campaign], news: Sequence[InForce], before: Campaign) -> None:
    """A power has surrendered to another: Blücher comes (LD-P3), Brunswick goes (LD-P2)."""
    for new in news:
        if new.whom and new.against in sheet.state.powers:
            _happened(sheet, "surrenders", new.whom)


def won_at_sea(sheet: Sheet[Campaign], news: Sequence[WonAtSea], before: Campaign) -> None:
    """A power has won a battle at sea: Nelson comes (NL-2)."""
    for new in news:
        _happened(sheet, "wins_at_sea", new.power)


def won(sheet: Sheet[Campaign], news: Sequence[Won], before: Campaign) -> None:
    """A leader has won in command: Barclay rises (LD-R2), Kutuzov brings Yermolov (LD-R3), corps are counted."""
    for new in news:
        if new.corps:
            _count_corps(sheet, new.leader, new.corps)
        if new.field:
            _happened(sheet, "wins", forms(sheet.rulebook).get(new.leader, (new.leader,))[0])


def _count_corps(sheet: Sheet[Campaign], name: str, corps: int) -> None:
    """Counts the corps that Bonaparte has beaten, where he rises by them (LD-F5, LD-F6, R-152)."""
    condition = next_condition(sheet.rulebook, name)
    leader = sheet.state.leaders.get(name)
    if not (condition and condition.corps and leader):
        return
    count = (leader.count or 0) + corps
    waits = "" if sheet.state.revolution.stage >= (condition.stage or 0) else "; he can't rise before stage 47"
    words = f"{name} has beaten {count} of the {condition.corps} enemy corps he needs to rise{waits}."
    sheet.say(words, condition.rule, "R-152")
    sheet.apply(LeaderIs(leader=name, was=leader, now=leader.model_copy(update={"count": count})))


def commanded(sheet: Sheet[Campaign], news: Sequence[Commanded], before: Campaign) -> None:
    """Leaders have commanded in a battle, and casualty rolls are to come (LC-1)."""
    for new in news:
        owe_roll(sheet, *new.leaders)


def declared_war(sheet: Sheet[Campaign], news: Sequence[DeclaredWar], before: Campaign) -> None:
    """A power has declared war, and not because an ally called it: Austria's keeps Charles away (LD-A1)."""
    for new in news:
        if new.power == pacifist(sheet.rulebook).power and not new.by_call:
            keep_pacifist_away(sheet)


def poland_destroyed(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """Poland is no more: Kościuszko goes (LD-M4)."""
    happened(sheet, "Poland destroyed")


def keep_pacifist_away(sheet: Sheet[Campaign]) -> None:
    """Charles is off the map for some months, the present one counted (LD-A1, R-07)."""
    pacifist_no_more(sheet)
    if relations.in_force(sheet.state, PACIFIST_NO_MORE):
        return
    found = pacifist(sheet.rulebook)
    name, away, special = found.name, str(found.kept_away), found.has("pacifist")
    assert special
    assert special.value
    until = sheet.state.month.plus(special.value)
    leader = sheet.state.leaders.get(name)
    words = f"{found.power} has declared war: {name} is away to the end of {until.plus(-1).name}."
    if leader is None or leader.status == "awaited":
        if until > Month(f"{found.year}-01"):
            sheet.say(words, "LD-A1", "R-07")
            change(sheet, name, "awaited", until=until, rule="LD-A1")
    elif leader.status in AT_HAND or (leader.until and leader.until < until):
        sheet.say(words, "LD-A1", "R-07")
        change(sheet, name, "off the map", until=until, rule="LD-A1")
    elif leader.status in ("prisoner", "in exile"):
        if before := relations.in_force(sheet.state, away):
            sheet.apply(as_a(Ends, before))
        sheet.say(f"{words[:-1]}, whenever his captivity or exile is over.", "LD-A1", "R-162")
        begin(sheet, away, until=until)
