"""What no rule of the house allows, one state or entry a case; and that what is played has none of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from eia_ref import games
from eia_ref.core.calendar import Month
from eia_ref.core.effects import Begins
from eia_ref.core.faults import Did, out_of_time
from eia_ref.core.game import VOID
from eia_ref.core.position import Position
from eia_ref.empires.effects import EventRolled, LeaderIs, Owed
from eia_ref.empires.faults import faults
from eia_ref.empires.state import Campaign, Leader, Minor
from eia_ref.ledger.audit import audit
from tests.empires.tools import RULES, opening
from tests.worked import EXAMPLE

JUNE, JULY = Month("1789-06"), Month("1789-07")


def stands(state: Campaign, *between: tuple[str, str, str]) -> None:
    """Brings relations into force."""
    for n, (what, whom, against) in enumerate(between):
        Begins(id=f"9.{n + 1}", what=what, rule="X-1", since=state.month, whom=whom, against=against).apply(state)


def off_track(state: Campaign) -> None:
    state.powers["France"] = state.powers["France"].model_copy(update={"political": "F99"})


def waits_still(state: Campaign) -> None:
    owed = Owed(
        id="9.9", what="w", rule="X-1", power="Spain", on="taxes", by="20%", since=JUNE, phase=Month("1789-03")
    )
    state.owed.append(owed)


WRONG: dict[str, tuple[Callable[[Campaign], Any], str, str]] = {
    "off the track": (off_track, "off-track", "France: the political track has no box F99 (R-33)"),
    "neutral and held": (
        lambda s: s.minors.update(Hesse=Minor(held="neutral", by="France")),
        "holder",
        "Hesse is neutral, held by France",
    ),
    "held by nobody": (
        lambda s: s.minors.update(Hesse=Minor(held="conquered")),
        "holder",
        "Hesse is conquered, held by nobody",
    ),
    "a wound too long": (
        lambda s: s.leaders.update(Mack=Leader(status="wounded", since=JUNE, until=JUNE)),
        "leader-time",
        "Mack is wounded only until June 1789, and still is (R-55)",
    ),
    "waits still": (waits_still, "over", "Spain: w waited for March 1789, and waits still (R-12)"),
    "war and peace": (
        lambda s: stands(s, ("war", "France", "Spain"), ("enforced peace", "Spain", "France")),
        "war",
        "France and Spain are at war, and there is an enforced peace between them",
    ),
    "war of allies": (
        lambda s: stands(s, ("alliance", "France", "Spain"), ("war", "Spain", "France")),
        "war",
        "France and Spain are at war, and there is an alliance between them",
    ),
    "war twice": (
        lambda s: stands(s, ("war", "France", "Spain"), ("war", "Spain", "France")),
        "relation",
        "war between France and Spain: 2 times over",
    ),
    "war with itself": (
        lambda s: stands(s, ("war", "France", "France")),
        "relation",
        "war of France with itself",
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_state_no_rule_allows(what: str) -> None:
    state = opening("1789-06")
    assert faults(Position(RULES, state), None) == []
    change, code, message = WRONG[what]
    change(state)
    assert [(f.code, f.message, f.chore) for f in faults(Position(RULES, state), None)] == [(code, message, False)]


def test_out_of_time() -> None:
    """What the frame holds against a state: the first month without it is over, the month it began is not early."""
    for since, until, codes in ((JUNE, JULY, []), (JUNE, JUNE, ["over"]), (JULY, None, ["early"])):
        state = opening("1789-06")
        thing = Begins(id="9.1", what="famine", rule="EV-50", since=since, until=until, place="Hesse")
        thing.apply(state)
        assert [f.code for f in out_of_time(state)] == codes


def test_a_second_event() -> None:
    """Without --again, unless it is a void that counts one again."""
    state = opening("1789-06")
    rolled = [EventRolled(month=JUNE)]
    for before, request, command, codes in (
        (0, {}, "event roll", []),
        (1, {}, "event roll", ["event-twice"]),
        (1, {"again": "agreed"}, "event roll", []),
        (1, {}, VOID, []),
    ):
        state.rolled = before
        found = faults(Position(RULES, state), Did(command, request, state, rolled))
        assert [f.code for f in found] == codes


def test_a_dead_leader() -> None:
    """At hand again only by a void of his death."""
    state = opening("1789-06")
    dead, back = Leader(status="dead", since=JUNE), Leader(status="available", since=JUNE)
    for effect, command, codes in (
        (LeaderIs(leader="Mack", was=dead, now=back), "leaders return", ["dead-leader"]),
        (LeaderIs(leader="Mack", was=dead), "leaders return", ["dead-leader"]),
        (LeaderIs(leader="Mack", was=dead, now=back), VOID, []),
        (LeaderIs(leader="Mack", was=back, now=dead), "leaders casualty", []),
    ):
        assert [f.code for f in faults(Position(RULES, state), Did(command, {}, state, [effect]))] == codes


def test_a_dead_leader_in_command() -> None:
    """By any field that names a commander; who fell this month commanded this month (R-280)."""
    state = opening("1789-06")
    moves = [EventRolled(month=JUNE)]
    for since, request, codes in (
        ("1789-05", {"leader": "mack"}, ["dead-leader"]),
        ("1789-05", {"defender_leader": "Mack"}, ["dead-leader"]),
        ("1789-05", {"leader": "", "beaten": "Charles"}, []),
        ("1789-06", {"leader": "Mack"}, []),
    ):
        state.leaders["Mack"] = Leader(status="dead", since=Month(since))
        found = faults(Position(RULES, state), Did("pp battle", request, state, moves))
        assert [f.code for f in found] == codes


def test_the_example_has_none(tmp_path: Path) -> None:
    assert [f for f in audit(EXAMPLE, games.game_named).findings if f.tier == "rules"] == []
