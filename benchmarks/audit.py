"""What an audit costs, against `hledger check` on as many transactions; and exact odds against their twin by force.

    python -m benchmarks.audit [MONTHS]

Plays a random legal campaign of so many months (27 years if none are given), writes journals of as many
transactions for hledger, and runs both as processes, start included. hledger is Debian's package; without it
only the audit is measured.
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from eia_ref.core.odds import so_far_out
from eia_ref.ledger.model import Entry, Page
from eia_ref.ledger.read import parts
from tests.years import Years

MONTHS = 27 * 12
RUNS = 5


def transaction(month: str, entry: Entry, alike: bool) -> str:
    """A transaction for an entry: of two postings, or, `alike`, as much in it as the entry has."""
    head = f"{month}-01 {entry.command} | {entry.outcome.replace(chr(10), ' ')}"
    if not alike:
        return f"{head}\n    powers:money   1 $\n    event\n"
    notes = [*entry.text, *(f"{d.purpose}: d{d.sides} {d.value}" for d in entry.dice), entry.previous, entry.hash]
    lines = [f"    ; {' '.join(note.split())}" for note in notes]
    postings = [f"    effects:{e['kind']}:{n}   {n + 1} $  ; {e}" for n, e in enumerate(entry.effects)]
    return "\n".join([head, *lines, *(postings or ["    none   1 $"]), "    event\n"])


def balances(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, int]]:
    """Everything an opening says, as accounts: a figure with its amount, a word as 1 of it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from balances(inner, (*path, key))
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            yield from balances(inner, (*path, inner["id"] if isinstance(inner, dict) and "id" in inner else str(n)))
    else:
        number = type(value) is int
        account = path if number else (*path, str(value))
        yield ":".join(re.sub(r"[;:()\[\]]| {2,}", "_", p) or "_" for p in account), value if number else 1


def asserted(month: str, was: dict[str, int], now: dict[str, int]) -> str:
    """An opening as a transaction that asserts every balance in it, as an audit compares every one."""
    moved = {a: n - was.get(a, 0) for a, n in now.items()} | {a: -n for a, n in was.items() if a not in now}
    lines = [f"    ({a})  {n} = {now.get(a, 0)}" for a, n in moved.items() if a in now or n]
    return "\n".join([f"{month}-01 opening", *lines, ""])


def journal(path: Path, pages: list[Page], alike: bool = False, openings: bool = False) -> Path:
    """A journal of as many transactions as the pages have entries; with their openings, where asked for."""
    blocks, was = [], dict[str, int]()
    for page in pages:
        if openings:
            now = dict(balances(page.opening))
            blocks.append(asserted(str(page.month), was, now))
            was = now
        blocks += [transaction(str(page.month), entry, alike) for entry in page.entry]
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
        pages = [part.page for part in parts(ledger)[1]]
        many = sum(len(page.entry) for page in pages)
        print(f"{many:,} entries in {months} months, processor time, medians of {RUNS} runs, start included\n")
        print("| what | file | time | entries a second | MB a second |\n| --- | ---: | ---: | ---: | ---: |")
        row(
            "`eia-ref audit`",
            [sys.executable, "-m", "eia_ref", "audit", "-c", str(ledger)],
            many,
            ledger.stat().st_size,
        )
        if shutil.which("hledger"):
            kinds: dict[str, dict[str, bool]] = {
                "two postings each": {},
                "as much in each as in an entry": {"alike": True},
                "the same, and every balance of every month asserted": {"alike": True, "openings": True},
            }
            for name, kind in kinds.items():
                book = journal(Path(folder) / "a.journal", pages, **kind)
                row(f"`hledger check`, {name}", ["hledger", "-f", str(book), "check"], many, book.stat().st_size)
        else:
            print("\nno hledger here: apt-get install hledger")
    odds()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else MONTHS)
