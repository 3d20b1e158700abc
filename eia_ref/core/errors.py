"""What can go wrong, said for a tired person: what was wrong, where, and what to type now."""

from __future__ import annotations


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
        self.hint = hint
        if code:
            self.code = code


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
