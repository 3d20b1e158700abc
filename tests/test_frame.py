"""The frame without a ledger: dice, adjudications, effects, names, months, the rulebook."""

from __future__ import annotations

import inspect
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from eia_ref.core import dice as dice_module
from eia_ref.core import names
from eia_ref.core.adjudication import Adjudicator, Sheet, adjudicate, split_rules
from eia_ref.core.calendar import Month, month
from eia_ref.core.dice import AskedDice, Dice, Die, EngineDice, RecordedDice, TableDice
from eia_ref.core.effects import Begins, Changes, Closes, Effect, Ends, MonthBegins, Opens, apply, as_a
from eia_ref.core.errors import CantApply, LedgerFault, NotAllowed, RefereeError, quoted
from eia_ref.core.frozen import Frozen
from eia_ref.core.game import TurnRequest, request_for
from eia_ref.core.month import end_month
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import Decision, InForce, State, find, put, take
from tests.toy import RULES, TOY, Coins, Harbour, ThrowRequest

APRIL = Month("1789-04")


def refused(code: str, use: Callable[[], object]) -> RefereeError:
    """The refusal, of this code."""
    with pytest.raises(RefereeError) as refusal:
        use()
    assert refusal.value.code == code
    return refusal.value


# --- Dice ------------------------------------------------------------------------------------------------------


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


def die(value: int, purpose: str, sides: int = 6, source: Any = "table") -> Die:
    """A die as an entry has it."""
    return Die(sides=sides, value=value, purpose=purpose, source=source)


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


# --- Adjudications ---------------------------------------------------------------------------------------------


def state(**more: Any) -> Harbour:
    """A state of the toy's."""
    return Harbour(month=APRIL, purse={"Anna": 5, "Bertil": 5}, settings={"limit": "high"}, **more)


def by(resolve: Callable[[Any, Any], None]) -> Adjudicator[Any, Any]:
    """An adjudicator for a test."""
    return Adjudicator("test it", TurnRequest, resolve)


def decide(resolve: Callable[[Any, Any], None], dice: Dice | None = None, on: State | None = None) -> Any:
    """What it decides."""
    return adjudicate(by(resolve), TurnRequest(), on or state(), dice or EngineDice(), TOY.rulebook, 17)


def test_an_adjudication_changes_nothing_but_its_own_copy() -> None:
    """Whatever it does, the state it was asked on is as it was."""

    def resolve(request: Any, sheet: Sheet[Harbour]) -> None:
        sheet.apply(Coins(player="Anna", change=3), Changes(name="limit", was="high"))
        sheet.leave_open("prize", "T-1", "Which?")
        sheet.outcome = "done"

    before, on = state(), state()
    done = decide(resolve, on=on)
    assert on == before
    assert done.after.purse["Anna"] == 8
    assert done.after == apply(before, done.effects)


@settings(max_examples=50)
@given(value=st.lists(st.integers(1, 6), min_size=1, max_size=2), stake=st.integers(1, 9), careful=st.booleans())
def test_the_same_request_state_and_dice_come_to_the_same(value: list[int], stake: int, careful: bool) -> None:
    """An adjudication is a function: twice the same is the same, and its recorded dice give it again."""

    def once(dice: Dice) -> Any:
        request = ThrowRequest(player="Anna", stake=stake, careful=careful)
        return adjudicate(TOY.adjudicator("throw"), request, state(), dice, TOY.rulebook, 9)

    text = " ".join(map(str, value))
    try:
        done = once(TableDice(text))
    except RefereeError as e:
        refused(e.code, lambda: once(TableDice(text)))
        return
    assert once(TableDice(text)) == done
    assert once(RecordedDice(done.dice)) == done


def test_an_effect_that_does_not_fit_stops_all() -> None:
    """It names the command, and what is in the way."""

    def resolve(request: Any, sheet: Sheet[Harbour]) -> None:
        sheet.apply(Coins(player="Anna", change=1))
        sheet.apply(Coins(player="Anna", change=-9))

    refusal = refused("cant-apply", lambda: decide(resolve))
    assert refusal.message == "test it: Anna has 6 coins, and 9 would go"


def test_no_outcome_is_a_fault() -> None:
    refused("no-outcome", lambda: decide(lambda request, sheet: None))


def test_dice_left_over_stop_all() -> None:
    """FC-03: what the table gave and nobody asked for is refused before anything is written."""

    def resolve(request: Any, sheet: Sheet[Harbour]) -> None:
        sheet.roll(6, "a")
        sheet.outcome = "done"

    refused("die-left-over", lambda: decide(resolve, TableDice("1 2")))
    assert [d.value for d in decide(resolve, TableDice("1")).dice] == [1]


def test_a_draw_of_one_needs_no_die() -> None:
    """R-17: a name is drawn by a die over the list; the only one there is needs none."""

    def resolve(request: Any, sheet: Sheet[Harbour]) -> None:
        sheet.outcome = sheet.draw(["Ney"], "a") + sheet.draw(["Murat", "Lannes"], "b")

    done = decide(resolve, TableDice("2"))
    assert done.outcome == "NeyLannes"
    assert [(d.sides, d.purpose) for d in done.dice] == [(2, "b")]


def test_ids_are_the_entrys_number_and_a_count() -> None:
    """And they sort as they came, 9.1 before 17.1, 17.2 before 17.10."""

    def resolve(request: Any, sheet: Sheet[Harbour]) -> None:
        for n in range(10):
            sheet.leave_open(f"d{n}", "T-1", f"Question {n}?", whom="Anna", detail="x")
        sheet.outcome = "done"

    done = decide(resolve, on=state(decisions=[decision("9.1")]))
    assert [d.id for d in done.after.decisions] == ["9.1", *(f"17.{n}" for n in range(1, 11))]
    assert (done.open[0].id, done.open[0].rule, done.open[0].question) == ("17.1", "T-1", "Question 0?")
    assert done.rules == ("T-1",)


def test_what_is_said_and_cited() -> None:
    """Each rule once, in the order applied; a line names its own."""

    def resolve(request: Any, sheet: Sheet[Harbour]) -> None:
        sheet.cite("R-2")
        sheet.say("One.", "R-1", "R-2")
        sheet.say("Two: 2.")
        sheet.outcome = "done"

    done = decide(resolve)
    assert done.rules == ("R-2", "R-1")
    assert done.text == ("R-1, R-2: One.", "Two: 2.")
    assert [split_rules(line) for line in done.text] == [("R-1, R-2", "One."), ("", "Two: 2.")]


def test_the_registry() -> None:
    """By the command's words; another is refused in the game's name."""
    assert TOY.adjudicator("throw").request is ThrowRequest
    assert (
        "Coins in the harbour has no command 'fly'" in refused("no-command", lambda: TOY.adjudicator("fly")).message
    )
    assert TOY.registry["ship buy"].same(TOY.registry["ship buy"].request(player="Anna", price=1)) == (
        '{"player":"Anna","price":1}'
    )


def test_a_request_refuses_by_the_fields_name() -> None:
    assert request_for(ThrowRequest, player="Anna", stake=1).careful is False
    assert refused("bad-input", lambda: request_for(ThrowRequest, player="Anna", stake=0)).message.startswith(
        "stake: "
    )
    assert refused("bad-input", lambda: request_for(ThrowRequest, player=1, stake=1)).message.startswith("player: ")
    assert (
        "careful" in refused("bad-input", lambda: request_for(ThrowRequest, player="A", stake=1, careful=1)).message
    )
    assert "more" in refused("bad-input", lambda: request_for(ThrowRequest, player="A", stake=1, more=1)).message


# --- Effects ---------------------------------------------------------------------------------------------------


def storm(id: str = "3.1", **more: Any) -> InForce:
    """Something in force."""
    return InForce(id=id, what="storm", rule="T-1", since=APRIL, **more)


def decision(id: str) -> Decision:
    """Something left open."""
    return Decision(id=id, about="prize", rule="T-1", since=APRIL, whom="Anna")


@pytest.mark.parametrize(
    "effect",
    [
        as_a(Begins, storm("4.1", until=Month("1789-07"), where="harbour")),
        as_a(Ends, storm()),
        as_a(Opens, decision("5.2")),
        as_a(Closes, decision("5.1")),
        Changes(name="limit", was="high", now="low"),
        Changes(name="limit", was="high"),
        Changes(name="ports", now=["Åbo", "Oslo"]),
        Coins(player="Anna", change=-5),
    ],
    ids=lambda effect: effect.words(),
)
def test_an_effect_and_its_opposite(effect: Effect) -> None:
    """Applied one after the other nothing is changed; twice, the effect does not fit; both have words."""
    before = state(in_force=[storm()], decisions=[decision("5.1")])
    after = apply(before, [effect])
    assert after != before
    assert apply(after, [effect.opposite()]) == before
    assert effect.opposite().opposite() == effect
    assert effect.words()
    assert effect.opposite().words()
    with pytest.raises(CantApply):
        apply(after, [effect])


def test_a_month_is_not_taken_back() -> None:
    effect = MonthBegins(was=APRIL, now=Month("1789-05"))
    assert apply(state(), [effect]).month == "1789-05"
    for wrong in (
        MonthBegins(was=APRIL, now=Month("1789-06")),
        MonthBegins(was=Month("1789-05"), now=Month("1789-06")),
    ):
        with pytest.raises(CantApply, match="can't follow"):
            apply(state(), [wrong])
    with pytest.raises(CantApply, match="has ended"):
        effect.opposite()


def test_a_setting_that_is_not_set_stays_so() -> None:
    """Not set, and again not set: that changes nothing, and stumbles over nothing."""
    assert apply(state(), [Changes(name="ports")]) == state()


def test_applying_leaves_the_state_as_it_was() -> None:
    """Also where the second of two effects does not fit."""
    on = state()
    with pytest.raises(CantApply):
        apply(on, [Coins(player="Anna", change=1), Coins(player="Bertil", change=-9)])
    assert on == state()


@pytest.mark.parametrize("id", ["", "1", "1.", ".1", "a.b", "1.1.1", "-1.1", "1.1\n", "١.١", "1" * 10 + ".1"])
def test_ids_that_are_none(id: str) -> None:
    """What is remembered sorts by its id, so it must have one."""
    for kind in (InForce, Begins):
        with pytest.raises(ValidationError, match=r"as 17\.1"):
            kind(id=id, what="storm", rule="T-1", since=APRIL)


def test_what_is_remembered() -> None:
    """No id twice, nothing taken that is not there as it was."""
    things = [storm("9.1")]
    put(things, storm("17.1"))
    put(things, storm("9.2"))
    assert [t.id for t in things] == ["9.1", "9.2", "17.1"]
    with pytest.raises(CantApply, match=r"17\.1 is there already"):
        put(things, storm("17.1"))
    with pytest.raises(CantApply, match="no longer there as it was"):
        take(things, storm("9.1", where="elsewhere"), "storm")
    take(things, storm("9.1"), "storm")
    assert find(things, "9.1") is None
    assert find(things, "9.2") == storm("9.2")


def test_values_are_strict() -> None:
    """A true is no number, a number no text, an unknown key is refused, and nothing is changed in place."""
    for wrong in ({"change": True}, {"change": 1.0}, {"change": "1"}, {"player": 1}, {"more": 1}):
        with pytest.raises(ValidationError):
            Coins.model_validate({"player": "Anna", "change": 1, **wrong})
    with pytest.raises(ValidationError):
        Coins(player="Anna", change=1).change = 2  # type: ignore[misc]  # that is the point


def test_every_error_has_its_exit_code() -> None:
    """1 the answer is no, 2 bad input, 3 the ledger: as the command line ends."""
    assert [e("x").exit_code for e in (NotAllowed, RefereeError, CantApply, LedgerFault)] == [1, 2, 2, 3]
    assert (RefereeError("m", "h").message, RefereeError("m", "h").hint) == ("m", "h")
    assert RefereeError("m", code="c").code == "c"
    assert quoted("x" * 100) == "'" + "x" * 57 + "...'"


# --- Months ----------------------------------------------------------------------------------------------------


def test_months() -> None:
    """Text order is time order; months are counted across years."""
    assert APRIL.plus(9) == "1790-01"
    assert APRIL.plus(-4) == "1788-12"
    assert APRIL.plus(0) == APRIL
    assert (APRIL.year, APRIL.number, APRIL.name) == (1789, 4, "April 1789")
    assert Month("1789-12") < Month("1790-01")
    assert isinstance(APRIL.plus(1), Month)


def test_how_long_things_last() -> None:
    """R-07: this month is the first; three months rolled in April are over as July begins."""
    assert APRIL.last_of(3) == "1789-06"
    assert APRIL.last_of(1) == APRIL


def test_the_next_of_some_months() -> None:
    """R-06: this month itself, if it is one of them."""
    economic = (3, 6, 9, 12)
    assert APRIL.until_next(economic) == "1789-06"
    assert Month("1789-06").until_next(economic) == "1789-06"
    assert Month("1789-12").until_next((1,)) == "1790-01"


@pytest.mark.parametrize(
    "text", ["1789-13", "1789-00", "1789-4", "789-04", "0789-04", "1789/04", "April 1789", "", "1789-04\n", "١٧٨٩-٠٤"]
)
def test_what_is_no_month(text: str) -> None:
    assert "write it as 1789-04" in refused("bad-input", lambda: month(text)).message
    with pytest.raises(ValueError, match="no month"):
        Month(text)


def test_the_ends_of_the_calendar() -> None:
    """Beyond them is a refusal, not a fault."""
    refused("bad-input", lambda: Month("9999-12").plus(1))
    refused("bad-input", lambda: Month("1000-01").plus(-1))
    refused("bad-input", lambda: Month("9999-12").last_of(3))


@given(a=st.integers(-2000, 2000), b=st.integers(-2000, 2000))
def test_counting_months_adds_up(a: int, b: int) -> None:
    assert APRIL.plus(a).plus(b) == APRIL.plus(a + b)
    assert (APRIL.plus(a) < APRIL.plus(b)) == (a < b)


def month_ends(on: Harbour, left_open: bool = False, must: Any = ()) -> Any:
    """The end of a month by the frame alone."""

    def resolve(request: Any, sheet: Sheet[Harbour]) -> None:
        end_month(TurnRequest(left_open=left_open), sheet, must, lambda thing: thing.what)

    return decide(resolve, on=on)


def test_what_is_over_ends_with_the_month() -> None:
    """R-07: `until` is the first month without it."""
    things = [storm("1.1", until=Month("1789-05")), storm("1.2", until=Month("1789-06")), storm("1.3")]
    done = month_ends(state(in_force=things))
    assert done.after.month == "1789-05"
    assert [t.id for t in done.after.in_force] == ["1.2", "1.3"]
    assert "T-1: Over: storm." in done.text
    assert done.outcome == "May 1789 begins"


def test_nothing_is_passed_over_unsaid() -> None:
    """A decision left open stops the month; with --leave-open it goes on, and says over what."""
    on = state(decisions=[decision("5.1")])
    refusal = refused("left-open", lambda: month_ends(on))
    assert refusal.exit_code == 1
    assert "5.1" in refusal.message
    assert "--leave-open" in refusal.hint
    done = month_ends(on, left_open=True)
    assert any(line.startswith("Left open: ") and "5.1" in line for line in done.text)
    assert done.after.decisions == on.decisions


# --- Names -----------------------------------------------------------------------------------------------------

POWERS = ["Austria", "Britain", "France", "Prussia", "Russia", "Spain", "Turkey"]
ALSO = {"GB": "Britain", "England": "Britain", "Ottomans": "Turkey", "nobody": "Nowhere"}


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("France", "France"),
        ("FRANCE", "France"),
        ("fra", "France"),
        (" fRa ", "France"),
        ("f", "France"),
        ("gb", "Britain"),
        ("Engl", "Britain"),
        ("Ottomans", "Turkey"),
        ("Fránce", "France"),
        ("ＦＲＡ", "France"),
    ],
)
def test_names_are_forgiving(said: str, meant: str) -> None:
    """Case, accents, outer blanks, the end of the name."""
    assert names.find(said, POWERS, "power", ALSO) == meant


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        ("Frence", "the nearest: France"),
        ("usia", "the nearest: "),
        ("", "known: Austria, Britain, France, Prussia, Russia, Spain, Turkey"),
        ("   ", "known: "),
        ("xyz", "known: "),
        ("nobody", "known: "),  # another word for a name there is not here
        ("\udcff", "known: "),
        ("[bold]", "known: "),
    ],
)
def test_names_that_are_not_known(said: str, hint: str) -> None:
    """The nearest, or all there are."""
    refusal = refused("unknown-name", lambda: names.find(said, POWERS, "power", ALSO))
    assert refusal.message == f"no power is called {said!r}"
    assert refusal.hint.startswith(hint)


def test_a_beginning_of_two() -> None:
    """Both are named; a whole name that begins another is itself."""
    refusal = refused("unknown-name", lambda: names.find("sa", ["Saxony", "Sardinia"], "area"))
    assert refusal.hint == "it may mean Sardinia or Saxony"
    assert names.find("sax", ["Sax", "Saxony"], "area") == "Sax"
    assert refused("unknown-name", lambda: names.find("a", [], "area")).hint == "known: none"


def test_folding() -> None:
    assert names.fold("  Émigré   Straße ") == "emigre strasse"
    assert names.fold("Łódź") == names.fold("łódź")


@given(st.text(max_size=20))
def test_any_name(said: str) -> None:
    """One of them, or a refusal of one line."""
    try:
        assert names.find(said, POWERS, "power", ALSO) in POWERS
    except RefereeError as e:
        refusal = e.message
    else:
        return
    assert len(refusal) < 200
    assert "\n" not in refusal


# --- The rulebook ----------------------------------------------------------------------------------------------


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A copy of the toy's rules, with a chart in a folder of its own."""
    folder = tmp_path / "rules"
    (folder / "charts").mkdir(parents=True)
    for file in RULES.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    (folder / "charts" / "combat.toml").write_text("a = 1\n")
    return folder


def test_tables(rules: Path) -> None:
    """By name, from folders too, read once."""
    book = Rulebook(rules)
    assert book.table("harbour")["purse"] == 10
    assert book.table("charts/combat") == {"a": 1}
    assert book.table("harbour") is book.table("harbour")
    assert [c.id for c in book.clauses()] == ["T-1"]


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


def test_frozen_values_read_back_from_their_own_json() -> None:
    """The same in code, in a ledger and in JSON."""
    values: list[Frozen] = [
        die(3, "a"),
        storm(until=APRIL),
        decision("1.1"),
        as_a(Begins, storm()),
        MonthBegins(was=APRIL, now=APRIL.plus(1)),
        Changes(name="a", was=["b"], now="c"),
    ]
    for value in values:
        assert type(value).model_validate_json(value.model_dump_json(by_alias=True)) == value
