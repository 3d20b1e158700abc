"""The game's effects: each with its opposite, each refusing what does not fit; and how powers stand to each other."""

from __future__ import annotations

import pytest

from eia_ref.core.calendar import Month
from eia_ref.core.effects import Begins, ChartFilled, Effect, apply
from eia_ref.core.errors import CantApply
from eia_ref.empires import relations
from eia_ref.empires.effects import LeaderIs, Manpower, Once, Sets, VictoryPoints
from eia_ref.empires.state import Campaign, Leader
from tests.empires.tools import opening

JANUARY = Month("1789-01")
WOUNDED = Leader(status="wounded", since=JANUARY, until=Month("1789-03"))


@pytest.mark.parametrize(
    "effect",
    [
        Manpower(power="France", change=5),
        VictoryPoints(power="France", change=-5),
        Sets(part="revolution", field="stage", was=0, now=1),
        LeaderIs(leader="Nelson", now=WOUNDED),
        Once(month=JANUARY, what="battle of Valmy"),
    ],
    ids=lambda effect: effect.words(),
)
def test_an_effect_and_its_opposite(effect: Effect) -> None:
    before = opening()
    after = apply(before, [effect])
    assert after != before
    assert apply(after, [effect.opposite()]) == before
    assert effect.opposite().opposite() == effect
    assert effect.words() != effect.opposite().words()


@pytest.mark.parametrize(
    ("effect", "why"),
    [
        (Manpower(power="France", change=-1), "has 0 manpower"),
        (Manpower(power="Atlantis", change=1), "Atlantis"),
        (Sets(part="revolution", field="stage", was=3, now=4), "no longer as it was"),
        (Sets(part="revolution", field="stage", was=0, now=50), "can't be 50"),
        (Sets(part="revolution", field="stage", was=0, now="one"), "can't be one"),
        (Sets(part="revolution", field="mood", now=1), "has no mood"),
        (Sets(part="revolution", field="stage", was=False, now=1), "no longer as it was"),
        (Sets(part="revolution", field="stage", was=0, now=True), "can't be True"),
        (Sets(part="naval", field="melee", was=0, now=True), "no longer as it was"),
        (LeaderIs(leader="Nelson", was=WOUNDED), "Nelson"),
        (Once(month=JANUARY, what="battle of Valmy", done=False), "is not done"),
    ],
    ids=lambda value: value.words() if isinstance(value, Effect) else value,
)
def test_an_effect_that_does_not_fit(effect: Effect, why: str) -> None:
    with pytest.raises(CantApply, match=why):
        apply(opening(), [effect])


def test_a_leader_or_a_cell_that_was_not_there_and_is_not_changes_nothing() -> None:
    for effect in (LeaderIs(leader="Nelson"), ChartFilled(cell="political-points: siege won")):
        assert apply(opening(), [effect]) == opening()


def test_what_is_done_once_is_forgotten_with_the_month() -> None:
    """A month later it may be done again; taking back what was done in an ended month changes nothing now."""
    done = Once(month=JANUARY, what="battle of Valmy")
    state = apply(opening(), [done])
    with pytest.raises(CantApply, match="done already"):
        apply(state, [done])
    state.turn_began()
    assert state.once == []
    state.turn = Month("1789-02")
    assert apply(state, [done.opposite()]) == state


def test_how_powers_stand_to_each_other() -> None:
    """A war stands between two whoever declared it; a right is only the one's against the other."""
    state: Campaign = opening()

    def begin(n: int, what: str, whom: str, against: str) -> None:
        thing = Begins(id=f"9.{n}", what=what, rule="R-30", since=JANUARY, whom=whom, against=against)
        thing.apply(state)

    begin(1, "war", "France", "Austria")
    begin(2, "war", "Prussia", "France")
    begin(3, "free war", "Spain", "France")
    assert relations.at_war(state, "Austria", "France")
    assert relations.enemies(state, "France") == ["Austria", "Prussia"]
    assert not relations.at_war(state, "Austria", "Prussia")
    assert relations.towards(state, "free war", "Spain", "France")
    assert not relations.towards(state, "free war", "France", "Spain")
    assert relations.allies(state, "France") == []
    assert relations.holder(state, "Hanover") == "Britain"
    assert relations.holder(state, "Bavaria") is None
    assert not relations.dominant(state, "France")
