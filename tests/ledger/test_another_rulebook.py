"""Entries made under another rulebook: said, and not adjudicated again."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

from eia_ref.core.dice import TableDice
from eia_ref.core.game import Game
from eia_ref.ledger.audit import audit
from eia_ref.ledger.clerk import Clerk, Said, write
from eia_ref.ledger.write import writing
from tests.ledger.tools import change
from tests.toy import (
    TOY,
    opened,
    throws,
    toy_named,
)


def with_rules(folder: Path, old: str, new: str) -> Game[Any]:
    """The toy with a figure of its rules changed."""
    shutil.copytree(TOY.rulebook.folder, folder)
    for file in folder.glob("*.toml"):
        file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    return replace(TOY, rules=folder)


def test_other_rules_are_said_and_not_redone(lived: Path, tmp_path: Path) -> None:
    """FC-26: the chain and the balances are checked, the entries are not adjudicated again; no finding."""
    game = with_rules(tmp_path / "rules", "upkeep = 1", "upkeep = 2")
    it = audit(lived, lambda name: game)
    assert it.findings == []
    assert (it.entries, it.replayed) == (12, 1)  # a void needs no rules
    assert it.notes == [
        f"tide-001 to tide-003: made under another rulebook ({TOY.rulebook.digest()}); chain and balances checked, "
        "not adjudicated again under today's"
    ]
    change(lived, "change = 4", "change = 5")
    assert [f.code for f in audit(lived, lambda name: game).findings] == ["chain", "opening"]


def test_words_are_not_rules(lived: Path, tmp_path: Path) -> None:
    """A sentence of a clause mended makes no other rulebook."""
    game = with_rules(tmp_path / "rules", "A six wins", "A six gains")
    assert game.rulebook.digest() == TOY.rulebook.digest()
    assert audit(lived, lambda name: game).notes == []


def test_rules_changed_within_a_month(lived: Path, tmp_path: Path) -> None:
    """The entry itself keeps its rulebook where the page was opened under another."""
    game = with_rules(tmp_path / "rules", "low = 3", "low = 5")

    def play_on(path: Path) -> None:
        with writing(path, lambda name: game) as ledger:
            clerk = Clerk.at(ledger)
            request = game.adjudicator("throw").request(player="Anna", stake=5)
            clerk.adjudicate("throw", request, Said(dice=TableDice("3")))
            write(clerk, ledger)

    play_on(lived)
    entry = opened(lived).page.entry[-1]
    assert (entry.request["stake"], entry.rulebook) == (5, game.rulebook.digest())
    old, new = audit(lived, toy_named), audit(lived, lambda name: game)
    assert old.findings == new.findings == []
    assert (old.replayed, new.replayed) == (12, 2)
    assert [n.split(":")[0] for n in old.notes] == ["tide-003"]
    assert [n.split(":")[0] for n in new.notes] == ["tide-001 to tide-003"]
    throws(lived)
    assert opened(lived).page.entry[-1].rulebook == ""
