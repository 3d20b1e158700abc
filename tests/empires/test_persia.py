"""The Persian war as a whole: what the agenda and `persia show` say of it, and years of it at random."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eia_ref.core.adjudication import Adjudication, adjudicate
from eia_ref.core.calendar import Month
from eia_ref.core.dice import Dice, Die, RecordedDice, TableDice, make
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.game import SETTLE, TURN
from eia_ref.core.odds import distribution
from eia_ref.core.position import Position
from eia_ref.core.requests import SettleRequest, TurnRequest
from eia_ref.core.state import InForce
from eia_ref.empires.decisions import answers
from eia_ref.empires.event_table import RollRequest
from eia_ref.empires.game import EMPIRES
from eia_ref.empires.month import agenda
from eia_ref.empires.persia.persia import ACCESS, INVASION, PERSIA, SAFE, persia_figures
from eia_ref.empires.persia.war import (
    ControlRequest,
    CoupRequest,
    LoanRequest,
    LossesRequest,
    SpendRequest,
    SupplyRequest,
    SurrenderRequest,
    months_left,
    view,
)
from eia_ref.empires.powers import all_powers
from eia_ref.empires.relations import WAR, in_force, others
from eia_ref.empires.state import Campaign, Leader, Persia
from tests.conftest import Ref
from tests.empires.tools import RULES, asked_of, opening, replays, to_do


def do(command: str, request: Frozen, state: Any, dice: Dice | None = None, number: int = 100) -> Adjudication:
    return adjudicate(Position(RULES, state), EMPIRES.adjudicator(command), request, dice or RecordedDice([]), number)


def invaded(month: str = "1789-01", dice: str = "75 1", wars: tuple[tuple[str, str], ...] = ()) -> Campaign:
    """A campaign in which Persia has just invaded, by default Russia."""
    state = opening(month)
    for n, (whom, against) in enumerate(wars, 1):
        state.in_force.append(
            InForce(id=f"9.{n}", what=WAR, rule="R-30", since=state.month, whom=whom, against=against)
        )
    after: Any = do("event roll", RollRequest(), state, TableDice(dice)).after
    return after  # type: ignore[no-any-return]  # a Campaign


# --- The figures of the house rules ----------------------------------------------------------------------------


def test_the_figures_are_the_rules_figures() -> None:
    data = persia_figures(RULES)
    assert (data["purse"], data["phase"], data["coup"]) == (10, 10, 10)
    assert (data["losses"], data["cut_off"]) == (40, 3)
    assert (data["victory"], data["surrender"], data["coup_points"]) == (3, -5, {"no points": 0, "+3": 3})
    assert data["corps"] == {"feudal cavalry": 2, "feudal infantry": 3}
    assert data["edge"] == ["Georgia", "Armenia"]
    assert data["reparations"] == {"half": {"parts": 1, "of": 2}, "thirds": {"parts": 2, "of": 3}}
    in_force = RULES.table("in-force")
    assert (in_force[INVASION]["months"], in_force[SAFE]["months"]) == (12, 12)


def test_each_of_the_two_is_invaded_in_half_of_the_cases() -> None:
    def whom(dice: Dice) -> str | None:
        state: Any = do("event roll", RollRequest(), opening(), Event(75, dice)).after
        found = in_force(state, INVASION)
        return found.whom if found else None

    assert distribution(whom) == {"Russia": Fraction(1, 2), "Turkey": Fraction(1, 2)}


class Event:
    """An event's number, then other dice."""

    def __init__(self, number: int, after: Dice) -> None:
        self.first = TableDice(f"{number} ...")
        self.after = after

    def roll(self, sides: int, purpose: str) -> Any:
        return (self.first if sides == 100 else self.after).roll(sides, purpose)

    def unneeded(self, purpose: str) -> None:
        self.after.unneeded(purpose)

    def finish(self) -> None:
        self.after.finish()


# --- What is said of it ----------------------------------------------------------------------------------------


def said(state: Campaign) -> str:
    return "\n".join("  ".join(row) for _, rows in view(Position(RULES, state)).sections for row in rows)


def test_show_says_the_war_the_clock_and_what_would_end_it() -> None:
    state = invaded(wars=(("Turkey", "Russia"),))
    state.persia = Persia(controller="Turkey", purse=7, losses=12, cut_off=1)
    state.leaders["Fath Ali"] = Leader(status="dead", since=state.month)
    heads = [head for head, _ in view(Position(RULES, state)).sections]
    assert heads == ["Persia at war with Russia", "What would end the war"]
    for part in [
        *("controller  Turkey", "7$, for depots and supply; +10$", "from Turkey, in an economic phase"),
        *("its own depots, or Turkey's, at Turkey's cost", "upkeep  none", "2 feudal cavalry corps"),
        *("Hasan Quli, Fath Ali (dead), Ali Mirza", "Georgia and Armenia, where it comes in"),
        *("home provinces of Russia", "let through  by Turkey", "12 of 40 factors"),
        *("to the end of December 1789: 12 of its turns left", "1 of 3 months", "-5 points and reparations B.3"),
        *("event 82-84, and 10$ of Russia",),
    ]:
        assert part in said(state), part
    assert view(Position(RULES, state)).data | {"safe": None} == {
        "victim": "Russia",
        "since": "1789-01",
        "until": "1790-01",
        "turns_left": 12,
        "safe": None,
        "controller": "Turkey",
        "purse": 7,
        "losses": 12,
        "losses_end": 40,
        "cut_off": 1,
        "cut_off_end": 3,
    }


def test_show_says_who_does_not_lend_and_that_nobody_controls() -> None:
    assert "loans  from nobody" in said(invaded())
    assert "controller  nobody" in said(invaded())
    by_spain = invaded()
    by_spain.persia = Persia(controller="Spain")
    assert "loans  from nobody" in said(by_spain)
    assert "at Spain's cost" not in said(by_spain)


def test_show_without_a_war_says_who_is_safe() -> None:
    assert view(Position(RULES, opening())).sections == []
    after: Any = do("persia surrender", SurrenderRequest(home_tax=40), invaded(), number=101).after
    assert view(Position(RULES, after)).sections == [
        ("Safe from Persia", [["Russia", "to the end of December 1789", "PS-20"]])
    ]
    assert view(Position(RULES, after)).data == {"victim": None, "safe": {"Russia": "1790-01"}}


@pytest.mark.parametrize(("month", "levy"), [("1789-11", False), ("1789-12", True), ("1790-01", False)])
def test_the_agenda_reminds_of_the_december_levy(month: str, levy: bool) -> None:
    assert any("levy step" in d.what and d.rule == "PS-11" for d in agenda(Position(RULES, invaded(month)))) == levy


def test_the_agenda_asks_for_the_supply_and_says_when_the_purse_is_paid() -> None:
    state = invaded("1789-01", wars=(("Turkey", "Russia"),))
    assert [(d.what, d.rule, d.turn) for d in agenda(Position(RULES, state)) if d.rule.startswith("PS-")] == [
        ("if Russia holds Persia's source of supply", "PS-14", "1789-01"),
        ("Persia's purse gets 10$", "PS-5", "1789-03"),
    ]
    assert "PS-14" not in [t.rule for t in to_do(asked_of(state))]
    held: Any = do("persia supply", SupplyRequest(held=True), state).after
    assert [d.rule for d in agenda(Position(RULES, held)) if d.rule.startswith("PS-")] == ["PS-5"]
    turned: Any = do(TURN, TurnRequest(left_open=True), held).after
    (asked,) = [t for t in to_do(turned) if t.rule == "PS-14"]
    assert asked.must
    assert asked.type == ("eia-ref persia supply --held", "eia-ref persia supply --free")


@pytest.mark.parametrize(
    ("month", "wars", "there"),
    [
        ("1789-03", (("Turkey", "Russia"),), ["Turkey may lend Persia money"]),
        ("1789-02", (("Turkey", "Russia"),), []),
        ("1789-03", (), []),
    ],
)
def test_a_loan_to_persia_is_on_the_agenda_where_one_may_be_made(
    month: str, wars: tuple[tuple[str, str], ...], there: list[str]
) -> None:
    """PS-7: of its controller at war with the same power, in an economic phase."""
    assert [d.what for d in agenda(Position(RULES, invaded(month, wars=wars))) if d.rule == "PS-7"] == there


def test_who_wants_persia_is_on_the_agenda_once_nobody_did() -> None:
    """R-121: while it is a decision that decision asks; then anybody may, until somebody has it."""
    state = invaded()
    assert "R-121" not in [d.rule for d in agenda(Position(RULES, state))]
    idle: Any = do("persia control", ControlRequest(), state).after
    assert "R-121" in [d.rule for d in agenda(Position(RULES, idle))]
    taken: Any = do("persia control", ControlRequest(powers=["Spain"]), idle, number=101).after
    assert "R-121" not in [d.rule for d in agenda(Position(RULES, taken))]


def test_status_names_the_war_for_those_in_it() -> None:
    state = invaded(wars=(("Turkey", "Russia"),))
    for power, there in (("", True), ("Russia", True), ("Turkey", True), ("Austria", False)):
        heads = [head for head, _ in EMPIRES.status(Position(RULES, state), power, False).sections]
        assert (INVASION in heads) == there, power


@pytest.mark.parametrize("months", range(1, 13))
def test_the_turns_left_are_counted_down(months: int) -> None:
    state = invaded("1789-08")
    for _ in range(months - 1):
        after: Any = do(TURN, TurnRequest(left_open=True), state).after
        state = after
    on = in_force(state, INVASION)
    assert on
    assert on.until
    assert months_left(state.month, on.until) == 13 - months
    left: Any = do(TURN, TurnRequest(left_open=True), state).after
    assert (in_force(left, INVASION) is None) == (months == 12)


# --- At the terminal -------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("spring")
def test_a_war_at_the_terminal(ref: Ref) -> None:
    assert "Persia is at war with nobody." in ref("persia", "show").out
    ref("settle", "1.17", "neither")
    rolled = ref("event", "roll", "--dice", "77 2")
    assert rolled.code == 0
    assert "Persia is at war with Russia" in rolled.out
    assert ref("persia", "control", "rus").code == 1
    wanted = ref("persia", "control", "spain", "gb", "--dice", "2 2 5 3")
    assert wanted.code == 0
    assert "Spain controls Persia." in wanted.out
    assert ref("persia", "losses", "12").code == 0
    assert ref("persia", "supply", "--held").code == 0
    assert ref("persia", "spend", "3", "dep").code == 0
    shown = ref("persia", "show")
    assert shown.out.endswith("Persia is at war with Russia: 12 of 40 factors lost, 12 turns left.\n")
    assert ref("persia", "show", "--json").json["purse"] == 7
    assert ref("persia", "surrender", "--home-tax", "50", "--thirds").code == 0
    assert ref("audit").code == 0


@pytest.mark.usefixtures("spring")
@pytest.mark.parametrize(
    ("typed", "code", "why"),
    [
        ("control", 2, "Missing argument"),
        ("control atlantis", 2, "no power is called 'atlantis'"),
        ("control fra france", 2, "named twice"),
        ("control nobody france", 2, "no power is called 'nobody'"),
        ("control russia", 1, "the victim"),
        ("losses many", 2, "FACTORS"),
        ("losses -- -4", 2, "-4 is not above 0"),
        ("losses 0", 2, "0 is not above 0"),
        ("supply", 2, "--held or --free"),
        ("coup", 2, "--pay or --decline"),
        ("coup --pay", 1, "no coup"),
        ("surrender", 2, "--home-tax"),
        ("surrender --home-tax 0", 2, "not above 0"),
        ("loan fra 5", 1, "only its controller"),
        ("loan fra -- -5", 1, "only its controller"),
        ("spend 11 supply", 1, "10$"),
        ("spend 5 bribes", 1, "lends to nobody"),
    ],
)
def test_what_can_t_be_is_refused_and_nothing_is_written(ref: Ref, typed: str, code: int, why: str) -> None:
    ref("event", "roll", "--dice", "77 2")
    before = ref("log", "--head").out
    ran = ref("persia", *typed.split())
    assert ran.code == code
    assert why in ran.err
    assert ref("log", "--head").out == before


# --- Years of it -----------------------------------------------------------------------------------------------

POWERS = st.sampled_from(all_powers(RULES))
SMALL = st.integers(-2, 12)
REQUESTS = st.one_of(
    st.builds(lambda dice: ("event roll", RollRequest(again="so"), f"{dice} ..."), st.sampled_from([75, 82])),
    st.builds(lambda p: ("persia control", ControlRequest(powers=sorted(p)), "..."), st.sets(POWERS, max_size=3)),
    st.builds(lambda n: ("persia losses", LossesRequest(factors=n), ""), st.integers(-2, 30)),
    st.builds(lambda held: ("persia supply", SupplyRequest(held=held), ""), st.sampled_from([True, True, False])),
    st.builds(
        lambda tax, pays, also: (
            "persia surrender",
            SurrenderRequest(home_tax=tax, pays=pays, combined=also),
            "",
        ),
        *(st.sampled_from([None, 0, 41]), st.sampled_from(["half", "thirds"]), st.booleans()),
    ),
    st.builds(lambda pay: ("persia coup", CoupRequest(pay=pay), ""), st.booleans()),
    st.builds(lambda p, n: ("persia loan", LoanRequest(power=p, amount=n), ""), POWERS, SMALL),
    st.builds(lambda n: ("persia spend", SpendRequest(amount=n, on="supply"), ""), SMALL),
    st.just((TURN, TurnRequest(left_open=True), "")),
)


class Drawn:
    """Dice that fall as the property draws them, so that a failure can be seen again."""

    def __init__(self, data: st.DataObject) -> None:
        self.data = data

    def roll(self, sides: int, purpose: str) -> Die:
        return make(sides, self.data.draw(st.integers(1, sides)), purpose, "engine")

    def unneeded(self, purpose: str) -> None:
        pass

    def finish(self) -> None:
        pass


@given(st.lists(REQUESTS, max_size=40), st.data())
@settings(max_examples=50, deadline=None)
def test_years_of_persian_war(requests: list[tuple[str, Frozen, str]], data: st.DataObject) -> None:
    state: Any = opening("1789-01")
    state.rolled = 1
    state.in_force.append(
        InForce(id="9.1", what=WAR, rule="R-30", since=state.month, whom="Austria", against="Turkey")
    )
    for number, (command, request, dice) in enumerate(requests, 100):
        if command == "event roll" and not state.rolled:
            request = RollRequest()
        if command == "persia coup" and data.draw(st.booleans()) and state.decisions:
            decision = state.decisions[0]
            word = data.draw(st.sampled_from(sorted(answers(RULES, decision)) or ["done"]))
            command, request = SETTLE, SettleRequest(decision=decision.id, answer=word)
        done = _allowed(command, request, state, TableDice(dice) if dice else Drawn(data), number)
        if done is None:
            continue
        replays(state, done, do(command, request, state, RecordedDice(done.dice), number))
        state = done.after
        _whole(state)


def _allowed(command: str, request: Frozen, state: Any, dice: Dice | None, number: int) -> Adjudication | None:
    """What was decided; None where it is refused by the rules, or for a figure."""
    try:
        return do(command, request, state, dice, number)
    except NotAllowed:
        return None
    except RefereeError as e:
        if e.code not in ("figure", "no-figure"):
            raise
        return None


def _whole(state: Campaign) -> None:
    """The war is there with all that belongs to it, or nothing of it is; nothing outlives its time."""
    on = in_force(state, INVASION)
    access = in_force(state, ACCESS)
    assert others(state, WAR, PERSIA) == ([on.whom] if on else [])
    assert (access is not None) == (on is not None)
    safe = [t.whom for t in state.in_force if t.what == SAFE]
    assert len(safe) == len(set(safe))
    about = [d.about for d in state.decisions]
    if on is None:
        assert state.persia == Persia()
        assert "control of Persia" not in about
        assert "coup in Persia" not in about
        assert not any(leader.status == "on the map" for leader in state.leaders.values())
        return
    assert access
    assert on.whom in ("Russia", "Turkey")
    assert {on.whom, access.against} == {"Russia", "Turkey"}
    assert on.until == Month(on.since).plus(12) > state.month
    assert on.whom not in safe
    assert on.whom != state.persia.controller
    assert state.persia.losses < 40
    assert state.persia.cut_off < 3
