"""The record: the log, one entry in full, taking one back, and the audit of all."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from eia_ref import games
from eia_ref.cli.shared import Shared, ask, command
from eia_ref.core.errors import RefereeError
from eia_ref.ledger.audit import audit
from eia_ref.ledger.clerk import Clerk, Result, Said
from eia_ref.ledger.model import Entry
from eia_ref.ledger.read import Ledger, entries_from, entry_numbered, voided_by
from eia_ref.ledger.void import void
from eia_ref.show.entry import entry_json, entry_line, show_entry, show_result
from eia_ref.show.out import HEAD
from eia_ref.show.report import report_json, show_report

app = typer.Typer()


@command(app, "log")
def log(
    shared: Shared,
    all: Annotated[bool, typer.Option("--all", help="Every month, not only this one.")] = False,
    last: Annotated[int, typer.Option(metavar="N", min=0, help="The last N entries.")] = 0,
    head: Annotated[bool, typer.Option("--head", help="The last hash, to post to the players.")] = False,
) -> None:
    """List the entries of this month, or of all; or show the head of the chain."""
    ledger = shared.ledger()
    page = ledger.page
    if head:
        shared.out.json({"entry": page.count, "turn": str(page.month), "head": page.head})
        shared.out.line(f"{ledger.header.campaign.name}, {page.month.name}, entry {page.count}:")
        shared.out.line(page.head, HEAD)
        return
    first = 1 if all else max(1, page.count - last + 1) if last else page.entries + 1
    pairs = entries_from(ledger, first) if first <= page.count else []
    entries = [(part.page.month, part.page.entry[i]) for part, i in pairs]
    void_now = voided_by([e for _, e in entries])
    shared.out.json(
        {
            "entries": [{**entry_json(e, m), "void_by": void_now.get(e.number)} for m, e in entries],
            "head": page.head,
        }
    )
    rows = [(m, entry_line(e, void_now.get(e.number))) for m, e in entries]
    wide = [max(len(row[i]) for _, row in rows) for i in range(3)] if rows else []
    for month in dict.fromkeys(m for m, _ in rows):
        shared.out.line()
        shared.out.line(month.name, HEAD)
        mine = [(n.rjust(wide[0]), c.ljust(wide[1]), d.ljust(wide[2]), w) for m, (n, c, d, w) in rows if m == month]
        shared.out.grid(mine, (HEAD, "", "", ""))
    if not entries:
        shared.out.line(f"{page.month.name}: no entry yet. eia-ref log --all lists every month.")


@command(app, "show")
def show(
    shared: Shared,
    number: Annotated[int, typer.Argument(metavar="N", help="The entry's number.")],
) -> None:
    """Show one entry in full: every die, rule, change and word, and its hash."""
    ledger = shared.ledger()
    part, i = entry_numbered(ledger, number)
    entry: Entry = part.page.entry[i]
    void_now = voided_by([p.page.entry[k] for p, k in entries_from(ledger, number)])
    shared.out.json({**entry_json(entry, part.page.month), "void_by": void_now.get(number)})
    if shared.as_json:
        return
    effects = part.effects(ledger.game, i)
    still = {d.id: d for d in ledger.state.decisions}
    answers = {o.id: ledger.game.options(ledger.game.rulebook, still[o.id]) for o in entry.open if o.id in still}
    open_now = entry.model_copy(update={"open": [o for o in entry.open if o.id in still]})
    show_entry(shared.out, open_now, part.page.month, effects, answers, void_now.get(number))
    shared.out.grid([("written", entry.time), ("hash", entry.hash), ("line", part.place(("entry", i)))], ("", ""))
    shared.out.line()
    show_result(shared.out, entry, written=True)


@command(app, "void", writes=True)
def void_entry(
    shared: Shared,
    number: Annotated[int, typer.Argument(metavar="N", help="The entry to take back.")],
    because: Annotated[str, typer.Option("--because", metavar="REASON", help="Why; kept for good.")] = "",
    cascade: Annotated[bool, typer.Option("--cascade", help="Also those that rest on it.")] = False,
) -> None:
    """Take an entry back, with a reason: it stays, and a new entry undoes it. Its dice stand (R-08)."""
    reason = because.strip() or shared.note.strip()
    if not reason and sys.stdin.isatty():
        reason = ask(f"Why is entry {number} taken back? ").strip()
    if not reason:
        raise RefereeError("a void needs a reason", f'eia-ref void {number} --because "REASON"', "no-reason")
    results: list[Result] = []

    def work(clerk: Clerk, ledger: Ledger[Any], said: Said) -> None:
        results.extend(void(clerk, ledger, number, reason, cascade, said))

    shared.work(work)
    written = not shared.dry_run
    last = results[-1]
    shared.out.json(
        {
            **entry_json(last.entry, last.month, written),
            "also": [entry_json(r.entry, r.month, written) for r in results[:-1]],
        }
    )
    if not shared.as_json:
        for result in results:
            show_entry(shared.out, result.entry, result.month, result.done.effects, {})
            show_result(shared.out, result.entry, written)
            shared.out.line()


@command(app, "audit")
def audit_ledger(shared: Shared) -> None:
    """Prove the ledger: the chain, every adjudication made again, every balance. Exit 1 if anything is wrong."""
    report = audit(shared.path(), games.game_named)
    shared.out.json(report_json(report))
    if not shared.as_json:
        show_report(shared.out, report)
    if report.findings:
        raise typer.Exit(1)
