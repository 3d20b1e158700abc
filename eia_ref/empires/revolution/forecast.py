"""When the Revolution reaches its stages: the exact chances, and the pace its end date asks for (R-24, BO-5).

One roll a month on the event table. What counts as no event is taken from the table's rows: those that are it
by their text, and, by the option, those out of their season (R-10, R-145). A chance is a Fraction.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from eia_ref.core.calendar import Month
from eia_ref.core.odds import decimal
from eia_ref.core.position import Position
from eia_ref.empires.event_table import rows
from eia_ref.empires.options import option
from eia_ref.empires.powers import winter_months
from eia_ref.empires.state import Campaign
from eia_ref.empires.track import end_date, last_by_dice, stage

Steps = dict[int, Fraction]  # the chance of so many steps


class Pace(NamedTuple):
    """Steps to the last stage the dice reach, months with a roll before the end date, steps a month's roll gives."""

    steps: int
    months: int
    end: Month
    gives: Fraction

    @property
    def needed(self) -> Fraction | None:
        """Steps a month; None where no month is left."""
        return Fraction(self.steps, self.months) if self.months else None

    def in_words(self) -> list[str]:
        """The pace needed beside the one the table gives."""
        left = f"{self.steps} steps are left to stage 47, and {self.months} monthly rolls before {self.end.name}"
        if self.needed is None:
            return [f"{left}."]
        return [
            f"{left}: {decimal(self.needed)} steps a month are needed, and the table gives {decimal(self.gives)}."
        ]


def monthly(position: Position[Campaign], month: Month) -> Steps:
    """The chance of so many steps in a month (R-145).

    A row that rolls again counts its further rolls, on which it is itself nothing.
    """
    winter = month.number in winter_months(position)
    out_of_season = not winter and option(position, "no_event") == "all"
    table = rows(position.rulebook)
    total = sum(r.last - r.first + 1 for r in table)
    counts = [r for r in table if r.no_event or (r.needs == "winter" and out_of_season)]
    step = Fraction(sum(r.last - r.first + 1 for r in counts), total)
    found = {0: 1 - step, 1: step}
    for row in table:
        if row.again:
            found = _again(found, row.again, Fraction(row.last - row.first + 1, total))
    return found


def _again(once: Steps, rolls: int, chance: Fraction) -> Steps:
    """A roll that with this chance, part of that of no step, is so many rolls instead."""
    many: Steps = {0: Fraction(1)}
    for _ in range(rolls):
        many = _sum(many, once)
    found = {**once, 0: once[0] - chance}
    for steps, part in many.items():
        found[steps] = found.get(steps, Fraction(0)) + part * chance
    return found


def _sum(one: Steps, other: Steps) -> Steps:
    """The chances of the sum of two."""
    found: Steps = {}
    for a, chance in one.items():
        for b, also in other.items():
            found[a + b] = found.get(a + b, Fraction(0)) + chance * also
    return found


def reach(at: int, last: int, chances: Sequence[Steps]) -> dict[int, list[Fraction]]:
    """For each stage after `at` up to `last`, the chance that it is reached by the end of each month.

    `chances` are those of so many steps in each month, in order. Counted in whole parts of one denominator.
    """
    parts = lcm(*(c.denominator for month in chances for c in month.values()))
    whole, stands = 1, {at: 1}
    found: dict[int, list[Fraction]] = {s: [] for s in range(at + 1, last + 1)}
    for month in chances:
        whole *= parts
        after: dict[int, int] = {}
        for s, ways in stands.items():
            for n, chance in month.items():
                to = min(s + n, last)
                after[to] = after.get(to, 0) + ways * (chance.numerator * (parts // chance.denominator))
        stands, above = after, 0
        for s in range(last, at, -1):
            above += stands.get(s, 0)
            found[s].append(Fraction(above, whole))
    return found


def months_to_roll(state: Campaign, until: Month) -> list[Month]:
    """The months before `until` whose event is still to be rolled."""
    first = state.month.plus(1) if state.rolled else state.month
    found = []
    while first < until:
        found.append(first)
        first = first.plus(1)
    return found


def forecast(position: Position[Campaign], until: Month) -> tuple[list[Month], dict[int, list[Fraction]]]:
    """The months before `until` still to be rolled, and the chance of each later stage by the end of each."""
    months = months_to_roll(position.state, until)
    chances = [monthly(position, month) for month in months]
    return months, reach(stage(position.state), last_by_dice(position.rulebook), chances)


def pace(position: Position[Campaign]) -> Pace:
    """The pace the end date asks for (BO-5)."""
    state = position.state
    end = end_date(position)
    left = months_to_roll(state, end)
    steps = max(last_by_dice(position.rulebook) - stage(state), 0)
    over = left or [state.month]
    gives = sum((n * p for month in over for n, p in monthly(position, month).items()), Fraction(0))
    return Pace(steps, len(left), end, gives / len(over))
