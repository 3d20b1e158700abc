"""The frame knows no game: its words, its rulings, and what it says of a turn are its own or the game's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import eia_ref
from eia_ref.core.clauses import every_ruling
from eia_ref.core.rulebook import WORDS_ONLY, frame, root
from eia_ref.games import GAMES, game_named
from tests.toy import TOY

ROOMS = ("core", "ledger", "show", "cli")
RULINGS = {ruling["id"] for ruling in frame().table("rulings")["ruling"]}


def code() -> Iterator[tuple[str, str]]:
    """Every module of the frame, with its text."""
    package = Path(eia_ref.__file__).parent
    for room in ROOMS:
        for path in sorted((package / room).glob("*.py")):
            yield f"{room}/{path.name}", path.read_text(encoding="utf-8")


def test_a_rule_cited_by_the_frame_is_the_frames_own() -> None:
    cited = {(where, id) for where, text in code() for id in re.findall(r"(?<![\w-])R-\d+", text)}
    assert [(where, id) for where, id in sorted(cited) if id not in RULINGS] == []
    assert {id for _, id in cited} >= RULINGS - {"R-242"}  # which games cite


def test_the_frame_has_rulings_and_no_figures() -> None:
    """So that a sentence of it mended makes no other rulebook of any game."""
    assert [p.name for p in (root() / "frame").rglob("*") if p.name not in WORDS_ONLY] == []


@pytest.mark.parametrize("game", [*map(game_named, GAMES), TOY], ids=lambda game: game.name)
def test_no_game_has_a_ruling_by_an_id_of_the_frame(game: object) -> None:
    ids = [ruling.id for ruling in every_ruling(game.rulebook)]  # type: ignore[attr-defined]
    assert len(ids) == len(set(ids))
    assert set(ids) >= RULINGS


@pytest.mark.parametrize("word", ["month", "minor", "January", "Empires in Arms"])
def test_the_frame_has_no_words_of_a_game(word: str) -> None:
    """But for what is named so in a ledger, and the calendar, which games share."""
    own = {"core/calendar.py"}
    said = [
        (where, line)
        for where, text in code()
        if where not in own
        for line in text.splitlines()
        if word.lower() in line.lower() and f'"{word}"' not in line
    ]
    assert [line for line in said if "core.month" not in line[1]] == []
