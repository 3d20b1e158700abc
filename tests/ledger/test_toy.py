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
from tests.toy import COMMANDS, RULES, TOY, begin_toy, next_tide, opened, play, take_back, throws, toy_named

OPTIONS = ("--player", "anna=Åsa", "--option", "limit=high")


@pytest.fixture
def toy_ref(ref: Ref, monkeypatch: pytest.MonkeyPatch) -> Ref:
    """The command line with the toy in its table of games: one line, as for any game."""
    monkeypatch.setitem(games.GAMES, "toy", games.Place("tests.toy:TOY", COMMANDS))
    return ref


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    """A new ledger of the toy."""
    return begin_toy(tmp_path / "harbour.toml")


def test_a_campaign_from_end_to_end(harbour: Path) -> None:
    """Tides, decisions, things in force, dice, a void: the state is what the entries say, and the audit clean."""
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


@pytest.fixture
def tides(toy_ref: Ref, place: Path) -> Path:
    """A campaign of the toy's in its second tide, begun on the command line; its ledger."""
    assert toy_ref("new", "Harbour", "--game", "toy", *OPTIONS).code == 0
    assert toy_ref("settle", "1.1", "Anna").code == 0
    assert toy_ref("turn", "next").code == 0
    return place / "campaigns" / "harbour.toml"


def test_a_page_is_what_the_game_says(toy_ref: Ref, tides: Path) -> None:
    """A tide, by its name wherever the frame speaks of it, on disk and for programs; nowhere a month."""
    text = tides.read_text(encoding="utf-8")
    assert 'start = "tide-001"' in text
    assert [line for line in text.split("\n") if line.startswith("turn = ")] == [
        'turn = "tide-001"',
        'turn = "tide-002"',
    ]
    assert '{ kind = "turn", was = "tide-001", now = "tide-002" }' in text
    assert toy_ref("throw", "Anna", "1", "--dice", "1").code == 0
    said = [toy_ref(*typed) for typed in TYPED]
    assert [s.code for s in said] == [0] * len(TYPED)
    out = "\n".join(s.out for s in said)
    for words in (
        "Harbour · agenda of the 2. tide",
        "Nothing is left to do in the 2. tide",
        "storm in the harbour",
        "tide-003",
        "adjudicated again this tide",
        "Clean: 5 entries in 2 tides",
        "the 3. tide: no entry yet. eia-ref log --all lists every tide.",
    ):
        assert words in out, words
    text += out + "".join(toy_ref(*typed, "--help").out for typed in TYPED)
    text += "".join(toy_ref(*typed).err for typed in (("turn", "next", "--new-dice", "x"), ("void", "3")))
    assert "month" not in text.replace("kind = month", "").lower()


TYPED = (
    ("status", "--all"),
    ("agenda",),
    ("void", "4", "--because", "a slip"),
    ("log",),
    ("log", "--all"),
    ("show", "3"),
    ("audit",),
    ("turn", "next"),
    ("log",),
)


def test_a_new_campaign_begins_at_a_turn_of_the_game(toy_ref: Ref, place: Path) -> None:
    """--start is read as the game writes its turns."""
    assert toy_ref("new", "Late", "--game", "toy", "--start", "tide-007").code == 0
    assert toy_ref("status", "--json").json["turn"] == "tide-007"
    refusal = toy_ref("new", "Later", "--game", "toy", "--start", "1789-04")
    assert refusal.code == 2
    assert "'1789-04' is no tide: write it as tide-001" in refusal.err


def test_a_page_edited_to_another_turn_is_put_back(toy_ref: Ref, tides: Path) -> None:
    """The audit and the repair know the page's own key."""
    text = tides.read_text(encoding="utf-8")
    tides.write_text(text.replace('turn = "tide-002"', 'turn = "tide-004"', 1), encoding="utf-8")
    found = toy_ref("audit", "--json").json["findings"]
    assert "chain" in [f["code"] for f in found]
    assert toy_ref("audit", "repair", "--restore").code == 0
    assert tides.read_text(encoding="utf-8") == text
    assert toy_ref("audit").code == 0


def test_the_charts_of_any_game(toy_ref: Ref, tides: Path) -> None:
    """Shown and filled as those of any other; a cell takes what it may hold, and is refused anything else at once."""
    (chart,) = toy_ref("chart", "show", "--json").json["charts"]
    assert (chart["chart"], chart["cells"], chart["empty"]) == ("harbours", 8, 6)
    fill = ("chart", "fill", "harb")
    good = [("toll", "2"), ("light", "RED"), ("fog on", "2 5"), ("berths", "4 4/6 6"), ("pilot", "old Olof")]
    for cell, value in good:
        votes = ("--vote", "both") if cell == "light" else ()
        said = toy_ref(*fill, cell, value, "--because", "Anna", *votes)
        assert said.code == 0, said.err
    bad = [("toll", "6"), ("toll", "x"), ("light", "blue"), ("fog on", "7"), ("fog on", "1 2 3 4"), ("basins", "0")]
    bad += [("berths", words) for words in ("4 4", "4 4 / 6", "4 4 / 6 6 / 8 8", "/")]
    for cell, value in bad:
        said = toy_ref(*fill, cell, value, "--because", "Anna", "--vote", "both", "--json")
        assert (said.code, said.json["error"]["code"]) == (2, "bad-cell"), cell
    assert toy_ref(*fill, "depth3", "1", "--because", "Anna").code == 2
    assert toy_ref(*fill, "basins", "3", "--because", "Anna").code == 0
    assert toy_ref(*fill, "depth3", "1", "--because", "Anna").code == 0
    shown = toy_ref("chart", "show", "harbours", "--json").json["cells"]
    assert {k: c["value"] for k, c in shown.items()} == {
        "toll": 2,
        "basins": 3,
        "light": "red",
        "fog on": "2 5",
        "berths": "4 4 / 6 6",
        "pilot": "old Olof",
        "depth1": None,
        "depth2": None,
        "depth3": 1,
    }
    assert shown["fog on"]["holds"] == "1 to 3 in a row, each a whole number, 1 or more, 6 at most, as 1 2"
    assert toy_ref("audit").code == 0


def test_what_stands_in_a_chart_counts(toy_ref: Ref, tides: Path) -> None:
    """The toll of a port, once somebody has said what it is; voided, it is unknown again."""
    text = tides.read_text(encoding="utf-8").replace("[campaign.lists]", '[campaign.lists]\nports = ["Oslo"]', 1)
    tides.write_text(text, encoding="utf-8")
    assert toy_ref("sail", "Bertil", "--dice", "3").code == 0
    assert toy_ref("chart", "fill", "harbours", "toll", "4", "--because", "the harbour master").code == 0
    assert toy_ref("sail", "Bertil", "--dice", "3").code == 0
    assert toy_ref("status", "--json").json["purse"]["Bertil"] == 6
    assert toy_ref("void", "6", "--cascade", "--because", "he is new").code == 0
    assert toy_ref("chart", "show", "harbours", "--json").json["cells"]["toll"]["value"] is None


def test_the_frames_rulings_hold_in_any_game(toy_ref: Ref, tides: Path) -> None:
    """Found by their ids and their words, beside the game's own clauses."""
    assert toy_ref("rules", "show", "R-8").code == 0
    assert toy_ref("rules", "show", "t-1").code == 0
    assert [r["id"] for r in toy_ref("rules", "search", "dice", "voided", "--json").json["rules"]] == ["R-08"]
    found = toy_ref("rules", "coverage", "--json").json
    assert (found["clauses"], found["rulings"] > 5) == (1, True)


def test_the_help_is_that_of_the_campaigns_game(toy_ref: Ref, tides: Path) -> None:
    """Its groups, and its words in the frame's commands; wherever -c stands, and for `new` by --game."""
    for typed in ((), ("--help",)):
        out = toy_ref(*typed).out
        assert "\n  ship " in out
        assert "\n  persia " not in out
    assert "End the tide" in toy_ref("turn").out
    assert "The ship too." in toy_ref("status", "--help").out
    assert "TIDE" in toy_ref("new", "--game", "toy", "--help").out
    assert "MONTH" in toy_ref("new", "--help").out
    assert toy_ref("new", "Club", "-c", "club.toml").code == 0
    assert "End the tide" in toy_ref("turn", "next", "--help").out
    assert "End the month" in toy_ref("turn", "next", "-c", "club.toml", "--help").out
    assert "Minors" in toy_ref("status", "--help", "--campaign=club.toml").out
    assert toy_ref("pp", "show", "-c", "club.toml").code == 0
    assert toy_ref("ship", "buy", "Bertil", "3").code == 0


OTHERS = [("persia", "show"), ("pp", "matrix"), ("pers", "show"), ("event", "roll", "--dice", "4")]


@pytest.mark.parametrize("typed", OTHERS, ids=" ".join)
def test_a_command_of_another_game_is_refused(toy_ref: Ref, tides: Path, typed: tuple[str, ...]) -> None:
    """By the names of both games; also as JSON, and where -c names the campaign after the command."""
    before = tides.read_bytes()
    said = toy_ref(*typed)
    assert said.code == 2
    told = " ".join(said.err.split())
    assert "is a command of Empires in Arms" in told
    assert "this campaign's game is Coins in the harbour" in told
    assert toy_ref(*typed, "--json").json["error"]["code"] == "other-game"
    assert tides.read_bytes() == before
    assert toy_ref("new", "Club", "-c", "club.toml").code == 0
    refusal = toy_ref("ship", "buy", "Anna", "1", "-c", "club.toml", "--json").json["error"]
    assert refusal["code"] == "other-game"
    assert "ship is a command of Coins in the harbour" in refusal["message"]


def test_campaigns_of_several_games(toy_ref: Ref, tides: Path) -> None:
    """Where none is named, no one's commands can be told; named by any means, it is that one's."""
    assert toy_ref("new", "Club").code == 0
    assert toy_ref("pp", "show", "--json").json["error"]["code"] == "which-campaign"
    assert "no one campaign is meant" in toy_ref("throw", "Anna", "1").err
    assert toy_ref("throw", "Anna", "1", "--dice", "2", "-charb").code == 0
    assert toy_ref("throw", "Anna", "1", "--dice", "2", "-c", "club", "--campaign", "harbour").code == 0


@pytest.mark.parametrize("header", ["game = 'toy' # it is", '  game="toy"', 'game = "chess"', "game = 3", ""])
def test_the_game_is_read_off_the_header_as_an_editor_left_it(toy_ref: Ref, tides: Path, header: str) -> None:
    """However it is written; where it can't be told, the frame's commands say what is wrong with the header."""
    text = tides.read_text(encoding="utf-8")
    tides.write_text(text.replace('game = "toy"', header, 1), encoding="utf-8")
    good = "toy" in header
    assert toy_ref("throw", "Anna", "1", "--dice", "2").code == (0 if good else 2)
    assert toy_ref("status").code == (0 if good else 3)


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
