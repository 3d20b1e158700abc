"""Months: counted, lasting, ended."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eia_ref.core.adjudication import Sheet
from eia_ref.core.calendar import Month, month
from eia_ref.core.month import next_month, pass_over
from eia_ref.core.requests import TurnRequest
from tests.core.tools import APRIL, decide, decision, refused, state, storm
from tests.toy import Harbour


def test_months() -> None:
    """Text order is time order; months are counted across years."""
    assert APRIL.plus(9) == "1790-01"
    assert APRIL.plus(-4) == "1788-12"
    assert APRIL.plus(0) == APRIL
    assert (APRIL.year, APRIL.number, APRIL.name) == (1789, 4, "April 1789")
    assert Month("1789-12") < Month("1790-01")
    assert isinstance(APRIL.plus(1), Month)


def test_how_long_things_last() -> None:
    """R-07: this month is the first; three months rolled in April are over as July begins."""
    assert APRIL.last_of(3) == "1789-06"
    assert APRIL.last_of(1) == APRIL


def test_the_next_of_some_months() -> None:
    """R-06: this month itself, if it is one of them."""
    economic = (3, 6, 9, 12)
    assert APRIL.until_next(economic) == "1789-06"
    assert Month("1789-06").until_next(economic) == "1789-06"
    assert Month("1789-12").until_next((1,)) == "1790-01"


@pytest.mark.parametrize(
    "text", ["1789-13", "1789-00", "1789-4", "789-04", "0789-04", "1789/04", "April 1789", "", "1789-04\n", "١٧٨٩-٠٤"]
)
def test_what_is_no_month(text: str) -> None:
    assert "write it as 1789-04" in refused("bad-input", lambda: month(text)).message
    with pytest.raises(ValueError, match="no month"):
        Month(text)


def test_the_ends_of_the_calendar() -> None:
    """Beyond them is a refusal, not a fault."""
    refused("bad-input", lambda: Month("9999-12").plus(1))
    refused("bad-input", lambda: Month("1000-01").plus(-1))
    refused("bad-input", lambda: Month("9999-12").last_of(3))


@given(a=st.integers(-2000, 2000), b=st.integers(-2000, 2000))
def test_counting_months_adds_up(a: int, b: int) -> None:
    assert APRIL.plus(a).plus(b) == APRIL.plus(a + b)
    assert (APRIL.plus(a) < APRIL.plus(b)) == (a < b)


def month_ends(on: Harbour, left_open: bool = False) -> Any:
    """The end of a month by the frame alone."""

    def resolve(request: Any, sheet: Sheet[Harbour]) -> None:
        pass_over(TurnRequest(left_open=left_open), sheet)
        next_month(sheet, lambda thing: thing.what)

    return decide(resolve, on=on)


def test_what_is_over_ends_with_the_month() -> None:
    """R-07: `until` is the first month without it."""
    things = [storm("1.1", until=Month("1789-05")), storm("1.2", until=Month("1789-06")), storm("1.3")]
    done = month_ends(state(in_force=things))
    assert done.after.month == "1789-05"
    assert [t.id for t in done.after.in_force] == ["1.2", "1.3"]
    assert "T-1: Over: storm." in done.text
    assert done.outcome == "May 1789 begins"


def test_nothing_is_passed_over_unsaid() -> None:
    """A decision left open stops the month; with --leave-open it goes on, and says over what."""
    on = state(decisions=[decision("5.1")])
    refusal = refused("left-open", lambda: month_ends(on))
    assert refusal.exit_code == 1
    assert "5.1" in refusal.message
    assert "--leave-open" in refusal.hint
    done = month_ends(on, left_open=True)
    assert any("Left open: " in line and "5.1" in line for line in done.text)
    assert done.after.decisions == on.decisions
