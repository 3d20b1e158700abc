"""What an audit holds against a state and an entry beyond sums and dice: nothing out of range or out of time.

Held under any rulebook, so also where an entry can't be adjudicated again. The frame knows what every game has;
a game adds its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from eia_ref.core.effects import Effect
from eia_ref.core.state import State

S = TypeVar("S", bound=State)


class Fault(NamedTuple):
    """What no rule allows: a short word for programs, and what it is. A `chore` is only worth knowing (R-240)."""

    code: str
    message: str
    chore: bool = False


class Did(NamedTuple, Generic[S]):
    """An entry that was just applied: what was asked, on which state, and what it changed."""

    command: str
    request: Mapping[str, Any]
    before: S
    effects: Sequence[Effect]


def out_of_time(state: State) -> list[Fault]:
    """What is in force before it began or past its end."""
    found = []
    for thing in state.in_force:
        if thing.until is not None and thing.until <= state.turn:
            over = f"{thing.name} ({thing.rule}) is over by {thing.until.name}"
            found.append(Fault("over", f"{over}, and still in force"))
        if thing.since > state.turn:
            found.append(Fault("early", f"{thing.name} ({thing.rule}) is in force before {thing.since.name}"))
    return found


def passed_over(unit: str, left: Sequence[str], request: Mapping[str, Any]) -> list[Fault]:
    """What was left to do when a turn ended: a chore where the game master said to go on, a fault where not.

    `unit` is what the game calls a turn.
    """
    said = bool(request.get("left_open"))
    how = f"left open over the end of the {unit}{'' if said else ' without leave'}"
    return [Fault("left-open", f"{how}: {what}", chore=said) for what in left]
