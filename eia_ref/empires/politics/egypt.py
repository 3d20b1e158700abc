"""Egypt in the hands of an enemy of Britain: who that is, and what is asked in an economic phase (SP-5)."""

from __future__ import annotations

from eia_ref.core.game import Due
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.minors import controller
from eia_ref.empires.powers import economic_months
from eia_ref.empires.relations import at_war
from eia_ref.empires.state import Campaign

EGYPT = "Egypt in enemy hands"


def enemy_in_egypt(rulebook: Rulebook, state: Campaign) -> str | None:
    """The enemy of Britain that controls Egypt, if one does."""
    who = controller(rulebook, state, "Egypt")
    return who if who and at_war(state, "Britain", who) else None


def agenda(rulebook: Rulebook, state: Campaign) -> list[Due]:
    """Egypt, in an economic phase in which an enemy of Britain has it."""
    if state.month.number not in economic_months(rulebook) or EGYPT in state.once:
        return []
    enemy = enemy_in_egypt(rulebook, state)
    if enemy is None:
        return []
    what = f"{enemy} has Egypt: how many ships has Britain at Malta or east of it?"
    return [Due(what, "SP-5", state.month, type=("eia-ref pp egypt --ships N",), must=True)]
