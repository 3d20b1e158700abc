"""Whether Britain has to offer France the peace of Amiens, and the figures of that peace (AP-1)."""

from __future__ import annotations

from typing import Any

from eia_ref.core.position import Position
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires import relations
from eia_ref.empires.powers import all_powers
from eia_ref.empires.state import Campaign

BRITAIN, FRANCE = "Britain", "France"


def amiens_figures(rulebook: Rulebook) -> dict[str, Any]:
    """The figures of the peace and of Pitt's die: see rules/empires/revolution.toml."""
    found: dict[str, Any] = rulebook.table("revolution")["amiens"]
    return found


def why_not(position: Position[Campaign]) -> str:
    """Why Britain does not have to offer peace now; empty where it does (AP-1)."""
    rulebook, state = position.rulebook, position.state
    if state.revolution.stage < amiens_figures(rulebook)["from_stage"]:
        return f"the Revolution has not come to stage {amiens_figures(rulebook)['from_stage']}"
    if not relations.at_war(state, BRITAIN, FRANCE):
        return "Britain and France are not at war with each other"
    for one, other in ((BRITAIN, FRANCE), (FRANCE, BRITAIN)):
        third = [p for p in relations.enemies(state, one) if p in all_powers(rulebook) and p != other]
        if third:
            return f"{one} is also at war with {' and '.join(third)}"
    return ""
