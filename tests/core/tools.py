"""What the tests of the core share: a state of the toy's, and what may stand in one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from eia_ref.core.adjudication import Adjudicator, adjudicate
from eia_ref.core.dice import Dice, Die, EngineDice
from eia_ref.core.errors import RefereeError
from eia_ref.core.position import Position
from eia_ref.core.requests import TurnRequest
from eia_ref.core.state import Decision, InForce, State
from tests.toy import TOY, Harbour, Tide

FOURTH = Tide("tide-004")


def refused(code: str, use: Callable[[], object]) -> RefereeError:
    """The refusal, of this code."""
    with pytest.raises(RefereeError) as refusal:
        use()
    assert refusal.value.code == code
    return refusal.value


def die(value: int, purpose: str, sides: int = 6, source: Any = "table") -> Die:
    """A die as an entry has it."""
    return Die(sides=sides, value=value, purpose=purpose, source=source)


def state(**more: Any) -> Harbour:
    """A state of the toy's."""
    return Harbour(turn=FOURTH, purse={"Anna": 5, "Bertil": 5}, settings={"limit": "high"}, **more)


def by(resolve: Callable[[Any, Any], None]) -> Adjudicator[Any, Any]:
    """An adjudicator for a test."""
    return Adjudicator("test it", TurnRequest, resolve)


def decide(resolve: Callable[[Any, Any], None], dice: Dice | None = None, on: State | None = None) -> Any:
    """What it decides."""
    return adjudicate(Position(TOY.rulebook, on or state()), by(resolve), TurnRequest(), dice or EngineDice(), 17)


def storm(id: str = "3.1", **more: Any) -> InForce:
    """Something in force."""
    return InForce(id=id, what="storm", rule="T-1", since=FOURTH, **more)


def decision(id: str) -> Decision:
    """Something left open."""
    return Decision(id=id, about="prize", rule="T-1", since=FOURTH, whom="Anna")
