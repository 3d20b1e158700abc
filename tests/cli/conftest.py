"""A campaign under way, and dice that need no list."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.tools import FAMINE
from tests.conftest import Ref

MADE: list[bytes] = []  # the ledger of `under_way`, made once


@pytest.fixture
def under_way(ref: Ref, place: Path) -> Path:
    """January 1789 with three entries: begun, a famine rolled (with note and name), the war decided."""
    ledger = place / "campaigns" / "spring.toml"
    if MADE:
        ledger.parent.mkdir()
        ledger.write_bytes(MADE[0])
        return ledger
    assert ref("new", "Spring", "--areas", "Bavaria, Tyrol, Saxony, Hesse, Tuscany").code == 0
    assert ref(*FAMINE, "--note", "at Anna's", "--by", "Björn").code == 0
    assert ref("settle", "1.17", "both fight").code == 0
    MADE.append(ledger.read_bytes())
    return ledger


@pytest.fixture
def trade(monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee's own dice fall on a trade surplus, a row that needs no list."""
    monkeypatch.setattr("secrets.randbelow", lambda sides: 39 % sides)
