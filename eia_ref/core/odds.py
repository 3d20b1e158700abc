"""Exact odds: an adjudication run over every way its dice can fall. No sampling, no floats."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TypeVar

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

    `run` must ask for the same die whenever the dice before it fell alike. The chances add up to 1.
    """
    dice = EveryDice()
    found: dict[T, Fraction] = {}
    more = True
    while more:
        outcome = run(dice)
        found[outcome] = found.get(outcome, Fraction(0)) + dice.chance
        more = dice.next()
    return found
