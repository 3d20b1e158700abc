"""The attempts of the diplomatic events at minors (26-31, R-18, R-117, R-118, R-300)."""

from collections.abc import Iterator, Sequence

from eia_ref.core import charts, names
from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.effects import Closes, as_a
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.position import Position
from eia_ref.core.state import Decision
from eia_ref.empires import relations
from eia_ref.empires.decisions import leave_open
from eia_ref.empires.effects import MinorHeld
from eia_ref.empires.lasting import begin
from eia_ref.empires.minors import KEPT, controller, find_minor, forces_back, home, whole
from eia_ref.empires.polish_provinces import POLAND, refuse_gone
from eia_ref.empires.politics.rolls import CHART, roll_for_control
from eia_ref.empires.powers import find_power
from eia_ref.empires.state import Campaign, Held, Minor

EVENTS = ("diplomatic victory", "diplomatic swing")


class ControlRequest(Frozen):
    """`event control`: one attempt at a minor.

    `decision` is the event's, where more than one is open. `oppose`: who opposes the taking of a neutral minor.
    `modifiers`: national modifiers the chart does not have, by power. `troops`: whether the minor can have any,
    where the rules do not know. `forces`: those of a free state that turns neutral. `new`: a minor of the map that
    the rules do not name.
    """

    minor: str
    decision: str = ""
    oppose: list[str] = []
    modifiers: dict[str, int] = {}
    troops: bool | None = None
    forces: str = ""
    new: bool = False


def attempt(sheet: Sheet[Campaign], request: ControlRequest) -> None:
    """One attempt: a free state of another power turns neutral, or a neutral minor is gained, or neither."""
    decision = _event(sheet, request.decision)
    power = decision.whom
    assert power
    minor = whole(sheet, find_minor(sheet.rulebook, request.minor, request.new))
    was = _held(sheet, minor)
    _refuse_at_war(sheet, minor)
    if was.held == "neutral":
        done = _gain(sheet, minor, power, was, request, decision.rule)
    elif was.held == "free state" and was.by and was.by != power:
        done = _neutralize(sheet, minor, power, was, request, decision.rule)
    else:
        raise NotAllowed(
            f"{minor} is {was.by}'s ({_how(sheet, minor, was)}): only another power's free state or a neutral minor "
            f"can be tried for by {power} ({decision.rule})",
            "name another minor",
            "no-attempt",
        )
    sheet.outcome = f"{decision.about}: {done}"
    sheet.apply(as_a(Closes, decision))
    left = int((decision.detail or "1").split()[0]) - 1
    if left:
        leave_open(sheet, decision.about, power, f"{left} attempt{'s' * (left > 1)}")


def _event(position: Position[Campaign], said: str) -> Decision:
    """The diplomatic event whose attempt it is; refuses where none is open, or where it is not clear which."""
    found = [d for d in position.state.decisions if d.about in EVENTS and said in ("", d.id)]
    if not found:
        which = f"no diplomatic event has the number {said}" if said else "no diplomatic event is open"
        raise NotAllowed(f"{which} (EV-26, EV-28)", "eia-ref agenda lists what is open", "no-event-open")
    if len(found) > 1:
        which = "; ".join(f"--decision {d.id} for {d.whom}'s" for d in found)
        raise RefereeError(f"{len(found)} diplomatic events are open", f"say which: {which}", "which-event")
    return found[0]


def _held(position: Position[Campaign], minor: str) -> Minor:
    """How a minor is held; a member of the Ottoman Empire is Turkey's (MI-Ta)."""
    by = controller(position, minor)
    return position.state.minors.get(minor) or Minor(held="protectorate" if by else "neutral", by=by)


def _how(position: Position[Campaign], minor: str, was: Minor) -> str:
    """How a minor is another's, in a word or two."""
    if home(position, minor):
        return "a province"
    return was.held if minor in position.state.minors else "in the Ottoman Empire"


def _refuse_at_war(position: Position[Campaign], minor: str) -> None:
    """Refuses a minor that fights in a war of its own, and Poland once it is no more (R-300)."""
    if minor == POLAND:
        refuse_gone(position.state)
    if foes := relations.enemies(position.state, minor):
        raise NotAllowed(
            f"{minor} is at war with {names.in_a_row(foes)}: it is neither neutral nor to be made so (R-300)",
            "name another minor",
            "at-war",
        )


def _neutralize(
    sheet: Sheet[Campaign], minor: str, power: str, was: Minor, request: ControlRequest, rule: str
) -> str:
    """Both powers roll; if the event's wins, the free state is neutral and its forces leave the map (EV-26a)."""
    assert was.by
    if request.oppose:
        says = f"only {was.by} opposes: {minor} is its free state"
        raise RefereeError(f"--oppose: {says} (EV-26a)", "leave it out", "oppose")
    winner = roll_for_control(sheet, minor, [power, was.by], request.modifiers, "EV-26a")
    if winner != power:
        sheet.say(f"{minor} stays a free state of {was.by}.", rule, "EV-26a")
        return f"{minor} stays with {was.by}"
    sheet.apply(MinorHeld(minor=minor, was_held=was.held, was_by=was.by, held="neutral"))
    begin(sheet, KEPT, terms=" ".join(request.forces.split()) or None, whom=minor)
    forces = " ".join(request.forces.split()) or "all its forces"
    sheet.say(f"{minor} is neutral; {forces} leave the map at the strength they have.", rule, "EV-26b")
    return f"{minor} neutral"


def _gain(sheet: Sheet[Campaign], minor: str, power: str, was: Minor, request: ControlRequest, rule: str) -> str:
    """Unopposed it is gained; else all roll, and only the event's power gains anything (EV-26c)."""
    opposing = list(_opposing(sheet, request.oppose, power))
    held = _to_be(sheet, minor, request)
    if opposing:
        winner = roll_for_control(sheet, minor, [power, *opposing], request.modifiers, "EV-26c")
        if winner != power:
            sheet.say(f"{winner} wins, and {minor} stays neutral.", rule, "EV-26c")
            return f"{minor} stays neutral"
    else:
        sheet.say(f"Nobody opposes {power}: no die is rolled.", rule, "EV-26c")
    listed = was.held if minor in sheet.state.minors else None
    sheet.apply(MinorHeld(minor=minor, was_held=listed, held=held, by=power))
    how = "as a free state, for it can have troops" if held == "free state" else "as a conquered minor"
    sheet.say(f"{power} gains {minor} {how}.", rule, "EV-26d")
    forces_back(sheet, minor, "R-118")
    return f"{minor} {held} of {power}"


def _opposing(position: Position[Campaign], said: Sequence[str], power: str) -> Iterator[str]:
    """The powers that oppose, in the order of R-04; refuses the power itself, and one that is not in play."""
    meant = [find_power(position.rulebook, p) for p in said]
    for one in meant:
        if one == power:
            raise RefereeError(f"--oppose: {power} can't oppose itself", "name the others", "oppose")
        if not position.state.power(one).in_play:
            raise NotAllowed(f"--oppose: {one} is not in play", "leave it out", "not-in-play")
    return (p for p in position.state.in_play() if p in meant)


def _to_be(position: Position[Campaign], minor: str, request: ControlRequest) -> Held:
    """A free state where the minor can have troops, else conquered; asked for where nobody knows (EV-26d)."""
    known: bool | None = True if minor in charts.table(position.rulebook, CHART)["troops"] else None
    if relations.in_force(position.state, KEPT, minor):
        known = True
    if known and request.troops is False:
        raise RefereeError(f"--no-troops: {minor} can have troops (EV-26d)", "leave it out", "troops")
    can = known or request.troops
    if can is None:
        raise RefereeError(
            f"nobody has said whether {minor} can have troops (EV-26d)",
            "--troops if it can, --no-troops if it can't",
            "troops",
        )
    return "free state" if can else "conquered"


ADJUDICATORS = (
    Adjudicator("event control", ControlRequest, attempt, same=lambda request: names.fold(request.minor)),
)
