"""What is between powers ends on the right day, at every boundary: against a calendar counted month by month."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eia_ref.core.adjudication import Sheet, adjudicate
from eia_ref.core.calendar import Month
from eia_ref.core.dice import RecordedDice
from eia_ref.core.errors import CantApply, NotAllowed
from eia_ref.core.position import Position
from eia_ref.core.requests import TurnRequest
from eia_ref.core.state import Filled, InForce
from eia_ref.empires.game import EMPIRES
from eia_ref.empires.lasting import begin
from eia_ref.empires.politics.access import AccessRequest
from eia_ref.empires.politics.alliance import AllyRequest, BreakRequest, CallRequest
from eia_ref.empires.politics.declaration import DowRequest
from eia_ref.empires.politics.declare import consider
from eia_ref.empires.politics.politics import agenda, status
from eia_ref.empires.politics.terms import PeaceRequest
from eia_ref.empires.relations import ENFORCED_PEACE, allied, at_war, between, in_force, towards
from eia_ref.empires.state import Campaign
from tests.empires.tools import RULES, opening

MONTHS = st.tuples(st.integers(1789, 1810), st.integers(1, 12)).map(lambda m: f"{m[0]}-{m[1]:02d}")
ENTRY = count(100)  # every command is an entry of its own
FEW = settings(max_examples=25, deadline=None)


def slow(start: str, months: int) -> str:
    """So many months after a start, counted one by one."""
    year, month = int(start[:4]), int(start[5:])
    for _ in range(months):
        month += 1
        if month == 13:
            year, month = year + 1, 1
    return f"{year}-{month:02d}"


def start_of(month: str) -> Campaign:
    """A campaign in which a table has filled in what a surrender is worth."""
    state = opening(month)
    for kind in ("conditional", "unconditional"):
        for side in ("loser", "victor"):
            state.charts[f"political-points: {kind} surrender, {side}"] = Filled(value=0, by="the table")
    return state


def does(state: Campaign, command: str, request: Any) -> Campaign:
    """The state after a command."""
    after: Any = adjudicate(
        Position(RULES, state), EMPIRES.adjudicator(command), request, RecordedDice([]), next(ENTRY)
    ).after
    assert isinstance(after, Campaign)
    return after


def next_tide(state: Campaign) -> Campaign:
    return does(state, "turn next", TurnRequest(left_open=True))


@FEW
@given(MONTHS, st.integers(0, 15))
def test_an_alliance_is_there_to_the_end_of_its_last_month(month: str, lasts: int) -> None:
    last = slow(month, lasts)
    state = does(start_of(month), "pp ally", AllyRequest(power="Austria", other="Prussia", last=Month(last)))
    for _ in range(lasts + 2):
        there = state.month <= last
        assert allied(state, "Prussia", "Austria") == there
        found = consider(Position(RULES, state), DowRequest(power="Austria", against="Prussia"))
        assert [r.code for r in found.refusals] == (["ally"] if there else [])
        assert found.points == -3  # run out or not, no former ally is left of it (AL-4)
        state = next_tide(state)


@FEW
@given(MONTHS, st.sampled_from(["conditional", "unconditional"]))
def test_an_enforced_peace_covers_18_months_after_its_own(month: str, how: str) -> None:
    state = does(start_of(month), "pp dow", DowRequest(power="France", against="Austria"))
    loser = "A.1" if how == "conditional" else ""
    made = PeaceRequest(how=how, power="Austria", to=["France"], loser=loser)  # type: ignore[arg-type]  # a drawn word
    state = does(state, "pp peace", made)
    forbidden = [slow(month, n) for n in range(19)]
    for _ in range(21):
        assert (between(state, ENFORCED_PEACE, "France", "Austria") is not None) == (state.month in forbidden)
        for one, other in (("France", "Austria"), ("Austria", "France")):
            found = consider(Position(RULES, state), DowRequest(power=one, against=other))
            assert bool(found.refusals) == (state.month in forbidden)
        state = next_tide(state)
    assert at_war(does(state, "pp dow", DowRequest(power="Austria", against="France")), "France", "Austria")


@FEW
@given(MONTHS, st.integers(1, 30), st.sampled_from(["B.2", "C.2"]))
def test_a_truce_of_one_side_lasts_as_picked(month: str, asked: int, condition: str) -> None:
    state = does(start_of(month), "pp dow", DowRequest(power="France", against="Austria"))
    lengths = {"C.2": asked} if condition == "C.2" else {}
    made = PeaceRequest(
        how="unconditional", power="Austria", to=["France"], picks={"France": [condition]}, months=lengths
    )
    state = does(state, "pp peace", made)
    lasts = 24 if condition == "B.2" else asked
    forbidden = [slow(month, n) for n in range(max(lasts, 18) + 1)]
    free_for_the_victor = slow(month, 19)
    for _ in range(lasts + 3):
        found = consider(Position(RULES, state), DowRequest(power="Austria", against="France"))
        assert bool(found.refusals) == (state.month in forbidden)
        found = consider(Position(RULES, state), DowRequest(power="France", against="Austria"))
        assert bool(found.refusals) == (state.month < free_for_the_victor)
        state = next_tide(state)


@FEW
@given(MONTHS)
def test_the_surcharge_on_a_former_ally_is_2_then_1_then_nothing(month: str) -> None:
    state = does(start_of(month), "pp ally", AllyRequest(power="Austria", other="Prussia"))
    state = does(state, "pp break", BreakRequest(power="Austria", other="Prussia"))
    for price in (-5, -4, -3, -3):
        assert consider(Position(RULES, state), DowRequest(power="Austria", against="Prussia")).points == price
        assert consider(Position(RULES, state), DowRequest(power="Prussia", against="Austria")).points == -3
        state = next_tide(state)


@FEW
@given(MONTHS, st.integers(0, 6))
def test_access_ends_with_its_last_month(month: str, lasts: int) -> None:
    last = slow(month, lasts)
    state = does(
        start_of(month),
        "pp access",
        AccessRequest(power="Turkey", guest="Russia", dardanelles=True, last=Month(last)),
    )
    for _ in range(lasts + 2):
        assert (towards(state, "access", "Russia", "Turkey") is not None) == (state.month <= last)
        state = next_tide(state)


@FEW
@given(MONTHS, st.integers(1, 30), st.sampled_from(["sphere of influence", "deny co-operation", "B.4", "B.6", "C.5"]))
def test_what_a_peace_puts_in_force_lasts_as_picked(month: str, asked: int, condition: str) -> None:
    state = does(start_of(month), "pp dow", DowRequest(power="France", against="Austria"))
    asks = condition in ("B.6", "C.5")
    lengths = {condition: asked} if asks else {}
    made = PeaceRequest(
        how="unconditional", power="Austria", to=["France"], picks={"France": [condition]}, months=lengths
    )
    state = does(state, "pp peace", made)
    begins = {"deny co-operation": "denied co-operation", "B.4": "corps on loan", "B.6": "trade embargo"}
    what = {**begins, "C.5": "access by peace"}.get(condition, condition)
    lasts = asked if asks else {"B.4": 12}.get(condition, 18)
    for n in range(lasts + 2):
        assert (in_force(state, what) is not None) == (n <= lasts)
        state = next_tide(state)


@pytest.mark.parametrize(
    ("what", "other", "asked", "why"),
    [
        ("war", "Austria", {}, "there is a war of France and Austria already"),
        ("alliance", "Spain", {}, "there is an alliance of France and Spain already"),
        ("access", "France", {}, "can't be both sides"),
        ("access", "Russia", {"until": Month("1789-01")}, "over before it begins"),
        ("access", "Russia", {"months": 0}, "over before it begins"),
    ],
)
def test_what_can_not_begin(what: str, other: str, asked: dict[str, Any], why: str) -> None:
    state = does(opening(), "pp dow", DowRequest(power="Austria", against="France"))
    state = does(state, "pp ally", AllyRequest(power="Spain", other="France"))
    sheet = Sheet(Position(RULES, state), RecordedDice([]), 100)
    with pytest.raises(CantApply, match=why):
        begin(sheet, what, whom="France", against=other, **asked)
    assert not sheet.effects


@pytest.mark.parametrize(("made", "last"), [("1805-12", "1807-06"), ("1789-01", "1790-07"), ("1804-06", "1805-12")])
def test_the_last_month_of_a_peace_by_hand(made: str, last: str) -> None:
    """FC-24: made in December 1805, June 1807 is refused and July allowed; and two others counted on the fingers."""
    assert slow(made, 18) == last
    state = does(start_of(made), "pp dow", DowRequest(power="France", against="Austria"))
    state = does(state, "pp peace", PeaceRequest(how="unconditional", power="Austria", to=["France"]))
    peace = between(state, ENFORCED_PEACE, "Austria", "France")
    assert peace
    assert peace.until == slow(last, 1)
    with pytest.raises(NotAllowed, match="enforced peace"):
        does(state, "pp dow", DowRequest(power="France", against="Austria"))


def test_who_may_be_called_is_on_the_agenda_in_the_month_of_the_declaration() -> None:
    """R-175, R-281: an ally that is not at war with the enemy and may go to war."""
    state = does(start_of("1789-01"), "pp ally", AllyRequest(power="Spain", other="Prussia"))
    state = does(state, "pp ally", AllyRequest(power="Spain", other="France"))
    assert agenda(Position(RULES, state)) == []
    state = does(state, "pp dow", DowRequest(power="Russia", against="Spain"))
    assert [(d.what, d.type) for d in agenda(Position(RULES, state))] == [
        ("Spain may call Prussia to war on Russia", ("eia-ref pp call Spain Prussia Russia",)),
        ("Spain may call France to war on Russia", ("eia-ref pp call Spain France Russia",)),
    ]
    state.in_force.append(
        InForce(id="9.1", what="no French wars", rule="FR-02a", since=state.month, whom="France")
    )
    (due,) = agenda(Position(RULES, state))
    assert due.what == "Spain may call Prussia to war on Russia"
    state.charts["political-points: call answered"] = Filled(value=0, by="the table")
    called = does(state, "pp call", CallRequest(power="Spain", ally="Prussia", against="Russia"))
    assert agenda(Position(RULES, called)) == []
    assert agenda(Position(RULES, next_tide(state))) == []


def test_each_side_sees_a_surrender_as_its_own() -> None:
    """Where a power stands: who surrendered, and who is the victor."""
    state = opening()
    thing = InForce(id="9.1", what="surrendered", rule="R-182", since=state.month, whom="Turkey", against="Russia")
    state.in_force.append(thing)
    rows = {p: [row[:2] for row in status(Position(RULES, state), p)[0][1]] for p in ("Turkey", "Russia")}
    assert ["surrendered to", "Russia"] in rows["Turkey"]
    assert ["victor over", "Turkey"] in rows["Russia"]
