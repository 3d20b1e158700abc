"""Two at once: one waits, nothing is lost."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from pathlib import Path

import pytest
from filelock import FileLock

from eia_ref.core.errors import LedgerFault
from eia_ref.ledger import clerk, write
from eia_ref.ledger.clerk import Clerk, Said
from eia_ref.ledger.read import parts
from tests.toy import (
    ThrowRequest,
    begin_toy,
    beside,
    clean,
    next_tide,
    opened,
    throws,
    toy_named,
    write_at_end,
)


def test_several_writers_at_once(lived: Path) -> None:
    """No entry is lost and the numbers run on, whoever comes first."""
    writers, each = 4, 8
    pids = []
    for _ in range(writers):
        pid = os.fork()
        if not pid:
            code = 1
            with contextlib.suppress(BaseException):
                for _ in range(each):
                    throws(lived, "6 2")
                code = 0
            os._exit(code)
        pids.append(pid)
    assert [os.waitpid(pid, 0)[1] for pid in pids] == [0] * writers
    entries = [e for part in parts(lived)[1] for e in part.page.entry]
    assert [e.number for e in entries] == list(range(1, 12 + 1 + writers * each))
    assert clean(lived)


def test_reading_while_somebody_writes(lived: Path) -> None:
    """Who reads takes no lock, and sees the ledger as it was before or after some block."""
    pid = os.fork()
    if not pid:
        with contextlib.suppress(BaseException):
            while True:
                throws(lived, "6 2")
                next_tide(lived)
        os._exit(1)
    try:
        counts = []
        end = time.monotonic() + 0.5
        while time.monotonic() < end:
            ledger = opened(lived)
            assert ledger.tampered == []
            counts.append(ledger.page.count)
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    assert counts == sorted(counts)
    assert counts[-1] > counts[0]


def test_several_begin_the_same_campaign(tmp_path: Path) -> None:
    """One of them begins it; the others are told that it exists."""
    path = tmp_path / "a.toml"
    pids = []
    for _ in range(4):
        pid = os.fork()
        if not pid:
            code = 1
            with contextlib.suppress(LedgerFault):
                begin_toy(path)
                code = 0
            os._exit(code)
        pids.append(pid)
    ends = [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in pids]
    assert sorted(ends) == [0, 1, 1, 1]
    assert clean(path)
    assert beside(path) == {}


def test_a_lock_held_too_long(lived: Path, lived_bytes: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second game master is told after a while, also by another name of the same file. Reading goes on."""
    monkeypatch.setattr(write, "WAIT", 0.1)
    link = lived.parent / "link" / "other.toml"
    link.parent.mkdir()
    link.symlink_to(lived)
    with FileLock(lived.with_name("harbour.toml.lock")):
        for path in (lived, link):
            with pytest.raises(LedgerFault, match="being written by another eia-ref") as refusal:
                throws(path)
            assert refusal.value.code == "locked"
            assert opened(path).page.count == 12
    assert lived.read_bytes() == lived_bytes
    throws(link)
    assert link.is_symlink()
    assert clean(lived)


def test_somebody_saves_the_file_meanwhile(lived: Path) -> None:
    """An editor knows no lock: what it saved since is not written over."""
    with write.writing(lived, toy_named) as ledger:
        work = Clerk.at(ledger)
        work.adjudicate("throw", ThrowRequest(player="Anna", stake=1), Said())
        write_at_end(lived, "# good night\n")
        with pytest.raises(LedgerFault, match="changed meanwhile"):
            clerk.write(work, ledger)
    assert lived.read_bytes().endswith(b"# good night\n")
    assert clean(lived)
