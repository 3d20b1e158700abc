"""A ledger for what is taken back, and for dice that stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.toy import begin_toy, play


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    """A ledger of the toy whose first decision is settled: entries 1 and 2."""
    path = begin_toy(tmp_path / "harbour.toml")
    play(path, "settle", decision="1.1", answer="Anna")
    return path
