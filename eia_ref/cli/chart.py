"""Charts: show one with how sure it is, fill in a cell for the campaign."""

from typing import Annotated

import typer

from eia_ref.cli.resolve import resolve
from eia_ref.cli.shared import Shared, command, commands
from eia_ref.core.charts import FILL, WHOLE, Cell, FillRequest, cells, charts, filled, find_chart, printed
from eia_ref.core.errors import RefereeError
from eia_ref.core.game import request_for
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import Filled, State
from eia_ref.show.out import HEAD, count

app = commands("chart", "Charts: show, fill.")


@command(app, "show")
def show(
    shared: Shared,
    name: Annotated[str, typer.Argument(metavar="NAME", show_default=False, help="A chart; else all of them.")] = "",
) -> None:
    """Show the charts, or one of them cell by cell."""
    rulebook, state = _at(shared)
    if name:
        _one(shared, rulebook, state, find_chart(rulebook, name))
        return
    found = []
    for chart in charts(rulebook):
        file, all_cells = printed(rulebook, chart), cells(rulebook, state, chart)
        own = [c for c in all_cells if _own(state, chart, c)]
        empty = [c for c, cell in all_cells.items() if cell.value is None and c not in own]
        found.append(
            {
                "chart": chart,
                "title": file.title,
                "sure": file.sure,
                "cells": len(all_cells),
                "filled": len(own),
                "empty": len(empty),
            }
        )
    shared.out.json({"charts": found})
    if not found:
        shared.out.line("The game has no charts.")
        return
    shared.out.table(
        ("chart", "sure", "cells", "filled in", "empty"),
        [[str(f[k]) for k in ("chart", "sure", "cells", "filled", "empty")] for f in found],
        (2, 3, 4),
    )


def _one(shared: Shared, rulebook: Rulebook, state: State | None, chart: str) -> None:
    """One chart, cell by cell; and last how to fill in an empty one."""
    file, all_cells = printed(rulebook, chart), cells(rulebook, state, chart)
    found = {name: _cell(cell, _own(state, chart, name)) for name, cell in all_cells.items()}
    shared.out.json({"chart": chart, "title": file.title, "sure": file.sure, "source": file.source, "cells": found})
    shared.out.line(f"{file.title} · {file.sure}", HEAD)
    shared.out.line(file.source and f"From {file.source}.")
    if not found:
        shared.out.line(f"Its figures stand in the rules folder, charts/{chart}.toml; none is filled in from here.")
        return
    shared.out.line()
    rows = [
        (n, "-" if c["value"] is None else str(c["value"]), str(c["how"]), str(c["says"])) for n, c in found.items()
    ]
    shared.out.table(("cell", "figure", "sure", "what it is"), rows, (1,))
    empty = [n for n, c in found.items() if c["value"] is None]
    shared.out.line()
    shared.out.line(
        f"{count(len(empty), 'cell')} empty. Fill one in with eia-ref chart fill {chart} CELL FIGURE --because WHO"
        if empty
        else "No cell is empty.",
        HEAD,
    )


def _cell(cell: Cell, own: Filled | None) -> dict[str, str | int | None]:
    """A cell as it stands: the campaign's own figure where it has one, with who said so."""
    about: dict[str, str | int | None] = {"says": cell.says, "holds": cell.holds.words}
    if own:
        return {"value": own.value, "how": f"filled in, {own.by}", "source": own.by, **about}
    return {"value": cell.value, "how": cell.sure, "source": cell.source, **about}


def _own(state: State | None, chart: str, cell: str) -> Filled | None:
    return filled(state, chart, cell) if state else None


def _at(shared: Shared) -> tuple[Rulebook, State | None]:
    """The rulebook, and the campaign's state where there is a campaign."""
    try:
        shared.path()
    except RefereeError:
        if shared.campaign is not None:
            raise
        return shared.game().rulebook, None
    ledger = shared.ledger(trusted=True)
    return ledger.game.rulebook, ledger.state


@command(app, "fill", writes=True, minus=True)
def fill(
    shared: Shared,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A chart; eia-ref chart show lists them.")],
    cell: Annotated[str, typer.Argument(metavar="CELL", help="A cell of it; eia-ref chart show NAME lists them.")],
    value: Annotated[str, typer.Argument(metavar="VALUE", help="What is to stand in it, as 4 or -1.")],
    because: Annotated[str, typer.Option(metavar="WHO", help="Who says so, or where it is printed.")] = "",
    vote: Annotated[str, typer.Option(metavar="TEXT", help="The players' vote, against a known figure.")] = "",
) -> None:
    """Fill in a cell for this campaign."""
    figure = int(value) if WHOLE.fullmatch(value) else value.strip()
    request = request_for(
        FillRequest, chart=name, cell=cell, value=figure, because=because.strip(), vote=vote.strip()
    )
    resolve(shared, FILL, request)
