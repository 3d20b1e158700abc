"""A ledger of 0.3.0 or before goes on: what it owes, as its marks and its state say, becomes duties."""

from __future__ import annotations

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.duties import in_order, in_words
from eia_ref.core.effects import BroughtUp
from eia_ref.core.errors import RefereeError
from eia_ref.core.game import TAKE_UP
from eia_ref.core.requests import TakeUpRequest
from eia_ref.empires.leaders.leaders import in_play
from eia_ref.empires.leaders.rolls import ROLL, can_roll
from eia_ref.empires.marks import forget
from eia_ref.empires.month import leave_duties
from eia_ref.empires.naval.fleets import must_leave
from eia_ref.empires.politics.forced import sue_for_peace
from eia_ref.empires.state import FORM, Campaign, Mark


def take_up(sheet: Sheet[Campaign], request: TakeUpRequest) -> None:
    """What the ledger owed without keeping it as duties is kept as duties from now on (R-390)."""
    state = sheet.state
    if request.form != FORM or state.form >= FORM:
        raise RefereeError("the ledger is of today's form already", "nothing is to be taken up", "form")
    sheet.apply(BroughtUp(was=state.form, now=request.form))
    for mark in list(state.once):
        if _owed(sheet, mark):
            forget(sheet, mark)
    for thing in state.in_force:
        if thing.what == "papal infantry":
            sheet.leave_to_do("papal infantry", whom=thing.whom)
    leave_duties(sheet)
    sheet.say("The ledger keeps what is to be done as duties from now on.", "R-390")
    for duty in in_order(sheet):
        sheet.say(f"To do: {in_words(sheet.rulebook, duty)}.", duty.rule)
    sheet.outcome = f"{len(state.duties) or 'no'} duties are taken up"


def _owed(sheet: Sheet[Campaign], mark: Mark) -> bool:
    """Whether a mark of an earlier ledger stood for something still to do, which is a duty now."""
    if mark.what == ROLL and mark.person:
        name = in_play(sheet, mark.person)
        if can_roll(sheet, name):
            sheet.leave_to_do(ROLL, person=name)
    elif mark.what == "to leave" and mark.unit in sheet.state.fleets:
        must_leave(sheet, mark.unit)
    elif mark.what == "surrender to Persia":
        sheet.leave_to_do("surrender to Persia", whom=mark.whom)
    elif mark.what == "no manpower":
        sue_for_peace(sheet, str(mark.whom))
    else:
        return mark.what == "to leave"
    return True


ADJUDICATORS = (Adjudicator(TAKE_UP, TakeUpRequest, take_up),)
