"""An option that is younger than a ledger: its first choice holds, and the next command that writes takes it up."""

from __future__ import annotations

from eia_ref.core.effects import Changes, changes
from eia_ref.core.position import Position
from eia_ref.empires.game import EMPIRES
from eia_ref.empires.options import option
from tests.empires.tools import RULES, opening


def test_a_missing_option_is_its_first_choice() -> None:
    state = opening()
    was = dict(state.settings)
    for name, data in RULES.table("options").items():
        del state.settings[name]
        assert option(Position(RULES, state), name) == data["choices"][0]
    EMPIRES.check(Position(RULES, state))
    taken = changes(state.settings, was)
    assert {c.name for c in taken if isinstance(c, Changes)} == set(RULES.table("options"))
