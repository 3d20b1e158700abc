"""The end of a turn, the same in every game: nothing left to do is passed over unsaid, and time goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from eia_ref.core import duties
from eia_ref.core.adjudication import Sheet
from eia_ref.core.effects import Ends, TurnBegins, as_a
from eia_ref.core.errors import NotAllowed
from eia_ref.core.requests import TurnRequest
from eia_ref.core.state import Duty, InForce, State
from eia_ref.core.turn import Turn

S = TypeVar("S", bound=State)


def pass_over(sheet: Sheet[S], request: TurnRequest) -> None:
    """Refuses to end the turn while something must be done in it; says what is left where that is wanted.

    What lasts goes on; what was to be done in this turn is left undone.
    """
    rulebook, state = sheet.rulebook, sheet.state
    left = [f"decision {d.id}, {d.about} ({d.rule})" for d in state.decisions]
    left += [f"{task.words} ({task.rule})" for task in duties.musts(sheet)]
    if left and not request.left_open:
        raise NotAllowed(
            f"{state.turn.name} can't end yet; still to do: " + "; ".join(left),
            "eia-ref agenda says how; to go on all the same: eia-ref turn next --leave-open",
            "left-open",
        )
    for decision in state.decisions:
        sheet.say(f"Left open: decision {decision.id}, {decision.about}; it stays.", decision.rule)
    lasting = [d for d in duties.in_order(sheet) if d.must and not _over(d, state.turn.plus(1))]
    for task in duties.tasks(rulebook, lasting):
        sheet.say(f"Left open: {task.words}; it stays.", task.rule)


def next_turn(sheet: Sheet[S], over: Callable[[InForce], str]) -> list[InForce]:
    """Begins the next turn and ends what is over; what that was. `over` says it in words."""
    turn = sheet.state.turn
    sheet.apply(TurnBegins(kind=turn.key, was=turn, now=turn.plus(1)))
    sheet.say(f"{turn.name} ends, {sheet.state.turn.name} begins.")
    ended = [t for t in sheet.state.in_force if t.until is not None and t.until <= sheet.state.turn]
    for thing in ended:
        sheet.apply(as_a(Ends, thing))
        sheet.say(f"Over: {over(thing)}.", thing.rule)
    late = [d for d in duties.in_order(sheet) if _over(d, sheet.state.turn)]
    for task in duties.tasks(sheet.rulebook, late):
        sheet.say(f"Left undone: {task.words}.", task.rule)
        for duty in task.duties:
            sheet.end_duty(duty, "passed over")
    sheet.outcome = f"{sheet.state.turn.name} begins"
    return ended


def _over(duty: Duty, turn: Turn) -> bool:
    """Whether a duty's time is over in that turn."""
    return duty.until is not None and duty.until <= turn
