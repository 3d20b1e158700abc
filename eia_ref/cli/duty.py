"""Duties that no command of the game ends: done on the board, or set aside with a reason."""

from typing import Annotated

import typer

from eia_ref.cli.resolve import resolve
from eia_ref.cli.shared import Shared, command, commands, reason
from eia_ref.core.duties import DONE, SET_ASIDE, DoneRequest, SetAsideRequest

app = commands("duty", "What has to be done: done on the board, or set aside.")

Duty = Annotated[str, typer.Argument(metavar="DUTY", help="Its number, as 17.1; the agenda lists them.")]


@command(app, "done", writes=True)
def duty_done(
    shared: Shared,
    duty: Duty,
    came: Annotated[
        list[str] | None, typer.Argument(metavar="WHAT CAME", help="What came of it, if anything.")
    ] = None,
) -> None:
    """Say that the table has done a duty on the board, and what came of it."""
    resolve(shared, DONE, DoneRequest(duty=duty.strip(), came=" ".join(came or [])))


@command(app, "set-aside", writes=True)
def duty_set_aside(
    shared: Shared,
    duty: Duty,
    because: Annotated[str, typer.Option("--because", metavar="REASON", help="Why it is not to be done.")] = "",
) -> None:
    """Set a duty aside, with a reason."""
    why = reason(shared, because, "why is it not to be done?", f"eia-ref duty set-aside {duty}")
    resolve(shared, SET_ASIDE, SetAsideRequest(duty=duty.strip(), because=why))
