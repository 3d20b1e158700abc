"""The economic phase: what a power collects, with everything that changes it; what it spends; what is put right.

What changes a collection is data: `on` and `by` of what an event makes wait (owed), and `collect` of a thing in
force (in-force.toml). On: taxes, trade, colonial trade, income (of its own, beside them), manpower, money (saved),
upkeep. By: `x2`, `x1/2`, `x0`, `+20% rounded up`, `+5`, `-15`. What a power owes another is on `pays`: `1/2 of its
printed home tax, rounded up`, or in words that leave the amount to be said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.effects import as_a
from eia_ref.core.errors import NotAllowed, RefereeError, quoted
from eia_ref.core.frozen import Frozen
from eia_ref.core.game import Due
from eia_ref.core.names import fold
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import InForce
from eia_ref.empires import relations
from eia_ref.empires.effects import Manpower, Money, Once, Owes, Settles
from eia_ref.empires.politics import territory
from eia_ref.empires.powers import collected, economic_months, find_power, next_phase
from eia_ref.empires.state import Campaign, Owed
from eia_ref.empires.subjects import Section, Subject

FIGURES = ("taxes", "trade", "manpower")
OPTION = {"taxes": "--tax", "trade": "--trade", "manpower": "--manpower"}
MOST = 9999  # more than any power collects, saves or spends
SHARE = re.compile(r"(?P<times>\d+)/(?P<part>[1-9]\d*) of its printed home tax, rounded up")
PAYS_TO = "reparations to "
BY = re.compile(r"x(?P<times>\d+)(?:/(?P<part>[1-9]\d*))?|(?P<percent>[+-]\d+)% rounded up|(?P<fixed>[+-]\d+)")


@dataclass(frozen=True)
class Step:
    """One thing that changes a figure: what it is called, by how much, by which rule; `owed` where it is used up."""

    what: str
    by: str
    rule: str
    owed: Owed | None = None

    @property
    def order(self) -> int:
        """R-110: what multiplies, then what divides, then percentages, then fixed amounts."""
        found = _parsed(self.by)
        if found["times"]:
            return 1 if found["part"] else 0
        return 2 if found["percent"] else 3

    def on(self, figure: int) -> int:
        """The figure changed by it, rounded up, never below 0 (R-02, R-110)."""
        found = _parsed(self.by)
        if found["times"]:
            exact = figure * Fraction(int(found["times"]), int(found["part"] or 1))
        elif found["percent"]:
            exact = figure + Fraction(figure * int(found["percent"]), 100)
        else:
            exact = Fraction(figure + int(found["fixed"]))
        return max(0, -(-exact.numerator // exact.denominator))


def _parsed(by: str) -> dict[str, str]:
    found = BY.fullmatch(by)
    if found is None:
        raise RefereeError(f"the rules change a collection by {quoted(by)}, which nobody can read", code="bad-rules")
    return found.groupdict()


# --- Collecting ------------------------------------------------------------------------------------------------


class CollectRequest(Frozen):
    """`economy collect`: what a power collects by the board, in $ and manpower, before anything changes it.

    `home_tax`, as printed, and `reparations` are asked for where it owes reparations that need them.
    """

    power: str
    tax: int | None = None
    trade: int | None = None
    manpower: int | None = None
    home_tax: int | None = None
    reparations: int | None = None


def collect(request: CollectRequest, sheet: Sheet[Campaign]) -> None:
    """A power collects: each figure as on the board, what changes it step by step, what it comes to (R-110)."""
    power = _in_play(request.power, sheet)
    month = sheet.state.month
    if month.number not in economic_months(sheet.rulebook):
        phase = next_phase(sheet.rulebook, month).name
        raise NotAllowed(f"{month.name} has no economic phase (R-05)", f"the next one is that of {phase}", "no-phase")
    if collected(power) in sheet.state.once:
        raise NotAllowed(
            f"{power} has collected in {month.name} already (R-114)",
            f"what was wrong is put right by eia-ref void N, or eia-ref economy adjust {power}",
            "collected",
        )
    said = {"taxes": request.tax, "trade": request.trade, "manpower": request.manpower}
    figures = {on: _figure(OPTION[on], n, f"{on} of {power} as collected on the board") for on, n in said.items()}
    if power == "Britain":
        _egypt_first(sheet)
    pays = list(_reparations(request, power, sheet.state))
    income = 0
    for on in FIGURES:
        steps = changing(sheet.rulebook, sheet.state, power, on)
        sheet.say(f"{on.capitalize()}: {_amount(on, figures[on])} by the board.", "R-05")
        _left_out(on, sheet)
        figures[on] = _worked_out(figures[on], on, steps, sheet)
        income += figures[on] if on != "manpower" else 0
    if power == "Britain" and sheet.state.colonial_trade:
        sheet.say(f"Colonial trade: {sheet.state.colonial_trade}$.", "R-13")
        steps = changing(sheet.rulebook, sheet.state, power, "colonial trade")
        income += _worked_out(sheet.state.colonial_trade, "colonial trade", steps, sheet)
    income += _of_its_own(power, sheet)
    sheet.apply(Once(month=month, what=collected(power)))
    if income:
        sheet.apply(Money(power=power, change=income))
    if figures["manpower"]:
        sheet.apply(Manpower(power=power, change=figures["manpower"]))
    gone = _from_treasury(power, sheet) + sum(_pay(power, owed, due, sheet) for owed, due in pays)
    if not figures["manpower"] and (enemies := relations.enemies(sheet.state, power)):
        says = f"{power} has no manpower to collect: it must sue for peace at once, and take any kind of peace"
        sheet.say(f"{says}; at war with {', '.join(enemies)}.", "FP-1")
    has = sheet.state.power(power)
    into = f"{income}$ and {figures['manpower']} manpower come in" + (f", {gone}$ go" if gone else "")
    sheet.say(f"{into}: {power} has {has.money}$ and {has.manpower} manpower.", "R-110")
    sheet.outcome = f"{power} collects {income}$ and {figures['manpower']} manpower"


def changing(rulebook: Rulebook, state: Campaign, power: str, on: str) -> list[Step]:
    """What changes that figure of a power in this month's economic phase, in the order it is applied (R-110)."""
    stands = [step for thing in state.in_force if (step := _standing(rulebook, state, thing, power, on))]
    owed = [
        Step(o.what, o.by, o.rule, o) for o in state.owed if (o.power, o.on) == (power, on) and o.phase <= state.month
    ]
    return sorted([*stands, *owed], key=lambda step: step.order)


def _standing(rulebook: Rulebook, state: Campaign, thing: InForce, power: str, on: str) -> Step | None:
    """What a thing in force does to that figure of the power it concerns: in its months, or only while at war."""
    does: dict[str, Any] | None = rulebook.table("in-force")[thing.what].get("collect")
    if not does or does["on"] != on or (thing.whom or does.get("whom")) != power:
        return None
    if state.month.number not in does.get("months", [state.month.number]):
        return None
    if does.get("at_war") and not relations.enemies(state, power):
        return None
    if beside(state, power, does):
        return None
    return Step(thing.what, does["by"], thing.rule)


def beside(state: Campaign, power: str, does: dict[str, Any]) -> list[str]:
    """The enemies a power fights together with whoever pays it nothing while it does (PL-9, R-250)."""
    other = does.get("not_beside")
    return [e for e in relations.enemies(state, power) if other and relations.at_war(state, other, e)]


def _of_its_own(power: str, sheet: Sheet[Campaign]) -> int:
    """What comes in beside taxes and trade, or does not because who pays it is at war beside the power (R-250)."""
    income = 0
    for step in changing(sheet.rulebook, sheet.state, power, "income"):
        sheet.say(f"{step.what}: {step.by}$.", step.rule, "R-250")
        income += step.on(0)
    for thing in sheet.state.in_force:
        does = sheet.rulebook.table("in-force")[thing.what].get("collect", {})
        foes = beside(sheet.state, power, does) if (thing.whom or does.get("whom")) == power else []
        if foes:
            payer = does["not_beside"]
            sheet.say(
                f"{thing.what}: nothing. {payer} and {power} fight {' and '.join(foes)} together, and the money and "
                f"manpower of {payer} go into its own units.",
                *("PL-9", "R-250"),
            )
    return income


def _left_out(on: str, sheet: Sheet[Campaign]) -> None:
    """Which areas no part of a figure may come from (EV-50, EV-59)."""
    areas: dict[tuple[str, str], list[str]] = {}
    for thing in sheet.state.in_force:
        if thing.where and sheet.rulebook.table("in-force")[thing.what].get("left_out") == on:
            areas.setdefault((thing.what, thing.rule), []).append(thing.where)
    for (what, rule), where in areas.items():
        sheet.say(f"None of it from {', '.join(where)}: {what}.", rule)


def _worked_out(figure: int, on: str, steps: Sequence[Step], sheet: Sheet[Campaign]) -> int:
    """The figure after each step, told step by step; what was owed is used up."""
    for step in steps:
        was, figure = figure, step.on(figure)
        sheet.say(f"{step.what}, {step.by}: {_amount(on, was)} becomes {_amount(on, figure)}.", step.rule, "R-110")
        if step.owed:
            sheet.apply(as_a(Settles, step.owed))
    return figure


def _from_treasury(power: str, sheet: Sheet[Campaign]) -> int:
    """What is taken from, or put to, the money saved, after all has come in; what goes in all (R-115)."""
    gone = 0
    for step in changing(sheet.rulebook, sheet.state, power, "money"):
        saved = sheet.state.power(power).money
        change = step.on(saved) - saved
        if change:
            sheet.apply(Money(power=power, change=change))
        short = int(step.by) - change if step.order == 3 else 0
        less = f"; {-short}$ more it does not have" if short else ""
        sheet.say(f"{step.what}, {step.by}$: {saved}$ becomes {saved + change}$ saved{less}.", step.rule, "R-115")
        if step.owed:
            sheet.apply(as_a(Settles, step.owed))
        gone -= change
    return gone


def _egypt_first(sheet: Sheet[Campaign]) -> None:
    """Britain's trade waits for the answer about Egypt, where an enemy has it (SP-5)."""
    due = next(iter(territory.agenda(sheet.rulebook, sheet.state)), None)
    if due:
        raise NotAllowed(f"Britain can't collect yet: {due.what} (SP-5)", f"first: {due.type[0]}", "egypt")


def _reparations(request: CollectRequest, power: str, state: Campaign) -> Iterator[tuple[Owed, int]]:
    """What a power owes others in this phase, and how much that is; asks for the figures it needs by name."""
    for owed in state.owed:
        if (owed.power, owed.on) != (power, "pays") or owed.phase > state.month:
            continue
        if share := SHARE.fullmatch(owed.by):
            tax = _figure("--home-tax", request.home_tax, f"printed home tax of {power}, for its {owed.what}")
            yield owed, -(-tax * int(share["times"]) // int(share["part"]))
        else:
            yield owed, _figure("--reparations", request.reparations, f"{owed.what}, {owed.by}")


def _pay(power: str, owed: Owed, due: int, sheet: Sheet[Campaign]) -> int:
    """Pays what is owed to another power, as far as there is money for it; how much that is (R-115)."""
    paid_now = min(due, sheet.state.power(power).money)
    to = owed.what.removeprefix(PAYS_TO)
    if paid_now:
        sheet.apply(Money(power=power, change=-paid_now))
        if to in sheet.state.powers:
            sheet.apply(Money(power=to, change=paid_now))
    less = f"; {due - paid_now}$ more it does not have" if paid_now < due else ""
    sheet.say(f"{owed.what}, {owed.by}: {power} pays {paid_now}${less}.", owed.rule, "R-115")
    sheet.apply(as_a(Settles, owed))
    return paid_now


# --- Spending --------------------------------------------------------------------------------------------------


class SpendRequest(Frozen):
    """`economy spend`: money and manpower a power spends, and on what. `upkeep`: it is the upkeep of the phase."""

    power: str
    money: int = 0
    manpower: int = 0
    on: str = ""
    upkeep: bool = False


def spend(request: SpendRequest, sheet: Sheet[Campaign]) -> None:
    """A power spends, never more than it has; upkeep at the price this phase has (EV-67)."""
    power = _in_play(request.power, sheet)
    money = _figure("the amount", request.money, "$ spent")
    manpower = _figure("--manpower", request.manpower, "manpower spent")
    what = "upkeep" if request.upkeep else " ".join(request.on.split())
    if not what:
        raise RefereeError(
            "it is not said what it is spent on", 'say so with --on "4 infantry", or --upkeep', "no-reason"
        )
    if not (money or manpower or request.upkeep):
        raise RefereeError("nothing is spent", "write how much, in $", "nothing")
    if request.upkeep:
        money = _upkeep(power, money, sheet)
    else:
        _may_buy(power, what, manpower, sheet)
    has = sheet.state.power(power)
    for need, have, unit in ((money, has.money, "$"), (manpower, has.manpower, " manpower")):
        if need > have:
            raise NotAllowed(
                f"{power} has {have}{unit}, and {what} comes to {need}{unit} (R-116)",
                "eia-ref status shows the balances; eia-ref economy adjust puts a wrong one right",
                "too-little",
            )
    if money:
        sheet.apply(Money(power=power, change=-money))
    if manpower:
        sheet.apply(Manpower(power=power, change=-manpower))
    now = sheet.state.power(power)
    sheet.say(f"{_both(money, manpower)} for {what}: {power} has {_both(now.money, now.manpower)} left.", "R-116")
    sheet.outcome = f"{power} spends {_both(money, manpower)}: {what}"


def _may_buy(power: str, what: str, manpower: int, sheet: Sheet[Campaign]) -> None:
    """Refuses troops that what is in force keeps the power from raising; says what it must raise (R-258)."""
    words = re.findall(r"\w+", fold(what))
    for thing in sheet.state.in_force:
        data = sheet.rulebook.table("in-force")[thing.what]
        if thing.whom not in (None, power):
            continue
        exempt = data.get("dominant_may") and relations.dominant(sheet.state, power)
        if {data.get("unbought"), *data.get("also", [])} & {*words} and not exempt:
            raise NotAllowed(
                f"{power} can't buy {data['unbought']} now: {data['words'].partition(';')[0]} ({thing.rule})",
                "eia-ref revolution show says how long",
                "not-raised",
            )
        if manpower and data.get("raising"):
            sheet.say(f"{data['words'][0].upper()}{data['words'][1:]}.", thing.rule)


def _upkeep(power: str, money: int, sheet: Sheet[Campaign]) -> int:
    """The price of a power's upkeep, once in an economic phase, with what makes it dearer used up."""
    month = sheet.state.month
    if month.number not in economic_months(sheet.rulebook):
        phase = next_phase(sheet.rulebook, month).name
        raise NotAllowed(
            f"{month.name} has no economic phase, and upkeep is paid in one (R-05)", f"next: {phase}", "no-phase"
        )
    if paid(power) in sheet.state.once:
        raise NotAllowed(
            f"{paid(power)} in {month.name} already (R-116)", "pay all of it as one sum; void the first", "paid"
        )
    sheet.apply(Once(month=month, what=paid(power)))
    sheet.say(f"Upkeep: {money}$ by the board.", "R-05")
    return _worked_out(money, "upkeep", changing(sheet.rulebook, sheet.state, power, "upkeep"), sheet)


# --- Putting right ---------------------------------------------------------------------------------------------


class AdjustRequest(Frozen):
    """`economy adjust`: a balance of the ledger is put right, by so much, and why."""

    power: str
    money: int = 0
    manpower: int = 0
    because: str = ""


def adjust(request: AdjustRequest, sheet: Sheet[Campaign]) -> None:
    """Puts a power's balances right. Refuses without a reason, or below 0."""
    power = _in_play(request.power, sheet)
    because = " ".join(request.because.split())
    if not because:
        raise RefereeError("a balance is put right only with a reason", 'say why: --because "..."', "no-reason")
    if not (request.money or request.manpower):
        raise RefereeError("nothing is to be put right", "say by how much: --money -3, --manpower +2", "nothing")
    has = sheet.state.power(power)
    for option, change, have in (
        ("--money", request.money, has.money),
        ("--manpower", request.manpower, has.manpower),
    ):
        if abs(change) > MOST:
            raise RefereeError(f"{option}: {change} is more than {MOST}", "write a smaller figure", "figure")
        if have + change < 0:
            raise RefereeError(
                f"{option}: {power} has {have}, and {change:+} would leave less than 0",
                f"at most {-have} can go",
                "below-zero",
            )
    if request.money:
        sheet.apply(Money(power=power, change=request.money))
    if request.manpower:
        sheet.apply(Manpower(power=power, change=request.manpower))
    now = sheet.state.power(power)
    sheet.say(f"Put right: {because}. {power} has {_both(now.money, now.manpower)}.", "R-116")
    sheet.outcome = f"{power}'s balances put right"


# --- What all of them use --------------------------------------------------------------------------------------


def _in_play(said: str, sheet: Sheet[Campaign]) -> str:
    """The power meant; refuses one that is not in play."""
    power = find_power(sheet.rulebook, said)
    if not sheet.state.power(power).in_play:
        raise NotAllowed(f"{power} is not in play", "name another power", "not-in-play")
    return power


def _figure(option: str, said: int | None, what: str) -> int:
    """A figure as said; refuses one that is missing, negative or absurd, by name."""
    if said is None:
        raise RefereeError(f"{option} is missing: {what}", f"add {option} N, {option} 0 for none", "figure")
    if not 0 <= said <= MOST:
        why = "less than 0" if said < 0 else f"more than {MOST}"
        raise RefereeError(f"{option}: {said} is {why}: {what}", f"write a figure of 0 to {MOST}", "figure")
    return said


def _amount(on: str, n: int) -> str:
    return str(n) if on == "manpower" else f"{n}$"


def _both(money: int, manpower: int) -> str:
    """An amount of money and manpower, without manpower where there is none: `12$ and 4 manpower`."""
    return f"{money}$" + (f" and {manpower} manpower" if manpower else "")


def _carry_over(sheet: Sheet[Campaign]) -> None:
    """What came to wait for this month's phase after the power had collected, or paid, waits for the next (R-114)."""
    month = sheet.state.month
    for owed in list(sheet.state.owed):
        mark = paid(owed.power) if owed.on == "upkeep" else collected(owed.power)
        if owed.phase <= month and mark in sheet.state.once:
            phase = next_phase(sheet.rulebook, month.plus(1))
            later = owed.model_copy(update={"id": sheet.new_id(), "phase": phase})
            sheet.apply(as_a(Settles, owed), as_a(Owes, later))
            sheet.say(f"{owed.power}, {owed.what}: waits for the economic phase of {phase.name}.", owed.rule, "R-114")


def paid(power: str) -> str:
    """The mark of a power that has paid its upkeep in this month's economic phase."""
    return f"{power} has paid upkeep"


def _agenda(rulebook: Rulebook, state: Campaign) -> list[Due]:
    """Who has still to collect in this month's economic phase."""
    left = [p for p in state.in_play() if collected(p) not in state.once]
    if state.month.number not in economic_months(rulebook) or not left:
        return []
    typed = ("eia-ref economy collect POWER --tax N --trade N --manpower N",)
    return [Due(f"to collect: {', '.join(left)}", "R-05", state.month, type=typed)]


def _status(rulebook: Rulebook, state: Campaign, power: str | None) -> list[Section]:
    """The manpower a power has saved; of all powers, of those that have any."""
    saved = [(p, v.manpower) for p, v in state.powers.items() if power in (None, p)]
    if power:
        return [("", [["manpower", f"{n} saved"] for _, n in saved])]
    some = ", ".join(f"{p} {n}" for p, n in saved if n)
    return [("", [["manpower saved", some]])] if some else []


SUBJECT = Subject(agenda=_agenda, month_ends=_carry_over, status=_status)
ADJUDICATORS = (
    Adjudicator("economy collect", CollectRequest, collect),
    Adjudicator("economy spend", SpendRequest, spend),
    Adjudicator("economy adjust", AdjustRequest, adjust),
)
