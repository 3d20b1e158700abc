"""Poland's figures, and its provinces: which it still has, which are whose (PL-21, PL-30)."""

from __future__ import annotations

from typing import Any

from eia_ref.core.adjudication import Sheet
from eia_ref.core.errors import NotAllowed
from eia_ref.core.names import find
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.state import Campaign

POLAND = "Poland"
CEDED, HOME = "ceded by Poland", "Polish home province"


def table(rulebook: Rulebook) -> dict[str, Any]:
    """Poland's figures."""
    return rulebook.table("poland")


def refuse_gone(state: Campaign) -> None:
    """Refuses what concerns a Poland that is no more (PA-9)."""
    if gone := state.poland.gone:
        raise NotAllowed(
            f"Poland is no more since {gone.name} (PA-9)", "eia-ref poland show says whose its provinces are", "gone"
        )


def own(rulebook: Rulebook, state: Campaign) -> list[str]:
    """The provinces Poland still has."""
    lost = {t.place for t in state.in_force if t.what == CEDED}
    return [name for name in table(rulebook)["provinces"] if name not in lost]


def find_province(rulebook: Rulebook, said: str) -> str:
    """The Polish province meant; refuses others with the nearest."""
    return find(said, table(rulebook)["provinces"], "Polish province")


def own_province(sheet: Sheet[Campaign], said: str) -> str:
    """A province that Poland still has."""
    name = find_province(sheet.rulebook, said)
    if name not in own(sheet.rulebook, sheet.state):
        raise NotAllowed(
            f"{name} is no longer Poland's (PL-21)",
            "Poland has " + ", ".join(own(sheet.rulebook, sheet.state)),
            "lost",
        )
    return name
