"""At sea: the morale of ships, and battles."""

from typing import Annotated

import typer

import eia_ref.empires.cli.sea  # noqa: F401  the group's other commands
from eia_ref.cli.resolve import resolve
from eia_ref.cli.shared import Shared, command
from eia_ref.core.adjudication import Sheet, split_rules
from eia_ref.core.dice import RecordedDice
from eia_ref.core.game import request_for
from eia_ref.empires.cli.at_sea import Leader, Sea, as_battle, as_sortie, counted, seas
from eia_ref.empires.cli.group_naval import app
from eia_ref.empires.naval.battle import BattleRequest, MoraleRequest, tell_morale
from eia_ref.empires.naval.sides import nation, naval_leader
from eia_ref.empires.naval.sortie import SortieRequest
from eia_ref.show.entry import sentence
from eia_ref.show.out import HEAD

__all__ = ["app"]  # its other commands are those of `sea`


@command(app, "morale")
def morale(
    shared: Shared,
    ships: Annotated[str, typer.Argument(metavar="SHIPS", help='Ships: "britain:25+portugal:7".')],
    sea: Sea = "",
    leader: Leader = "",
) -> None:
    """Show the morale of any mix of ships, and what makes it."""
    ledger = shared.ledger(trusted=True)
    rulebook = ledger.game.rulebook
    request = request_for(
        MoraleRequest,
        ships=counted(ships, "SHIPS", "ships", lambda word: nation(rulebook, word)),
        waters=seas(rulebook, sea),
        leader=naval_leader(rulebook, leader) if leader.strip() else "",
    )
    sheet = Sheet(ledger.position, RecordedDice([]), 0)
    tell_morale(sheet, request)
    shared.out.json({"outcome": sheet.outcome, "text": sheet.text, "rules": list(sheet.rules)})
    shared.out.rules([split_rules(line) for line in sheet.text])
    shared.out.line()
    shared.out.line(sentence(sheet.outcome), HEAD)


def _battle(shared: Shared, request: BattleRequest) -> None:
    """Resolve a battle at sea: every die, modifier and loss, and who has won."""
    resolve(shared, "naval battle", request)


def _sortie(shared: Shared, request: SortieRequest) -> None:
    """Resolve a blockade battle: those shut in a port against all who blockade it."""
    resolve(shared, "naval blockade-battle", request)


command(app, "battle", writes=True)(as_battle(_battle))
command(app, "blockade-battle", writes=True)(as_sortie(_sortie))
