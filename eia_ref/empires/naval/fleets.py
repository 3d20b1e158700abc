"""Fleets in the ledger, for tables that keep them there (R-222): where they are, how strong, who is shut in."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from pydantic import Field

from eia_ref.core import names
from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.errors import NotAllowed, RefereeError, quoted
from eia_ref.core.frozen import Frozen
from eia_ref.core.game import Due
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import InForce
from eia_ref.empires.effects import FleetIs
from eia_ref.empires.minors import controller
from eia_ref.empires.powers import all_powers, find_power
from eia_ref.empires.relations import allied, at_war, in_force
from eia_ref.empires.state import Campaign, Fleet
from eia_ref.empires.subjects import Subject

PORT, BOX = "port of ", "blockade box of "
BEGINNINGS = {
    **dict.fromkeys(("port of ", "port "), PORT),
    **dict.fromkeys(("blockade box of ", "blockade box ", "box of ", "box ", "bb "), BOX),
}
SIGNS = "+:,="  # they part fleets and numbers where sides are typed
FLED = "fled at sea"
MUTINIES = ("mutiny", "fleet in mutiny")  # EV-94, FR-12


class FleetRequest(Frozen):
    """`naval fleet`: a counter is set up, moved, made stronger or weaker, shut in, or taken off the map."""

    name: str
    power: str = ""
    ships: int | None = Field(default=None, ge=1, le=9999)
    at: str = ""
    blockaded: bool | None = None
    remove: bool = False
    retreat: bool = False


class LaunchRequest(Frozen):
    """`naval launch`: ships of a power or a minor, into a fleet or into a port; from whose hulks, if from hulks."""

    power: str
    ships: int = Field(ge=1, le=9999)
    fleet: str = ""
    port: str = ""
    hulks_of: str = ""


class PortRequest(Frozen):
    """`naval port-falls`: a port is taken by a power."""

    port: str
    to: str


# --- Names and places ----------------------------------------------------------------------------------------------


def place(said: str) -> str:
    """A place as it is kept: `port of Brest`, `blockade box of Brest`; anything else is a sea area."""
    words = " ".join(said.split())
    for beginning, kept in BEGINNINGS.items():
        if words.casefold().startswith(beginning) and words[len(beginning) :].strip():
            return kept + capital(words[len(beginning) :].strip())
    return capital(words)


def capital(name: str) -> str:
    """A name as it begins a sentence, whatever else is in it."""
    return name[:1].upper() + name[1:]


def where(at: str) -> str:
    """A place in a sentence: `in the port of Brest`, `at sea, Bay of Biscay`."""
    return f"in the {at}" if in_port(at) or in_box(at) else f"at sea, {at}"


def in_port(at: str) -> bool:
    """Whether a place is a port."""
    return at.startswith(PORT)


def in_box(at: str) -> bool:
    """Whether a place is a blockade box."""
    return at.startswith(BOX)


def port_name(said: str) -> str:
    """The port meant: `Brest`, also where it was typed as `port of Brest`. Refuses an empty one."""
    name = place(said).removeprefix(PORT).removeprefix(BOX)
    if not name:
        raise RefereeError("the port has no name", "name the port", "no-port")
    return name


def open_port(rulebook: Rulebook, said: str) -> str | None:
    """The sea area a port and its blockade box belong to, where nobody can be shut up in it (LA-6)."""
    seas: dict[str, str] = {names.fold(p): sea for p, sea in rulebook.table("sea")["open_ports"].items()}
    return seas.get(names.fold(port_name(said)))


def nation(rulebook: Rulebook, state: Campaign, said: str) -> str:
    """The power or the minor meant; refuses others with the nearest."""
    listed = [*rulebook.table("powers")["power"], *rulebook.table("minors")["minor"]]
    also = {word: one["name"] for one in listed for word in one.get("also", [])}
    known = dict.fromkeys([*all_powers(rulebook), *state.minors, *rulebook.table("naval")["nations"]])
    return names.find(said, list(known), "power or minor", {w: n for w, n in also.items() if n in known})


def power_of(sheet: Sheet[Campaign], nation: str) -> str | None:
    """The power a nation's ships sail for: itself, or the one that holds the minor; None for a neutral minor."""
    return nation if nation in sheet.state.powers else controller(sheet.rulebook, sheet.state, nation)


def find_fleet(state: Campaign, said: str) -> str:
    """The fleet meant; refuses others with the nearest."""
    if not state.fleets:
        raise RefereeError(f"no fleet is called {quoted(said)}", HOW, "unknown-name")
    return names.find(said, state.fleets, "fleet")


HOW = "the ledger keeps no fleets; one is set up with eia-ref naval fleet NAME POWER --ships N --at PLACE"


# --- What others ask -----------------------------------------------------------------------------------------------


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


def put(sheet: Sheet[Campaign], name: str, now: Fleet | None) -> None:
    """It stands otherwise with a fleet from now on; None: it is no longer there."""
    sheet.apply(FleetIs(fleet=name, was=sheet.state.fleets.get(name), now=now))


def at_port(state: Campaign, port: str) -> dict[str, Fleet]:
    """The fleets and ships in a port."""
    there = names.fold(PORT + port)
    return {name: fleet for name, fleet in state.fleets.items() if names.fold(fleet.at) == there}


def mutinous(sheet: Sheet[Campaign], name: str) -> InForce | None:
    """The mutiny that holds a fleet in its place (EV-94, FR-12), by its name or by `POWER NAME`."""
    state = sheet.state
    power = power_of(sheet, state.fleets[name].power)
    for thing in state.in_force:
        about = (names.fold(thing.where or ""), names.fold(f"{thing.whom} {thing.where}"))
        if thing.what in MUTINIES and thing.whom == power and names.fold(name) in about:
            return thing
    return None


def may_sail(sheet: Sheet[Campaign], name: str, fleeing: bool = False) -> None:
    """Refuses a voyage of a fleet in mutiny, or of a power that fled this turn (FL-3)."""
    state = sheet.state
    power = power_of(sheet, state.fleets[name].power)
    if not state.fleets[name].counter:
        raise RefereeError(f"{name} has no fleet counter and stays in its port", "launch into a fleet", "no-counter")
    retreat = "from a battle, or out of a port that falls, it may go: --retreat"
    if mutiny := mutinous(sheet, name):
        raise NotAllowed(f"fleet {name} is in mutiny and may not move ({mutiny.rule})", retreat, "mutiny")
    if power and not fleeing:
        may_move(state, power, retreat)


def may_move(state: Campaign, power: str, hint: str = "evasion and retreat from battle are free to it") -> None:
    """Refuses naval movement to a power that fled this turn (FL-3)."""
    if in_force(state, FLED, power):
        raise NotAllowed(
            f"{power} fled this turn: no naval movement and no interception until {state.month.name} ends (FL-3)",
            hint,
            "fled",
        )


def not_evaded(nation: str) -> str:
    """The mark of a nation whose ships have failed to evade this month (NV-4)."""
    return f"{nation} has failed to evade"


# --- A fleet's counter ---------------------------------------------------------------------------------------------


def fleet(request: FleetRequest, sheet: Sheet[Campaign]) -> None:
    """Sets a fleet up, moves it, changes its ships, shuts it in or takes it off the map."""
    state = sheet.state
    name = " ".join(request.name.split())
    folded = {names.fold(n): n for n in state.fleets}
    name = folded.get(names.fold(name), name)
    if not name:
        raise RefereeError("the fleet has no name", "name it", "no-name")
    was = state.fleets.get(name)
    if was is None:
        _set_up(name, request, sheet)
        return
    if request.power and nation(sheet.rulebook, state, request.power) != was.power:
        raise RefereeError(
            f"fleet {name} is one of {was.power}", "give a fleet of another a name of its own", "taken"
        )
    if request.remove:
        if request.ships is not None or request.at or request.blockaded is not None:
            raise RefereeError("a fleet taken off the map has nothing else to change", "leave out the rest", "remove")
        put(sheet, name, None)
        sheet.say(f"{name} ({was.power}) comes off the map.", "R-222")
        sheet.outcome = f"{name} is off the map"
        return
    now = _changed(name, was, request, sheet)
    if now == was:
        raise RefereeError(
            f"nothing is to change with fleet {name}", "give --ships, --at or --blockaded", "no-change"
        )
    put(sheet, name, now)
    if now.at != was.at:
        sheet.say(f"{name} ({was.power}) is now {where(now.at)}.", "R-222")
    if now.ships != was.ships:
        sheet.say(f"{name} ({was.power}) has other ships now; how many is secret.", "FS-1")
    _say_shut_in(name, was, now, sheet)
    sheet.outcome = f"{name} is {where(now.at)}"


def _set_up(name: str, request: FleetRequest, sheet: Sheet[Campaign]) -> None:
    if request.remove:
        find_fleet(sheet.state, name)
    _check_name(name, sheet)
    if not request.power or request.ships is None or not request.at:
        raise RefereeError(
            f"the ledger has no fleet {name}; to set it up takes whose it is, its ships and its place",
            f'eia-ref naval fleet "{name}" POWER --ships N --at "port of PLACE"',
            "no-fleet",
        )
    power = nation(sheet.rulebook, sheet.state, request.power)
    bare = Fleet(power=power, ships=request.ships, at=place(request.at))
    now = _shut_in(name, bare, request.blockaded, sheet)
    put(sheet, name, now)
    sheet.say(f"{name} ({power}) is {where(now.at)}. Its strength is secret.", "R-222", "FS-1")
    _say_shut_in(name, bare, now, sheet)
    sheet.outcome = f"{name} is {where(now.at)}"


def _check_name(name: str, sheet: Sheet[Campaign]) -> None:
    """Refuses a name by which a battle could not be given the fleet: that of a nation, or with a sign of ours."""
    meant = ""
    with contextlib.suppress(RefereeError):
        meant = nation(sheet.rulebook, sheet.state, name)
    if meant:
        raise RefereeError(
            f"a fleet can't be called {quoted(name)}, which means {meant}", "name it otherwise", "name"
        )
    if sign := next((s for s in SIGNS if s in name), None):
        raise RefereeError(f"a fleet can't be called {quoted(name)}", f"leave out the {sign}", "name")


def _changed(name: str, was: Fleet, request: FleetRequest, sheet: Sheet[Campaign]) -> Fleet:
    now = was
    if request.ships is not None:
        now = now.model_copy(update={"ships": request.ships})
    if request.at and place(request.at) != was.at:
        if not request.retreat or not was.counter:
            may_sail(sheet, name)
        now = now.model_copy(update={"at": place(request.at), "blockaded_since": None})
    return _shut_in(name, now, request.blockaded, sheet)


def _shut_in(name: str, fleet: Fleet, blockaded: bool | None, sheet: Sheet[Campaign]) -> Fleet:
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
    refuse_open_port(sheet.rulebook, fleet.at)
    return fleet.model_copy(update={"blockaded_since": fleet.blockaded_since or sheet.state.month})


def refuse_open_port(rulebook: Rulebook, port: str) -> None:
    """Refuses a blockade where nobody can be shut in (LA-6)."""
    if sea := open_port(rulebook, port):
        raise NotAllowed(
            f"{port_name(port)}'s port and blockade box belong to the {sea}: no fleet can be shut in there (LA-6)",
            f"fight it as a battle on the {sea}",
            "open-port",
        )


def _say_shut_in(name: str, was: Fleet, now: Fleet, sheet: Sheet[Campaign]) -> None:
    if now.blockaded_since and not was.blockaded_since:
        sheet.say(f"{name} is blockaded there.", "FS-2")
    if was.blockaded_since and not now.blockaded_since:
        sheet.say(f"{name} is no longer blockaded.", "FS-2")


# --- Launching, and ports that fall --------------------------------------------------------------------------------


def launch(request: LaunchRequest, sheet: Sheet[Campaign]) -> None:
    """Ships are launched into a fleet or into a port (LA-1), from hulks where their owner allows it (LA-4, LA-5)."""
    state = sheet.state
    power = nation(sheet.rulebook, state, request.power)
    if bool(request.fleet) == bool(request.port):
        raise NotAllowed(
            "a launched ship goes into a fleet or into a port (LA-1)",
            "say which: --fleet NAME or --port NAME, one of the two",
            "fleet-or-port",
        )
    if request.hulks_of:
        _hulks(power, nation(sheet.rulebook, state, request.hulks_of), sheet)
    name = (
        _launched_into(request.fleet, power, sheet) if request.fleet else _on_the_stocks(request.port, power, sheet)
    )
    was = state.fleets.get(name)
    if was:
        now = was.model_copy(update={"ships": was.ships + request.ships})
    else:
        now = Fleet(power=power, ships=request.ships, at=PORT + port_name(request.port), counter=False)
    put(sheet, name, now)
    if now.counter:
        sheet.say(f"Ships launched by {power} join {name}.", "LA-1")
    else:
        sheet.say(f"Ships launched by {power} lie in the {now.at} without a fleet.", "LA-1")
        sheet.say("They fire if the harbour is raided, and are lost if an enemy takes the port.", "LA-2", "LA-3")
    sheet.outcome = f"{power} launches {_ships(request.ships)}"


def _launched_into(said: str, power: str, sheet: Sheet[Campaign]) -> str:
    name = find_fleet(sheet.state, said)
    whose = sheet.state.fleets[name].power
    if whose != power:
        raise RefereeError(f"fleet {name} is one of {whose}, not of {power}", "name another", "other-power")
    return name


def _on_the_stocks(said: str, power: str, sheet: Sheet[Campaign]) -> str:
    """The name the ledger has for a power's ships in a port that belong to no fleet."""
    name = f"{power} at {port_name(said)}"
    known = next((n for n in sheet.state.fleets if names.fold(n) == names.fold(name)), name)
    if known in sheet.state.fleets and sheet.state.fleets[known].counter:
        raise RefereeError(f"{known} is the name of a fleet", f"launch into it: --fleet {quoted(known)}", "taken")
    return known


def _hulks(builder: str, owner: str, sheet: Sheet[Campaign]) -> None:
    """Whether the one may build from the other's hulks (R-223)."""
    if owner not in sheet.state.powers:
        power = power_of(sheet, owner)
        theirs = f"its hulks are {power}'s" if power else "what it takes belongs to the power that controls it"
        hint = f"--hulks-of {power}" if power else "leave out --hulks-of"
        raise NotAllowed(f"{owner} is a minor and owns no hulks: {theirs} (LA-4)", hint, "minor-hulks")
    if power_of(sheet, builder) != owner:
        raise NotAllowed(
            f"{builder} can't build from {owner}'s hulks: only {owner} and minors it controls can (LA-5, R-223)",
            "leave out --hulks-of, or name the power that controls it",
            "hulks",
        )
    words = f"{owner} builds from its own hulks." if builder == owner else f"{owner} lets {builder} use its hulks."
    sheet.say(words, "LA-5", "R-223")


def port_falls(request: PortRequest, sheet: Sheet[Campaign]) -> None:
    """A port is taken: ships in it without a counter are lost (LA-3), fleets have to come out or be given up."""
    port = port_name(request.port)
    to = find_power(sheet.rulebook, request.to)
    sheet.say(f"{to} takes the port of {port}.", "LA-3")
    lost, told = 0, set[str]()
    for name, there in at_port(sheet.state, port).items():
        power = power_of(sheet, there.power)
        if power == to or (power and allied(sheet.state, power, to)):
            continue
        if power and power not in told and not at_war(sheet.state, power, to):
            sheet.say(f"The ledger has no war of {to} with {power}, whose ships are lost to an enemy only.", "LA-3")
            told.add(power)
        if not there.counter:
            put(sheet, name, None)
            sheet.say(
                f"{_ships(there.ships)} of {there.power} there had no fleet counter and {_are(there)} lost.", "LA-3"
            )
            lost += there.ships
        elif there.power in sheet.state.powers:
            sheet.say(f"{name} ({there.power}) has to leave the port, or is scuttled at 1 political point.", "EP-3")
        else:
            sheet.say(
                f"{name} ({there.power}) has to leave the port; it can't be scuttled and would surrender.", "EP-2"
            )
    if not lost:
        sheet.say("The ledger has no ships without a counter there.", "LA-3")
    if sea := open_port(sheet.rulebook, port):
        sheet.say(f"Its way out is the {sea} itself: no fleet is shut in.", "LA-6")
    sheet.outcome = f"{port} falls to {to}, {_ships(lost) if lost else 'no ship'} lost"


def _ships(ships: int) -> str:
    return f"{ships} ship" if ships == 1 else f"{ships} ships"


def _are(fleet: Fleet) -> str:
    return "is" if fleet.ships == 1 else "are"


# --- Secrecy -------------------------------------------------------------------------------------------------------


def shut_in_for_a_turn(state: Campaign) -> dict[str, Fleet]:
    """The fleets blockaded since before the month began (FS-2, R-215)."""
    return {
        name: fleet
        for name, fleet in state.fleets.items()
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


def agenda(rulebook: Rulebook, state: Campaign) -> list[Due]:
    """What fleets have to announce when the month ends."""
    return [
        Due(
            f"{name} ({fleet.power}) announces its full squadrons if it is blockaded to the month's end",
            "FS-2",
            state.month,
        )
        for name, fleet in shut_in_for_a_turn(state).items()
    ]


SUBJECT = Subject(month_ends=announce, agenda=agenda)
ADJUDICATORS = (
    Adjudicator("naval fleet", FleetRequest, fleet),
    Adjudicator("naval launch", LaunchRequest, launch),
    Adjudicator("naval port-falls", PortRequest, port_falls),
)
