"""The rulebook: its tables, its clauses, its digest."""

from __future__ import annotations

from pathlib import Path

import pytest

from eia_ref.core.clauses import every_clause
from eia_ref.core.rulebook import Rulebook
from tests.core.tools import refused
from tests.toy import RULES


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A copy of the toy's rules, with a chart in a folder of its own."""
    folder = tmp_path / "rules"
    (folder / "charts").mkdir(parents=True)
    for file in RULES.glob("*.toml"):
        (folder / file.name).write_bytes(file.read_bytes())
    (folder / "charts" / "combat.toml").write_text("a = 1\n")
    return folder


def test_tables(rules: Path) -> None:
    """By name, from folders too, read once."""
    book = Rulebook(rules)
    assert book.table("harbour")["purse"] == 10
    assert book.table("charts/combat") == {"a": 1}
    assert book.table("harbour") is book.table("harbour")
    assert [c.id for c in every_clause(book)] == ["T-1"]


def test_tables_that_can_not_be_read(rules: Path) -> None:
    """By the file's name."""
    book = Rulebook(rules)
    refused("no-rules", lambda: book.table("no"))
    refused("no-rules", lambda: Rulebook(rules / "no"))
    for bad in (b"a = \n", b"a = '\xff'\n"):
        (rules / "bad.toml").write_bytes(bad)
        assert "bad.toml" in refused("bad-rules", lambda: Rulebook(rules).table("bad")).message


def test_the_digest_is_of_the_figures(rules: Path) -> None:
    """Every figure of every table counts, and where it stands; words about the rules, and line ends, do not."""
    before = Rulebook(rules).digest()
    assert len(before) == 16

    def digest(name: str, data: bytes | None) -> str:
        path = rules / name
        kept = path.read_bytes() if path.exists() else None
        if data is None:
            path.unlink()
        else:
            path.write_bytes(data)
        found = Rulebook(rules).digest()
        path.unlink(missing_ok=True)
        if kept is not None:
            path.write_bytes(kept)
        return found

    harbour = (rules / "harbour.toml").read_bytes()
    assert digest("harbour.toml", harbour) == before
    assert digest("harbour.toml", harbour.replace(b"\n", b"\r\n")) == before
    assert digest("clauses.toml", b"") == before
    assert digest("rulings.toml", b"a = 1\n") == before
    assert digest("notes.txt", b"a") == before
    changed = {
        digest("harbour.toml", harbour.replace(b"10", b"11")),
        digest("harbour.toml", None),
        digest("charts/combat.toml", b"a = 2\n"),
        digest("charts/naval.toml", b""),
        digest("combat.toml", b"a = 1\n"),
    }
    assert before not in changed
    assert len(changed) == 5
