"""Help, of everything there is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from eia_ref.cli.main import FRAME, app
from eia_ref.games import GAMES
from tests.conftest import Ref


def commands() -> Iterator[list[str]]:
    """Every command there is."""
    root: Any = typer.main.get_command(app)
    for name in root.list_commands(None):
        yield from below([name], root.get_command(None, name))


def below(typed: list[str], command: Any) -> Iterator[list[str]]:
    """A command, or those of a group, of its groups too."""
    parts = getattr(command, "commands", None)
    if not parts:
        yield typed
    for part, inner in (parts or {}).items():
        yield from below([*typed, part], inner)


@pytest.mark.parametrize("typed", list(commands()), ids=" ".join)
def test_help_of_every_command(ref: Ref, place: Path, typed: list[str]) -> None:
    said = ref(*typed, "--help")
    assert said.code == 0
    assert said.err == ""
    for option in ("--campaign", "--json", "--plain"):
        assert option in said.out
    assert ref(*typed, "-h").out == said.out
    assert list(place.iterdir()) == []


def test_the_help_lists_everything(ref: Ref) -> None:
    said = ref("--help")
    assert said.code == 0
    for name in [*FRAME, *(c for g in GAMES.values() for c in g.commands)]:
        assert f"\n  {name} " in said.out
    assert "Exit codes" in said.out
    assert ref().out == said.out
    assert ref("--version").out.startswith("eia-ref ")


def test_no_group_offers_to_change_the_shell(ref: Ref) -> None:
    for group in ("turn", "event", "leaders", "persia", "rules"):
        assert "completion" not in ref(group, "--help").out
