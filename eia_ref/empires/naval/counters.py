"""Fleet counters in the ledger: set up, moved, shut in, and what those shut in announce (R-222, FS-1, FS-2)."""

import contextlib
from collections.abc import Sequence

from pydantic import Field

from eia_ref.core import names
from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.effects import Closes, as_a
from eia_ref.core.errors import RefereeError, quoted
from eia_ref.core.frozen import Frozen
from eia_ref.core.game import Due
from eia_ref.core.names import in_a_row
from eia_ref.core.position import Position
from eia_ref.empires.naval.fleets import (
    FLED,
    at_port,
    find_fleet,
    has_enemy,
    hostile,
    may_sail,
    nation,
    place_meant,
    power_of,
    put,
    refuse_shut_in,
    tell_ice,
    tell_storms,
)
from eia_ref.empires.naval.ports import BOX, PORT, in_box, in_port, open_port, port_name, refuse_open_port, where
from eia_ref.empires.naval.still_owed import SHIPS_LEFT, SHUT_IN, STILL_SHUT_IN
from eia_ref.empires.naval.wars import declared_on
from eia_ref.empires.relations import enemies, in_force
from eia_ref.empires.state import Campaign, Fleet
from eia_ref.empires.subjects import Subject

OPEN = "blockade battle"  # what a test leaves open (BL-8)
SIGNS = "+:,="  # they part fleets and numbers where sides are typed


class FleetRequest(Frozen):
    """`naval fleet`: a counter is set up, moved, made stronger or weaker, shut in, or taken off the map."""

    name: str
    power: str = ""
    ships: int | None = Field(default=None, ge=1, le=9999)
    at: str = ""
    blockaded: bool | None = None
    remove: bool = False
    retreat: bool = False


def fleet(sheet: Sheet[Campaign], request: FleetRequest) -> None:
    """Sets a fleet up, moves it, changes its ships, shuts it in or takes it off the map."""
    state = sheet.state
    name = " ".join(request.name.split())
    folded = {names.fold(n): n for n in state.fleets}
    name = folded.get(names.fold(name), name)
    if not name:
        raise RefereeError("the fleet has no name", "name it", "no-name")
    was = state.fleets.get(name)
    if was is None:
        _set_up(sheet, name, request)
        return
    if request.power and nation(sheet, request.power) != was.power:
        raise RefereeError(
            f"fleet {name} is one of {was.power}", "give a fleet of another a name of its own", "taken"
        )
    if request.remove:
        if request.ships is not None or request.at or request.blockaded is not None:
            raise RefereeError("a fleet taken off the map has nothing else to change", "leave out the rest", "remove")
        put(sheet, name, None)
        sheet.say(f"{name} ({was.power}) comes off the map.", "R-222")
        _box_is_empty(sheet, was)
        sheet.outcome = f"{name} is off the map"
        return
    now = _changed(sheet, name, was, request)
    if now == was:
        raise RefereeError(
            f"nothing is to change with fleet {name}", "give --ships, --at or --blockaded", "no-change"
        )
    put(sheet, name, now)
    if now.at != was.at:
        sheet.say(f"{name} ({was.power}) is now {where(now.at)}.", "R-222")
        _box_is_empty(sheet, was)
    if now.ships != was.ships:
        sheet.discharge(SHIPS_LEFT, unit=name)
        sheet.say(f"{name} ({was.power}) has other ships now; how many is secret.", "FS-1")
    _say_shut_in(sheet, name, was, now)
    if now.at != was.at:
        tell_storms(sheet)
        tell_ice(sheet)
        _who_is_met(sheet, name, now)
    sheet.outcome = f"{name} is {where(now.at)}"


def _set_up(sheet: Sheet[Campaign], name: str, request: FleetRequest) -> None:
    if request.remove:
        find_fleet(sheet.state, name)
    _check_name(sheet, name)
    if not request.power or request.ships is None or not request.at:
        raise RefereeError(
            f"the ledger has no fleet {name}; to set it up takes whose it is, its ships and its place",
            f'eia-ref naval fleet "{name}" POWER --ships N --at "port of PLACE"',
            "no-fleet",
        )
    power = nation(sheet, request.power)
    bare = Fleet(power=power, ships=request.ships, at=place_meant(sheet, request.at))
    now = _shut_in(sheet, name, bare, request.blockaded)
    put(sheet, name, now)
    sheet.say(f"{name} ({power}) is {where(now.at)}. Its strength is secret.", "R-222", "FS-1")
    _say_shut_in(sheet, name, bare, now)
    _who_is_met(sheet, name, now)
    sheet.outcome = f"{name} is {where(now.at)}"


def _check_name(position: Position[Campaign], name: str) -> None:
    """Refuses a name by which a battle could not be given the fleet: that of a nation, or with a sign of ours."""
    meant = ""
    with contextlib.suppress(RefereeError):
        meant = nation(position, name)
    if meant:
        raise RefereeError(
            f"a fleet can't be called {quoted(name)}, which means {meant}", "name it otherwise", "name"
        )
    if sign := next((s for s in SIGNS if s in name), None):
        raise RefereeError(f"a fleet can't be called {quoted(name)}", f"leave out the {sign}", "name")


def _changed(position: Position[Campaign], name: str, was: Fleet, request: FleetRequest) -> Fleet:
    now = was
    if request.ships is not None:
        now = now.model_copy(update={"ships": request.ships})
    if request.at and (to := place_meant(position, request.at)) != was.at:
        if not request.retreat or not was.counter:
            may_sail(position, name)
            if request.blockaded is not False:
                refuse_shut_in(position, name)
        now = now.model_copy(update={"at": to, "blockaded_since": None})
    return _shut_in(position, name, now, request.blockaded)


def _shut_in(position: Position[Campaign], name: str, fleet: Fleet, blockaded: bool | None) -> Fleet:
    """The fleet with what was said of its blockade. Refuses one outside a port, or on the Dardanelles (LA-6)."""
    if blockaded is None:
        return fleet
    if not blockaded:
        return fleet.model_copy(update={"blockaded_since": None})
    if not in_port(fleet.at):
        raise RefereeError(
            f"fleet {name} is {where(fleet.at)}; only in a port can it be blockaded",
            "name the port: --at",
            "not-in-port",
        )
    refuse_open_port(position.rulebook, fleet.at)
    return fleet.model_copy(update={"blockaded_since": fleet.blockaded_since or position.state.month})


def _box_is_empty(sheet: Sheet[Campaign], left: Fleet) -> None:
    """Asks about fleets blockaded in a port, when the last fleet that the ledger has in its box leaves it."""
    fleets = sheet.state.fleets
    if not in_box(left.at) or any(names.fold(f.at) == names.fold(left.at) for f in fleets.values()):
        return
    port = port_name(left.at)
    for name, there in at_port(sheet.state, port).items():
        if there.blockaded_since:
            sheet.say(f"If nobody blockades {port} now, {name} is free.", "R-222")
            sheet.leave_to_do(STILL_SHUT_IN, whom=there.power, unit=name, place=there.at)


def _who_is_met(sheet: Sheet[Campaign], name: str, now: Fleet) -> None:
    """Asks who is blockaded now, where enemies are in a port and in its box by the ledger (FS-2)."""
    if not (in_box(now.at) or in_port(now.at)) or open_port(sheet.rulebook, now.at):
        return
    port = port_name(now.at)
    for other, there in sorted(sheet.state.fleets.items()):
        box, shut_in = (now, other) if in_box(now.at) else (there, name)
        inside = sheet.state.fleets[shut_in]
        if (
            names.fold(box.at) == names.fold(BOX + port)
            and names.fold(inside.at) == names.fold(PORT + port)
            and inside.counter
            and not inside.blockaded_since
            and hostile(sheet, box.power, inside.power)
        ):
            sheet.leave_to_do(SHUT_IN, whom=inside.power, unit=shut_in, place=inside.at)
            if in_port(now.at):
                return


def _say_shut_in(sheet: Sheet[Campaign], name: str, was: Fleet, now: Fleet) -> None:
    if now.blockaded_since and not was.blockaded_since:
        sheet.say(f"{name} is blockaded there.", "FS-2")
        if not has_enemy(sheet, now.power):
            sheet.say(
                f"The ledger has no war of {power_of(sheet, now.power) or now.power}'s; only an enemy blockades.",
                "R-295",
            )
    if was.blockaded_since and not now.blockaded_since:
        sheet.say(f"{name} is no longer blockaded.", "FS-2")


def blockades_end(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """A peace ends the blockades of those who made it; with enemies left the table says who blockades (R-295)."""
    for name, shut_in in sorted(sheet.state.fleets.items()):
        if not shut_in.blockaded_since:
            continue
        power = power_of(sheet, shut_in.power) or shut_in.power
        left, gone = _enemies(sheet, before, {power, shut_in.power})
        if gone and left:
            sheet.say(f"{name} is blockaded in the ledger: if by {in_a_row(gone)} alone, it is free.", "R-295")
            sheet.leave_to_do(STILL_SHUT_IN, rule="R-295", whom=shut_in.power, unit=name, place=shut_in.at)
        elif gone:
            put(sheet, name, shut_in.model_copy(update={"blockaded_since": None}))
            sheet.say(f"{name} is no longer blockaded: {power} has no enemy left.", "R-295")
    for decision in list(sheet.state.decisions):
        if decision.about == OPEN and decision.whom and _no_enemy_left(sheet, before, decision.whom):
            sheet.apply(as_a(Closes, decision))
            sheet.say(f"The blockade battle off {decision.detail} is not fought.", "R-295")


def _no_enemy_left(position: Position[Campaign], before: Campaign, power: str) -> bool:
    left, gone = _enemies(position, before, {power})
    return bool(gone) and not left


def _enemies(position: Position[Campaign], before: Campaign, parties: set[str]) -> tuple[list[str], list[str]]:
    """The enemies these still have, and those they no longer have."""
    left = dict.fromkeys(e for p in parties for e in enemies(position.state, p))
    return list(left), list(dict.fromkeys(e for p in parties for e in enemies(before, p) if e not in left))


# --- Secrecy -------------------------------------------------------------------------------------------------------


def shut_in_for_a_turn(state: Campaign) -> dict[str, Fleet]:
    """The fleets blockaded since before the month began (FS-2, R-215)."""
    return {
        name: fleet
        for name, fleet in sorted(state.fleets.items())
        if fleet.counter and fleet.blockaded_since and fleet.blockaded_since < state.month
    }


def announce(sheet: Sheet[Campaign]) -> None:
    """At the end of a month, fleets blockaded through all of it tell their full squadrons (FS-2)."""
    squadron = sheet.rulebook.table("sea")["fleets"]["squadron"]
    for name, shut_in in shut_in_for_a_turn(sheet.state).items():
        full = shut_in.ships // squadron
        many = f"{full or 'no'} full squadron{'' if full == 1 else 's'} of {squadron} ships"
        sheet.say(
            f"{name} ({shut_in.power}), blockaded {where(shut_in.at)} for a full turn, announces {many}.",
            "FS-2",
            "R-215",
        )


def agenda(position: Position[Campaign]) -> list[Due]:
    """Who may flee before naval movement (FL-1), and what fleets have to announce when the month ends."""
    state = position.state
    may_flee = [
        Due(
            f"{power} may flee at sea before naval movement: {in_a_row(declared)} declared war on it this month",
            "FL-1",
            state.month,
            type=(f'eia-ref naval flee {power} --fleet "NAME=PLACE"',),
        )
        for power in state.in_play()
        if (declared := declared_on(position, power)) and not in_force(state, FLED, power)
    ]
    return may_flee + [
        Due(
            f"{name} ({fleet.power}) announces its full squadrons if it is blockaded to the month's end",
            "FS-2",
            state.month,
        )
        for name, fleet in shut_in_for_a_turn(state).items()
    ]


SUBJECT = Subject(month_ends=announce, agenda=agenda)
ADJUDICATORS = (Adjudicator("naval fleet", FleetRequest, fleet),)
