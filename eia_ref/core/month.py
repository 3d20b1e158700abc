"""The end of a turn, the same in every game: nothing left to do is passed over unsaid, and time goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from eia_ref.core.adjudication import Sheet
from eia_ref.core.effects import Ends, TurnBegins, as_a
from eia_ref.core.errors import NotAllowed
from eia_ref.core.game import Due
from eia_ref.core.requests import TurnRequest
from eia_ref.core.state import InForce, State

S = TypeVar("S", bound=State)


def pass_over(request: TurnRequest, sheet: Sheet[S], must: Sequence[Due]) -> None:
    """Refuses to end the turn while something is left to do; says what is passed over where that is wanted.

    `must` is what the game itself still wants done, beside the decisions left open.
    """
    left = [f"decision {d.id}, {d.about} ({d.rule})" for d in sheet.state.decisions]
    left += [f"{d.what} ({d.rule})" for d in must]
    if left and not request.left_open:
        raise NotAllowed(
            f"{sheet.state.turn.name} can't end yet; still to do: " + "; ".join(left),
            "eia-ref agenda says how; to go on all the same: eia-ref turn next --leave-open",
            "left-open",
        )
    for what in left:
        sheet.say(f"Left open: {what}.")


def next_turn(sheet: Sheet[S], over: Callable[[InForce], str]) -> list[InForce]:
    """Begins the next turn and ends what is over; what that was. `over` says it in words."""
    turn = sheet.state.turn
    sheet.apply(TurnBegins(kind=turn.key, was=turn, now=turn.plus(1)))
    sheet.say(f"{turn.name} ends, {sheet.state.turn.name} begins.")
    ended = [t for t in sheet.state.in_force if t.until is not None and t.until <= sheet.state.turn]
    for thing in ended:
        sheet.apply(as_a(Ends, thing))
        sheet.say(f"Over: {over(thing)}.", thing.rule)
    sheet.outcome = f"{sheet.state.turn.name} begins"
    return ended
