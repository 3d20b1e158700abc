"""The months of the campaign: what is due, what a month's end takes up, what the next one brings."""

from __future__ import annotations

from collections.abc import Sequence

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.calendar import Month
from eia_ref.core.effects import as_a
from eia_ref.core.game import TURN, Due
from eia_ref.core.position import Position
from eia_ref.core.requests import TurnRequest
from eia_ref.core.turn_end import next_turn, pass_over
from eia_ref.empires.effects import Collected, EventRolled, Settles
from eia_ref.empires.facts import RanOut
from eia_ref.empires.lasting import over
from eia_ref.empires.marks import forget
from eia_ref.empires.powers import economic_months, winter_months
from eia_ref.empires.scenario import scenario
from eia_ref.empires.state import Campaign
from eia_ref.empires.subjects import every


def agenda(position: Position[Campaign]) -> list[Due]:
    """What is to come beyond decisions, duties and what ends: what waits for a phase, what subjects add."""
    state = position.state
    due: list[Due] = []
    for owed in state.owed:
        due.append(Due(f"{owed.power}: {owed.what}, {owed.on} {owed.by}", owed.rule, owed.phase, owed.id))
    if state.month.number in economic_months(position.rulebook):
        due.append(Due("economic phase", "R-05", state.month))
    for subject in every():
        due += subject.agenda(position)
    return due


def turn(sheet: Sheet[Campaign], request: TurnRequest) -> None:
    """Ends the month. What waited for its economic phase and was not collected with is over with it (R-105)."""
    month = sheet.state.month
    pass_over(sheet, request)
    for subject in every():
        subject.month_ends(sheet)
    _forget(sheet)
    ended = next_turn(sheet, lambda thing: over(sheet.rulebook, thing))
    for owed in list(sheet.state.owed):
        if owed.phase <= month:
            sheet.apply(as_a(Settles, owed))
            sheet.say(
                f"Over with the economic phase of {month.name}, which the ledger did not take it up in: "
                f"{owed.power}, {owed.what}, {owed.on} {owed.by}.",
                owed.rule,
                "R-105",
            )
    for thing in ended:
        sheet.tell(RanOut(thing))


def _forget(sheet: Sheet[Campaign]) -> None:
    """What is kept by the month is forgotten with it, by effects, so that the month can be opened again."""
    state = sheet.state
    for mark in list(state.once):
        forget(sheet, mark)
    if state.rolled:
        sheet.apply(EventRolled(month=state.month, change=-state.rolled))
    for power, points in list(state.collected.items()):
        sheet.apply(Collected(month=state.month, power=power, points=points, done=False))


def what_month(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """Says what the month that has begun is: the first of winter, or after it, or one with an economic phase."""
    begun, ended = sheet.state.month, before.month
    winter = winter_months(sheet)
    if begun.number in winter and ended.number not in winter:
        sheet.say("Winter begins.", "R-05")
    if ended.number in winter and begun.number not in winter:
        sheet.say("Winter is over.", "R-05")
    last = scenario(sheet.rulebook, sheet.state.scenario)["last"]
    if begun > last:
        sheet.say(f"{Month(last).name} was the last month of the campaign.", "VI-3")
    elif begun.number in economic_months(sheet.rulebook):
        sheet.say("This month has an economic phase.", "R-05")


def what_is_to_do(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """A month has begun, and asks for what each month does."""
    leave_duties(sheet)


def leave_duties(sheet: Sheet[Campaign]) -> None:
    """What is to be done as things stand when a month begins: its event, and what each subject asks for."""
    state = sheet.state
    if not state.rolled and state.month <= scenario(sheet.rulebook, state.scenario)["last"]:
        sheet.leave_to_do("random event")
    for subject in every():
        subject.duties(sheet)


ADJUDICATORS = (Adjudicator(TURN, TurnRequest, turn, same=lambda request: ""),)
