"""`eia-ref persia`: the Persian war."""

from typing import Annotated

import typer

from eia_ref.cli.resolve import resolve
from eia_ref.cli.shared import Shared, command, commands, names_in
from eia_ref.core.errors import RefereeError
from eia_ref.core.game import request_for
from eia_ref.empires.persia.war import (
    ControlRequest,
    CoupRequest,
    LoanRequest,
    LossesRequest,
    SpendRequest,
    SupplyRequest,
    SurrenderRequest,
    view,
)
from eia_ref.empires.powers import find_power
from eia_ref.show.out import HEAD, RULE

app = commands("persia", "The Persian war: control, losses, purse, and its end.")
Yes = bool | None


@command(app, "show")
def show(shared: Shared) -> None:
    """Show where the Persian war stands, and what would end it."""
    ledger = shared.ledger(trusted=True)
    state = ledger.state
    found = view(ledger.position)
    shared.out.json({"turn": str(state.month), **found.data})
    for head, rows in found.sections:
        shared.out.line(head, HEAD)
        shared.out.grid([(r[0], r[2], r[1]) for r in rows], ("", RULE, ""))
        shared.out.line()
    war = found.data
    last = f"Persia is at war with {war['victim'] or 'nobody'}"
    if war["victim"]:
        last += f": {war['losses']} of {war['losses_end']} factors lost, {war['turns_left']} turns left"
    shared.out.line(f"{last}.", HEAD)


@command(app, "control", writes=True)
def control(
    shared: Shared,
    powers: Annotated[list[str], typer.Argument(metavar="POWER", help="Who wants Persia; or nobody.")],
) -> None:
    """Say who wants to control Persia; equal claims roll."""
    rulebook = shared.game().rulebook
    said = names_in(powers)
    wanting = [] if [p.casefold() for p in said] == ["nobody"] else [find_power(rulebook, p) for p in said]
    if len(set(wanting)) != len(wanting):
        raise RefereeError("a power is named twice", "name each only once")
    resolve(shared, "persia control", request_for(ControlRequest, powers=wanting))


@command(app, "losses", writes=True, minus=True)
def losses(
    shared: Shared,
    factors: Annotated[int, typer.Argument(metavar="FACTORS", help="Lost now, beyond those entered before.")],
) -> None:
    """Enter factors Persia has lost; 40 in all end the war."""
    resolve(shared, "persia losses", request_for(LossesRequest, factors=factors))


@command(app, "supply", writes=True)
def supply(
    shared: Shared,
    held: Annotated[Yes, typer.Option("--held/--free", help="Held by the enemy, or not.", show_default=False)] = None,
) -> None:
    """Say whether an enemy holds Persia's source of supply."""
    said = _said(held, "whether Persia's source of supply is held", "--held or --free")
    resolve(shared, "persia supply", request_for(SupplyRequest, held=said))


@command(app, "surrender", writes=True)
def surrender(
    shared: Shared,
    home_tax: Annotated[int | None, typer.Option(metavar="N", help="The loser's home tax as printed, in $.")] = None,
    thirds: Annotated[bool, typer.Option("--thirds", help="Pay a third in two phases, not half in one.")] = False,
    combined: Annotated[
        bool, typer.Option("--combined", help="Its points were lost in a surrender to other powers made with it.")
    ] = False,
) -> None:
    """The invaded power surrenders to Persia conditionally."""
    pays = "thirds" if thirds else "half"
    resolve(
        shared, "persia surrender", request_for(SurrenderRequest, home_tax=home_tax, pays=pays, combined=combined)
    )


@command(app, "coup", writes=True)
def coup(
    shared: Shared,
    pay: Annotated[Yes, typer.Option("--pay/--decline", help="Whether it pays 10$.", show_default=False)] = None,
) -> None:
    """The invaded power pays for the coup of this month, or doesn't."""
    said = _said(pay, "whether the invaded power pays", "--pay or --decline")
    resolve(shared, "persia coup", request_for(CoupRequest, pay=said))


@command(app, "loan", writes=True, minus=True)
def loan(
    shared: Shared,
    power: Annotated[str, typer.Argument(metavar="POWER", help="Who lends; only Persia's controller can.")],
    amount: Annotated[int, typer.Argument(metavar="AMOUNT", help="In $.")],
) -> None:
    """Lend to Persia, in an economic phase."""
    name = find_power(shared.game().rulebook, power)
    resolve(shared, "persia loan", request_for(LoanRequest, power=name, amount=amount))


@command(app, "spend", writes=True, minus=True)
def spend(
    shared: Shared,
    amount: Annotated[int, typer.Argument(metavar="AMOUNT", help="In $.")],
    on: Annotated[str, typer.Argument(metavar="PURPOSE", help="depots or supply.")],
) -> None:
    """Spend Persia's money on its depots or its supply."""
    resolve(shared, "persia spend", request_for(SpendRequest, amount=amount, on=on))


def _said(yes: Yes, what: str, flags: str) -> bool:
    """What a flag says; refuses where neither of the two is there."""
    if yes is None:
        raise RefereeError(f"say {what}", f"add {flags}")
    return yes
