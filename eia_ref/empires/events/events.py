"""What a random event does: the roll, then the row it falls into (R-04 to R-18, R-111 to R-119)."""

from __future__ import annotations

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.names import in_a_row
from eia_ref.core.position import Position
from eia_ref.empires import relations
from eia_ref.empires.consequences import follow
from eia_ref.empires.decisions import leave_open
from eia_ref.empires.effects import ColonialTrade, EventRolled, Money
from eia_ref.empires.event_table import Between, Instead, RollRequest, Row, row_for, row_of
from eia_ref.empires.events.draws import from_list, listed, no_list, random_power
from eia_ref.empires.facts import NoEvent
from eia_ref.empires.lasting import begin
from eia_ref.empires.minors import controller
from eia_ref.empires.options import option
from eia_ref.empires.owed import owe
from eia_ref.empires.points import move_points
from eia_ref.empires.powers import after_winter
from eia_ref.empires.state import Campaign


def roll(sheet: Sheet[Campaign], request: RollRequest) -> None:
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
    sheet.discharge("random event")
    came, revolted = [], state.poland.revolted
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
            play(sheet, row, request)
    if sheet.state.poland.revolted and not revolted:
        came.append("Poland revolts")
    sheet.outcome = ", ".join(came)


ADJUDICATORS = (Adjudicator("event roll", RollRequest, roll, same=lambda request: ""),)


def play(sheet: Sheet[Campaign], row: Row, request: RollRequest) -> None:
    """One row: whom it falls on, whether it can happen, draws, effects, words, decisions, in that order."""
    if row.no_event:
        sheet.say("No event.", row.id)
        _no_event(sheet, row)
        return
    said: dict[str, object] = {}
    power = row.power
    if row.draw:
        power = random_power(sheet, row)
        if power is None:
            return
    elif row.holder:
        power = controller(sheet, row.holder)
        if power is None:
            sheet.say(f"No power holds {row.holder}: nothing happens.", row.id, "R-11")
            return
    for needed in (power, *(row.between.powers if row.between else ())):
        if needed and not sheet.state.power(needed).in_play:
            sheet.say(f"{needed} is not in play: nothing happens.", row.id, "R-11")
            return
    if power:
        said["power"] = power
    if not _can_happen(sheet, row, power):
        sheet.say(row.otherwise.format(month=sheet.state.month.name, **said), row.id, "R-10")
        _no_event(sheet, row)
        return
    if power == "Britain" and row.draw and isinstance(row.britain, str):
        other = row_of(sheet.rulebook, row.britain)
        sheet.say(f"Britain is drawn for {row.name}: it becomes {other.name}.", row.id, "R-13")
        sheet.cite(other.id)
        play(sheet, other, request)
    elif power == "Britain" and isinstance(row.britain, Instead):
        _trade(sheet, row.britain.trade, row.britain.words, (row.id, "R-13"))
    elif row.trade:
        _trade(sheet, row.trade, row.words, (row.id,))
    elif row.areas:
        _areas(sheet, row, request)
    elif row.between:
        _between(sheet, row, row.between)
    elif row.persia:
        _persia(sheet, row)
    elif row.leader:
        _leader(sheet, row, power, request)
    else:
        _happens(sheet, row, power, request, said)


def _can_happen(position: Position[Campaign], row: Row, power: str | None) -> bool:
    """Whether what the row asks for is so, by the ledger (R-10, R-111)."""
    if row.needs == "winter":
        return after_winter(position) is not None
    if row.needs == "war" and power:
        return bool(relations.enemies(position.state, power))
    return row.once_a_year is None or relations.in_force(position.state, row.once_a_year) is None


def _happens(
    sheet: Sheet[Campaign], row: Row, power: str | None, request: RollRequest, said: dict[str, object]
) -> None:
    """What most rows do: a name drawn, a die, then points, money, what is owed, what comes into force or is open."""
    name: str | None = None
    if row.list:
        name = from_list(sheet, row, row.list, power, request)
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
        owed = owe(sheet, power, row.owed.what, row.id, row.owed.on, row.owed.by)
        said["phase"] = owed.name
        rules += ["R-06", "R-12"]
    if row.begins:
        begun = begin(sheet, row.begins, unit=name, whom=power)
        if begun.until:
            said["last"] = begun.until.plus(-1).name
            rules.append("R-07" if "months" in sheet.rulebook.table("in-force")[row.begins] else "R-05")
    if row.once_a_year:
        begin(sheet, row.once_a_year, months=13 - sheet.state.month.number)
    sheet.say(row.words.format(**said), *rules)
    if row.pp and power:
        move_points(sheet, power, row.pp)
    if row.decision:
        leave_open(sheet, row.decision, power, row.detail.format(**said) or None)


def _between(sheet: Sheet[Campaign], row: Row, between: Between) -> None:
    """What follows from how two powers stand to each other, for the first of them."""
    power, other = between.powers
    if relations.allied(sheet.state, power, other):
        stands = between.allied
    elif relations.at_war(sheet.state, power, other):
        stands = between.war
    else:
        stands = between.neither
    sheet.say(stands.words, row.id, "R-111")
    if stands.to_do:
        sheet.leave_to_do(stands.to_do, whom=power)
    if stands.pp:
        move_points(sheet, power, stands.pp)


def _persia(sheet: Sheet[Campaign], row: Row) -> None:
    """An invasion by Persia, or a coup in it (R-14)."""
    from eia_ref.empires.persia import persia  # a subject is loaded when its row comes up

    sheet.say(row.words, row.id)
    if row.persia == "coup":
        persia.coup(sheet)
    elif not persia.invade(sheet):
        _no_event(sheet, row)


def _leader(sheet: Sheet[Campaign], row: Row, power: str | None, request: RollRequest) -> None:
    """What befalls a leader of the roster: he falls ill, is pensioned off, comes back, or comes at all."""
    from eia_ref.empires.leaders import arrivals, leaders

    if row.leader == "talented" and power:
        sheet.say(row.words.format(power=power), row.id)
        leaders.generate(sheet, power, request.general)
        return
    found = leaders.at_hand(sheet, power) if power else leaders.in_exile(sheet)
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
    elif row.leader == "pensioned":
        sheet.say(row.words.format(power=power, name=name), row.id)
        arrivals.drive_out(sheet, name, row.id)
    else:
        sheet.say(row.words.format(power=power, name=name), row.id, "R-112")
        leaders.change(sheet, name, "available", rule=row.id)


def _trade(sheet: Sheet[Campaign], change: int, words: str, rules: tuple[str, ...]) -> None:
    """Changes British colonial trade, never below 0 (R-13)."""
    change = max(change, -sheet.state.colonial_trade)
    if change:
        sheet.apply(ColonialTrade(change=change))
    sheet.say(words.format(amount=sheet.state.colonial_trade), *rules)


def _areas(sheet: Sheet[Campaign], row: Row, request: RollRequest) -> None:
    """Brings a row into force in as many areas as its die says, each drawn from those left (R-17)."""
    assert row.begins
    many = sheet.roll(row.areas, f"areas with {row.name}")
    left = listed(sheet, "areas", None, request, row)
    if len(left) < many:
        raise no_list(row, "areas", f"{many} areas are to be drawn and the list has {len(left)}")
    drawn, begun = [], None
    for i in range(many):
        # As many names as are wanted: they are all meant, and no die is needed.
        area = sheet.draw(left[:1] if len(left) == many - i else left, f"area {i + 1} with {row.name}")
        left = [*left]
        left.remove(area)
        drawn.append(area)
        begun = begin(sheet, row.begins, place=area)
    assert begun
    assert begun.until
    sheet.say(row.words.format(area=in_a_row(drawn), last=begun.until.plus(-1).name), row.id, "R-07", "R-17")


def _no_event(sheet: Sheet[Campaign], row: Row) -> None:
    """What follows "no event": a step of the French Revolution, and Poland's test (R-10)."""
    if not row.no_event and option(sheet, "no_event") == "table":
        sheet.say("In this campaign only 1-25 counts as no event.", "R-10")
        return
    sheet.tell(NoEvent())
    follow(sheet)  # before the next roll of the same event
