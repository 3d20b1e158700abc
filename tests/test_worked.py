"""Worked campaigns and the README: the commands still make what stands there, and every ledger audits clean."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from eia_ref.cli.reference import with_table
from eia_ref.games import game_named
from eia_ref.ledger.audit import audit
from tests.worked import EXAMPLE, HERE, README, ledger_of, make, run, session

SCRIPTS = sorted(HERE.glob("*.txt"))
LEDGERS = [EXAMPLE, *(p for p in sorted(HERE.glob("*.toml")) if not p.name.endswith(".header.toml"))]


def content(data: bytes) -> Any:
    """A ledger as data, without what differs from one making to the next: times, and the hashes over them."""
    table = tomllib.loads(data.decode("utf-8"))
    for turn in table["turn"]:
        del turn["previous"], turn["seal"]
        for entry in turn.get("entry", []):
            del entry["time"], entry["previous"], entry["hash"]
    return table


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda p: p.stem)
def test_the_commands_make_the_ledger(script: Path) -> None:
    """The ledger may have been gone on with (by the README's first command): what was made must be its beginning."""
    made, there = content(make(script)), content(ledger_of(script).read_bytes())
    last = len(made["turn"]) - 1
    there["turn"] = there["turn"][: last + 1]
    there["turn"][last]["entry"] = there["turn"][last].get("entry", [])[: len(made["turn"][last].get("entry", []))]
    made["turn"][last].setdefault("entry", [])
    assert made == there


@pytest.mark.parametrize("ledger", LEDGERS, ids=lambda p: p.stem)
def test_the_ledger_audits_clean(ledger: Path) -> None:
    report = audit(ledger, game_named)
    assert report.findings == []
    assert report.replayed == report.entries > 20


def test_the_example_goes_on_with_any_event(tmp_path: Path) -> None:
    """Whatever the dice, the README's first command needs no flag."""
    copy = tmp_path / "example.toml"
    copy.write_bytes(made := make(HERE / "example.txt"))
    for number in range(1, 101):
        code, said = run(["event", "roll", "--dry-run", "--dice", f"{number} ...", "-c", str(copy)])
        assert code == 0, said
    assert copy.read_bytes() == made


def test_the_readme_lists_the_commands_there_are() -> None:
    text = README.read_text(encoding="utf-8")
    assert with_table(text) == text, "run python -m tests.worked"


def test_the_readme_shows_the_session_as_it_is() -> None:
    text = README.read_text(encoding="utf-8")
    assert masked(session(text)) == masked(text), "run python -m tests.worked"


def masked(text: str) -> str:
    """Text without hashes, which differ with the time."""
    return re.sub(r"\b[0-9a-f]{12,64}\b", "HASH", text)
