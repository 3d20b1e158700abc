"""What a subject does beside its commands: at a month's end, on the agenda, for a decision that is its own.

A subject is a module of this package with a SUBJECT. It is named here, once; it is loaded where all are asked.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import NamedTuple

from eia_ref.core.adjudication import Sheet
from eia_ref.core.game import Due
from eia_ref.core.position import Position
from eia_ref.core.state import Decision
from eia_ref.empires.state import Campaign

SUBJECTS: tuple[str, ...] = (  # in the order they act at a month's end
    "leaders.arrivals",
    "revolution.revolution",
    "charts",
    "politics.politics",
    "politics.minors_at_war",
    "politics.territory",
    "politics.victory",
    "persia.persia",
    "events.palestine",
    "events.collect",
    "places.polish_wars",
    "politics.wills",
    "places.ireland",
    "places.prisoners",
    "naval.counters",
)
Section = tuple[str, Sequence[Sequence[str]]]


class Subject(NamedTuple):
    """What a subject adds. Whatever is not given, it does not do.

    `month_ends` acts in the month that ends; `duties` leaves what is to be done as things stand when a month begins,
    at a campaign's beginning, and where an older ledger is taken up. `agenda` and `notes` add to what is to come and
    what is only assumed; `answers` (by what a decision is about) does what follows from an answer; `status` adds
    sections to where a power stands, or to where all do (None).
    """

    month_ends: Callable[[Sheet[Campaign]], None] = lambda sheet: None
    duties: Callable[[Sheet[Campaign]], None] = lambda sheet: None
    agenda: Callable[[Position[Campaign]], list[Due]] = lambda position: []
    notes: Callable[[Position[Campaign]], list[str]] = lambda position: []
    answers: Mapping[str, Callable[[Sheet[Campaign], Decision, str], None]] = {}
    status: Callable[[Position[Campaign], str | None], list[Section]] = lambda position, power: []


def subject(name: str) -> Subject:
    """The subject of that module."""
    found: Subject = import_module(f"eia_ref.empires.{name}").SUBJECT
    return found


@functools.cache
def every() -> tuple[Subject, ...]:
    """All subjects, in their order."""
    return tuple(subject(name) for name in SUBJECTS)
