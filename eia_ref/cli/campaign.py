"""A campaign: begin one, see where it stands, what is to do, and answer what was left open."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from eia_ref import games
from eia_ref.cli.shared import Shared, command, names_in
from eia_ref.core.calendar import month
from eia_ref.core.errors import RefereeError
from eia_ref.core.game import SETTLE, Due, Game, SettleRequest, request_for
from eia_ref.core.names import find, fold
from eia_ref.core.state import State
from eia_ref.ledger.clerk import Beginning, Result, begin
from eia_ref.ledger.read import Ledger
from eia_ref.show.entry import entry_json, settle, show_entry, show_result
from eia_ref.show.out import HEAD, RULE

app = typer.Typer()


@command(app, "new", writes=True)
def new(
    shared: Shared,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The campaign's name; its file is named after it.")],
    scenario: Annotated[str, typer.Option(metavar="NAME", help="The scenario.")] = "1789",
    start: Annotated[str, typer.Option(metavar="MONTH", help="The first month; else the scenario's.")] = "",
    game: Annotated[str, typer.Option(metavar="NAME", help="The rulebook.")] = games.DEFAULT,
    player: Annotated[list[str] | None, typer.Option(metavar="POWER=NAME", help="A player; once each.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="OPTION=CHOICE", help="A house option; once each.")
    ] = None,
    areas: Annotated[
        list[str] | None, typer.Option(metavar="NAMES", help="Areas random draws are made from.")
    ] = None,
) -> None:
    """Begin a campaign: a new ledger in ./campaigns, or where -c says."""
    playing = games.game_named(game)
    stem = re.sub(r"[^a-z0-9]+", "-", fold(name)).strip("-")
    if not stem:
        raise RefereeError(f"{name!r} gives no file name", "use letters or figures")
    path = shared.campaign or Path("campaigns") / f"{stem}.toml"
    chosen = find(scenario, playing.scenarios, "scenario")
    beginning = Beginning(
        name=name,
        scenario=chosen,
        start=month(start) if start else playing.scenarios[chosen],
        options=dict(_pair(o, "--option") for o in option or []),
        lists={"areas": names} if (names := names_in(areas)) else {},
        players={
            playing.find_player(playing.rulebook, k): v for k, v in (_pair(p, "--player") for p in player or [])
        },
    )
    result = begin(path, playing, beginning, shared.said(), shared.dry_run)
    tell(shared, playing, result, not shared.dry_run)
    if not shared.dry_run:
        shared.out.line(f"The ledger is {path}. Next: eia-ref agenda, then eia-ref event roll")


def _pair(words: str, option: str) -> tuple[str, str]:
    key, sign, value = words.partition("=")
    if not (sign and key.strip() and value.strip()):
        raise RefereeError(f"{option} {words!r} is no pair", f'write it as {option} "NAME=VALUE"')
    return key.strip(), value.strip()


@command(app, "status")
def status(
    shared: Shared,
    power: Annotated[str, typer.Argument(metavar="[POWER]", help="One power, in full.")] = "",
) -> None:
    """Show where the campaign stands, or one power."""
    ledger = shared.ledger()
    state, rulebook = ledger.state, ledger.game.rulebook
    name = ledger.game.find_player(rulebook, power) if power else ""
    view = ledger.game.status(rulebook, state, name)
    notes = ledger.game.notes(rulebook, state)
    shared.out.json({"campaign": ledger.header.campaign.name, "turn": str(state.month), **view.data, "notes": notes})
    out = shared.out
    out.line(f"{ledger.header.campaign.name} · {state.month.name} · entry {ledger.page.count}", HEAD)
    out.line()
    if view.rows:
        players = ledger.header.campaign.players
        heads = [*view.heads, "player"] if players else list(view.heads)
        rows = [[*row, players.get(row[0], "")] if players else list(row) for row in view.rows]
        out.table(heads, rows, tuple(view.right))
    for head, lines in view.sections:
        out.line()
        out.line(head, HEAD)
        out.grid([tuple(line) for line in lines], ("",) * len(lines[0]) if lines else ())
    out.line()
    for note in notes:
        out.grid([("note", note)], ("", ""))
    _last_word(shared, ledger, "eia-ref agenda")


def _last_word(shared: Shared, ledger: Ledger[Any], how: str) -> None:
    """What is to do, in one line: the line that matters comes last."""
    due = _dues(ledger.game, ledger.state)
    must = [d for d in due if d.must]
    month_name = ledger.state.month.name
    if must:
        shared.out.line(f"{len(must)} to do before {month_name} can end: {how}", HEAD)
    else:
        shared.out.line(f"Nothing is left to do in {month_name}. Next: eia-ref turn next", HEAD)


def _dues(game: Game[Any], state: State) -> list[Due]:
    """Everything due: decisions left open, what the game says, and what ends when."""
    rulebook = game.rulebook
    due = [
        Due(
            game.question(rulebook, d),
            d.rule,
            d.since,
            d.id,
            settle(d.id, game.options(rulebook, d)),
            must=True,
        )
        for d in state.decisions
    ]
    due += game.agenda(rulebook, state)
    ends = [t for t in state.in_force if t.until]
    due += [
        Due(game.in_words(rulebook, t), t.rule, t.until.plus(-1), t.id)
        for t in sorted(ends, key=lambda t: (t.until, t.order))
        if t.until
    ]
    due += [Due(game.in_words(rulebook, t), t.rule, None, t.id) for t in state.in_force if not t.until]
    return due


@command(app, "agenda")
def agenda(shared: Shared) -> None:
    """Show what is left to do this month, what is owed, and what is in force and until when."""
    ledger = shared.ledger()
    out, state = shared.out, ledger.state
    due = _dues(ledger.game, state)
    shared.out.json(
        {
            "turn": str(state.month),
            "due": [
                {
                    "id": d.id,
                    "what": d.what,
                    "rule": d.rule,
                    "month": str(d.month) if d.month else None,
                    "type": d.type,
                    "must": d.must,
                }
                for d in due
            ],
        }
    )
    out.line(f"{ledger.header.campaign.name} · agenda of {state.month.name}", HEAD)
    lasting = [d for d in due if not d.must and d.month is None]
    _section(shared, "In force until something ends it", [(d.rule, d.what) for d in lasting])
    coming = [d for d in due if not d.must and d.month is not None]
    _section(
        shared,
        "To come, or in force to the end of",
        [(str(d.month), d.rule, d.what) for d in sorted(coming, key=lambda d: d.month or state.month)],
    )
    must = [d for d in due if d.must]
    _section(
        shared,
        f"To do before {state.month.name} can end",
        [(d.id or "–", d.rule, d.what, d.type) for d in must],
    )
    out.line()
    _last_word(shared, ledger, "as shown above")


def _section(shared: Shared, head: str, rows: list[tuple[str, ...]]) -> None:
    out = shared.out
    if not rows:
        return
    out.line()
    out.line(head, HEAD)
    if len(rows[0]) == 4:
        for id, rule, what, type in rows:
            out.grid([(id, rule, what), ("", "", type)], (HEAD, RULE, ""))
    else:
        out.grid(rows, ("",) * (len(rows[0]) - 2) + (RULE, ""))


@command(app, "settle", writes=True)
def settle_decision(
    shared: Shared,
    decision: Annotated[str, typer.Argument(metavar="DECISION", help="Its number, as 17.1; the agenda lists them.")],
    answer: Annotated[list[str], typer.Argument(metavar="ANSWER", help="One of its answers, or what was decided.")],
) -> None:
    """Answer a decision that was left open."""
    request = request_for(SettleRequest, decision=decision, answer=" ".join(answer).strip())
    ledger, result = shared.adjudicate(SETTLE, lambda ledger: request)
    tell(shared, ledger.game, result, not shared.dry_run)


def tell(shared: Shared, game: Game[Any], result: Result, written: bool) -> None:
    """Prints an adjudication just made."""
    answers: dict[str, list[str]] = {o.id: [] for o in result.done.open}
    for decision in result.done.after.decisions:
        if decision.id in answers:
            answers[decision.id] = game.options(game.rulebook, decision)
    shared.out.json(entry_json(result.entry, result.month, written))
    if not shared.as_json:
        show_entry(shared.out, result.entry, result.month, result.done.effects, answers, brief=True)
        show_result(shared.out, result.entry, written)
