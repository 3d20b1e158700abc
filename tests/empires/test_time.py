"""Time, against a calendar that walks month by month (R-05 to R-07)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eia_ref.core.adjudication import Adjudication, adjudicate
from eia_ref.core.calendar import Month
from eia_ref.core.dice import Dice, Die, RecordedDice, make
from eia_ref.core.game import SETTLE, TURN
from eia_ref.core.position import Position
from eia_ref.core.requests import SettleRequest, TurnRequest
from eia_ref.empires.decisions import answers
from eia_ref.empires.event_table import RollRequest
from eia_ref.empires.events.collect import CollectRequest
from eia_ref.empires.game import EMPIRES
from eia_ref.empires.month import agenda
from eia_ref.empires.powers import after_winter, economic_months, next_phase
from eia_ref.empires.state import Campaign
from tests.empires.tools import KNOWN, RULES, asked_of, opening, replays, to_do

MONTHS = st.builds(lambda y, m: Month(f"{y}-{m:02d}"), st.integers(1700, 1899), st.integers(1, 12))
WINTERS = {
    "December to February": {12, 1, 2},
    "November to February": {11, 12, 1, 2},
    "December to March": {12, 1, 2, 3},
}


def _walk(month: Month) -> Iterator[tuple[int, int]]:
    year, number = int(month[:4]), int(month[5:])
    while True:
        yield year, number
        year, number = (year + 1, 1) if number == 12 else (year, number + 1)


@given(MONTHS, st.integers(0, 60))
def test_months_on_and_back(month: Month, n: int) -> None:
    steps = _walk(month)
    for _ in range(n):
        next(steps)
    year, number = next(steps)
    assert month.plus(n) == f"{year}-{number:02d}"
    assert month.plus(n).plus(-n) == month
    assert (month.plus(n) > month) == (n > 0)
    if n:
        assert month.last_of(n) == month.plus(n).plus(-1)  # this month is the first


@given(MONTHS)
def test_the_next_economic_phase_is_the_first_on_the_calendar(month: Month) -> None:
    assert set(economic_months(RULES)) == {3, 6, 9, 12}
    year, number = next((y, n) for y, n in _walk(month) if n in (3, 6, 9, 12))
    assert next_phase(RULES, month) == f"{year}-{number:02d}"


@pytest.mark.parametrize("option", sorted(WINTERS))
def test_winter_ends_with_the_first_month_that_is_not_of_it(option: str) -> None:
    for month in (Month("1789-01").plus(n) for n in range(24)):
        state = opening(month, winter=option)
        if int(month[5:]) not in WINTERS[option]:
            assert after_winter(Position(RULES, state)) is None
        else:
            year, number = next((y, n) for y, n in _walk(month) if n not in WINTERS[option])
            assert after_winter(Position(RULES, state)) == f"{year}-{number:02d}"


class Chosen:
    """Dice that fall as hypothesis likes, after the first ones given."""

    def __init__(self, first: list[int], data: st.DataObject) -> None:
        self.first = first
        self.data = data

    def roll(self, sides: int, purpose: str) -> Die:
        value = self.first.pop(0) if self.first else self.data.draw(st.integers(1, sides), label=purpose)
        return make(sides, value, purpose, "engine")

    def unneeded(self, purpose: str) -> None:
        pass

    def finish(self) -> None:
        pass


def _do(command: str, request: Any, state: Campaign, dice: Dice, number: int = 100) -> Adjudication:
    return adjudicate(Position(RULES, state), EMPIRES.adjudicator(command), request, dice, number)


def _whole(state: Campaign, command: str, request: Any, dice: Dice, number: int) -> Adjudication:
    """Adjudicates; what comes out is in words, under rules there are, and comes out again from the same dice."""
    done = _do(command, request, state, dice, number)
    for line in [*done.text, *(o.question for o in done.open), *(e.words() for e in done.effects)]:
        assert "None" not in line
        assert not set("{}") & set(line)
    assert set(done.rules) <= KNOWN
    replays(state, done, _do(command, request, state, RecordedDice(done.dice), number))
    return done


@given(
    st.data(),
    st.integers(1, 100),
    MONTHS.filter(lambda m: "1789-01" <= m <= "1815-12"),
    st.sampled_from(["all", "table"]),
)
@settings(max_examples=60, deadline=None)
def test_any_event_resolves_and_its_decisions_are_settled(
    data: st.DataObject, number: int, month: Month, no_event: str
) -> None:
    state = opening(month, no_event=no_event)
    done = _whole(state, "event roll", RollRequest(), Chosen([number], data), 100)
    at: Any = done.after
    assert at.rolled == 1
    entry = 101
    while at.decisions and entry < 140:
        decision = at.decisions[0]
        known = answers(RULES, decision)
        answer = data.draw(st.sampled_from(sorted(known))) if known else "as the table decided"
        at = _whole(at, SETTLE, SettleRequest(decision=decision.id, answer=answer), RecordedDice([]), entry).after
        entry += 1
    assert at.decisions == []
    ended: Any = _whole(at, TURN, TurnRequest(), RecordedDice([]), entry).after
    assert ended.month == month.plus(1)


@pytest.mark.parametrize("number", range(1, 100))
@pytest.mark.parametrize(("month", "no_event"), [("1789-07", "all"), ("1789-01", "all"), ("1789-07", "table")])
def test_no_event_is_1_to_25_and_a_cold_winter_in_summer_where_the_option_says_all(
    number: int, month: str, no_event: str
) -> None:
    dice = RecordedDice([make(100, number, "random event", "engine")], _Ones())
    done = _do("event roll", RollRequest(), opening(month, no_event=no_event), dice)
    summer = number == 99 and month == "1789-07"
    none = number <= 25 or ((summer or number == 64) and no_event == "all")  # at the opening all are at peace
    assert done.after.revolution.stage == (1 if none else 0)
    assert done.after.poland.tries == (1 if none else 0)


class _Ones:
    """Dice that all show 1."""

    def roll(self, sides: int, purpose: str) -> Die:
        return make(sides, 1, purpose, "engine")

    def unneeded(self, purpose: str) -> None:
        pass

    def finish(self) -> None:
        pass


@given(
    MONTHS.filter(lambda m: "1789-01" <= m <= "1815-12"),
    st.sampled_from([(50, 3), (59, 3), (74, 3), (90, 3), (94, 1), (98, 1)]),
)
@settings(max_examples=60, deadline=None)
def test_what_lasts_n_months_is_there_through_n_of_them_and_then_gone(month: Month, row: tuple[int, int]) -> None:
    number, months = row
    dice = RecordedDice([make(100, number, "random event", "engine")], _Ones())
    state: Any = _do("event roll", RollRequest(), opening(month), dice).after
    seen, begun = 0, {t.what for t in state.in_force}
    while begun & {t.what for t in state.in_force}:
        seen += 1
        state = _do(TURN, TurnRequest(left_open=True), state, RecordedDice([]), 100 + seen).after
    assert seen == months


@given(MONTHS.filter(lambda m: "1789-01" <= m <= "1815-12"), st.sampled_from([32, 35, 39, 65, 67, 68, 71]))
@settings(max_examples=60, deadline=None)
def test_what_is_owed_is_on_the_agenda_to_the_end_of_its_economic_phase(month: Month, number: int) -> None:
    dice = RecordedDice([make(100, number, "random event", "engine")], _Ones())
    state: Any = _do("event roll", RollRequest(), opening(month), dice).after
    for year, number_of in _walk(month):
        assert state.month == f"{year}-{number_of:02d}"
        due = [d for d in agenda(Position(RULES, state)) if d.id == "100.1"]
        assert len(due) == 1
        assert due[0].what.startswith("Austria: ")
        state = _do(TURN, TurnRequest(left_open=True), state, RecordedDice([])).after
        if number_of in (3, 6, 9, 12):
            break
    assert state.owed == []


def test_the_agenda_says_what_the_month_still_needs() -> None:
    state = asked_of(opening("1789-03"))
    everybody = "Austria, Britain, France, Prussia, Russia, Spain, Turkey"
    event = "the month's random event is not rolled"
    rest = [f"not collected: {everybody}", "the victory points are not collected"]
    assert [t.words for t in to_do(state) if t.must] == [event, *rest]
    assert [t.words for t in to_do(state) if not t.must] == [f"upkeep not paid: {everybody}"]
    assert [d.what for d in agenda(Position(RULES, state)) if d.rule == "R-05"] == ["economic phase"]
    rolled: Any = _do(
        "event roll", RollRequest(), state, RecordedDice([make(100, 46, "random event", "engine")])
    ).after
    assert [t.words for t in to_do(rolled) if t.must] == rest
    collect = CollectRequest(power="Turkey", tax=0, trade=0, manpower=0)
    collected: Any = _do("economy collect", collect, rolled, RecordedDice([])).after
    assert [t.words for t in to_do(collected) if t.rule == "R-05"] == [f"not collected: {everybody[:-8]}"]
