"""An adjudication for people and for programs: dice, rules, changes, decisions, and last what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eia_ref.core.adjudication import split_rules
from eia_ref.core.calendar import Month
from eia_ref.core.effects import Effect
from eia_ref.ledger.model import Entry
from eia_ref.show.out import BAD, GOOD, HEAD, Out

MANY = 12  # changes that are only counted when an entry has just been made


def entry_json(entry: Entry, month: Month, written: bool = True) -> dict[str, Any]:
    """An entry as --json prints it."""
    full = entry.model_dump(mode="json", by_alias=True, exclude_none=True)
    first = ("command", "rules", "dice", "outcome", "text", "effects", "open")
    return {
        "entry": entry.number,
        "turn": str(month),
        **{k: full[k] for k in first},
        "written": written,
        **{k: v for k, v in full.items() if k not in (*first, "number") and v not in ("", [])},
    }


def show_entry(
    out: Out,
    entry: Entry,
    month: Month,
    effects: Sequence[Effect],
    answers: dict[str, list[str]],
    void_by: int | None = None,
    brief: bool = False,
) -> None:
    """All of an entry but its last line. `answers` are the words that answer its open decisions, by id.

    `brief` only counts the changes where there are many.
    """
    head = f"{month.name} · entry {entry.number} · {entry.command}"
    out.line(head + (f" · by {entry.by}" if entry.by else ""), HEAD)
    if void_by:
        out.line(f"void, by entry {void_by}", BAD)
    out.line()
    out.grid(
        [(f"d{d.sides}", str(d.value), d.purpose, d.source) for d in entry.dice],
        ("", HEAD, "", ""),
        right=(0, 1),
    )
    out.line()
    out.rules([split_rules(line) for line in entry.text])
    out.line()
    changes = [e.words() for e in effects]
    if brief and len(changes) > MANY:
        changes = [f"{len(changes)} in all; eia-ref show {entry.number} lists them"]
    out.grid([("changes" if i == 0 else "", words) for i, words in enumerate(changes)], ("", ""))
    if entry.note:
        out.line()
        out.grid([("note", entry.note)], ("", ""))
    for decision in entry.open:
        out.line()
        out.grid(
            [
                (f"open {decision.id}", decision.question),
                ("", f"{decision.rule}; answer with: {settle(decision.id, answers.get(decision.id, []))}"),
            ],
            (HEAD, ""),
        )
    out.line()


def settle(id: str, answers: list[str]) -> str:
    """What to type to answer a decision."""
    words = " | ".join(f'"{a}"' if " " in a else a for a in answers)
    return f"eia-ref settle {id} {words}"


def show_result(out: Out, entry: Entry, written: bool) -> None:
    """The last line: what came of it, and whether it stands in the ledger."""
    if written:
        out.line(f"{sentence(entry.outcome)} Entry {entry.number} is in the ledger.", f"{HEAD} {GOOD}")
    else:
        out.line(f"{sentence(entry.outcome)} Only a trial: nothing is written.", HEAD)


def sentence(words: str) -> str:
    """Words as a sentence."""
    return words[:1].upper() + words[1:] + ("" if words[-1:] in ".!?" else ".")


def entry_line(entry: Entry, void_by: int | None) -> tuple[str, ...]:
    """An entry as a row of the log: number, command, dice, what came of it in words."""
    void = f"(void, by entry {void_by}) " if void_by else ""
    words = [split_rules(line)[1] for line in entry.text] or [sentence(entry.outcome)]
    note = f" ({entry.note})" if entry.note else ""
    return (
        str(entry.number),
        entry.command,
        " ".join(str(d.value) for d in entry.dice),
        void + " ".join(words) + note,
    )
