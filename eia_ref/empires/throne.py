"""King and queen, who has the émigrés, and who may demand the Bourbons' return (BO-1, EM-2, R-22, R-141, R-142).

Queries and refusals only: leaders, peace and the Revolution itself ask them.
"""

from __future__ import annotations

from eia_ref.core.errors import NotAllowed
from eia_ref.core.position import Position
from eia_ref.core.state import Decision
from eia_ref.empires import relations
from eia_ref.empires.state import Campaign
from eia_ref.empires.track import FRANCE, Who, stage, stages

FATES: dict[Who, str] = {"king": "fate of Louis XVI", "queen": "fate of Marie Antoinette"}
RETURN, EMIGRES = "return of the Bourbons", "émigrés"
NAPLES_FIGHTS = "Naples with the émigrés"


def undecided(state: Campaign) -> Decision | None:
    """The fate, of the king or the queen, that is open first."""
    return next((d for d in state.decisions if d.about in FATES.values()), None)


def refuse_undecided(state: Campaign) -> None:
    """Refuses while the king's or the queen's fate is open (R-22, R-146)."""
    if still := undecided(state):
        raise NotAllowed(
            f"the {still.about} is not decided yet (R-22)",
            f"first: eia-ref settle {still.id} execute, or spare",
            "undecided",
        )


def emigre_controller(position: Position[Campaign]) -> str:
    """The power that controls the émigrés, and the guerrillas that go with them (EM-2, EM-3).

    The first in the rule's order that is at war with France, else Austria.
    """
    data = position.rulebook.table("revolution")["emigres"]
    enemies = relations.enemies(position.state, FRANCE)
    return str(next((p for p in data["order"] if p in enemies), data["otherwise"]))


def emigres_on_map(state: Campaign) -> bool:
    """Whether there are émigrés on the map."""
    return relations.in_force(state, EMIGRES) is not None


def refuse_return(position: Position[Campaign]) -> None:
    """Refuses the Bourbons' return when the king is dead, his fate open, or the throne not empty (BO-1, R-141)."""
    state = position.state
    if state.revolution.king == "executed":
        raise NotAllowed("Louis XVI is dead: the Bourbons can't be restored (BO-1)", code="king-dead")
    refuse_undecided(state)
    at, last = stage(state), stages(position.rulebook)[-1].number
    if not position.rulebook.table("revolution")["restored_from"] <= at < last:
        why = "there are no émigrés any more" if at == last else "the Bourbons still have their throne"
        raise NotAllowed(f"at stage {at} {why} (R-141)", code="not-fallen")


def refuse_demand(position: Position[Campaign], victor: str) -> None:
    """Refuses a victor the pick of the Bourbons' return, before its peace with France (BO-1, EM-2, R-142)."""
    refuse_return(position)
    controller = emigre_controller(position)
    if controller != victor:
        raise NotAllowed(
            f"{victor} does not control the émigrés, {controller} does (BO-1, EM-2)",
            "eia-ref emigres show",
            "not-the-controller",
        )
