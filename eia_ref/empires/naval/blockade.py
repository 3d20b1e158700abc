"""Blockades: put to the test by the blockaded (BL-1 to BL-8, R-43), and broken by a third fleet (BB-1 to BB-3)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from eia_ref.core import names
from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.errors import RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.position import Position
from eia_ref.empires.decisions import leave_open
from eia_ref.empires.marks import only_once
from eia_ref.empires.naval.admirals import CHICHAGOV, VILLENEUVE, admiral, known_as
from eia_ref.empires.naval.combat import signed
from eia_ref.empires.naval.counters import OPEN
from eia_ref.empires.naval.fleets import (
    FLED,
    at_box,
    at_port,
    find_fleet,
    hostile,
    may_move,
    may_sail,
    must_leave,
    nation,
    power_of,
    put,
    refuse_shut_in,
)
from eia_ref.empires.naval.ports import PORT, capital, in_box, port_name, refuse_open_port
from eia_ref.empires.naval.still_owed import ENGAGED, TOGETHER
from eia_ref.empires.naval.wars import tell_peace
from eia_ref.empires.options import option
from eia_ref.empires.powers import find_power
from eia_ref.empires.relations import in_force
from eia_ref.empires.state import Campaign, Mark

Stack = list[str]  # the nations whose ships are in it


class BlockadeRequest(Frozen):
    """`naval blockade-test`: who tests a port, the blockading stacks as `britain+portugal`, leaders of both."""

    port: str
    power: str
    stacks: list[str] = []
    leaders: list[str] = []


class BreakRequest(Frozen):
    """`naval break`: a third fleet before a blockaded port engages, joins, or fights together with those inside."""

    power: str
    port: str
    choice: str
    stacks: list[str] = []
    blockaded: str = ""
    leaders: list[str] = []
    fleets: list[str] = []


def nations(position: Position[Campaign], said: str) -> Stack:
    """The nations of a stack typed as `britain+portugal`."""
    parts = [part.strip() for part in said.split("+")]
    if not all(parts):
        raise RefereeError(f"{said!r} is no stack", "write it as britain+portugal", "no-stack")
    return list(dict.fromkeys(nation(position, part) for part in parts))


def _stacks(position: Position[Campaign], said: Sequence[str]) -> dict[str, Stack]:
    """The blockading stacks by what they are called: `Britain`, and of several `stack 2, Britain`."""
    stacks = [nations(position, words) for words in said]
    found = {f"stack {n}, {' and '.join(stack)}": stack for n, stack in enumerate(stacks, 1)}
    if len(stacks) == 1:
        return {" and ".join(stacks[0]): stacks[0]}
    if not found:
        raise RefereeError(
            "no blockading stack is named", "name each: --stack britain --stack spain+portugal", "no-stacks"
        )
    return found


def _leaders(
    position: Position[Campaign], said: Sequence[str], inside: Iterable[str], stacks: dict[str, Stack]
) -> list[str]:
    """The leaders on either side; refuses one of a power that is on neither."""
    sides = dict.fromkeys([*inside, *(n for stack in stacks.values() for n in stack)])
    return [admiral(position, name, *sides) for name in said]


def _not_on_both_sides(position: Position[Campaign], inside: Sequence[str], stacks: dict[str, Stack]) -> None:
    for stack in stacks.values():
        for one in stack:
            power = power_of(position, one)
            if one in inside or (power and power in inside):
                raise RefereeError(f"{one} can't be on both sides of a blockade", "name another stack", "both-sides")


# --- The test ------------------------------------------------------------------------------------------------------


def hold(sheet: Sheet[Campaign], request: BlockadeRequest) -> None:
    """The blockaded stack and each blockading one roll a d6: they hold, withdraw, or are fought (R-43)."""
    power = find_power(sheet.rulebook, request.power)
    port = port_name(request.port)
    refuse_open_port(sheet.rulebook, port)
    stacks = _stacks(sheet, request.stacks)
    _not_on_both_sides(sheet, [power], stacks)
    french = [] if any("France" in stack for stack in stacks.values()) else ["France"]
    leaders = _leaders(sheet, request.leaders, dict.fromkeys([power, *french]), stacks)
    _once(sheet, power, port)
    _say_odd(sheet, power, port, stacks)
    figures = sheet.rulebook.table("sea")["blockade"]
    villeneuve = bool(french) and VILLENEUVE in leaders
    chicagov = known_as(sheet, CHICHAGOV) if any("Russia" in stack for stack in stacks.values()) else ""
    inside = _blockaded(sheet, power, villeneuve)
    totals = {
        name: _blockading(sheet, n, name, stack, power, villeneuve)
        for n, (name, stack) in enumerate(stacks.items(), 1)
    }
    if chicagov in leaders:
        sheet.say(f"{chicagov}: 0 on the test; his +1 is for combat dice.", "NL-15")
    gone = [name for name, total in totals.items() if total < inside]
    _say_who_holds(sheet, totals, inside)
    if len(gone) == len(stacks):
        lift(sheet, port)
        sheet.outcome = f"the blockade of {port} is broken"
    elif inside <= min(totals.values()) - figures["battle"]:
        short = min(totals.values()) - inside
        sheet.say(f"{power} is {short} below the lowest: its blockaded stack must fight all of them.", "BL-8")
        if chicagov in leaders:
            sheet.say(
                f"{chicagov}: {signed(figures[CHICHAGOV])} on combat dice, for the blockaded fight too.", "NL-15"
            )
        leave_open(sheet, OPEN, whom=power, detail=port)
        sheet.outcome = f"the blockade of {port} holds, and a blockade battle begins"
    elif gone:
        sheet.say(f"{port} stays blockaded by those that hold.", "R-225")
        held = {n for name, stack in stacks.items() if name not in gone for n in stack}
        for name, fleet in at_box(sheet.state, port).items():
            if fleet.power not in held:
                _leaves(sheet, name, "BL-3")
        sheet.outcome = f"the blockade of {port} holds without {' and '.join(gone)}"
    else:
        sheet.outcome = f"the blockade of {port} holds"


def _say_odd(sheet: Sheet[Campaign], power: str, port: str, stacks: Mapping[str, Stack]) -> None:
    """What the ledger has otherwise than the test takes it."""
    for one in dict.fromkeys(n for stack in stacks.values() for n in stack):
        if not hostile(sheet, power, one):
            sheet.say(f"The ledger has no war between {power} and {one}; only an enemy blockades.", "R-295")
    if in_force(sheet.state, FLED, power):
        sheet.say(f"{power} fled this turn: its fleets stay in port all the same.", "FL-3")
    own = {n: f for n, f in at_port(sheet.state, port).items() if f.counter and power_of(sheet, f.power) == power}
    if not own and any(power_of(sheet, f.power) == power for f in sheet.state.fleets.values()):
        sheet.say(f"By the ledger {power} has no fleet in {port}.", "R-222")
    if own and not any(f.blockaded_since for f in own.values()):
        sheet.say(f"By the ledger nobody blockades {' and '.join(own)} there.", "R-222")


def _say_who_holds(sheet: Sheet[Campaign], totals: Mapping[str, int], inside: int) -> None:
    """Each blockading stack against the blockaded stack's total: below it, the stack goes."""
    for name, total in totals.items():
        if total < inside:
            sheet.say(
                f"{capital(name)}: {total} is below {inside}; the stack goes to an adjacent sea area it chooses.",
                "BL-3",
            )
        else:
            sheet.say(
                f"{capital(name)}: {total} {'equals' if total == inside else 'is above'} {inside}; it holds.", "BL-2"
            )
    if any(total < inside for total in totals.values()):
        sheet.say("From there a stack may try as usual to intercept what leaves the port.", "BL-4")


def _once(sheet: Sheet[Campaign], power: str, port: str) -> None:
    """Refuses a second test in the same turn (R-224)."""
    what = Mark(what="test of a blockade", whom=power, place=names.fold(port))
    only_once(
        sheet,
        what,
        f"{power} has tested the blockade of {port} this turn already (R-224)",
        "a test is made once, at the start of its naval phase (BL-1)",
        "tested",
    )
    sheet.say(f"{power} tests the blockade of {port} at the start of its naval phase.", "BL-1", "R-224")


def _blockaded(sheet: Sheet[Campaign], power: str, villeneuve: bool) -> int:
    """The blockaded stack's total."""
    die = sheet.roll(6, "blockaded stack")  # the same words however names are typed
    if power != "France" and not villeneuve:
        sheet.say(f"{power}, blockaded: {die}.", "BL-2")
        return die
    both = option(sheet, "villeneuve") == "both sides"
    change: int = sheet.rulebook.table("sea")["blockade"]["breaking"] if villeneuve and both else 0
    why = "he is inside" if change else "his -1 on the blockaders is all" if villeneuve else "he is not inside"
    sheet.say(f"{power}, blockaded: {die}, Villeneuve {signed(change)} ({why}), is {die + change}.", "NL-8", "R-217")
    return die + change


def _blockading(sheet: Sheet[Campaign], n: int, name: str, stack: Stack, power: str, villeneuve: bool) -> int:
    """A blockading stack's total, with every modifier named, those of 0 too."""
    figures = sheet.rulebook.table("sea")["blockade"]
    die = sheet.roll(6, f"blockading stack {n}")
    british = figures["British"] if "Britain" in stack else 0
    inside = figures[VILLENEUVE] if villeneuve else 0
    parts, rules = [f"British {signed(british)}"], ["BL-5"]
    if british and len(stack) > 1:
        rules.append("R-216")
    if power == "France" or villeneuve:
        parts.append(f"Villeneuve inside {signed(inside)}")
        rules += ["BL-6", "BL-7", *(["R-296"] if power != "France" else [])]
    total: int = die + british + inside
    sheet.say(f"{capital(name)}, blockading: {die}, {', '.join(parts)}, is {total}.", *rules)
    return total


def lift(sheet: Sheet[Campaign], port: str, rule: str = "BL-3") -> None:
    """Nobody blockades the port any longer: the ledger's fleets in it are free, and those in its box have to go."""
    sheet.say(f"{port} is no longer blockaded.", rule)
    for name, fleet in at_port(sheet.state, port).items():
        if fleet.blockaded_since:
            put(sheet, name, fleet.model_copy(update={"blockaded_since": None}))
    for name in at_box(sheet.state, port):
        _leaves(sheet, name, rule)


def _leaves(sheet: Sheet[Campaign], name: str, rule: str) -> None:
    sheet.say(f"{name} leaves the box.", rule)
    must_leave(sheet, name)


# --- A third fleet -------------------------------------------------------------------------------------------------

Choice = Literal["engage", "join", "together"]
CHOICES: tuple[Choice, ...] = ("engage", "join", "together")


def break_blockade(sheet: Sheet[Campaign], request: BreakRequest) -> None:
    """A third fleet's three choices before a blockaded port."""
    state = sheet.state
    power = nation(sheet, request.power)
    port = port_name(request.port)
    refuse_open_port(sheet.rulebook, port)
    choice = names.find(request.choice, CHOICES, "choice")
    stacks = _stacks(sheet, request.stacks)
    inside = nations(sheet, request.blockaded) if request.blockaded else []
    _not_on_both_sides(sheet, [power, *inside], stacks)
    leaders = _leaders(sheet, request.leaders, [power, *inside], stacks)
    may_move(state, power_of(sheet, power) or power)
    fleets = [_outside(sheet, said, power, port) for said in request.fleets]
    if choice == "join":
        shut_in = not stacks or any(hostile(sheet, power, n) for stack in stacks.values() for n in stack)
        _join(sheet, power, port, fleets, shut_in)
        return
    if choice == "together" and not inside:
        raise RefereeError("whose fleets are blockaded there?", "name them: --blockaded POWER", "no-blockaded")
    others = dict.fromkeys(n for stack in stacks.values() for n in stack)
    against = " and ".join(others)
    chicagov = known_as(sheet, CHICHAGOV) if "Russia" in others else ""
    if choice == "engage":
        sheet.say(f"{power} engages {against} in the blockade box of {port}: a naval battle.", "BB-1")
        sheet.say("The blockaded fleets take no part in it.", "BB-1")
        for other in others:
            sheet.leave_to_do(ENGAGED, whom=power, against=other, place=port)
        sheet.outcome = f"{power} engages the blockaders of {port}"
    else:
        sheet.say(f"{power}, with {' and '.join(inside)} out of {port}, fights {against}: a blockade combat.", "BB-3")
        there = [n for n, f in at_port(state, port).items() if f.counter and f.power in inside]
        named = "+".join([*there, *fleets]) if fleets and there else None
        sheet.leave_to_do(TOGETHER, whom=inside[0], against=against, place=port, unit=named)
        sheet.outcome = f"{power} and {' and '.join(inside)} fight the blockaders of {port}"
    if chicagov in leaders:
        bonus = sheet.rulebook.table("sea")["blockade"][CHICHAGOV] if choice == "together" else 0
        why = "the blockaded fight too" if bonus else "the blockaded take no part"
        sheet.say(f"{chicagov}: {signed(bonus)} on the blockaders' combat dice ({why}).", "NL-15")
    tell_peace(sheet, [power, *inside] if choice == "together" else [power], others, [])


def _outside(position: Position[Campaign], said: str, power: str, port: str) -> str:
    """A fleet of the ledger that is to break in. Refuses another's, one that is inside, and one that may not sail."""
    name = find_fleet(position.state, said)
    fleet = position.state.fleets[name]
    if fleet.power != power:
        raise RefereeError(f"fleet {name} is one of {fleet.power}, not of {power}", "name another", "other-power")
    if name in at_port(position.state, port):
        raise RefereeError(
            f"fleet {name} is in {port} itself; the third fleet comes from outside",
            f"from inside, test the blockade: eia-ref naval blockade-test {power} {port}",
            "inside",
        )
    if in_box(fleet.at):
        raise RefereeError(f"fleet {name} is in a blockade box itself", "name another", "blockading")
    may_sail(position, name)
    refuse_shut_in(position, name)
    return name


def _join(sheet: Sheet[Campaign], power: str, port: str, fleets: Sequence[str], shut_in: bool) -> None:
    sheet.say(f"{power} slips past the blockade box of {port} and joins the fleets inside; no die.", "BB-2", "R-218")
    for name in fleets:
        was = sheet.state.fleets[name]
        since = sheet.state.month if shut_in else None
        put(sheet, name, was.model_copy(update={"at": PORT + port, "blockaded_since": since}))
        if shut_in:
            sheet.say(f"{name} is in {port} now, and blockaded.", "BB-2", "FS-2")
        else:
            sheet.say(
                f"{name} is in {port} now; none of those outside is its enemy, and it is not blockaded.", "R-295"
            )
    sheet.outcome = f"{power} joins the fleets in {port}"


ADJUDICATORS = (
    Adjudicator(
        "naval blockade-test", BlockadeRequest, hold, same=lambda r: f"{names.fold(r.port)} {names.fold(r.power)}"
    ),
    Adjudicator("naval break", BreakRequest, break_blockade),
)
