"""The economic phase: collect, spend, put a balance right."""

from typing import Annotated

import typer

from eia_ref.cli.resolve import resolve
from eia_ref.cli.shared import Shared, command, commands
from eia_ref.core.game import request_for
from eia_ref.empires.events.balances import AdjustRequest, SpendRequest
from eia_ref.empires.events.collect import CollectRequest

app = commands("economy", "The economic phase: collect, spend, put a balance right.")
Power = Annotated[str, typer.Argument(metavar="POWER", help="A major power.")]


@command(app, "collect", writes=True)
def collect(
    shared: Shared,
    power: Power,
    tax: Annotated[int | None, typer.Option(metavar="N", help="Taxes as collected on the board, in $.")] = None,
    trade: Annotated[
        int | None, typer.Option(metavar="N", help="Trade income, British colonial trade left out.")
    ] = None,
    manpower: Annotated[int | None, typer.Option(metavar="N", help="Manpower as collected on the board.")] = None,
    home_tax: Annotated[int | None, typer.Option(metavar="N", help="Printed home tax, for reparations.")] = None,
    reparations: Annotated[int | None, typer.Option(metavar="N", help="Reparations no chart here has.")] = None,
) -> None:
    """Collect taxes, trade, manpower, with all that changes them."""
    request = request_for(
        CollectRequest,
        power=power,
        tax=tax,
        trade=trade,
        manpower=manpower,
        home_tax=home_tax,
        reparations=reparations,
    )
    resolve(shared, "economy collect", request)


@command(app, "spend", writes=True, minus=True)
def spend(
    shared: Shared,
    power: Power,
    money: Annotated[int, typer.Argument(metavar="MONEY", help="How much, in $.")] = 0,
    manpower: Annotated[int, typer.Option(metavar="N", help="Manpower spent with it.")] = 0,
    on: Annotated[str, typer.Option(metavar="WHAT", help="What it is spent on.")] = "",
    upkeep: Annotated[bool, typer.Option("--upkeep", help="It is the phase's upkeep, at its plain price.")] = False,
) -> None:
    """Spend money and manpower, never more than there is."""
    request = request_for(SpendRequest, power=power, money=money, manpower=manpower, on=on, upkeep=upkeep)
    resolve(shared, "economy spend", request)


@command(app, "adjust", writes=True)
def adjust(
    shared: Shared,
    power: Power,
    money: Annotated[int, typer.Option(metavar="N", help="By how much, as 5 or -3, in $.")] = 0,
    manpower: Annotated[int, typer.Option(metavar="N", help="By how much manpower.")] = 0,
    because: Annotated[str, typer.Option(metavar="REASON", help="Why; it is kept.")] = "",
) -> None:
    """Put a power's balances right, with a reason."""
    resolve(
        shared,
        "economy adjust",
        request_for(AdjustRequest, power=power, money=money, manpower=manpower, because=because),
    )
