"""The end of a turn taken back: nothing is lost, nothing gained, and no die falls anew (R-08)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from eia_ref import games
from eia_ref.core.requests import TurnRequest
from eia_ref.ledger.audit import audit
from eia_ref.ledger.clerk import Clerk, Said, write
from eia_ref.ledger.read import open_ledger, whole_length
from eia_ref.ledger.void import void
from eia_ref.ledger.write import writing
from tests.ledger.test_replay import forged
from tests.ledger.tools import change, refused, report
from tests.toy import clean, next_tide, opened, take_back, throws
from tests.years import Years


def test_the_turn_goes_on_as_it_was(harbour: Path) -> None:
    """The state is that of before its end; what is entered then follows on it; the ledger audits clean."""
    throws(harbour, "2")
    before = opened(harbour).state
    next_tide(harbour)
    take_back(harbour, 4)
    assert opened(harbour).state == before
    assert clean(harbour)
    throws(harbour, "3")
    next_tide(harbour)
    throws(harbour, "4")
    assert clean(harbour)
    assert opened(harbour).page.turn == "tide-002"


def test_what_stands_after_its_end_rests_on_it(harbour: Path) -> None:
    """It goes first, or with it; what is void already is in nobody's way."""
    next_tide(harbour)
    throws(harbour, "2")
    assert "void 3 --cascade" in refused("rests-on", take_back, harbour, 3)
    take_back(harbour, 4)
    take_back(harbour, 3)
    assert opened(harbour).state.turn == "tide-001"
    next_tide(harbour)
    throws(harbour)
    take_back(harbour, 7, cascade=True)
    assert opened(harbour).state.turn == "tide-001"
    assert clean(harbour)


def test_only_the_last_end_is_taken_back(harbour: Path) -> None:
    next_tide(harbour)
    next_tide(harbour)
    said = refused("never-void", take_back, harbour, 3, cascade=True)
    assert "eia-ref void 4" in said
    take_back(harbour, 4)
    take_back(harbour, 3)
    assert opened(harbour).state.turn == "tide-001"
    assert clean(harbour)


@pytest.mark.parametrize("first", [1, 2])
def test_dice_stand_over_an_end_taken_back(harbour: Path, first: int) -> None:
    """Those of the turn that goes on, and those of the one that begins a second time."""
    if first == 1:
        thrown = throws(harbour).entry
        take_back(harbour, thrown.number)
        next_tide(harbour)
        take_back(harbour, 5)
    else:
        next_tide(harbour)
        thrown = throws(harbour).entry
        take_back(harbour, thrown.number)
        take_back(harbour, 3)
        next_tide(harbour)
    again = throws(harbour).entry
    assert [(d.value, d.source) for d in again.dice] == [(d.value, "entry") for d in thrown.dice]
    assert "stand and are used again" in again.text[0]
    assert clean(harbour)


def test_the_void_of_a_void_ends_the_turn_again(harbour: Path) -> None:
    next_tide(harbour)
    take_back(harbour, 3)
    take_back(harbour, 4)
    assert opened(harbour).state.turn == "tide-002"
    assert clean(harbour)


def test_an_end_taken_back_and_its_page_are_one_block(harbour: Path) -> None:
    """A power cut between the two leaves the ledger as it was before."""
    next_tide(harbour)
    whole = harbour.read_bytes()
    take_back(harbour, 3)
    new = harbour.read_bytes()
    page = new.index(b"\n[[turn]]", len(whole))
    harbour.write_bytes(new[:page])
    ledger = opened(harbour)
    assert ledger.state.turn == "tide-002"
    assert ledger.torn
    assert whole_length(whole[ledger.part.at :]) == len(whole) - ledger.part.at


def test_a_page_that_says_otherwise_when_it_was_opened(harbour: Path) -> None:
    """What makes dice stand is under the seal, and is told from the pages before where somebody signs it anew."""
    next_tide(harbour)
    take_back(harbour, 3)
    assert "opened = { tide-001 = 0, tide-002 = 3 }" in harbour.read_text()
    change(harbour, "tide-002 = 3 }", "tide-002 = 4 }")
    assert "chain" in [f.code for f in report(harbour).findings]
    forged(harbour, lambda entry: None)
    assert [f.code for f in report(harbour).findings] == ["opened"]


def test_years_are_opened_again_month_by_month(tmp_path: Path) -> None:
    """After every month of a random campaign: its end taken back gives the state there was, and ends it the same."""
    path = tmp_path / "years.toml"
    made = Years(path, seed=1815)
    for _ in range(14):
        made.play(1, 5)
        _back_and_on(path)
    assert audit(path, games.game_named).findings == []


def _back_and_on(path: Path) -> None:
    """Ends the month, takes that back, and ends it again."""
    with writing(path, games.game_named) as ledger:
        before = ledger.state
        clerk = Clerk.at(ledger)
        clerk.adjudicate("turn next", TurnRequest(left_open=True), Said())
        ended = clerk.state
        clerk.open_page()
        write(clerk, ledger)
    number = open_ledger(path, games.game_named).page.entries
    with writing(path, games.game_named) as ledger:
        clerk = Clerk.at(ledger)
        void(clerk, ledger, number, "a test", False, Said())
        assert clerk.state == before
        write(clerk, ledger)
    with writing(path, games.game_named) as ledger:
        clerk = Clerk.at(ledger)
        result = clerk.adjudicate("turn next", TurnRequest(left_open=True), Said())
        assert all(d.source == "entry" for d in result.entry.dice)
        assert _but_for_ids(clerk.state) == _but_for_ids(ended)
        clerk.open_page()
        write(clerk, ledger)


def _but_for_ids(state: Any) -> dict[str, Any]:
    """A state without the numbers of the entries that made what is in it."""
    table: dict[str, Any] = state.model_dump(mode="json")
    things = ("in_force", "duties", "decisions", "owed")
    return {k: [{**t, "id": ""} for t in v] if k in things else v for k, v in table.items()}
