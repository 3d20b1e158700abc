"""A second game is a value and a rules folder: the ledger, the audit, the void and the command line need no more."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from eia_ref import games
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.game import TURN, Game
from eia_ref.ledger.audit import audit
from tests.conftest import Ref
from tests.toy import RULES, TOY, begin_toy, next_tide, opened, play, take_back, throws, toy_named

OPTIONS = ("--player", "anna=Åsa", "--option", "limit=high")


@pytest.fixture
def toy_ref(ref: Ref, monkeypatch: pytest.MonkeyPatch) -> Ref:
    """The command line with the toy in its table of games: one line, as for any game."""
    monkeypatch.setitem(games.GAMES, "toy", games.Place("tests.toy:TOY", {"throw": "tests.toy"}))
    return ref


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    """A new ledger of the toy."""
    return begin_toy(tmp_path / "harbour.toml")


def test_a_campaign_from_end_to_end(harbour: Path) -> None:
    """Months, decisions, things in force, dice, a void: the state is what the entries say, and the audit clean."""
    assert opened(harbour).state.purse == {"Anna": 10, "Bertil": 10}
    play(harbour, "settle", decision="1.1", answer="bert")
    assert throws(harbour, "6 2", stake=3).entry.outcome == "+6"
    assert throws(harbour, "1", "Bertil", stake=2).entry.outcome == "-2"
    state = opened(harbour).state
    assert (state.purse, state.ship) == ({"Anna": 16, "Bertil": 8}, "Bertil")
    assert [(t.what, t.until) for t in state.in_force] == [("storm", "tide-003")]
    play(harbour, TURN)
    assert opened(harbour).state.purse["Bertil"] == 7
    assert [t.what for t in opened(harbour).state.in_force] == ["storm"]
    play(harbour, "ship buy", player="Anna", price=5)
    throws(harbour, "5")
    with pytest.raises(NotAllowed, match="prize"):
        play(harbour, TURN)
    play(harbour, "settle", decision="7.1", answer="coins")
    take_back(harbour, 8)
    assert [d.id for d in opened(harbour).state.decisions] == ["7.1"]
    play(harbour, "settle", decision="7.1", answer="coins")
    play(harbour, TURN)
    state = opened(harbour).state
    assert (state.turn, state.purse, state.ship) == ("tide-003", {"Anna": 13, "Bertil": 12}, "Anna")
    assert state.in_force == []
    report = audit(harbour, toy_named)
    assert report.findings == []
    assert (report.pages, report.entries, report.replayed) == (3, 11, 11)


def test_the_command_line_plays_it(toy_ref: Ref, place: Path) -> None:
    """Every command of the frame, and the toy's own, without a line for it in eia_ref."""
    assert toy_ref("new", "Harbour", "--game", "toy", "--scenario", "plain", *OPTIONS).code == 0
    assert toy_ref("settle", "1.1", "Anna").code == 0
    thrown = toy_ref("throw", "Bertil", "9", "--dice", "6 3", "--json")
    assert thrown.json["outcome"] == "+18"
    assert [d["for"] for d in thrown.json["dice"]] == ["throw", "second throw"]
    assert "Bertil throws 6." in toy_ref("show", "3", "--plain").out
    assert toy_ref("status", "--json").json["purse"] == {"Anna": 10, "Bertil": 28}
    assert "Åsa" in toy_ref("status").out
    assert toy_ref("throw", "Bertil", "1", "--dice", "5").code == 0
    assert "4.1" in toy_ref("agenda").out
    assert toy_ref("turn", "next").code == 1
    assert toy_ref("void", "4", "--because", "a misdeal").code == 0
    assert toy_ref("turn", "next").code == 0
    assert toy_ref("throw", "Bertil", "10").code == 1
    assert len(toy_ref("log", "--all", "--json").json["entries"]) == 6
    assert toy_ref("audit").code == 0
    assert (place / "campaigns" / "harbour.toml").is_file()


def test_a_header_edit_is_taken_up_as_an_entry(harbour: Path) -> None:
    """What the game master changes in the header becomes an entry of its own before anything rests on it."""
    text = harbour.read_text(encoding="utf-8")
    harbour.write_text(text.replace('limit = "low"', 'limit = "high"', 1), encoding="utf-8")
    assert throws(harbour, "6 2", stake=9).entry.number == 3
    ledger = opened(harbour)
    assert [e.command for e in ledger.page.entry] == ["new", "settings", "throw"]
    assert ledger.state.settings == {"limit": "high"}
    assert audit(harbour, toy_named).findings == []


def test_a_header_that_the_game_refuses_stops_before_anything_is_written(harbour: Path) -> None:
    text = harbour.read_text(encoding="utf-8").replace('limit = "low"', 'limit = "none"', 1)
    harbour.write_text(text, encoding="utf-8")
    with pytest.raises(RefereeError, match=re.escape(f"{harbour}: [campaign.options] limit = 'none'")):
        throws(harbour, "2")
    assert harbour.read_text(encoding="utf-8") == text


def test_the_rulebook_is_the_games_own_folder(tmp_path: Path) -> None:
    """A game may keep its rules where it likes; without a folder named it is the one under rules/ of its name."""
    assert TOY.rulebook.folder == RULES
    with pytest.raises(RefereeError, match="no rules folder"):
        _ = replace(TOY, rules=None).rulebook
    other = replace(TOY, rules=tmp_path)
    (tmp_path / "harbour.toml").write_text("purse = 1\n")
    assert other.rulebook.table("harbour") == {"purse": 1}
    assert other.rulebook.digest() != TOY.rulebook.digest()


def test_a_ledger_of_another_game_is_refused_with_its_line(harbour: Path) -> None:
    """The game the header names is looked for by the table of games, and a name there is not is a bad header."""
    text = harbour.read_text(encoding="utf-8")
    harbour.write_text(text.replace('game = "toy"', 'game = "chess"', 1), encoding="utf-8")
    line = text.split("\n").index('game = "toy"') + 1

    def named(name: str) -> Game[Any]:
        return games.game_named(name)

    for read in (lambda: opened(harbour), lambda: audit(harbour, named), lambda: next_tide(harbour)):
        with pytest.raises(RefereeError) as refusal:
            read()
        assert refusal.value.message.startswith(f"{harbour}:{line}: game: no game is called 'chess'")
        assert refusal.value.exit_code == 3
