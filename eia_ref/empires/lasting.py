"""What lasts: things come into force and end, by the rules' data; and both in words."""

from __future__ import annotations

from typing import Unpack

from eia_ref.core.adjudication import Sheet
from eia_ref.core.effects import Begins, Ends, as_a
from eia_ref.core.errors import CantApply
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import Concerned, InForce
from eia_ref.core.turn import Turn
from eia_ref.empires.endings import first_month_without
from eia_ref.empires.relations import ALLIANCE, WAR, between
from eia_ref.empires.state import Campaign


def begin(
    sheet: Sheet[Campaign],
    what: str,
    months: int | None = None,
    until: Turn | None = None,
    rule: str = "",
    **concerns: Unpack[Concerned],
) -> InForce:
    """Brings something of in-force.toml into force, to the end its data give it, or `until`, or `months` (R-07).

    `until` is the first month in which it is over; `rule` what brings it, where that is not the one of its data;
    `concerns` are the fields of Concerns, as `whom="France", against="Austria"`.
    Raises CantApply for a war or an alliance there is already, for one side twice, and for no month at all.
    """
    data = sheet.rulebook.table("in-force")[what]
    month = sheet.state.month
    _refuse_odd(sheet.state, what, concerns.get("whom"), concerns.get("against"), months, until)
    if until:
        pass
    elif lasts := months or data.get("months"):
        until = month.plus(lasts)
    else:
        until = first_month_without(sheet, what)
    begun = Begins(
        id=sheet.new_id(),
        what=what,
        rule=rule or data["rule"],
        since=month,
        until=until,
        **concerns,
    )
    sheet.cite(begun.rule)
    sheet.apply(begun)
    return begun


def _refuse_odd(
    state: Campaign, what: str, whom: str | None, against: str | None, months: int | None, until: Turn | None
) -> None:
    if whom and whom == against:
        raise CantApply(f"{what}: {whom} can't be both sides")
    if what in (WAR, ALLIANCE) and whom and against and between(state, what, whom, against):
        raise CantApply(f"there is {'a' if what == WAR else 'an'} {what} of {whom} and {against} already")
    if (months is not None and months < 1) or (until is not None and until <= state.month):
        raise CantApply(f"{what} would be over before it begins")


def end(sheet: Sheet[Campaign], thing: InForce, *rules: str) -> None:
    """Ends something in force before its time, and says so, by these rules or its own."""
    sheet.apply(as_a(Ends, thing))
    sheet.say(f"Over: {over(sheet.rulebook, thing)}.", *(rules or (thing.rule,)))


def in_words(rulebook: Rulebook, thing: InForce) -> str:
    """Something in force, for people: `famine (Bavaria): no money from the area, forage value 0`."""
    return f"{thing.name}: {rulebook.table('in-force')[thing.what]['words']}"


def over(rulebook: Rulebook, thing: InForce) -> str:
    """The end of something in force, for people, with what follows from it where anything does."""
    data = rulebook.table("in-force")[thing.what]
    return f"{thing.name}: {data.get('over', data['words'])}"
