"""Questions at the table: each answered with its clause, nothing written."""

from typing import Annotated

import typer

from eia_ref.cli.shared import Shared, command, commands, names_in
from eia_ref.core.adjudication import split_rules
from eia_ref.core.frozen import Frozen
from eia_ref.core.game import request_for
from eia_ref.empires.places import land
from eia_ref.show.entry import sentence
from eia_ref.show.out import GOOD, HEAD

app = commands("check", "Is it allowed, what does it cost? Nothing is written.")
N = "N"


def _ask(shared: Shared, name: str, kind: type[Frozen], **said: object) -> None:
    done = shared.preview(f"check {name}", request_for(kind, **said)).done
    shared.out.json({"outcome": done.outcome, "rules": list(done.rules), "text": list(done.text)})
    shared.out.rules([split_rules(line) for line in done.text])
    shared.out.line()
    shared.out.line(sentence(done.outcome), f"{HEAD} {GOOD}")


@command(app, "stack")
def stack(
    shared: Shared,
    leader: Annotated[str, typer.Argument(metavar="LEADER", help="Who commands them.")],
    corps: Annotated[int, typer.Option(metavar=N, help="Corps that are no cavalry corps.")] = 0,
    cavalry: Annotated[int, typer.Option(metavar=N, help="Cavalry corps.")] = 0,
    present: Annotated[int | None, typer.Option(metavar=N, help="Corps in the area in all.")] = None,
    reinforcing: Annotated[bool, typer.Option("--reinforcing", help="He reinforces a battle.")] = False,
) -> None:
    """May a leader bring these corps, and at what price?"""
    said = {"corps": corps, "cavalry": cavalry, "present": present, "reinforcing": reinforcing}
    _ask(shared, "stack", land.StackRequest, leader=leader, **said)


@command(app, "forage")
def forage(
    shared: Shared,
    power: Annotated[str, typer.Argument(metavar="POWER", help="A power, or a minor.")],
    area: Annotated[str, typer.Option(metavar="AREA", help="Where, if famine or plague may be there.")] = "",
    emigres: Annotated[bool, typer.Option("--emigres", help="French émigrés.")] = False,
    ottoman: Annotated[bool, typer.Option("--ottoman", help="Ottoman corps on Ottoman land.")] = False,
    winter_zone: Annotated[bool, typer.Option("--winter-zone", help="In the winter zone.")] = False,
) -> None:
    """What changes a forage roll now?"""
    said = {"area": area, "emigres": emigres, "ottoman": ottoman, "winter_zone": winter_zone}
    _ask(shared, "forage", land.ForageRequest, power=power, **said)


@command(app, "supply")
def supply(
    shared: Shared,
    corps: Annotated[int, typer.Option(metavar=N, help="Corps that one depot supplies.")],
    areas: Annotated[int, typer.Option(metavar=N, help="How many areas off they are.")] = 0,
) -> None:
    """What do the corps after the fourth cost one depot?"""
    _ask(shared, "supply", land.SupplyRequest, corps=corps, areas=areas)


@command(app, "depots", minus=True)
def depots(
    shared: Shared,
    power: Annotated[str, typer.Argument(metavar="POWER", help="A major power.")],
    on_map: Annotated[int, typer.Argument(metavar=N, help="Depots on the map.")],
) -> None:
    """May the power have so many depots?"""
    _ask(shared, "depots", land.DepotsRequest, power=power, on_map=on_map)


@command(app, "siege")
def siege(
    shared: Shared,
    city: Annotated[str, typer.Argument(metavar="CITY", help="The city.")],
    holds: Annotated[int | None, typer.Option(metavar=N, help="Factors the fortress can hold.")] = None,
    assault: Annotated[int | None, typer.Option(metavar=N, help="Factors to assault, no artillery or guard.")] = None,
    artillery: Annotated[bool, typer.Option("--artillery", help="An artillery corps is there.")] = False,
    pellew: Annotated[bool, typer.Option("--pellew", help="Pellew's stack blockades the port.")] = False,
    blockaded: Annotated[bool, typer.Option("--blockaded", help="The port is blockaded too.")] = False,
) -> None:
    """May the city be besieged, or so assaulted?"""
    said = {"holds": holds, "assault": assault, "artillery": artillery, "pellew": pellew, "blockaded": blockaded}
    _ask(shared, "siege", land.SiegeRequest, city=city, **said)


@command(app, "retreat")
def retreat(
    shared: Shared,
    to: Annotated[str, typer.Argument(metavar="AREA", help="Where to.")],
    attackers_from: Annotated[
        list[str] | None, typer.Option(metavar="AREAS", help="Where attackers marched or reinforced from.")
    ] = None,
    surrounded: Annotated[bool, typer.Option("--surrounded", help="The army is surrounded.")] = False,
    landed: Annotated[
        bool, typer.Option("--landed", help="All of it landed this turn, or came over an arrow.")
    ] = False,
    island: Annotated[bool, typer.Option("--island", help="On an island with no area free of enemies.")] = False,
) -> None:
    """May a beaten army retreat there?"""
    said = {"surrounded": surrounded, "landed": landed, "island": island}
    _ask(shared, "retreat", land.RetreatRequest, to=to, attackers_from=names_in(attackers_from), **said)


@command(app, "manpower", minus=True)
def manpower(
    shared: Shared,
    minor: Annotated[str, typer.Argument(metavar="MINOR", help="A minor country.")],
    printed: Annotated[int, typer.Argument(metavar=N, help="Its manpower as printed.")],
) -> None:
    """What manpower does a minor yield to its holder?"""
    _ask(shared, "manpower", land.ManpowerRequest, minor=minor, printed=printed)
