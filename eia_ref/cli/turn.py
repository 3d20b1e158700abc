"""The turn: end it and begin the next."""

from typing import Annotated, Any

import typer

from eia_ref.cli.resolve import tell
from eia_ref.cli.shared import Shared, command, commands
from eia_ref.core.game import TURN
from eia_ref.core.requests import TurnRequest
from eia_ref.ledger.clerk import Clerk, Result, Said
from eia_ref.ledger.read import Ledger

app = commands("turn", "The {turn}: next.")


@command(app, "next", writes=True)
def turn_next(
    shared: Shared,
    leave_open: Annotated[bool, typer.Option("--leave-open", help="Go on although something is left to do.")] = False,
) -> None:
    """End the {turn}: what is over ends, what was owed is taken up."""
    results: list[Result] = []

    def work(clerk: Clerk, ledger: Ledger[Any], said: Said) -> None:
        results.append(clerk.adjudicate(TURN, TurnRequest(left_open=leave_open), said))
        clerk.open_page()

    ledger = shared.work(work)
    tell(shared, ledger.game, results[-1])
