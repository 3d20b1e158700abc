"""An adjudication for people and for programs: dice, rules, changes, decisions, and last what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from eia_ref.core.adjudication import split_rules
from eia_ref.core.duties import Task
from eia_ref.core.effects import Effect
from eia_ref.core.game import BY_LEDGER, NEW, TURN
from eia_ref.core.turn import Turn
from eia_ref.ledger.model import Entry
from eia_ref.show.out import BAD, GOOD, HEAD, Out

MANY = 12  # changes that are only counted, unless an entry is shown in full


def entry_json(entry: Entry, turn: Turn, written: bool = True) -> dict[str, Any]:
    """An entry as --json prints it."""
    full = entry.model_dump(mode="json", by_alias=True, exclude_none=True)
    first = ("command", "rules", "dice", "outcome", "text", "effects", "open")
    return {
        "entry": entry.number,
        "turn": str(turn),
        **{k: full[k] for k in first},
        "dice": [{k: die[k] for k in ("sides", "value", "for", "source")} for die in full["dice"]],
        "written": written,
        **{k: v for k, v in full.items() if k not in (*first, "number") and v not in ("", [])},
    }


def show_entry(
    out: Out,
    entry: Entry,
    turn: Turn,
    effects: Sequence[Effect],
    answers: Mapping[str, Sequence[str]],
    left: Sequence[Task] = (),
    full: bool = False,
) -> None:
    """All of an entry but its last line.

    `answers` is what to type for its decisions that are open still; `left` are the duties it has left.
    """
    head = f"{turn.name} · entry {entry.number} · {entry.command}"
    out.line(head + (f" · by {entry.by}" if entry.by else ""), HEAD)
    out.line()
    out.grid(_dice(entry), ("", HEAD, "", ""))
    out.line()
    out.rules([split_rules(line) for line in entry.text])
    out.line()
    changes = [e.words() for e in effects]
    if len(changes) > MANY and not full:
        changes = [f"{len(changes)} in all; eia-ref show {entry.number} lists them"]
    out.grid([("changes" if i == 0 else "", words) for i, words in enumerate(changes)], ("", ""))
    if full and entry.request:
        out.line()
        asked = [(k, _asked(v)) for k, v in entry.request.items()]
        out.grid([("asked" if i == 0 else "", k, v) for i, (k, v) in enumerate(asked)], ("", "", ""))
    if entry.note:
        out.line()
        out.grid([("note", entry.note)], ("", ""))
    for decision in entry.open:
        if decision.id in answers:
            out.line()
            rows = [(f"open {decision.id}", f"{decision.question} [{decision.rule}]")]
            out.grid([*rows, *(("", line) for line in answers[decision.id])], (HEAD, ""))
    if left and entry.command not in (NEW, TURN):  # they leave what each turn asks for: the agenda lists it
        out.line()
        said = [(f"{sentence(task.words)} [{task.rule}]", *task.type) for task in left]
        out.grid([("to do" if i == 0 else "", x) for lines in said for i, x in enumerate(lines)], (HEAD, ""))
    out.line()


def _dice(entry: Entry) -> list[tuple[str, str, str, str]]:
    """A row a die: its kind, what fell, for what, and where it is from."""
    wide = max((len(str(d.sides)) for d in entry.dice), default=0) + 1
    return [
        (
            f"d{d.sides}".rjust(wide),
            str(d.value).rjust(3),
            f"{d.purpose}: {d.drew}" if d.drew else d.purpose,
            d.source,
        )
        for d in entry.dice
    ]


def _asked(value: Any) -> str:
    """A part of a request, for people: `Britain 25, Portugal 7`."""
    if isinstance(value, list):
        return ", ".join(map(_asked, value))
    if isinstance(value, dict):
        return ", ".join(f"{k} {_asked(v)}" for k, v in value.items())
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def show_result(out: Out, entry: Entry, written: bool = True, void_by: int | None = None) -> None:
    """The last line of an entry: what came of it, and whether it stands in the ledger."""
    if void_by:
        out.line(f"{sentence(entry.outcome)} Void, by entry {void_by}.", f"{HEAD} {BAD}")
    elif written:
        out.line(f"{sentence(entry.outcome)} Entry {entry.number} is in the ledger.", f"{HEAD} {GOOD}")
    else:
        out.line(f"{sentence(entry.outcome)} Only a trial: nothing is written.", HEAD)


def sentence(words: str) -> str:
    """Words as a sentence."""
    return words[:1].upper() + words[1:] + ("" if words[-1:] in ".!?" else ".")


def log_rows(
    entries: Sequence[tuple[Turn, Entry, Sequence[Effect]]], void_now: Mapping[int, int]
) -> list[tuple[Turn, tuple[str, str, str, str]]]:
    """Entries as rows of the log, aligned over all turns: number, command, dice, what came of it."""
    rows = [(m, str(e.number), e.command, " ".join(str(d.value) for d in e.dice)) for m, e, _ in entries]
    wide = [max((len(row[i]) for row in rows), default=0) for i in (1, 2, 3)]
    return [
        (m, (number.rjust(wide[0]), command.ljust(wide[1]), dice.ljust(wide[2]), _came(entry, effects, void_now)))
        for (m, number, command, dice), (_, entry, effects) in zip(rows, entries, strict=True)
    ]


def _came(entry: Entry, effects: Sequence[Effect], void_now: Mapping[int, int]) -> str:
    changes = [e.words() for e in effects if not e.quiet]
    told = f" · {'; '.join(changes)}" if changes and len(changes) <= MANY and not entry.voids else ""
    why = f": {entry.request['because']}" if entry.command in BY_LEDGER and "because" in entry.request else ""
    void = f" — void, by entry {void_now[entry.number]}" if entry.number in void_now else ""
    note = f" — note: {entry.note}" if entry.note else ""
    return f"{entry.outcome}{told}{why}{void}{note}"
