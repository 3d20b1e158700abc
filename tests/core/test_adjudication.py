"""Adjudications: a function of request, state and dice; what is said, cited, left open or refused."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from eia_ref.core.adjudication import Sheet, adjudicate, split_rules
from eia_ref.core.dice import Dice, RecordedDice, TableDice
from eia_ref.core.effects import Changes, apply
from eia_ref.core.errors import RefereeError
from eia_ref.core.game import request_for
from eia_ref.core.position import Position
from tests.core.tools import decide, decision, refused, state
from tests.toy import TOY, Coins, Harbour, ThrowRequest


def test_an_adjudication_changes_nothing_but_its_own_copy() -> None:
    """Whatever it does, the state it was asked on is as it was."""

    def resolve(sheet: Sheet[Harbour], request: Any) -> None:
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
        return adjudicate(Position(TOY.rulebook, state()), TOY.adjudicator("throw"), request, dice, 9)

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

    def resolve(sheet: Sheet[Harbour], request: Any) -> None:
        sheet.apply(Coins(player="Anna", change=1))
        sheet.apply(Coins(player="Anna", change=-9))

    refusal = refused("cant-apply", lambda: decide(resolve))
    assert refusal.message == "test it: Anna has 6 coins, and 9 would go"


def test_no_outcome_is_a_fault() -> None:
    refused("no-outcome", lambda: decide(lambda sheet, request: None))


def test_dice_left_over_stop_all() -> None:
    """FC-03: what the table gave and nobody asked for is refused before anything is written."""

    def resolve(sheet: Sheet[Harbour], request: Any) -> None:
        sheet.roll(6, "a")
        sheet.outcome = "done"

    refused("die-left-over", lambda: decide(resolve, TableDice("1 2")))
    assert [d.value for d in decide(resolve, TableDice("1")).dice] == [1]


def test_a_draw_of_one_needs_no_die() -> None:
    """R-17: a name is drawn by a die over the list; the only one there is needs none."""

    def resolve(sheet: Sheet[Harbour], request: Any) -> None:
        sheet.outcome = sheet.draw(["Ney"], "a") + sheet.draw(["Murat", "Lannes"], "b")

    done = decide(resolve, TableDice("2"))
    assert done.outcome == "NeyLannes"
    assert [(d.sides, d.purpose) for d in done.dice] == [(2, "b")]


def test_ids_are_the_entrys_number_and_a_count() -> None:
    """And they sort as they came, 9.1 before 17.1, 17.2 before 17.10."""

    def resolve(sheet: Sheet[Harbour], request: Any) -> None:
        for n in range(10):
            sheet.leave_open(f"d{n}", "T-1", f"Question {n}?", whom="Anna", detail="x")
        sheet.outcome = "done"

    done = decide(resolve, on=state(decisions=[decision("9.1")]))
    assert [d.id for d in done.after.decisions] == ["9.1", *(f"17.{n}" for n in range(1, 11))]
    assert (done.open[0].id, done.open[0].rule, done.open[0].question) == ("17.1", "T-1", "Question 0?")
    assert done.rules == ("T-1",)


def test_what_is_said_and_cited() -> None:
    """Each rule once, in the order applied; a line names its own."""

    def resolve(sheet: Sheet[Harbour], request: Any) -> None:
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
