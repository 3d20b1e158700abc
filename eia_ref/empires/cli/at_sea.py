"""How a fight at sea is typed: ships as `britain:25+portugal:7`, sides, tables; the options battle and odds share."""

import inspect
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import typer

from eia_ref.cli.shared import Shared
from eia_ref.core.errors import RefereeError, quoted
from eia_ref.core.game import request_for
from eia_ref.core.names import find
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.minors import find_party
from eia_ref.empires.naval.battle import BattleRequest
from eia_ref.empires.naval.ports import port_name
from eia_ref.empires.naval.raid import RaidRequest
from eia_ref.empires.naval.sides import SIDES, nation, naval_leader, waters
from eia_ref.empires.naval.sortie import SortieRequest
from eia_ref.empires.powers import find_power

Options = dict[str, tuple[Any, Any]]  # by name, the kind of an option and what it is where it is not typed
Sea = Annotated[
    str,
    typer.Option(
        metavar="NAMES", help="Mediterranean, Black Sea, Baltic, Adriatic, home waters (by Britain), elsewhere."
    ),
]
Leader = Annotated[str, typer.Option(metavar="NAME", help="Who commands.")]


def _words(metavar: str, help: str) -> tuple[Any, str]:
    return Annotated[str, typer.Option(metavar=metavar, help=help)], ""


def _flag(name: str, help: str) -> tuple[Any, bool]:
    return Annotated[bool, typer.Option(name, help=help)], False


def _argument(metavar: str, help: str) -> tuple[Any, Any]:
    return Annotated[str, typer.Argument(metavar=metavar, help=help)], inspect.Parameter.empty


MET: Options = {
    "attacker": _words("SHIPS", 'Who attacks: "britain:25+portugal:7", or a fleet\'s name.'),
    "defender": _words("SHIPS", "Who is attacked, typed the same way."),
}
TACTICS: Options = {
    "tables": _words("TABLES", 'The attacker\'s three: "2-2 3-3 3-3".'),
    "against": _words("TABLES", "The defender's three."),
    **{f"{side}_chit": _words("CHIT", "The chit chosen.") for side in SIDES},
}
LED: Options = {
    "sea": (Sea, ""),
    **{f"{side}_leader": (Leader, "") for side in SIDES},
    **{f"{side}_fleets": _words("FLEETS", "How many fleets: 3, or france:2+spain:1.") for side in SIDES},
}
CARRIERS: Options = {"transports": _words("SIDES", "Who carries troops: attacker, defender.")}
DOCTRINE: Options = {"doctrine": _words("SIDES", "Who plays its standard tactic.")}
MORE: Options = {
    "other": (
        Annotated[
            list[str] | None, typer.Option(metavar="WORDS", help='Another modifier: "attacker +1 WHY". Repeatable.')
        ],
        None,
    ),
    "another": _words("REASON", "Why it is another one this month."),
}
BATTLE: Options = {
    **MET,
    **TACTICS,
    **LED,
    "evasion_failed": _flag("--evasion-failed", "The defender tried to evade and failed."),
    **CARRIERS,
    "port": _words("SIDES", "Who began its turn in port."),
    **DOCTRINE,
    "blockading": _words("SIDE", "Who blockades; the blockaded fleet fights."),
    **MORE,
}
SORTIE: Options = {
    "power": _argument("POWER", "Whose stack is blockaded."),
    "harbour": _argument("PORT", "The port."),
    "attacker": _words("SHIPS", "Those inside: france:20; else the ledger's fleets in the port."),
    "defender": _words("SHIPS", "All who blockade; else the ledger's fleets in the box."),
    "relief": _flag("--relief", "A third fleet attacks too, and is among the attackers."),
    **TACTICS,
    **LED,
    **CARRIERS,
    "port": _words("SIDES", "With --relief: who began its turn in port."),
    **DOCTRINE,
    **MORE,
}
RAID: Options = {
    **MET,
    "launched": _words("SHIPS", "Defending ships in no fleet yet."),
    "harbour": (
        Annotated[int | None, typer.Option(metavar="N", help="The harbour number in the port's blockade box.")],
        None,
    ),
    "garrison": _words("FACTORS", 'By nation: "spain:5+france:3".'),
    "corps": _words("MEN", 'Corps at the port: "russia:12".'),
    "hold_fire": _words("NAMES", "Who of them wants the guns silent."),
    "port_of": _words("POWER", "Whose port it is."),
    "access": _flag("--access", "The port's power grants the attackers access."),
    "leave": _flag("--leave", "The victor of a denied co-operation allows it."),
    **LED,
    **CARRIERS,
    **MORE,
}


def counted(said: str, option: str, what: str, known: Callable[[str], str]) -> dict[str, int]:
    """`britain:25+portugal:7` as numbers by name; refuses what is no number, and a name twice."""
    found: dict[str, int] = {}
    for part in (p for p in said.split("+") if p.strip()):
        word, colon, number = part.partition(":")
        number = number.strip()
        if not colon or not word.strip():
            raise RefereeError(f"{option}: {quoted(part.strip())} says no {what}", f'write "{word.strip()}:30"')
        name = known(word)
        if not (number.isascii() and number.isdigit() and 0 < len(number) <= 4 and int(number)):
            raise RefereeError(
                f"{option}: {name} can't have {quoted(number)} {what}", "write a whole number from 1", "number"
            )
        if name in found:
            raise RefereeError(f"{option}: {name} is named twice", "add its numbers up")
        found[name] = int(number)
    return found


def fleets(rulebook: Rulebook, said: str, option: str, ships: dict[str, int]) -> dict[str, int]:
    """Fleets by nation; a number alone is of the side's only nation."""
    if not said.strip().isdigit():
        return counted(said, option, "fleets", lambda word: nation(rulebook, word))
    if len(ships) != 1:
        raise RefereeError(
            f"{option} {said.strip()}: whose? the side has several", f'write {option} "france:2+spain:1"'
        )
    return counted(f"{next(iter(ships))}:{said.strip()}", option, "fleets", lambda word: word)


def words(said: str) -> list[str]:
    """Words with commas or blanks between."""
    return said.replace(",", " ").split()


def sides(said: str) -> list[str]:
    """Sides named in an option."""
    return list(dict.fromkeys(find(w, SIDES, "side") for w in words(said)))


def others(said: list[str] | None) -> list[dict[str, Any]]:
    """Modifiers of the table's own: side, number, reason."""
    found = []
    for line in said or []:
        side, _, rest = line.strip().partition(" ")
        by, _, why = rest.strip().partition(" ")
        if not (by[:1] in ("+", "-") and by[1:].isascii() and by[1:].isdigit() and len(by) == 2 and why.strip()):
            raise RefereeError(f"--other {quoted(line)} is no modifier", 'write it as --other "attacker +1 REASON"')
        found.append({"side": find(side, SIDES, "side"), "by": int(by), "why": why.strip()})
    return found


def encounter(rulebook: Rulebook, said: dict[str, Any]) -> dict[str, Any]:
    """What battles and raids share, as a request has it."""
    found: dict[str, Any] = {}
    for side in SIDES:
        ships, found[f"{side}_named"] = ships_and_fleets(rulebook, said[side], f"--{side}")
        found[side] = ships
        found[f"{side}_fleets"] = fleets(rulebook, said[f"{side}_fleets"], f"--{side}-fleets", ships)
        leader = said[f"{side}_leader"].strip()
        found[f"{side}_leader"] = naval_leader(rulebook, leader) if leader else ""
    return {
        **found,
        "waters": seas(rulebook, said["sea"]),
        "transports": sides(said["transports"]),
        "other": others(said["other"]),
        "another": said["another"].strip(),
    }


def ships_and_fleets(rulebook: Rulebook, said: str, option: str) -> tuple[dict[str, int], list[str]]:
    """A side as typed, `Channel Fleet + portugal:7`: ships by nation, and the ledger's fleets by name."""
    parts = [p.strip() for p in said.split("+") if p.strip()]
    named = [p for p in parts if ":" not in p]
    for name in named:
        try:
            known = nation(rulebook, name)
        except RefereeError:
            continue
        raise RefereeError(
            f"{option}: {quoted(name)} says no ships", f'write "{known.lower()}:30", or a fleet of the ledger'
        )
    ships = counted("+".join(p for p in parts if ":" in p), option, "ships", lambda word: nation(rulebook, word))
    return ships, named


def seas(rulebook: Rulebook, said: str) -> list[str]:
    """Waters named in an option, commas between."""
    return list(dict.fromkeys(waters(rulebook, w) for w in said.split(",") if w.strip()))


def tactics(rulebook: Rulebook, said: dict[str, Any]) -> dict[str, Any]:
    """How a battle is fought, as a request has it: tables, chits, who plays its standard tactic."""
    chits = rulebook.table("charts/naval-tactical")["chits"]
    return {
        "tables": words(said["tables"]),
        "against": words(said["against"]),
        "doctrine": sides(said["doctrine"]),
        **{f"{s}_chit": find(chit, chits, "chit") if (chit := said[f"{s}_chit"]) else "" for s in SIDES},
    }


def battle_request(shared: Shared, said: dict[str, Any]) -> BattleRequest:
    """A battle as typed."""
    rulebook = shared.game().rulebook
    blockading = sides(said["blockading"])
    if len(blockading) > 1:
        raise RefereeError("--blockading: only one side holds the blockade", "name it alone")
    return request_for(
        BattleRequest,
        **encounter(rulebook, said),
        **tactics(rulebook, said),
        evasion_failed=said["evasion_failed"],
        port=sides(said["port"]),
        blockading=blockading[0] if blockading else None,
    )


def sortie_request(shared: Shared, said: dict[str, Any]) -> SortieRequest:
    """A blockade battle as typed."""
    rulebook = shared.game().rulebook
    return request_for(
        SortieRequest,
        **encounter(rulebook, said),
        **tactics(rulebook, said),
        port=sides(said["port"]),
        power=find_power(rulebook, said["power"]),
        harbour=port_name(said["harbour"]),
        relief=said["relief"],
    )


def raid_request(shared: Shared, said: dict[str, Any]) -> RaidRequest:
    """A raid as typed."""
    rulebook = shared.game().rulebook

    def by_nation(key: str, option: str, what: str) -> dict[str, int]:
        return counted(said[key], option, what, lambda word: find_party(rulebook, word))

    return request_for(
        RaidRequest,
        **encounter(rulebook, said),
        launched=by_nation("launched", "--launched", "ships"),
        harbour=said["harbour"],
        controller=find_power(rulebook, said["port_of"]) if said["port_of"].strip() else "",
        access=said["access"],
        leave=said["leave"],
        garrison=by_nation("garrison", "--garrison", "factors"),
        corps=by_nation("corps", "--corps", "men"),
        hold_fire=[find_party(rulebook, w) for w in said["hold_fire"].split(",") if w.strip()],
    )


R = TypeVar("R")
Command = Callable[[Callable[[Shared, R], None]], Callable[..., None]]


def _taking(options: Options, request: Callable[[Shared, dict[str, Any]], R]) -> Command[R]:
    """What makes a function of a request a command with these options."""
    keyword = inspect.Parameter.KEYWORD_ONLY
    typed = [inspect.Parameter(k, keyword, default=d, annotation=kind) for k, (kind, d) in options.items()]

    def as_command(does: Callable[[Shared, R], None]) -> Callable[..., None]:
        def run(shared: Shared, **said: Any) -> None:
            does(shared, request(shared, said))

        run.__doc__, run.__name__ = does.__doc__, does.__name__
        run.__signature__ = inspect.Signature(typed)  # type: ignore[attr-defined]  # read by inspect
        return run

    return as_command


as_battle = _taking(BATTLE, battle_request)
as_sortie = _taking(SORTIE, sortie_request)
as_raid = _taking(RAID, raid_request)
