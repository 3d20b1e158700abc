"""Politics: wars declared and looked at, alliances, calls, peace, access, cessions."""

from collections.abc import Callable
from string import capwords
from typing import Annotated, Any

import typer

from eia_ref.cli.resolve import resolve
from eia_ref.cli.shared import Shared, command, names_in
from eia_ref.core import names
from eia_ref.core.calendar import Month
from eia_ref.core.errors import RefereeError
from eia_ref.core.game import request_for
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.cli.group_pp import app
from eia_ref.empires.minors import find_minor, find_party
from eia_ref.empires.politics.access import AccessRequest, CedeRequest
from eia_ref.empires.politics.alliance import AllyRequest, BreakRequest, CallRequest
from eia_ref.empires.politics.declaration import DowRequest
from eia_ref.empires.politics.declare import matrix, minor_targets
from eia_ref.empires.politics.terms import KINDS, PeaceRequest, find_condition
from eia_ref.empires.powers import find_power
from eia_ref.show.out import HEAD

Power = Annotated[str, typer.Argument(metavar="POWER", help="A major power.")]
Other = Annotated[str, typer.Argument(metavar="OTHER", help="Another major power.")]
Names = list[str] | None


@command(app, "dow", writes=True)
def dow(
    shared: Shared,
    power: Power,
    against: Annotated[str, typer.Argument(metavar="AGAINST", help="A power or a minor.")],
    call: Annotated[bool, typer.Option("--call", help="Called by an ally at war with it.")] = False,
    invaded: Annotated[bool, typer.Option("--invaded", help="Enemy infantry corps are in the home nation.")] = False,
    forcible: Annotated[bool, typer.Option("--forcible", help="The other uses forcible access right now.")] = False,
    trade_broken: Annotated[
        bool, typer.Option("--trade-broken", help="The other trades against its peace with POWER.")
    ] = False,
    apart: Annotated[bool, typer.Option("--apart", help="The minor touches no area of POWER's victor.")] = False,
    african: Annotated[bool, typer.Option("--african", help="The other has an African province.")] = False,
    minor: Annotated[bool, typer.Option("--minor", help="It is a minor the rules do not name.")] = False,
) -> None:
    """Declare war: if allowed, on whom besides, at what price."""
    rulebook = shared.game().rulebook
    request = request_for(
        DowRequest,
        power=find_power(rulebook, power),
        against=find_party(rulebook, against, new=minor),
        call=call,
        invaded=invaded,
        forcible=forcible,
        trade_broken=trade_broken,
        apart=apart,
        african=african,
    )
    resolve(shared, "pp dow", request)


@command(app, "matrix")
def show_matrix(
    shared: Shared,
    minors: Annotated[bool, typer.Option("--minors", help="The minors' prices too.")] = False,
) -> None:
    """Show what every war would cost this month, or what forbids it."""
    ledger = shared.ledger(trusted=True)
    state, position, out = ledger.state, ledger.position, shared.out
    powers = matrix(position)
    small = matrix(position, minor_targets(position)) if minors else {}
    out.json({"turn": str(state.month), "powers": powers, **({"minors": small} if minors else {})})
    out.line(f"What a declaration of war costs in {state.month.name}, in political points (R-30)", HEAD)
    heads = ["who on whom", *powers]
    right = tuple(range(1, len(heads)))
    out.line()
    out.table(heads, [[p, *row.values()] for p, row in powers.items()], right)
    if minors:
        out.line()
        turned = [[m, *(small[p][m] for p in small)] for m in minor_targets(position)]
        out.table(["on the minor", *small], turned, right)
    seen = {cell for row in [*powers.values(), *small.values()] for cell in row.values()}
    out.line()
    out.grid([(word, says) for word, says in WORDS.items() if word in seen], (HEAD, ""))
    out.line()
    out.line("Each line of a price, and what follows: eia-ref pp dow POWER AGAINST --dry-run")


WORDS = {
    "war": "at war already",
    "ally": "allied: the alliance is broken first (AL-5)",
    "peace": "forbidden by a peace for now (R-171)",
    "Amiens": "forbidden by the peace of Amiens (AP-2)",
    "no wars": "forbidden by the stage of the Revolution",
    "sphere": "forbidden in a sphere of influence, if the minor touches an area of the victor (PC-2)",
    "own": "its own minor",
    "gone": "no longer there",
}


@command(app, "ally", writes=True)
def ally(
    shared: Shared,
    power: Power,
    other: Other,
    until: Annotated[str, typer.Option(metavar="MONTH", help="The alliance's last month.")] = "",
) -> None:
    """Make an alliance; with an end it earns no points."""
    one, two = _powers(shared, power, other)
    resolve(shared, "pp ally", request_for(AllyRequest, power=one, other=two, last=_month(until)))


@command(app, "break", writes=True)
def break_off(shared: Shared, power: Power, other: Other) -> None:
    """Break an alliance: POWER breaks with OTHER, and pays."""
    one, two = _powers(shared, power, other)
    resolve(shared, "pp break", request_for(BreakRequest, power=one, other=two))


@command(app, "call", writes=True)
def call(
    shared: Shared,
    power: Power,
    ally: Annotated[str, typer.Argument(metavar="ALLY", help="Its ally.")],
    against: Annotated[str, typer.Argument(metavar="AGAINST", help="The enemy it is called against.")],
    refuse: Annotated[bool, typer.Option("--refuse", help="The ally refuses.")] = False,
    breaks: Annotated[
        str, typer.Option("--break", metavar="POWER", help="Allied with both, it breaks with this.")
    ] = "",
    invaded: Annotated[bool, typer.Option("--invaded", help="Enemy infantry corps are in ALLY's home.")] = False,
    apart: Annotated[bool, typer.Option("--apart", help="The minor touches no area of ALLY's victor.")] = False,
) -> None:
    """Call an ally to war: it answers, refuses, or breaks."""
    rulebook = shared.game().rulebook
    one, two = _powers(shared, power, ally)
    enemy, breaking = find_party(rulebook, against), find_power(rulebook, breaks) if breaks else None
    said = {"refuse": refuse, "breaks": breaking, "invaded": invaded, "apart": apart}
    request = request_for(CallRequest, power=one, ally=two, against=enemy, **said)
    resolve(shared, "pp call", request)


@command(app, "peace", writes=True)
def peace(
    shared: Shared,
    kind: Annotated[str, typer.Argument(metavar="KIND", help="informal, lapse, conditional or unconditional.")],
    power: Annotated[
        str, typer.Argument(metavar="POWER", help="The one; of a surrender, the power that surrenders.")
    ],
    to: Annotated[list[str], typer.Argument(metavar="OTHER", help="The other; of a surrender, each victor.")],
    loser: Annotated[str, typer.Option("--loser", metavar="CONDITION", help="The loser's own pick, as A.1.")] = "",
    pick: Annotated[Names, typer.Option(metavar="CONDITIONS", help='As "B.2, C.4", or "Austria=B.2, C.4".')] = None,
    cede: Annotated[Names, typer.Option(metavar="PROVINCES", help='Home provinces, or "Austria=Silesia".')] = None,
    minors: Annotated[Names, typer.Option(metavar="NAMES", help='Also minors ceded, or "Austria=Berg".')] = None,
    months: Annotated[Names, typer.Option(metavar="CONDITION=N", help="How long, where it is asked for.")] = None,
    thirds: Annotated[bool, typer.Option("--thirds", help="Reparations in two phases, a third each.")] = False,
    forced: Annotated[bool, typer.Option("--forced", help="The loser can collect no manpower (FP-1).")] = False,
    persia: Annotated[bool, typer.Option("--persia", help="It surrenders to Persia too.")] = False,
) -> None:
    """Make peace: informal, by surrender, or the lapse of a war."""
    rulebook = shared.game().rulebook
    how = names.find(kind, KINDS, "kind of peace")
    victors = [find_party(rulebook, v, new=how == "lapse") for v in names_in(to)]

    def condition(said: str) -> str:
        return find_condition(rulebook, said)

    request = request_for(
        PeaceRequest,
        how=how,
        power=find_party(rulebook, power),
        to=victors,
        loser=condition(loser) if loser else "",
        picks=_by_victor(rulebook, "--pick", pick, victors, condition),
        cede=_by_victor(rulebook, "--cede", cede, victors, capwords),
        minors=_by_victor(rulebook, "--minors", minors, victors, lambda said: find_minor(rulebook, said, new=True)),
        months=_lengths(months, condition),
        thirds=thirds,
        forced=forced,
        persia=persia,
    )
    resolve(shared, "pp peace", request)


@command(app, "access", writes=True)
def access(
    shared: Shared,
    power: Annotated[str, typer.Argument(metavar="POWER", help="Whose territory it is.")],
    guest: Annotated[str, typer.Argument(metavar="GUEST", help="Who is let through.")],
    revoke: Annotated[bool, typer.Option("--revoke", help="Take the access back.")] = False,
    terms: Annotated[str, typer.Option(metavar="TEXT", help="On what terms.")] = "",
    until: Annotated[str, typer.Option(metavar="MONTH", help="The last month of it.")] = "",
    leave: Annotated[bool, typer.Option("--leave", help="The victor of a denied co-operation allows it.")] = False,
    dardanelles: Annotated[
        bool, typer.Option("--dardanelles", help="Turkey's, through the Dardanelles alone, to anybody.")
    ] = False,
) -> None:
    """Give another power access, or take it back."""
    one, two = _powers(shared, power, guest)
    request = request_for(
        AccessRequest,
        power=one,
        guest=two,
        revoke=revoke,
        terms=terms.strip(),
        last=_month(until),
        leave=leave,
        dardanelles=dardanelles,
    )
    resolve(shared, "pp access", request)


@command(app, "cede", writes=True)
def cede(
    shared: Shared,
    power: Power,
    to: Annotated[str, typer.Argument(metavar="ALLY", help="To whom.")],
    what: Annotated[str, typer.Argument(metavar="NAME", help="A conquered minor or a ceded province.")],
) -> None:
    """Cede a minor or a province to an ally, at peace."""
    one, two = _powers(shared, power, to)
    request = request_for(CedeRequest, power=one, to=two, what=find_minor(shared.game().rulebook, what, new=True))
    resolve(shared, "pp cede", request)


def _powers(shared: Shared, one: str, other: str) -> tuple[str, str]:
    rulebook = shared.game().rulebook
    return find_power(rulebook, one), find_power(rulebook, other)


def _month(said: str) -> Month | None:
    return Month.typed(said.strip()) if said.strip() else None


def _by_victor(
    rulebook: Rulebook, option: str, said: Names, victors: list[str], find: Callable[[str], Any]
) -> dict[str, list[str]]:
    """An option of names by victor, `Austria=B.2, C.4`; with one victor its name may be left out."""
    found: dict[str, list[str]] = {}
    for words in said or []:
        first, sign, rest = words.partition("=")
        if not sign and len(victors) > 1:
            raise RefereeError(
                f"{option} {words!r}: which victor's?", f'{option} "{victors[0]}={words}"', "no-victor"
            )
        victor = find_party(rulebook, first) if sign else victors[0]
        found.setdefault(victor, []).extend(find(n) for n in _names(option, rest if sign else words))
    return found


def _names(option: str, words: str) -> list[str]:
    """Names with commas between; the same one may stand there twice (C.6)."""
    found = [" ".join(n.split()) for n in words.split(",") if n.strip()]
    if not found:
        raise RefereeError(f"{option}: a list of names is empty", "name some, or leave the option out")
    return found


def _lengths(said: Names, condition: Callable[[str], str]) -> dict[str, int]:
    """`C.2=36`: the months a condition lasts."""
    found = {}
    for words in names_in(said):
        name, _, many = (part.strip() for part in words.partition("="))
        if not (many.isascii() and many.isdigit() and 1 <= int(many[:4]) <= 999 and len(many) <= 3):
            raise RefereeError(f"--months {words!r} is no length", "write it as --months C.2=36", "no-length")
        found[condition(name)] = int(many)
    return found


from eia_ref.empires.cli import pp_points  # noqa: E402  # the group's other commands, after these

__all__ = ["app", "pp_points"]
