"""Poland: where it stands, its revolt, who controls it in war, its surrender and its victory."""

from typing import Annotated, Any

import typer

from eia_ref.cli.resolve import resolve
from eia_ref.cli.shared import Shared, command, commands, names_in
from eia_ref.core.frozen import Frozen
from eia_ref.core.game import request_for
from eia_ref.empires.places import polish_revolt, polish_wars
from eia_ref.show.view import show_view

app = commands("poland", "Poland: revolt, war, surrender.")
Names = list[str] | None


@command(app, "show")
def show(shared: Shared) -> None:
    """Show where Poland stands, and its next try at a revolt."""
    from eia_ref.empires.places.poland import view as stands  # what writes shows nothing of it

    ledger = shared.ledger(trusted=True)
    view, last = stands(ledger.position)
    show_view(shared.out, view, f"Poland · {ledger.state.month.name}", last)


@command(app, "revolt", writes=True)
def revolt(
    shared: Shared,
    because: Annotated[str, typer.Option(metavar="REASON", help="Why there is a try that no event brought.")] = "",
) -> None:
    """Try a revolt that no event brought, for a reason."""
    _do(shared, "revolt", polish_revolt.RevoltRequest, because=because)


@command(app, "control", writes=True)
def control(
    shared: Shared,
    powers: Annotated[
        list[str] | None, typer.Argument(metavar="POWER", help="The powers that want to control it.")
    ] = None,
    nobody: Annotated[bool, typer.Option("--nobody", help="No power wants to.")] = False,
) -> None:
    """Roll for control of independent Poland at war."""
    _do(shared, "control", polish_wars.ControlRequest, powers=names_in(powers), nobody=nobody)


@command(app, "surrender", writes=True)
def surrender(
    shared: Shared,
    held: Annotated[
        Names, typer.Option(metavar="PROVINCES", help="Provinces with all cities in attackers' hands.")
    ] = None,
    takes: Annotated[Names, typer.Option(metavar="PROVINCES", help="What the attacker takes.")] = None,
    warsaw: Annotated[
        str | None, typer.Option(metavar="POWER", help="Who holds Warsaw, if an attacker does.")
    ] = None,
    declines: Annotated[Names, typer.Option(metavar="POWERS", help="Attackers that will not have peace.")] = None,
    undefended: Annotated[
        bool, typer.Option("--undefended", help="Its troops fought no field battle, and no siege to the end.")
    ] = False,
) -> None:
    """Let Poland surrender: to whom, and what he takes."""
    lists = {"held": names_in(held), "takes": names_in(takes), "declines": names_in(declines)}
    _do(shared, "surrender", polish_wars.SurrenderRequest, warsaw=warsaw, undefended=undefended, **lists)


@command(app, "victory", writes=True)
def victory(
    shared: Shared,
    over: Annotated[str, typer.Argument(metavar="POWER", help="The attacker with no forces left in Polish areas.")],
    province: Annotated[str | None, typer.Option(metavar="PROVINCE", help="What Poland takes back from it.")] = None,
) -> None:
    """Let Poland win against an attacker: the war lapses."""
    _do(shared, "victory", polish_wars.VictoryRequest, over=over, province=province)


def _do(shared: Shared, name: str, kind: type[Frozen], **said: Any) -> None:
    resolve(shared, f"poland {name}", request_for(kind, **said))
