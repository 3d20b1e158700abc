"""Duties as data: each in words, each left by some code, and what it says to type is a command with those options."""

from __future__ import annotations

import shlex
from typing import Any

import pytest
import typer

from eia_ref.cli.main import app
from eia_ref.core.calendar import Month
from eia_ref.core.duties import in_words, typed
from eia_ref.core.errors import RefereeError
from eia_ref.core.position import Position
from eia_ref.core.state import Duty
from eia_ref.empires.game import EMPIRES
from tests.empires.tools import RULES, code, opening

DUTIES: dict[str, dict[str, Any]] = RULES.table("duties")
FIELDS = {
    "whom": "France",
    "against": "Britain",
    "place": "port of Brest",
    "unit": "Brest Fleet",
    "person": "Selim II",
    "how": "capture",
    "terms": "Brest",
}


def duty(name: str) -> Duty:
    """A duty of that name with every field filled."""
    data = DUTIES[name]
    return Duty(id="9.1", what=name, rule=data["rule"], since=Month("1789-01"), must=True, count=3, **FIELDS)


@pytest.mark.parametrize("name", DUTIES)
def test_a_duty_in_words(name: str) -> None:
    words = in_words(RULES, duty(name))
    assert words
    assert "None" not in words
    assert "{" not in words
    assert not words.endswith(".")


@pytest.mark.parametrize("name", DUTIES)
def test_what_to_type_is_a_command(name: str) -> None:
    """The group, the command and each option are there; some line is told for every duty."""
    lines = typed(RULES, duty(name))
    assert lines
    for line in lines:
        words = shlex.split(line)
        assert words[0] == "eia-ref", line
        found: Any = typer.main.get_command(app)
        rest = words[1:]
        while getattr(found, "get_command", None) and rest:
            inner = found.get_command(None, rest[0])
            if inner is None:
                break
            found, rest = inner, rest[1:]
        assert not getattr(found, "commands", None), line
        options = {option for p in found.params for option in (*p.opts, *p.secondary_opts)}
        assert [w for w in rest if w.startswith("--") and w not in options] == [], line


def test_every_duty_is_left_by_some_code_and_by_its_name() -> None:
    """None is only in the data."""
    text = code()
    data = "\n".join(str(RULES.table(name)) for name in ("events", "revolution", "peace", "in-force"))
    assert [name for name in DUTIES if f'"{name}"' not in text and f"'{name}'" not in data] == []


def test_a_duty_the_rules_do_not_know_is_refused() -> None:
    """In a ledger somebody has edited: by name, and never as a fault of ours."""
    state = opening()
    state.duties.append(Duty(id="9.1", what="dance", rule="R-390", since=state.month))
    with pytest.raises(RefereeError, match="dance is not in the rules"):
        EMPIRES.check(Position(RULES, state))
    with pytest.raises(RefereeError, match="'dance' is not in the rules"):
        in_words(RULES, state.duties[0])
