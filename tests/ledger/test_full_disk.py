"""Full disks, and disks that fail."""

from __future__ import annotations

import errno
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from eia_ref.core.errors import LedgerFault
from tests.ledger.tools import Splitting
from tests.toy import (
    beside,
    throws,
)


def run_with_room(room: int, *words: str) -> subprocess.CompletedProcess[str]:
    """The command line in a process that may not make a file longer than `room`."""
    return subprocess.run(
        [sys.executable, "-B", "-m", "eia_ref", *words],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
    )


def test_a_full_disk(spring: Path) -> None:
    """The block does not fit: one clear line, exit 3, the file as it was byte for byte. Also with half a month."""
    before = spring.read_bytes()
    for room in (len(before), len(before) + 100, len(before) + 900):
        said = run_with_room(room, "turn", "next", "--leave-open", "-c", str(spring))
        assert said.returncode == 3
        assert said.stderr.startswith(f"eia-ref: {spring}: file too large\n")
        assert len(said.stderr.splitlines()) == 2
        assert said.stdout == ""
        assert spring.read_bytes() == before
    assert beside(spring) == {}


def test_a_full_disk_for_a_new_ledger(place: Path) -> None:
    said = run_with_room(500, "new", "Spring", "-c", str(place / "spring.toml"))
    assert said.returncode == 3
    assert said.stderr.startswith(f"eia-ref: {place / 'spring.toml'}: file too large\n")
    assert list(place.iterdir()) == []


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EDQUOT])
def test_a_disk_that_fails_in_the_middle(
    lived: Path, lived_bytes: bytes, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """In the writing, or in the flushing: what was written is taken back."""
    real = Path.open

    class Failing(Splitting):
        def write(self, data: bytes) -> int:
            self.left[0] -= 1
            if not self.left[0]:
                raise OSError(number, os.strerror(number))
            written: int = self.file.write(data[: self.size])
            return written

    def failing(self: Path, mode: str = "r", *more: Any, **also: Any) -> Any:
        file = real(self, mode, *more, **also)
        return Failing(file, 40, [5]) if self == lived and "+" in mode else file

    monkeypatch.setattr(Path, "open", failing)
    with pytest.raises(LedgerFault) as refusal:
        throws(lived)
    assert refusal.value.code == "file"
    assert lived.read_bytes() == lived_bytes
    monkeypatch.setattr(Path, "open", real)
    flushed = os.fsync
    fails = [True]

    def flush(fd: int) -> None:
        if fails:
            fails.pop()
            raise OSError(number, os.strerror(number))
        flushed(fd)

    monkeypatch.setattr(os, "fsync", flush)
    with pytest.raises(LedgerFault):
        throws(lived)
    assert lived.read_bytes() == lived_bytes
