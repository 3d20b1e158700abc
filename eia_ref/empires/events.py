"""The random event table: which row a roll falls into, and what the row does (R-04 to R-18)."""

from __future__ import annotations

import functools
from typing import Literal

from pydantic import TypeAdapter

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires import persia, poland, revolution
from eia_ref.empires.effects import ColonialTrade, EventRolled, Money, Owes
from eia_ref.empires.memory import begin, leave_open
from eia_ref.empires.points import move_points
from eia_ref.empires.powers import after_winter, next_phase
from eia_ref.empires.state import Campaign

ListName = Literal["areas", "leaders", "exiles", "fleets", "depots", "minors"]


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


class Row(Frozen):
    """A row of the table: see rules/empires/events.toml for what each key means."""

    id: str
    first: int
    last: int
    name: str
    words: str
    no_event: bool = False
    draw: Literal["power"] | None = None
    free_of: str | None = None
    britain: str | Instead | None = None
    pp: int = 0
    trade: int = 0
    percent: int = 0
    owed: OwedSpec | None = None
    begins: str | None = None
    lasts: Literal["n"] | None = None
    areas: int = 0
    list: ListName | None = None
    rolls: Rolls | None = None
    season: Literal["winter"] | None = None
    decision: str | None = None
    persia: Literal["invasion", "coup"] | None = None
    detail: str = ""
    again: int = 0

    @property
    def numbers(self) -> str:
        """The numbers of the row, as on the table: `50-58`."""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


class RollRequest(Frozen):
    """`event roll`: lists given on the command line, and why another event is rolled in the same month."""

    areas: list[str] = []
    leaders: list[str] = []
    exiles: list[str] = []
    fleets: list[str] = []
    depots: list[str] = []
    minors: list[str] = []
    again: str = ""


@functools.cache
def rows(rulebook: Rulebook) -> list[Row]:
    """The table's rows, in order."""
    table = [
        {"first": row["from"], "last": row["to"], **{k: v for k, v in row.items() if k not in ("from", "to")}}
        for row in rulebook.table("events")["row"]
    ]
    return TypeAdapter(list[Row]).validate_python(table)


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
    names = []
    left, done = 1, 0
    while left:
        left, done = left - 1, done + 1
        number = sheet.roll(100, "random event" if done == 1 else f"random event, roll {done}")
        row = row_for(sheet.rulebook, number)
        names.append(row.name)
        sheet.cite(row.id)
        if row.again:
            sheet.say(row.words, row.id, *(("R-11",) if done > 1 else ()))
            left += row.again
        else:
            _play(row, request, sheet)
    sheet.outcome = ", ".join(names)


ADJUDICATORS = (Adjudicator("event roll", RollRequest, roll, same=lambda request: ""),)


def _play(row: Row, request: RollRequest, sheet: Sheet[Campaign]) -> None:
    """One row: condition, draws, effects, words, decisions, in that order."""
    if row.season == "winter" and after_winter(sheet.rulebook, sheet.state) is None:
        sheet.say(f"It is {sheet.state.month.name}, not winter: {row.name} is no event.", row.id, "R-10")
        _no_event(row, sheet)
        return
    if row.no_event:
        sheet.say("No event.", row.id)
        _no_event(row, sheet)
        return
    said: dict[str, object] = {}
    power: str | None = None
    if row.draw:
        power = _random_power(row, sheet)
        if power is None:
            return
        if power == "Britain" and isinstance(row.britain, str):
            other = row_of(sheet.rulebook, row.britain)
            sheet.say(f"Britain is drawn for {row.name}: it becomes {other.name}.", row.id, "R-13")
            sheet.cite(other.id)
            _play(other, request, sheet)
            return
        said["power"] = power
    if power == "Britain" and isinstance(row.britain, Instead):
        _trade(row.britain.trade, row.britain.words, (row.id, "R-13"), sheet)
        return
    name: str | None = None
    if row.list:
        name = _from_list(row, row.list, power, request, sheet)
        if name is None:
            return
        said["name"] = name
    if row.rolls:
        said["n"] = sheet.roll(row.rolls.sides, row.rolls.purpose)
    if row.trade:
        _trade(row.trade, row.words, (row.id,), sheet)
    elif row.areas:
        _areas(row, request, sheet)
    else:
        _effects(row, power, name, said, sheet)
    if row.persia == "invasion" and not persia.invade(sheet):
        _no_event(row, sheet)
    if row.persia == "coup":
        persia.coup(sheet)
    if row.decision:
        leave_open(sheet, row.decision, power, row.detail.format(**said) or None)


def _effects(row: Row, power: str | None, name: str | None, said: dict[str, object], sheet: Sheet[Campaign]) -> None:
    """What a row does to one power, or to all: points, money, what is owed, what comes into force."""
    rules = [row.id]
    if row.percent and power:
        saved = sheet.state.power(power).money
        lost = -(-saved * row.percent // 100)  # rounded up on the exact fraction
        said["amount"] = lost
        rules.append("R-02")
        if lost:
            sheet.apply(Money(power=power, change=-lost))
    if row.owed and power:
        phase = next_phase(sheet.rulebook, sheet.state.month)
        said["phase"] = phase.name
        rules += ["R-06", "R-12"]
        since = sheet.state.month
        owed = row.owed.model_dump()
        sheet.apply(Owes(id=sheet.new_id(), rule=row.id, power=power, since=since, phase=phase, **owed))
    if row.begins:
        months = int(str(said["n"])) if row.lasts == "n" else None
        begun = begin(sheet, row.begins, where=name, whom=power, months=months)
        if begun.until:
            said["last"] = begun.until.plus(-1).name
            rules.append("R-07")
    sheet.say(row.words.format(**said), *rules)
    if row.pp and power:
        move_points(power, row.pp, sheet)


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
    names = _names(which, power, request, sheet, row)
    if not names:
        what = {"minors": "conquered minor", "depots": "depot in an enemy area"}.get(which, which.removesuffix("s"))
        none = f"{power} has no {what}" if power else "No leader is in exile"
        sheet.say(f"{none}: nothing happens.", row.id, "R-106")
        return None
    sheet.cite("R-17")
    return sheet.draw(names, f"random {which.removesuffix('s')}")


def _names(which: ListName, power: str | None, request: RollRequest, sheet: Sheet[Campaign], row: Row) -> list[str]:
    """The list to draw from: the command line's, else the ledger's. Refuses where there is neither (R-17)."""
    given: list[str] = getattr(request, which)
    if which == "minors":
        return _minors(power, given, sheet)
    if given:
        return given
    kept = sheet.state.settings.get(f"{which}.{power}" if power else which)
    if isinstance(kept, list):
        return kept
    raise _no_list(row, which, "the ledger keeps no list of " + _list_name(which, power))


def _minors(power: str | None, given: list[str], sheet: Sheet[Campaign]) -> list[str]:
    """The minors a power has conquered, by the ledger; those named may add what the ledger does not list yet."""
    listed = sheet.state.minors
    for name in given:
        held = listed.get(name)
        if held and (held.by, held.held) != (power, "conquered"):
            by = f"{held.held} of {held.by}" if held.by else held.held
            raise RefereeError(f"--minors: {name} is {by}, not conquered by {power}", "name others", "minor")
    return given or [n for n, m in listed.items() if (m.by, m.held) == (power, "conquered")]


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


def settled_as_no_event(sheet: Sheet[Campaign], row_id: str) -> None:
    """The same, for a row that its answer turns into no event."""
    _no_event(row_of(sheet.rulebook, row_id), sheet)
