"""Time: a turn is a month (R-05), and only this module counts months."""

from __future__ import annotations

import re
from typing import Any, Self

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from eia_ref.core.errors import RefereeError, quoted

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
WRITTEN = re.compile(r"[1-9]\d{3}-(0[1-9]|1[0-2])", re.ASCII)


class Month(str):
    """A month, written `1789-04`. Text order is time order."""

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        if not WRITTEN.fullmatch(text):
            raise ValueError(f"{quoted(text)} is no month: write it as 1789-04")
        return super().__new__(cls, text)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(cls, core_schema.str_schema(strict=True))

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

    def plus(self, months: int) -> Month:
        """The month so many months on (or back). Refuses one the calendar does not have (1000 to 9999)."""
        count = self.year * 12 + self.number - 1 + months
        return month(f"{count // 12:04d}-{count % 12 + 1:02d}")

    def last_of(self, months: int) -> Month:
        """The last month of something that lasts so many months, this one counted first (R-07)."""
        return self.plus(months - 1)

    def until_next(self, numbers: tuple[int, ...]) -> Month:
        """The first month from this one on, itself included, whose number is one of these (R-06)."""
        return next(m for m in (self.plus(i) for i in range(12)) if m.number in numbers)


def month(text: str) -> Month:
    """A month as typed at the terminal; refuses anything else."""
    try:
        return Month(text)
    except ValueError as e:
        raise RefereeError(str(e)) from None
