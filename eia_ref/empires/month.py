"""The months of the campaign: what is due, what a month's end takes up, what the next one brings."""

from __future__ import annotations

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.effects import as_a
from eia_ref.core.game import TURN, Due
from eia_ref.core.month import next_turn, pass_over
from eia_ref.core.requests import TurnRequest
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires import subjects as table
from eia_ref.empires.effects import Settles
from eia_ref.empires.memory import over
from eia_ref.empires.powers import economic_months, winter_months
from eia_ref.empires.scenario import scenario
from eia_ref.empires.state import Campaign
from eia_ref.empires.subjects import every, ran_out


def must(rulebook: Rulebook, state: Campaign) -> list[Due]:
    """What keeps the month from ending, or passes with it, of all that is due."""
    due = _event(rulebook, state)
    for name in table.SUBJECTS:
        if name in table.MAY_HOLD and table.MAY_HOLD[name](rulebook, state):
            due += [d for d in table.subject(name).agenda(rulebook, state) if d.must or d.passes]
    return due


def _event(rulebook: Rulebook, state: Campaign) -> list[Due]:
    """The month's event, until it is rolled; none after the campaign's last month."""
    what = "the month's random event is not rolled"
    over = state.month > scenario(rulebook, state.scenario)["last"]
    return [] if state.rolled or over else [Due(what, "R-101", state.month, type=("eia-ref event roll",), must=True)]


def agenda(rulebook: Rulebook, state: Campaign) -> list[Due]:
    """What is due beyond open decisions and what ends: the month's event, and what waits for a phase."""
    due = _event(rulebook, state)
    for owed in state.owed:
        due.append(Due(f"{owed.power}: {owed.what}, {owed.on} {owed.by}", owed.rule, owed.phase, owed.id))
    if state.month.number in economic_months(rulebook):
        due.append(Due("economic phase", "R-05", state.month))
    for subject in every():
        due += subject.agenda(rulebook, state)
    return due


def turn(request: TurnRequest, sheet: Sheet[Campaign]) -> None:
    """Ends the month. What waited for its economic phase and was not collected with is over with it (R-105)."""
    month = sheet.state.month
    subjects = every()
    pass_over(request, sheet, [d for d in agenda(sheet.rulebook, sheet.state) if d.must])
    for subject in subjects:
        subject.month_ends(sheet)
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
        ran_out(sheet, thing)
    for subject in subjects:
        subject.month_began(sheet)
    begun = sheet.state.month
    winter = winter_months(sheet.rulebook, sheet.state)
    if begun.number in winter and month.number not in winter:
        sheet.say("Winter begins.", "R-05")
    if month.number in winter and begun.number not in winter:
        sheet.say("Winter is over.", "R-05")
    if begun > scenario(sheet.rulebook, sheet.state.scenario)["last"]:
        sheet.say("December 1815 was the last month: the campaign is decided (VI-4, VI-5).", "VI-3")
    if begun.number in economic_months(sheet.rulebook):
        sheet.say("This month has an economic phase.", "R-05")


ADJUDICATORS = (Adjudicator(TURN, TurnRequest, turn),)
