"""An audit's report: each finding as file:line, expected, found and what to do; last, whether it is clean."""

from __future__ import annotations

from typing import Any

from eia_ref.ledger.findings import Finding, Report
from eia_ref.show.out import BAD, GOOD, HEAD, Out, count

TIERS = {
    "chain": "Can't be read, or was changed after it was written",
    "replay": "Does not come out again as it was",
    "rules": "No rule allows it",
}


def report_json(report: Report) -> dict[str, Any]:
    """The report as --json prints it."""
    return {
        "clean": not report.findings,
        "pages": report.pages,
        "entries": report.entries,
        "adjudicated_again": report.replayed,
        "head": report.head,
        "findings": [f._asdict() for f in report.findings],
        "waived": [{**w.finding._asdict(), "waived_by": w.by, "because": w.because} for w in report.waived],
        "notes": report.notes,
    }


def show_report(out: Out, report: Report) -> None:
    """Every finding by tier, what is let stand, the notes, then the verdict."""
    for tier, head in TIERS.items():
        found = [f for f in report.findings if f.tier == tier]
        if found:
            out.line(f"{head}: {len(found)}", HEAD)
        for finding in found:
            out.line(_told(finding), BAD)
            rows = [("expected", finding.expected), ("found", finding.found), ("do", finding.hint)]
            out.grid([(k, v) for k, v in rows if v], ("", ""))
            out.line()
    for waived in report.waived:
        out.line(_told(waived.finding))
        out.grid([("waived", f"by entry {waived.by}: {waived.because}")], ("", ""))
        out.line()
    for note in report.notes:
        out.grid([("note", note)], ("", ""))
    out.line()
    entries = count(report.entries, "entry", "entries")
    pages = count(report.pages, report.turn.unit, report.turn.units)
    seen = f"{entries} in {pages}, {report.replayed} adjudicated again"
    if report.waived:
        seen += f", {count(len(report.waived), 'finding')} waived"
    if report.findings:
        out.line(f"{count(len(report.findings), 'finding')}. {seen}.", f"{HEAD} {BAD}")
    else:
        out.line(f"Clean: {seen}. Head {report.head[:12]}.", f"{HEAD} {GOOD}")


def _told(finding: Finding) -> str:
    return f"{finding.file}:{finding.line}: [{finding.code}] {finding.message}"
