"""The rules, case by case: tests/cases/*.toml holds what the rule says, worked out by hand; this runs it.

A case:
    id       CLAUSE/n: the clause it is of, a stroke, a number (`EV-50/1`, and `EV-99a/1` of the clause EV-99a);
             a case of a ruling (`R-06/2`) or of the field (`FC-22/1`) carries that id instead
    rule     what the rule says, in our words, and how the answer is worked out
    options  and lists: the header's, as under [campaign]; without `lists`, AREAS is the list of areas
    given    what differs from the opening of January 1789: month, powers, minors, colonial_trade, owed, in_force ...
             Powers are merged figure by figure, other tables entry by entry; everything else is replaced.
             also: more things in force, each as { what = "war", whom = "France", against = "Austria" }
    command  and request: what is asked; dice: in order. Without `dice` no die may be asked for.
then what must come out:
    outcome; sides (of the dice, in order); effects (all of them in order, ids and decisions left open left out);
    begun and ended (what comes into force and what no longer is, by name: "war (France, Austria)", all, in order);
    pp, money, manpower and vp (by power, what changes in all, nobody else's);
    text (parts that must stand in it); without (parts that must not); open (what about, all of them);
    rules (that must be cited); after (the state, by path: "powers/France/money", "minors", "in_force/0/until")
    or refused (the code) with says (a part of the message or the hint)

Every case is also resolved again from its recorded dice, and its effects are read back, applied, and taken back.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from eia_ref.core.adjudication import Adjudication, adjudicate
from eia_ref.core.calendar import Month
from eia_ref.core.dice import Dice, RecordedDice, TableDice
from eia_ref.core.effects import Begins, Ends, Opens
from eia_ref.core.errors import RefereeError
from eia_ref.core.game import request_for
from eia_ref.core.state import State
from eia_ref.empires.effects import Manpower, Money, PoliticalPoints, VictoryPoints
from eia_ref.empires.game import EMPIRES
from eia_ref.ledger.clerk import plain
from tests.empires.tools import READ, replays

KEYS = {
    *("id", "rule", "options", "lists", "given", "command", "request", "dice", "outcome", "sides", "effects"),
    *("text", "without", "open", "rules", "after", "refused", "says", "begun", "ended", "pp", "money"),
    *("manpower", "vp"),
}
NET = {"pp": PoliticalPoints, "money": Money, "manpower": Manpower, "vp": VictoryPoints}
CASES = [pytest.param(case, id=f"{stem}:{case['id']}") for stem, case in READ]
AREAS = ["Bavaria", "Tyrol", "Saxony", "Hesse", "Tuscany", "Flanders"]


def given(case: dict[str, Any]) -> State:
    """The opening of the case's month, with what the case changes."""
    changes = case.get("given", {})
    settings = EMPIRES.settings(EMPIRES.rulebook, case.get("options", {}), case.get("lists", {"areas": AREAS}))
    start = Month(changes.get("month", "1789-01"))
    table = EMPIRES.opening(EMPIRES.rulebook, "1789", start, settings).model_dump(mode="json")
    also = changes.get("also", [])
    for key, value in changes.items():
        if key in ("also", "month"):
            continue
        if key == "powers":
            value = {name: {**table[key][name], **figures} for name, figures in value.items()}
        table[key] = {**table[key], **value} if isinstance(value, dict) else value
    for n, thing in enumerate(also, 1):
        rule = EMPIRES.rulebook.table("in-force")[thing["what"]]["rule"]
        table["in_force"].append({"id": f"90.{n}", "rule": rule, "since": str(start), **thing})
    return EMPIRES.state.model_validate_json(json.dumps(table))


@pytest.mark.parametrize("case", CASES)
def test_case(case: dict[str, Any]) -> None:
    assert set(case) <= KEYS
    state = given(case)
    adjudicator = EMPIRES.adjudicator(case["command"])

    def ask(dice: Dice) -> Adjudication:
        request = request_for(adjudicator.request, **case.get("request", {}))
        return adjudicate(adjudicator, request, state, dice, EMPIRES.rulebook, 100)

    dice = TableDice(case["dice"]) if "dice" in case else RecordedDice([])
    if "refused" in case:
        with pytest.raises(RefereeError) as refusal:
            ask(dice)
        assert refusal.value.code == case["refused"]
        assert case.get("says", "") in f"{refusal.value.message} / {refusal.value.hint}"
        return
    done = ask(dice)
    assert done.outcome == case["outcome"]
    if "sides" in case:
        assert [d.sides for d in done.dice] == case["sides"]
    if "effects" in case:
        found = [{k: v for k, v in plain(e).items() if k != "id"} for e in done.effects if not isinstance(e, Opens)]
        assert found == case["effects"]
    for key, kind in (("begun", Begins), ("ended", Ends)):
        if key in case:
            assert [e.name for e in done.effects if isinstance(e, kind)] == case[key]
    for key, change in NET.items():
        if key in case:
            net: Counter[str] = Counter()
            for effect in done.effects:
                if isinstance(effect, change):
                    net[effect.power] += effect.change
            assert {power: n for power, n in net.items() if n} == case[key], key
    assert [e.about for e in done.effects if isinstance(e, Opens)] == case.get("open", [])
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
    replays(state, done, ask(RecordedDice(done.dice)))
