"""The game's table of commands: each is in the module it is said to be in, and each module has no other."""

from __future__ import annotations

from importlib import import_module

import pytest

from eia_ref.empires.game import COMMANDS, EMPIRES


@pytest.mark.parametrize("module", COMMANDS)
def test_a_module_has_the_commands_the_table_says(module: str) -> None:
    found = import_module(f"eia_ref.empires.{module}").ADJUDICATORS
    assert sorted(a.command for a in found) == sorted(COMMANDS[module])


def test_no_command_is_in_two_modules() -> None:
    every = [command for commands in COMMANDS.values() for command in commands]
    assert sorted(every) == sorted(set(every))
    assert {EMPIRES.adjudicator(command).command for command in every} == set(every)
