"""A campaign with everything in it that can be shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Ref
from tests.show.tools import LONG

MADE: list[bytes] = []  # the ledger of `long`, made once


@pytest.fixture
def long(ref: Ref, place: Path) -> Path:
    """A month and a half with everything in it that can be shown; its ledger. Entries 1 to 7."""
    ledger = place / "campaigns" / "spring.toml"
    if MADE:
        ledger.parent.mkdir()
        ledger.write_bytes(MADE[0])
        return ledger
    for typed in (
        ("new", "Spring", "--areas", "Bavaria, Tyrol, Saxony, Hesse, Tuscany"),
        ("event", "roll", "--dice", "53 3 4 1 1", "--note", LONG, "--by", "Björn"),
        ("settle", "1.17", "both fight", "--note", "[bold]x[/bold]"),
        ("void", "2", "--because", LONG),
        ("event", "roll"),
        ("turn", "next"),
        ("event", "roll", "--dice", "26 5"),
    ):
        assert ref(*typed).code == 0, typed
    assert ref("status", "--json").json["turn"] == "1789-02"
    MADE.append(ledger.read_bytes())
    return ledger
