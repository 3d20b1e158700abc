"""A command is carried out: decided, written, told; and last what to type next."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from eia_ref.cli.shared import Shared
from eia_ref.core import duties
from eia_ref.core.effects import Arises, Effect
from eia_ref.core.frozen import Frozen
from eia_ref.core.game import Game
from eia_ref.core.position import Position
from eia_ref.core.state import State
from eia_ref.ledger.clerk import Result
from eia_ref.show.entry import entry_json, show_entry, show_result

TURN_NEXT = "eia-ref turn next"


class ToDo(NamedTuple):
    """Something to do: a decision to answer, or duties told as one; what is no `must` passes with its time."""

    ids: Sequence[str]
    rule: str
    what: str
    type: tuple[str, ...]
    must: bool = True
    choice: bool = False  # the lines to type are answers, of which one is chosen


def to_do(game: Game[Any], state: State) -> list[ToDo]:
    """Everything to do, in order: the decisions left open, then the duties by the turn's steps."""
    book = game.rulebook
    decisions = [
        ToDo([d.id], d.rule, game.question(book, d), game.answers_to(d), choice=True) for d in state.decisions
    ]
    return decisions + [
        ToDo([d.id for d in t.duties], t.rule, t.words, t.type, t.must)
        for t in duties.tasks(book, duties.in_order(Position(book, state)))
    ]


def tell(shared: Shared, game: Game[Any], result: Result, then: str = "") -> None:
    """Prints an adjudication just made, and last what to type next (`then`, where that is not on the agenda)."""
    written = not shared.dry_run
    shared.out.json(entry_json(result.entry, result.turn, written))
    if shared.as_json:
        return
    after = result.done.after
    effects = result.done.effects
    answers = {d.id: game.answers_to(d) for d in after.decisions}
    left = arisen(game, effects, after)
    show_entry(shared.out, result.entry, result.turn, [e for e in effects if not e.quiet], answers, left)
    show_result(shared.out, result.entry, written)
    if written:
        shared.out.line(then or f"Next: {next_typed(to_do(game, after), shared.more())}")


def arisen(game: Game[Any], effects: Sequence[Effect], state: State) -> list[duties.Task]:
    """The duties these effects have left and that are still there."""
    there = {d.id for d in state.duties}
    return duties.tasks(game.rulebook, [e for e in effects if isinstance(e, Arises) and e.id in there])


def resolve(shared: Shared, command: str, request: Frozen) -> None:
    """Decides one request, writes it, and tells what came of it: what nearly every command of a game does."""
    ledger, result = shared.adjudicate(command, request)
    tell(shared, ledger.game, result)


def next_typed(every: Sequence[ToDo], more: str) -> str:
    """What to type next: for the first that must be done; else to end the turn. `more` names the campaign."""
    must = [t for t in every if t.must]
    if must:
        first = must[0]
        typed = "eia-ref agenda" if first.choice or not first.type else first.type[0]
        return f"{typed}{more}" + (f" ({len(must)} to do)" if len(must) > 1 else "")
    if every:
        return f"eia-ref agenda{more} ({len(every)} still to do), or {TURN_NEXT}{more}"
    return f"{TURN_NEXT}{more}"
