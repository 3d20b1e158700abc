"""A campaign begins: the header, the first page, the first entry."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from eia_ref import __version__
from eia_ref.core.game import NEW, Game
from eia_ref.core.requests import NewRequest
from eia_ref.core.state import Setting
from eia_ref.core.turn import Turn
from eia_ref.ledger.clerk import Clerk, Result, Said
from eia_ref.ledger.model import FORMAT
from eia_ref.ledger.text import key_text, line, lines
from eia_ref.ledger.write import create, refuse_existing


class Beginning(NamedTuple):
    """What a new campaign is begun with: the header's contents."""

    name: str
    scenario: str
    start: Turn
    options: Mapping[str, Any]
    lists: Mapping[str, Any]
    players: Mapping[str, str]


def begin(path: Path, game: Game[Any], new: Beginning, said: Said, dry_run: bool) -> Result:
    """A new ledger: header, first page, first entry. Raises LedgerFault where a file is in the way."""
    refuse_existing(path)
    settings = game.settings(game.rulebook, new.options, new.lists)
    clerk = Clerk(game, game.opening(game.rulebook, new.scenario, new.start, settings), 0, "")
    clerk.open_page()
    request = NewRequest(scenario=new.scenario, start=new.start, settings=settings)
    result = clerk.adjudicate(NEW, request, said)
    if not dry_run:
        options = {k: settings[k] for k in game.settings(game.rulebook, {}, {})}
        create(path, header_text(game, new._replace(options=options)) + "".join(clerk.blocks))
    return result


def header_text(game: Game[Any], new: Beginning) -> str:
    """The header of a new ledger, with what the game has to say to the game master about it."""
    campaign = {"name": new.name, "game": game.name, "scenario": new.scenario, "start": str(new.start)}
    flat: dict[str, Setting] = {k: v for k, v in new.lists.items() if not isinstance(v, Mapping)}
    deep = {k: v for k, v in new.lists.items() if isinstance(v, Mapping)}
    sections: list[tuple[str, Mapping[str, Any]]] = [
        ("campaign", campaign),
        ("campaign.options", new.options),
        ("campaign.lists", flat),
        *((f"campaign.lists.{key_text(k)}", v) for k, v in deep.items()),
        ("campaign.players", new.players),
    ]
    parts = [
        f"# A campaign ledger of eia-ref {__version__}. The referee only ever adds to its end.\n"
        "# Yours to edit: the tables from here to the first [[turn]]; comments may stand anywhere.\n"
        f"{game.header}{line('format', FORMAT)}",
        *(f"[{name}]\n{lines(table)}".rstrip() for name, table in sections),
    ]
    return "\n\n".join(parts) + "\n"
