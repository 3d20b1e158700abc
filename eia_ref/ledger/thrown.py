"""Dice the referee threw for a command that was then refused: kept beside the ledger until that command is done.

Nothing is written into the ledger for a refused command, and yet nobody gets other dice by typing it again.
"""

import contextlib
from collections.abc import Sequence
from pathlib import Path

from pydantic import AliasChoices, Field, TypeAdapter

from eia_ref.core import toml
from eia_ref.core.dice import Die
from eia_ref.core.frozen import Frozen
from eia_ref.core.turn import Turn
from eia_ref.ledger.text import lines


class Thrown(Frozen):
    """The dice, and for what: the turn, the command, and what makes it the same adjudication.

    `after` is the ledger's last entry then: once a later one is of the same, the dice are used up.
    """

    turn: Turn = Field(validation_alias=AliasChoices("turn", "month"))  # as an older eia-ref wrote it
    command: str
    same: str
    after: int
    dice: list[Die]


def beside(path: Path) -> Path:
    """Where they are kept."""
    return path.with_name(path.name + ".thrown")


def kept(path: Path) -> list[Thrown]:
    """The dice kept beside this ledger, if there are any that can be read."""
    with contextlib.suppress(OSError, ValueError):
        table = toml.loads(beside(path).read_text(encoding="utf-8"))
        return TypeAdapter(list[Thrown]).validate_python(table.get("thrown"))
    return []


def save(path: Path, thrown: Sequence[Thrown]) -> None:
    """Keeps these dice beside the ledger, and no others. Raises OSError."""
    if not thrown:
        beside(path).unlink(missing_ok=True)
        return
    text = "# Dice thrown for a command that was refused; they stand when it is typed again (R-08).\n"
    for some in thrown:
        text += f"\n[[thrown]]\n{lines(some.model_dump(mode='json', by_alias=True, exclude_none=True))}\n"
    new = path.with_name(f".{path.name}.thrown.new")
    new.write_text(text, encoding="utf-8")
    new.replace(beside(path))
