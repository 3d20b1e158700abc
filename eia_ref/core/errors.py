"""What can go wrong, said for a tired person: what was wrong, where, and what to type now."""

from __future__ import annotations

from typing import Any


def quoted(words: str) -> str:
    """What somebody typed, in quotes, for an answer of one line: its beginning, where it is long."""
    return repr(words if len(words) <= 60 else words[:57] + "...")


class RefereeError(Exception):
    """Bad words or bad input (exit 2), and the base of the others.

    `message` says what was wrong and where; `hint` what to do or type now; `code` is a short word for programs.
    """

    exit_code = 2
    code = "bad-input"

    def __init__(self, message: str, hint: str = "", code: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.dice: tuple[Any, ...] = ()  # what had fallen when an adjudication was refused
        self.hint = hint
        if code:
            self.code = code


class BadSetting(RefereeError):
    """A setting of the header that the game does not know. `loc` is where in the header it stands (exit 2)."""

    code = "setting"

    def __init__(self, loc: tuple[str, ...], message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.loc = loc


class NotAllowed(RefereeError):
    """The question was understood, and by the rules the answer is no (exit 1)."""

    exit_code = 1
    code = "not-allowed"


class LedgerFault(RefereeError):
    """The ledger can't be read or written (exit 3)."""

    exit_code = 3
    code = "ledger"


class CantApply(RefereeError):
    """An effect would put something out of bounds: nothing may be written (exit 2)."""

    code = "cant-apply"
