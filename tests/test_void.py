"""Taking back: what it restores, what rests on it, what stands of the dice, and what is never taken back."""

from __future__ import annotations

import contextlib
import os
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eia_ref.core.dice import AskedDice, Die, TableDice
from eia_ref.core.effects import apply
from eia_ref.core.errors import LedgerFault, RefereeError
from eia_ref.core.game import TURN, VOID
from eia_ref.core.state import State
from eia_ref.ledger.audit import audit
from eia_ref.ledger.clerk import Clerk, Said, standing
from eia_ref.ledger.model import Entry
from eia_ref.ledger.read import parts, voided_by
from eia_ref.ledger.thrown import Thrown, keep, kept
from eia_ref.ledger.void import void
from eia_ref.ledger.write import writing
from tests.toy import TOY, at_length, begin_toy, next_month, opened, play, take_back, throws, toy_named


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    """A ledger of the toy whose first decision is settled: entries 1 and 2."""
    path = begin_toy(tmp_path / "harbour.toml")
    play(path, "settle", decision="1.1", answer="Anna")
    return path


def purse(path: Path) -> dict[str, int]:
    """The coins by player."""
    coins: dict[str, int] = opened(path).state.purse
    return coins


def entries(path: Path) -> list[Entry]:
    """Every entry."""
    return [e for part in parts(path)[1] for e in part.page.entry]


def refused(code: str, *use: Any, **more: Any) -> str:
    """What a void, or another command, is refused with."""
    with pytest.raises(RefereeError) as refusal:
        use[0](*use[1:], **more)
    assert refusal.value.code == code
    return f"{refusal.value.message} / {refusal.value.hint}"


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
    next_month(harbour)
    throws(harbour, "6 2", "Bertil")
    next_month(harbour)
    (result,) = take_back(harbour, 3)
    assert purse(harbour) == {"Anna": 8, "Bertil": 12}
    assert "stand" not in " ".join(result.entry.text)
    assert throws(harbour, "4").entry.dice[0].source == "table"
    assert audit(harbour, toy_named).findings == []


def test_what_began_is_over_with_its_month(harbour: Path) -> None:
    """What a month's end has ended can't be taken back any more: the month's end rests on it."""
    throws(harbour, "1")
    next_month(harbour)
    assert "storm" in str(opened(harbour).state.in_force)
    next_month(harbour)
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


@pytest.mark.parametrize("number", [1, 4, 5])
def test_never(harbour: Path, number: int) -> None:
    """The beginning, an ended month, the header taken up: each with what to do instead."""
    throws(harbour, "2")
    next_month(harbour)
    harbour.write_bytes(harbour.read_bytes().replace(b'limit = "low"', b'limit = "high"', 1))
    throws(harbour, "2")
    assert [entries(harbour)[n - 1].command for n in (1, 4, 5)] == ["new", "turn next", "settings"]
    for cascade in (False, True):
        said = refused("never-void", take_back, harbour, number, cascade=cascade)
        assert f"entry {number} (" in said
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
    next_month(harbour)
    next_month(harbour)
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
    next_month(harbour)
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
    for file in TOY.rulebook.folder.iterdir():
        (other / file.name).write_text(file.read_text().replace("low = 3", "low = 2"))
    changed = replace(TOY, rules=other)
    with writing(harbour, lambda name: changed) as ledger:
        clerk = Clerk.at(ledger)
        (result,) = void(clerk, ledger, 3, "a test", False, Said())
    assert result.done.after.purse == {"Anna": 12, "Bertil": 8}  # type: ignore[attr-defined]  # the toy's state
    assert result.entry.rulebook == changed.rulebook.digest()


# --- Dice stand (R-08) -----------------------------------------------------------------------------------------


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
    next_month(harbour)
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
    assert standing([]) == []
    assert standing([[one, two], [three]]) == [three, one, two]
    assert standing([[one, three], [two]]) == [two, three]
    assert standing([[one, three], [die(1, "a", "entry")]]) == [one, three]
    assert standing([[die(1, "a", "entry")]]) == []


def test_a_request_that_is_no_request_any_more(harbour: Path) -> None:
    """An entry of this month made by another eia-ref, asked in a way it no longer is: it stops nobody."""
    throws(harbour, "6 2")
    throws(harbour, "2", "Bertil")

    class Other(TOY.registry["throw"].request):  # type: ignore[misc]  # a class kept in a table
        wind: str

    adjudicators = [replace(a, request=Other) if a.command == "throw" else a for a in TOY.adjudicators]
    changed = replace(TOY, adjudicators=adjudicators)
    with writing(harbour, lambda name: changed) as ledger:
        clerk = Clerk.at(ledger)
        clerk.adjudicate("throw", Other(player="Anna", stake=1, wind="north"), Said())
        (result,) = void(clerk, ledger, 3, "a test", False, Said())
    assert result.entry.voids == [3]


# --- Dice thrown for what was refused ----------------------------------------------------------------------------


def sail(path: Path, player: str = "Anna", ports: tuple[str, ...] = (), winds: int = 1, **more: Any) -> Entry:
    """`sail`, which is refused without ports after its dice have fallen."""
    return play(path, "sail", player=player, ports=list(ports), winds=winds, **more).entry


def thrown(path: Path) -> list[Thrown]:
    """What is kept beside the ledger."""
    return kept(path)


def test_who_is_refused_gets_no_other_dice(harbour: Path) -> None:
    """Nothing is written, and the dice stand for when it is typed again; then they are in the ledger."""
    before = harbour.read_bytes()
    refused("no-list", sail, harbour)
    assert harbour.read_bytes() == before
    (kept_now,) = thrown(harbour)
    refused("no-list", sail, harbour)
    assert thrown(harbour) == [kept_now]
    assert "wind 1" in refused("dice-stand", sail, harbour, dice="3 ...")
    entry = sail(harbour, ports=("Åbo", "Oslo"))
    assert entry.dice[0] == kept_now.dice[0]
    assert "thrown for it before" in entry.text[0]
    assert thrown(harbour) == []
    assert not list(harbour.parent.glob("*.thrown*"))
    assert audit(harbour, toy_named).findings == []


def test_two_refused_do_not_shake_off_each_others_dice(harbour: Path) -> None:
    """Kept apart by what makes them the same; one done leaves the other."""
    refused("no-list", sail, harbour)
    refused("no-list", sail, harbour, "Bertil")
    anna, bertil = thrown(harbour)
    assert sail(harbour, "Bertil", ("Åbo",)).dice == bertil.dice
    assert thrown(harbour) == [anna]
    throws(harbour, "2")
    assert sail(harbour, "Anna", ("Åbo",)).dice == anna.dice


def test_refused_sooner_the_second_time(harbour: Path) -> None:
    """With fewer dice fallen the second time, the others are kept all the same."""
    refused("no-list", sail, harbour, winds=3)
    (first,) = thrown(harbour)
    refused("no-list", sail, harbour, winds=1)
    assert len(thrown(harbour)[0].dice) == 3
    refused("no-list", sail, harbour, winds=4)
    assert [d.value for d in sail(harbour, ports=("Åbo",), winds=3).dice] == [d.value for d in first.dice]


def test_void_and_then_refused(harbour: Path) -> None:
    """Dice of a void entry and dice thrown since stand together, each by its name."""
    sail(harbour, ports=("Åbo",), dice="5")
    take_back(harbour, 3)
    refused("no-list", sail, harbour, winds=2)
    (since,) = thrown(harbour)
    assert [d.purpose for d in since.dice] == ["wind 2"]
    entry = sail(harbour, ports=("Åbo",), winds=2)
    assert [(d.value, d.source) for d in entry.dice] == [(5, "entry"), (since.dice[0].value, "engine")]
    assert "of entry 3, which is void, and thrown for it before" in entry.text[0]
    take_back(harbour, 5)
    assert [d.value for d in sail(harbour, ports=("Åbo",), winds=2).dice] == [5, since.dice[0].value]
    assert audit(harbour, toy_named).findings == []


def test_dice_used_up_are_not_used_again(harbour: Path) -> None:
    """Where a crash left them lying, an entry made since tells that they are in the ledger."""
    refused("no-list", sail, harbour)
    left = thrown(harbour)
    sail(harbour, ports=("Åbo",))
    keep(harbour, left)
    assert sail(harbour, ports=("Åbo",), dice="3").dice[0].source == "table"
    assert thrown(harbour) == []


def test_a_new_month_has_new_dice(harbour: Path) -> None:
    refused("no-list", sail, harbour)
    next_month(harbour)
    assert thrown(harbour) == []
    assert sail(harbour, ports=("Åbo",), dice="3").dice[0].source == "table"


@pytest.mark.parametrize("data", [b"", b"\xff", b"a = ", b"thrown = 1", b"[[thrown]]\nmonth = 1\n", b"[thrown]\n"])
def test_a_file_of_thrown_dice_that_is_none(harbour: Path, data: bytes) -> None:
    """It is as if it were not there: it stops nobody."""
    harbour.with_name("harbour.toml.thrown").write_bytes(data)
    assert sail(harbour, ports=("Åbo",), dice="3").dice[0].source == "table"


def test_dice_that_can_not_be_kept(harbour: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder nobody may write to, that is what is said."""

    def no_right(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "write_text", no_right)
    assert "permission denied" in refused("file", sail, harbour)


# --- Whatever is done ------------------------------------------------------------------------------------------

STEP = st.one_of(
    st.tuples(st.sampled_from(["Anna", "Bertil"]), st.integers(1, 3), st.booleans()),
    st.tuples(st.just("ship"), st.sampled_from(["Anna", "Bertil"]), st.integers(0, 12)),
    st.tuples(st.just("settle"), st.integers(0, 5), st.sampled_from(["Anna", "Bertil", "coins", "ship"])),
    st.tuples(st.just("month"), st.booleans(), st.none()),
    st.tuples(st.just("limit"), st.sampled_from([b"low", b"high"]), st.none()),
    st.tuples(st.just("void"), st.integers(0, 6), st.booleans()),
    st.tuples(st.just("void"), st.integers(0, 3), st.booleans()),
)


def step(path: Path, what: str, first: Any, second: Any) -> None:
    """One step of a plan; refused, it changes nothing."""
    ledger = opened(path)
    if what == "ship":
        play(path, "ship buy", player=first, price=second)
    elif what == "settle" and ledger.state.decisions:
        play(path, "settle", decision=ledger.state.decisions[first % len(ledger.state.decisions)].id, answer=second)
    elif what == "month":
        play(path, TURN, left_open=first)
    elif what == "limit":
        head, page, rest = path.read_bytes().partition(b"\n[[turn]]")
        head = head.replace(b"high", b"low").replace(b'"low"', b'"%s"' % first)
        path.write_bytes(head + page + rest)
    elif what == "void":
        take_back(path, ledger.page.count - first, cascade=second)
    elif what in ("Anna", "Bertil"):
        throws(path, None, what, first, careful=second)


def without_the_void(path: Path) -> State:
    """The state by the entries that stand, as if the void ones and their voids had never been."""
    _, pages = parts(path)
    void_now = voided_by([e for p in pages for e in p.page.entry])
    state: State = pages[0].opening(TOY)
    for page in pages:
        for i, entry in enumerate(page.page.entry):
            if entry.number not in void_now and entry.command != VOID:
                state = apply(state, page.effects(TOY, i))
    return state


@contextlib.contextmanager
def seeded(seed: int) -> Iterator[None]:
    """The referee's dice from a seed, and no waiting for the disk."""
    dice = random.Random(seed)  # noqa: S311  no secret
    with mock.patch("secrets.randbelow", dice.randrange), mock.patch.object(os, "fsync"):
        yield


def restores(path: Path, plan: list[tuple[str, Any, Any]], seed: int) -> None:
    """Whatever was done, the state is that of the entries that stand; and the audit says the same."""
    with seeded(seed):
        begin_toy(path)
        for what in plan:
            before = path.read_bytes()
            try:
                step(path, *what)
            except LedgerFault:
                raise
            except RefereeError:
                assert path.read_bytes() == before
            else:
                assert what[0] == "limit" or path.read_bytes().startswith(before)
                assert opened(path).state == without_the_void(path)
        assert audit(path, toy_named).findings == []


@settings(max_examples=50, deadline=None)
@given(plan=st.lists(STEP, min_size=4, max_size=16), seed=st.integers(0, 2**32))
def test_void_restores(tmp_path_factory: pytest.TempPathFactory, plan: list[tuple[str, Any, Any]], seed: int) -> None:
    restores(tmp_path_factory.mktemp("void") / "a.toml", plan, seed)


@pytest.mark.slow
@settings(max_examples=at_length(500), deadline=None)
@given(plan=st.lists(STEP, min_size=10, max_size=40), seed=st.integers(0, 2**32))
def test_void_restores_at_length(
    tmp_path_factory: pytest.TempPathFactory, plan: list[tuple[str, Any, Any]], seed: int
) -> None:
    restores(tmp_path_factory.mktemp("void") / "a.toml", plan, seed)


@settings(max_examples=25, deadline=None)
@given(plan=st.lists(STEP, min_size=2, max_size=10), seed=st.integers(0, 2**32))
def test_void_and_again_is_the_same(
    tmp_path_factory: pytest.TempPathFactory, plan: list[tuple[str, Any, Any]], seed: int
) -> None:
    """The last entry taken back and adjudicated again has the same dice and comes to the same state."""
    path = tmp_path_factory.mktemp("again") / "a.toml"
    with seeded(seed):
        begin_toy(path)
        for what in plan:
            with contextlib.suppress(RefereeError):
                step(path, *what)
        with contextlib.suppress(RefereeError):
            throws(path, player="Bertil")  # takes up the header, if it was edited last
            before = opened(path).state
            thrown = throws(path).entry
            after = opened(path).state.purse
            take_back(path, thrown.number)
            assert opened(path).state == before
            again = throws(path).entry
            assert [d.value for d in again.dice] == [d.value for d in thrown.dice]
            assert opened(path).state.purse == after
