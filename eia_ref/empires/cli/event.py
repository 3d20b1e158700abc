"""The random event table: roll the month's event, list the rows, show one."""

from typing import TYPE_CHECKING, Annotated

import typer

from eia_ref.cli.resolve import resolve
from eia_ref.cli.shared import Shared, command, commands, names_in
from eia_ref.core.errors import RefereeError
from eia_ref.core.game import request_for
from eia_ref.core.names import find
from eia_ref.core.odds import percent
from eia_ref.empires.cli.modifiers import modifiers
from eia_ref.empires.event_table import RollRequest, Row, row_for, rows
from eia_ref.empires.powers import find_power
from eia_ref.show.out import HEAD, RULE

if TYPE_CHECKING:
    from eia_ref.empires.events.chances import Chance

app = commands("event", "Random events: roll, list, show, odds; attempts at control.")
Names = list[str] | None


@command(app, "roll", writes=True)
def roll(
    shared: Shared,
    areas: Annotated[Names, typer.Option(metavar="NAMES", help="Areas to draw from, commas between.")] = None,
    fleets: Annotated[Names, typer.Option(metavar="NAMES", help="Fleets of the power drawn, or none.")] = None,
    depots: Annotated[Names, typer.Option(metavar="NAMES", help="Its depots in enemy areas, or none.")] = None,
    minors: Annotated[Names, typer.Option(metavar="NAMES", help="Minors conquered by the power drawn.")] = None,
    general: Annotated[str, typer.Option(metavar="NAME", help="The name of a talented general.")] = "",
    again: Annotated[str, typer.Option(metavar="REASON", help="Why another event is rolled in the same month.")] = "",
) -> None:
    """Roll the month's random event and write it into the ledger."""
    lists = {
        k: names_in(v) for k, v in (("areas", areas), ("fleets", fleets), ("depots", depots), ("minors", minors))
    }
    request = request_for(RollRequest, again=again.strip(), general=" ".join(general.split()), **lists)
    resolve(shared, "event roll", request)


@command(app, "control", writes=True)
def control(
    shared: Shared,
    minor: Annotated[str, typer.Argument(metavar="MINOR", help="The minor that is tried for.")],
    oppose: Annotated[
        Names, typer.Option(metavar="POWERS", help="Who opposes the taking of a neutral minor.")
    ] = None,
    modifier: Annotated[
        Names, typer.Option(metavar="POWER=N", help="National modifiers the chart does not have, commas between.")
    ] = None,
    troops: Annotated[
        bool | None, typer.Option("--troops/--no-troops", help="Whether the minor can have any.")
    ] = None,
    forces: Annotated[str, typer.Option(metavar="TEXT", help="The forces of a free state tried for.")] = "",
    minor_new: Annotated[
        bool, typer.Option("--minor", help="It is a minor, though the rules do not name it.")
    ] = False,
    decision: Annotated[str, typer.Option(metavar="DECISION", help="Which event, where more are open.")] = "",
) -> None:
    """Resolve an attempt of a diplomatic victory or swing (26-31)."""
    from eia_ref.empires.events.control import ControlRequest

    request = request_for(
        ControlRequest,
        minor=minor,
        oppose=names_in(oppose),
        modifiers=modifiers(names_in(modifier)),
        troops=troops,
        forces=forces,
        new=minor_new,
        decision=decision.strip(),
    )
    resolve(shared, "event control", request)


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
    from eia_ref.core.clauses import every_clause  # nobody else asks

    clause = next(c for c in every_clause(rulebook) if c.id == found.id)
    shared.out.json({**_json(found), "clause": clause.says})
    shared.out.line(f"{found.numbers} · {found.name} · {found.last - found.first + 1} in 100", HEAD)
    shared.out.line(clause.says)
    shared.out.line(f"{found.id}, {clause.handled}: eia-ref {clause.by}", RULE)


def _json(row: Row) -> dict[str, object]:
    return {"id": row.id, "from": row.first, "to": row.last, "name": row.name}


@command(app, "odds")
def odds(
    shared: Shared,
    power: Annotated[str, typer.Argument(metavar="POWER", show_default=False, help="What may touch one power.")] = "",
) -> None:
    """Show the exact chances of the next event as things stand."""
    from eia_ref.empires.events.chances import REVOLT, STEP, TRY, Chances, chance_of  # only the odds need them
    from eia_ref.empires.places.polish_revolt import needed

    ledger = shared.ledger(trusted=True)
    rulebook, state, position = ledger.game.rulebook, ledger.state, ledger.position
    chances = Chances(position)
    asked = [find_power(rulebook, power)] if power else [STEP, TRY, REVOLT, *state.in_play()]
    found = {what: chances.of(what) for what in asked}
    by_row = chances.touching(asked[0]) if power else [(row, chance_of(row)) for row in rows(rulebook)]
    shared.out.json(
        {
            "turn": str(state.month),
            "rows": [{**_json(row), "chance": str(chance)} for row, chance in by_row],
            "chances": {w: {"roll": str(c.roll), "month": [str(c.low), str(c.high)]} for w, c in found.items()},
        }
    )
    out = shared.out
    head = f"what may touch {asked[0]}" if power else "the next event"
    out.line(f"{ledger.header.campaign.name} · {state.month.name} · {head}", HEAD)
    out.table(("number", "row", "chance"), [(r.numbers, r.name, percent(c, 2)) for r, c in by_row], (0, 2))
    out.line()
    words = {STEP: STEP, TRY: TRY, REVOLT: f"{REVOLT}, on {needed(position)} or more"}
    lines = [
        (words.get(w, f"something that touches {w}"), percent(c.roll, 2), _month(c))
        for w, c in found.items()
        if c.roll or w not in (TRY, REVOLT)
    ]
    out.table(("what comes of it", "in a roll", "in a month"), lines, (1, 2))
    out.line()
    if state.rolled:
        out.line(f"The event of {state.month.name} is rolled: this is what another one would bring.")
    out.line("In a month: at least once, 100 rolled twice; a second 100 is left out (R-11).")


def _month(chance: "Chance") -> str:
    """The chance in a month, to the tenth where both its ends agree on it, else from one end to the other."""
    low, high = percent(chance.low, 1), percent(chance.high, 1)
    return low if low == high else f"{percent(chance.low, 2).removesuffix('%')} to {percent(chance.high, 2)}"
