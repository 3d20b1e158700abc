"""The clauses of a rulebook and the rulings on what it leaves open: their words, and how they are handled."""

from typing import Literal

from pydantic import TypeAdapter

from eia_ref.core.frozen import Frozen
from eia_ref.core.rulebook import Rulebook, frame

Handled = Literal["adjudicated", "checked", "reminded", "reference", "not yet"]


class Clause(Frozen):
    """A clause of the rules: its place, one sentence in our words, how it is handled, and by what."""

    id: str
    heading: str
    says: str
    handled: Handled
    by: str = ""


class Decided(Frozen):
    """A ruling: how a question the rules leave open is decided; `option` is the setting that chooses otherwise."""

    id: str
    heading: str
    says: str
    option: str = ""


def every_clause(rulebook: Rulebook) -> list[Clause]:
    """Every clause, in the order of the rules."""
    return TypeAdapter(list[Clause]).validate_python(rulebook.table("clauses")["clause"])


def every_ruling(rulebook: Rulebook) -> list[Decided]:
    """Every ruling on what the rules leave open: the frame's, which hold in every game, then the game's own."""
    own = rulebook.table("rulings")["ruling"] if rulebook.has("rulings") else []
    return TypeAdapter(list[Decided]).validate_python([*frame().table("rulings")["ruling"], *own])
