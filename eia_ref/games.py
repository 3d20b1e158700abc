"""The one table of games: where each is, and its command groups, so that nothing is loaded before it is used."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

from eia_ref.core import names
from eia_ref.core.game import Game


class Place(NamedTuple):
    """Where a game is found: its value as `module:name`, and its commands as group -> module."""

    value: str
    commands: dict[str, str]


GAMES: dict[str, Place] = {
    "empires": Place(
        "eia_ref.empires.game:EMPIRES",
        {
            "event": "eia_ref.empires.cli.event",
            "naval": "eia_ref.empires.cli.naval",
            "raid": "eia_ref.empires.cli.raid",
            "odds": "eia_ref.empires.cli.odds",
            "revolution": "eia_ref.empires.cli.revolution",
            "emigres": "eia_ref.empires.cli.emigres",
            "amiens": "eia_ref.empires.cli.amiens",
            "leaders": "eia_ref.empires.cli.leaders",
            "pp": "eia_ref.empires.cli.pp",
            "poland": "eia_ref.empires.cli.poland",
            "wills": "eia_ref.empires.cli.wills",
            "ireland": "eia_ref.empires.cli.ireland",
            "check": "eia_ref.empires.cli.check",
            "land": "eia_ref.empires.cli.land",
            "economy": "eia_ref.empires.cli.economy",
            "persia": "eia_ref.empires.cli.persia",
        },
    ),
}
DEFAULT = "empires"


def game_named(name: str) -> Game[Any]:
    """The game of that name; refuses one there is not."""
    module, _, value = GAMES[names.find(name, GAMES, "game")].value.partition(":")
    game: Game[Any] = getattr(import_module(module), value)
    return game
