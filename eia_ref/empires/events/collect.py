"""What a power collects in an economic phase, with everything that changes it, and what it owes then.

What a power owes another is on `pays`: `1/2 of its printed home tax, rounded up`, or in words that leave the amount
to be said.
"""

import re
from collections.abc import Iterator

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.effects import as_a
from eia_ref.core.errors import NotAllowed
from eia_ref.core.frozen import Frozen
from eia_ref.core.position import Position
from eia_ref.empires import relations
from eia_ref.empires.effects import Manpower, Money, Owes, Settles
from eia_ref.empires.events.figures import amount, beside, changing, figure, in_play, paid, worked_out
from eia_ref.empires.marks import mark
from eia_ref.empires.places import ottoman
from eia_ref.empires.politics import egypt
from eia_ref.empires.politics.forced import sue_for_peace
from eia_ref.empires.powers import collected, economic_months, next_phase
from eia_ref.empires.scenario import scenario
from eia_ref.empires.state import Campaign, Owed
from eia_ref.empires.subjects import Section, Subject

FIGURES = ("taxes", "trade", "manpower")
OPTION = {"taxes": "--tax", "trade": "--trade", "manpower": "--manpower"}
SHARE = re.compile(r"(?P<times>\d+)/(?P<part>[1-9]\d*) of its printed home tax, rounded up")
PAYS_TO = "reparations to "


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


def collect(sheet: Sheet[Campaign], request: CollectRequest) -> None:
    """A power collects: each figure as on the board, what changes it step by step, what it comes to (R-110)."""
    power = in_play(sheet, request.power)
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
    figures = {on: figure(OPTION[on], n, f"{on} of {power} as collected on the board") for on, n in said.items()}
    if power == "Britain":
        _egypt_first(sheet)
    if power == "Spain" and relations.dominant(sheet.state, power):
        sheet.say("Spain is dominant: its gold convoy roll has 2 more, and comes to 12 at most.", "DM-1")
    pays = list(_reparations(sheet.state, request, power))
    income = 0
    for on in FIGURES:
        steps = changing(sheet, power, on)
        sheet.say(f"{on.capitalize()}: {amount(on, figures[on])} by the board.", "R-05")
        _left_out(sheet, on)
        _halved(sheet, power, on)
        figures[on] = worked_out(sheet, figures[on], on, steps)
        income += figures[on] if on != "manpower" else 0
    if power == "Britain" and sheet.state.colonial_trade:
        sheet.say(f"Colonial trade: {sheet.state.colonial_trade}$.", "R-13")
        steps = changing(sheet, power, "colonial trade")
        income += worked_out(sheet, sheet.state.colonial_trade, "colonial trade", steps)
    income += _of_its_own(sheet, power)
    mark(sheet, collected(power))
    if income:
        sheet.apply(Money(power=power, change=income))
    if figures["manpower"]:
        sheet.apply(Manpower(power=power, change=figures["manpower"]))
    gone = _from_treasury(sheet, power) + sum(_pay(sheet, power, owed, due) for owed, due in pays)
    sheet.discharge("collect", whom=power)
    if not figures["manpower"]:
        _no_manpower(sheet, power)
    has = sheet.state.power(power)
    into = f"{income}$ and {figures['manpower']} manpower come in" + (f", {gone}$ go" if gone else "")
    sheet.say(f"{into}: {power} has {has.money}$ and {has.manpower} manpower.", "R-110")
    sheet.outcome = f"{power} collects {income}$ and {figures['manpower']} manpower"


def _no_manpower(sheet: Sheet[Campaign], power: str) -> None:
    """A power that found no manpower must sue each of its enemies for peace, and take any kind (FP-1)."""
    if enemies := relations.enemies(sheet.state, power):
        says = f"{power} has no manpower to collect: it must sue for peace at once, and take any kind of peace"
        sheet.say(f"{says}; at war with {', '.join(enemies)}.", "FP-1")
    sue_for_peace(sheet, power)


def _of_its_own(sheet: Sheet[Campaign], power: str) -> int:
    """What comes in beside taxes and trade, or does not because who pays it is at war beside the power (R-250)."""
    income = 0
    for step in changing(sheet, power, "income"):
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


def _left_out(sheet: Sheet[Campaign], on: str) -> None:
    """Which areas no part of a figure may come from (EV-50, EV-59)."""
    areas: dict[tuple[str, str], list[str]] = {}
    for thing in sheet.state.in_force:
        if thing.place and sheet.rulebook.table("in-force")[thing.what].get("left_out") == on:
            areas.setdefault((thing.what, thing.rule), []).append(thing.place)
    for (what, rule), where in areas.items():
        sheet.say(f"None of it from {', '.join(dict.fromkeys(where))}: {what}.", rule)


def _halved(sheet: Sheet[Campaign], power: str, on: str) -> None:
    """Of which minors of the power only half is in a figure of the board (OE-1, IR-7)."""
    for minor, held in sheet.state.minors.items():
        if held.by != power:
            continue
        line = ottoman.manpower(sheet, minor) if on == "manpower" else None
        if line and line.half:
            sheet.say(f"Only half of it from {minor}, rounded up: eia-ref check manpower.", *line.rules)
        elif minor == "Ireland" and held.held == "conquered" and on != "trade":
            sheet.say("Only half of it from Ireland, free once and conquered, rounded up.", "IR-7", "R-277")


def _from_treasury(sheet: Sheet[Campaign], power: str) -> int:
    """What is taken from, or put to, the money saved, after all has come in; what goes in all (R-115)."""
    gone = 0
    for step in changing(sheet, power, "money"):
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


def _egypt_first(position: Position[Campaign]) -> None:
    """Britain's trade waits for the answer about Egypt, where an enemy has it (SP-5)."""
    if enemy := egypt.asked(position):
        raise NotAllowed(
            f"Britain can't collect yet: {enemy} has Egypt, and how many ships Britain has there is not said (SP-5)",
            "first: eia-ref pp egypt --ships N",
            "egypt",
        )


def _reparations(state: Campaign, request: CollectRequest, power: str) -> Iterator[tuple[Owed, int]]:
    """What a power owes others in this phase, and how much that is; asks for the figures it needs by name."""
    for owed in state.owed:
        if (owed.power, owed.on) != (power, "pays") or owed.phase > state.month:
            continue
        if share := SHARE.fullmatch(owed.by):
            tax = figure("--home-tax", request.home_tax, f"printed home tax of {power}, for its {owed.what}")
            yield owed, -(-tax * int(share["times"]) // int(share["part"]))
        else:
            yield owed, figure("--reparations", request.reparations, f"{owed.what}, {owed.by}")


def _pay(sheet: Sheet[Campaign], power: str, owed: Owed, due: int) -> int:
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


# --- At a month's end, on the agenda, where a power stands ------------------------------------------------------


def _carry_over(sheet: Sheet[Campaign]) -> None:
    """What came to wait for this month's phase after the power had collected, or paid, waits for the next (R-114)."""
    month = sheet.state.month
    for owed in list(sheet.state.owed):
        done = paid(owed.power) if owed.on == "upkeep" else collected(owed.power)
        if owed.phase <= month and done in sheet.state.once:
            phase = next_phase(sheet.rulebook, month.plus(1))
            later = owed.model_copy(update={"id": sheet.new_id(), "phase": phase})
            sheet.apply(as_a(Settles, owed), as_a(Owes, later))
            sheet.say(f"{owed.power}, {owed.what}: waits for the economic phase of {phase.name}.", owed.rule, "R-114")


def _duties(sheet: Sheet[Campaign]) -> None:
    """Each power in play collects in an economic phase, and pays its upkeep (R-05, R-116)."""
    state = sheet.state
    last = scenario(sheet.rulebook, state.scenario)["last"]
    if state.month.number not in economic_months(sheet.rulebook) or state.month > last:
        return
    for power in state.in_play():
        if collected(power) not in state.once:
            sheet.leave_to_do("collect", whom=power)
        if paid(power) not in state.once:
            sheet.leave_to_do("upkeep", whom=power)


def _status(position: Position[Campaign], power: str | None) -> list[Section]:
    """The manpower a power has saved; of all powers, of those that have any."""
    saved = [(p, v.manpower) for p, v in position.state.powers.items() if power in (None, p)]
    if power:
        return [("", [["manpower", f"{n} saved"] for _, n in saved])]
    some = ", ".join(f"{p} {n}" for p, n in saved if n)
    return [("", [["manpower saved", some]])] if some else []


SUBJECT = Subject(duties=_duties, month_ends=_carry_over, status=_status)
ADJUDICATORS = (Adjudicator("economy collect", CollectRequest, collect),)
