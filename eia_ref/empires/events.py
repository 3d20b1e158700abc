"""The random event table: which row a roll falls into, and what the row does (R-04 to R-18, R-111 to R-119)."""

from __future__ import annotations

import functools
from typing import Literal

from eia_ref.core import names
from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.calendar import Month
from eia_ref.core.errors import NotAllowed, RefereeError, quoted
from eia_ref.core.frozen import Frozen
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import Decision, InForce
from eia_ref.empires import leaders, persia, poland, relations, revolution
from eia_ref.empires.effects import ColonialTrade, EventRolled, Money, Owes
from eia_ref.empires.memory import begin, leave_open
from eia_ref.empires.minors import controller
from eia_ref.empires.points import move_points
from eia_ref.empires.powers import after_winter, phase_of
from eia_ref.empires.state import Campaign
from eia_ref.empires.subjects import Subject

ListName = Literal["areas", "fleets", "depots", "minors"]
GARRISON = "garrison of Palestine"


class OwedSpec(Frozen):
    """What a row makes wait for the economic phase: `on` taxes, `by` +20% rounded up."""

    what: str
    on: str
    by: str


class Rolls(Frozen):
    """A further die of a row."""

    sides: int
    purpose: str


class Instead(Frozen):
    """What a row does instead when Britain is drawn (R-13)."""

    trade: int
    words: str


class Stands(Frozen):
    """What a row does as two powers stand to each other: something to the first of them, in these words."""

    words: str
    pp: int = 0
    begins: str | None = None


class Between(Frozen):
    """A row that asks how two powers stand."""

    powers: tuple[str, str]
    allied: Stands
    war: Stands
    neither: Stands


class Garrison(Frozen):
    """What a row wants in a minor when its time is over: factors in corps; $ each missing one costs, and points."""

    where: str
    factors: int
    each: int
    pp: int


class Row(Frozen):
    """A row of the table: see rules/empires/events.toml for what each key means."""

    id: str
    first: int
    last: int
    name: str
    words: str = ""
    no_event: bool = False
    draw: Literal["power"] | None = None
    power: str | None = None
    holder: str | None = None
    free_of: str | None = None
    britain: str | Instead | None = None
    needs: Literal["winter", "war"] | None = None
    otherwise: str = ""
    once_a_year: str | None = None
    garrison: Garrison | None = None
    pp: int = 0
    trade: int = 0
    percent: int = 0
    owed: OwedSpec | None = None
    begins: str | None = None
    lasts: Literal["n"] | None = None
    areas: int = 0
    list: ListName | None = None
    leader: Literal["ill", "pensioned", "back", "talented"] | None = None
    rolls: Rolls | None = None
    between: Between | None = None
    persia: Literal["invasion", "coup"] | None = None
    decision: str | None = None
    detail: str = ""
    again: int = 0

    @property
    def numbers(self) -> str:
        """The numbers of the row, as on the table: `50-58`."""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


class RollRequest(Frozen):
    """`event roll`: names given on the command line, a talented general's, and why another event is rolled."""

    areas: list[str] = []
    fleets: list[str] = []
    depots: list[str] = []
    minors: list[str] = []
    general: str = ""
    again: str = ""


@functools.cache
def rows(rulebook: Rulebook) -> list[Row]:
    """The table's rows, in order."""
    table = [
        {"first": row["from"], "last": row["to"], **{k: v for k, v in row.items() if k not in ("from", "to")}}
        for row in rulebook.table("events")["row"]
    ]
    return [Row.model_validate(row, strict=False) for row in table]


def row_for(rulebook: Rulebook, number: int) -> Row:
    """The row a number from 1 to 100 falls into."""
    return next(r for r in rows(rulebook) if r.first <= number <= r.last)


def row_of(rulebook: Rulebook, id: str) -> Row:
    """The row of that clause."""
    return next(r for r in rows(rulebook) if r.id == id)


def roll(request: RollRequest, sheet: Sheet[Campaign]) -> None:
    """The month's random event."""
    state = sheet.state
    if state.rolled and not request.again:
        raise NotAllowed(
            f"the random event of {state.month.name} is rolled already (R-101)",
            'to roll another one all the same: --again "REASON"',
            "event-rolled",
        )
    if request.again:
        if not state.rolled:
            raise RefereeError(f"no event is rolled in {state.month.name} yet", "leave out --again", "no-event-yet")
        sheet.say(f"Another event in the same month: {request.again}", "R-101")
    sheet.apply(EventRolled(month=state.month))
    came = []
    left, done = 1, 0
    while left:
        left, done = left - 1, done + 1
        number = sheet.roll(100, "random event" if done == 1 else f"random event, roll {done}")
        row = row_for(sheet.rulebook, number)
        came.append(row.name)
        sheet.cite(row.id)
        if row.again:
            sheet.say(row.words, row.id, *(("R-11",) if done > 1 else ()))
            left += row.again
        else:
            play(row, request, sheet)
    sheet.outcome = ", ".join(came)


ADJUDICATORS = (Adjudicator("event roll", RollRequest, roll, same=lambda request: ""),)


def play(row: Row, request: RollRequest, sheet: Sheet[Campaign]) -> None:
    """One row: whom it falls on, whether it can happen, draws, effects, words, decisions, in that order."""
    if row.no_event:
        sheet.say("No event.", row.id)
        _no_event(row, sheet)
        return
    said: dict[str, object] = {}
    power = row.power
    if row.draw:
        power = _random_power(row, sheet)
        if power is None:
            return
    elif row.holder:
        power = controller(sheet.rulebook, sheet.state, row.holder)
        if power is None:
            sheet.say(f"No power holds {row.holder}: nothing happens.", row.id, "R-11")
            return
    for needed in (power, *(row.between.powers if row.between else ())):
        if needed and not sheet.state.power(needed).in_play:
            sheet.say(f"{needed} is not in play: nothing happens.", row.id, "R-11")
            return
    if power:
        said["power"] = power
    if not _can_happen(row, power, sheet):
        sheet.say(row.otherwise.format(month=sheet.state.month.name, **said), row.id, "R-10")
        _no_event(row, sheet)
        return
    if power == "Britain" and row.draw and isinstance(row.britain, str):
        other = row_of(sheet.rulebook, row.britain)
        sheet.say(f"Britain is drawn for {row.name}: it becomes {other.name}.", row.id, "R-13")
        sheet.cite(other.id)
        play(other, request, sheet)
    elif power == "Britain" and isinstance(row.britain, Instead):
        _trade(row.britain.trade, row.britain.words, (row.id, "R-13"), sheet)
    elif row.trade:
        _trade(row.trade, row.words, (row.id,), sheet)
    elif row.areas:
        _areas(row, request, sheet)
    elif row.between:
        _between(row, row.between, sheet)
    elif row.persia:
        _persia(row, sheet)
    elif row.leader:
        _leader(row, power, request, sheet)
    else:
        _happens(row, power, request, said, sheet)


def _can_happen(row: Row, power: str | None, sheet: Sheet[Campaign]) -> bool:
    """Whether what the row asks for is so, by the ledger (R-10, R-111)."""
    if row.needs == "winter":
        return after_winter(sheet.rulebook, sheet.state) is not None
    if row.needs == "war" and power:
        return bool(relations.enemies(sheet.state, power))
    return row.once_a_year is None or relations.in_force(sheet.state, row.once_a_year) is None


def _happens(
    row: Row, power: str | None, request: RollRequest, said: dict[str, object], sheet: Sheet[Campaign]
) -> None:
    """What most rows do: a name drawn, a die, then points, money, what is owed, what comes into force or is open."""
    name: str | None = None
    if row.list:
        name = _from_list(row, row.list, power, request, sheet)
        if name is None:
            return
        said["name"] = name
    if row.rolls:
        said["n"] = sheet.roll(row.rolls.sides, row.rolls.purpose)
    rules = [row.id]
    if row.percent and power:
        saved = sheet.state.power(power).money
        lost = -(-saved * row.percent // 100)  # rounded up on the exact fraction
        said["amount"] = lost
        rules.append("R-02")
        if lost:
            sheet.apply(Money(power=power, change=-lost))
    if row.owed and power:
        owed = _owes(sheet, power, row.owed.what, row.id, row.owed.on, row.owed.by)
        said["phase"] = owed.name
        rules += ["R-06", "R-12"]
    if row.begins:
        begun = begin(sheet, row.begins, where=name, whom=power)
        if begun.until:
            said["last"] = begun.until.plus(-1).name
            rules.append("R-07")
    if row.once_a_year:
        begin(sheet, row.once_a_year, months=13 - sheet.state.month.number)
    sheet.say(row.words.format(**said), *rules)
    if row.pp and power:
        move_points(power, row.pp, sheet)
    if row.decision:
        leave_open(sheet, row.decision, power, row.detail.format(**said) or None)


def _owes(sheet: Sheet[Campaign], power: str, what: str, rule: str, on: str, by: str) -> Month:
    """Makes something wait for the power's next economic phase; which that is (R-06, R-12)."""
    phase = phase_of(sheet.rulebook, sheet.state, power)
    since = sheet.state.month
    sheet.apply(Owes(id=sheet.new_id(), what=what, rule=rule, power=power, on=on, by=by, since=since, phase=phase))
    return phase


def _between(row: Row, between: Between, sheet: Sheet[Campaign]) -> None:
    """What follows from how two powers stand to each other, for the first of them."""
    power, other = between.powers
    if relations.allied(sheet.state, power, other):
        stands = between.allied
    elif relations.at_war(sheet.state, power, other):
        stands = between.war
    else:
        stands = between.neither
    if stands.begins:
        begin(sheet, stands.begins, whom=power)
    sheet.say(stands.words, row.id, "R-111")
    if stands.pp:
        move_points(power, stands.pp, sheet)


def _persia(row: Row, sheet: Sheet[Campaign]) -> None:
    """An invasion by Persia, or a coup in it (R-14)."""
    sheet.say(row.words, row.id)
    if row.persia == "coup":
        persia.coup(sheet)
    elif not persia.invade(sheet):
        _no_event(row, sheet)


def _leader(row: Row, power: str | None, request: RollRequest, sheet: Sheet[Campaign]) -> None:
    """What befalls a leader of the roster: he falls ill, is pensioned off, comes back, or comes at all."""
    if row.leader == "talented" and power:
        sheet.say(row.words.format(power=power), row.id)
        leaders.generate(sheet, power, request.general)
        return
    found = leaders.at_hand(sheet.rulebook, sheet.state, power) if power else leaders.in_exile(sheet.state)
    if not found:
        none = f"{power} has no leader at hand" if power else "No leader is in exile"
        sheet.say(f"{none}: nothing happens.", row.id, "R-106")
        return
    sheet.cite("R-17", "R-119")
    name = sheet.draw(found, "random leader" if power else "random exile")
    if row.rolls:  # this month is the first
        n = sheet.roll(row.rolls.sides, row.rolls.purpose)
        until = sheet.state.month.plus(n)
        leaders.change(sheet, name, "off the map", until=until, rule=row.id)
        sheet.say(row.words.format(power=power, name=name, n=n, last=until.plus(-1).name), row.id, "R-07")
    else:
        leaders.change(sheet, name, "in exile" if row.leader == "pensioned" else "available", rule=row.id)
        sheet.say(row.words.format(power=power, name=name), row.id, *(() if power else ("R-112",)))


def _trade(change: int, words: str, rules: tuple[str, ...], sheet: Sheet[Campaign]) -> None:
    """Changes British colonial trade, never below 0 (R-13)."""
    change = max(change, -sheet.state.colonial_trade)
    if change:
        sheet.apply(ColonialTrade(change=change))
    sheet.say(words.format(amount=sheet.state.colonial_trade), *rules)


def _areas(row: Row, request: RollRequest, sheet: Sheet[Campaign]) -> None:
    """Brings a row into force in as many areas as its die says, each drawn from those left (R-17)."""
    assert row.begins
    many = sheet.roll(row.areas, f"areas with {row.name}")
    left = _names("areas", None, request, sheet, row)
    if len(left) < many:
        raise _no_list(row, "areas", f"{many} areas are to be drawn and the list has {len(left)}")
    drawn, begun = [], None
    for i in range(many):
        # As many names as are wanted: they are all meant, and no die is needed.
        area = sheet.draw(left[:1] if len(left) == many - i else left, f"area {i + 1} with {row.name}")
        left = [*left]
        left.remove(area)
        drawn.append(area)
        begun = begin(sheet, row.begins, where=area)
    assert begun
    assert begun.until
    said = " and ".join([", ".join(drawn[:-1]), drawn[-1]]) if len(drawn) > 1 else drawn[0]
    sheet.say(row.words.format(area=said, last=begun.until.plus(-1).name), row.id, "R-07", "R-17")


def _random_power(row: Row, sheet: Sheet[Campaign]) -> str | None:
    """A random power in play (R-04); only of those not owed `free_of` already (R-11)."""
    powers = sheet.state.in_play()
    if row.free_of:
        have = [o.power for o in sheet.state.owed if o.what == row.free_of]
        free = [p for p in powers if p not in have]
        if not free:
            sheet.say(f"Every power has a {row.free_of} to come already: nothing happens.", row.id, "R-104")
            return None
        if have:
            sheet.say(f"A {row.free_of} is to come for {' and '.join(have)}: another power is drawn.", row.id, "R-11")
        powers = free
    sheet.cite("R-04")
    return sheet.draw(powers, "random power")


def _from_list(
    row: Row, which: ListName, power: str | None, request: RollRequest, sheet: Sheet[Campaign]
) -> str | None:
    """A name drawn from a list (R-17); None, and said, where the list is there and empty."""
    found = _names(which, power, request, sheet, row)
    if not found:
        what = {"minors": "conquered minor", "depots": "depot in an enemy area"}.get(which, which.removesuffix("s"))
        sheet.say(f"{power} has no {what}: nothing happens.", row.id, "R-106")
        return None
    sheet.cite("R-17")
    return sheet.draw(found, f"random {which.removesuffix('s')}")


def _names(which: ListName, power: str | None, request: RollRequest, sheet: Sheet[Campaign], row: Row) -> list[str]:
    """The list to draw from: the ledger's, or what the command line says of it; refuses where there is neither.

    Where the ledger keeps a list, names typed must be in it (R-17).
    """
    given: list[str] = getattr(request, which)
    if which == "minors":
        return _minors(power, given, sheet)
    kept = sheet.state.settings.get(f"{which}.{power}" if power else which)
    if isinstance(kept, list):
        one = which.removesuffix("s")
        return _once_each(which, [names.find(n, kept, f"{one} of {power}" if power else one) for n in given]) or kept
    if given:
        return given
    raise _no_list(row, which, "the ledger keeps no list of " + _list_name(which, power))


def _minors(power: str | None, given: list[str], sheet: Sheet[Campaign]) -> list[str]:
    """The minors a power has conquered, by the ledger; those named may add what the ledger does not list yet."""
    listed = sheet.state.minors
    by_fold = {names.fold(n): n for n in listed}
    meant = _once_each("minors", [by_fold.get(names.fold(n), n) for n in given])
    for name in meant:
        held = listed.get(name)
        if held and (held.by, held.held) != (power, "conquered"):
            by = f"{held.held} of {held.by}" if held.by else held.held
            raise RefereeError(f"--minors: {name} is {by}, not conquered by {power}", "name others", "minor")
    return meant or [n for n, m in listed.items() if (m.by, m.held) == (power, "conquered")]


def _once_each(which: str, meant: list[str]) -> list[str]:
    """The names, each only once; refuses one that is there by two of its spellings."""
    twice = next((n for n in meant if meant.count(n) > 1), None)
    if twice:
        raise RefereeError(f"--{which}: {twice} is named twice", "name each only once")
    return meant


def _list_name(which: str, power: str | None) -> str:
    return f"{power}'s {which}" if power else which


def _no_list(row: Row, which: str, why: str) -> RefereeError:
    """The refusal for want of names."""
    return RefereeError(
        f"{row.id} {row.name}: {why} to draw from (R-17)",
        f'type the same again with --{which} "NAME, NAME, ..." (or keep the list in the header, [campaign.lists])',
        "no-list",
    )


def _no_event(row: Row, sheet: Sheet[Campaign]) -> None:
    """What follows "no event": a step of the French Revolution, and Poland's test (R-10)."""
    if not row.no_event and sheet.state.settings["no_event"] == "table":
        sheet.say("In this campaign only 1-25 counts as no event.", "R-10")
        return
    revolution.no_event(sheet)
    poland.no_event(sheet)


# --- Palestine's four months are over (85-88) ------------------------------------------------------------------


def _wanted(rulebook: Rulebook) -> Garrison:
    """The garrison that a row wants."""
    return next(row.garrison for row in rows(rulebook) if row.garrison)


def _time_is_over(sheet: Sheet[Campaign], thing: InForce) -> None:
    """Asks how many factors stand in Palestine (R-15, R-113)."""
    wants = _wanted(sheet.rulebook)
    power = controller(sheet.rulebook, sheet.state, wants.where)
    if power is None or not sheet.state.power(power).in_play:
        sheet.say(f"No power holds {wants.where}: nothing is owed for its garrison.", thing.rule, "R-113")
        return
    leave_open(sheet, GARRISON, power)


def _garrison(sheet: Sheet[Campaign], decision: Decision, answer: str) -> None:
    """What too small a garrison costs, in the next economic phase and in points at once (R-15)."""
    wants = _wanted(sheet.rulebook)
    power = decision.whom
    assert power
    if not (answer.isascii() and answer.isdecimal() and len(answer) < 5):
        raise RefereeError(
            f"{quoted(answer)} is no number of factors",
            f"write the factors in corps in {wants.where}, as: eia-ref settle {decision.id} 14",
            "factors",
        )
    missing = max(0, wants.factors - int(answer))
    if not missing:
        sheet.say(
            f"{power} has the {wants.factors} factors in {wants.where}: nothing is owed.", decision.rule, "R-15"
        )
        return
    cost = missing * wants.each
    phase = _owes(sheet, power, GARRISON, decision.rule, "money", f"-{cost}")
    sheet.say(
        f"{missing} of the {wants.factors} factors are missing: {power} loses {cost}$ in the economic phase of "
        f"{phase.name}, and {-wants.pp} political points.",
        *(decision.rule, "R-15", "R-06"),
    )
    move_points(power, wants.pp, sheet)


SUBJECT = Subject(over={"Wahhabist revolt": _time_is_over}, answers={GARRISON: _garrison})
