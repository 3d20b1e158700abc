"""The money and manpower a power has: what it spends, and what is put right (R-116)."""

import re
from fnmatch import fnmatchcase

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.names import fold
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires import relations
from eia_ref.empires.effects import Manpower, Money
from eia_ref.empires.events.figures import MOST, changing, figure, in_play, paid, worked_out
from eia_ref.empires.marks import only_once
from eia_ref.empires.powers import economic_months, next_phase
from eia_ref.empires.state import Campaign


class SpendRequest(Frozen):
    """`economy spend`: money and manpower a power spends, and on what. `upkeep`: it is the upkeep of the phase."""

    power: str
    money: int = 0
    manpower: int = 0
    on: str = ""
    upkeep: bool = False


def spend(sheet: Sheet[Campaign], request: SpendRequest) -> None:
    """A power spends, never more than it has; upkeep at the price this phase has (EV-67)."""
    power = in_play(sheet, request.power)
    money = figure("the amount", request.money, "$ spent")
    manpower = figure("--manpower", request.manpower, "manpower spent")
    what = "upkeep" if request.upkeep else " ".join(request.on.split())
    if not what:
        raise RefereeError(
            "it is not said what it is spent on", 'say so with --on "4 infantry", or --upkeep', "no-reason"
        )
    if not (money or manpower or request.upkeep):
        raise RefereeError("nothing is spent", "write how much, in $", "nothing")
    if request.upkeep:
        money = _upkeep(sheet, power, money)
    else:
        _may_buy(sheet, power, what, manpower)
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


def _may_buy(sheet: Sheet[Campaign], power: str, what: str, manpower: int) -> None:
    """Refuses troops that what is in force keeps the power from raising; says what it must raise (R-258)."""
    for thing in sheet.state.in_force:
        data = sheet.rulebook.table("in-force")[thing.what]
        if thing.whom not in (None, power):
            continue
        exempt = data.get("dominant_may") and relations.dominant(sheet.state, power)
        if "unbought" in data and not exempt and _bought(sheet.rulebook, what, data["unbought"]):
            raise NotAllowed(
                f"{power} can't buy {data['unbought']} now: {data['words'].partition(';')[0]} ({thing.rule})",
                "eia-ref revolution show says how long",
                "not-raised",
            )
        if manpower and data.get("raising"):
            sheet.say(f"{data['words'][0].upper()}{data['words'][1:]}.", thing.rule)


def _bought(rulebook: Rulebook, what: str, troops: str) -> bool:
    """Whether these troops are among what is bought, by any word for them, as `4M`; and not only their upkeep."""
    known: dict[str, list[str]] = rulebook.table("land")["bought"]
    for part in re.split(r"[,;:+&/()]|\b(?:and|plus|with|but)\b", fold(what)):
        words = re.findall(r"\d+|[^\W\d_]+", part)
        for n, word in enumerate(words):
            said = (word, f"# {word}") if n and words[n - 1].isdigit() else (word,)
            if any(fnmatchcase(s, w) for s in said for w in known[troops]):
                if not any(w in known["apart"] for w in words[: n + 2]):
                    return True
                break
    return False


def _upkeep(sheet: Sheet[Campaign], power: str, money: int) -> int:
    """The price of a power's upkeep, once in an economic phase, with what makes it dearer used up."""
    month = sheet.state.month
    if month.number not in economic_months(sheet.rulebook):
        phase = next_phase(sheet.rulebook, month).name
        raise NotAllowed(
            f"{month.name} has no economic phase, and upkeep is paid in one (R-05)", f"next: {phase}", "no-phase"
        )
    only_once(
        sheet,
        paid(power),
        f"{power} has paid upkeep in {month.name} already (R-116)",
        "pay all of it as one sum; void the first",
        "paid",
    )
    sheet.discharge("upkeep", whom=power)
    sheet.say(f"Upkeep: {money}$ by the board.", "R-05")
    return worked_out(sheet, money, "upkeep", changing(sheet, power, "upkeep"))


class AdjustRequest(Frozen):
    """`economy adjust`: a balance of the ledger is put right, by so much, and why."""

    power: str
    money: int = 0
    manpower: int = 0
    because: str = ""


def adjust(sheet: Sheet[Campaign], request: AdjustRequest) -> None:
    """Puts a power's balances right. Refuses without a reason, or below 0."""
    power = in_play(sheet, request.power)
    because = " ".join(request.because.split())
    if not because:
        raise RefereeError("a balance is put right only with a reason", 'say why: --because "REASON"', "no-reason")
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


def _both(money: int, manpower: int) -> str:
    """An amount of money and manpower, without manpower where there is none: `12$ and 4 manpower`."""
    return f"{money}$" + (f" and {manpower} manpower" if manpower else "")


ADJUDICATORS = (
    Adjudicator("economy spend", SpendRequest, spend),
    Adjudicator("economy adjust", AdjustRequest, adjust),
)
