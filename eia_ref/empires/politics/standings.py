"""Where the powers stand on the political track and on the way to their goals, for `pp show`."""

from eia_ref.core.charts import known, table
from eia_ref.core.frozen import Frozen
from eia_ref.core.position import Position
from eia_ref.empires.charts import STATUS
from eia_ref.empires.politics.victory import OUT, WON, cell_of
from eia_ref.empires.relations import dominant, in_force
from eia_ref.empires.scenario import goal
from eia_ref.empires.state import Campaign


class Standing(Frozen):
    """Where a power stands: `worth` is what its box gives a phase, 0 out of the game, None if unknown."""

    power: str
    box: str
    zone: str
    worth: int | None
    vp: int
    goal: int
    dominant: bool
    run_by: str | None
    won: bool

    @property
    def words(self) -> str:
        """What else there is to say of it."""
        said = ["has won"] if self.won else []
        if self.dominant:
            said.append("dominant" + (", gold convoys +2 to at most 12 (DM-1)" if self.power == "Spain" else ""))
        if self.run_by:
            said.append(f"out of the game, run by {self.run_by}")
        return ", ".join(said)


def all_standings(position: Position[Campaign]) -> list[Standing]:
    """Where each power stands, in their order."""
    state = position.state
    zones = {z["letter"]: z["name"] for z in table(position.rulebook, STATUS)["zone"]}
    found = []
    for name, power in state.powers.items():
        box = power.political
        worth = known(position, STATUS, cell_of(position, box))
        out = in_force(state, OUT, name)
        found.append(
            Standing(
                power=name,
                box=box,
                zone=zones[box[0]],
                worth=0 if out else worth if isinstance(worth, int) else None,
                vp=power.victory,
                goal=goal(position, name),
                dominant=dominant(state, name),
                run_by=out.against if out else None,
                won=in_force(state, WON, name) is not None,
            )
        )
    return found
