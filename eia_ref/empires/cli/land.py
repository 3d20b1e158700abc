"""On land: prisoners of a pursuit, and what becomes of prisoners."""

import re
from typing import Annotated, get_args

import typer

from eia_ref.cli.resolve import resolve
from eia_ref.cli.shared import Shared, command, commands
from eia_ref.core.errors import RefereeError, quoted
from eia_ref.core.game import request_for
from eia_ref.core.names import find
from eia_ref.empires.places.prisoners import PrisonersRequest, PursuitRequest, Troop

app = commands("land", "On land: pursuit, prisoners.")


@command(app, "pursuit", writes=True)
def pursuit(
    shared: Shared,
    losses: Annotated[int, typer.Option(metavar="N", help="Factors lost in the pursuit by the base chart.")],
    surrounded: Annotated[bool, typer.Option("--surrounded", help="The beaten army was surrounded.")] = False,
    leader: Annotated[str, typer.Option(metavar="NAME", help="Who leads the pursuers; Ruffo takes none.")] = "",
    to: Annotated[str, typer.Option(metavar="POWER", help="Who takes the prisoners.")] = "",
    of: Annotated[str, typer.Option(metavar="NATION", help="Whose they are.")] = "",
) -> None:
    """Roll how many of a pursuit's losses are prisoners."""
    said = {"leader": leader.strip(), "to": to.strip(), "of": of.strip()}
    request = request_for(PursuitRequest, losses=losses, surrounded=surrounded, **said)
    resolve(shared, "land pursuit", request)


@command(app, "prisoners", writes=True)
def prisoners(
    shared: Shared,
    power: Annotated[str, typer.Argument(metavar="POWER", help="Who holds them.")],
    of: Annotated[
        list[str],
        typer.Option("--of", metavar="TEXT", help='One nationality: "France 12 infantry 3 cavalry"; repeat it.'),
    ],
) -> None:
    """Take off a tenth of the prisoners a power holds."""
    request = request_for(PrisonersRequest, power=power, kept=[_kept(text) for text in of])
    resolve(shared, "land prisoners", request)


def _kept(text: str) -> dict[str, object]:
    """`France 12 infantry 3 cavalry` as a nationality and its factors by kind."""
    found = re.fullmatch(r"\s*(\D*?)((?:\s+\d{1,4}\s+\D+?)+)\s*", text)
    if not found or not found[1].strip():
        raise RefereeError(
            f"--of: {quoted(text)} does not say whose prisoners and how many",
            'write --of "France 12 infantry 3 cavalry"',
        )
    pairs = re.findall(r"(\d+)\s+([^\d\s,]+)", found[2])
    factors: dict[str, int] = {}
    for number, word in pairs:
        kind = find(word, get_args(Troop), "kind of troops")
        if kind in factors:
            raise RefereeError(f"--of: {kind} is there twice in {quoted(text)}", "name each kind once")
        factors[kind] = int(number)
    return {"nationality": found[1].strip(), "factors": factors}
