"""The rules, case by case: tests/cases/*.toml holds what the rule says, worked out by hand; this runs it.

A case:
    id       the clause and a letter; a case of a ruling or of the field carries that id instead
    rule     what the rule says, in our words, and how the answer is worked out
    given    what differs from January 1789: month, settings, powers, minors, colonial_trade, owed, in_force ...
    command  and request: what is asked; dice: in order
    then what must come out: outcome; effects (all of them, ids left out); text (parts that must stand in it);
    open (what about); rules (that must be cited); or refused (the code) with says (a part of the message)
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from eia_ref.core.adjudication import adjudicate
from eia_ref.core.calendar import Month
from eia_ref.core.dice import EngineDice, TableDice
from eia_ref.core.effects import Opens
from eia_ref.core.errors import RefereeError
from eia_ref.core.game import request_for
from eia_ref.core.state import State
from eia_ref.empires.game import EMPIRES
from eia_ref.ledger.clerk import plain

CASES = [
    pytest.param(case, id=f"{path.stem}:{case['id']}")
    for path in sorted((Path(__file__).parent / "cases").glob("*.toml"))
    for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
]
AREAS = ["Bavaria", "Tyrol", "Saxony", "Hesse", "Tuscany", "Flanders"]


def given(changes: dict[str, Any]) -> State:
    """The state of January 1789 with a case's changes: tables are merged, everything else replaced."""
    settings = EMPIRES.settings(EMPIRES.rulebook, {}, {"areas": AREAS})
    table = EMPIRES.opening(EMPIRES.rulebook, "1789", Month("1789-01"), settings).model_dump(mode="json")
    for key, value in changes.items():
        if isinstance(value, dict):
            for name, part in value.items():
                both = isinstance(part, dict) and isinstance(table[key].get(name), dict)
                table[key][name] = {**table[key][name], **part} if both else part
        else:
            table[key] = value
    return EMPIRES.state.model_validate_json(json.dumps(table))


@pytest.mark.parametrize("case", CASES)
def test_case(case: dict[str, Any]) -> None:
    state = given(case.get("given", {}))
    adjudicator = EMPIRES.adjudicator(case["command"])
    dice = TableDice(case["dice"]) if case.get("dice") else EngineDice()

    def ask() -> Any:
        request = request_for(adjudicator.request, **case.get("request", {}))
        return adjudicate(adjudicator, request, state, dice, EMPIRES.rulebook, 100)

    if "refused" in case:
        with pytest.raises(RefereeError) as refusal:
            ask()
        assert refusal.value.code == case["refused"]
        assert case.get("says", "") in f"{refusal.value.message} / {refusal.value.hint}"
        return
    done = ask()
    assert done.outcome == case["outcome"]
    if "effects" in case:
        found = [{k: v for k, v in plain(e).items() if k != "id"} for e in done.effects if not isinstance(e, Opens)]
        assert found == case["effects"]
    assert [e.about for e in done.effects if isinstance(e, Opens)] == case.get("open", [])
    for part in case.get("text", []):
        assert part in "\n".join(done.text)
    assert set(case.get("rules", [])) <= set(done.rules)
    for path, value in case.get("after", {}).items():
        have: Any = done.after.model_dump(mode="json")
        for step in path.split("/"):
            have = have[step]
        assert have == value, path
