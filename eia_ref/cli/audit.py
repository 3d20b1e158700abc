"""The audit: prove the ledger, let a finding stand with a reason, put right what an editor has done."""

from typing import Annotated, Any

import typer

from eia_ref import games
from eia_ref.cli.resolve import tell
from eia_ref.cli.shared import Shared, alone, command, commands, entry_number, reason
from eia_ref.core.errors import RefereeError
from eia_ref.ledger.audit import audit
from eia_ref.ledger.clerk import Clerk, Result, Said
from eia_ref.ledger.read import Ledger
from eia_ref.ledger.repair import Asked, repair
from eia_ref.ledger.waive import let_stand
from eia_ref.show.repair import repaired_json, show_repaired
from eia_ref.show.report import report_json, show_report

app = commands("audit", "Prove the ledger: chain, adjudications, balances, rules.")


@alone(app)
def audit_ledger(shared: Shared) -> None:
    report = audit(shared.path(), games.game_named)
    shared.out.json(report_json(report))
    if not shared.as_json:
        show_report(shared.out, report)
    if report.findings:
        raise typer.Exit(1)


@command(app, "waive", writes=True)
def waive(
    shared: Shared,
    code: Annotated[str, typer.Argument(metavar="CODE", help="The finding's code, as the audit has it in [ ].")],
    entry: Annotated[str, typer.Option("--entry", metavar="N", help="The entry it is about.")],
    because: Annotated[str, typer.Option("--because", metavar="REASON", help="Why; kept for good.")] = "",
) -> None:
    """Let a finding of the audit stand, with a reason (R-241)."""
    number = entry_number(entry)
    typed = f"eia-ref audit waive {code} --entry {number}"
    why = reason(shared, because, f"Why does {code} of entry {number} stand?", typed)
    results: list[Result] = []

    def work(clerk: Clerk, ledger: Ledger[Any], said: Said) -> None:
        results.append(let_stand(clerk, ledger, code, number, why, said))

    ledger = shared.work(work)
    tell(shared, ledger.game, results[-1])


@command(app, "repair", writes=True)
def repair_ledger(
    shared: Shared,
    restore: Annotated[
        bool, typer.Option("--restore", help="Put back every edited block that its hash proves.")
    ] = False,
    accept: Annotated[
        str, typer.Option(metavar="N", help="The same, and make true by an entry what entry N was edited to.")
    ] = "",
    because: Annotated[
        str, typer.Option("--because", metavar="REASON", help="Why it is accepted; kept for good.")
    ] = "",
) -> None:
    """Put right what an editor has done; a copy is kept (R-243)."""
    asked = Asked(restore)
    if accept:
        number = entry_number(accept)
        if restore:
            raise RefereeError("--restore and --accept exclude each other", "leave one of them out")
        typed = f"eia-ref audit repair --accept {number}"
        asked = Asked(False, number, reason(shared, because, f"Why does entry {number} hold as edited?", typed))
    elif because:
        raise RefereeError("--because is said with --accept", "eia-ref audit repair --accept N --because REASON")
    it = repair(shared.path(), games.game_named, asked, shared.said(), shared.dry_run)
    shared.out.json(repaired_json(it, not shared.dry_run and bool(it.done or it.put_back)))
    if not shared.as_json:
        show_repaired(shared.out, it, not shared.dry_run)
    if it.left or len(it.put_back) < len(it.edited):
        raise typer.Exit(1)
