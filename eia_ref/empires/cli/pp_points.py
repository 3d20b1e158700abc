"""Political and victory points: where the powers stand, what moves them, who wins."""

import re
from typing import Annotated

import typer

from eia_ref.cli.resolve import resolve
from eia_ref.cli.shared import Shared, command, names_in
from eia_ref.core.errors import RefereeError
from eia_ref.core.game import request_for
from eia_ref.empires.cli.group_pp import app
from eia_ref.show.out import HEAD

Names = list[str] | None
Another = Annotated[
    str, typer.Option(metavar="TEXT", help="What else it is, if one like it is entered this month (R-38).")
]
NewMinor = Annotated[bool, typer.Option("--minor", help="It is a minor the rules do not name.")]


def _numbers(said: Names, option: str) -> dict[str, int]:
    """A repeatable option of a power and a number, commas between: `--lost "Austria 4, Russia 2"`."""
    found: dict[str, int] = {}
    for part in names_in(said):
        match = re.fullmatch(r"(.*\S)[ =]+(-?\d{1,6})", part, re.ASCII)
        if not match:
            raise RefereeError(f"{option}: {part!r} is no power and a number", f'write it as {option} "Austria 4"')
        if match[1] in found:
            raise RefereeError(f"{option}: {match[1]} is there twice", "name it only once")
        found[match[1]] = int(match[2])
    return found


@command(app, "show")
def show(
    shared: Shared,
    power: Annotated[str, typer.Argument(metavar="POWER", show_default=False, help="One power only.")] = "",
) -> None:
    """Show where the powers stand, and how far from their goals."""
    from eia_ref.empires.politics.standings import all_standings

    ledger = shared.ledger(trusted=True)
    rulebook, state, position = ledger.game.rulebook, ledger.state, ledger.position
    only = ledger.game.find_player(rulebook, power) if power else ""
    found = [s for s in all_standings(position) if only in ("", s.power)]
    shared.out.json({"turn": str(state.month), "powers": [s.model_dump() for s in found]})
    shared.out.line(f"{ledger.header.campaign.name} · {state.month.name} · political and victory points", HEAD)
    shared.out.line()
    shared.out.table(
        ("power", "box", "zone", "a phase", "VP", "goal", ""),
        [
            (s.power, s.box, s.zone, "-" if s.worth is None else str(s.worth), str(s.vp), str(s.goal), s.words)
            for s in found
        ],
        (1, 3, 4, 5),
    )
    shared.out.line()
    for note in ledger.game.notes(position):
        shared.out.grid([("note", note)], ("", ""))


@command(app, "battle", writes=True)
def battle(
    shared: Shared,
    won: Annotated[Names, typer.Option(metavar="POWERS", help="Who won, minors too, commas between.")] = None,
    lost: Annotated[
        Names, typer.Option(metavar='"POWER N"', help="Who lost, with how many corps, at sea fleets.")
    ] = None,
    leader: Annotated[str, typer.Option(metavar="NAME", help="Who commanded the winners.")] = "",
    beaten: Annotated[str, typer.Option(metavar="NAME", help="Who commanded the losers.")] = "",
    naval: Annotated[bool, typer.Option("--naval", help="A battle at sea.")] = False,
    at: Annotated[str, typer.Option(metavar="PLACE", help="Where.")] = "",
    withdrew: Annotated[
        bool, typer.Option("--withdrew", help="The losers withdrew before it came to a battle.")
    ] = False,
    night: Annotated[bool, typer.Option("--night", help="The losers withdrew at night.")] = False,
    pursuit: Annotated[int, typer.Option(metavar="FACTORS", help="Lost in the pursuit: takes prisoners.")] = 0,
    surrounded: Annotated[bool, typer.Option("--surrounded", help="The losers were surrounded.")] = False,
    another: Another = "",
    minor: NewMinor = False,
) -> None:
    """Enter a battle: points for both sides."""
    from eia_ref.empires.politics.scores import BattleRequest

    resolve(
        shared,
        "pp battle",
        request_for(
            BattleRequest,
            won=names_in(won),
            lost=_numbers(lost, "--lost"),
            leader=leader.strip(),
            beaten=beaten.strip(),
            naval=naval,
            at=at.strip(),
            withdrew=withdrew,
            night=night,
            pursuit=pursuit,
            surrounded=surrounded,
            another=another.strip(),
            new=minor,
        ),
    )


@command(app, "siege", writes=True)
def siege(
    shared: Shared,
    power: Annotated[str, typer.Argument(metavar="POWER", help="Who won it, a minor too.")],
    at: Annotated[str, typer.Option(metavar="CITY", help="Where.")] = "",
    against: Annotated[str, typer.Option(metavar="NAME", help="Who lost it.")] = "",
    another: Another = "",
    minor: NewMinor = False,
) -> None:
    """Enter a siege: the victor's points."""
    from eia_ref.empires.politics.scores import SiegeRequest

    said = {"power": power, "at": at.strip(), "against": against.strip(), "another": another.strip(), "new": minor}
    resolve(shared, "pp siege", request_for(SiegeRequest, **said))


@command(app, "forced", writes=True)
def forced(
    shared: Shared,
    power: Annotated[str, typer.Argument(metavar="POWER", help="Who marches.")],
    through: Annotated[
        Names, typer.Option(metavar="NAMES", help="Through whose territory: powers, or minors they control.")
    ] = None,
) -> None:
    """Enter forcible access: a point a power, once a turn."""
    from eia_ref.empires.politics.territory import ForcedRequest

    names = names_in(through)
    if not names:
        raise RefereeError("nobody's territory is named", f'eia-ref pp forced {power} --through "Bavaria, Saxony"')
    resolve(shared, "pp forced", request_for(ForcedRequest, power=power, through=names))


@command(app, "conquer", writes=True)
def conquer(
    shared: Shared,
    power: Annotated[str, typer.Argument(metavar="POWER", help="Who conquers it.")],
    minor: Annotated[str, typer.Argument(metavar="MINOR", help="The minor country.")],
    since: Annotated[str, typer.Option(metavar="MONTH", help="Since when all its cities are held, as 1805-09.")] = "",
    undefended: Annotated[
        bool, typer.Option("--undefended", help="It has troops and fought neither battle nor siege to the end.")
    ] = False,
    under: Annotated[
        str, typer.Option(metavar="POWER", help="Who controls it, where the ledger does not say so.")
    ] = "",
    new: NewMinor = False,
) -> None:
    """Enter a conquest: points, and the minor changes hands."""
    from eia_ref.empires.politics.territory import ConquerRequest

    if not since.strip():
        raise RefereeError(
            f"{minor}: it is not said since when all its cities are held (AM-10.2.1)",
            f"eia-ref pp conquer {power} {minor} --since 1805-09",
        )
    said = {"minor": minor, "since": since.strip(), "undefended": undefended, "under": under.strip(), "new": new}
    resolve(shared, "pp conquer", request_for(ConquerRequest, power=power, **said))


@command(app, "control", writes=True)
def control(
    shared: Shared,
    minor: Annotated[str, typer.Argument(metavar="MINOR", help="The minor at war.")],
    powers: Annotated[
        list[str] | None, typer.Argument(metavar="POWER", help="The powers that want to control it.")
    ] = None,
    nobody: Annotated[bool, typer.Option("--nobody", help="No power wants to.")] = False,
    modifier: Annotated[
        Names, typer.Option(metavar="POWER=N", help="National modifiers the chart does not have, commas between.")
    ] = None,
    new: NewMinor = False,
) -> None:
    """Roll for control of a minor at war that no power has."""
    from eia_ref.empires.cli.modifiers import modifiers
    from eia_ref.empires.politics.minors_at_war import ControlRequest

    said = {"powers": names_in(powers), "nobody": nobody, "modifiers": modifiers(names_in(modifier)), "new": new}
    resolve(shared, "pp control", request_for(ControlRequest, minor=minor, **said))


@command(app, "egypt", writes=True)
def egypt(
    shared: Shared,
    ships: Annotated[int, typer.Option(metavar="N", help="Ships in British fleets at Malta or east of it.")],
) -> None:
    """Enter an economic phase with Egypt in enemy hands."""
    from eia_ref.empires.politics.territory import EgyptRequest

    resolve(shared, "pp egypt", request_for(EgyptRequest, ships=ships))


@command(app, "adjust", writes=True, minus=True)
def adjust(
    shared: Shared,
    power: Annotated[str, typer.Argument(metavar="POWER", help="Whose points.")],
    points: Annotated[int, typer.Argument(metavar="N", help="How many, as 1 or -2.")],
    because: Annotated[str, typer.Option(metavar="TEXT", help="Why.")] = "",
    vote: Annotated[str, typer.Option(metavar="TEXT", help="Who voted how.")] = "",
    vp: Annotated[bool, typer.Option("--vp", help="Victory points, not political ones.")] = False,
) -> None:
    """Enter a ruling of the table on points."""
    from eia_ref.empires.politics.rulings import AdjustRequest

    said = {"points": points, "because": because.strip(), "vote": vote.strip(), "vp": vp}
    resolve(shared, "pp adjust", request_for(AdjustRequest, power=power, **said))


@command(app, "dominance", writes=True)
def dominance(
    shared: Shared,
    power: Annotated[str, typer.Argument(metavar="POWER", help="Whose.")],
    gained: Annotated[bool, typer.Option("--gained", help="It becomes dominant.")] = False,
    lost: Annotated[bool, typer.Option("--lost", help="It is no longer dominant.")] = False,
    because: Annotated[str, typer.Option(metavar="TEXT", help="By which territories.")] = "",
) -> None:
    """Enter dominance gained, or lost."""
    from eia_ref.empires.politics.rulings import DominanceRequest

    if gained == lost:
        raise RefereeError("dominance is gained or lost", f"eia-ref pp dominance {power} --gained, or --lost")
    resolve(
        shared, "pp dominance", request_for(DominanceRequest, power=power, gained=gained, because=because.strip())
    )


@command(app, "vp", writes=True)
def vp(shared: Shared) -> None:
    """Collect victory points, in an economic phase."""
    from eia_ref.empires.politics.victory import CollectRequest

    resolve(shared, "pp vp", CollectRequest())


@command(app, "burn", writes=True, minus=True)
def burn(
    shared: Shared,
    power: Annotated[str, typer.Argument(metavar="POWER", help="Who burns them: Britain.")],
    enemy: Annotated[str, typer.Argument(metavar="ENEMY", help="Whose go with them.")],
    points: Annotated[int, typer.Argument(metavar="N", help="How many.")],
) -> None:
    """Enter victory points Britain burns of an enemy."""
    from eia_ref.empires.politics.victory import BurnRequest

    resolve(shared, "pp burn", request_for(BurnRequest, power=power, enemy=enemy, points=points))


@command(app, "victory", writes=True)
def victory(
    shared: Shared,
    manpower: Annotated[
        Names, typer.Option(metavar='"POWER N"', help="In the last phase: manpower to collect, no free states.")
    ] = None,
) -> None:
    """Say who has won."""
    from eia_ref.empires.politics.victory import VictoryRequest

    resolve(shared, "pp victory", request_for(VictoryRequest, manpower=_numbers(manpower, "--manpower")))


@command(app, "bids", writes=True)
def bids(
    shared: Shared,
    power: Annotated[str, typer.Argument(metavar="POWER", help="The power whose player steps down.")],
    bid: Annotated[Names, typer.Option(metavar='"POWER N"', help="A bid in victory points, once a bidder.")] = None,
    because: Annotated[str, typer.Option(metavar="TEXT", help="Why it is put up.")] = "",
) -> None:
    """Settle the bids for a power nobody plays."""
    from eia_ref.empires.politics.victory import BidsRequest

    said = {"bids": _numbers(bid, "--bid"), "because": because.strip()}
    resolve(shared, "pp bids", request_for(BidsRequest, power=power, **said))
