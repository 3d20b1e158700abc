"""What a campaign may choose in its header (rules/empires/options.toml)."""

from __future__ import annotations

from eia_ref.core.position import Position
from eia_ref.empires.state import Campaign


def option(position: Position[Campaign], name: str) -> str:
    """The campaign's choice; of an option that is younger than the ledger, the first there is."""
    chosen = position.state.settings.get(name, position.rulebook.table("options")[name]["choices"][0])
    assert isinstance(chosen, str)
    return chosen
