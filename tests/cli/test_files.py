"""Ledgers that can't be read or written."""

from __future__ import annotations

import os
from pathlib import Path
from unittest import mock

import pytest
from filelock import FileLock

from eia_ref.ledger import write as writing
from tests.cli.tools import refused
from tests.conftest import Ref


def test_a_ledger_held_by_another(ref: Ref, spring: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "WAIT", 0.05)
    with FileLock(f"{spring}.lock"):
        assert "another eia-ref" in refused(ref, 3, "settle", "1.17", "both")
        assert ref("status").code == 0
        assert ref("settle", "1.17", "both", "--dry-run").code == 0
    assert ref("settle", "1.17", "both").code == 0


def test_a_disk_that_is_full(ref: Ref, spring: Path) -> None:
    before = spring.read_bytes()
    with mock.patch("os.fsync", side_effect=[OSError(28, os.strerror(28)), None]):
        assert "no space left" in refused(ref, 3, "settle", "1.17", "both")
    assert spring.read_bytes() == before
    assert ref("settle", "1.17", "both").code == 0


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"\xff\xfe\x00", b"\x00" * 100, b"format = 1\n", os.urandom(3000)]
)
def test_a_file_that_is_no_ledger(ref: Ref, place: Path, content: bytes) -> None:
    (place / "x.toml").write_bytes(content)
    for typed in (("status",), ("audit",), ("turn", "next"), ("settle", "1.1", "x"), ("log", "--all"), ("show", "1")):
        refused(ref, 3, *typed, "-c", "x.toml")
    assert (place / "x.toml").read_bytes() == content
