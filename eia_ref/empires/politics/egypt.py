"""Egypt in the hands of an enemy of Britain: who that is, and what is asked in an economic phase (SP-5)."""

from __future__ import annotations

from collections.abc import Sequence

from eia_ref.core.adjudication import Sheet
from eia_ref.core.position import Position
from eia_ref.empires.minors import controller
from eia_ref.empires.powers import economic_months
from eia_ref.empires.relations import at_war
from eia_ref.empires.state import Campaign, Mark

EGYPT = "Egypt in enemy hands"


def enemy_in_egypt(position: Position[Campaign]) -> str | None:
    """The enemy of Britain that controls Egypt, if one does."""
    who = controller(position, "Egypt")
    return who if who and at_war(position.state, "Britain", who) else None


def asked(position: Position[Campaign]) -> str | None:
    """Britain's enemy who has Egypt, in an economic phase in which that is not dealt with yet (SP-5)."""
    state = position.state
    if state.month.number not in economic_months(position.rulebook) or Mark(what=EGYPT) in state.once:
        return None
    return enemy_in_egypt(position)


def enemy_changed(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """A war has begun or ended, or Egypt has changed hands, in an economic phase: whether its enemy has Egypt."""
    enemy = asked(sheet)
    for duty in [d for d in sheet.state.duties if d.what == EGYPT and d.against != enemy]:
        sheet.discharge(EGYPT, against=duty.against, ended="lapsed")
    duties(sheet)


def duties(sheet: Sheet[Campaign]) -> None:
    """Egypt, in an economic phase in which an enemy of Britain has it."""
    if enemy := asked(sheet):
        sheet.leave_to_do(EGYPT, whom="Britain", against=enemy)
