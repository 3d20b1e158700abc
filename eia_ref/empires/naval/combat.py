"""The combat resolution chart, percentages of a strength, modifiers: what battles on land and at sea share.

Morale is in tenths, strengths in whole factors or ships; nothing here is a float.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from eia_ref.core.errors import RefereeError
from eia_ref.core.rulebook import Rulebook

LOWEST, HIGHEST = 0, 7  # the chart's rows
PART = 20  # strengths above it are cut into parts of it


class Modifier(NamedTuple):
    """What is added to a die or to a morale, by which rule; 0 where its condition fails."""

    name: str
    rule: str
    by: int


class Fire(NamedTuple):
    """One side's fire: the die, the chart's row, the percentage, what it hits, the morale it takes in tenths."""

    die: int
    row: int
    percent: int
    hits: int
    shock: int


@functools.cache
def tables(rulebook: Rulebook) -> dict[str, list[tuple[int, int]]]:
    """The chart: for each table its rows, as percentage and morale in tenths."""
    chart = rulebook.table("charts/combat-resolution")["table"]
    return {name: list(zip(t["percent"], t["morale"], strict=True)) for name, t in chart.items()}


def check_table(rulebook: Rulebook, name: str) -> None:
    """Refuses a table the chart does not have."""
    if name not in tables(rulebook):
        raise RefereeError(f"the chart has no table {name!r}", "it has 1-1 to 5-5: losses, then morale", "no-table")


@functools.cache
def loss(rulebook: Rulebook, strength: int, percent: int) -> int:
    """That percentage of a strength, by the rounding chart (R-01). Refuses a percentage it does not have."""
    if not percent or not strength:
        return 0
    chart: dict[str, list[int]] = rulebook.table("charts/rounding")["percent"]
    if str(percent) not in chart:
        raise RefereeError(f"the chart of losses has no {percent}%", f"it has {', '.join(chart)}", "no-percent")
    part = chart[str(percent)]
    whole, rest = divmod(strength, PART)
    return whole * part[-1] + (part[rest - 1] if rest else 0)


def held(total: int, most: int) -> int:
    """A sum of modifiers, held to its limit both ways."""
    return max(-most, min(most, total))


def row(die: int, by: int) -> int:
    """The chart's row for a die with its modifiers, clamped once (R-03)."""
    return max(LOWEST, min(HIGHEST, die + by))


@functools.cache
def fire(rulebook: Rulebook, table: str, strength: int, by: int, die: int) -> Fire:
    """What so much strength does on a table with that die."""
    at = row(die, by)
    percent, shock = tables(rulebook)[table][at]
    return Fire(die, at, percent, loss(rulebook, strength, percent), shock)


def shares(total: int, among: Mapping[str, int]) -> dict[str, int]:
    """A loss split over contributions in proportion: the largest remainders first, the sum exact (R-202).

    Equal remainders go to the larger contribution, then to the first by name. Nobody loses more than it has,
    as long as the total is no more than all have.
    """
    whole = sum(among.values())
    if not 0 <= total <= whole:
        raise RefereeError(f"{total} can't be lost of {whole}", code="contradiction")
    split = {name: total * n // whole for name, n in among.items()} if whole else dict.fromkeys(among, 0)
    order = sorted(among, key=lambda name: (-(total * among[name] % whole), -among[name], name)) if whole else []
    for name in order[: total - sum(split.values())]:
        split[name] += 1
    return split


def tenths(value: int) -> str:
    """Morale for people: 35 is `3.5`."""
    return f"{'-' if value < 0 else ''}{abs(value) // 10}.{abs(value) % 10}"


def signed(value: int) -> str:
    """A modifier for people: `+1`, `-1`, `0`."""
    return f"{value:+}" if value else "0"


def columns(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> list[str]:
    """Rows as lines of aligned columns, two blanks between; columns `right` align right."""
    wide = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [c.rjust(w) if i in right else c.ljust(w) for i, (c, w) in enumerate(zip(row, wide, strict=True))]
        lines.append("  ".join(cells).rstrip())
    return lines
