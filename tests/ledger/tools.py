"""What the tests of the ledger share: looking at one, changing one, and a file that stops in the middle."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from eia_ref.core.errors import RefereeError
from eia_ref.ledger.audit import audit
from eia_ref.ledger.findings import Finding, Report
from eia_ref.ledger.model import Entry
from eia_ref.ledger.read import parts
from tests.toy import (
    toy_named,
)


def report(path: Path) -> Report:
    """Its audit."""
    return audit(path, toy_named)


def change(path: Path, old: str, new: str, after: str = "") -> int:
    """Puts `new` for the first `old` after a piece of text; its line, 1 for the first."""
    data = path.read_bytes().decode()
    at = data.index(old, data.index(after))
    path.write_bytes((data[:at] + new + data[at + len(old) :]).encode())
    return data[:at].count("\n") + 1


def found(path: Path, code: str, **what: Any) -> Finding:
    """The first finding of this code, with these of its fields."""
    findings = report(path).findings
    fits = [f for f in findings if f.code == code and all(getattr(f, k) == v for k, v in what.items())]
    assert fits, findings
    return fits[0]


def entries(path: Path) -> list[Entry]:
    """Every entry."""
    return [e for part in parts(path)[1] for e in part.page.entry]


def refused(code: str, *use: Any, **more: Any) -> str:
    """What a void, or another command, is refused with."""
    with pytest.raises(RefereeError) as refusal:
        use[0](*use[1:], **more)
    assert refusal.value.code == code
    return f"{refusal.value.message} / {refusal.value.hint}"


class Splitting:
    """A file that writes a few bytes at a time, and at a moment chosen before kills its own process."""

    def __init__(self, file: Any, size: int, left: list[int]) -> None:
        self.file, self.size, self.left = file, size, left

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)

    def __enter__(self) -> Splitting:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def write(self, data: bytes) -> int:
        self.left[0] -= 1
        if not self.left[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        written: int = self.file.write(data[: self.size])
        return written
