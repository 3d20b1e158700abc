"""When a thing in force ends by itself: the key `ends_when` of rules/empires/in-force.toml, read here alone."""

import functools
from typing import Literal

from pydantic import TypeAdapter

from eia_ref.core.calendar import Month
from eia_ref.core.frozen import Frozen
from eia_ref.core.position import Position
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.powers import after_winter
from eia_ref.empires.relations import dominant
from eia_ref.empires.state import Campaign


class Ending(Frozen):
    """One way for a thing to end; `rule` is the clause, where it is not the thing's own.

    `month`: the first month without it. `season`: with the winter it began in. `zone`: when the marker of `power`
    comes into that zone of the political track. `dominant`: once one of these powers is dominant, from the month
    `since` on. `conquered`: when that minor is conquered. `passed_on`: when it changes hands without a conquest.
    """

    month: Month | None = None
    season: Literal["winter"] | None = None
    zone: Literal["F", "I", "N", "D"] | None = None
    power: str | None = None
    dominant: list[str] = []
    since: Month | None = None
    conquered: str | None = None
    passed_on: str | None = None
    rule: str = ""


@functools.cache
def endings(rulebook: Rulebook, what: str) -> tuple[Ending, ...]:
    """The ways for something of in-force.toml to end, any of which ends it; none for good, or by its length."""
    table = rulebook.table("in-force")[what].get("ends_when", [])
    return tuple(TypeAdapter(list[Ending]).validate_python(table))


def first_month_without(position: Position[Campaign], what: str) -> Month | None:
    """The first month without it, if its data give it a date, or the winter."""
    for ending in endings(position.rulebook, what):
        if ending.month:
            return ending.month
        if ending.season:
            return after_winter(position)
    return None


def ends_in_zone(rulebook: Rulebook, what: str, power: str, zone: str) -> bool:
    """Whether it ends when that power's marker comes into that zone."""
    return any((e.power, e.zone) == (power, zone) for e in endings(rulebook, what))


def ends_conquered(rulebook: Rulebook, what: str, minor: str) -> bool:
    """Whether it ends when that minor is conquered."""
    return any(e.conquered == minor for e in endings(rulebook, what))


def ends_passed_on(rulebook: Rulebook, what: str, minor: str) -> bool:
    """Whether it ends when that minor changes hands without a conquest."""
    return any(e.passed_on == minor for e in endings(rulebook, what))


def ended_by_dominance(position: Position[Campaign], what: str) -> Ending | None:
    """The ending that is there by now, since one of its powers is dominant."""
    state = position.state
    for ending in endings(position.rulebook, what):
        since = ending.since or state.month
        if state.month >= since and any(dominant(state, power) for power in ending.dominant):
            return ending
    return None
