"""At sea, beside battles: evasion, blockades, the flee step, supply, taken ports, fleets and admirals."""

from typing import Annotated, Any

import typer

from eia_ref import games
from eia_ref.cli.resolve import resolve
from eia_ref.cli.shared import Shared, command, names_in
from eia_ref.core.clauses import every_clause
from eia_ref.core.game import request_for
from eia_ref.core.position import Position
from eia_ref.empires.cli.group_naval import app
from eia_ref.empires.leaders.leaders import cards
from eia_ref.empires.naval.admirals import LeaderRequest, find_admiral, naval, why_not
from eia_ref.empires.naval.blockade import BlockadeRequest, BreakRequest
from eia_ref.empires.naval.counters import FleetRequest
from eia_ref.empires.naval.fleets import nation
from eia_ref.empires.naval.launching import LaunchRequest, PortRequest
from eia_ref.empires.naval.ports import place, port_name
from eia_ref.empires.naval.sea import EvadeRequest, FleeRequest, ScuttleRequest, SupplyRequest
from eia_ref.empires.state import Campaign
from eia_ref.ledger.read import open_ledger
from eia_ref.show.out import HEAD, RULE

Names = list[str] | None
Power = Annotated[str, typer.Argument(metavar="POWER", help="A power, or a minor with ships.")]
Major = Annotated[str, typer.Argument(metavar="POWER", help="A power.")]
Port = Annotated[str, typer.Argument(metavar="PORT", help="The port.")]
Stacks = Annotated[Names, typer.Option("--stack", metavar="NATIONS", help="A blockading stack: britain+portugal.")]
Leaders = Annotated[Names, typer.Option(metavar="NAMES", help="Naval leaders on either side.")]


def _campaign(shared: Shared) -> Position[Campaign]:
    """The rulebook and where the campaign stands, to put names into before they are asked about (R-08)."""
    ledger = open_ledger(shared.path(), games.game_named)
    return ledger.position


def _stacks(position: Position[Campaign], said: Names) -> list[str]:
    """Stacks with the nations' own names; two may be alike."""
    parts = [[nation(position, n) for n in s.split("+")] for word in said or [] for s in word.split(",")]
    return ["+".join(stack) for stack in parts]


@command(app, "evade", writes=True)
def evade(
    shared: Shared,
    power: Power,
    fleet: Annotated[str, typer.Option(metavar="NAME", help="The fleet, where the ledger has it.")] = "",
    at: Annotated[str, typer.Option(metavar="PLACE", help='Where it is: a sea area, "port of X", "box of X".')] = "",
    leader: Annotated[str, typer.Option(metavar="NAME", help="The naval leader in command.")] = "",
    intercepted: Annotated[bool, typer.Option("--intercepted", help="It was intercepted.")] = False,
) -> None:
    """Roll whether ships evade a naval battle."""
    position = _campaign(shared)
    said: dict[str, Any] = {"fleet": fleet.strip(), "at": place(at), "leader": leader.strip()}
    resolve(
        shared,
        "naval evade",
        request_for(EvadeRequest, power=nation(position, power), intercepted=intercepted, **said),
    )


@command(app, "blockade-test", writes=True)
def blockade_test(shared: Shared, power: Major, port: Port, stack: Stacks = None, leaders: Leaders = None) -> None:
    """Test the blockade of a port: the blockaded and each blockading stack roll."""
    position = _campaign(shared)
    request = request_for(
        BlockadeRequest,
        port=port_name(port),
        power=nation(position, power),
        stacks=_stacks(position, stack),
        leaders=names_in(leaders),
    )
    resolve(shared, "naval blockade-test", request)


@command(app, "break", writes=True)
def break_blockade(
    shared: Shared,
    power: Power,
    port: Port,
    choice: Annotated[str, typer.Argument(metavar="CHOICE", help="engage, join, or together with those inside.")],
    stack: Stacks = None,
    blockaded: Annotated[str, typer.Option(metavar="NATIONS", help="Whose fleets are inside: france+spain.")] = "",
    leaders: Leaders = None,
    fleets: Annotated[
        Names, typer.Option(metavar="NAMES", help="The third fleet's, where the ledger has them.")
    ] = None,
) -> None:
    """Break a blockade with a third fleet: engage, join those inside, or fight together with them."""
    position = _campaign(shared)
    request = request_for(
        BreakRequest,
        power=nation(position, power),
        port=port_name(port),
        choice=choice.strip(),
        stacks=_stacks(position, stack),
        blockaded="+".join(_stacks(position, [blockaded] if blockaded else None)),
        leaders=names_in(leaders),
        fleets=names_in(fleets),
    )
    resolve(shared, "naval break", request)


@command(app, "flee", writes=True)
def flee(
    shared: Shared,
    power: Major,
    fleet: Annotated[
        Names, typer.Option(metavar="NAME=PLACE", help="A fleet of the ledger, and where it flees.")
    ] = None,
    troops: Annotated[bool, typer.Option("--troops", help="With troops aboard.")] = False,
) -> None:
    """Flee at sea, after war was declared on a power this turn."""
    position = _campaign(shared)
    request = request_for(FleeRequest, power=nation(position, power), fleets=names_in(fleet), troops=troops)
    resolve(shared, "naval flee", request)


@command(app, "scuttle", writes=True)
def scuttle(
    shared: Shared,
    power: Power,
    port: Port,
    to: Annotated[str, typer.Option(metavar="POWER", help="The power that holds the port now.")],
    fleets: Annotated[int | None, typer.Option(metavar="N", help="How many fleets.")] = None,
    fleet: Annotated[Names, typer.Option(metavar="NAME", help="Which, where the ledger has them.")] = None,
    leader: Annotated[str, typer.Option(metavar="NAME", help="A naval leader with them.")] = "",
    again: Annotated[str, typer.Option(metavar="REASON", help="Why more are scuttled there in the same turn.")] = "",
) -> None:
    """Scuttle fleets in a port that the enemy has taken; a minor's surrender."""
    position = _campaign(shared)
    request = request_for(
        ScuttleRequest,
        power=nation(position, power),
        port=port_name(port),
        to=to.strip(),
        fleets=fleets,
        fleet=names_in(fleet),
        leader=leader.strip(),
        again=again.strip(),
    )
    resolve(shared, "naval scuttle", request)


@command(app, "supply-check", writes=True)
def supply_check(
    shared: Shared,
    line: Annotated[
        list[str], typer.Argument(metavar="LINE", help='Sea areas in order, commas between: "North Sea, depot, 3".')
    ],
    atlantic: Annotated[
        bool | None,
        typer.Option("--atlantic/--no-atlantic", help="Between Gibraltar and Copenhagen, in a month of storms."),
    ] = None,
) -> None:
    """Check a line of supply at sea: no more than 7 sea areas before each depot."""
    parts = [" ".join(part.split()) for part in " ".join(line).split(",")]
    request = request_for(SupplyRequest, line=[part for part in parts if part], atlantic=atlantic)
    resolve(shared, "naval supply-check", request)


@command(app, "leader", writes=True)
def leader(
    shared: Shared,
    name: Annotated[str, typer.Argument(metavar="NAME", show_default=False, help="A naval leader; else all.")] = "",
    stack: Annotated[str, typer.Option(metavar="NATIONS", help="The stack he is to command: britain+portugal.")] = "",
    upkeep: Annotated[int | None, typer.Option(metavar="N", help="The stack's upkeep in $ (Smith).")] = None,
    siege: Annotated[str, typer.Option(metavar="PORT", help="The besieged port he blockades (Pellew).")] = "",
) -> None:
    """Show the naval leaders; with --stack, --upkeep or --siege, decide what one does."""
    if not (stack or siege or upkeep is not None):
        ledger = shared.ledger(trusted=True)
        _show_leaders(shared, ledger.position, name)
        return
    position = _campaign(shared)
    request = request_for(
        LeaderRequest,
        name=find_admiral(position, name),
        stack=[n for s in _stacks(position, [stack] if stack else None) for n in s.split("+")],
        upkeep=upkeep,
        siege=siege.strip(),
    )
    resolve(shared, "naval leader", request)


def _show_leaders(shared: Shared, position: Position[Campaign], said: str) -> None:
    """Naval leaders, whether each can serve now, and what he does by which clause."""
    says = {c.id: c.says for c in every_clause(position.rulebook)}
    at_sea = naval(position)
    only = [find_admiral(position, said)] if said else list(at_sea)
    found = [(n, cards(position.rulebook)[n].power, why_not(position, n), at_sea[n]) for n in only]
    shared.out.json(
        {
            "leaders": [
                {"name": n, "power": p, "serves": not why, "why_not": why, "rules": ids} for n, p, why, ids in found
            ]
        }
    )
    for name, power, why, ids in found:
        shared.out.line(f"{name} · {power} · {why or 'can serve'}", HEAD)
        shared.out.grid([(id, says[id]) for id in ids], (RULE, ""))
        shared.out.line()
    serving = [n for n, _, why, _ in found if not why]
    shared.out.line(f"Can serve in {position.state.month.name}: {', '.join(serving) or 'nobody'}.", HEAD)


# --- Fleets in the ledger ------------------------------------------------------------------------------------------


@command(app, "fleet", writes=True)
def fleet(
    shared: Shared,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The fleet's name in the ledger.")],
    power: Annotated[
        str, typer.Argument(metavar="POWER", show_default=False, help="Whose it is, to set it up.")
    ] = "",
    ships: Annotated[int | None, typer.Option(metavar="N", help="Its ships.")] = None,
    at: Annotated[str, typer.Option(metavar="PLACE", help='A sea area, "port of X" or "box of X".')] = "",
    blockaded: Annotated[bool | None, typer.Option("--blockaded/--free", help="Blockaded in port, or not.")] = None,
    retreat: Annotated[
        bool, typer.Option("--retreat", help="It retreats or evades, which is always allowed.")
    ] = False,
    remove: Annotated[bool, typer.Option("--remove", help="Take it off the map.")] = False,
) -> None:
    """Set a fleet up in the ledger, move it, change its ships, or take it off."""
    request = request_for(
        FleetRequest,
        name=" ".join(name.split()),
        power=power.strip(),
        ships=ships,
        at=place(at),
        blockaded=blockaded,
        retreat=retreat,
        remove=remove,
    )
    resolve(shared, "naval fleet", request)


@command(app, "fleets")
def fleets(
    shared: Shared,
    strengths: Annotated[
        bool, typer.Option("--strengths", help="Their ships too: for the game master alone.")
    ] = False,
) -> None:
    """List the fleets in the ledger; their strengths are secret."""
    state = shared.ledger(trusted=True).state
    rows = []
    for name, fleet in state.fleets.items():
        since = f"blockaded since {fleet.blockaded_since.name}" if fleet.blockaded_since else ""
        what = since if fleet.counter else "no counter"
        rows.append([name, fleet.power, *([str(fleet.ships)] if strengths else []), fleet.at, what])
    shared.out.json(
        {
            "fleets": {
                n: f.model_dump(mode="json", exclude_none=True, exclude=None if strengths else {"ships"})
                for n, f in state.fleets.items()
            }
        }
    )
    if rows:
        heads = ["fleet", "of", *(["ships"] if strengths else []), "at", ""]
        shared.out.table(heads, rows, (2,) if strengths else ())
        shared.out.line()
        secret = "" if strengths else " Strengths are secret (FS-1): --strengths."
        shared.out.line(f"{len(rows)} in the ledger.{secret}", HEAD)
    else:
        shared.out.line(
            "The ledger keeps no fleets (R-222): eia-ref naval fleet NAME POWER --ships N --at PLACE", HEAD
        )


@command(app, "launch", writes=True)
def launch(
    shared: Shared,
    power: Power,
    ships: Annotated[int, typer.Option(metavar="N", help="How many ships.")],
    fleet: Annotated[str, typer.Option(metavar="NAME", help="Into this fleet of the ledger.")] = "",
    port: Annotated[str, typer.Option(metavar="PORT", help="Or into this port, without a fleet.")] = "",
    hulks_of: Annotated[str, typer.Option(metavar="POWER", help="Built from the hulks of this power.")] = "",
) -> None:
    """Launch ships into a fleet or into a port."""
    position = _campaign(shared)
    request = request_for(
        LaunchRequest,
        power=nation(position, power),
        ships=ships,
        fleet=fleet.strip(),
        port=port.strip(),
        hulks_of=hulks_of.strip(),
    )
    resolve(shared, "naval launch", request)


@command(app, "port-falls", writes=True)
def port_falls(
    shared: Shared,
    port: Port,
    to: Annotated[str, typer.Option(metavar="POWER", help="The power that takes it.")],
) -> None:
    """Take a port: ships without a counter are lost, fleets have to leave or be given up."""
    resolve(shared, "naval port-falls", request_for(PortRequest, port=port_name(port), to=to.strip()))
