"""Taking back: what it restores, what rests on it, and what is never taken back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from eia_ref.core.dice import TableDice
from eia_ref.core.errors import LedgerFault
from eia_ref.core.game import TURN, VOID
from eia_ref.ledger.audit import audit
from eia_ref.ledger.clerk import Clerk, Said
from eia_ref.ledger.read import voided_by
from eia_ref.ledger.void import void
from eia_ref.ledger.write import writing
from tests.ledger.tools import entries, refused
from tests.toy import TOY, next_tide, opened, play, take_back, throws, toy_named


def purse(path: Path) -> dict[str, int]:
    """The coins by player."""
    coins: dict[str, int] = opened(path).state.purse
    return coins


# --- What it restores ------------------------------------------------------------------------------------------


def test_a_void_is_an_entry_with_the_opposite_effects(harbour: Path) -> None:
    """FC-09: it names the one it takes back and the reason; the first is unchanged."""
    before = opened(harbour).state
    throws(harbour, "1")
    first = harbour.read_bytes()
    (result,) = take_back(harbour, 3, because="the wrong player")
    assert harbour.read_bytes().startswith(first)
    entry = result.entry
    assert (entry.number, entry.command, entry.voids) == (4, VOID, [3])
    assert entry.request == {"entry": 3, "because": "the wrong player"}
    assert [e["kind"] for e in entry.effects] == ["coins", "no longer in force"]
    assert opened(harbour).state == before
    assert audit(harbour, toy_named).findings == []


def test_what_was_there_before_comes_back(harbour: Path) -> None:
    """Where a value was replaced, the void puts back the old one: no arithmetic inverse."""
    play(harbour, "ship buy", player="Bertil", price=4)
    assert opened(harbour).state.ship == "Bertil"
    take_back(harbour, 3)
    assert (opened(harbour).state.ship, purse(harbour)) == ("Anna", {"Anna": 10, "Bertil": 10})


def test_an_entry_of_an_earlier_month(harbour: Path) -> None:
    """It is found and taken back; the months in between stay as they are, and its dice do not stand."""
    throws(harbour, "2")
    next_tide(harbour)
    throws(harbour, "6 2", "Bertil")
    next_tide(harbour)
    (result,) = take_back(harbour, 3)
    assert purse(harbour) == {"Anna": 8, "Bertil": 12}
    assert "stand" not in " ".join(result.entry.text)
    assert throws(harbour, "4").entry.dice[0].source == "table"
    assert audit(harbour, toy_named).findings == []


def test_what_began_is_over_with_its_month(harbour: Path) -> None:
    """What a month's end has ended can't be taken back any more: the month's end rests on it."""
    throws(harbour, "1")
    next_tide(harbour)
    assert "storm" in str(opened(harbour).state.in_force)
    next_tide(harbour)
    before = harbour.read_bytes()
    said = refused("never-void", take_back, harbour, 3, cascade=True)
    assert "entry 5 (turn next) rests on it" in said
    assert harbour.read_bytes() == before


def test_voids_of_voids(harbour: Path) -> None:
    """FC-34: back, again, back, again, then something else; every step is an entry."""
    throws(harbour, "2")
    for last in (3, 4, 5, 6):
        take_back(harbour, last)
    assert [e.voids for e in entries(harbour)[2:]] == [[], [3], [4], [5], [6]]
    assert purse(harbour)["Anna"] == 9  # back (4), again (5), back (6), again (7)
    throws(harbour, "3", "Bertil")
    before = harbour.read_bytes()
    refused("no-entry", take_back, harbour, 99)
    refused("no-entry", take_back, harbour, 0)
    refused("no-entry", take_back, harbour, -3)
    assert harbour.read_bytes() == before
    assert "eia-ref void 5" in refused("void-already", take_back, harbour, 4)
    assert voided_by(entries(harbour)) == {6: 7, 4: 5}
    assert audit(harbour, toy_named).findings == []


def test_a_void_is_not_made_to_stand_twice(harbour: Path) -> None:
    """Entry 3 is void by 4, stands by 5, is void by 6. With 5 void, 4 would stand: then 6 takes back nothing."""
    throws(harbour, "2")
    for last in (3, 4, 3):
        take_back(harbour, last)
    assert "6 (void: entry 3 is void)" in refused("rests-on", take_back, harbour, 5)
    take_back(harbour, 5, cascade=True)
    assert purse(harbour)["Anna"] == 10
    assert voided_by(entries(harbour)) == {6: 7, 5: 8, 3: 4}
    assert audit(harbour, toy_named).findings == []


def test_twice_is_refused(harbour: Path) -> None:
    """With the entry that has done it already, and what would have it stand again."""
    throws(harbour, "2")
    take_back(harbour, 3)
    said = refused("void-already", take_back, harbour, 3)
    assert "by entry 4" in said
    assert "eia-ref void 4" in said
    take_back(harbour, 4)
    take_back(harbour, 3)
    assert purse(harbour)["Anna"] == 10


@pytest.mark.parametrize(("number", "rests"), [(1, 1), (4, 5), (5, 5)])
def test_never(harbour: Path, number: int, rests: int) -> None:
    """The beginning, the header taken up, the end of a turn on which that rests: each with what to do instead."""
    throws(harbour, "2")
    next_tide(harbour)
    harbour.write_bytes(harbour.read_bytes().replace(b'limit = "low"', b'limit = "high"', 1))
    throws(harbour, "2")
    assert [entries(harbour)[n - 1].command for n in (1, 4, 5)] == ["new", "turn next", "settings"]
    for cascade in (False, True):
        said = refused("never-void", take_back, harbour, number, cascade=cascade)
        assert f"entry {number} " in said
        assert f"entry {rests} (" in said
        assert not said.endswith(" / ")


def test_dice_are_refused(harbour: Path) -> None:
    """A void rolls nothing: dice typed with it are not swallowed."""
    throws(harbour, "2")
    before = harbour.read_bytes()
    refused("die-left-over", take_back, harbour, 3, said=Said(dice=TableDice("5")))
    refused("bad-input", take_back, harbour, 3, said=Said(new_dice="why not"))
    assert harbour.read_bytes() == before


def test_a_changed_page_is_not_built_on(harbour: Path) -> None:
    """The opposite of an effect that somebody changed would be wrong as well: refused, by the line."""
    throws(harbour, "2")
    next_tide(harbour)
    next_tide(harbour)
    data = harbour.read_bytes().replace(b"change = -1", b"change = -9", 1)
    harbour.write_bytes(data)
    with pytest.raises(LedgerFault, match=r"entry 3 was changed after it was written"):
        take_back(harbour, 3)
    assert harbour.read_bytes() == data
    throws(harbour, "2")  # FC-43: the month itself goes on
    take_back(harbour, 6)


# --- What rests on it ------------------------------------------------------------------------------------------


def test_what_rests_on_it_is_named(harbour: Path) -> None:
    """Nothing is written without --cascade; with it the last one goes first, each with its reason."""
    throws(harbour, "6 5", stake=3)  # 3: +6
    throws(harbour, "2", "Bertil")  # 4
    play(harbour, "ship buy", player="Bertil", price=9)  # 5: needs nothing of entry 3
    play(harbour, "ship buy", player="Anna", price=16)  # 6: 10 + 6 + 9, rests on 3 and on 5
    before = harbour.read_bytes()
    said = refused("rests-on", take_back, harbour, 5)
    assert "6 (ship buy: bought)" in said
    assert "eia-ref void 5 --cascade" in said
    assert harbour.read_bytes() == before
    results = take_back(harbour, 5, cascade=True)
    assert [r.entry.voids for r in results] == [[6], [5]]
    assert "it rests on entry 5" in results[0].entry.text[0]
    assert opened(harbour).state.ship == "Anna"
    assert purse(harbour) == {"Anna": 16, "Bertil": 9}
    take_back(harbour, 3)  # now nothing rests on it
    assert purse(harbour) == {"Anna": 10, "Bertil": 9}
    assert audit(harbour, toy_named).findings == []


def test_what_can_do_without_it_does_not_rest_on_it(harbour: Path) -> None:
    """A later entry on the same purse stays, where it would have come out the same."""
    throws(harbour, "6 5", stake=3)
    throws(harbour, "2")
    throws(harbour, "2", "Bertil")
    (result,) = take_back(harbour, 3)
    assert result.entry.voids == [3]
    assert purse(harbour) == {"Anna": 9, "Bertil": 9}


def test_a_settled_decision_rests_on_what_left_it_open(harbour: Path) -> None:
    """The answer goes with the question; alone it goes too, and the question is open again."""
    throws(harbour, "5")
    play(harbour, "settle", decision="3.1", answer="coins")
    assert "4 (settle: prize: coins)" in refused("rests-on", take_back, harbour, 3)
    take_back(harbour, 4)
    assert [d.id for d in opened(harbour).state.decisions] == ["3.1"]
    play(harbour, "settle", decision="3.1", answer="ship")
    take_back(harbour, 3, cascade=True)
    assert opened(harbour).state.decisions == []
    assert (opened(harbour).state.ship, purse(harbour)["Anna"]) == ("Anna", 10)
    assert audit(harbour, toy_named).findings == []


def test_a_month_left_open_does_not_rest_on_what_was_open(harbour: Path) -> None:
    """The month's end passed the decision over; without the decision it would have ended the same."""
    throws(harbour, "5")
    next_tide(harbour)
    take_back(harbour, 3)
    assert opened(harbour).state.decisions == []
    play(harbour, TURN)
    assert audit(harbour, toy_named).findings == []


def test_what_was_needed_for_the_months_end_can_still_be_taken_back(harbour: Path) -> None:
    """A decision had to be settled before the month could end; in the next month its answer is taken back."""
    throws(harbour, "5")
    play(harbour, "settle", decision="3.1", answer="coins")
    play(harbour, TURN)
    take_back(harbour, 4)
    assert [d.id for d in opened(harbour).state.decisions] == ["3.1"]


def test_a_header_edit_made_meanwhile_is_taken_up_first(harbour: Path) -> None:
    """The header's change is an entry of its own before the void, and stays."""
    throws(harbour, "2", stake=3)
    harbour.write_bytes(harbour.read_bytes().replace(b'limit = "low"', b'limit = "high"', 1))
    throws(harbour, "2", "Bertil", stake=9)
    harbour.write_bytes(harbour.read_bytes().replace(b'limit = "high"', b'limit = "low"', 1))
    take_back(harbour, 3)
    assert [e.command for e in entries(harbour)[3:]] == ["settings", "throw", "settings", "void"]
    assert opened(harbour).state.settings == {"limit": "low"}
    assert purse(harbour) == {"Anna": 10, "Bertil": 1}
    assert audit(harbour, toy_named).findings == []


def test_nothing_rests_on_an_entry_by_a_rule_that_is_gone(harbour: Path, tmp_path: Path) -> None:
    """FC-26: entries of another rulebook are not adjudicated again; what they changed is taken as it is written."""
    throws(harbour, "6 5", stake=3)
    play(harbour, "ship buy", player="Bertil", price=2)
    other = tmp_path / "rules"
    other.mkdir()
    for file in TOY.rulebook.folder.glob("*.toml"):
        (other / file.name).write_text(file.read_text().replace("low = 3", "low = 2"))
    changed = replace(TOY, rules=other)
    with writing(harbour, lambda name: changed) as ledger:
        clerk = Clerk.at(ledger)
        (result,) = void(clerk, ledger, 3, "a test", False, Said())
    assert result.done.after.purse == {"Anna": 12, "Bertil": 8}  # type: ignore[attr-defined]  # the toy's state
    assert result.entry.rulebook == changed.rulebook.digest()
