"""What a fight at sea leaves to do: dice of charts that are not filled in, retreats, battles begun (R-209, R-346)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from eia_ref.core.adjudication import Sheet
from eia_ref.core.names import fold
from eia_ref.core.position import Position
from eia_ref.core.state import Duty
from eia_ref.empires.naval.fleets import power_of
from eia_ref.empires.relations import at_war, enemies
from eia_ref.empires.state import Campaign

DISABLED, SHIPS_LEFT = "disabled ships", "ships left"
SHUT_IN, STILL_SHUT_IN = "blockaded or not", "still blockaded or not"
RETREAT, ENGAGED, TOGETHER, CAUGHT = "retreat", "battle in a box", "blockade combat", "battle not evaded"
TO_GO = (RETREAT, "leave the box", "leave the port")


def after(position: Position[Campaign], what: str, another: str = "") -> str:
    """What a duty says it comes after: `the naval battle of May 1793`."""
    return f"the {what} of {position.state.month.name}" + (f", {another}" if another else "")


def owe_fate(sheet: Sheet[Campaign], how: str, disabled: Mapping[str, int], terms: str) -> None:
    """Disabled ships whose fate is not rolled here: each nation's, and by which of the charts (R-209)."""
    for name, many in disabled.items():
        if many:
            sheet.leave_to_do(DISABLED, whom=name, how=how, terms=terms, count=many)


def owe_ships_left(sheet: Sheet[Campaign], fleets: Iterable[str], terms: str) -> None:
    """How many ships the ledger's fleets have left, once it is known (R-211)."""
    for name in fleets:
        sheet.leave_to_do(SHIPS_LEFT, whom=sheet.state.fleets[name].power, unit=name, terms=terms)


def owe_retreat(sheet: Sheet[Campaign], fleets: Iterable[str]) -> None:
    """The ledger's fleets that are beaten, and still where they were, retreat (R-342)."""
    for name in fleets:
        if fleet := sheet.state.fleets.get(name):
            sheet.leave_to_do(RETREAT, whom=fleet.power, unit=name, place=fleet.at)


def fought(sheet: Sheet[Campaign], attackers: Iterable[str], defenders: Iterable[str]) -> None:
    """A battle that was begun by engaging blockaders, or by a failed evasion, is fought."""
    ours, theirs = (_with_powers(sheet, side) for side in (attackers, defenders))
    for duty in list(sheet.state.duties):
        one, other = {duty.whom}, {duty.against}
        engaged = duty.what == ENGAGED and ((one <= ours and other <= theirs) or (one <= theirs and other <= ours))
        if engaged or (duty.what == CAUGHT and one <= ours | theirs):
            sheet.end_duty(duty)


def _with_powers(position: Position[Campaign], nations: Iterable[str]) -> set[str | None]:
    names = list(nations)
    return {*names, *(power_of(position, name) for name in names)} - {None}


def fought_together(sheet: Sheet[Campaign], port: str) -> None:
    """A third fleet and those in the port have fought the blockaders (BB-3)."""
    for duty in [d for d in sheet.state.duties if d.what == TOGETHER and fold(d.place or "") == fold(port)]:
        sheet.end_duty(duty)


def fleets_move(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """A fleet that was to go has gone, or is blockaded as the table says; one that is no more has nothing to do."""
    for duty in list(sheet.state.duties):
        if duty.what not in (*TO_GO, SHIPS_LEFT, SHUT_IN, STILL_SHUT_IN):
            continue
        fleet = sheet.state.fleets.get(duty.unit or "")
        if fleet is None:
            sheet.end_duty(duty, "lapsed")
        elif duty.what != SHIPS_LEFT and fold(fleet.at) != fold(duty.place or ""):
            sheet.end_duty(duty, "done" if duty.what in TO_GO else "lapsed")
        elif duty.what == (SHUT_IN if fleet.blockaded_since else STILL_SHUT_IN):
            sheet.end_duty(duty)


def peace_made(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """A battle between two who have made peace since is not fought (R-346)."""
    for duty in list(sheet.state.duties):
        if duty.what in (ENGAGED, TOGETHER, CAUGHT) and _at_peace(sheet, before, duty):
            sheet.end_duty(duty, "lapsed")
            sheet.say(f"The battle that {duty.whom} owed is not fought: there is peace.", "R-346")


def _at_peace(position: Position[Campaign], before: Campaign, duty: Duty) -> bool:
    """Whether a duty's sides were at war and are not; where only one is known, whether it has no enemy left."""
    one = _with_powers(position, [str(duty.whom)])
    other = _with_powers(position, [duty.against]) if duty.what == ENGAGED and duty.against else None
    was, now = (
        any(at_war(state, str(a), str(b)) for a in one for b in other)
        if other
        else any(enemies(state, str(a)) for a in one)
        for state in (before, position.state)
    )
    return was and not now
