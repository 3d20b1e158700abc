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
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import Decision
from eia_ref.empires.powers import persia_to_come
from eia_ref.empires.state import Campaign

SUBJECTS: tuple[str, ...] = (  # in the order they act at a month's end
    "leaders.comings",
    "revolution.revolution",
    "charts",
    "politics.politics",
    "politics.territory",
    "politics.victory",
    "persia.persia",
    "events.palestine",
    "events.collect",
    "places.polish_wars",
    "places.wills",
    "places.ireland",
    "naval.counters",
)
# Which may keep a month from ending, or have what passes with it, and when: what is next is told without the others.
MAY_HOLD: Mapping[str, Callable[[Rulebook, Campaign], bool]] = {
    "politics.politics": lambda rulebook, state: any(t.what == "must surrender" for t in state.in_force),
    "politics.territory": lambda rulebook, state: _economic(rulebook, state),
    "politics.victory": lambda rulebook, state: (
        _economic(rulebook, state) or any(p.victory for p in state.powers.values()) or state.month.year > 1814
    ),
    "persia.persia": lambda rulebook, state: (
        bool(state.persia.cut_off) or any(mark.endswith(persia_to_come("")) for mark in state.once)
    ),
    "events.collect": lambda rulebook, state: _economic(rulebook, state),
    "leaders.comings": lambda rulebook, state: any(what.startswith("casualty roll of ") for what in state.once),
    "naval.counters": lambda rulebook, state: any(" has to leave the " in what for what in state.once),
}
Section = tuple[str, Sequence[Sequence[str]]]


class Subject(NamedTuple):
    """What a subject adds. Whatever is not given, it does not do.

    `month_ends` acts in the month that ends. `agenda` and `notes` add to what is due and what is only assumed;
    `answers` (by what a decision is about) does what follows from an answer; `status` adds sections to where a power
    stands, or to where all do (None).
    """

    month_ends: Callable[[Sheet[Campaign]], None] = lambda sheet: None
    agenda: Callable[[Rulebook, Campaign], list[Due]] = lambda rulebook, state: []
    notes: Callable[[Rulebook, Campaign], list[str]] = lambda rulebook, state: []
    answers: Mapping[str, Callable[[Sheet[Campaign], Decision, str], None]] = {}
    status: Callable[[Rulebook, Campaign, str | None], list[Section]] = lambda rulebook, state, power: []


def _economic(rulebook: Rulebook, state: Campaign) -> bool:
    return state.month.number in rulebook.table("calendar")["economic"]


def subject(name: str) -> Subject:
    """The subject of that module."""
    found: Subject = import_module(f"eia_ref.empires.{name}").SUBJECT
    return found


@functools.cache
def every() -> tuple[Subject, ...]:
    """All subjects, in their order."""
    return tuple(subject(name) for name in SUBJECTS)
