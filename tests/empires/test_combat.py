"""The combat resolution chart, percentages of a strength, and losses split: what land and sea share."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eia_ref.core.errors import RefereeError
from eia_ref.empires.naval.combat import columns, fire, held, loss, row, shares, tables, tenths
from tests.empires.tools import RULES


def test_the_chart_has_25_tables_of_8_rows() -> None:
    assert sorted(tables(RULES)) == [f"{c}-{m}" for c in range(1, 6) for m in range(1, 6)]
    for rows in tables(RULES).values():
        assert len(rows) == 8
        assert rows == sorted(rows)  # a better die is never worse, in losses or in morale
        assert {p % 5 for p, _ in rows} == {0}


@pytest.mark.parametrize(
    ("table", "die", "percent", "shock"),
    [("3-3", 6, 15, 28), ("3-1", 5, 10, 11), ("5-4", 3, 15, 24), ("4-1", 3, 10, 7)],
)
def test_the_chart_is_the_one_played_with(table: str, die: int, percent: int, shock: int) -> None:
    shot = fire(RULES, table, 20, 0, die)
    assert (shot.percent, shot.shock) == (percent, shock)


def test_a_percentage_is_rounded_half_up_but_for_the_odd_cells() -> None:
    """R-01: 5% of 7, 8 and 9 is 1, and 45% of 1 is 1."""
    odd = {(5, 7): 1, (5, 8): 1, (5, 9): 1, (45, 1): 1}
    for percent in (5, 10, 15, 20, 25, 30, 45, 60, 75, 90, 120):
        for strength in range(1, 21):
            plain = (2 * percent * strength + 100) // 200
            assert loss(RULES, strength, percent) == odd.get((percent, strength), plain), (percent, strength)


@pytest.mark.parametrize(
    ("strength", "percent", "lost"),
    [(28, 15, 4), (25, 10, 3), (94, 20, 19), (78, 25, 20), (77, 25, 19), (40, 5, 2), (0, 25, 0), (33, 0, 0)],
)
def test_a_strength_above_twenty_is_cut_into_twenties(strength: int, percent: int, lost: int) -> None:
    """As in battles played by mail: 28 at 15% is 3 and 1."""
    assert loss(RULES, strength, percent) == lost


def test_a_percentage_the_chart_does_not_have_is_refused() -> None:
    with pytest.raises(RefereeError, match="no 35%"):
        loss(RULES, 20, 35)


def test_sum_cap_clamp_once() -> None:
    """R-03 and FC-45: die 6 with +3, die 1 with -2."""
    assert [held(n, 2) for n in (3, 2, 0, -2, -3)] == [2, 2, 0, -2, -2]
    assert [row(6, 2), row(1, -2), row(3, 1)] == [7, 0, 4]


def test_seven_over_fourteen_and_six_are_five_and_two() -> None:
    assert shares(7, {"a": 14, "b": 6}) == {"a": 5, "b": 2}  # FC-10
    assert shares(1, {"a": 5, "b": 9}) == {"a": 0, "b": 1}
    assert shares(5, {"a": 10, "b": 10}) == {"a": 3, "b": 2}


@given(
    among=st.dictionaries(st.text(min_size=1), st.integers(0, 200), min_size=1, max_size=6), part=st.integers(0, 100)
)
def test_a_split_adds_up_and_takes_nobody_more_than_he_has(among: dict[str, int], part: int) -> None:
    total = sum(among.values()) * part // 100
    split = shares(total, among)
    assert sum(split.values()) == total
    assert list(split) == list(among)
    assert all(0 <= split[name] <= among[name] for name in among)


def test_more_than_there_is_can_t_be_lost() -> None:
    with pytest.raises(RefereeError) as refusal:
        shares(4, {"a": 1, "b": 2})
    assert refusal.value.code == "contradiction"


def test_figures_for_people() -> None:
    assert [tenths(35), tenths(0), tenths(-7)] == ["3.5", "0.0", "-0.7"]
    assert columns([["a", "10"], ["bcd", "2"]], (1,)) == ["a    10", "bcd   2"]
