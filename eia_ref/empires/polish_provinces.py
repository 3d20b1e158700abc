"""Poland: its figures, whose protectorate it is, which of its provinces it still has (PL-4, PL-21, PL-30)."""

from __future__ import annotations

from typing import Any

from eia_ref.core.errors import NotAllowed
from eia_ref.core.names import find
from eia_ref.core.position import Position
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.state import Campaign

POLAND = "Poland"
CEDED, HOME = "ceded by Poland", "Polish home province"


def table(rulebook: Rulebook) -> dict[str, Any]:
    """Poland's figures."""
    return rulebook.table("poland")


def protector(state: Campaign) -> str | None:
    """The power whose protectorate Poland is (PL-4)."""
    held = state.minors.get(POLAND)
    return held.by if held and held.held == "protectorate" else None


def by_own_rules(state: Campaign, minor: str) -> bool:
    """Whether it is Poland, protected or independent, with its own rules on war (PL-6, PL-16, R-265)."""
    held = state.minors.get(POLAND)
    return minor == POLAND and (held is None or held.held != "conquered")


def refuse_gone(state: Campaign) -> None:
    """Refuses what concerns a Poland that is no more (PA-9)."""
    if gone := state.poland.gone:
        raise NotAllowed(
            f"Poland is no more since {gone.name} (PA-9)", "eia-ref poland show says whose its provinces are", "gone"
        )


def own(position: Position[Campaign]) -> list[str]:
    """The provinces Poland still has."""
    lost = {t.place for t in position.state.in_force if t.what == CEDED}
    return [name for name in table(position.rulebook)["provinces"] if name not in lost]


def find_province(rulebook: Rulebook, said: str) -> str:
    """The Polish province meant; refuses others with the nearest."""
    return find(said, table(rulebook)["provinces"], "Polish province")


def own_province(position: Position[Campaign], said: str) -> str:
    """A province that Poland still has."""
    name = find_province(position.rulebook, said)
    if name not in own(position):
        raise NotAllowed(
            f"{name} is no longer Poland's (PL-21)",
            "Poland has " + ", ".join(own(position)),
            "lost",
        )
    return name
