"""What a command costs: against the floor of the same libraries, and on 27 years against one month.

    python -m benchmarks.cost [RUNS]

Makes both ledgers in a temporary folder, then runs the floor (benchmarks/floor.py) and each command on the one and
on the other as processes of their own, in turn, and prints medians and the medians of the ratios run by run. A run
that does not count comes first, and Python may keep what it compiles, as it does wherever a referee is installed:
else every run would compile all its modules, and the floor none of its libraries'.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from eia_ref.core.calendar import Month
from eia_ref.core.dice import TableDice
from eia_ref.core.game import TURN
from eia_ref.core.requests import TurnRequest
from eia_ref.empires.events.events import RollRequest
from eia_ref.games import game_named
from eia_ref.ledger.begin import Beginning, begin
from eia_ref.ledger.clerk import Clerk, Said, write
from eia_ref.ledger.write import writing

AREAS = [f"area {n}" for n in range(1, 101)]
FAMINE, NO_EVENT = "53 ...", "1 ..."
COMMANDS = [
    ["status"],
    ["agenda"],
    ["log"],
    ["event", "roll", "--dice", FAMINE],
    ["event", "roll", "--dice", NO_EVENT],
    ["event", "roll"],
]
MONTHS = 27 * 12
FLOOR = str(Path(__file__).with_name("floor.py"))


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


def kept_compiled() -> dict[str, str]:
    """The environment without what forbids Python to keep what it compiles."""
    return {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


def once(words: list[str], path: Path) -> float:
    """Processor seconds of one run as a process; the ledger is put back."""
    kept = path.read_bytes()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words, str(path)], check=True, capture_output=True, env=kept_compiled())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    path.write_bytes(kept)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(runs: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        short = ledger(Path(folder) / "month.toml", 1)
        long = ledger(Path(folder) / "years.toml", MONTHS)
        print(
            f"one month: {short.stat().st_size:,} bytes; 27 years: {long.stat().st_size:,} bytes; {runs} runs each\n"
        )
        print("| command | floor | one month | to the floor | 27 years | to one month |")
        print("| --- | ---: | ---: | ---: | ---: | ---: |")
        for command in COMMANDS:
            words = ["-m", "eia_ref", *command, "-c"]
            took = [(once([FLOOR], short), once(words, short), once(words, long)) for _ in range(runs + 1)][1:]
            floor, month, years = (statistics.median(t[i] for t in took) * 1000 for i in (0, 1, 2))
            to_floor = statistics.median(b / a for a, b, _ in took)
            to_month = statistics.median(c / b for _, b, c in took)
            print(
                f"| `{' '.join(command)}` | {floor:.0f} ms | {month:.0f} ms | {to_floor:.2f} | {years:.0f} ms "
                f"| {to_month:.3f} |"
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
