"""Fleets of the ledger, for tables that keep them there (R-222): whose, where, how strong, and who may sail."""

from __future__ import annotations

from collections.abc import Sequence

from eia_ref.core import names
from eia_ref.core.adjudication import Sheet
from eia_ref.core.errors import NotAllowed, RefereeError, quoted
from eia_ref.core.position import Position
from eia_ref.core.state import InForce
from eia_ref.empires.effects import FleetIs
from eia_ref.empires.minors import controller
from eia_ref.empires.naval.ports import BOX, PORT, in_box, in_port, place, port_name, where
from eia_ref.empires.powers import all_powers
from eia_ref.empires.relations import at_war, enemies, in_force
from eia_ref.empires.state import Campaign, Fleet

FLED = "fled at sea"
MUTINIES = ("mutiny", "fleet in mutiny")  # EV-94, FR-12
HOW = "the ledger keeps no fleets; one is set up with eia-ref naval fleet NAME POWER --ships N --at PLACE"


def nation(position: Position[Campaign], said: str) -> str:
    """The power or the minor meant; refuses others with the nearest."""
    rulebook = position.rulebook
    listed = [*rulebook.table("powers")["power"], *rulebook.table("minors")["minor"]]
    also = {word: one["name"] for one in listed for word in one.get("also", [])}
    known = dict.fromkeys([*all_powers(rulebook), *position.state.minors, *rulebook.table("naval")["nations"]])
    return names.find(said, list(known), "power or minor", {w: n for w, n in also.items() if n in known})


def power_of(position: Position[Campaign], nation: str) -> str | None:
    """The power a nation's ships sail for: itself, or the one that holds the minor; None for a neutral minor."""
    return nation if nation in position.state.powers else controller(position, nation)


def find_fleet(state: Campaign, said: str) -> str:
    """The fleet meant; refuses others with the nearest."""
    if not state.fleets:
        raise RefereeError(f"no fleet is called {quoted(said)}", HOW, "unknown-name")
    return names.find(said, state.fleets, "fleet")


def ships_of(state: Campaign, names: Sequence[str]) -> dict[str, int]:
    """The ships of the fleets named, by nation. Refuses a fleet there is not, and one named twice."""
    found: dict[str, int] = {}
    have = [find_fleet(state, said) for said in names]
    for name in have:
        if have.count(name) > 1:
            raise RefereeError(f"fleet {name} is named twice", "name it only once", "fleet-twice")
        fleet = state.fleets[name]
        found[fleet.power] = found.get(fleet.power, 0) + fleet.ships
    return found


def lose(sheet: Sheet[Campaign], fleet: str, ships: int) -> None:
    """A fleet loses ships; without any left its counter comes off the map. Refuses more than it has."""
    name = find_fleet(sheet.state, fleet)
    was = sheet.state.fleets[name]
    if not 0 <= ships <= was.ships:
        raise RefereeError(f"fleet {name} has {was.ships} ships and can't lose {ships}", code="fleet-ships")
    if ships:
        put(sheet, name, was.model_copy(update={"ships": was.ships - ships}) if ships < was.ships else None)
    if ships == was.ships:
        sheet.say(f"{name} has no ship left; its counter comes off the map.", "R-222")


def place_meant(position: Position[Campaign], said: str) -> str:
    """A place as it is kept. Refuses as a sea area the bare name of what the ledger knows as a port (R-44)."""
    at = place(said)
    ports = {names.fold(port_name(f.at)) for f in position.state.fleets.values() if in_port(f.at) or in_box(f.at)}
    if names.fold(at) in ports:
        raise RefereeError(
            f"{at} is a port and no sea area: in it, or off it?", f'write "{PORT}{at}" or "{BOX}{at}"', "port"
        )
    return at


def put(sheet: Sheet[Campaign], name: str, now: Fleet | None) -> None:
    """It stands otherwise with a fleet from now on; None: it is no longer there."""
    sheet.apply(FleetIs(fleet=name, was=sheet.state.fleets.get(name), now=now))


def at_port(state: Campaign, port: str) -> dict[str, Fleet]:
    """The fleets and ships in a port."""
    return _at(state, PORT + port)


def at_box(state: Campaign, port: str) -> dict[str, Fleet]:
    """The fleets in a port's blockade box."""
    return _at(state, BOX + port)


def _at(state: Campaign, place: str) -> dict[str, Fleet]:
    there = names.fold(place)
    return {name: fleet for name, fleet in sorted(state.fleets.items()) if names.fold(fleet.at) == there}


FAILED = "failed evasion"  # the mark of a power or minor whose ships have failed to evade in this month (NV-4)


def mutinous(position: Position[Campaign], name: str) -> InForce | None:
    """The mutiny that holds a fleet in its place (EV-94, FR-12), by its name or by `POWER NAME`."""
    state = position.state
    power = power_of(position, state.fleets[name].power)
    for thing in state.in_force:
        about = (names.fold(thing.unit or ""), names.fold(f"{thing.whom} {thing.unit}"))
        if thing.what in MUTINIES and thing.whom == power and names.fold(name) in about:
            return thing
    return None


def may_sail(position: Position[Campaign], name: str, fleeing: bool = False) -> None:
    """Refuses a voyage of a fleet in mutiny, or of a power that fled this turn (FL-3)."""
    state = position.state
    power = power_of(position, state.fleets[name].power)
    if not state.fleets[name].counter:
        raise RefereeError(f"{name} has no fleet counter and stays in its port", "launch into a fleet", "no-counter")
    retreat = "from a battle, or out of a port that falls, it may go: --retreat"
    if mutiny := mutinous(position, name):
        raise NotAllowed(f"fleet {name} is in mutiny and may not move ({mutiny.rule})", retreat, "mutiny")
    if power and not fleeing:
        may_move(state, power, retreat)


def refuse_shut_in(position: Position[Campaign], name: str) -> None:
    """Refuses a voyage out of a port that the ledger has as blockaded (BL-1, R-336)."""
    fleet = position.state.fleets[name]
    if fleet.blockaded_since:
        power = power_of(position, fleet.power)
        test = f'eia-ref naval blockade-test {power} "{port_name(fleet.at)}"; ' if power else ""
        raise NotAllowed(
            f"fleet {name} is blockaded {where(fleet.at)}: it comes out once the blockade is broken (BL-1, R-336)",
            f'{test}if nobody blockades it, eia-ref naval fleet "{name}" --free',
            "blockaded",
        )


def tell_ice(sheet: Sheet[Campaign]) -> None:
    """Says what is frozen in a cold winter: which seas those are the table knows (R-341)."""
    if in_force(sheet.state, "cold winter"):
        sheet.say(
            "The Baltic ports, Copenhagen and Christiania, and the seas they touch are frozen.", "EV-99", "R-341"
        )


def tell_storms(sheet: Sheet[Campaign]) -> None:
    """Says what storms cost those who sail on the Atlantic."""
    if in_force(sheet.state, "Atlantic storms"):
        less = -sheet.rulebook.table("sea")["supply"]["storms"]
        sheet.say(f"Fleets between Gibraltar and Copenhagen have {less} movement points less.", "EV-98")


def hostile(position: Position[Campaign], one: str, other: str) -> bool:
    """Whether the ledger has a war of these two, or of those their ships sail for."""
    ours, theirs = (dict.fromkeys((n, power_of(position, n) or n)) for n in (one, other))
    return any(at_war(position.state, a, b) for a in ours for b in theirs if a != b)


def has_enemy(position: Position[Campaign], nation: str) -> bool:
    """Whether a nation, or the power its ships sail for, is at war with anybody."""
    return any(enemies(position.state, n) for n in (nation, power_of(position, nation) or nation))


def must_leave(sheet: Sheet[Campaign], name: str) -> None:
    """A fleet has to leave where it is: a box it no longer holds, a port that has fallen (BL-3, EP-3)."""
    fleet = sheet.state.fleets[name]
    there = "box" if in_box(fleet.at) else "port"
    rule = "EP-2" if there == "port" and fleet.power not in sheet.state.powers else ""
    port = port_name(fleet.at) if there == "port" else None
    sheet.leave_to_do(f"leave the {there}", rule=rule, whom=fleet.power, unit=name, place=fleet.at, terms=port)


def may_move(state: Campaign, power: str, hint: str = "evasion and retreat from battle are free to it") -> None:
    """Refuses naval movement to a power that fled this turn (FL-3)."""
    if in_force(state, FLED, power):
        raise NotAllowed(
            f"{power} fled this turn: no naval movement and no interception until {state.month.name} ends (FL-3)",
            hint,
            "fled",
        )
