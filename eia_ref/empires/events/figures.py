"""A power's figures of an economic phase, and what changes them step by step (R-110).

What changes a figure is data: `on` and `by` of what an event makes wait (owed), and `collect` of a thing in
force (in-force.toml). On: taxes, trade, colonial trade, income (of its own, beside them), manpower, money (saved),
upkeep. By: `x2`, `x1/2`, `x0`, `+20% rounded up`, `+5`, `-15`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from eia_ref.core.adjudication import Sheet
from eia_ref.core.effects import as_a
from eia_ref.core.errors import NotAllowed, RefereeError, quoted
from eia_ref.core.position import Position
from eia_ref.core.state import InForce
from eia_ref.empires import relations
from eia_ref.empires.effects import Settles
from eia_ref.empires.powers import find_power
from eia_ref.empires.state import Campaign, Mark, Owed

MOST = 9999  # more than any power collects, saves or spends
BY = re.compile(r"x(?P<times>\d+)(?:/(?P<part>[1-9]\d*))?|(?P<percent>[+-]\d+)% rounded up|(?P<fixed>[+-]\d+)")


def in_play(position: Position[Campaign], said: str) -> str:
    """The power meant; refuses one that is not in play."""
    power = find_power(position.rulebook, said)
    if not position.state.power(power).in_play:
        raise NotAllowed(f"{power} is not in play", "name another power", "not-in-play")
    return power


def figure(option: str, said: int | None, what: str) -> int:
    """A figure as said; refuses one that is missing, negative or absurd, by name."""
    if said is None:
        raise RefereeError(f"{option} is missing: {what}", f"add {option} N, {option} 0 for none", "figure")
    if not 0 <= said <= MOST:
        why = "less than 0" if said < 0 else f"more than {MOST}"
        raise RefereeError(f"{option}: {said} is {why}: {what}", f"write a figure of 0 to {MOST}", "figure")
    return said


def amount(on: str, n: int) -> str:
    return str(n) if on == "manpower" else f"{n}$"


def paid(power: str) -> Mark:
    """The mark of a power that has paid its upkeep in this month's economic phase."""
    return Mark(what="upkeep paid", whom=power)


class Step(NamedTuple):
    """One thing that changes a figure: what it is called, by how much, by which rule; `owed` where it is used up."""

    what: str
    by: str
    rule: str
    owed: Owed | None = None

    @property
    def order(self) -> int:
        """R-110: what multiplies, then what divides, then percentages, then fixed amounts."""
        found = _parsed(self.by)
        if found["times"]:
            return 1 if found["part"] else 0
        return 2 if found["percent"] else 3

    def on(self, figure: int) -> int:
        """The figure changed by it, rounded up, never below 0 (R-02, R-110)."""
        found = _parsed(self.by)
        if found["times"]:
            exact = figure * Fraction(int(found["times"]), int(found["part"] or 1))
        elif found["percent"]:
            exact = figure + Fraction(figure * int(found["percent"]), 100)
        else:
            exact = Fraction(figure + int(found["fixed"]))
        return max(0, -(-exact.numerator // exact.denominator))


def _parsed(by: str) -> dict[str, str]:
    found = BY.fullmatch(by)
    if found is None:
        raise RefereeError(f"the rules change a collection by {quoted(by)}, which nobody can read", code="bad-rules")
    return found.groupdict()


def changing(position: Position[Campaign], power: str, on: str) -> list[Step]:
    """What changes that figure of a power in this month's economic phase, in the order it is applied (R-110)."""
    state = position.state
    stands = [step for thing in state.in_force if (step := _standing(position, thing, power, on))]
    owed = [
        Step(o.what, o.by, o.rule, o) for o in state.owed if (o.power, o.on) == (power, on) and o.phase <= state.month
    ]
    return sorted([*stands, *owed], key=lambda step: step.order)


def _standing(position: Position[Campaign], thing: InForce, power: str, on: str) -> Step | None:
    """What a thing in force does to that figure of the power it concerns: in its months, or only while at war."""
    state = position.state
    does: dict[str, Any] | None = position.rulebook.table("in-force")[thing.what].get("collect")
    if not does or does["on"] != on or (thing.whom or does.get("whom")) != power:
        return None
    if state.month.number not in does.get("months", [state.month.number]):
        return None
    if does.get("at_war") and not relations.enemies(state, power):
        return None
    if beside(state, power, does):
        return None
    return Step(thing.what, does["by"], thing.rule)


def beside(state: Campaign, power: str, does: dict[str, Any]) -> list[str]:
    """The enemies a power fights together with whoever pays it nothing while it does (PL-9, R-250)."""
    other = does.get("not_beside")
    return [e for e in relations.enemies(state, power) if other and relations.at_war(state, other, e)]


def worked_out(sheet: Sheet[Campaign], figure: int, on: str, steps: Sequence[Step]) -> int:
    """The figure after each step, told step by step; what was owed is used up."""
    for step in steps:
        was, figure = figure, step.on(figure)
        sheet.say(f"{step.what}, {step.by}: {amount(on, was)} becomes {amount(on, figure)}.", step.rule, "R-110")
        if step.owed:
            sheet.apply(as_a(Settles, step.owed))
    return figure
