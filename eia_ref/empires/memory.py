"""What may come into force, and what may be left open, by the rules' data; and both in words."""

from __future__ import annotations

from typing import Any, Unpack

from eia_ref.core.adjudication import Sheet
from eia_ref.core.calendar import Month
from eia_ref.core.effects import Begins, Ends, as_a
from eia_ref.core.errors import CantApply, NotAllowed
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import Concerned, Decision, InForce
from eia_ref.core.turn import Turn
from eia_ref.empires.effects import Once, Owes
from eia_ref.empires.endings import first_month_without
from eia_ref.empires.powers import all_powers, phase_of
from eia_ref.empires.relations import ALLIANCE, WAR, between
from eia_ref.empires.state import Campaign, Mark

OWN_WORDS = "WHAT WAS DECIDED"  # where the table's own words answer a decision


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


def only_once(sheet: Sheet[Campaign], what: Mark, already: str, hint: str = "", code: str = "once") -> None:
    """Marks something as done that is done once in a month; refuses it a second time, in these words."""
    if what in sheet.state.once:
        raise NotAllowed(already, hint, code)
    mark(sheet, what)


def mark(sheet: Sheet[Campaign], what: Mark) -> None:
    """Keeps something in mind to the end of the month, however often it is said."""
    if what not in sheet.state.once:
        sheet.apply(Once(month=sheet.state.month, **{name: getattr(what, name) for name in Mark.model_fields}))


def owe(
    sheet: Sheet[Campaign], power: str, what: str, rule: str, on: str, by: str, phase: Month | None = None
) -> Month:
    """Makes something wait for the power's next economic phase, or for `phase`; which that is (R-06, R-12)."""
    phase = phase or phase_of(sheet, power)
    since = sheet.state.month
    sheet.apply(Owes(id=sheet.new_id(), what=what, rule=rule, power=power, on=on, by=by, since=since, phase=phase))
    return phase


def in_words(rulebook: Rulebook, thing: InForce) -> str:
    """Something in force, for people: `famine (Bavaria): no money from the area, forage value 0`."""
    return f"{thing.name}: {rulebook.table('in-force')[thing.what]['words']}"


def over(rulebook: Rulebook, thing: InForce) -> str:
    """The end of something in force, for people, with what follows from it where anything does."""
    data = rulebook.table("in-force")[thing.what]
    return f"{thing.name}: {data.get('over', data['words'])}"


def leave_open(sheet: Sheet[Campaign], about: str, whom: str | None = None, detail: str | None = None) -> None:
    """Leaves a decision of decisions.toml open, with its question in words."""
    rule = sheet.rulebook.table("decisions")[about]["rule"]
    sheet.leave_open(about, rule, _asked(sheet.rulebook, about, whom, detail), whom, detail)


def question(rulebook: Rulebook, decision: Decision) -> str:
    """What is to be decided, in words."""
    return _asked(rulebook, decision.about, decision.whom, decision.detail)


def _asked(rulebook: Rulebook, about: str, whom: str | None, detail: str | None) -> str:
    text: str = rulebook.table("decisions")[about]["question"]
    return text.format(whom=whom, detail=detail)


def takes_any_words(rulebook: Rulebook, decision: Decision) -> bool:
    """Whether the table's own words answer a decision, beside the answers there are."""
    data = rulebook.table("decisions")[decision.about]
    return bool(data.get("free")) or not answers(rulebook, decision)


def own_words(rulebook: Rulebook, decision: Decision) -> str:
    """What the table's own words are, as a placeholder: `FACTORS`."""
    own: str = rulebook.table("decisions")[decision.about].get("own", OWN_WORDS)
    return own


def answers(rulebook: Rulebook, decision: Decision) -> dict[str, dict[str, Any]]:
    """The answers a decision takes, by word, each with what it does; none where only the table's own words do."""
    data = rulebook.table("decisions")[decision.about]
    every: dict[str, Any] = data.get("powers") or data.get("others", {})
    if not every and "answers" not in data:
        return {}
    meant = [p for p in all_powers(rulebook) if "powers" in data or p != decision.whom]
    named = {p: {**every, "power": p} for p in meant} if every else {}
    return {**named, **data.get("answers", {})}
