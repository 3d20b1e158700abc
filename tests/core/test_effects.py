"""Effects and their opposites, what is remembered, and that values are strict."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from eia_ref.core.effects import Begins, Changes, Closes, Effect, Ends, Opens, TurnBegins, apply, as_a
from eia_ref.core.errors import CantApply, LedgerFault, NotAllowed, RefereeError, quoted
from eia_ref.core.frozen import Frozen
from eia_ref.core.state import InForce, find, put, take
from tests.core.tools import FOURTH, decision, die, state, storm
from tests.toy import Coins


@pytest.mark.parametrize(
    "effect",
    [
        as_a(Begins, storm("4.1", until=FOURTH.plus(3), place="harbour")),
        as_a(Ends, storm()),
        as_a(Opens, decision("5.2")),
        as_a(Closes, decision("5.1")),
        Changes(name="limit", was="high", now="low"),
        Changes(name="limit", was="high"),
        Changes(name="ports", now=["Åbo", "Oslo"]),
        Coins(player="Anna", change=-5),
    ],
    ids=lambda effect: effect.words(),
)
def test_an_effect_and_its_opposite(effect: Effect) -> None:
    """Applied one after the other nothing is changed; twice, the effect does not fit; both have words."""
    before = state(in_force=[storm()], decisions=[decision("5.1")])
    after = apply(before, [effect])
    assert after != before
    assert apply(after, [effect.opposite()]) == before
    assert effect.opposite().opposite() == effect
    assert effect.words()
    assert effect.opposite().words()
    with pytest.raises(CantApply):
        apply(after, [effect])


def test_a_turn_begins_after_the_one_before_it() -> None:
    """And is taken back to that, and to no other."""
    effect = TurnBegins(kind="turn", was=FOURTH, now=FOURTH.plus(1))
    assert apply(state(), [effect]).turn == "tide-005"
    for wrong in (
        TurnBegins(kind="turn", was=FOURTH, now=FOURTH.plus(2)),
        TurnBegins(kind="turn", was=FOURTH.plus(1), now=FOURTH.plus(2)),
    ):
        with pytest.raises(CantApply, match="can't follow"):
            apply(state(), [wrong])
    after = apply(state(), [effect])
    assert apply(after, [effect.opposite()]) == state()
    assert (effect.words(), effect.opposite().words()) == ("the 5. tide begins", "the 4. tide goes on")
    with pytest.raises(CantApply, match="can't follow"):
        apply(state(), [effect.opposite()])


def test_a_setting_that_is_not_set_stays_so() -> None:
    """Not set, and again not set: that changes nothing, and stumbles over nothing."""
    assert apply(state(), [Changes(name="ports")]) == state()


def test_applying_leaves_the_state_as_it_was() -> None:
    """Also where the second of two effects does not fit."""
    on = state()
    with pytest.raises(CantApply):
        apply(on, [Coins(player="Anna", change=1), Coins(player="Bertil", change=-9)])
    assert on == state()


@pytest.mark.parametrize("id", ["", "1", "1.", ".1", "a.b", "1.1.1", "-1.1", "1.1\n", "١.١", "1" * 10 + ".1"])
def test_ids_that_are_none(id: str) -> None:
    """What is remembered sorts by its id, so it must have one."""
    for kind in (InForce, Begins):
        with pytest.raises(ValidationError, match=r"as 17\.1"):
            kind(id=id, what="storm", rule="T-1", since=FOURTH)


def test_what_is_remembered() -> None:
    """No id twice, nothing taken that is not there as it was."""
    things = [storm("9.1")]
    put(things, storm("17.1"))
    put(things, storm("9.2"))
    assert [t.id for t in things] == ["9.1", "9.2", "17.1"]
    with pytest.raises(CantApply, match=r"17\.1 is there already"):
        put(things, storm("17.1"))
    with pytest.raises(CantApply, match="no longer there as it was"):
        take(things, storm("9.1", place="elsewhere"), "storm")
    take(things, storm("9.1"), "storm")
    assert find(things, "9.1") is None
    assert find(things, "9.2") == storm("9.2")


def test_values_are_strict() -> None:
    """A true is no number, a number no text, an unknown key is refused, and nothing is changed in place."""
    for wrong in ({"change": True}, {"change": 1.0}, {"change": "1"}, {"player": 1}, {"more": 1}):
        with pytest.raises(ValidationError):
            Coins.model_validate({"player": "Anna", "change": 1, **wrong})
    with pytest.raises(ValidationError):
        Coins(player="Anna", change=1).change = 2  # type: ignore[misc]  # that is the point


def test_every_error_has_its_exit_code() -> None:
    """1 the answer is no, 2 bad input, 3 the ledger: as the command line ends."""
    assert [e("x").exit_code for e in (NotAllowed, RefereeError, CantApply, LedgerFault)] == [1, 2, 2, 3]
    assert (RefereeError("m", "h").message, RefereeError("m", "h").hint) == ("m", "h")
    assert RefereeError("m", code="c").code == "c"
    assert quoted("x" * 100) == "'" + "x" * 57 + "...'"


def test_frozen_values_read_back_from_their_own_json() -> None:
    """The same in code, in a ledger and in JSON."""
    values: list[Frozen] = [
        die(3, "a"),
        storm(until=FOURTH),
        decision("1.1"),
        as_a(Begins, storm()),
        TurnBegins(kind="turn", was=FOURTH, now=FOURTH.plus(1)),
        Changes(name="a", was=["b"], now="c"),
    ]
    for value in values:
        assert type(value).model_validate_json(value.model_dump_json(by_alias=True)) == value
