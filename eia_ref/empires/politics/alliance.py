"""Alliances: made, broken, run out, and called upon (House rules, alliances; R-30)."""

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.calendar import Month
from eia_ref.core.charts import figure
from eia_ref.core.effects import Ends, as_a
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.empires.charts import POINTS
from eia_ref.empires.lasting import begin
from eia_ref.empires.points import move_points
from eia_ref.empires.politics.declaration import Declaration, DowRequest, prepare
from eia_ref.empires.politics.declare import carry_out
from eia_ref.empires.politics.forbidden import bar_of_call
from eia_ref.empires.politics.price import surcharge
from eia_ref.empires.relations import ALLIANCE, WAR, allied, allies, at_war, between, in_force
from eia_ref.empires.state import Campaign

FORMER = ("ex-ally", "insulted ally")  # what a broken alliance leaves


class AllyRequest(Frozen):
    """`pp ally`: two powers; `last` is the alliance's last month, if it has one."""

    power: str
    other: str
    last: Month | None = None


class BreakRequest(Frozen):
    """`pp break`: who breaks with whom."""

    power: str
    other: str


class CallRequest(Frozen):
    """`pp call`: who calls which ally against whom; the ally answers, refuses, or breaks with one of two allies.

    `invaded` and `apart` are the ally's, as in a declaration of its own.
    """

    power: str
    ally: str
    against: str
    refuse: bool = False
    breaks: str | None = None
    invaded: bool = False
    apart: bool = False

    def war(self) -> DowRequest:
        """The ally's declaration of war, if it answers."""
        return DowRequest(power=self.ally, against=self.against, call=True, invaded=self.invaded, apart=self.apart)


# --- pp ally ---------------------------------------------------------------------------------------------------


def ally(sheet: Sheet[Campaign], request: AllyRequest) -> None:
    """Makes an alliance: 1 point for each, unless it has an end (AL-3). Either order is the same pair."""
    one, other, state = request.power, request.other, sheet.state
    _two(one, other)
    if found := between(state, ALLIANCE, one, other):
        raise NotAllowed(f"{one} and {other} are allied already, since {found.since.name} (R-177)", code="allied")
    if war := between(state, WAR, one, other):
        raise NotAllowed(f"{one} and {other} are at war since {war.since.name} (R-177)", code="at-war")
    _may_ally(state, one, other)
    for thing in state.in_force:  # who breaks next is told by the new alliance (AL-12)
        if thing.what in FORMER and {thing.whom, thing.against} == {one, other}:
            sheet.apply(as_a(Ends, thing))
    if request.last is None:
        begin(sheet, ALLIANCE, whom=one, against=other)
        sheet.say(f"{one} and {other} are allied.", "R-30")
        for power in (one, other):
            points = figure(sheet, POINTS, "alliance made")
            sheet.say(f"{power}: {points:+} PP for the alliance.", "R-30")
            move_points(sheet, power, points)
        sheet.outcome = f"{one} and {other} are allied"
    else:
        if request.last < state.month:
            raise RefereeError(
                f"{request.last.name} is past: it is {state.month.name}",
                "--until names the alliance's last month",
                "past",
            )
        begin(sheet, ALLIANCE, whom=one, against=other, until=request.last.plus(1))
        sheet.say(f"{one} and {other} are allied to the end of {request.last.name}.", "AL-2")
        sheet.say("An alliance with an end date earns no points.", "AL-3")
        sheet.outcome = f"{one} and {other} are allied to the end of {request.last.name}"
    if "Turkey" in (one, other):
        sheet.say("Turkey may let others pass the Dardanelles on any terms.", "AL-1")


def _two(one: str, other: str) -> None:
    """Refuses a power with itself."""
    if one == other:
        raise NotAllowed(f"{one} is named twice (R-177)", "name two powers", "on-itself")


def _may_ally(state: Campaign, one: str, other: str) -> None:
    """The alliances the Revolution forbids (FR-21c, FR-25b)."""
    pair = {one, other}
    if "France" not in pair:
        return
    if (thing := in_force(state, "allies of France: Turkey only")) and "Turkey" not in pair:
        raise NotAllowed(f"France can ally with Turkey only, until stage 49 ({thing.rule})", code="french-alliance")
    if (thing := in_force(state, "Austria no ally of France")) and "Austria" in pair:
        raise NotAllowed(f"Austria can't ally with France until stage 49 ({thing.rule})", code="french-alliance")


# --- pp break --------------------------------------------------------------------------------------------------


def break_off(sheet: Sheet[Campaign], request: BreakRequest) -> None:
    """Breaks an alliance: the one who breaks pays, and a war on the former ally is dearer for a while."""
    _two(request.power, request.other)
    break_alliance(sheet, request.power, request.other)
    sheet.outcome = f"{request.power} breaks with {request.other}"


def break_alliance(sheet: Sheet[Campaign], power: str, other: str, points: int | None = None) -> None:
    """The power breaks with its ally, at the chart's price or another; free after a diplomatic insult (EV-90)."""
    thing = between(sheet.state, ALLIANCE, power, other)
    if thing is None:
        have = allies(sheet.state, power)
        raise NotAllowed(
            f"{power} and {other} are not allied (R-177)",
            f"allies of {power}: {', '.join(have)}" if have else "",
            "not-allied",
        )
    sheet.apply(as_a(Ends, thing))
    sheet.say(f"{power} breaks its alliance with {other}, made in {thing.since.name}.", "R-30")
    months = -surcharge(sheet)  # 1 less with each month waited (AL-7)
    if points is None and (insult := in_force(sheet.state, "diplomatic insult", power)):
        sheet.apply(as_a(Ends, insult))
        begin(sheet, "insulted ally", whom=power, against=other, until=insult.until)
        if insult.until and insult.until < sheet.state.month.plus(months):
            begin(sheet, "ex-ally", whom=power, against=other, months=months)
        sheet.say(
            f"{power} was insulted: this break is free, and a war on {other} has no extra cost.",
            *("EV-90", "R-102"),
        )
        return
    if months:
        begin(sheet, "ex-ally", whom=power, against=other, months=months)
        costs = [f"{-surcharge(sheet)} PP more this month"]
        costs += [f"{-surcharge(sheet, 1)} next month"] if months > 1 else []
        sheet.say(f"A war of {power} on {other} costs {', '.join(costs)}.", "AL-6", "AL-7")
    sheet.say(f"A war of {other} on {power} costs nothing extra for it.", "AL-12")
    if points is None:
        points = figure(sheet, POINTS, "alliance broken")
        sheet.say(f"{power}: {points:+} PP for the break.", "R-30")
    if points:
        move_points(sheet, power, points)


# --- pp call ---------------------------------------------------------------------------------------------------


def call(sheet: Sheet[Campaign], request: CallRequest) -> None:
    """An ally is called to war: it declares war, refuses, or, allied with both, breaks with one (AL-8).

    Whoever may not declare that war can't be called, and neither pays nor loses its alliance (R-281).
    """
    caller, called, enemy = request.power, request.ally, request.against
    state = sheet.state
    _two(caller, called)
    if not allied(state, caller, called):
        raise NotAllowed(f"{caller} and {called} are not allied (R-175)", code="not-allied")
    if not at_war(state, caller, enemy):
        raise NotAllowed(f"{caller} is not at war with {enemy} (R-175)", code="not-at-war")
    if at_war(state, called, enemy):
        raise NotAllowed(f"{called} is at war with {enemy} already (R-175)", code="at-war")
    declaration = prepare(sheet, request.war())
    if bar := bar_of_call(state, declaration):
        hint = f"nothing is paid, and its alliance with {caller} stands" + (f"; {bar.hint}" if bar.hint else "")
        raise NotAllowed(f"{called} can't be called (R-281): {bar.says}", hint, bar.code)
    sheet.say(f"{caller} calls {called} to war on {enemy}.", "R-175")
    if allied(state, called, enemy):
        _between_allies(sheet, request, declaration)
    elif request.breaks:
        raise RefereeError(
            f"{called} is not allied with {enemy}, and need not break with anybody", "leave out --break", "break"
        )
    elif request.refuse:
        points = figure(sheet, POINTS, "call refused")
        sheet.say(f"{called} refuses: {points:+} PP, and the alliance is broken.", "R-175")
        break_alliance(sheet, called, caller, points)
        sheet.outcome = f"{called} refuses the call of {caller}"
    else:
        carry_out(sheet, declaration)


def _between_allies(sheet: Sheet[Campaign], request: CallRequest, declaration: Declaration) -> None:
    """Called by an ally against an ally, a power breaks with one of them (AL-8)."""
    caller, called, enemy = request.power, request.ally, request.against
    if request.refuse and request.breaks == enemy:
        raise RefereeError(
            f"{called} can't refuse {caller} and break with {enemy} for it", "--refuse, or --break, not both", "both"
        )
    breaks = request.breaks or (caller if request.refuse else None)
    if breaks not in (caller, enemy):
        raise NotAllowed(
            f"{called} is allied with {caller} and with {enemy}: it has to break with one of them (AL-8)",
            f"--break {caller} or --break {enemy}",
            "two-allies",
        )
    sheet.say(f"{called} is allied with both and has to break with one: it breaks with {breaks}.", "AL-8")
    break_alliance(sheet, called, breaks)
    if breaks == enemy:
        carry_out(sheet, declaration)
    else:
        sheet.outcome = f"{called} breaks with {caller}"


ADJUDICATORS = (
    Adjudicator("pp ally", AllyRequest, ally),
    Adjudicator("pp break", BreakRequest, break_off),
    Adjudicator("pp call", CallRequest, call),
)
