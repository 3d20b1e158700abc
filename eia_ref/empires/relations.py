"""How powers and minors stand to each other: wars, alliances, peace, rights. Each is a thing in force between two.

`whom` is the side that declared, owes, or has the right; `against` the other. Minors, Poland and Persia may be
sides by their names. The names of the things are those of rules/empires/in-force.toml.
"""

from __future__ import annotations

from collections.abc import Iterator

from eia_ref.core.state import InForce
from eia_ref.empires.state import Campaign

WAR, ALLIANCE, ENFORCED_PEACE, DOMINANCE = "war", "alliance", "enforced peace", "dominance"
DARDANELLES = "the Dardanelles"  # how the terms of such access begin
SURRENDERED = "surrendered"
PERSIA = "Persia"  # no power and no minor: a side in its own wars
ALONE = "fights alone"  # a minor at war that nobody wanted to control


def in_force(state: Campaign, what: str, whom: str | None = None) -> InForce | None:
    """The first thing of that name in force, for that power where one is given."""
    return next((t for t in state.in_force if t.what == what and whom in (None, t.whom)), None)


def towards(state: Campaign, what: str, whom: str, against: str) -> InForce | None:
    """What the one owes the other, or may do against it."""
    return next((t for t in state.in_force if (t.what, t.whom, t.against) == (what, whom, against)), None)


def between(state: Campaign, what: str, one: str, other: str) -> InForce | None:
    """What is between two, whichever of them is named first."""
    return towards(state, what, one, other) or towards(state, what, other, one)


def others(state: Campaign, what: str, one: str) -> list[str]:
    """All with whom the one has that, in the order it came."""
    return list(dict.fromkeys(_others(state, what, one)))


def _others(state: Campaign, what: str, one: str) -> Iterator[str]:
    for thing in state.in_force:
        if thing.what == what and thing.whom and thing.against and one in (thing.whom, thing.against):
            yield thing.against if one == thing.whom else thing.whom


def through_dardanelles(access: InForce) -> bool:
    """Whether access is through the Dardanelles alone, which Turkey gives to anybody (AL-1)."""
    return (access.terms or "").startswith(DARDANELLES)


def at_war(state: Campaign, one: str, other: str) -> bool:
    """Whether the two are at war."""
    return between(state, WAR, one, other) is not None


def allied(state: Campaign, one: str, other: str) -> bool:
    """Whether the two are allied."""
    return between(state, ALLIANCE, one, other) is not None


def enemies(state: Campaign, one: str) -> list[str]:
    """All it is at war with."""
    return others(state, WAR, one)


def allies(state: Campaign, one: str) -> list[str]:
    """All it is allied to."""
    return others(state, ALLIANCE, one)


def dominant(state: Campaign, power: str) -> bool:
    """Whether a power is dominant."""
    return in_force(state, DOMINANCE, power) is not None


def fleets_of(state: Campaign, power: str) -> list[str]:
    """The power's own fleet counters in the ledger, in the order of their names."""
    return sorted(name for name, fleet in state.fleets.items() if fleet.power == power and fleet.counter)


def holder(state: Campaign, minor: str) -> str | None:
    """The power that holds a minor, however it holds it; None for a neutral one."""
    held = state.minors.get(minor)
    return held.by if held else None
