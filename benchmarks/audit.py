"""What an audit costs, against `hledger check` on as many transactions; and exact odds against their twin by force.

    python -m benchmarks.audit [MONTHS]

Plays a random legal campaign of so many months (27 years if none are given), writes journals of as many
transactions for hledger, and runs both as processes, start included. hledger is Debian's package; without it
only the audit is measured.
"""

from __future__ import annotations

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

from eia_ref.core.odds import so_far_out
from eia_ref.ledger.model import Entry
from eia_ref.ledger.read import parts
from tests.years import Years

MONTHS = 27 * 12
RUNS = 5


def journal(path: Path, entries: list[tuple[str, Entry]], alike: bool) -> Path:
    """A transaction for each entry: of two postings, or, `alike`, as much in it as the entry has."""
    blocks = []
    for month, entry in entries:
        head = f"{month}-01 {entry.command} | {entry.outcome.replace(chr(10), ' ')}"
        if not alike:
            blocks.append(f"{head}\n    powers:money   1 $\n    event\n")
            continue
        notes = [*entry.text, *(f"{d.purpose}: d{d.sides} {d.value}" for d in entry.dice), entry.previous, entry.hash]
        lines = [f"    ; {' '.join(note.split())}" for note in notes]
        postings = [f"    effects:{e['kind']}:{n}   {n + 1} $  ; {e}" for n, e in enumerate(entry.effects)]
        blocks.append("\n".join([head, *lines, *(postings or ["    none   1 $"]), "    event\n"]))
    path.write_text("\n".join(blocks), encoding="utf-8")
    return path


def seconds(command: list[str]) -> float:
    """Processor seconds of a run as a process, the median of some: what else the machine does counts less so."""
    took = []
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(took)


def row(name: str, command: list[str], many: int, size: int) -> None:
    """A row of the table."""
    took = seconds(command)
    print(f"| {name} | {size / 1e6:.1f} MB | {took:.2f} s | {many / took:,.0f} | {size / took / 1e6:.1f} |")


def odds() -> None:
    """The exact chance of a sum of dice, by the formula and by counting every way they can fall."""
    sides, count, total = 6, 8, 36
    start = time.perf_counter()
    ways = Counter(sum(dice) for dice in product(range(1, sides + 1), repeat=count))
    middle = count * (sides + 1)
    far = sum(n for s, n in ways.items() if abs(2 * s - middle) >= abs(2 * total - middle))
    force = time.perf_counter() - start
    start = time.perf_counter()
    exact = so_far_out(sides, count, total)
    formula = time.perf_counter() - start
    assert exact == Fraction(far, sides**count)
    print(
        f"\n{count}d{sides} as far out as {total}: {exact}, by formula {formula * 1e6:.0f} µs, by force {force:.2f} s"
    )
    start = time.perf_counter()
    so_far_out(6, 5000, 17600)
    print(f"5,000d6 as far out as 17,600: {time.perf_counter() - start:.2f} s; by force, never")


def main(months: int) -> None:
    os.fsync = lambda fd: None  # the making is not what is measured
    with tempfile.TemporaryDirectory() as folder:
        ledger = Path(folder) / "years.toml"
        Years(ledger, seed=1789).play(months, 16)
        entries = [(str(part.page.month), e) for part in parts(ledger)[1] for e in part.page.entry]
        many = len(entries)
        print(f"{many:,} entries in {months} months, processor time, medians of {RUNS} runs, start included\n")
        print("| what | file | time | entries a second | MB a second |\n| --- | ---: | ---: | ---: | ---: |")
        row(
            "`eia-ref audit`",
            [sys.executable, "-m", "eia_ref", "audit", "-c", str(ledger)],
            many,
            ledger.stat().st_size,
        )
        if shutil.which("hledger"):
            for alike, name in ((False, "two postings each"), (True, "as much in each as in an entry")):
                book = journal(Path(folder) / "a.journal", entries, alike)
                row(f"`hledger check`, {name}", ["hledger", "-f", str(book), "check"], many, book.stat().st_size)
        else:
            print("\nno hledger here: apt-get install hledger")
    odds()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else MONTHS)
