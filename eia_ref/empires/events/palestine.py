"""Palestine's garrison, which the Wahhabist revolt asks for within four months (85-88, R-15, R-113)."""

from __future__ import annotations

from collections.abc import Sequence

from eia_ref.core.adjudication import Sheet
from eia_ref.core.errors import RefereeError, quoted
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import Decision
from eia_ref.empires.decisions import leave_open
from eia_ref.empires.event_table import Garrison, rows
from eia_ref.empires.facts import RanOut
from eia_ref.empires.minors import controller
from eia_ref.empires.owed import owe
from eia_ref.empires.points import move_points
from eia_ref.empires.state import Campaign
from eia_ref.empires.subjects import Subject

GARRISON = "garrison of Palestine"


def _wanted(rulebook: Rulebook) -> Garrison:
    """The garrison that a row wants."""
    return next(row.garrison for row in rows(rulebook) if row.garrison)


def revolt_ran_out(sheet: Sheet[Campaign], news: Sequence[RanOut], before: Campaign) -> None:
    """Asks how many factors stand in Palestine (R-15, R-113)."""
    wants = _wanted(sheet.rulebook)
    power = controller(sheet, wants.where)
    if power is None or not sheet.state.power(power).in_play:
        sheet.say(f"No power holds {wants.where}: nothing is owed for its garrison.", news[0].thing.rule, "R-113")
        return
    leave_open(sheet, GARRISON, power)


def _garrison(sheet: Sheet[Campaign], decision: Decision, answer: str) -> None:
    """What too small a garrison costs, in the next economic phase and in points at once (R-15)."""
    wants = _wanted(sheet.rulebook)
    power = decision.whom
    assert power
    if not (answer.isascii() and answer.isdecimal() and len(answer) < 5):
        raise RefereeError(
            f"{quoted(answer)} is no number of factors",
            f"write the factors in corps in {wants.where}, as: eia-ref settle {decision.id} 14",
            "factors",
        )
    missing = max(0, wants.factors - int(answer))
    if not missing:
        sheet.say(
            f"{power} has the {wants.factors} factors in {wants.where}: nothing is owed.", decision.rule, "R-15"
        )
        return
    cost = missing * wants.each
    phase = owe(sheet, power, GARRISON, decision.rule, "money", f"-{cost}")
    are = "is" if missing == 1 else "are"
    sheet.say(
        f"{missing} of the {wants.factors} factors {are} missing: {power} loses {cost}$ in the economic phase of "
        f"{phase.name}, and {-wants.pp} political points.",
        *(decision.rule, "R-15", "R-06"),
    )
    move_points(sheet, power, wants.pp)


SUBJECT = Subject(answers={GARRISON: _garrison})
