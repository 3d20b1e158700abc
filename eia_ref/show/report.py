"""An audit's report: each finding as file:line, expected, found and what to do; last, whether it is clean."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from eia_ref.ledger.audit import Report
from eia_ref.show.out import BAD, GOOD, HEAD, Out, count


def report_json(report: Report) -> dict[str, Any]:
    """The report as --json prints it."""
    return {
        "clean": not report.findings,
        "pages": report.pages,
        "entries": report.entries,
        "adjudicated_again": report.replayed,
        "head": report.head,
        "findings": [asdict(f) for f in report.findings],
        "notes": report.notes,
    }


def show_report(out: Out, report: Report) -> None:
    """Every finding, then the notes, then the verdict."""
    for finding in report.findings:
        out.line(f"{finding.file}:{finding.line}: [{finding.code}] {finding.message}", BAD)
        rows = [("expected", finding.expected), ("found", finding.found), ("do", finding.hint)]
        out.grid([(k, v) for k, v in rows if v], ("", ""))
        out.line()
    for note in report.notes:
        out.grid([("note", note)], ("", ""))
    out.line()
    entries, months = count(report.entries, "entry", "entries"), count(report.pages, "month")
    seen = f"{entries} in {months}, {report.replayed} adjudicated again"
    if report.findings:
        out.line(f"{count(len(report.findings), 'finding')}. {seen}.", f"{HEAD} {BAD}")
    else:
        out.line(f"Clean: {seen}. Head {report.head[:12]}.", f"{HEAD} {GOOD}")
