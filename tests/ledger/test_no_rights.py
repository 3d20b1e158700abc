"""Ledgers that may not be written, and files that are none."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from eia_ref.core.errors import LedgerFault
from eia_ref.ledger.audit import audit
from tests.toy import (
    clean,
    in_child,
    opened,
    throws,
    toy_named,
)

NOBODY = 65534


@pytest.fixture
def of_nobody(lived_bytes: bytes) -> Iterator[Path]:
    """A ledger with a torn end in a folder of its own; as root, both belong to nobody, to whom rights apply."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "harbour.toml"
        path.write_bytes(lived_bytes[:-50])
        if not os.geteuid():
            for own in (path, path.parent):
                os.chown(own, NOBODY, NOBODY)
        yield path
        path.parent.chmod(0o700)


def said_by_nobody(work: Callable[[], str]) -> str:
    """What `work` comes to in a process that has no more rights than anybody."""
    read_end, write_end = os.pipe()

    def child() -> None:
        if not os.geteuid():
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        os.write(write_end, work().encode())

    assert in_child(child) == 0
    os.close(write_end)
    with os.fdopen(read_end, encoding="utf-8") as file:
        return file.read()


@pytest.mark.parametrize("which", ["the ledger", "the lock", "the folder"])
def test_no_right_to_write(of_nobody: Path, which: str) -> None:
    """One clear line, nothing written or set aside; reading goes on. Then with the right it goes on too."""
    lock = of_nobody.with_name("harbour.toml.lock")
    if which == "the lock":
        lock.touch()
    where = {"the ledger": of_nobody, "the lock": lock, "the folder": of_nobody.parent}[which]
    where.chmod(0o500 if where.is_dir() else 0o400)
    before = of_nobody.read_bytes()

    def work() -> str:
        assert opened(of_nobody).page.count == 11
        with pytest.raises(LedgerFault) as refusal:
            throws(of_nobody)
        return f"{refusal.value.code}, {refusal.value.message}, {bool(refusal.value.hint)}"

    named = of_nobody if which == "the ledger" else lock
    assert said_by_nobody(work) == f"file, {named}: permission denied, True"
    assert of_nobody.read_bytes() == before
    where.chmod(0o700 if where.is_dir() else 0o600)
    if lock.exists() and not os.geteuid():
        os.chown(lock, NOBODY, NOBODY)
    assert said_by_nobody(lambda: str(throws(of_nobody, "6 2").entry.number)) == "12"
    assert clean(of_nobody)


def test_files_that_are_none(lived: Path) -> None:
    """A folder, a name that leads nowhere, a name too long: in words, for reading and for writing."""
    os.mkfifo(lived.with_name("pipe"))
    names = ["no.toml", "x" * 300, "pipe"]
    for path in (lived.parent, Path(), Path("/dev/zero"), lived / "x", *(lived.with_name(n) for n in names)):
        for use in (opened, throws, lambda path: audit(path, toy_named)):
            with pytest.raises(LedgerFault) as refusal:
                use(path)
            assert refusal.value.exit_code == 3
            assert str(path) in refusal.value.message
