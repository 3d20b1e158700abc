"""The course of a port raid as pure functions: past the guns, at most three rounds, past the guns again (R-45)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from eia_ref.core.odds import Spread
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.naval.rounds import D6, ROUNDS, UNBROKEN, Fight, Force, struck, ways_struck

IN, OUT = 0, 4  # when a side broke: under the guns going in, in round 1 to 3, under the guns coming out


class Raid(NamedTuple):
    """How a raid is fought: the dice's modifiers, the guns' strength (0: they are silent), who is put out of action
    by a leader before the first round, as ships of the attacker and of the defender."""

    by: tuple[int, int]
    guns: int
    disabled: tuple[int, int] = (0, 0)


def ends(fight: Fight) -> bool:
    """Whether the rounds end: the attackers are broken or gone, or nothing is left to fire at."""
    return fight.attacker.out or not fight.defender.ships


def replies(fight: Fight) -> bool:
    """Whether the defenders fire: broken ones do not (PR-13)."""
    return fight.defender.broke == UNBROKEN and fight.defender.ships > 0


def opened(fight: Fight, raid: Raid) -> Fight:
    """The fight as its first round begins, ships put out of action by a leader taken off, if it comes to a round."""
    if ends(fight):
        return fight
    attacker, defender = (_without(f, n) for f, n in zip(fight[:2], raid.disabled, strict=True))
    return fight._replace(attacker=attacker, defender=defender)


def _without(force: Force, ships: int) -> Force:
    return struck(force, ships, 0, IN) if ships else force


def won(before: Fight, after: Fight) -> int | None:
    """Who has won: the other side broken or gone, and more losses inflicted than received (PR-15)."""
    lost = before.attacker.ships - after.attacker.ships
    inflicted = before.defender.ships - after.defender.ships
    if after.defender.out and inflicted > lost:
        return 0
    if after.attacker.out and lost > inflicted:
        return 1
    return None


def spread(rulebook: Rulebook, before: Fight, raid: Raid) -> Spread[Fight]:
    """Every way the raid can end, with its exact chance."""
    chart = rulebook.table("charts/port-raid")
    all_ways = Spread(before)
    if raid.guns:
        all_ways.step(lambda f: gun_ways(rulebook, f, raid, chart["guns_in"], IN), 6)
    all_ways.step(lambda f: [(opened(f, raid), 1)], 1)
    for n in ROUNDS:
        all_ways.step(lambda f, n=n: round_ways(rulebook, f, raid, n), 36)  # type: ignore[misc]  # n is bound
    if raid.guns:
        all_ways.step(lambda f: gun_ways(rulebook, f, raid, chart["guns_out"], OUT), 6)
    return all_ways


def gun_ways(rulebook: Rulebook, fight: Fight, raid: Raid, table: str, when: int) -> Iterator[tuple[Fight, int]]:
    """What the guns can do to the attackers, each way with its number of 6: a bare die (PR-3)."""
    if not fight.attacker.ships:
        yield fight, 6
        return
    for attacker, many in ways_struck(rulebook, fight.attacker, table, raid.guns, 0, when):
        yield fight._replace(attacker=attacker), many


def round_ways(rulebook: Rulebook, fight: Fight, raid: Raid, n: int) -> Iterator[tuple[Fight, int]]:
    """How round n can go, each way with its number of 36."""
    if ends(fight):
        yield fight, 36
        return
    chart = rulebook.table("charts/port-raid")
    attacker, defender = fight.attacker, fight.defender
    hit = ways_struck(rulebook, defender, chart["attacker"][n - 1], attacker.ships, raid.by[0], n)
    back = [(attacker, len(D6))]
    if replies(fight):
        back = ways_struck(rulebook, attacker, chart["defender"][n - 1], defender.ships, raid.by[1], n)
    for a, many in back:
        for d, more in hit:
            yield Fight(a, d), many * more
