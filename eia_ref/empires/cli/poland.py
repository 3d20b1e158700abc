"""Poland: where it stands, and a try at a revolt that no event brought."""

from __future__ import annotations

from typing import Annotated

import typer

from eia_ref.cli.campaign import tell
from eia_ref.cli.shared import Shared, command, commands
from eia_ref.core.game import request_for
from eia_ref.empires.poland import RevoltRequest

app = commands("poland", "Poland: revolt.")


@command(app, "revolt", writes=True)
def revolt(
    shared: Shared,
    because: Annotated[str, typer.Option(metavar="REASON", help="Why there is a try that no event brought.")] = "",
) -> None:
    """Try a revolt that the month's event did not bring; those it brings come by themselves."""
    ledger, result = shared.adjudicate("poland revolt", request_for(RevoltRequest, because=because))
    tell(shared, ledger.game, result)
