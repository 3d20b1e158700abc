"""Luck over a campaign: what was to be expected of the entries that stand, beside what came."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from eia_ref.core.odds import decimal
from eia_ref.ledger.model import Entry
from eia_ref.ledger.read import voided_by
from eia_ref.show.out import HEAD, Out


@dataclass
class Sum:
    """What one had of one thing in all: how often, what was expected, what came."""

    who: str
    what: str
    times: int = 0
    expected: Fraction = Fraction()
    came: int = 0


def luck_of(entries: Sequence[Entry]) -> list[Sum]:
    """The luck of all entries that are not void, summed by who and what, in the order they first came."""
    void = voided_by(entries)
    sums: dict[tuple[str, str], Sum] = {}
    for entry in entries:
        for luck in entry.luck if entry.number not in void else ():
            found = sums.setdefault((luck.who, luck.what), Sum(luck.who, luck.what))
            found.times += 1
            found.expected += Fraction(luck.expected)
            found.came += luck.came
    order = list(dict.fromkeys(who for who, _ in sums))
    return sorted(sums.values(), key=lambda s: order.index(s.who))


def show_luck(out: Out, sums: Sequence[Sum]) -> None:
    """A table of all sums; last, over how many times."""
    rows = [
        (s.who, s.what, str(s.times), decimal(s.expected), str(s.came), _more(Fraction(s.came) - s.expected))
        for s in sums
    ]
    out.json(
        {
            "luck": [
                {"who": s.who, "what": s.what, "times": s.times, "expected": decimal(s.expected), "came": s.came}
                for s in sums
            ]
        }
    )
    if not rows:
        out.line("Nothing was expected yet: no entry has odds.")
        return
    who = [row[0] for row in rows]
    told = [("" if i and who[i - 1] == row[0] else row[0], *row[1:]) for i, row in enumerate(rows)]
    out.table(("who", "what", "times", "expected", "came", "more"), told, (2, 3, 4, 5))
    out.line()
    out.line(f"Luck over every entry with odds that is not void: {len(set(who))} nations.", HEAD)


def _more(difference: Fraction) -> str:
    words = decimal(difference)
    return words if difference <= 0 else f"+{words}"
