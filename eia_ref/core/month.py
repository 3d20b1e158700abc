"""The end of a month, the same in every game: nothing left to do is passed over unsaid, and time goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from eia_ref.core.adjudication import Sheet
from eia_ref.core.effects import Ends, MonthBegins, as_a
from eia_ref.core.errors import NotAllowed
from eia_ref.core.game import Due, TurnRequest
from eia_ref.core.state import InForce, State

S = TypeVar("S", bound=State)


def end_month(
    request: TurnRequest,
    sheet: Sheet[S],
    must: Sequence[Due],
    over: Callable[[InForce], str],
) -> None:
    """Ends the month: refuses while something is left to do, ends what is over (R-07), begins the next month.

    `must` is what the game itself still wants done, beside the decisions left open; `over` says what has ended.
    """
    month = sheet.state.month
    left = [f"decision {d.id}, {d.about} ({d.rule})" for d in sheet.state.decisions]
    left += [f"{d.what} ({d.rule})" for d in must]
    if left and not request.left_open:
        raise NotAllowed(
            f"{month.name} can't end yet; still to do: " + "; ".join(left),
            "eia-ref agenda says how; to go on all the same: eia-ref turn next --leave-open",
            "left-open",
        )
    for what in left:
        sheet.say(f"Left open: {what}.")
    sheet.apply(MonthBegins(was=month, now=month.plus(1)))
    sheet.say(f"{month.name} ends, {sheet.state.month.name} begins.")
    for thing in list(sheet.state.in_force):
        if thing.until is not None and thing.until <= sheet.state.month:
            sheet.apply(as_a(Ends, thing))
            sheet.say(f"Over: {over(thing)}.", thing.rule)
    sheet.outcome = f"{sheet.state.month.name} begins"
