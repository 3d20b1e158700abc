"""What changes a collection, against sums worked out another way; and every change the rules have can be read."""

from __future__ import annotations

import ast
import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eia_ref.core.adjudication import Adjudication, adjudicate
from eia_ref.core.dice import RecordedDice
from eia_ref.core.errors import RefereeError
from eia_ref.core.game import request_for
from eia_ref.core.position import Position
from eia_ref.core.state import InForce
from eia_ref.empires.effects import Owes
from eia_ref.empires.event_table import rows
from eia_ref.empires.events.figures import BY, MOST, Step, changing
from eia_ref.empires.game import EMPIRES
from eia_ref.empires.state import Campaign, Owed
from eia_ref.empires.status import view
from tests.empires.tools import RULES, opening, to_do
from tests.worked import ROOT

CHANGES = ["x2", "x1/2", "x0", "x3", "x2/3", "+20% rounded up", "+5", "-5", "-15"]


def test_every_change_of_the_rules_can_be_read() -> None:
    rows_owe = {row.owed.by for row in rows(RULES) if row.owed}
    collects = {d["collect"]["by"] for d in RULES.table("in-force").values() if "collect" in d}
    said = set()
    for path in (ROOT / "eia_ref" / "empires").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == Owes.__name__:
                by = next((k.value for k in node.keywords if k.arg == "by"), None)
                said |= {by.value} if isinstance(by, ast.Constant) else set()
    assert rows_owe >= {"x2", "x1/2", "+20% rounded up", "+5", "-5", "-15"}
    assert [by for by in (*rows_owe, *collects, *said) if not BY.fullmatch(str(by))] == []


def test_a_change_of_the_rules_on_something_a_power_does_not_collect_is_a_slip() -> None:
    kinds = {"taxes", "trade", "manpower", "money", "upkeep"}
    assert {row.owed.on for row in rows(RULES) if row.owed} == kinds
    kinds |= {"colonial trade", "income"}
    for name, data in RULES.table("in-force").items():
        does = data.get("collect", {"on": "taxes"})
        assert does["on"] in kinds, name
        assert set(does) <= {"on", "by", "whom", "months", "at_war", "not_beside"}, name


@pytest.mark.parametrize("by", ["x1/0", "twice", "+20%", "5", "x", "x-2", "+20% rounded down", "x2 "])
def test_a_change_nobody_can_read_is_refused(by: str) -> None:
    with pytest.raises(RefereeError, match="nobody can read"):
        _ = Step("a thing", by, "R-110").order


def _slowly(figure: int, by: str) -> int:
    """A change on a figure, with fractions of the language and a ceiling of the library."""
    match by:
        case "+20% rounded up":
            exact = figure + Fraction(figure, 5)
        case _ if by.startswith("x"):
            exact = figure * Fraction(by.removeprefix("x"))
        case _:
            exact = Fraction(figure + int(by))
    return max(0, math.ceil(exact))


@given(st.integers(0, MOST), st.sampled_from(CHANGES))
def test_a_step_is_the_exact_fraction_rounded_up(figure: int, by: str) -> None:
    assert Step("a thing", by, "R-110").on(figure) == _slowly(figure, by)


def _owing(*changes: str, on: str = "taxes") -> Campaign:
    """Austria in March, owed these changes in this order."""
    state = opening("1789-03")
    month = state.month
    owed = [
        Owed(id=f"{n}.1", what=by, rule="EV-32", power="Austria", on=on, by=by, since=month, phase=month)
        for n, by in enumerate(changes, 1)
    ]
    return state.model_copy(update={"owed": owed})


def _collect(state: Campaign, **figures: int) -> Adjudication:
    adjudicator = EMPIRES.adjudicator("economy collect")
    request = request_for(adjudicator.request, power="Austria", **{"tax": 0, "trade": 0, "manpower": 0, **figures})
    return adjudicate(Position(RULES, state), adjudicator, request, RecordedDice([]), 100)


@given(st.lists(st.sampled_from(CHANGES), max_size=5), st.integers(0, 200))
def test_the_order_is_by_kind_and_then_by_age_whatever_came_first(changes: list[str], tax: int) -> None:
    kinds = [("x2", "x0", "x3"), ("x1/2", "x2/3"), ("+20% rounded up",), ("+5", "-5", "-15")]
    inorder = [by for kind in kinds for by in changes if by in kind]
    state = _owing(*changes)
    assert [step.by for step in changing(Position(RULES, state), "Austria", "taxes")] == inorder
    want = tax
    for by in inorder:
        want = _slowly(want, by)
    done = _collect(state, tax=tax)
    after: Any = done.after
    assert after.power("Austria").money == 20 + want
    assert after.owed == []


def test_what_stands_in_force_counts_before_what_is_owed_and_only_for_whom_and_when_it_does() -> None:
    table = RULES.table("in-force")
    table["a tax"] = {"rule": "R-110", "words": "a tax", "collect": {"on": "taxes", "by": "x2", "months": [3]}}
    table["a levy"] = {"rule": "R-110", "words": "a levy", "collect": {"on": "manpower", "by": "x2", "at_war": True}}
    table["a gift"] = {"rule": "R-110", "words": "a gift", "collect": {"on": "money", "by": "+10", "whom": "Austria"}}
    try:
        state = _owing("x3")
        month = state.month
        things = [
            InForce(id="90.1", what="a tax", rule="R-110", since=month, whom="Austria"),
            InForce(id="90.2", what="a tax", rule="R-110", since=month, whom="Russia"),
            InForce(id="90.3", what="a levy", rule="R-110", since=month, whom="Austria"),
            InForce(id="90.4", what="a gift", rule="R-110", since=month),
        ]
        state = state.model_copy(update={"in_force": things})
        assert [s.what for s in changing(Position(RULES, state), "Austria", "taxes")] == ["a tax", "x3"]
        assert [s.what for s in changing(Position(RULES, state), "Russia", "taxes")] == ["a tax"]
        assert changing(Position(RULES, state), "Austria", "manpower") == []
        after: Any = _collect(state, tax=1, manpower=4).after
        assert (after.power("Austria").money, after.power("Austria").manpower) == (20 + 6 + 10, 4)
        assert after.in_force == things
        war = InForce(id="90.5", what="war", rule="R-30", since=month, whom="France", against="Austria")
        at_war = state.model_copy(update={"in_force": [*things, war]})
        assert [s.what for s in changing(Position(RULES, at_war), "Austria", "manpower")] == ["a levy"]
        june = at_war.model_copy(update={"turn": month.plus(3)})
        assert [s.what for s in changing(Position(RULES, june), "Austria", "taxes")] == ["x3"]
    finally:
        for name in ("a tax", "a levy", "a gift"):
            del table[name]


def test_the_manpower_saved_is_shown() -> None:
    after: Any = _collect(_owing(), manpower=4).after
    one = [" ".join(row) for _, shown in view(Position(RULES, after), "Austria", False).sections for row in shown]
    every = [" ".join(row) for _, shown in view(Position(RULES, after), "", False).sections for row in shown]
    assert "manpower 4 saved" in one
    assert "manpower saved Austria 4" in every


def test_a_power_without_manpower_is_held_to_its_peace_until_the_war_is_over() -> None:
    """FP-1: in whatever month; not against Naples beside the émigrés, whose war can't lapse (MI-Fc)."""
    state = opening("1789-03")
    for n, (whom, against) in enumerate((("Britain", "Austria"), ("Austria", "Two Sicilies")), 1):
        state.in_force.append(
            InForce(id=f"9.{n}", what="war", rule="R-30", since="1789-03", whom=whom, against=against)
        )
    naples = InForce(
        id="9.3",
        what="Naples with the émigrés",
        rule="MI-Fb",
        since="1789-03",
        whom="Two Sicilies",
        against="Austria",
    )
    state.in_force.append(naples)
    after: Any = _collect(state).after
    sues = "Austria found no manpower: it must sue Britain for peace, and take any kind"
    assert [t.words for t in to_do(after) if t.rule == "FP-1"] == [sues]
    for _ in range(2):
        turn = request_for(EMPIRES.adjudicator("turn next").request, left_open=True)
        after = adjudicate(
            Position(RULES, after), EMPIRES.adjudicator("turn next"), turn, RecordedDice([]), 200
        ).after
    assert sues in [t.words for t in to_do(after)]
