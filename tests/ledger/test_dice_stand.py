"""Dice stand (R-08): what is adjudicated again after a void has the dice it had."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from eia_ref.core.dice import AskedDice, Die, TableDice
from eia_ref.core.game import TURN
from eia_ref.ledger.audit import audit
from eia_ref.ledger.clerk import Clerk, Said, dice_that_stand
from eia_ref.ledger.model import Entry
from eia_ref.ledger.void import void
from eia_ref.ledger.write import writing
from tests.ledger.tools import entries, refused
from tests.toy import TOY, next_tide, play, take_back, throws, toy_named


def dice_of(entry: Entry) -> list[tuple[int, str]]:
    """The dice of an entry, each with where it is from."""
    return [(d.value, d.source) for d in entry.dice]


def test_the_same_again_uses_the_dice(harbour: Path) -> None:
    """What is adjudicated again in the same month after a void has the dice it had."""
    throws(harbour, "6 2", stake=1)
    (voided,) = take_back(harbour, 3)
    assert "R-08: Its dice stand" in voided.entry.text[1]
    again = throws(harbour, stake=2).entry  # the stake is not what makes it the same
    assert dice_of(again) == [(6, "entry"), (2, "entry")]
    assert again.outcome == "+4"
    assert "R-08" in again.rules
    assert again.text[0] == "R-08: The dice of entry 3, which is void, stand and are used again."
    assert audit(harbour, toy_named).findings == []


def test_another_request_has_its_own_dice(harbour: Path) -> None:
    """Other players' dice are not inherited, nor those of the month before."""
    throws(harbour, "6 2")
    take_back(harbour, 3)
    assert dice_of(throws(harbour, "4", "Bertil").entry) == [(4, "table")]
    next_tide(harbour)
    assert dice_of(throws(harbour, "3").entry) == [(3, "table")]


def test_new_dice_need_a_reason(harbour: Path) -> None:
    """Dice from the table are refused while others stand; with a reason they count, and both are to be seen."""
    throws(harbour, "6 2")
    take_back(harbour, 3)
    for dice in (TableDice("1"), TableDice("6 ..."), AskedDice(lambda question: "1")):
        said = refused("dice-stand", throws, harbour, dice)
        assert "6 for throw, 2 for second throw" in said
        assert '--new-dice "REASON"' in said
    entry = throws(harbour, said=Said(dice=TableDice("4"), new_dice="it fell off the table")).entry
    assert dice_of(entry) == [(4, "table")]
    assert entry.text[0] == "R-08: New dice, though those of entry 3, which is void, stand: it fell off the table"
    assert dice_of(entries(harbour)[2]) == [(6, "table"), (2, "table")]
    take_back(harbour, 5)
    assert dice_of(throws(harbour).entry) == [(4, "entry")]  # now these stand
    assert audit(harbour, toy_named).findings == []


def test_new_dice_where_none_stand(harbour: Path) -> None:
    """The option is refused where it says nothing."""
    for command in (lambda said: throws(harbour, said=said), lambda said: play(harbour, TURN, said=said)):
        assert "no dice" in refused("bad-input", command, Said(new_dice="why not"))


def test_dice_that_stand_and_one_more(harbour: Path) -> None:
    """What is adjudicated again may need more dice than it had: those that stand are used, the rest is thrown."""
    throws(harbour, "6", careful=True)
    take_back(harbour, 3)
    again = throws(harbour).entry
    assert [(d.purpose, d.source) for d in again.dice] == [("throw", "entry"), ("second throw", "engine")]
    assert again.dice[0].value == 6


def test_dice_can_not_be_shaken_off(harbour: Path) -> None:
    """Adjudicated again with fewer dice, voided, and with all of them once more: the last die is not thrown anew."""
    throws(harbour, "6 1")
    take_back(harbour, 3)
    throws(harbour, careful=True)
    take_back(harbour, 5)
    again = throws(harbour).entry
    assert dice_of(again) == [(6, "entry"), (1, "entry")]
    assert audit(harbour, toy_named).findings == []


def test_dice_of_an_entry_that_stands_again_are_its_own(harbour: Path) -> None:
    """The void is void, so the first one stands with its dice; who throws once more throws new ones."""
    throws(harbour, "6 1")
    take_back(harbour, 3)
    throws(harbour)  # 5, with the dice of 3
    take_back(harbour, 5)
    take_back(harbour, 4)  # 3 stands again
    assert dice_of(throws(harbour, "2").entry) == [(2, "table")]
    assert audit(harbour, toy_named).findings == []


def test_once_it_stands_the_next_one_is_new(harbour: Path) -> None:
    """Dice that stand are used up by what is adjudicated with them."""
    throws(harbour, "6 2")
    take_back(harbour, 3)
    throws(harbour)
    assert dice_of(throws(harbour, "3").entry) == [(3, "table")]


def die(value: int, purpose: str, source: Any = "engine") -> Die:
    """A d6."""
    return Die(sides=6, value=value, purpose=purpose, source=source)


def test_which_dice_stand() -> None:
    """The last one's first; an earlier one's where there is none for that purpose; taken-over ones not twice."""
    one, two, three = die(1, "a"), die(2, "a"), die(3, "b")
    assert dice_that_stand([]) == []
    assert dice_that_stand([[one, two], [three]]) == [three, one, two]
    assert dice_that_stand([[one, three], [two]]) == [two, three]
    assert dice_that_stand([[one, three], [die(1, "a", "entry")]]) == [one, three]
    assert dice_that_stand([[die(1, "a", "entry")]]) == []


def test_a_request_that_is_no_request_any_more(harbour: Path) -> None:
    """An entry of this month made by another eia-ref, asked in a way it no longer is: it stops nobody."""
    throws(harbour, "6 2")
    throws(harbour, "2", "Bertil")

    class Other(TOY.registry["throw"].request):  # type: ignore[misc]  # a class kept in a table
        wind: str

    adjudicators = [a._replace(request=Other) if a.command == "throw" else a for a in TOY.adjudicators]
    changed = replace(TOY, adjudicators=adjudicators)
    with writing(harbour, lambda name: changed) as ledger:
        clerk = Clerk.at(ledger)
        clerk.adjudicate("throw", Other(player="Anna", stake=1, wind="north"), Said())
        (result,) = void(clerk, ledger, 3, "a test", False, Said())
    assert result.entry.voids == [3]
