"""Months: counted, and how long things last."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eia_ref.core.calendar import Month
from tests.core.tools import refused

APRIL = Month("1789-04")


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
    assert "write it as 1789-04" in refused("bad-input", lambda: Month.typed(text)).message
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
