"""Exact odds: an adjudication run over every way its dice can fall. No sampling, no floats."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from math import comb
from typing import Generic, TypeVar

from eia_ref.core.dice import Dice, Die, make

T = TypeVar("T", bound=Hashable)


class EveryDice:
    """Dice that fall in every way, one way after the other: the last die that can still rise rises by one."""

    def __init__(self) -> None:
        self.way: list[Die] = []
        self.at = 0

    def roll(self, sides: int, purpose: str) -> Die:
        if self.at == len(self.way):
            self.way.append(make(sides, 1, purpose, "engine"))
        die = self.way[self.at]
        assert (die.sides, die.purpose) == (sides, purpose), "another die was asked for after the same dice"
        self.at += 1
        return die

    def unneeded(self, purpose: str) -> None:
        pass

    def finish(self) -> None:
        pass

    @property
    def chance(self) -> Fraction:
        """The chance of this way of falling."""
        chance = Fraction(1)
        for die in self.way:
            chance /= die.sides
        return chance

    def next(self) -> bool:
        """Goes on to the next way; False after the last."""
        self.at = 0
        while self.way:
            last = self.way.pop()
            if last.value < last.sides:
                self.way.append(make(last.sides, last.value + 1, last.purpose, "engine"))
                return True
        return False


def distribution(run: Callable[[Dice], T]) -> dict[T, Fraction]:
    """The exact chance of each outcome of `run`, which asks the dice it is given for what it needs.

    `run` must ask for the same die whenever the dice before it fell alike, and come to an end however they fall:
    ties that are rolled again for ever never do. The chances add up to 1.
    """
    dice = EveryDice()
    found: dict[T, Fraction] = {}
    more = True
    while more:
        outcome = run(dice)
        found[outcome] = found.get(outcome, Fraction(0)) + dice.chance
        more = dice.next()
    return found


class Spread(Generic[T]):
    """States with their exact chances: whole numbers over one total, states that come out equal put together."""

    def __init__(self, first: T) -> None:
        self.weights: dict[T, int] = {first: 1}
        self.total = 1

    def step(self, ways: Callable[[T], Iterable[tuple[T, int]]], of: int) -> None:
        """Goes on from every state to what it can become: the numbers `ways` gives for it add up to `of`."""
        new: dict[T, int] = {}
        for state, weight in self.weights.items():
            for after, number in ways(state):
                new[after] = new.get(after, 0) + weight * number
        self.weights = new
        self.total *= of

    def chance(self, test: Callable[[T], bool]) -> Fraction:
        """The chance of the states that pass the test."""
        return Fraction(sum(w for s, w in self.weights.items() if test(s)), self.total)

    def mean(self, value: Callable[[T], int]) -> Fraction:
        """The expected value."""
        return Fraction(sum(w * value(s) for s, w in self.weights.items()), self.total)


def decimal(value: Fraction, places: int = 2) -> str:
    """An exact number as a decimal, half up: `3.42`."""
    shift = 10**places
    whole = (2 * abs(value.numerator) * shift + value.denominator) // (2 * value.denominator)
    sign = "-" if value < 0 and whole else ""
    return f"{sign}{whole // shift}.{whole % shift:0{places}d}"


def percent(chance: Fraction, places: int = 1) -> str:
    """A chance in percent: `61.3%`. Only what never happens is 0, and only what is certain is 100."""
    shown = decimal(chance * 100, places)
    least = decimal(Fraction(1, 10**places), places)
    if chance and not Fraction(shown):
        return f"<{least}%"
    if chance < 1 and Fraction(shown) == 100:
        return f">{decimal(100 - Fraction(least), places)}%"
    return f"{shown}%"


def so_far_out(sides: int, count: int, total: int) -> Fraction:
    """The exact chance that so many dice add up to something as far from their mean as `total`, to either side.

    The sums of dice lie evenly about their mean, so it is twice the lower tail: the ways to at most so many pips
    above one each, counted by inclusion and exclusion of the dice that would show too many.
    """
    most = count * (sides - 1)
    pips = min(total - count, most - (total - count))
    if pips < 0:
        raise ValueError(f"{count}d{sides} can't add up to {total}")
    if 2 * pips >= most:
        return Fraction(1)
    ways, which, choose, top = 0, 1, comb(pips + count, count), pips + count
    for over in range(pips // sides + 1):  # which = (-1)**over * comb(count, over), choose = comb(top, count)
        ways += which * choose
        which = -which * (count - over) // (over + 1)
        for _ in range(min(sides, top - count)):
            choose = choose * (top - count) // top
            top -= 1
    return Fraction(2 * ways, sides**count)
