"""The random event table: roll the month's event, list the rows, show one."""

from __future__ import annotations

from typing import Annotated

import typer

from eia_ref.cli.campaign import tell
from eia_ref.cli.shared import Shared, command, commands, names_in
from eia_ref.core.errors import RefereeError
from eia_ref.core.game import request_for
from eia_ref.core.names import find
from eia_ref.empires.events import RollRequest, Row, row_for, rows
from eia_ref.show.out import HEAD, RULE

app = commands("event", "Random events: roll, list, show.")
Names = list[str] | None


@command(app, "roll", writes=True)
def roll(
    shared: Shared,
    areas: Annotated[Names, typer.Option(metavar="NAMES", help="Areas to draw from, commas between.")] = None,
    leaders: Annotated[Names, typer.Option(metavar="NAMES", help="Leaders of the power drawn.")] = None,
    exiles: Annotated[Names, typer.Option(metavar="NAMES", help="Leaders in exile.")] = None,
    fleets: Annotated[Names, typer.Option(metavar="NAMES", help="Fleets of the power drawn.")] = None,
    depots: Annotated[Names, typer.Option(metavar="NAMES", help="Depots of the power drawn, in enemy areas.")] = None,
    minors: Annotated[Names, typer.Option(metavar="NAMES", help="Minors conquered by the power drawn.")] = None,
    again: Annotated[str, typer.Option(metavar="REASON", help="Why another event is rolled in the same month.")] = "",
) -> None:
    """Roll the month's random event and write it into the ledger."""
    lists = {"areas": areas, "leaders": leaders, "exiles": exiles}
    lists |= {"fleets": fleets, "depots": depots, "minors": minors}
    request = request_for(RollRequest, again=again.strip(), **{k: names_in(v) for k, v in lists.items()})
    ledger, result = shared.adjudicate("event roll", request)
    tell(shared, ledger.game, result)


@command(app, "list")
def list_rows(shared: Shared) -> None:
    """List the rows of the event table."""
    found = rows(shared.game().rulebook)
    shared.out.json({"rows": [_json(r) for r in found]})
    shared.out.grid([(r.numbers.rjust(5), r.id, r.name) for r in found], ("", RULE, ""))


@command(app, "show")
def show_row(
    shared: Shared,
    row: Annotated[str, typer.Argument(metavar="ROW", help="A number from 1 to 100 (00 is 100), an id or a name.")],
) -> None:
    """Show one row: its numbers, what it does, and its clause."""
    rulebook = shared.game().rulebook
    table = rows(rulebook)
    if row.isascii() and row.isdigit():
        number = 100 if row == "00" else int(row)
        if not 1 <= number <= 100:
            raise RefereeError(f"{row} is out of range: the table has 1 to 100", "00 is 100", "die-range")
        found = row_for(rulebook, number)
    else:
        also = {r.id: r.name for r in table}
        name = find(row, [r.name for r in table], "row", also)
        found = next(r for r in table if r.name == name)
    clause = next(c for c in rulebook.clauses() if c.id == found.id)
    shared.out.json({**_json(found), "clause": clause.says})
    shared.out.line(f"{found.numbers} · {found.name} · {found.last - found.first + 1} in 100", HEAD)
    shared.out.line(clause.says)
    shared.out.line(f"{found.id}, {clause.handled}: eia-ref {clause.by}", RULE)


def _json(row: Row) -> dict[str, object]:
    return {"id": row.id, "from": row.first, "to": row.last, "name": row.name}
