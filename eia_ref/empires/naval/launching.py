"""Ships launched into a fleet or a port (LA-1 to LA-5), and what becomes of those in a port that falls (LA-3, EP)."""

from pydantic import Field

from eia_ref.core import names
from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.errors import NotAllowed, RefereeError, quoted
from eia_ref.core.frozen import Frozen
from eia_ref.core.position import Position
from eia_ref.empires.naval.fleets import at_port, find_fleet, must_leave, nation, power_of, put
from eia_ref.empires.naval.ports import PORT, open_port, port_name
from eia_ref.empires.powers import find_power
from eia_ref.empires.relations import allied, at_war
from eia_ref.empires.state import Campaign, Fleet


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


def launch(sheet: Sheet[Campaign], request: LaunchRequest) -> None:
    """Ships are launched into a fleet or into a port (LA-1), from hulks where their owner allows it (LA-4, LA-5)."""
    state = sheet.state
    power = nation(sheet, request.power)
    if bool(request.fleet) == bool(request.port):
        raise NotAllowed(
            "a launched ship goes into a fleet or into a port (LA-1)",
            "say which: --fleet NAME or --port NAME, one of the two",
            "fleet-or-port",
        )
    if request.hulks_of:
        _hulks(sheet, power, nation(sheet, request.hulks_of))
    name = (
        _launched_into(sheet, request.fleet, power) if request.fleet else _on_the_stocks(sheet, request.port, power)
    )
    was = state.fleets.get(name)
    if was:
        now = was.model_copy(update={"ships": was.ships + request.ships})
    else:
        now = Fleet(power=power, ships=request.ships, at=PORT + port_name(request.port), counter=False)
    put(sheet, name, now)
    if now.counter:
        sheet.say(f"Ships launched by {power} join {name}; how many it has is secret.", "LA-1", "FS-1")
        sheet.outcome = f"{power} launches ships into {name}"
    else:
        sheet.say(f"Ships launched by {power} lie in the {now.at} without a fleet.", "LA-1")
        sheet.say("They fire if the harbour is raided, and are lost if an enemy takes the port.", "LA-2", "LA-3")
        sheet.outcome = f"{power} launches {_ships(request.ships)}"


def _launched_into(position: Position[Campaign], said: str, power: str) -> str:
    name = find_fleet(position.state, said)
    whose = position.state.fleets[name].power
    if whose != power:
        raise RefereeError(f"fleet {name} is one of {whose}, not of {power}", "name another", "other-power")
    return name


def _on_the_stocks(position: Position[Campaign], said: str, power: str) -> str:
    """The name the ledger has for a power's ships in a port that belong to no fleet."""
    name = f"{power} at {port_name(said)}"
    known = next((n for n in position.state.fleets if names.fold(n) == names.fold(name)), name)
    if known in position.state.fleets and position.state.fleets[known].counter:
        raise RefereeError(f"{known} is the name of a fleet", f"launch into it: --fleet {quoted(known)}", "taken")
    return known


def _hulks(sheet: Sheet[Campaign], builder: str, owner: str) -> None:
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


def port_falls(sheet: Sheet[Campaign], request: PortRequest) -> None:
    """A port is taken: ships in it without a counter are lost (LA-3), fleets have to come out or be given up."""
    port = port_name(request.port)
    to = find_power(sheet.rulebook, request.to)
    sheet.say(f"{to} takes the port of {port}.", "LA-3")
    lost = 0
    for name, there in at_port(sheet.state, port).items():
        power = power_of(sheet, there.power) or there.power
        if power == to or allied(sheet.state, power, to):
            continue
        if not any(at_war(sheet.state, to, whose) for whose in (power, there.power)):
            sheet.say(f"{name} ({there.power}) stays: the ledger has no war of {to} with {power}.", "LA-3", "R-294")
        elif not there.counter:
            put(sheet, name, None)
            sheet.say(
                f"{_ships(there.ships)} of {there.power} there had no fleet counter and {_are(there)} lost.", "LA-3"
            )
            lost += there.ships
        elif there.power in sheet.state.powers:
            sheet.say(f"{name} ({there.power}) has to leave the port, or is scuttled at 1 political point.", "EP-3")
            must_leave(sheet, name)
        else:
            sheet.say(
                f"{name} ({there.power}) has to leave the port; it can't be scuttled and would surrender.", "EP-2"
            )
            must_leave(sheet, name)
    if not lost:
        sheet.say("No ship without a counter is lost there.", "LA-3")
    if sea := open_port(sheet.rulebook, port):
        sheet.say(f"Its way out is the {sea} itself: no fleet is shut in.", "LA-6")
    sheet.outcome = f"{port} falls to {to}, {_ships(lost) if lost else 'no ship'} lost"


def _ships(ships: int) -> str:
    return f"{ships} ship" if ships == 1 else f"{ships} ships"


def _are(fleet: Fleet) -> str:
    return "is" if fleet.ships == 1 else "are"


ADJUDICATORS = (
    Adjudicator("naval launch", LaunchRequest, launch),
    Adjudicator("naval port-falls", PortRequest, port_falls),
)
