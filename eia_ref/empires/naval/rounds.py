"""The rounds of a fight at sea, as pure functions over small frozen states, played or spread over all dice.

The same functions resolve a battle and give its exact odds: see Spread in core/odds.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from eia_ref.core.errors import RefereeError
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.naval.combat import Fire, fire

ROUNDS = (1, 2, 3)
UNBROKEN = -1
D6 = range(1, 7)


class Force(NamedTuple):
    """One side: ships still in the fight, morale in tenths, and the round in which it broke, if it did.

    Of a side that is broken or has no ship left the morale no longer counts, and is 0.
    """

    ships: int
    morale: int
    broke: int = UNBROKEN

    @property
    def out(self) -> bool:
        """Broken, or without a ship."""
        return self.broke != UNBROKEN or not self.ships


class Fight(NamedTuple):
    """Both sides, and whether a melee has closed."""

    attacker: Force
    defender: Force
    closed: bool = False


class Plan(NamedTuple):
    """How a battle is fought: each side's three tables, those after a melee has closed, and the dice's modifiers.

    `closes` is what the die for closing must come to after the first and after the second round, `closing` what
    is added to it. Without `closes` nothing closes.
    """

    tables: tuple[tuple[str, ...], tuple[str, ...]]
    by: tuple[int, int]
    closed: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    closes: tuple[int, ...] = ()
    closing: int = 0

    def table(self, fight: Fight, side: int, n: int) -> str:
        """The table of a side (0 the attacker, 1 the defender) in round n."""
        tables = self.closed if fight.closed and self.closed else self.tables
        return tables[side][n - 1]


def struck(force: Force, hits: int, shock: int, n: int) -> Force:
    """A side after fire in round n: ships disabled, never more than it has; broken at morale 0 or less (R-41)."""
    ships = max(0, force.ships - hits)
    broke = n if force.broke == UNBROKEN and force.morale - shock <= 0 else force.broke
    return Force(ships, 0 if broke != UNBROKEN or not ships else force.morale - shock, broke)


def over(fight: Fight) -> bool:
    """Whether a battle at sea ends: a side is broken, or has no ship left."""
    return fight.attacker.out or fight.defender.out


def fires(rulebook: Rulebook, fight: Fight, plan: Plan, n: int, dice: tuple[int, int]) -> tuple[Fire, Fire]:
    """Both sides' fire of a round, each with the ships it had as the round began (R-41)."""
    ships = (fight.attacker.ships, fight.defender.ships)
    a, d = (fire(rulebook, plan.table(fight, s, n), ships[s], plan.by[s], dice[s]) for s in (0, 1))
    return a, d


def exchanged(fight: Fight, by_attacker: Fire, by_defender: Fire, n: int) -> Fight:
    """The fight after both have fired at once (R-41)."""
    attacker = struck(fight.attacker, by_defender.hits, by_defender.shock, n)
    defender = struck(fight.defender, by_attacker.hits, by_attacker.shock, n)
    return Fight(attacker, defender, fight.closed)


def may_close(fight: Fight, plan: Plan, n: int) -> bool:
    """Whether a die for closing to melee is rolled after round n."""
    return bool(plan.closes) and n < len(ROUNDS) and not fight.closed and not over(fight)


def closed(plan: Plan, n: int, die: int) -> bool:
    """Whether a melee closes after round n on that die."""
    return die + plan.closing >= plan.closes[n - 1]


def winner(fight: Fight) -> int | None:
    """Who has won a battle at sea: 0 the attacker, 1 the defender; None where neither has (R-203)."""
    if fight.attacker.out == fight.defender.out:
        return None
    return 0 if fight.defender.out else 1


def round_ways(rulebook: Rulebook, fight: Fight, plan: Plan, n: int) -> Iterator[tuple[Fight, int]]:
    """How round n can go, each way with its number of 36."""
    if over(fight):
        yield fight, 36
        return
    defender = ways_struck(rulebook, fight.defender, plan.table(fight, 0, n), fight.attacker.ships, plan.by[0], n)
    attacker = ways_struck(rulebook, fight.attacker, plan.table(fight, 1, n), fight.defender.ships, plan.by[1], n)
    for a, many in attacker:
        for d, more in defender:
            yield Fight(a, d, fight.closed), many * more


def ways_struck(rulebook: Rulebook, force: Force, table: str, ships: int, by: int, n: int) -> list[tuple[Force, int]]:
    """What a side can come to under the fire of so many ships, each way with its number of 6."""
    ways: dict[Force, int] = {}
    for die in D6:
        shot = fire(rulebook, table, ships, by, die)
        hit = struck(force, shot.hits, shot.shock, n)
        ways[hit] = ways.get(hit, 0) + 1
    return list(ways.items())


def closing_ways(fight: Fight, plan: Plan, n: int) -> Iterator[tuple[Fight, int]]:
    """Whether a melee closes after round n, each way with its number of 6."""
    if not may_close(fight, plan, n):
        yield fight, 6
        return
    many = sum(closed(plan, n, die) for die in D6)
    if many:
        yield fight._replace(closed=True), many
    if many < 6:
        yield fight, 6 - many


def check(before: Fight, after: Fight, won: int | None) -> None:
    """Refuses a result that contradicts itself; then nothing is written (FC-35)."""
    for was, now in ((before.attacker, after.attacker), (before.defender, after.defender)):
        if not 0 <= now.ships <= was.ships:
            raise _contradiction(f"{was.ships - now.ships} ships lost of {was.ships}")
    if won is not None and not (after.defender, after.attacker)[won].out:
        raise _contradiction("a side has lost that is neither broken nor without ships")


def _contradiction(what: str) -> RefereeError:
    return RefereeError(f"the result contradicts itself: {what}", "nothing is written; report it", "contradiction")
