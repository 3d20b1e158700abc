"""The toy's one group of commands: the ship."""

from __future__ import annotations

from eia_ref.cli.resolve import resolve
from eia_ref.cli.shared import Shared, command, commands
from tests.toy import BuyRequest

app = commands("ship", "The ship: buy.")


@command(app, "buy", writes=True)
def buy_command(shared: Shared, player: str, price: int) -> None:
    """Buy the ship."""
    resolve(shared, "ship buy", BuyRequest(player=player, price=price))
