"""Ireland's rising against Britain."""

from typing import Annotated

import typer

from eia_ref.cli.resolve import resolve
from eia_ref.cli.shared import Shared, command, commands
from eia_ref.core.game import request_for
from eia_ref.core.names import find
from eia_ref.empires.places.ireland import EndRequest, RiseRequest

app = commands("ireland", "Ireland's rising: begin it, end it.")


@command(app, "rise", writes=True)
def rise(shared: Shared) -> None:
    """Begin the Irish rebellion, once in the game."""
    resolve(shared, "ireland rise", RiseRequest())


@command(app, "end", writes=True)
def finish(
    shared: Shared,
    how: Annotated[
        str, typer.Argument(metavar="HOW", help="succeeds (all cities for a month) or fails (no unit left).")
    ],
) -> None:
    """Say how the Irish rebellion ends, as the map shows."""
    found = find(how, ("succeeds", "fails"), "end")
    resolve(shared, "ireland end", request_for(EndRequest, how=found))
