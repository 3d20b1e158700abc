"""Exact odds, against dice counted by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eia_ref.core.dice import Dice
from eia_ref.core.odds import distribution, so_far_out


def test_one_die_and_none() -> None:
    assert distribution(lambda dice: dice.roll(6, "a test").value) == {n: Fraction(1, 6) for n in range(1, 7)}
    assert distribution(lambda dice: "certain") == {"certain": Fraction(1)}


def test_a_die_that_is_asked_for_only_after_another() -> None:
    """A 6 is tested again: 1/6 of 1/6, and what is left."""

    def run(dice: Dice) -> str:
        if dice.roll(6, "first").value < 6:
            return "no"
        return "twice" if dice.roll(6, "second").value == 6 else "once"

    assert distribution(run) == {"no": Fraction(5, 6), "once": Fraction(5, 36), "twice": Fraction(1, 36)}


@given(st.lists(st.integers(1, 5), max_size=4))
def test_sums_are_those_of_counting_every_way(sides: list[int]) -> None:
    found = distribution(lambda dice: sum(dice.roll(n, f"die {i}").value for i, n in enumerate(sides)))
    ways = [sum(way) for way in product(*(range(1, n + 1) for n in sides))]
    assert found == {total: Fraction(ways.count(total), len(ways)) for total in ways}
    assert sum(found.values()) == 1


@pytest.mark.parametrize("sides", [2, 3, 6, 7])
@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_so_far_out_is_what_counting_gives(sides: int, count: int) -> None:
    """Against every way the dice can fall."""
    sums = [sum(dice) for dice in product(range(1, sides + 1), repeat=count)]
    twice_mean = count * (sides + 1)
    for total in range(count, count * sides + 1):
        further = [s for s in sums if abs(2 * s - twice_mean) >= abs(2 * total - twice_mean)]
        assert so_far_out(sides, count, total) == Fraction(len(further), len(sums))


def test_so_far_out_of_many_dice() -> None:
    """Whole numbers to the end: the tails are even, and the chance falls as the sum goes away from the mean."""
    chances = [so_far_out(6, 1000, total) for total in (3500, 3501, 3554, 3600, 3700, 6000)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] == 1
    assert chances[-1] == Fraction(2, 6**1000)
    assert so_far_out(6, 1000, 3400) == so_far_out(6, 1000, 3600)
    with pytest.raises(ValueError, match="can't add up"):
        so_far_out(6, 2, 13)
