"""What a command costs on a ledger of one month and on one of 27 years, measured in turn in one run.

    python benchmarks/cost.py [RUNS]

Makes both ledgers in a temporary folder, then runs each command as a process of its own, A B A B ..., and
prints medians and the median of the ratios pair by pair.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from eia_ref.core.calendar import Month
from eia_ref.core.dice import TableDice
from eia_ref.core.game import TURN, TurnRequest
from eia_ref.empires.events.events import RollRequest
from eia_ref.games import game_named
from eia_ref.ledger.audit import audit
from eia_ref.ledger.clerk import Beginning, Clerk, Said, begin, write
from eia_ref.ledger.write import writing

AREAS = [f"area {n}" for n in range(1, 101)]
COMMANDS = [["status"], ["agenda"], ["event", "roll", "--dice", "53 ...", "--dry-run"], ["log"], ["event", "roll"]]
MONTHS = 27 * 12


def ledger(path: Path, months: int) -> Path:
    """A campaign of so many months, an event in each of them, the last month without one yet."""
    lists: dict[str, object] = {"areas": AREAS}
    for name in ("fleets", "depots"):
        powers = ("Austria", "Britain", "France", "Prussia", "Russia", "Spain", "Turkey")
        lists[name] = {p: [f"{name} of {p} 1", f"{name} of {p} 2"] for p in powers}
    new = Beginning("Long", "1789", Month("1789-01"), {}, lists, {})
    begin(path, game_named("empires"), new, Said(), dry_run=False)
    rolls = ["53 ...", "48 ...", "60 ...", "35 ...", "47 ...", "66 ..."]
    for month in range(months - 1):
        with writing(path, game_named) as at:
            clerk = Clerk.at(at)
            clerk.adjudicate("event roll", RollRequest(), Said(dice=TableDice(rolls[month % len(rolls)])))
            clerk.adjudicate(TURN, TurnRequest(left_open=True), Said())
            clerk.open_page()
            write(clerk, at)
    return path


def once(command: list[str], path: Path) -> float:
    """Seconds of one run as a process."""
    before = path.read_bytes()
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "eia_ref", *command, "-c", str(path)], check=True, capture_output=True)
    took = time.perf_counter() - start
    path.write_bytes(before)
    return took


def main(runs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        short = ledger(Path(folder) / "month.toml", 1)
        long = ledger(Path(folder) / "years.toml", MONTHS)
        print(
            f"one month: {short.stat().st_size:,} bytes; 27 years: {long.stat().st_size:,} bytes; {runs} runs each\n"
        )
        print("| command | one month | 27 years | ratio |\n| --- | ---: | ---: | ---: |")
        for command in COMMANDS:
            once(command, short), once(command, long)
            pairs = [(once(command, short), once(command, long)) for _ in range(runs)]
            a, b = (statistics.median(p[i] for p in pairs) for i in (0, 1))
            ratio = statistics.median(b / a for a, b in pairs)
            print(f"| `{' '.join(command)}` | {a * 1000:.0f} ms | {b * 1000:.0f} ms | {ratio:.3f} |")
        start = time.perf_counter()
        report = audit(long, game_named)
        took = time.perf_counter() - start
        print(f"\naudit of {report.entries} entries: {took:.2f} s, {report.entries / took:,.0f} entries a second")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
