"""The commands of the Persian war: control, losses, supply, surrender, coup, and Persia's own purse."""

from typing import Any, Literal

from eia_ref.core import names
from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.calendar import Month
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.game import View
from eia_ref.core.position import Position
from eia_ref.core.requests import SettleRequest
from eia_ref.core.state import InForce
from eia_ref.empires.effects import Money
from eia_ref.empires.lasting import begin
from eia_ref.empires.leaders.leaders import everybody
from eia_ref.empires.marks import only_once
from eia_ref.empires.owed import owe
from eia_ref.empires.persia import persia
from eia_ref.empires.persia.persia import peace, persia_figures, update_persia, victim
from eia_ref.empires.powers import economic_months, next_phase
from eia_ref.empires.relations import PERSIA, SURRENDERED, at_war, in_force
from eia_ref.empires.settle import settle
from eia_ref.empires.state import Campaign


class ControlRequest(Frozen):
    """`persia control`: the powers that want Persia; none where nobody does."""

    powers: list[str] = []


class LossesRequest(Frozen):
    """`persia losses`: factors Persia has lost, beyond those entered before."""

    factors: int


class SupplyRequest(Frozen):
    """`persia supply`: whether an enemy holds Persia's source of supply this month."""

    held: bool


class SurrenderRequest(Frozen):
    """`persia surrender`: the victim's printed home tax in $, how it pays, and whether its points went with
    a surrender to other powers."""

    home_tax: int | None = None
    pays: Literal["half", "thirds"] = "half"
    combined: bool = False


class CoupRequest(Frozen):
    """`persia coup`: whether the victim pays."""

    pay: bool


class LoanRequest(Frozen):
    """`persia loan`: a power's money for Persia's purse, in $."""

    power: str
    amount: int


class SpendRequest(Frozen):
    """`persia spend`: money out of Persia's purse, in $, and on what."""

    amount: int
    on: str


def control(sheet: Sheet[Campaign], request: ControlRequest) -> None:
    """Persia's controller, of the powers that want to be (PS-1, PS-2)."""
    persia.decide_control(sheet, request.powers)
    by = sheet.state.persia.controller
    if by is None:
        sheet.say("Nobody wants Persia: it stands idle until somebody does.", "PS-1", "R-121")
    sheet.outcome = f"{by or 'nobody'} controls Persia"


def losses(sheet: Sheet[Campaign], request: LossesRequest) -> None:
    """Factors Persia has lost; with 40 of them the war is over (PS-12)."""
    whom, data = victim(sheet.state), persia_figures(sheet.rulebook)
    total = sheet.state.persia.losses + _above_none("factors lost", request.factors)
    update_persia(sheet, losses=total)
    sheet.say(f"Persia loses {request.factors}: {total} of {data['losses']} factors.", "PS-12", "R-124")
    sheet.outcome = f"Persia has lost {total} of {data['losses']} factors"
    if total >= data["losses"]:
        peace(sheet, whom, "Too many factors are lost", ("PS-12", "PS-15"), data["victory"])
        sheet.outcome += f": {whom} has won"


def supply(sheet: Sheet[Campaign], request: SupplyRequest) -> None:
    """Whether Persia's source of supply is held by its enemy this month; the third in a row ends the war (PS-14)."""
    whom, data, month = victim(sheet.state), persia_figures(sheet.rulebook), sheet.state.month
    only_once(
        sheet,
        persia.SUPPLY_SAID,
        f"Persia's supply in {month.name} is entered already (R-125)",
        "if it was wrong: eia-ref void N",
        "twice",
    )
    sheet.discharge("supply of Persia")
    months = sheet.state.persia.cut_off + 1 if request.held else 0
    update_persia(sheet, cut_off=months)
    if not request.held:
        sheet.say("Persia has its source of supply: no month counts.", "PS-14", "R-125")
        sheet.outcome = "Persia is in supply"
        return
    sheet.say(f"{whom} holds Persia's source of supply: {months} of {data['cut_off']} months.", "PS-14", "R-125")
    sheet.outcome = f"Persia's source of supply is held, {months} of {data['cut_off']} months"
    if months >= data["cut_off"]:
        peace(sheet, whom, "That is too long", ("PS-14", "PS-15"), data["victory"])
        sheet.outcome += f": {whom} has won"


def surrender(sheet: Sheet[Campaign], request: SurrenderRequest) -> None:
    """The victim surrenders conditionally, which Persia must accept, and owes it reparations (PS-16 to PS-19)."""
    whom, data = victim(sheet.state), persia_figures(sheet.rulebook)
    if request.home_tax is None:
        raise RefereeError(
            f"reparations are a part of {whom}'s printed home tax, which the referee does not have (PS-17)",
            "type the same again with --home-tax N, as printed",
            "no-figure",
        )
    owed = sheet.discharge("surrender to Persia", whom=whom)
    others = [t.against for t in sheet.state.in_force if _with_others(t, whom, sheet.state.month)]
    if request.combined and not (others or owed):
        raise NotAllowed(
            f"{whom} has surrendered to no major power this month, to combine it with (PS-18)",
            "leave out --combined: the points are lost here, and eia-ref pp peace ... --persia then takes none",
            "not-combined",
        )
    tax = _above_none("home tax", request.home_tax)
    how = data["reparations"][request.pays]
    each = -(-tax // how["of"])
    said: list[Month] = []
    for _ in range(how["parts"]):
        phase = next_phase(sheet.rulebook, said[-1].plus(1)) if said else None
        said.append(owe(sheet, whom, "reparations to Persia", "PS-17", "money", f"-{each}", phase))
    sheet.say(f"{whom} surrenders conditionally; Persia must accept it.", "PS-16")
    sheet.say(
        f"Persia picks first, B.3 and nothing else: 1/{how['of']} of {tax}$ is {each}$, rounded up, due in "
        f"{' and '.join(phase.name for phase in said)}.",
        *("PS-17", "PS-19", "R-06", "R-126"),
    )
    if request.combined:
        sheet.say("Its points go with the surrender to other powers: none are lost here.", "PS-18", "R-127")
    else:
        sheet.say(
            "A surrender to others combined with it costs no further points: eia-ref pp peace ... --persia.",
            *("PS-18", "R-127"),
        )
    sheet.discharge("sue Persia for peace", whom=whom)
    peace(sheet, whom, "There is peace", ("PS-16",), 0 if request.combined else data["surrender"])
    begin(sheet, SURRENDERED, whom=whom, against=PERSIA, how="conditional", rule="PS-18")
    sheet.outcome = f"{whom} has surrendered to Persia"


def _with_others(thing: InForce, whom: str, month: Month) -> bool:
    """Whether it is a surrender of that power to a major power, made this month."""
    return (thing.what, thing.whom, thing.since) == (SURRENDERED, whom, month) and thing.against != PERSIA


def coup(sheet: Sheet[Campaign], request: CoupRequest) -> None:
    """Answers the coup of this month (EV-82)."""
    victim(sheet.state)
    found = [d for d in sheet.state.decisions if d.about == persia.COUP]
    if not found:
        raise NotAllowed("there is no coup to decide on", "one comes with 82-84 of the event table", "no-coup")
    settle(sheet, SettleRequest(decision=found[-1].id, answer="pay" if request.pay else "decline"))


def loan(sheet: Sheet[Campaign], request: LoanRequest) -> None:
    """A loan to Persia: of its controller, in an economic phase, at war with the same power (PS-7)."""
    whom, power, by, month = victim(sheet.state), request.power, sheet.state.persia.controller, sheet.state.month
    if power != by:
        raise NotAllowed(
            f"{power} can't lend to Persia: only its controller can, which is {by or 'nobody'} (PS-7)",
            "",
            "controller",
        )
    if not at_war(sheet.state, power, whom):
        raise NotAllowed(f"{power} is not at war with {whom} and can't lend to Persia (PS-7)", "", "not-at-war")
    if month.number not in economic_months(sheet.rulebook):
        then = next_phase(sheet.rulebook, month).name
        raise NotAllowed(f"{month.name} has no economic phase (PS-7)", f"the next is {then}", "no-phase")
    amount, saved = _above_none("loan", request.amount), sheet.state.power(power).money
    if saved < amount:
        raise NotAllowed(f"{power} has {saved}$ and can't lend {amount}$", "", "money")
    sheet.apply(Money(power=power, change=-amount))
    update_persia(sheet, purse=sheet.state.persia.purse + amount)
    sheet.say(f"{power} lends Persia {amount}$, which is not paid back.", "PS-7", "PS-8", "R-123")
    sheet.outcome = _purse(sheet.state)


def spend(sheet: Sheet[Campaign], request: SpendRequest) -> None:
    """Money out of Persia's purse, for its depots or its supply (PS-5, PS-6, PS-8)."""
    victim(sheet.state)
    data, saved = persia_figures(sheet.rulebook), sheet.state.persia.purse
    try:
        on = names.find(request.on, data["spent_on"], "purpose")
    except RefereeError:
        raise NotAllowed(
            f"Persia's money is for {' and '.join(data['spent_on'])}; it lends to nobody (PS-5, PS-8)", "", "purpose"
        ) from None
    amount = _above_none("amount", request.amount)
    if saved < amount:
        raise NotAllowed(f"Persia's purse has {saved}$, and {amount}$ would go (PS-6)", "", "money")
    update_persia(sheet, purse=saved - amount)
    sheet.say(f"Persia pays {amount}$ for {on}.", "PS-5", "PS-6")
    sheet.outcome = _purse(sheet.state)


def _purse(state: Campaign) -> str:
    return f"Persia's purse has {state.persia.purse}$"


def _above_none(what: str, figure: int) -> int:
    """A figure that must be above 0."""
    if figure < 1:
        raise RefereeError(f"{what}: {figure} is not above 0", "write a whole number from 1 on", "figure")
    return figure


ADJUDICATORS: tuple[Adjudicator[Campaign, Any], ...] = (
    Adjudicator("persia control", ControlRequest, control, same=lambda request: ""),
    Adjudicator("persia losses", LossesRequest, losses),
    Adjudicator("persia supply", SupplyRequest, supply),
    Adjudicator("persia surrender", SurrenderRequest, surrender),
    Adjudicator("persia coup", CoupRequest, coup),
    Adjudicator("persia loan", LoanRequest, loan),
    Adjudicator("persia spend", SpendRequest, spend),
)


def view(position: Position[Campaign]) -> View:
    """Where the Persian war stands: who, with what, where, and what would end it."""
    state = position.state
    safe = [t for t in state.in_force if t.what == persia.SAFE]
    free = [[str(t.whom), f"to the end of {t.until.plus(-1).name}", t.rule] for t in safe if t.until]
    data: dict[str, Any] = {
        "victim": None,
        "safe": {str(t.whom): str(t.until) for t in safe},
    }
    on = in_force(state, persia.INVASION)
    if on is None or on.whom is None or on.until is None:
        return View(sections=[("Safe from Persia", free)] if free else [], data=data)
    rules, now = persia_figures(position.rulebook), state.persia
    by, left = now.controller, months_left(state.month, Month(on.until))
    data |= {"victim": on.whom, "since": str(on.since), "until": str(on.until), "turns_left": left}
    data |= {**now.model_dump(mode="json"), "losses_end": rules["losses"], "cut_off_end": rules["cut_off"]}
    edge = " and ".join(rules["edge"])
    access = [t.against for t in state.in_force if t.what == persia.ACCESS]
    lends = bool(by) and at_war(state, str(by), on.whom)
    war = [
        ["controller", by or "nobody; eia-ref persia control POWER ... says who wants it", "PS-1"],
        ["points", f"of {by or 'its controller'}, as by a sponsored minor; none by the peace", "PS-22"],
        [
            "purse",
            f"{now.purse}$, for {' and '.join(rules['spent_on'])}; +{rules['phase']}$ an economic phase",
            "PS-5",
        ],
        ["loans", f"from {by}, in an economic phase" if lends else "from nobody", "PS-7"],
        ["supply", "from its own depots" + (f", or {by}'s, at {by}'s cost" if lends else ""), "PS-24"],
        ["upkeep", "none", "PS-9"],
        ["forces", ", ".join(f"{n} {kind} corps" for kind, n in rules["corps"].items()), "PS-10"],
        ["leaders", ", ".join(_leaders(position)), "PS-10"],
        ["may enter", f"{edge}, where it comes in, and the home provinces of {on.whom}", "PS-3"],
        ["let through", f"by {' and '.join(str(a) for a in access)}", "PS-4"],
    ]
    ends = [
        ["losses", f"{now.losses} of {rules['losses']} factors", "PS-12"],
        ["clock", f"to the end of {on.until.plus(-1).name}: {left} of its turns left", "PS-13"],
        ["supply", f"{now.cut_off} of {rules['cut_off']} months held by the enemy in a row", "PS-14"],
        ["surrender", f"of {on.whom}: {rules['surrender']} points and reparations B.3", "PS-16"],
        ["coup", f"event 82-84, and {rules['coup']}$ of {on.whom}", "EV-82"],
    ]
    sections = [(f"Persia at war with {on.whom}", war), ("What would end the war", ends)]
    return View(sections=[*sections, ("Safe from Persia", free)] if free else sections, data=data)


def months_left(month: Month, until: Month) -> int:
    """How many months there are before `until`, the present one counted."""
    return (until.year - month.year) * 12 + until.number - month.number


def _leaders(position: Position[Campaign]) -> list[str]:
    """Persia's leaders with how it stands with each, where that is not on the map."""
    found = []
    for name in everybody(position, PERSIA):
        status = position.state.leaders[name].status if name in position.state.leaders else "not come"
        found.append(name if status == "on the map" else f"{name} ({status})")
    return found
