"""The roster of leaders, and how it stands with each: who has come, who is at hand, who is in exile."""

from __future__ import annotations

import functools
from typing import Literal

from pydantic import TypeAdapter

from eia_ref.core import names
from eia_ref.core.adjudication import Sheet
from eia_ref.core.calendar import Month
from eia_ref.core.frozen import Frozen
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.effects import LeaderIs
from eia_ref.empires.state import Campaign, Leader, LeaderStatus

AT_HAND = ("available", "on the map")


class Card(Frozen):
    """A leader's card: see rules/empires/leaders.toml for what each key means."""

    name: str
    power: str
    strategic: int
    tactical: int
    maximum: int
    rank: Literal["A", "B", "C", "D"]
    clause: str
    also: list[str] = []
    cavalry: bool = False
    royal: bool = False
    naval: bool = False
    faction: Literal["royalist", "republican"] | None = None
    year: int | None = None
    leaves: int | None = None


@functools.cache
def cards(rulebook: Rulebook) -> dict[str, Card]:
    """Every leader's card by name."""
    table = TypeAdapter(list[Card]).validate_python(rulebook.table("leaders")["leader"])
    return {c.name: c for c in table}


def card(rulebook: Rulebook, state: Campaign, name: str) -> Card:
    """A leader's card as it now is."""
    return cards(rulebook)[name]


def find_leader(rulebook: Rulebook, state: Campaign, said: str, power: str | None = None) -> str:
    """The leader meant, accents or not; refuses others with the nearest."""
    known = [c for c in cards(rulebook).values() if power in (None, c.power)]
    return names.find(said, [c.name for c in known], "leader", {word: c.name for c in known for word in c.also})


def at_hand(rulebook: Rulebook, state: Campaign, power: str) -> list[str]:
    """A power's leaders who are available or on the map."""
    return [n for n, leader in state.leaders.items() if leader.status in AT_HAND and _power(rulebook, n) == power]


def in_exile(state: Campaign) -> list[str]:
    """The leaders in exile."""
    return [n for n, leader in state.leaders.items() if leader.status == "in exile"]


def change(
    sheet: Sheet[Campaign],
    name: str,
    status: LeaderStatus | None,
    until: Month | None = None,
    by: str | None = None,
) -> None:
    """It stands otherwise with a leader from now on; None: as if he had not come yet."""
    now = Leader(status=status, since=sheet.state.month, until=until, by=by) if status else None
    sheet.apply(LeaderIs(leader=name, was=sheet.state.leaders.get(name), now=now))


def _power(rulebook: Rulebook, name: str) -> str:
    return cards(rulebook)[name].power
