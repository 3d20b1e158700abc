"""The chances of a month's event, against every way all its dice can fall, rolled by the command itself."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from eia_ref.core.adjudication import Sheet
from eia_ref.core.dice import Dice, RecordedDice
from eia_ref.core.odds import distribution
from eia_ref.core.position import Position
from eia_ref.core.state import InForce
from eia_ref.empires.consequences import follow
from eia_ref.empires.event_table import RollRequest, rows
from eia_ref.empires.events.chances import REVOLT, STEP, TRY, Chances, _brings, chance_of
from eia_ref.empires.events.events import play
from eia_ref.empires.powers import all_powers
from eia_ref.empires.state import Campaign, Leader, Minor, Poland
from tests.empires.tools import RULES, opening

ALL = [STEP, TRY, REVOLT, *all_powers(RULES)]
LONG = ("EV-95",)  # a talented general: too many dice for a slow twin


def _state(month: str = "1789-01", **fields: Any) -> Campaign:
    return opening(month).model_copy(update=fields)


STATES = [
    pytest.param(_state(), id="January 1789"),
    pytest.param(_state("1789-07"), id="summer"),
    pytest.param(
        _state(
            "1790-01",
            in_force=[
                InForce(id="1.1", what="war", rule="R-30", since="1789-01", whom="Russia", against="Turkey"),
                InForce(id="1.2", what="alliance", rule="AL-1", since="1789-01", whom="Spain", against="France"),
                InForce(id="1.3", what="Wahhabist revolt this year", rule="EV-85b", since="1790-01", until="1791-01"),
            ],
        ),
        id="a war, an alliance, a revolt this year",
    ),
]


@pytest.mark.parametrize("state", STATES)
def test_one_roll_against_every_way_all_dice_can_fall(state: Campaign) -> None:
    """The slow twin varies each die, on the lists as they are: the chances are the same."""
    slow: dict[str, Fraction] = dict.fromkeys(ALL, Fraction(0))
    for row in rows(RULES):
        if row.again or row.id in LONG:
            continue

        def run(dice: Dice, row: Any = row) -> frozenset[str]:
            sheet: Sheet[Campaign] = Sheet(Position(RULES, state), dice, 100)
            play(sheet, row, RollRequest())
            follow(sheet)
            return frozenset(_brings(sheet))

        for brings, chance in distribution(run).items():
            for what in brings:
                slow[what] += chance * chance_of(row)
    for power in all_powers(RULES):  # 95-97 draw a power like any other row
        slow[power] += Fraction(3, 100) / 7
    chances = Chances(Position(RULES, state))
    assert {what: chances.of(what).roll for what in ALL} == slow


def test_a_stage_with_many_dice_costs_no_more_than_another() -> None:
    """Stage 16 rolls three dice for the losses of a mutiny, in every row that is no event."""
    state = opening("1792-07")
    there = state.model_copy(update={"revolution": state.revolution.model_copy(update={"stage": 15})})
    assert Chances(Position(RULES, there)).of(STEP) == Chances(Position(RULES, state)).of(STEP)


@pytest.mark.parametrize("state", STATES)
def test_a_roll_is_one_row_or_another(state: Campaign) -> None:
    assert sum(Chances(Position(RULES, state)).one().values()) == Fraction(99, 100)


def test_in_winter_at_peace_no_event_is_1_to_25_and_64_and_in_summer_99_too() -> None:
    winter, summer = Chances(Position(RULES, opening())), Chances(Position(RULES, opening("1789-07")))
    assert winter.of(STEP).roll == Fraction(26, 100)
    assert summer.of(STEP).roll == Fraction(27, 100)
    assert winter.of(TRY).roll == Fraction(26, 100)


def test_a_power_is_touched_by_the_rows_that_draw_it() -> None:
    """20 rows draw a power, 58 numbers in all: each power is drawn with 1 in 7 of them."""
    chances = Chances(Position(RULES, opening()))
    drawing = [row for row in rows(RULES) if row.draw]
    numbers = sum(row.last - row.first + 1 for row in drawing)
    assert chances.of("Austria").roll == Fraction(numbers, 700)
    assert [row for row, _ in chances.touching("Austria")] == drawing
    assert chances.touching("Austria")[0][1] == Fraction(2, 700)
    britain = {row.id: chance for row, chance in chances.touching("Britain")}
    assert britain["EV-46"] == Fraction(2, 100)
    turkey = {row.id: chance for row, chance in chances.touching("Turkey")}
    assert turkey["EV-74"] == Fraction(1, 100)


def test_the_month_counts_both_rolls_of_a_hundred_and_leaves_open_only_a_second_hundred() -> None:
    """Where only 1-25 counts, one roll changes nothing for the next."""
    state = opening()
    found = Chances(
        Position(RULES, state.model_copy(update={"settings": {**state.settings, "no_event": "table"}}))
    ).of(STEP)
    s, q = Fraction(25, 100), Fraction(1, 100)
    miss = 1 - s - q  # a roll that is neither a step nor a second hundred
    assert found.roll == s
    assert found.low == s + q * (s + miss * s)
    assert found.high == found.low + q * (q + miss * q)


def test_a_second_event_counts_from_where_the_first_one_left_the_campaign() -> None:
    """85 twice in one month: the second is no event, and a step. So is a second invasion by Persia."""
    state = opening("1789-07")
    sheet: Sheet[Campaign] = Sheet(Position(RULES, state), RecordedDice([]), 100)
    revolt = next(row for row in rows(RULES) if row.id == "EV-85")
    play(sheet, revolt, RollRequest())
    once, again = Chances(Position(RULES, state)).of(STEP), Chances(sheet).of(STEP)
    assert again.roll == once.roll + Fraction(4, 100)
    q, s = Fraction(1, 100), once.roll
    plain = s + q * (s + (1 - s - q) * s)
    twice = Fraction(4, 100) ** 2 + Fraction(7, 100) ** 2
    at_war = Fraction(7, 100) * Fraction(1, 700)  # but 64 no longer is, for whom Persia has invaded
    assert once.low == plain + q * (twice - at_war)


@pytest.mark.parametrize(("tries", "of_six"), [(0, 1), (5, 1), (6, 2), (11, 2), (12, 3), (24, 5), (30, 6), (60, 6)])
def test_poland_s_revolt_is_a_try_and_its_die_with_one_for_each_six_that_failed(tries: int, of_six: int) -> None:
    """In winter at peace 26 of 100 are no event (R-10); a six with the bonus revolts (PL-12)."""
    chances = Chances(Position(RULES, _state(poland=Poland(tries=tries))))
    assert chances.of(REVOLT).roll == Fraction(26, 100) * Fraction(of_six, 6)
    assert chances.of(TRY).roll == Fraction(26, 100)


def test_poland_s_revolt_this_month_by_hand() -> None:
    """Five tries failed and only 1-25 counts: 1 in 6 with the first no event of the month, 2 in 6 with a second.

    A month is one roll, or after a 100 two of them; a second 100 is what is left between low and high.
    """
    state = _state(poland=Poland(tries=5))
    found = Chances(
        Position(RULES, state.model_copy(update={"settings": {**state.settings, "no_event": "table"}}))
    ).of(REVOLT)
    no, six, hundred = Fraction(1, 4), Fraction(1, 6), Fraction(1, 100)
    other = 1 - no - hundred
    first, after_a_try = no * six, no * (six + six)
    low = first + hundred * (first + no * (1 - six) * after_a_try + other * first)
    missed = no * (1 - six) + other
    assert found.low == low
    assert found.high == low + hundred * (hundred + missed * hundred)


def test_once_it_has_revolted_poland_tries_no_more() -> None:
    state = _state("1789-07", poland=Poland(tries=3, revolted=_state().month))
    for what in (TRY, REVOLT):
        found = Chances(Position(RULES, state)).of(what)
        assert (found.roll, found.low) == (0, 0)


def _touching(state: Campaign, power: str) -> dict[str, Fraction]:
    return {row.id: chance for row, chance in Chances(Position(RULES, state)).touching(power)}


def _thing(what: str, **fields: Any) -> InForce:
    return InForce(id="1.1", what=what, rule=RULES.table("in-force")[what]["rule"], since="1789-01", **fields)


def test_the_raids_from_arabia_touch_whoever_holds_palestine() -> None:
    empire = _state(in_force=[_thing("Ottoman Empire")])
    assert _touching(empire, "Turkey")["EV-85"] == Fraction(4, 100)
    assert "EV-85" not in _touching(_state(), "Turkey")
    held = _state(minors={**_state().minors, "Palestine": Minor(held="conquered", by="Britain")})
    assert _touching(held, "Britain")["EV-85"] == Fraction(4, 100)


def test_a_coup_touches_the_power_that_persia_has_invaded_and_nobody_else() -> None:
    state = _state(in_force=[_thing("Persian invasion", whom="Russia", until="1790-01")])
    assert _touching(state, "Russia")["EV-82"] == Fraction(3, 100)
    assert "EV-82" not in _touching(state, "Turkey")


def test_of_three_exiles_each_may_come_back() -> None:
    exiles = {name: Leader(status="in exile", since="1789-01") for name in ("Mack", "Charles", "Hohenlohe")}
    state = _state(leaders={**opening().leaders, **exiles})
    assert _touching(state, "Austria")["EV-73"] == Fraction(2, 300)
    assert _touching(state, "Prussia")["EV-73"] == Fraction(1, 300)
    assert "EV-73" not in _touching(state, "France")
