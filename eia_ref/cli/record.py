"""The record: the log, one entry in full, and taking one back."""

from typing import Annotated, Any

import typer

from eia_ref.cli.resolve import arisen, tell
from eia_ref.cli.shared import Shared, command, commands, entry_number, reason
from eia_ref.core.names import find
from eia_ref.ledger.clerk import Clerk, Result, Said
from eia_ref.ledger.model import Entry
from eia_ref.ledger.read import Ledger, entries_from, entry_numbered, voided_by
from eia_ref.ledger.void import void
from eia_ref.show.entry import entry_json, log_rows, show_entry, show_result
from eia_ref.show.out import HEAD, warn

app = commands()


@command(app, "log")
def log(
    shared: Shared,
    what: Annotated[
        str,
        typer.Argument(
            metavar="luck|dice",
            show_default=False,
            help="What was expected beside what came, by power; or the dice against what is expected of dice.",
        ),
    ] = "",
    all: Annotated[bool, typer.Option("--all", help="Every {turn}, not only this one.")] = False,
    last: Annotated[int, typer.Option(metavar="N", min=0, help="The last N entries.")] = 0,
    head: Annotated[bool, typer.Option("--head", help="The last hash, to post to the players.")] = False,
) -> None:
    """List the entries; or the head, the luck, the dice."""
    ledger = shared.ledger()
    page = ledger.page
    if what:
        _of_all(shared, ledger, find(what, ["luck", "dice"], "part of the log"))
        return
    if head:
        shared.out.json({"entry": page.count, "turn": str(page.turn), "head": page.head})
        shared.out.line(f"{ledger.header.campaign.name}, {page.turn.name}, entry {page.count}:")
        shared.out.line(page.head, HEAD)
        return
    first = 1 if all else max(1, page.count - last + 1) if last else page.entries + 1
    pairs = entries_from(ledger, first) if first <= page.count else []
    entries = [(part.page.turn, part.page.entry[i]) for part, i in pairs]
    void_now = voided_by([e for _, e in entries])
    shared.out.json(
        {"entries": [{**entry_json(e, m), "void_by": void_now.get(e.number)} for m, e in entries], "head": page.head}
    )
    if shared.as_json:
        return
    told = [(part.page.turn, part.page.entry[i], part.effects(ledger.game, i)) for part, i in pairs]
    rows = log_rows(told, void_now)
    for turn in dict.fromkeys(m for m, _ in rows):
        shared.out.line()
        shared.out.line(turn.name, HEAD)
        shared.out.grid([row for m, row in rows if m == turn], (HEAD, "", "", ""))
    if not entries:
        shared.out.line(f"{page.turn.name}: no entry yet. eia-ref log --all lists every {page.turn.unit}.")


def _of_all(shared: Shared, ledger: Ledger[Any], what: str) -> None:
    """The luck or the dice of every entry there is."""
    entries = [part.page.entry[i] for part, i in entries_from(ledger, 1)]
    if what == "luck":
        from eia_ref.show.luck import luck_of, show_luck

        show_luck(shared.out, luck_of(entries))
        return
    from eia_ref.show.dice import dice_json, fallen, show_dice

    dice = fallen(entries, lambda word: ledger.game.find_player(ledger.game.rulebook, word))
    shared.out.json(dice_json(dice))
    if not shared.as_json:
        show_dice(shared.out, dice)


@command(app, "show")
def show(
    shared: Shared,
    number: Annotated[str, typer.Argument(metavar="N", help="The entry's number.")],
) -> None:
    """Show one entry in full: dice, rules, changes, hash."""
    ledger = shared.ledger()
    part, i = entry_numbered(ledger, entry_number(number))
    entry: Entry = part.page.entry[i]
    if part.entry_broken(i) and part is not ledger.part:
        warn(f"{part.place(('entry', i))}: entry {entry.number} was changed after it was written: eia-ref audit")
    void_now = voided_by([p.page.entry[k] for p, k in entries_from(ledger, entry.number)])
    shared.out.json({**entry_json(entry, part.page.turn), "void_by": void_now.get(entry.number)})
    if shared.as_json:
        return
    answers = {d.id: ledger.game.answers_to(d) for d in ledger.state.decisions}
    effects = part.effects(ledger.game, i)
    left = arisen(ledger.game, effects, ledger.state)
    show_entry(shared.out, entry, part.page.turn, effects, answers, left, full=True)
    shared.out.grid([("written", entry.time), ("hash", entry.hash), ("line", part.place(("entry", i)))], ("", ""))
    shared.out.line()
    show_result(shared.out, entry, void_by=void_now.get(entry.number))


@command(app, "void", writes=True)
def void_entry(
    shared: Shared,
    entry: Annotated[str, typer.Argument(metavar="N", help="The entry to take back.")],
    because: Annotated[str, typer.Option("--because", metavar="REASON", help="Why; kept for good.")] = "",
    cascade: Annotated[bool, typer.Option("--cascade", help="Also those that rest on it.")] = False,
) -> None:
    """Take an entry back, with a reason. It stays, and its dice stand (R-08)."""
    number = entry_number(entry)
    typed = f"eia-ref void {number}{' --cascade' if cascade else ''}"
    why = reason(shared, because, f"Why is entry {number} taken back?", typed)
    results: list[Result] = []

    def work(clerk: Clerk, ledger: Ledger[Any], said: Said) -> None:
        results.extend(void(clerk, ledger, number, why, cascade, said))

    ledger = shared.work(work)
    written = not shared.dry_run
    *others, last = results
    if shared.as_json:
        also = [entry_json(r.entry, r.turn, written) for r in others]
        shared.out.json({**entry_json(last.entry, last.turn, written), "also": also})
        return
    for result in others:
        show_entry(shared.out, result.entry, result.turn, [e for e in result.done.effects if not e.quiet], {})
        show_result(shared.out, result.entry, written)
        shared.out.line()
    tell(shared, ledger.game, last)
