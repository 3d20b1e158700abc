"""What exact odds cost: states that come out equal merged after every round, beside every way the dice can fall.

    python -m benchmarks.odds [RUNS]

The same battle and the same raid both ways in one run, A B A B ...; the twin runs the same rounds over every way the
dice can fall and must come to the same chances. A full raid has up to 6^8 ways: there it is run once.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from eia_ref.core.odds import distribution
from eia_ref.empires.naval import raiding as naval_raid
from eia_ref.empires.naval.raiding import Raid
from eia_ref.empires.naval.rounds import Fight, Force, Plan
from eia_ref.games import game_named
from tests.empires.test_naval import chances, played, raided, spread

RULES = game_named("empires").rulebook
TABLES = ("2-2", "3-3", "3-3")
BATTLE = (Fight(Force(25, 35), Force(30, 30)), Plan((TABLES, TABLES), (1, -1)))
SMALL = (Fight(Force(6, 20), Force(3, 20)), Raid((0, 0), 10))
FULL = (Fight(Force(32, 30), Force(22, 30)), Raid((0, 0), 20))
LARGE = (Fight(Force(120, 45), Force(100, 35)), Raid((1, 0), 40))


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds, and what it came to."""
    start = time.perf_counter()
    came = work()
    return time.perf_counter() - start, came


def pair(name: str, merged: Callable[[], Any], every: Callable[[], Any], runs: int) -> None:
    """Both ways in turn; the chances must be the same."""
    took: list[tuple[float, float]] = []
    for _ in range(runs):
        a, have = timed(merged)
        b, meant = timed(every)
        assert have == meant, name
        took.append((a, b))
    a, b = (statistics.median(t[i] for t in took) for i in (0, 1))
    ratio = statistics.median(b / a for a, b in took)
    print(f"| {name} | {a * 1000:.1f} ms | {b * 1000:,.0f} ms | {ratio:,.0f} | {len(have):,} |")


def main(runs: int) -> None:
    print("| what | merged | every way | ratio | outcomes |\n| --- | ---: | ---: | ---: | ---: |")
    pair(
        "battle, 25 ships against 30, three rounds",
        lambda: chances(spread(*BATTLE)),
        lambda: distribution(lambda dice: played(*BATTLE, dice)),
        runs,
    )
    for name, (before, raid), many in (
        ("raid, 6 ships against 3, harbour 10", SMALL, max(1, runs // 3)),
        ("raid, 32 ships against 22, harbour 20", FULL, 1),
    ):
        pair(
            name,
            lambda b=before, r=raid: chances(naval_raid.spread(RULES, b, r)),
            lambda b=before, r=raid: distribution(lambda dice: raided(b, r, dice)),
            many,
        )
    took = [timed(lambda: naval_raid.spread(RULES, *LARGE)) for _ in range(runs)]
    seconds, states = statistics.median(t for t, _ in took), took[0][1].weights
    print(f"| raid, 120 ships against 100, harbour 40 | {seconds * 1000:.0f} ms | | | {len(states):,} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
