"""What every war would cost, for four months worked out by hand in tests/cases/matrix.toml; and `pp dow` agrees."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest

from eia_ref.core.adjudication import adjudicate
from eia_ref.core.calendar import Month
from eia_ref.core.dice import RecordedDice
from eia_ref.core.errors import NotAllowed
from eia_ref.core.position import Position
from eia_ref.core.requests import NewRequest
from eia_ref.empires.effects import PoliticalPoints
from eia_ref.empires.game import EMPIRES
from eia_ref.empires.politics.declaration import DowRequest
from eia_ref.empires.politics.declare import matrix
from eia_ref.empires.powers import all_powers
from eia_ref.empires.state import Campaign
from tests.conftest import Ref
from tests.empires.tools import RULES, opening
from tests.worked import ROOT

CASES = tomllib.loads((ROOT / "tests" / "cases" / "matrix.toml").read_text(encoding="utf-8"))["matrix"]
MONTHS = pytest.mark.parametrize("case", CASES, ids=[c["month"] for c in CASES])


def _state(case: dict[str, Any]) -> Campaign:
    """The campaign as it begins in that month, with what the case changes."""
    start = opening(case["month"])
    request = NewRequest(scenario="1789", start=Month(case["month"]))
    begun = adjudicate(Position(RULES, start), EMPIRES.adjudicator("new"), request, RecordedDice([]), 1).after
    table = begun.model_dump(mode="json")
    table["decisions"] = []  # the opening war is decided: neither fights
    table["in_force"] = [t for t in table["in_force"] if t["what"] not in case.get("without", [])]
    for n, thing in enumerate(case.get("also", []), 1):
        rule = RULES.table("in-force")[thing["what"]]["rule"]
        table["in_force"].append({"id": f"90.{n}", "rule": rule, **thing})
    table["minors"] |= case.get("held", {})
    table["revolution"] |= case.get("revolution", {})
    state: Campaign = EMPIRES.state.model_validate_json(json.dumps(table))
    return state


def _rows(text: str) -> dict[str, list[str]]:
    return {line.split()[0]: line.split()[1:] for line in text.strip().splitlines()}


@MONTHS
def test_the_matrix_is_as_worked_out_by_hand(case: dict[str, Any]) -> None:
    state, powers = _state(case), all_powers(RULES)
    rows = _rows(case["rows"]["powers"])
    assert list(rows) == powers
    found = matrix(Position(RULES, state))
    assert {p: list(row.values()) for p, row in found.items()} == rows
    minors = _rows(case["rows"]["minors"])
    small = matrix(Position(RULES, state), list(minors))
    assert {m: [small[p][m] for p in powers] for m in minors} == minors


@MONTHS
def test_a_declaration_does_what_the_matrix_says(case: dict[str, Any]) -> None:
    state = _state(case)
    targets = [*all_powers(RULES), *_rows(case["rows"]["minors"])]
    for power, row in matrix(Position(RULES, state), targets).items():
        for target, cell in row.items():
            request = DowRequest(power=power, against=target)
            try:
                done = adjudicate(Position(RULES, state), EMPIRES.adjudicator("pp dow"), request, RecordedDice([]), 2)
            except NotAllowed:
                assert not cell.lstrip("-").isdigit(), (power, target)
                continue
            told = done.outcome.rpartition(": ")[2]
            assert told == ("free" if cell == "0" else f"{cell} PP"), (power, target)
            paid = sum(e.change for e in done.effects if isinstance(e, PoliticalPoints))
            assert paid == state.room(state.powers[power].political, int(cell)), (power, target)


def test_the_matrix_is_shown_for_all_powers_in_80_columns(ref: Ref) -> None:
    assert ref("new", "Spring").code == 0
    shown = ref("pp", "matrix", "--minors")
    assert shown.code == 0
    lines = shown.out.splitlines()
    assert max(map(len, lines)) <= 80
    assert next(line for line in lines if line.startswith("France ")).split() == [
        *("France", "-5", "-5", "·", "-5", "-5", "-5", "-5")
    ]
    assert "own" in shown.out
    assert ref("pp", "matrix", "--json").json["powers"]["Austria"]["Britain"] == "-3"
