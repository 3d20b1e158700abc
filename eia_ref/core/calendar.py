"""Months, for games whose turn is a month; only this module counts them."""

from __future__ import annotations

import re

from eia_ref.core.turn import Turn

NAMES = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


class Month(Turn):
    """A month, written `1789-04`."""

    __slots__ = ()
    form = re.compile(r"[1-9]\d{3}-(0[1-9]|1[0-2])", re.ASCII)
    example = "1789-04"
    unit, units, key = "month", "months", "month"

    @property
    def year(self) -> int:
        """The calendar year, as 1789."""
        return int(self[:4])

    @property
    def number(self) -> int:
        """The month of the year, 1 to 12."""
        return int(self[5:])

    @property
    def name(self) -> str:
        """For people: `April 1789`."""
        return f"{NAMES[self.number - 1]} {self.year}"

    def plus(self, count: int) -> Month:
        """The month so many months on (or back). Refuses one the calendar does not have (1000 to 9999)."""
        months = self.year * 12 + self.number - 1 + count
        return Month.typed(f"{months // 12:04d}-{months % 12 + 1:02d}")

    def last_of(self, months: int) -> Month:
        """The last month of something that lasts so many months, this one counted first."""
        return self.plus(months - 1)

    def until_next(self, numbers: tuple[int, ...]) -> Month:
        """The first month from this one on, itself included, whose number is one of these."""
        return next(m for m in (self.plus(i) for i in range(12)) if m.number in numbers)
