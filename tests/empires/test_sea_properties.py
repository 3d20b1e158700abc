"""The commands of the sea with whatever words: an answer that replays and is taken back, or a refusal in words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from eia_ref.core.adjudication import adjudicate
from eia_ref.core.dice import Die, RecordedDice, make
from eia_ref.core.errors import RefereeError
from eia_ref.core.game import request_for
from eia_ref.core.position import Position
from eia_ref.core.state import InForce
from eia_ref.empires.game import COMMANDS, EMPIRES
from eia_ref.empires.state import Campaign, Fleet, Leader
from tests.empires.tools import KNOWN, RULES, opening, replays

MODULES = ("counters", "launching", "blockade", "sea", "admirals")
COMMANDS_AT_SEA = [c for module in MODULES for c in COMMANDS[f"naval.{module}"]]
NONE = st.just("")
NATIONS = st.sampled_from([*["France"] * 4, "britain", "Spain", "Turkey", "Holland", "Two Sicilies", "Narnia"])
PORTS = st.sampled_from(
    ["Brest", "brest", "port of Toulon", "Toulon", "Constantinople", "box Brest", "Bay of Biscay"]
)
FLEETS = st.sampled_from(["I", "ii", "Texel", "France at Toulon", "Nobody"])
LEADERS = st.sampled_from(["Villeneuve", "Nelson", "Collingwood", "Cochrane", "Smith", "Pellew", "Chicagov", "York"])
STACKS = st.sampled_from([*["Britain"] * 4, "Russia", "Russia", "Turkey+Portugal", "Spain", "Britain+Britain", "+"])
WORDS: dict[str, st.SearchStrategy[Any]] = {
    "power": NATIONS,
    "to": st.sampled_from(["Britain", "Britain", "Spain", "France", "Holland"]),
    "hulks_of": NONE | NATIONS,
    "blockaded": NONE | STACKS | NATIONS,
    "stack": st.lists(NATIONS, max_size=2) | st.just(["Britain"]),
    "stacks": st.lists(STACKS, min_size=1, max_size=3) | st.just([]),
    "port": PORTS,
    "at": NONE | PORTS,
    "siege": NONE | PORTS,
    "line": st.lists(st.sampled_from(["North Sea", "depot", "3", "-1", "Dardanelles", "port of Brest"]), max_size=6),
    "leader": NONE | LEADERS,
    "leaders": st.just([]) | st.lists(LEADERS, max_size=2),
    "name": FLEETS | LEADERS,
    "fleet": NONE | FLEETS,
    "fleets": st.just([]) | st.lists(st.builds("{}={}".format, FLEETS, PORTS) | FLEETS, max_size=2),
    "choice": st.sampled_from(["engage", "join", "together", "x"]),
    "again": st.sampled_from(["", "others"]),
}
THINGS = [
    ("war", "Britain", "France", None),
    ("war", "France", "Turkey", None),
    ("fled at sea", "France", None, None),
    ("mutiny", "France", None, "I"),
    ("Atlantic storms", None, None, None),
    ("armed neutrality", None, None, None),
]


@st.composite
def states(draw: st.DrawFn) -> Campaign:
    """January 1806 with fleets, leaders and things in force, or some of them."""
    state = opening("1806-01", villeneuve=draw(st.sampled_from(["blockaders only", "both sides"])))
    month = state.month
    fleets = {
        "I": Fleet(power="France", ships=23, at="port of Brest", blockaded_since=month.plus(-1)),
        "II": Fleet(power="France", ships=1, at="Bay of Biscay"),
        "Texel": Fleet(power="Holland", ships=9, at="port of Toulon"),
        "France at Toulon": Fleet(power="France", ships=2, at="port of Toulon", counter=False),
    }
    state.fleets.update({n: f for n, f in fleets.items() if draw(st.booleans())})
    for name in ("Villeneuve", "Nelson", "Collingwood", "Cochrane", "Smith", "Pellew", "Chichagov", "York"):
        if draw(st.booleans()):
            state.leaders[name] = Leader(
                status=draw(st.sampled_from(["available", "available", "dead"])), since=month
            )
    for n, (what, whom, against, unit) in enumerate(THINGS, 1):
        if draw(st.booleans()):
            rule = RULES.table("in-force")[what]["rule"]
            thing = InForce(id=f"90.{n}", what=what, rule=rule, since=month, whom=whom, against=against, unit=unit)
            state.in_force.append(thing)
    return state


class Falling:
    """Dice that fall as hypothesis likes."""

    def __init__(self, data: st.DataObject) -> None:
        self.data = data

    def roll(self, sides: int, purpose: str) -> Die:
        return make(sides, self.data.draw(st.integers(1, sides), label=purpose), purpose, "engine")

    def unneeded(self, purpose: str) -> None:
        pass

    def finish(self) -> None:
        pass


@pytest.mark.parametrize("command", COMMANDS_AT_SEA)
@given(data=st.data(), state=states())
@settings(max_examples=20, deadline=None)
def test_any_words_are_answered_or_refused(command: str, data: st.DataObject, state: Campaign) -> None:
    adjudicator = EMPIRES.adjudicator(command)
    said: dict[str, Any] = {}
    for name, field in adjudicator.request.model_fields.items():
        kind = str(field.annotation)
        if "bool" in kind:
            said[name] = data.draw(st.sampled_from([*[None] * 3 * ("None" in kind), *[False] * 6, True]))
        elif "int" in kind:
            said[name] = data.draw((st.none() if "None" in kind else st.nothing()) | st.integers(-1, 9))
        else:
            word = WORDS[name]
            said[name] = data.draw(st.lists(word, max_size=2) if "list" in kind and name == "fleet" else word)
    before = state.model_copy(deep=True)
    refused: RefereeError | None = None
    try:
        request = request_for(adjudicator.request, **said)
        done = adjudicate(Position(RULES, state), adjudicator, request, Falling(data), 100)
    except RefereeError as e:
        refused = e
    assert state == before
    event("refused" if refused else "answered")
    if refused:
        assert refused.message
        assert "None" not in refused.message + refused.hint
        return
    for line in [*done.text, done.outcome, *(e.words() for e in done.effects)]:
        assert "None" not in line
        assert not set("{}") & set(line)
    assert set(done.rules) <= KNOWN
    replays(state, done, adjudicate(Position(RULES, state), adjudicator, request, RecordedDice(done.dice), 100))
