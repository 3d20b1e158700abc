"""The French émigrés: who controls them and what they have; where they are set up."""

from typing import Annotated, Any

import typer

from eia_ref.cli.resolve import resolve
from eia_ref.cli.shared import Shared, command, commands, names_in
from eia_ref.core.game import request_for
from eia_ref.core.position import Position
from eia_ref.empires import relations
from eia_ref.empires.revolution.emigres import (
    FRANCE,
    PlaceRequest,
    controls_guerrillas,
    emigre_figures,
    royalists,
)
from eia_ref.empires.state import Campaign
from eia_ref.empires.throne import NAPLES_FIGHTS, emigre_controller, emigres_on_map
from eia_ref.show.out import HEAD

app = commands("emigres", "The French émigrés: show, place.")


@command(app, "show")
def show(shared: Shared) -> None:
    """Show who controls the émigrés, and what they have."""
    ledger = shared.ledger(trusted=True)
    position, state = ledger.position, ledger.state
    controller = emigre_controller(position)
    rows = _rows(position, controller)
    shared.out.json(
        {
            "turn": str(state.month),
            "on_map": emigres_on_map(state),
            "controller": controller,
            "guerrillas": controls_guerrillas(position),
            "facts": dict(rows),
        }
    )
    shared.out.line(f"{state.month.name} · émigrés", HEAD)
    shared.out.line()
    shared.out.grid(rows, ("", ""))
    shared.out.line()
    where = "on the map" if emigres_on_map(state) else "off the map"
    shared.out.line(f"The émigrés are {where}; {controller} controls them.")


def _rows(position: Position[Campaign], controller: str) -> list[tuple[str, str]]:
    data = emigre_figures(position.rulebook)
    enemies = [p for p in data["order"] if relations.at_war(position.state, p, FRANCE)]
    why = f"at war with France: {', '.join(enemies)}" if enemies else "nobody is at war with France (EM-3)"
    rows = [
        ("order", f"{', '.join(data['order'])} (EM-2)"),
        ("now", f"{controller}; {why}"),
        ("corps", f"{data['corps']} counters of {data['corps_infantry']}I {data['corps_cavalry']}C (EM-12)"),
        ("reinforced", f"with their corps, in a city they hold in France, or in areas of {controller} (EM-10)"),
        (
            "income",
            "tax and manpower of French provinces the republic does not control, for émigrés alone (EM-5, EM-6)",
        ),
        ("leaders", f"{', '.join(royalists(position)) or 'none'}; over émigrés alone (EM-7)"),
        ("against", "France, and its allies in one force with it (EM-4); never taken prisoner by it (EM-13)"),
        ("forage", "never without the penalty of 2 (SP-2)"),
    ]
    if guerrillas := controls_guerrillas(position):
        rows.append(("guerrillas", f"value 3 in all France, controlled by {guerrillas} (FR-06c)"))
    if relations.in_force(position.state, NAPLES_FIGHTS):
        rows.append(("Naples", "with them against France, no lapse of war; only France can conquer it (MI-Fa)"))
    return rows


@command(app, "place", writes=True)
def place(
    shared: Shared,
    areas: Annotated[list[str], typer.Argument(metavar="AREAS", help="Areas of France, commas between.")],
    corps: Annotated[int, typer.Option(metavar="N", help="Corps counters taken, at no cost.")] = 1,
) -> None:
    """Say where in France the émigrés are set up."""
    request: Any = request_for(PlaceRequest, areas=names_in(areas), corps=corps)
    resolve(shared, "emigres place", request)
