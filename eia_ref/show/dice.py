"""The dice of a campaign against what is expected of dice: by who threw them, for whom and for what."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from eia_ref.core.errors import RefereeError
from eia_ref.core.odds import decimal, percent, so_far_out
from eia_ref.ledger.model import Entry
from eia_ref.ledger.read import voided_by
from eia_ref.show.out import HEAD, Out, count

THROWN = {"engine": "The referee's dice", "table": "Dice of the table"}
COUNTED = re.compile(r",? ?\b(?:(?:roll|die|round) )?\d+\b")  # which of several: one kind all the same
ALL = "all"


@dataclass
class Fallen:
    """Dice of one kind: how many fell, how many of them in entries that are void, and what they add up to."""

    source: str
    who: str
    purpose: str
    sides: int
    count: int = 0
    void: int = 0
    total: int = 0

    @property
    def expected(self) -> Fraction:
        """The mean of dice of so many sides."""
        return Fraction(self.sides + 1, 2)

    @property
    def chance(self) -> Fraction:
        """How likely as many dice are so far from their mean, to either side, exactly."""
        return so_far_out(self.sides, self.count, self.total)

    def add(self, value: int, void: bool) -> None:
        """One more."""
        self.count, self.void, self.total = self.count + 1, self.void + void, self.total + value


def fallen(entries: Sequence[Entry], player: Callable[[str], str]) -> list[Fallen]:
    """The dice of all entries by kind, and by sides in all. A die that stood is counted where it fell (R-08).

    `player` finds a power by a word, or raises RefereeError: a die is for the power its purpose names.
    """
    void = voided_by(entries)
    found: dict[tuple[str, str, str, int], Fallen] = {}
    for entry in entries:
        for die in entry.dice:
            if die.source not in THROWN or die.sides == 1:
                continue
            who, kind = split(die.purpose, player)
            for key in ((die.source, who, kind, die.sides), (die.source, "", ALL, die.sides)):
                found.setdefault(key, Fallen(*key)).add(die.value, entry.number in void)
    return sorted(found.values(), key=lambda f: (list(THROWN).index(f.source), f.purpose == ALL, f.who))


def split(purpose: str, player: Callable[[str], str]) -> tuple[str, str]:
    """What a die was for as the power it was for, if any, and the kind."""
    for word in dict.fromkeys(re.findall(r"[^\W\d_]+", purpose)):
        try:
            known = player(word) == word
        except RefereeError:
            continue
        if known:
            kind = re.sub(rf"[,:]? ?\b{word}\b(?:'s)? ?", " ", purpose)
            return word, _kind(kind)
    return "", _kind(purpose)


def _kind(purpose: str) -> str:
    return " ".join(COUNTED.sub("", purpose).split()).strip(" ,:") or purpose


def dice_json(dice: Iterable[Fallen]) -> dict[str, Any]:
    """The report as --json prints it."""
    return {
        "dice": [
            {
                "source": f.source,
                "who": f.who or None,
                "for": f.purpose,
                "sides": f.sides,
                "count": f.count,
                "void": f.void,
                "sum": f.total,
                "mean": decimal(Fraction(f.total, f.count)),
                "expected": decimal(f.expected, 1),
                "chance": percent(f.chance),
            }
            for f in dice
        ]
    }


def show_dice(out: Out, dice: Sequence[Fallen]) -> None:
    """A table for each who throws; last, how much there is of it and what to make of it."""
    if not dice:
        out.line("No dice have fallen yet.")
        return
    for source, head in THROWN.items():
        own = [f for f in dice if f.source == source]
        if not own:
            continue
        out.line()
        out.line(head, HEAD)
        heads = ("", "for", "die", "dice", "void", "mean", "exp.", "so far out")
        out.table(heads, [_row(f) for f in own], (2, 3, 4, 5, 6, 7))
    out.line()
    kinds = [f for f in dice if f.purpose != ALL]
    rare = sum(f.chance <= Fraction(1, 20) for f in kinds)
    out.line("So far out: how often as many fair dice are as far from their mean or further, to either side.")
    out.line("Dice in void entries count too; one that stood and was used again counts once. [R-08]")
    fell = {s: count(sum(f.count for f in kinds if f.source == s), "die", "dice") for s in THROWN}
    by_chance = (2 * len(kinds) + 20) // 40  # a twentieth
    out.line(
        f"{fell['engine']} of the referee, {fell['table']} of the table. Of {count(len(kinds), 'kind')} "
        f"{rare} {'is' if rare == 1 else 'are'} out by 5% or rarer; of fair dice about {by_chance}.",
        HEAD,
    )


def _row(f: Fallen) -> tuple[str, ...]:
    mean = decimal(Fraction(f.total, f.count))
    void = str(f.void) if f.void else ""
    return (f.who, f.purpose, f"d{f.sides}", str(f.count), void, mean, decimal(f.expected, 1), percent(f.chance))
