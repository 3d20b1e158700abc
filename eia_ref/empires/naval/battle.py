"""A battle at sea: who may fight it how, three rounds at once on both sides, and who has won (R-41, R-42, R-203)."""

from collections.abc import Sequence
from typing import NamedTuple

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.names import find
from eia_ref.core.odds import Spread
from eia_ref.core.position import Position
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.effects import Sets
from eia_ref.empires.leaders.leaders import cards
from eia_ref.empires.naval import rounds as naval
from eia_ref.empires.naval import still_owed
from eia_ref.empires.naval.admirals import why_not
from eia_ref.empires.naval.aftermath import Fought, aftermath, refuse_twice, settle
from eia_ref.empires.naval.combat import Fire, check_table, columns, held, signed, tenths
from eia_ref.empires.naval.fleets import FAILED, refuse_shut_in, tell_ice
from eia_ref.empires.naval.rounds import ROUNDS, UNBROKEN, Fight, Force, Plan
from eia_ref.empires.naval.sides import (
    BALTIC,
    SIDES,
    Encounter,
    Ships,
    Side,
    Sided,
    cell,
    check_fleets,
    check_leader,
    check_sides,
    modifiers,
    morale,
    naval_leader,
    numbers,
    odd_cell,
    same,
    say_dice,
    widened,
    with_fleets,
)
from eia_ref.empires.naval.wars import tell_peace
from eia_ref.empires.state import Campaign

MELEE = "melee"
TACTICS = "naval-tactical"


class MoraleRequest(Frozen):
    """`naval morale`: ships by nation, the waters, the leader in command."""

    ships: Ships = {}
    waters: list[str] = []
    leader: str = ""


class BattleRequest(Encounter):
    """`naval battle`: beside the sides, how they fight.

    `tables` are the attacker's three combat tables and `against` the defender's, or the chart's by the two chits.
    `blockading` is the side that holds a blockade whose blockaded fleet takes part.
    """

    tables: list[str] = []
    against: list[str] = []
    attacker_chit: str = ""
    defender_chit: str = ""
    evasion_failed: bool = False
    port: list[Side] = []
    doctrine: list[Side] = []
    blockading: Side | None = None

    def chit(self, side: Side) -> str:
        """A side's chit; empty where nobody has said."""
        return self.attacker_chit if side == "attacker" else self.defender_chit


class Ready(NamedTuple):
    """A battle about to begin: both sides, the plan, the ships that came, and those of the first round."""

    sides: tuple[Sided, Sided]
    plan: Plan
    before: Fight
    start: Fight


def tell_morale(sheet: Sheet[Campaign], request: MoraleRequest) -> None:
    """The morale of a mix of ships, with everything that makes it."""
    if not request.ships:
        raise RefereeError("no ships are named", 'name them as "britain:25+portugal:7"', "no-side")
    if request.leader:
        power = cards(sheet.rulebook)[naval_leader(sheet.rulebook, request.leader)].power
        if power not in request.ships:
            raise NotAllowed(f"{request.leader} is of {power}, which has no ships here", code="leader-side")
        if why := why_not(sheet, request.leader):
            sheet.say(f"As if {request.leader} could command: {why}.")
    value = morale(sheet, request.ships, request.leader, request.waters)
    sheet.outcome = f"morale {tenths(value)}"


def battle(sheet: Sheet[Campaign], request: BattleRequest) -> None:
    """A battle from the first die to what follows."""
    fight(sheet, request)


def fight(sheet: Sheet[Campaign], request: BattleRequest) -> int | None:
    """Three rounds at most; then who has won, which it gives (0 the attacker, 1 the defender), and what follows."""
    request = with_fleets(sheet, request)
    check_sides(sheet, request)
    refuse_twice(sheet, request, "naval battle")
    ready = prepare(sheet, request)
    if any(request.chit(s) == MELEE and _may_melee(sheet, request, s) for s in SIDES) and not sheet.state.naval.melee:
        sheet.apply(Sets(part="naval", field="melee", was=False, now=True))
        sheet.say("Nelson fights a melee: from now on every player can choose it.", "NV-3")
    end = _play(sheet, ready)
    contributions = (ready.sides[0].ships, ready.sides[1].ships)
    fought = Fought(request, ready.sides, contributions, ready.before, end, naval.winner(end), ("R-203",))
    disabled = settle(sheet, fought, spread(sheet.rulebook, ready), naval.winner)
    aftermath(sheet, fought, disabled)
    still_owed.fought(sheet, request.attacker, request.defender)
    if fought.won is not None and request.blockading is None:
        still_owed.owe_retreat(sheet, request.named(SIDES[1 - fought.won]))
    return fought.won


ADJUDICATORS = (
    Adjudicator("naval morale", MoraleRequest, tell_morale),
    Adjudicator("naval battle", BattleRequest, battle, same=same),
)


def prepare(sheet: Sheet[Campaign], request: BattleRequest) -> Ready:
    """Checks what is said of a battle, and tells morale, tables and dice. Rolls nothing."""
    check_sides(sheet, request)
    for side in SIDES:
        check_leader(sheet, request, side)
    check_fleets(sheet, request, "sortie" if request.blockading == "defender" else "battle")
    if request.blockading is None:
        for name in (*request.attacker_named, *request.defender_named):
            refuse_shut_in(sheet, name)
    tell_peace(sheet, request.attacker, request.defender, widened(sheet.rulebook, request.waters))
    if BALTIC in request.waters:
        tell_ice(sheet)
    _check_evasion(sheet, request)
    tables = _tables(sheet, request)
    sides = (_side(sheet, request, "attacker"), _side(sheet, request, "defender"))
    say_dice(sheet, sides)
    before = Fight(sides[0].force, sides[1].force)
    taken = [disables(sheet, request, side) for side in SIDES]
    start = Fight(
        naval.struck(before.attacker, taken[1], 0, UNBROKEN), naval.struck(before.defender, taken[0], 0, UNBROKEN)
    )
    plan = tables._replace(by=(sides[0].by, sides[1].by))
    return Ready(sides, plan, before, start)


def disables(sheet: Sheet[Campaign], request: Encounter, side: Side) -> int:
    """The enemy ships a side's leader puts out of action before the first round; none from within a stack."""
    leader = request.leader(side)
    many: int = sheet.rulebook.table("naval")["leader"].get(leader, {}).get("disables", 0)
    if not many:
        return 0
    if sum(request.fleets(side).values()) != 1:
        sheet.say(f"{leader} is in a stack of several fleets and does nothing.", "NL-7")
        return 0
    sheet.say(f"{leader} puts {many} enemy ship out of action before the first round.", "NL-6")
    return many


def spread(rulebook: Rulebook, ready: Ready) -> Spread[Fight]:
    """Every way the battle can end, with its exact chance."""
    ways = Spread(ready.start)
    for n in ROUNDS:
        ways.step(lambda f, n=n: naval.round_ways(rulebook, f, ready.plan, n), 36)  # type: ignore[misc]  # n is bound
        if ready.plan.closes and n < len(ROUNDS):
            ways.step(lambda f, n=n: naval.closing_ways(f, ready.plan, n), 6)  # type: ignore[misc]  # n is bound
    return ways


def _check_evasion(sheet: Sheet[Campaign], request: BattleRequest) -> None:
    """Nobody evades in a port, in a blockade box, or when intercepted as he comes out (R-44)."""
    if not request.evasion_failed:
        for name in request.defender:
            if any((done.what, done.whom) == (FAILED, name) for done in sheet.state.once):
                sheet.say(
                    f"{name} has failed to evade this month: before this battle it costs -1, --evasion-failed.",
                    "NV-4",
                )
        return
    where = "a port" if "defender" in request.port else "a blockade box" if request.blockading else ""
    if where:
        raise NotAllowed(f"there is no evasion from {where} (R-44), and so none that failed", code="no-evasion")


def _side(sheet: Sheet[Campaign], request: BattleRequest, side: Side) -> Sided:
    ships, leader = request.ships(side), request.leader(side)
    sheet.say(f"The {side}{f', under {leader}' if leader else ''}:")
    value = morale(sheet, ships, leader, request.waters)
    burdens = {
        "evasion": request.evasion_failed and side == "defender",
        "transports": side in request.transports,
        "port": side in request.port,
        "doctrine": side in request.doctrine,
    }
    found = modifiers(sheet, request, side, burdens, request.blockading == side, raid=False)
    total = held(sum(m.by for m in found), sheet.rulebook.table("naval")["dice"]["most"])
    return Sided(side, ships, leader, value, found, total)


# --- Tables and chits ------------------------------------------------------------------------------------------


def _tables(sheet: Sheet[Campaign], request: BattleRequest) -> Plan:
    """The combat tables: as said, or by the two chits from the chart (R-42)."""
    for side in SIDES:
        chit = request.chit(side)
        if chit:
            find(chit, sheet.rulebook.table(f"charts/{TACTICS}")["chits"], "chit")
            if chit == MELEE:
                _may_melee(sheet, request, side)
    if request.tables or request.against:
        for option, tables in (("--tables", request.tables), ("--against", request.against)):
            if len(tables) != len(ROUNDS):
                raise RefereeError(f"{option} has {len(tables)} tables, and there are three rounds", code="tables")
            for table in tables:
                check_table(sheet.rulebook, table)
        sheet.say(f"Tables {' '.join(request.tables)} against {' '.join(request.against)}, by the players.", "R-42")
        _remind_of_closing(sheet, request)
        return Plan((tuple(request.tables), tuple(request.against)), (0, 0))
    if not (request.attacker_chit and request.defender_chit):
        raise RefereeError(
            "nobody says how they fight (R-42)",
            'give three tables a side: --tables "2-2 3-3 3-3" --against "2-2 2-2 2-2"; or both chits',
            "no-tables",
        )
    name = f"{request.attacker_chit} against {request.defender_chit}"
    text = cell(sheet, TACTICS, name)
    if not text:
        raise RefereeError(
            f"the tactical chart has no tables for {name} (R-42)",
            'till it is filled in give three tables a side: --tables "2-2 3-3 3-3" --against "2-2 2-2 2-2"',
            "no-cell",
        )
    ours, theirs = _halves(sheet, name, text)
    sheet.say(f"{name.capitalize()}: tables {' '.join(ours)} against {' '.join(theirs)}.", "R-42")
    if MELEE not in (request.attacker_chit, request.defender_chit):
        return Plan((ours, theirs), (0, 0))
    closed, closes = (cell(sheet, TACTICS, f"{name}, {what}") for what in ("closed", "closes"))
    if not closed or not closes:
        raise RefereeError(
            f"the tactical chart does not say when {name} closes, or how it is fought then (R-42)",
            "fill both cells in, or give three tables a side",
            "no-cell",
        )
    after = _halves(sheet, f"{name}, closed", closed)
    needed = tuple(numbers(TACTICS, f"{name}, closes", closes))
    if len(needed) != len(ROUNDS) - 1:
        raise odd_cell(TACTICS, f"{name}, closes", closes, "5 4")
    sheet.say(f"Once the melee has closed: {' '.join(after[0])} against {' '.join(after[1])}.", "R-42")
    return Plan((ours, theirs), (0, 0), after, needed, _closing(sheet, request))


def _halves(position: Position[Campaign], name: str, text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The attacker's three tables and the defender's, as a cell of the chart has them."""
    ours, _, theirs = (tuple(half.split()) for half in text.partition("/"))
    if len(ours) != len(ROUNDS) or len(theirs) != len(ROUNDS):
        raise odd_cell(TACTICS, name, text, "2-2 2-2 2-2 / 3-3 3-3 3-3")
    for table in (*ours, *theirs):
        check_table(position.rulebook, table)
    return ours, theirs


def _may_melee(position: Position[Campaign], request: BattleRequest, side: Side) -> bool:
    """Whether it is Nelson who fights the melee; refuses it to others until he has used it (NV-2, NV-3)."""
    leaders = position.rulebook.table("naval")["leader"]
    if leaders.get(request.leader(side), {}).get("melee"):
        return True
    if not position.state.naval.melee:
        raise NotAllowed(
            f"the {side} can't choose melee: only Nelson's fleets may, until he has used it once (NV-2, NV-3)",
            "choose another chit",
            "melee",
        )
    return False


def _closing(sheet: Sheet[Campaign], request: BattleRequest) -> int:
    """What the die for closing is changed by: each side's leader for his side, or against the other's (R-206)."""
    total = 0
    for side in SIDES:
        leader = request.leader(side)
        card = sheet.rulebook.table("naval")["leader"].get(leader, {})
        own = request.chit(side) == MELEE
        by = card.get("closing", 0) if own else card.get("closing_enemy", 0)
        if "closing" in card:
            sheet.say(f"{leader}: {signed(by)} to the die for closing.", card["rule"], "R-206")
        total += by
    return total


def _remind_of_closing(sheet: Sheet[Campaign], request: BattleRequest) -> None:
    """Where a melee's tables come from the players, so do its dice for closing; the leaders' part is told."""
    if MELEE in (request.attacker_chit, request.defender_chit):
        _closing(sheet, request)
        sheet.say("Whether the melee has closed is in the players' tables: the chart is to be filled in.", "R-42")


# --- The rounds ------------------------------------------------------------------------------------------------


def _play(sheet: Sheet[Campaign], ready: Ready) -> Fight:
    fight = ready.start
    for n in ROUNDS:
        if naval.over(fight):
            break
        dice = (sheet.roll(6, f"round {n}, attacker"), sheet.roll(6, f"round {n}, defender"))
        fires = naval.fires(sheet.rulebook, fight, ready.plan, n, dice)
        tables = [ready.plan.table(fight, side, n) for side in (0, 1)]
        after = naval.exchanged(fight, *fires, n)
        say_round(sheet, n, fight, after, tables, ready.plan.by, fires)
        fight = after
        if naval.may_close(fight, ready.plan, n):
            die = sheet.roll(6, f"closing after round {n}")
            shut = naval.closed(ready.plan, n, die)
            need = ready.plan.closes[n - 1]
            word = "the melee has closed" if shut else "it has not closed"
            sheet.say(f"Closing: {die} {signed(ready.plan.closing)} against {need} needed: {word}.", "R-206")
            fight = fight._replace(closed=shut)
    return fight


def say_round(
    sheet: Sheet[Campaign],
    n: int,
    before: Fight,
    after: Fight,
    tables: Sequence[str],
    by: tuple[int, int],
    fires: Sequence[Fire | None],
) -> None:
    """A round as a table: what each side fires, and what is left of it. A side without fire is silent."""
    sheet.cite("R-41", "R-01")
    rows = [[f"round {n}", "ships", "table", "die", "mod", "row", "hits", "left", "morale"]]
    for side, was, now, table, change, shot, back in zip(
        SIDES, before, after, tables, by, fires, reversed(fires), strict=False
    ):
        assert isinstance(was, Force)
        assert isinstance(now, Force)
        fired = (
            [table, str(shot.die), signed(change), str(shot.row), f"{shot.percent}% {shot.hits}"]
            if shot
            else ["silent", "", "", "", ""]
        )
        rows.append([side, str(was.ships), *fired, str(now.ships), morale_left(was, now, back.shock if back else 0)])
    for line in ["", *columns(rows, (1, 3, 4, 5, 6, 7))]:
        sheet.say(line)


def morale_left(was: Force, now: Force, shock: int) -> str:
    """What becomes of a side's morale: `3.5 - 1.0 = 2.5`, or that it breaks or stays broken."""
    if was.broke != UNBROKEN:
        return "broken"
    end = "broken" if now.broke != UNBROKEN else tenths(was.morale - shock)
    return f"{tenths(was.morale)} - {tenths(shock)} = {end}"
