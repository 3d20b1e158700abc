"""Dice the referee threw for a command that was then refused: kept beside the ledger until that command is done.

Nothing is written into the ledger for a refused command, and yet nobody gets other dice by typing it again.
"""

from __future__ import annotations

import contextlib
import tomllib
from pathlib import Path

from pydantic import ValidationError

from eia_ref.core.calendar import Month
from eia_ref.core.dice import Die
from eia_ref.core.frozen import Frozen
from eia_ref.ledger.text import lines


class Thrown(Frozen):
    """The dice, and for what: the month, the command, and what makes it the same adjudication."""

    month: Month
    command: str
    same: str
    dice: list[Die]


def beside(path: Path) -> Path:
    """Where they are kept."""
    return path.with_name(path.name + ".thrown")


def kept(path: Path) -> Thrown | None:
    """The dice kept beside this ledger, if there are any that can be read."""
    with contextlib.suppress(OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, ValidationError):
        return Thrown.model_validate(tomllib.loads(beside(path).read_text(encoding="utf-8")))
    return None


def keep(path: Path, thrown: Thrown) -> None:
    """Keeps the dice beside the ledger. Raises OSError."""
    table = thrown.model_dump(mode="json", by_alias=True)
    head = "# Dice thrown for a command that was refused; they stand when it is typed again (R-08).\n"
    beside(path).write_text(f"{head}{lines(table)}\n", encoding="utf-8")


def drop(path: Path) -> None:
    """The command is done: the dice are in the ledger."""
    with contextlib.suppress(OSError):
        beside(path).unlink(missing_ok=True)
