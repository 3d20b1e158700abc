"""The roster as the house rules print it: every leader's counter, and what one comes or goes by."""

import functools
from typing import Literal

from pydantic import Field, TypeAdapter

from eia_ref.core.frozen import Frozen
from eia_ref.core.rulebook import Rulebook

Rank = Literal["A", "B", "C", "D"]


class Special(Frozen):
    """Something a leader does besides: a key for programs, words, its clause; of whom, and how much, if anything."""

    key: str
    words: str
    clause: str
    of: str = ""
    value: int | None = None


class Card(Frozen):
    """A leader's counter: rules/README.md says what each key means.

    Figures that the house rules do not print are None: those of leaders at sea, of La Salle and of Mahmud II.
    """

    name: str
    clause: str
    power: str = ""
    minor: str = ""
    also: list[str] = []
    strategic: int | None = None
    tactical: int | None = None
    maximum: int | None = None
    rank: Rank | None = None
    cavalry: bool = False
    royal: bool = False
    naval: bool = False
    faction: Literal["royalist", "republican"] | None = None
    year: int | None = None
    leaves: int | None = None
    arrives: str | None = None
    goes: str | None = None
    away: str | None = None
    kept_away: str | None = None
    replaces: str | None = None
    removes: list[str] = []
    returns: list[str] = []
    begins: str | None = None
    decision: str | None = None
    unless: list[str] = []
    after_first: bool = False
    unless_dead: str | None = None
    stacks_with: str = Field(default="", alias="with")
    with_clause: str = ""
    special: list[Special] = []
    lines: int = 1

    @property
    def side(self) -> str:
        """The power or the minor it serves."""
        return self.power or self.minor

    @property
    def rating(self) -> str:
        """As the house rules print it: `446A`, a cavalry leader's with a star; a leader at sea has the rank only."""
        figures = (self.strategic, self.tactical, self.maximum)
        bare = "".join("" if f is None else str(f) for f in figures) + (self.rank or "")
        return bare + "*" * self.cavalry if bare else "no figures"

    def has(self, key: str) -> Special | None:
        """What it does of that key, if anything."""
        return next((s for s in self.special if s.key == key), None)


class Condition(Frozen):
    """What a leader comes or goes by: rules/README.md says what each key means."""

    rule: str
    words: str
    short: str = ""
    asked: bool = False
    first: int | None = None
    stage: int | None = None
    before: int | None = None
    corps: int | None = None
    exiled: list[str] = []
    wars: int | None = None
    sides: list[str] = []
    after: str | None = None
    months: int = 0
    wins: str | None = None
    wins_at_sea: str | None = None
    surrenders: str | None = None


@functools.cache
def cards(rulebook: Rulebook) -> dict[str, Card]:
    """Every counter by name, in the order of the house rules."""
    table = TypeAdapter(list[Card]).validate_python(rulebook.table("leaders")["leader"])
    return {c.name: c for c in table}


@functools.cache
def pacifist(rulebook: Rulebook) -> Card:
    """The leader who is away when his power declares war (LD-A1)."""
    return next(c for c in cards(rulebook).values() if c.has("pacifist"))


@functools.cache
def conditions(rulebook: Rulebook) -> dict[str, Condition]:
    """Everything a leader may come or go by, by name."""
    return TypeAdapter(dict[str, Condition]).validate_python(rulebook.table("leaders")["condition"])


@functools.cache
def war_only(rulebook: Rulebook) -> tuple[str, ...]:
    """The minors whose leaders serve in their wars alone (R-260)."""
    return tuple(rulebook.table("leaders")["war_only"])


@functools.cache
def words_for(rulebook: Rulebook) -> dict[str, str]:
    """Every name and spelling of a counter, each with the name of that person's first one."""
    return {w: forms(rulebook)[c.name][0] for c in cards(rulebook).values() for w in (*c.also, c.name)}


@functools.cache
def next_form(rulebook: Rulebook) -> dict[str, Card]:
    """The counter that replaces another, by the other's name: the first in the order of the house rules."""
    return {c.replaces: c for c in reversed(cards(rulebook).values()) if c.replaces}


@functools.cache
def forms(rulebook: Rulebook) -> dict[str, tuple[str, ...]]:
    """The counters of one person, first to last, by the name of each of them."""
    chains: dict[str, tuple[str, ...]] = {}
    for card in cards(rulebook).values():
        chain = (*chains[card.replaces], card.name) if card.replaces else (card.name,)
        chains |= dict.fromkeys(chain, chain)
    return chains
