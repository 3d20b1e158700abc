"""Turns: what a page is, is the game's; each kind is known by how it is written. And how a turn ends."""

from __future__ import annotations

import re
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from eia_ref.core.adjudication import Sheet
from eia_ref.core.calendar import Month
from eia_ref.core.effects import TurnBegins
from eia_ref.core.requests import TurnRequest
from eia_ref.core.turn import Turn
from eia_ref.core.turn_end import next_turn, pass_over
from tests.core.tools import FOURTH, decide, decision, refused, state, storm
from tests.toy import TOY, Harbour, Tide


def test_a_turn_is_read_back_as_the_kind_it_is_written_as() -> None:
    """By its form alone: a thing in force says since when, and not of which game it is."""
    assert type(Turn("1789-04")) is Month
    assert type(Turn("tide-004")) is Tide
    read = TypeAdapter(Turn).validate_python("tide-004")
    assert (read, read.name, read.plus(1)) == ("tide-004", "the 4. tide", "tide-005")
    assert type(storm(until="tide-009").until) is Tide


@pytest.mark.parametrize("text", ["", "tide-4", "tide-0004", "1789-13", "1789", "x"])
def test_what_is_no_turn_of_any_game(text: str) -> None:
    with pytest.raises(ValidationError, match="no turn of any game: write it as"):
        TypeAdapter(Turn).validate_python(text)
    assert "write it as tide-001" in refused("bad-input", lambda: Tide.typed(text)).message


def test_two_kinds_are_never_written_alike() -> None:
    """Such a kind is refused as its class is made; a form that does not fit its own example, too."""
    kinds = list(Turn.kinds)
    with pytest.raises(TypeError, match="Day is written like Tide"):
        type("Day", (Turn,), {"form": re.compile(r"\w+-\d+"), "example": "day-1"})
    with pytest.raises(TypeError, match="is not written in its form"):
        type("Day", (Turn,), {"form": re.compile(r"day \d"), "example": "day-1"})
    assert Turn.kinds == kinds


def test_a_form_that_fits_two_kinds_is_refused_when_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the examples did not show."""
    monkeypatch.setattr(Turn, "kinds", [*Turn.kinds, Tide])
    with pytest.raises(ValueError, match="may be a tide or a tide"):
        Turn("tide-004")


def test_the_game_says_what_its_turn_is() -> None:
    assert TOY.turn is Tide
    assert (TOY.turn.unit, TOY.turn.units, TOY.turn.key) == ("tide", "tides", "turn")
    assert (Month.unit, Month.units, Month.key) == ("month", "months", "month")


def test_the_next_turn_has_the_kind_of_its_page() -> None:
    """A month's effect is called a month, as it is in ledgers that have had no other; any other game's is a turn."""
    for first in (FOURTH, Month("1789-12")):
        table = {"kind": first.key, "was": str(first), "now": str(first.plus(1))}
        assert TOY.effect_from(table) == TurnBegins(kind=first.key, was=first, now=first.plus(1))


def turn_ends(on: Harbour, left_open: bool = False) -> Any:
    """The end of a turn by the frame alone."""

    def resolve(sheet: Sheet[Harbour], request: Any) -> None:
        pass_over(sheet, TurnRequest(left_open=left_open))
        next_turn(sheet, lambda thing: thing.what)

    return decide(resolve, on=on)


def test_what_is_over_ends_with_the_turn() -> None:
    """`until` is the first turn without it."""
    things = [storm("1.1", until=FOURTH.plus(1)), storm("1.2", until=FOURTH.plus(2)), storm("1.3")]
    done = turn_ends(state(in_force=things))
    assert done.after.turn == "tide-005"
    assert [t.id for t in done.after.in_force] == ["1.2", "1.3"]
    assert "T-1: Over: storm." in done.text
    assert done.outcome == "the 5. tide begins"


def test_nothing_is_passed_over_unsaid() -> None:
    """A decision left open stops the turn; with --leave-open it goes on, and says over what."""
    on = state(decisions=[decision("5.1")])
    refusal = refused("left-open", lambda: turn_ends(on))
    assert refusal.exit_code == 1
    assert "5.1" in refusal.message
    assert "--leave-open" in refusal.hint
    done = turn_ends(on, left_open=True)
    assert any("Left open: " in line and "5.1" in line for line in done.text)
    assert done.after.decisions == on.decisions
