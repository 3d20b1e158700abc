"""Dice: the table's, asked for, the referee's, and those that stand in an entry."""

from __future__ import annotations

import inspect
import random
from collections import Counter
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eia_ref.core import dice as dice_module
from eia_ref.core.dice import AskedDice, Dice, Die, EngineDice, RecordedDice, TableDice
from eia_ref.core.errors import RefereeError, quoted
from tests.core.tools import die, refused


def rolls(dice: Dice, *sides: int) -> list[int]:
    """The values of some dice, one after the other."""
    return [dice.roll(n, f"die {i}").value for i, n in enumerate(sides, 1)]


@pytest.mark.parametrize(
    ("text", "sides", "values"),
    [
        ("53 4", (100, 6), [53, 4]),
        ("53,4", (100, 6), [53, 4]),
        (" 53 , 4 ", (100, 6), [53, 4]),
        ("53\t4\n6", (100, 6, 6), [53, 4, 6]),
        ("00", (100,), [100]),
        ("100", (100,), [100]),
        ("05", (100,), [5]),
        ("1 1 1", (6, 6, 100), [1, 1, 1]),
    ],
)
def test_dice_of_the_table(text: str, sides: tuple[int, ...], values: list[int]) -> None:
    """In the order they are asked for, blanks or commas between; 00 on a d100 is 100 (R-04)."""
    dice = TableDice(text)
    assert rolls(dice, *sides) == values
    dice.finish()


@pytest.mark.parametrize("text", ["", "  ", ",", " , , "])
def test_no_dice_at_all(text: str) -> None:
    assert "empty" in refused("bad-input", lambda: TableDice(text)).message


@pytest.mark.parametrize(
    "word", ["x", "1.5", "-1", "+1", "1e2", "1_0", "٣", "²", "½", "1234567", "5d6", "....", "…", "\udcff", "0x1", "'"]
)
def test_words_that_are_no_dice(word: str) -> None:
    """Named, with an example of how to write them."""
    refusal = refused("bad-input", lambda: TableDice(f"1 {word} 2"))
    assert refusal.message == f"--dice: {quoted(word)} is no whole number"
    assert '"53 4"' in refusal.hint


def test_the_rest_must_come_last() -> None:
    refused("bad-input", lambda: TableDice("... 5"))
    refused("bad-input", lambda: TableDice("1 ... ..."))


@pytest.mark.parametrize(
    ("sides", "word"), [(6, "7"), (6, "0"), (6, "00"), (100, "101"), (100, "0"), (100, "000"), (3, "4")]
)
def test_a_die_out_of_range(sides: int, word: str) -> None:
    """Which die, what it was for, what it may be; that 00 is 100 only where it is."""
    refusal = refused("die-range", lambda: rolls(TableDice(f"1 {word}"), sides, sides))
    assert refusal.message.startswith(f"die 2 of --dice, {word}, is out of range: die 2 is a d{sides}, 1 to {sides}")
    assert ("00 is 100" in refusal.message) == (sides == 100)


def test_a_die_missing() -> None:
    """What for, and both ways to go on: one more, or the referee's."""
    refusal = refused("die-missing", lambda: rolls(TableDice("53 4"), 100, 6, 6))
    assert refusal.message == "one more die is needed: a d6 for die 3"
    assert '--dice "53 4 N"' in refusal.hint
    assert '--dice "53 4 ..."' in refusal.hint


def test_dice_left_over() -> None:
    """Named, with those that were asked for; many are not all repeated."""
    dice = TableDice("53 4 5 6")
    rolls(dice, 100, 6)
    refusal = refused("die-left-over", dice.finish)
    assert refusal.message == "--dice has 2 more than was asked for: 5 6"
    assert '--dice "53 4"' in refusal.hint
    assert len(refused("die-left-over", TableDice("1 " * 500).finish).message) < 80


def test_the_rest_is_the_referees() -> None:
    """`...` leaves what comes after to the referee, be it much or nothing."""
    dice = TableDice("53 ...")
    assert [d.source for d in (dice.roll(100, "a"), dice.roll(6, "b"), dice.roll(6, "c"))] == [
        "table",
        "engine",
        "engine",
    ]
    dice.finish()
    TableDice("...").finish()


def test_asked_dice_are_asked_until_they_will_do() -> None:
    """The purpose in the question, the reason in the next; one die at a time."""
    asked: list[str] = []
    answers = iter(["", "x", "7", "2 3", "4\n", "...", "00"])

    def ask(question: str) -> str:
        asked.append(question)
        return next(answers)

    dice = AskedDice(ask)
    assert dice.roll(6, "harbour guns").value == 4
    assert asked[0] == "d6, harbour guns: "
    assert [q.count("\n") for q in asked] == [0, 1, 1, 1, 1]
    assert "is out of range" in asked[3]
    assert "1 more than was asked for" in asked[4]
    assert dice.roll(6, "morale").source == "engine"
    assert dice.roll(100, "event") == Die(sides=100, value=100, purpose="event", source="table")
    dice.finish()


def test_nobody_there_to_answer() -> None:
    """A terminal that has ended refuses at once, and is not asked again."""
    asked = []

    def ask(question: str) -> str:
        asked.append(question)
        raise RefereeError("nobody answered", code="no-answer")

    refused("no-answer", lambda: AskedDice(ask).roll(6, "a"))
    assert len(asked) == 1


def test_recorded_dice_are_found_by_their_purpose() -> None:
    """Not by their order; each once; sides count too."""
    dice = RecordedDice([die(1, "a"), die(2, "b"), die(3, "a"), die(4, "a", 10)])
    assert [dice.roll(6, p).value for p in ("b", "a", "a")] == [2, 1, 3]
    refused("die-missing", lambda: dice.roll(6, "a"))
    assert refused("die-left-over", dice.finish).message == "a die nobody asks for: d10, a"
    assert dice.roll(10, "a").value == 4
    dice.finish()


def test_recorded_dice_that_stand() -> None:
    """The rest is thrown, and some may be left."""
    dice = RecordedDice([die(5, "a"), die(6, "z")], EngineDice())
    assert dice.roll(6, "a") == die(5, "a")
    assert dice.roll(6, "a").source == "engine"
    dice.finish()


def test_a_recorded_die_that_can_not_be() -> None:
    refused("die-range", lambda: RecordedDice([die(9, "a")]).roll(6, "a"))


def test_the_referees_dice_come_from_the_system() -> None:
    """Only `secrets`: no seed, nothing of `random`, so that nobody can look ahead."""
    source = inspect.getsource(dice_module)
    assert "from secrets import randbelow" in source
    assert "random." not in source
    assert "seed(" not in source
    with mock.patch("secrets.randbelow", lambda n: n - 1):
        random.seed(1)
        assert EngineDice().roll(6, "a") == die(6, "a", source="engine")


@pytest.mark.parametrize("sides", [1, 2, 3, 6, 7, 100])
def test_the_referees_dice_are_even(sides: int) -> None:
    """Every face, as often as the next: chi-square, with room that chance leaves once in ten thousand million."""
    count, dice = 40 * sides, EngineDice()
    seen = Counter(dice.roll(sides, "a").value for _ in range(count))
    assert set(seen) <= set(range(1, sides + 1))
    chi = sum((seen[n] - 40) ** 2 / 40 for n in range(1, sides + 1))
    assert chi < sides + 7 * (2 * sides) ** 0.5 + 30


@given(text=st.text(max_size=30), sides=st.integers(1, 200))
def test_any_words_for_dice(text: str, sides: int) -> None:
    """A value of the die, or a refusal."""
    try:
        value = TableDice(text).roll(sides, "a").value
    except RefereeError:
        return
    assert 1 <= value <= sides
