"""Every case of tests/cases, run: tests/empires/cases.py says what a case is, and what it must mention.

Every case is also resolved again from its recorded dice, and its effects are read back, applied, and taken back.
"""

from __future__ import annotations

from typing import Any

import pytest

from eia_ref.core.dice import RecordedDice
from eia_ref.core.effects import EFFECTS, Arises
from eia_ref.core.errors import RefereeError
from eia_ref.empires.effects import Once
from eia_ref.empires.game import EMPIRES
from tests.empires.cases import (
    CHANGES,
    KEYS,
    UNSAID,
    Case,
    ask,
    asked,
    changes,
    dice_of,
    given,
    listed,
    routine,
    unsaid,
)
from tests.empires.tools import READ, replays

CASES = [pytest.param(case, id=f"{stem}:{case['id']}") for stem, case in READ]


@pytest.mark.parametrize("case", CASES)
def test_case(case: Case) -> None:
    assert set(case) <= set(KEYS)
    state = given(case)
    if "refused" in case:
        with pytest.raises(RefereeError) as refusal:
            ask(case, state, dice_of(case))
        assert refusal.value.code == case["refused"]
        assert case["says"]
        assert case["says"] in f"{refusal.value.message} / {refusal.value.hint}"
        return
    done = ask(case, state, dice_of(case))
    assert done.outcome == case["outcome"]
    if "sides" in case:
        assert [d.sides for d in done.dice] == case["sides"]
    if "effects" in case:
        assert listed(done.effects) == case["effects"]
    found = changes(done.effects)
    for key in CHANGES:
        if key in case or key == "open" or "effects" not in case:
            assert found.get(key) == (case.get(key) or None), key
    assert [e for e in done.effects if isinstance(e, UNSAID)] == unsaid(case["command"], state, done.effects)
    forgotten = [e.mark for e in done.effects if isinstance(e, Once) and not e.done]
    assert forgotten == (state.once if case["command"] == "turn next" else [])
    every = [(e.what, e.whom) for e in done.effects if isinstance(e, Arises) and routine(e)]
    assert sorted(every, key=str) == sorted(asked(case["command"], done.after), key=str)  # type: ignore[arg-type]
    said = "\n".join(done.text)
    for part in case.get("text", []):
        assert part in said
    for part in case.get("without", []):
        assert part not in said
    assert set(case.get("rules", [])) <= set(done.rules)
    for path, value in case.get("after", {}).items():
        have: Any = done.after.model_dump(mode="json", exclude_none=True)
        for step in path.split("/"):
            have = have[int(step) if isinstance(have, list) else step]
        assert have == value, path
    replays(state, done, ask(case, state, RecordedDice(done.dice)))


def test_every_kind_of_effect_is_told() -> None:
    told = [*(told.kind for told in CHANGES.values()), *UNSAID]
    assert sorted(told, key=repr) == sorted([*EFFECTS, *EMPIRES.effects], key=repr)
