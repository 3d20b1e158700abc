"""A command is carried out: decided, written, told; and last what to type next."""

from typing import Any

from eia_ref.cli.shared import Shared
from eia_ref.core.frozen import Frozen
from eia_ref.core.game import Due, Game
from eia_ref.core.state import State
from eia_ref.ledger.clerk import Result
from eia_ref.show.entry import entry_json, show_entry, show_result

TURN_NEXT = "eia-ref turn next"


def tell(shared: Shared, game: Game[Any], result: Result, then: str = "") -> None:
    """Prints an adjudication just made, and last what to type next (`then`, where that is not on the agenda)."""
    written = not shared.dry_run
    shared.out.json(entry_json(result.entry, result.turn, written))
    if shared.as_json:
        return
    after = result.done.after
    answers = {d.id: game.answers_to(d) for d in after.decisions}
    show_entry(shared.out, result.entry, result.turn, [e for e in result.done.effects if not e.quiet], answers)
    show_result(shared.out, result.entry, written)
    if written:
        must, passing = musts(game, after)
        more = shared.more()
        next = f"{next_typed(must)}{more}" if must else f"{TURN_NEXT}{more}"
        if len(must) > 1:
            next += f" ({len(must)} to do)"
        elif passing and not must:
            next = f"eia-ref agenda{more} ({len(passing)} still to do), or {next}"
        shared.out.line(then or f"Next: {next}")


def carry_out(shared: Shared, command: str, request: Frozen) -> None:
    """Decides one request, writes it, and tells what came of it: what nearly every command of a game does."""
    ledger, result = shared.adjudicate(command, request)
    tell(shared, ledger.game, result)


def next_typed(must: list[Due]) -> str:
    """What to type next, where something must be done."""
    if len(must) == 1 and not must[0].id and len(must[0].type) == 1:
        return must[0].type[0]
    return "eia-ref agenda"


def musts(game: Game[Any], state: State) -> tuple[list[Due], list[Due]]:
    """What is to do before the turn can end, and what passes with it."""
    due = (game.must or game.agenda)(game.rulebook, state)
    return left_open(game, state) + [d for d in due if d.must], [d for d in due if d.passes]


def left_open(game: Game[Any], state: State) -> list[Due]:
    """The decisions left open."""
    rulebook = game.rulebook
    return [
        Due(game.question(rulebook, d), d.rule, d.since, d.id, game.answers_to(d), must=True) for d in state.decisions
    ]
