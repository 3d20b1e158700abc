"""At sea, beside battles and blockades: evasion (R-44), the flee step (FL), scuttling (EP), supply (SC)."""

from collections.abc import Sequence

from pydantic import Field

from eia_ref.core import names
from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.errors import NotAllowed, RefereeError, quoted
from eia_ref.core.frozen import Frozen
from eia_ref.core.position import Position
from eia_ref.empires.lasting import begin
from eia_ref.empires.leaders.leaders import change
from eia_ref.empires.marks import mark
from eia_ref.empires.naval.admirals import VILLENEUVE, admiral
from eia_ref.empires.naval.combat import signed
from eia_ref.empires.naval.fleets import (
    FAILED,
    FLED,
    at_port,
    find_fleet,
    may_sail,
    nation,
    place_meant,
    power_of,
    put,
    tell_ice,
    tell_storms,
)
from eia_ref.empires.naval.ports import in_box, in_port, open_port, place, port_name, where
from eia_ref.empires.naval.still_owed import CAUGHT
from eia_ref.empires.naval.wars import declared_on
from eia_ref.empires.points import move_points
from eia_ref.empires.powers import find_power
from eia_ref.empires.relations import allied, in_force
from eia_ref.empires.state import Campaign, Mark

DEPOT = "depot"


class EvadeRequest(Frozen):
    """`naval evade`: whose ships try to evade, which fleet of the ledger or where, under which leader."""

    power: str
    fleet: str = ""
    at: str = ""
    leader: str = ""
    intercepted: bool = False


class FleeRequest(Frozen):
    """`naval flee`: a power's fleets flee before naval movement; those of the ledger as `NAME=PLACE`."""

    power: str
    fleets: list[str] = []
    troops: bool = False


class ScuttleRequest(Frozen):
    """`naval scuttle`: fleets in a port the enemy has taken; how many, or which of the ledger's; who is with them."""

    power: str
    port: str
    to: str
    fleets: int | None = Field(default=None, ge=1, le=999)
    fleet: list[str] = []
    leader: str = ""
    again: str = ""


class SupplyRequest(Frozen):
    """`naval supply-check`: the sea areas of a line in order, a number for so many, `depot` where there is one.

    `atlantic` says whether its longest stretch lies between Gibraltar and Copenhagen; asked in a month of storms.
    """

    line: list[str]
    atlantic: bool | None = None


# --- Evasion -------------------------------------------------------------------------------------------------------


def evade(sheet: Sheet[Campaign], request: EvadeRequest) -> None:
    """A d6 of 1 or 2 evades, of 3 too under Villeneuve; a failure costs 1 on each die of the battle (R-44)."""
    state = sheet.state
    power = nation(sheet, request.power)
    at = place_meant(sheet, request.at)
    if request.fleet:
        name = find_fleet(state, request.fleet)
        fleet = state.fleets[name]
        if fleet.power != power:
            raise RefereeError(f"fleet {name} is one of {fleet.power}, not of {power}", "name another", "other-power")
        if at and names.fold(at) != names.fold(fleet.at):
            raise RefereeError(
                f"fleet {name} is {where(fleet.at)} in the ledger, not {where(at)} (R-222)",
                f'leave out --at, or move it first: eia-ref naval fleet "{name}" --at PLACE',
                "elsewhere",
            )
        at = fleet.at
    if in_box(at) and (sea := open_port(sheet.rulebook, at)):
        sheet.say(f"The {at} is a part of the {sea}: ships evade there as at sea.", "LA-6", "R-290")
        at = sea
    for there, how in ((in_port(at), "in a port"), (in_box(at), "in a blockade box")):
        if there:
            raise NotAllowed(
                f"no fleet evades {how}, and {power} is {where(at)} (R-44)", "it has to fight", "no-evasion"
            )
    if request.intercepted:
        raise NotAllowed("no fleet evades after it was intercepted (R-44)", "it has to fight", "no-evasion")
    leader = admiral(sheet, request.leader, power) if request.leader else ""
    figures = sheet.rulebook.table("sea")["evasion"]
    die = sheet.roll(6, f"evasion, {power}")
    total, how = die, str(die)
    if power == "France":
        his: int = figures[VILLENEUVE] if leader == VILLENEUVE else 0
        total = die + his
        how = f"{die}, Villeneuve {signed(his)}{'' if his else ' (not in command)'}, is {total}"
        sheet.cite("NL-9")
    sheet.say(f"{power} tries to evade: {how}; {figures['succeeds']} or less evades.", "R-44")
    if total <= figures["succeeds"]:
        sheet.say(f"{power} evades: there is no battle.", "R-44")
        sheet.outcome = f"{power} evades"
    else:
        sheet.say(f"{power} has -1 on all of its dice in the battle that follows.", "NV-4", "R-44")
        sheet.outcome = f"{power} fails to evade"
        which = find_fleet(state, request.fleet) if request.fleet else None
        mark(sheet, Mark(what=FAILED, whom=power, unit=which, place=None if which else at))
        sheet.leave_to_do(CAUGHT, whom=power, place=at or None)


# --- The flee step -------------------------------------------------------------------------------------------------


def flee(sheet: Sheet[Campaign], request: FleeRequest) -> None:
    """A power on which war was declared this turn moves any of its fleets before naval movement (FL-1 to FL-3)."""
    state = sheet.state
    power = find_power(sheet.rulebook, request.power)
    declared = declared_on(sheet, power)
    if not declared:
        raise NotAllowed(
            f"nobody has declared war on {power} in {state.month.name}: it may not flee (FL-1, R-220)",
            "a war is declared first: eia-ref pp dow",
            "no-war",
        )
    if request.troops:
        raise NotAllowed("no fleet carries troops while it flees (FL-2)", "leave the troops ashore", "troops")
    if in_force(state, FLED, power):
        raise NotAllowed(
            f"{power} has fled this turn already (R-220)",
            "all its fleets flee in one command; void it to add one",
            "fled",
        )
    moves = [_move(sheet, said, power) for said in request.fleets]
    if twice := next((name for i, (name, _) in enumerate(moves) if name in dict(moves[:i])), None):
        raise RefereeError(f"fleet {twice} is named twice", "name it only once", "fleet-twice")
    sheet.say(f"{' and '.join(declared)} declared war on {power} this turn: its fleets flee.", "FL-1", "R-220")
    sheet.say("Each may move as far as it can in a turn, and carries no troops.", "FL-1", "FL-2")
    tell_storms(sheet)
    tell_ice(sheet)
    for name, to in moves:
        was = sheet.state.fleets[name]
        put(sheet, name, was.model_copy(update={"at": to, "blockaded_since": None}))
        sheet.say(f"{name} flees and is now {where(to)}.", "FL-1")
    begin(sheet, FLED, whom=power)
    sheet.say(f"{power} makes no other naval move and no interception this turn; it may evade and retreat.", "FL-3")
    sheet.outcome = f"{power} flees at sea"


def _move(position: Position[Campaign], said: str, power: str) -> tuple[str, str]:
    """A fleet of the power and where it flees to. Refuses what is no such pair, and a fleet that may not sail."""
    word, sign, to = said.partition("=")
    if not (sign and word.strip() and place(to)):
        raise RefereeError(f"{quoted(said)} is no move of a fleet", 'write it as --fleet "NAME=PLACE"', "no-move")
    name = find_fleet(position.state, word)
    fleet = position.state.fleets[name]
    if power_of(position, fleet.power) != power:
        raise RefereeError(f"fleet {name} is not under {power}'s control", "name another", "other-power")
    if not fleet.counter:
        raise RefereeError(
            f"{name} is no fleet: those ships have no counter", "launch them into a fleet", "no-counter"
        )
    may_sail(position, name, fleeing=True)
    return name, place_meant(position, to)


# --- A port the enemy has taken ------------------------------------------------------------------------------------


def scuttle(sheet: Sheet[Campaign], request: ScuttleRequest) -> None:
    """Fleets in a port an enemy has taken are scuttled, at a point each; a minor's surrender (EP-1 to EP-3)."""
    state = sheet.state
    power = nation(sheet, request.power)
    port = port_name(request.port)
    to = find_power(sheet.rulebook, request.to)
    own = power_of(sheet, power)
    if to == own or (own and allied(state, own, to)):
        raise RefereeError(
            f"{port} can't have been taken by {power}'s own side", "name the enemy: --to POWER", "own-side"
        )
    which, many = _scuttled(sheet, request, power, port)
    leader = admiral(sheet, request.leader, power) if request.leader else ""
    _scuttled_once(sheet, request.again, power, port)
    for name in which:
        sheet.discharge("leave the port", unit=name)
        put(sheet, name, None)
    fleets = f"{many} fleet{'' if many == 1 else 's'}"
    named = f" ({', '.join(which)})" if which else ""
    if power not in state.powers:
        sheet.say(
            f"{fleets} of {power}{named} in {port}, a minor's, can't be scuttled: surrendered to {to}.",
            "EP-2",
            "R-219",
        )
        sheet.outcome = f"{fleets} of {power} surrender{'s' if many == 1 else ''} to {to}"
        return
    sheet.say(f"{power} scuttles {fleets}{named} in {port}, which {to} holds: 1 political point each.", "EP-3")
    if leader:
        change(sheet, leader, "prisoner", by=to)
        sheet.say(f"{leader} is captured by {to}.", "EP-1")
    move_points(sheet, power, many * sheet.rulebook.table("sea")["fleets"]["scuttled"])
    sheet.outcome = f"{power} scuttles {fleets} in {port}"


def _scuttled(position: Position[Campaign], request: ScuttleRequest, power: str, port: str) -> tuple[list[str], int]:
    """The ledger's fleets that are scuttled, and how many go in all. Refuses more than there are."""
    state = position.state
    there = [n for n, f in at_port(state, port).items() if f.power == power and f.counter]
    if request.fleet:
        which = list(dict.fromkeys(find_fleet(state, said) for said in request.fleet))
        if away := next((n for n in which if n not in there), None):
            raise RefereeError(f"fleet {away} is no fleet of {power} in {port}", _there(there, port), "not-there")
        if request.fleets not in (None, len(which)):
            raise RefereeError(f"{request.fleets} fleets, and {len(which)} named", "leave out --fleets", "how-many")
        return which, len(which)
    if not any(f.power == power and f.counter for f in state.fleets.values()):  # on paper
        if request.fleets is None:
            raise RefereeError("how many fleets are there?", "say it: --fleets N", "how-many")
        return [], request.fleets
    many = len(there) if request.fleets is None else request.fleets
    if many > len(there) or not there:
        raise RefereeError(
            f"{power} has {len(there)} fleets in {port}, not {max(many, 1)}", _there(there, port), "too-many"
        )
    if many < len(there):
        raise RefereeError(f"which {many} of the {len(there)} fleets in {port}?", _there(there, port), "which")
    return there, many


def _there(there: Sequence[str], port: str) -> str:
    return f"in {port}: {', '.join(there)}; name them with --fleet" if there else f"the ledger has none in {port}"


def _scuttled_once(sheet: Sheet[Campaign], again: str, power: str, port: str) -> None:
    """Refuses the same scuttling twice in a turn, unless it is said to be another one (R-38)."""
    what = Mark(what="scuttling", whom=power, place=names.fold(port))
    if what not in sheet.state.once:
        mark(sheet, what)
    elif not again.strip():
        raise NotAllowed(
            f"{power} has scuttled fleets in {port} this turn already (R-38)",
            'if these are others: --again "REASON"',
            "again",
        )
    else:
        sheet.say(f"Others than before: {again.strip()}", "R-38")


# --- Supply --------------------------------------------------------------------------------------------------------


def supply(sheet: Sheet[Campaign], request: SupplyRequest) -> None:
    """Whether a line of supply passes no more than 7 sea areas before each depot (SC-1, SC-2)."""
    figures = sheet.rulebook.table("sea")["supply"]
    stretches = _stretches(sheet, request.line)
    longest = max(stretches)
    limit: int = figures["areas"]
    storms = in_force(sheet.state, "Atlantic storms")
    if storms and request.atlantic is None and limit + figures["storms"] < longest <= limit:
        raise RefereeError(
            f"Atlantic storms: does the stretch of {longest} lie between Gibraltar and Copenhagen (EV-98)?",
            "say --atlantic or --no-atlantic",
            "atlantic",
        )
    if storms and request.atlantic:
        limit += figures["storms"]
        sheet.say(f"Atlantic storms: {limit} sea areas, not {figures['areas']}.", "EV-98", "SC-2", "R-221")
    if longest > limit:
        raise NotAllowed(
            f"{longest} sea areas without a depot are too many: {limit} at most (SC-1)",
            "a depot on the way divides the line: write depot between the areas",
            "too-long",
        )
    said = f"{', then '.join(map(str, stretches))} sea areas" if longest != 1 or len(stretches) > 1 else "1 sea area"
    sheet.say(f"{said} without a depot; {limit} at most.", "SC-1", "R-221")
    sheet.outcome = "in supply"


def _stretches(sheet: Sheet[Campaign], line: Sequence[str]) -> list[int]:
    """The sea areas between depots. Constantinople is a part of the Dardanelles (LA-6)."""
    found, last = [0], ""
    for said in line:
        words = names.fold(said)
        if words.split()[:1] == [DEPOT]:
            found.append(0)
            last = ""
            continue
        if words.removeprefix("-").isdigit() and words.isascii():
            if not 1 <= int(words) <= 999:
                raise RefereeError(f"{quoted(said)} is no number of sea areas", "write 1 or more", "areas")
            found[-1] += int(words)
            last = ""
            continue
        area = open_port(sheet.rulebook, said)
        if area:
            sheet.cite("LA-6")
        elif in_port(place(said)) or in_box(place(said)):
            continue  # only sea areas count
        area = names.fold(area or said)
        found[-1] += area != last
        last = area
    stretches = [n for n in found if n]
    if not stretches:
        raise RefereeError(
            "the line of supply has no sea area", 'write it as "North Sea, depot, Skagerrak"', "no-line"
        )
    return stretches


ADJUDICATORS = (
    Adjudicator("naval evade", EvadeRequest, evade, same=lambda r: f"{names.fold(r.power)} {names.fold(r.fleet)}"),
    Adjudicator("naval flee", FleeRequest, flee),
    Adjudicator("naval scuttle", ScuttleRequest, scuttle),
    Adjudicator("naval supply-check", SupplyRequest, supply),
)
