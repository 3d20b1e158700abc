"""A campaign: begin one, see where it stands, what is to do, and answer what was left open."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from eia_ref import games
from eia_ref.cli.resolve import TURN_NEXT, ToDo, next_typed, tell, to_do
from eia_ref.cli.shared import Shared, command, commands, names_in
from eia_ref.core.effects import Closes
from eia_ref.core.errors import LedgerFault, NotAllowed, RefereeError
from eia_ref.core.game import SETTLE, Due, Game, request_for
from eia_ref.core.names import find, fold
from eia_ref.core.position import Position
from eia_ref.core.requests import SettleRequest
from eia_ref.core.state import State
from eia_ref.ledger.begin import Beginning, begin
from eia_ref.ledger.read import Ledger, entries_from, open_ledger
from eia_ref.show.out import HEAD, RULE, count
from eia_ref.show.view import show_sections

app = commands()


@command(app, "new", writes=True)
def new(
    shared: Shared,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The campaign's name; its file is named after it.")],
    scenario: Annotated[str | None, typer.Option(metavar="NAME", help="The scenario; else the game's first.")] = None,
    start: Annotated[str, typer.Option(metavar="{TURN}", help="The first {turn}; else the scenario's.")] = "",
    game: Annotated[str, typer.Option(metavar="NAME", help="The rulebook.")] = games.DEFAULT,
    player: Annotated[list[str] | None, typer.Option(metavar="POWER=NAME", help="A player; once each.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="OPTION=CHOICE", help="An option; once each.")] = None,
    areas: Annotated[
        list[str] | None, typer.Option(metavar="NAMES", help="Areas random draws are made from.")
    ] = None,
) -> None:
    """Begin a campaign, in ./campaigns or where -c says."""
    playing = games.game_named(game)
    if not name.strip():
        raise RefereeError("the campaign has no name", 'eia-ref new "NAME"')
    path = shared.named() or Path("campaigns") / f"{_stem(name)}.toml"
    if path == Path():
        raise RefereeError("-c names no file", "write it as -c FILE, or leave it out")
    chosen = find(next(iter(playing.scenarios)) if scenario is None else scenario, playing.scenarios, "scenario")
    beginning = Beginning(
        name=" ".join(name.split()),
        scenario=chosen,
        start=playing.turn.typed(start) if start else playing.scenarios[chosen],
        options=_pairs(option, "--option", lambda word: word),
        lists={"areas": names} if (names := names_in(areas)) else {},
        players=_pairs(player, "--player", lambda word: playing.find_player(playing.rulebook, word)),
    )
    result = begin(path, playing, beginning, shared.said(), shared.dry_run)
    written = not shared.dry_run
    tell(shared, playing, result, f"The ledger is {path}. Next: eia-ref agenda{shared.more(path)}" if written else "")


def _stem(name: str) -> str:
    stem = re.sub(r"[^a-z0-9]+", "-", fold(name)).strip("-")[:60]
    if not stem:
        raise RefereeError(f"{name!r} gives no file name", "name the file yourself with -c FILE")
    return stem


def _pairs(said: list[str] | None, option: str, known: Any) -> dict[str, str]:
    """A repeatable option of pairs; refuses what is no pair, and a name twice."""
    pairs: dict[str, str] = {}
    for words in said or []:
        key, sign, value = words.partition("=")
        if not (sign and key.strip() and value.strip()):
            raise RefereeError(f"{option} {words!r} is no pair", f'write it as {option} "NAME=VALUE"')
        name = known(key.strip())
        if name in pairs:
            raise RefereeError(f"{option}: {name} is there twice", "name it only once")
        pairs[name] = " ".join(value.split())
    return pairs


@command(app, "status")
def status(
    shared: Shared,
    power: Annotated[str, typer.Argument(metavar="POWER", show_default=False, help="One power, in full.")] = "",
    all: Annotated[bool, typer.Option("--all", help="{more}")] = False,
) -> None:
    """Show where the campaign stands, or one power."""
    ledger = shared.ledger(trusted=True)
    state, rulebook, position = ledger.state, ledger.game.rulebook, ledger.position
    name = ledger.game.find_player(rulebook, power) if power else ""
    view = ledger.game.status(position, name, all)
    notes = ledger.game.notes(position)
    players = _players(ledger)
    shared.out.json(
        {
            "campaign": ledger.header.campaign.name,
            "turn": str(state.turn),
            **view.data,
            "players": players,
            "notes": notes,
        }
    )
    out = shared.out
    played = f" · played by {players[name]}" if name in players else ""
    out.line(f"{ledger.header.campaign.name} · {state.turn.name} · entry {ledger.page.count}{played}", HEAD)
    out.line()
    if view.rows:
        heads = [*view.heads, "player"] if players else list(view.heads)
        rows = [[*row, players.get(row[0], "")] if players else list(row) for row in view.rows]
        out.table(heads, rows, tuple(view.right))
    show_sections(out, view.sections)
    out.line()
    for note in notes:
        out.grid([("note", note)], ("", ""))
    out.line()
    _last_word(shared, ledger)


def _players(ledger: Ledger[Any]) -> dict[str, str]:
    """The header's players by power; refuses a power there is not, and one named twice."""
    try:
        return ledger.game.players(ledger.header.campaign.players)
    except RefereeError as e:
        raise LedgerFault(f"{ledger.head.place(('campaign', 'players'))}: {e.message}", e.hint, e.code) from None


def _last_word(shared: Shared, ledger: Ledger[Any], listed: bool = False) -> None:
    """What is to do, in one line: the line that matters comes last."""
    every = to_do(ledger.game, ledger.state)
    must = [t for t in every if t.must]
    turn_name, more = ledger.state.turn.name, shared.more()
    if must:
        how = "" if listed else f": {next_typed(must[:1], more)}"
        shared.out.line(f"{len(must)} to do before {turn_name} can end{how}", HEAD)
    elif every:
        how = f". Next: {TURN_NEXT}{more}" if listed else f": eia-ref agenda{more}"
        shared.out.line(f"{len(every)} still to do in {turn_name}, or not at all{how}", HEAD)
    else:
        shared.out.line(f"Nothing is left to do in {turn_name}. Next: {TURN_NEXT}{more}", HEAD)


def _coming(game: Game[Any], state: State) -> list[Due]:
    """What is to come: what the game says, and what is in force, what ends first first."""
    rulebook = game.rulebook
    due = game.agenda(Position(rulebook, state))
    ends = sorted((t for t in state.in_force if t.until), key=lambda t: (t.until, t.order))
    due += [Due(game.in_words(rulebook, t), t.rule, t.until.plus(-1), t.id) for t in ends if t.until]
    due += [Due(game.in_words(rulebook, t), t.rule, None, t.id) for t in state.in_force if not t.until]
    return due


@command(app, "agenda")
def agenda(
    shared: Shared,
    all: Annotated[bool, typer.Option("--all", help="The rules that stand for good too.")] = False,
) -> None:
    """Show what is to do, what is owed, what is in force."""
    ledger = shared.ledger(trusted=True)
    out, state = shared.out, ledger.state
    every, due = to_do(ledger.game, state), _coming(ledger.game, state)
    shared.out.json(
        {"turn": str(state.turn), "due": [*(_to_do_json(t) for t in every), *(_due_json(d) for d in due)]}
    )
    out.line(f"{ledger.header.campaign.name} · agenda of {state.turn.name}", HEAD)
    standing = [d for d in due if d.turn is None]
    if all:
        _section(shared, "In force until something ends it", [(d.rule, d.what) for d in standing], (RULE, ""))
    any_time = [ToDo([d.id], d.rule, d.what, d.type) for d in due if d.type]
    coming = [d for d in due if d.turn and not d.type]
    coming.sort(key=lambda d: d.turn or state.turn)
    rows = [(str(d.turn), d.rule, d.what) for d in coming]
    _section(shared, "To come, or in force to the end of", rows, ("", RULE, ""))
    if standing and not all:
        out.line()
        out.line(f"{count(len(standing), 'special rule')} in force until something ends them: eia-ref agenda --all")
    _section(shared, "At any time", _typed(any_time), ("", RULE, ""))
    passing = [t for t in every if not t.must]
    _section(shared, f"To do in {state.turn.name}, or not at all", _typed(passing), ("", RULE, ""))
    _section(
        shared, f"To do before {state.turn.name} can end", _typed([t for t in every if t.must]), (HEAD, RULE, "")
    )
    out.line()
    _last_word(shared, ledger, listed=True)


def _typed(those: list[ToDo]) -> Sequence[tuple[str, ...]]:
    """What is to do, each with what to type for it under it."""
    return [
        (t.ids[0] + (" ..." if len(t.ids) > 1 else "") if i == 0 else "", t.rule if i == 0 else "", x)
        for t in those
        for i, x in enumerate((t.what, *t.type))
    ]


def _to_do_json(it: ToDo) -> dict[str, Any]:
    return {
        "kind": "decision" if it.choice else "duty",
        "id": it.ids[0],
        "ids": list(it.ids),
        "what": it.what,
        "rule": it.rule,
        "turn": None,
        "type": " | ".join(line.strip() for line in it.type),
        "must": it.must,
        "passes": not it.must,
    }


def _due_json(due: Due) -> dict[str, Any]:
    return {
        "kind": "to come",
        "id": due.id,
        "ids": [due.id] if due.id else [],
        "what": due.what,
        "rule": due.rule,
        "turn": str(due.turn) if due.turn else None,
        "type": " | ".join(t.strip() for t in due.type),
        "must": False,
        "passes": False,
    }


def _section(shared: Shared, head: str, rows: Sequence[tuple[str, ...]], styles: tuple[str, ...]) -> None:
    if rows:
        shared.out.line()
        shared.out.line(head, HEAD)
        empty = not any(row[0] for row in rows)
        shared.out.grid([row[empty:] for row in rows], styles[empty:])


@command(app, "settle", writes=True)
def settle_decision(
    shared: Shared,
    decision: Annotated[str, typer.Argument(metavar="DECISION", help="Its number, as 17.1; the agenda lists them.")],
    answer: Annotated[list[str], typer.Argument(metavar="ANSWER", help="One of its answers, or what was decided.")],
) -> None:
    """Answer a decision that was left open."""
    request = request_for(SettleRequest, decision=decision.strip(), answer=" ".join(answer).strip())
    try:
        ledger, result = shared.adjudicate(SETTLE, request)
    except RefereeError as e:
        if e.code == "no-decision" and (by := _closed_by(shared, request.decision)):
            raise NotAllowed(
                f"decision {request.decision} is settled already, by entry {by}", e.hint, e.code
            ) from None
        raise
    tell(shared, ledger.game, result)


def _closed_by(shared: Shared, decision: str) -> int | None:
    """The entry that closed a decision, if one did."""
    ledger = open_ledger(shared.path(), games.game_named)
    made, _, _ = decision.partition(".")
    if not (made.isascii() and made.isdecimal() and len(made) < 10 and 1 <= int(made) <= ledger.page.count):
        return None
    for part, i in entries_from(ledger, int(made)):
        if any(isinstance(e, Closes) and e.id == decision for e in part.effects(ledger.game, i)):
            return part.page.entry[i].number
    return None
