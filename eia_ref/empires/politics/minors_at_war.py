"""A minor at war that no power controls: who wins the roll for it, and what becomes of it afterwards (R-343)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.effects import Ends, as_a
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.names import as_typed, fold, in_a_row
from eia_ref.core.position import Position
from eia_ref.core.state import InForce
from eia_ref.empires.effects import MinorHeld
from eia_ref.empires.lasting import begin
from eia_ref.empires.minors import controller, find_minor, forces_back, whole
from eia_ref.empires.polish_provinces import POLAND
from eia_ref.empires.politics.rolls import roll_for_control
from eia_ref.empires.powers import find_power
from eia_ref.empires.relations import ALONE, PERSIA, WAR, at_war, enemies, in_force
from eia_ref.empires.state import Campaign
from eia_ref.empires.subjects import Subject
from eia_ref.empires.throne import NAPLES_FIGHTS

CONTROL, IN_WAR = "control of a minor", "controlled in war"
OWN_RULES = (PERSIA, POLAND)  # whose control has rules of its own


class ControlRequest(Frozen):
    """`pp control`: the minor at war, the powers that want to control it, or `nobody`.

    `modifiers`: national modifiers the chart does not have, by power. `new`: the rules do not name that minor.
    """

    minor: str
    powers: list[str] = []
    nobody: bool = False
    modifiers: dict[str, int] = {}
    new: bool = False


def control(sheet: Sheet[Campaign], request: ControlRequest) -> None:
    """Who controls a minor in its war: the only one that wants to, else the highest roll (R-343, R-18, AN-3)."""
    minor = whole(sheet, find_minor(sheet.rulebook, request.minor, request.new))
    _may_be_controlled(sheet, minor)
    claims = list(_claims(sheet, minor, request))
    sheet.discharge(CONTROL, place=minor)
    if alone := in_force(sheet.state, ALONE, minor):
        sheet.apply(as_a(Ends, alone))
    if not claims:
        begin(sheet, ALONE, whom=minor)
        sheet.say(f"Nobody wants to control {minor}: it fights alone.", "R-343")
        sheet.outcome = f"nobody controls {minor}"
        return
    if len(claims) == 1:
        winner = claims[0]
        _refuse_idle(request.modifiers)
        sheet.say(f"Nobody but {winner} wants to control {minor}: no die is rolled.", "R-343")
    else:
        winner = roll_for_control(sheet, minor, claims, request.modifiers, "R-343", _for_war(sheet, minor, claims))
    was = sheet.state.minors.get(minor)
    listed = was.held if was else None
    sheet.apply(MinorHeld(minor=minor, was_held=listed, held="sponsored", by=winner))
    begin(sheet, IN_WAR, whom=minor, against=winner)
    sheet.say(f"{winner} controls {minor} while its war lasts.", "R-343")
    forces_back(sheet, minor)
    sheet.outcome = f"{winner} controls {minor}"


def _for_war(sheet: Sheet[Campaign], minor: str, claims: Sequence[str]) -> dict[str, int]:
    """What is added for a war of its own with a power that attacks the minor, as AN-3 has it of Russia."""
    points: int = sheet.rulebook.table("politics")["control"]["at_war"]
    attackers = enemies(sheet.state, minor)
    found = {p: points for p in claims if any(at_war(sheet.state, p, e) for e in attackers)}
    if found:
        sheet.say(f"{in_a_row(list(found))} {'is' if len(found) == 1 else 'are'} at war with the attacker.", "AN-3")
    return found


def _may_be_controlled(position: Position[Campaign], minor: str) -> None:
    """Refuses a minor with rules of its own, one that is not at war, and one that a power controls."""
    state = position.state
    if minor in OWN_RULES:
        raise NotAllowed(
            f"who controls {minor} has its own rules (PL-17)", "eia-ref poland control POWER ...", "own-rules"
        )
    if whose := controller(position, minor):
        raise NotAllowed(f"{whose} controls {minor} (R-343)", f"eia-ref status {whose}", "controlled")
    if _with_emigres(state, minor):
        raise NotAllowed(f"{minor} fights with the émigrés, who have it (MI-Fb)", "eia-ref emigres show", "emigres")
    if not enemies(state, minor):
        raise NotAllowed(
            f"{minor} is at war with nobody (R-343)",
            f"a war is declared with eia-ref pp dow POWER {as_typed(minor)}",
            "no-war",
        )


def _claims(position: Position[Campaign], minor: str, request: ControlRequest) -> Iterator[str]:
    """The powers that want it, in the order of R-04. Refuses its enemies, and powers beside `nobody`."""
    meant = [find_power(position.rulebook, p) for p in request.powers]
    if request.nobody:
        _refuse_idle(request.modifiers)
    if request.nobody == bool(meant) or len(set(meant)) < len(meant):
        raise RefereeError(
            f"name each power that wants to control {minor}, once, or nobody",
            f"eia-ref pp control {as_typed(minor)} POWER ..., or eia-ref pp control {as_typed(minor)} --nobody",
            "claims",
        )
    for power in meant:
        if at_war(position.state, power, minor):
            raise NotAllowed(f"{power} is at war with {minor} and can't control it (R-343)", "leave it out", "at-war")
        if not position.state.power(power).in_play:
            raise NotAllowed(f"{power} is not in play", "leave it out", "not-in-play")
    return (p for p in position.state.in_play() if p in meant)


def _refuse_idle(modifiers: dict[str, int]) -> None:
    """Refuses modifiers where no die is rolled."""
    if modifiers:
        raise RefereeError("--modifier: no die is rolled", "leave it out", "modifier")


# --- When wars come and go -------------------------------------------------------------------------------------


def wars_changed(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """A war has begun or ended, or a minor has changed hands: what is at war without a master, what no longer is."""
    _over(sheet)
    _due(sheet)


def _due(sheet: Sheet[Campaign]) -> None:
    """Each minor at war that nobody controls is rolled for, until it is said who won, or that nobody wants it."""
    state = sheet.state
    wanted = [m for m in _at_war(state) if _uncontrolled(sheet, m)]
    for duty in [d for d in state.duties if d.what == CONTROL and d.place not in wanted]:
        sheet.discharge(CONTROL, place=duty.place, ended="lapsed")
    for minor in wanted:
        sheet.leave_to_do(CONTROL, place=minor)


def _over(sheet: Sheet[Campaign]) -> None:
    """A minor whose last war is over is neutral again, unless it was conquered; it does not fight alone any more."""
    for thing in [t for t in sheet.state.in_force if t.what in (ALONE, IN_WAR) and t.whom not in OWN_RULES]:
        minor = str(thing.whom)
        held = sheet.state.minors.get(minor)
        mine = held is not None and (held.held, held.by) == ("sponsored", thing.against)
        if enemies(sheet.state, minor) and (mine or thing.what == ALONE):
            continue
        sheet.apply(as_a(Ends, thing))
        if held and mine:
            sheet.apply(MinorHeld(minor=minor, was_held=held.held, was_by=held.by, held="neutral"))
            sheet.say(f"{minor}, which {thing.against} controlled in its war, is neutral again.", "R-343")


def _at_war(state: Campaign) -> list[str]:
    """The minors at war, by name."""
    sides = {side for t in state.in_force if t.what == WAR for side in (t.whom, t.against)}
    return sorted(s for s in sides if s and s not in state.powers and s not in OWN_RULES)


def _uncontrolled(position: Position[Campaign], minor: str) -> bool:
    """Whether no power has it, and nobody has said that none wants it."""
    said = in_force(position.state, ALONE, minor) or _with_emigres(position.state, minor)
    return not said and controller(position, minor) is None


def _with_emigres(state: Campaign, minor: str) -> InForce | None:
    """Its war beside the émigrés, whose side has it (MI-Fb)."""
    return in_force(state, NAPLES_FIGHTS, minor)


ADJUDICATORS = (Adjudicator("pp control", ControlRequest, control, same=lambda request: fold(request.minor)),)
SUBJECT = Subject(duties=_due)
