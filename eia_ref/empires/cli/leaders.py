"""Leaders: who is where, who is due; and what becomes of them."""

from typing import Annotated

import typer

from eia_ref.cli.resolve import resolve
from eia_ref.cli.shared import Shared, command, commands, names_in
from eia_ref.core.errors import RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.game import request_for
from eia_ref.show.out import HEAD

app = commands("leaders", "Leaders: who comes and goes, and what becomes of them.")
Leader = Annotated[str, typer.Argument(metavar="NAME", help="The leader, in any spelling.")]
Because = Annotated[str, typer.Option(metavar="TEXT", help="What has happened.")]


# --- Where they stand ------------------------------------------------------------------------------------------


@command(app, "list")
def list_leaders(
    shared: Shared,
    power: Annotated[str, typer.Argument(metavar="POWER", show_default=False, help="A power, or a minor.")] = "",
    all: Annotated[bool, typer.Option("--all", help="Those to come and those gone too.")] = False,
) -> None:
    """List leaders by power, with how it stands with each."""
    from eia_ref.empires.leaders.views import listed

    ledger = shared.ledger(trusted=True)
    rows = listed(ledger.position, power, all or bool(power))
    shared.out.json({"turn": str(ledger.state.month), "leaders": [r.data for r in rows]})
    shared.out.line(f"Leaders · {ledger.state.month.name}", HEAD)
    shared.out.line()
    table, before = [], ""
    for row in rows:
        table.append([row.side if row.side != before else "", row.name, row.figures, row.stands])
        before = row.side
    shared.out.table(("", "leader", "rating", "stands, or comes by"), table)
    if not (all or power):
        shared.out.line()
        shared.out.line("Those to come: eia-ref leaders due; those gone too: eia-ref leaders list --all")


@command(app, "due")
def due(
    shared: Shared,
    power: Annotated[str, typer.Argument(metavar="POWER", show_default=False, help="A power, or a minor.")] = "",
) -> None:
    """List who comes and goes, when, and what the table says."""
    from eia_ref.empires.leaders.views import asked_for, dated

    ledger = shared.ledger(trusted=True)
    position = ledger.position
    years = dated(position, power)
    by_table = asked_for(position, power)
    data = {
        "dated": [{"when": n, "what": t, "who": w} for n, t, w in years],
        "asked": [{"what": w, "rule": r, "type": t} for w, r, t in by_table],
    }
    shared.out.json({"turn": str(ledger.state.month), **data})
    shared.out.line("By the calendar and the ledger", HEAD)
    shared.out.grid([(when, f"{what}: {', '.join(who)}") for when, what, who in years], ("", ""))
    shared.out.line()
    shared.out.line("Once the table says so", HEAD)
    rows = [cells for w, r, t in by_table for cells in ((f"{w} [{r}]",), (f"  {t}",))]
    shared.out.grid(rows or [("nothing",)], ("",))


@command(app, "show")
def show(shared: Shared, name: Leader) -> None:
    """Show one leader: counters, special rules, how it stands."""
    from eia_ref.empires.leaders.views import shown

    ledger = shared.ledger(trusted=True)
    view = shown(ledger.position, name)
    shared.out.json(view.data)
    shared.out.line(view.head, HEAD)
    shared.out.grid(view.counters, ("", "", ""))
    shared.out.rules(view.rules)
    shared.out.line(view.stands)


# --- Coming and going ------------------------------------------------------------------------------------------


def _do(shared: Shared, what: str, request: Frozen) -> None:
    resolve(shared, f"leaders {what}", request)


@command(app, "arrive", writes=True)
def arrive(shared: Shared, name: Leader, because: Because = "") -> None:
    """Bring a leader: what brings him has happened."""
    from eia_ref.empires.leaders.manual import ComesRequest

    _do(shared, "arrive", request_for(ComesRequest, leader=name, because=because.strip()))


@command(app, "promote", writes=True)
def promote(shared: Shared, name: Leader, because: Because = "") -> None:
    """Give a leader the next counter, when the table says so."""
    from eia_ref.empires.leaders.manual import ComesRequest

    _do(shared, "promote", request_for(ComesRequest, leader=name, because=because.strip()))


@command(app, "leave", writes=True)
def leave(
    shared: Shared,
    name: Leader,
    because: Because = "",
    months: Annotated[int | None, typer.Option(metavar="N", help="Off the map for so many months.")] = None,
) -> None:
    """Take a leader away, for good or for some months."""
    from eia_ref.empires.leaders.manual import LeavesRequest

    _do(shared, "leave", request_for(LeavesRequest, leader=name, because=because.strip(), months=months))


@command(app, "place", writes=True)
def place(
    shared: Shared, name: Leader, off: Annotated[bool, typer.Option("--off", help="Off the map again.")] = False
) -> None:
    """Put an available leader on the map, or off it again."""
    from eia_ref.empires.leaders.manual import PlaceRequest

    _do(shared, "place", request_for(PlaceRequest, leader=name, off=off))


@command(app, "generate", writes=True)
def generate(
    shared: Shared,
    power: Annotated[str, typer.Argument(metavar="POWER", help="The power that finds a talented general.")],
    name: Annotated[str, typer.Option(metavar="NAME", help="His name; else a number.")] = "",
) -> None:
    """Roll a talented general."""
    from eia_ref.empires.leaders.manual import GenerateRequest

    _do(shared, "generate", request_for(GenerateRequest, power=power, name=name.strip()))


# --- What becomes of them --------------------------------------------------------------------------------------


@command(app, "casualty", writes=True)
def casualty(
    shared: Shared,
    names: Annotated[list[str], typer.Argument(metavar="NAMES", help="All leaders who took part, both sides'.")],
    guard: Annotated[
        list[str] | None, typer.Option(metavar='"NAME +N"', help="Who led a guard, with its adjustment.")
    ] = None,
) -> None:
    """Roll for every leader who took part in a battle."""
    from eia_ref.empires.leaders.casualties import CasualtyRequest

    guards = [_guard(g) for g in guard or []]
    if len(dict(guards)) < len(guards):
        raise RefereeError("--guard names the same leader twice", "name him once, with +1 or +2", "twice")
    _do(shared, "casualty", request_for(CasualtyRequest, leaders=names_in(names), guards=dict(guards)))


def _guard(said: str) -> tuple[str, int]:
    name, _, n = said.strip().rpartition(" ")
    if not name or n.removeprefix("+") not in ("1", "2"):
        raise RefereeError(f"--guard {said!r} is no leader with +1 or +2", 'write it as --guard "Ney +2"', "guard")
    return name.strip(), int(n)


@command(app, "capture", writes=True)
def capture(
    shared: Shared,
    name: Leader,
    to: Annotated[str, typer.Option(metavar="POWER", help="The power that holds him.")],
) -> None:
    """Make a leader a power's prisoner."""
    from eia_ref.empires.leaders.casualties import CaptureRequest

    _do(shared, "capture", request_for(CaptureRequest, leader=name, by=to))


@command(app, "free", writes=True)
def free(shared: Shared, name: Leader) -> None:
    """Let a prisoner go."""
    from eia_ref.empires.leaders.casualties import FreeRequest

    _do(shared, "free", request_for(FreeRequest, leader=name))


@command(app, "exile", writes=True)
def exile(shared: Shared, name: Leader, because: Because = "") -> None:
    """Send a leader into exile."""
    from eia_ref.empires.leaders.exile import ExileRequest

    _do(shared, "exile", request_for(ExileRequest, leader=name, because=because.strip()))


@command(app, "return", writes=True)
def come_back(
    shared: Shared,
    name: Leader,
    ratings: Annotated[str, typer.Option(metavar="RATINGS", help="As 233, where his counter prints none.")] = "",
    power: Annotated[str, typer.Option(metavar="POWER", help="Who pays for a minor's leader.")] = "",
) -> None:
    """Bring a leader back from exile; --dry-run works the cost out."""
    from eia_ref.empires.leaders.exile import ReturnRequest

    _do(shared, "return", request_for(ReturnRequest, leader=name, ratings=ratings.strip(), power=power.strip()))
