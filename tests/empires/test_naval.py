"""The war at sea: rounds as pure functions, exact odds against every way the dice can fall, charts filled in."""

from __future__ import annotations

import re
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eia_ref.core.adjudication import Adjudication, Sheet, adjudicate
from eia_ref.core.dice import Dice, RecordedDice, TableDice
from eia_ref.core.errors import RefereeError
from eia_ref.core.odds import Spread, decimal, distribution
from eia_ref.core.position import Position
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.naval import battle as naval_battle
from eia_ref.empires.naval import raid
from eia_ref.empires.naval import raiding as naval_raid
from eia_ref.empires.naval import rounds as naval
from eia_ref.empires.naval.battle import BattleRequest
from eia_ref.empires.naval.combat import fire
from eia_ref.empires.naval.raid import RaidRequest
from eia_ref.empires.naval.raiding import IN, OUT, Raid
from eia_ref.empires.naval.rounds import ROUNDS, UNBROKEN, Fight, Force, Plan
from eia_ref.empires.state import Leader
from tests.empires.tools import RULES, opening

# --- Exact odds ------------------------------------------------------------------------------------------------


def played(before: Fight, plan: Plan, dice: Dice) -> Fight:
    """A battle die by die, by the same rounds."""
    fight = before
    for n in ROUNDS:
        if naval.over(fight):
            break
        roll = (dice.roll(6, "attacker").value, dice.roll(6, "defender").value)
        fight = naval.exchanged(fight, *naval.fires(RULES, fight, plan, n, roll), n)
        if naval.may_close(fight, plan, n):
            fight = fight._replace(closed=naval.closed(plan, n, dice.roll(6, "closing").value))
    return fight


def spread(before: Fight, plan: Plan) -> Spread[Fight]:
    """The same, spread."""
    ready = naval_battle.Ready((None, None), plan, before, before)  # type: ignore[arg-type]  # the sides are not asked
    return naval_battle.spread(RULES, ready)


def chances(spread: Spread[Fight]) -> dict[Fight, Fraction]:
    return {fight: Fraction(weight, spread.total) for fight, weight in spread.weights.items()}


T = ("2-2", "3-3", "3-3")
BATTLES = [
    (Fight(Force(9, 30), Force(7, 25)), Plan((T, ("3-3", "2-2", "1-1")), (1, -2))),
    (Fight(Force(3, 45), Force(30, 20)), Plan((("1-1", "1-1", "5-5"), T), (0, 2))),
    (Fight(Force(1, 30), Force(1, 30)), Plan((("5-1",) * 3, ("4-1",) * 3), (0, 0))),
]


@pytest.mark.parametrize(("before", "plan"), BATTLES)
def test_the_odds_of_a_battle_are_those_of_every_way_its_dice_fall(before: Fight, plan: Plan) -> None:
    assert chances(spread(before, plan)) == distribution(lambda dice: played(before, plan, dice))


def test_so_with_a_melee_that_closes() -> None:
    """Broken in the second round at the latest, so that every way can be run."""
    plan = Plan(
        (("1-1", "4-5", "5-5"), ("1-1", "5-5", "5-5")), (0, 0), (("5-5",) * 3, ("1-1", "4-5", "5-5")), (5, 4), 1
    )
    before = Fight(Force(20, 16), Force(18, 20))
    have = chances(spread(before, plan))
    assert have == distribution(lambda dice: played(before, plan, dice))
    assert {fight.closed for fight in have} == {True, False}


def raided(before: Fight, plan: Raid, dice: Dice) -> Fight:
    """A raid die by die, by the same functions."""
    fight = before
    if plan.guns:
        fight = _guns(fight, plan, "4-1", IN, dice)
    fight = naval_raid.opened(fight, plan)
    for n, (ours, theirs) in enumerate((("3-3", "1-1"), ("3-3", "2-2"), ("3-3", "2-2")), 1):
        if naval_raid.ends(fight):
            break
        shot = fire(RULES, ours, fight.attacker.ships, plan.by[0], dice.roll(6, "attacker").value)
        attacker = fight.attacker
        if naval_raid.replies(fight):
            back = fire(RULES, theirs, fight.defender.ships, plan.by[1], dice.roll(6, "defender").value)
            attacker = naval.struck(attacker, back.hits, back.shock, n)
        fight = Fight(attacker, naval.struck(fight.defender, shot.hits, shot.shock, n))
    return _guns(fight, plan, "5-1", OUT, dice) if plan.guns and fight.attacker.ships else fight


def _guns(fight: Fight, plan: Raid, table: str, when: int, dice: Dice) -> Fight:
    shot = fire(RULES, table, plan.guns, 0, dice.roll(6, "guns").value)
    return fight._replace(attacker=naval.struck(fight.attacker, shot.hits, shot.shock, when))


RAIDS = [
    pytest.param(Fight(Force(12, 30), Force(30, 30)), Raid((0, 0), 20), marks=pytest.mark.slow),
    (Fight(Force(2, 20), Force(4, 20)), Raid((-1, 1), 30)),
    (Fight(Force(20, 35), Force(9, 20)), Raid((2, 0), 0, (0, 1))),
    (Fight(Force(20, 5), Force(3, 9)), Raid((2, 0), 10)),  # broken by the guns before the first round, as a rule
]


@pytest.mark.parametrize(("before", "plan"), RAIDS)
def test_the_odds_of_a_raid_are_those_of_every_way_its_dice_fall(before: Fight, plan: Raid) -> None:
    have = chances(naval_raid.spread(RULES, before, plan))
    assert have == distribution(lambda dice: raided(before, plan, dice))
    assert sum(have.values()) == 1


def sides(attacker: dict[str, int], defender: dict[str, int], **more: Any) -> dict[str, Any]:
    return {"attacker": attacker, "defender": defender, "waters": ["elsewhere"], **more}


def test_the_odds_are_those_of_the_command_itself() -> None:
    """The whole command, text and all, over every way its dice can fall, against the odds it tells beforehand."""
    tables = {"tables": ["5-5", "4-5", "5-5"], "against": ["4-5", "5-5", "5-5"]}
    request = BattleRequest(**sides({"Turkey": 9, "Austria": 4}, {"Prussia": 12}), **tables)
    state = opening()

    def won(dice: Dice) -> str:
        outcome = adjudicate(Position(RULES, state), RESOLVE, request, dice, 9).outcome
        return "draw" if "a draw" in outcome else outcome.partition(" beat")[0]

    ready = naval_battle.prepare(Sheet(Position(RULES, state), RecordedDice([]), 9), request)
    ways = naval_battle.spread(RULES, ready)
    assert distribution(won) == {
        name: chance
        for name, i in (("draw", None), ("Austria and Turkey", 0), ("Prussia", 1))
        if (chance := ways.chance(lambda f, i=i: naval.winner(f) == i))  # type: ignore[misc]  # i is bound
    }


RESOLVE = naval_battle.ADJUDICATORS[1]


def test_what_was_expected_is_kept_beside_what_came() -> None:
    request = BattleRequest(
        **sides({"France": 14, "Spain": 6}, {"Russia": 28}), tables=["2-2"] * 3, against=["5-5"] * 3
    )
    done = adjudicate(Position(RULES, opening()), RESOLVE, request, TableDice("1 6"), 9)
    ready = naval_battle.prepare(Sheet(Position(RULES, opening()), RecordedDice([]), 9), request)
    lost = naval_battle.spread(RULES, ready).mean(lambda f: 20 - f.attacker.ships)
    kept = {(x.who, x.what): (x.expected, x.came) for x in done.luck}
    assert kept["France", "ships lost"] == (decimal(lost * Fraction(14, 20)), 5)
    assert kept["Spain", "ships lost"] == (decimal(lost * Fraction(6, 20)), 2)
    assert kept["Russia", "ships hit"] == (decimal(lost), 7)
    assert kept["Russia", "battles won"][1] == 1
    assert kept["France", "battles won"][1] == 0
    assert len(kept) == 9


def test_a_decimal_is_rounded_half_up_exactly() -> None:
    assert [decimal(Fraction(1, 8)), decimal(Fraction(5, 1000)), decimal(Fraction(-1, 8)), decimal(Fraction(3))] == [
        *("0.13", "0.01", "-0.13", "3.00"),
    ]


# --- The rounds ------------------------------------------------------------------------------------------------


def test_broken_by_the_guns_there_is_no_round() -> None:
    """R-45: straight out past the guns again."""
    broken = naval.struck(Force(20, 15), 3, 19, IN)
    assert broken == Force(17, 0, IN)
    assert naval_raid.ends(Fight(broken, Force(9, 30)))


@pytest.mark.parametrize(
    ("after", "won"),
    [
        (Fight(Force(21, 10), Force(20, 0, 2)), 0),
        (Fight(Force(18, 10), Force(-1, 0, 2)), 0),
        (Fight(Force(18, 10), Force(20, 10)), 0),
        (Fight(Force(18, 10), Force(20, 0, 1)), 1),
    ],
)
def test_a_result_that_contradicts_itself_is_refused(after: Fight, won: int) -> None:
    """FC-35: ships from nowhere, losses above strength, a loser who stands."""
    with pytest.raises(RefereeError) as refusal:
        naval.check(Fight(Force(20, 30), Force(20, 30)), after, won)
    assert refusal.value.code == "contradiction"


def test_nobody_loses_more_ships_than_he_has() -> None:
    assert naval.struck(Force(3, 30), 9, 5, 1) == Force(0, 0)
    assert naval.struck(Force(3, 5), 9, 5, 1) == Force(0, 0, 1)
    assert naval.struck(Force(3, 5), 0, 4, 1) == Force(3, 1, UNBROKEN)


FORCES = st.builds(Force, st.integers(1, 60), st.integers(1, 60))
TABLE = st.builds(lambda c, m: f"{c}-{m}", st.integers(1, 5), st.integers(1, 5))
THREE = st.tuples(TABLE, TABLE, TABLE)
BY = st.tuples(st.integers(-2, 2), st.integers(-2, 2))


@settings(max_examples=40, deadline=None)
@given(before=st.builds(Fight, FORCES, FORCES), tables=st.tuples(THREE, THREE), by=BY, dice=st.data())
def test_any_battle_stays_within_its_bounds(before: Fight, tables: Any, by: Any, dice: Any) -> None:
    """What is played is among what the odds know; its result never contradicts itself; the chances add up to 1."""
    rolled = " ".join(str(dice.draw(st.integers(1, 6))) for _ in range(6))
    plan = Plan(tables, by)
    after = played(before, plan, TableDice(rolled))
    ways = spread(before, plan)
    assert after in ways.weights
    assert sum(ways.weights.values()) == ways.total
    naval.check(before, after, naval.winner(after))


@settings(max_examples=40, deadline=None)
@given(before=st.builds(Fight, FORCES, FORCES), guns=st.integers(0, 60), by=BY, dice=st.data())
def test_any_raid_stays_within_its_bounds(before: Fight, guns: int, by: Any, dice: Any) -> None:
    rolled = " ".join(str(dice.draw(st.integers(1, 6))) for _ in range(8))
    after = raided(before, Raid(by, guns), TableDice(rolled))
    assert after in naval_raid.spread(RULES, before, Raid(by, guns)).weights
    naval.check(before, after, naval_raid.won(before, after))


# --- Charts that the game master has filled in -----------------------------------------------------------------


@pytest.fixture
def filled(tmp_path: Path) -> Rulebook:
    """The rules with some cells of the two charts filled in, with figures of no game."""
    shutil.copytree(RULES.folder, tmp_path / "rules")
    cells = {
        "naval-tactical": {
            "linear attack against linear defence": "2-2 3-3 3-3 / 1-1 1-1 1-1",
            "melee against linear attack": "1-1 1-1 1-1 / 1-1 1-1 1-1",
            "melee against linear attack, closed": "5-5 5-5 5-5 / 1-1 1-1 1-1",
            "melee against linear attack, closes": "6 4",
            "linear defence against linear defence": "2-2 3-3 / 1-1 1-1 1-1",
        },
        "naval-aftermath": {
            **{f"chase, row {n}": str(5 * min(n, 5)) for n in range(8)},
            "hulks on": "1 2",
            "ports on": "3 4 5 6",
        },
    }
    for chart, values in cells.items():
        path = tmp_path / "rules" / "charts" / f"{chart}.toml"
        text = path.read_text(encoding="utf-8")
        for name, value in values.items():
            assert f'[cells."{name}"]\n' in text
            text = text.replace(f'[cells."{name}"]\n', f'[cells."{name}"]\nvalue = "{value}"\n')
        path.write_text(text, encoding="utf-8")
    return Rulebook(tmp_path / "rules")


def resolved(rulebook: Rulebook, request: BattleRequest, dice: str, **leaders: str) -> Adjudication:
    state = opening()
    for name in leaders:
        state.leaders[name] = Leader(status="available", since=state.month)
    return adjudicate(Position(rulebook, state), RESOLVE, request, TableDice(dice), 9)


def test_two_chits_give_their_tables(filled: Rulebook) -> None:
    request = BattleRequest(
        **sides({"France": 20}, {"Spain": 20}), attacker_chit="linear attack", defender_chit="linear defence"
    )
    done = resolved(filled, request, "1 1 1 1 1 1 ...")
    assert "R-42: Linear attack against linear defence: tables 2-2 3-3 3-3 against 1-1 1-1 1-1." in done.text


def test_a_cell_that_can_t_be_read_is_refused(filled: Rulebook) -> None:
    request = BattleRequest(
        **sides({"France": 20}, {"Spain": 20}), attacker_chit="linear defence", defender_chit="linear defence"
    )
    with pytest.raises(RefereeError) as refusal:
        resolved(filled, request, "1")
    assert refusal.value.code == "bad-cell"


def test_a_melee_closes_on_its_die_with_nelson_s_one(filled: Rulebook) -> None:
    """6 is needed after round 1, and a 5 with Nelson's +1 is 6; in round 2 the closed tables hold: a six on 5-5."""
    request = BattleRequest(
        **sides({"Britain": 20}, {"Spain": 20}),
        attacker_chit="melee",
        defender_chit="linear attack",
        attacker_leader="Nelson",
    )
    done = resolved(filled, request, "1 1 5 6 1 ...", Nelson="x")
    text = "\n".join(done.text)
    assert "Closing: 5 +1 against 6 needed: the melee has closed." in text
    assert "attacker     20  5-5      6" in text
    late = "\n".join(resolved(filled, request, "1 1 4 1 1 3 1 1 ...", Nelson="x").text)
    assert "Closing: 4 +1 against 6 needed: it has not closed." in late
    assert "Closing: 3 +1 against 4 needed: the melee has closed." in late
    never = resolved(filled, request, "1 1 1 1 1 1 1 1 ...", Nelson="x")
    assert "a draw" in never.outcome


def test_chase_hulks_and_ports_are_rolled_where_their_charts_are_filled_in(filled: Rulebook) -> None:
    """Spain under Gravina loses 5 of 20 at once. The chase: 3 less 1 is row 2, 10% of France's 19 is 2 more.

    Of 7 disabled the first three are hulks (1, 2, 2). Ports: France's one safe (3), Spain's four left 1 3 3 3, the
    hulks 1 3 3; the one that sinks goes back to Spain and is safe (6).
    """
    request = BattleRequest(
        **sides({"France": 20}, {"Spain": 20}, defender_leader="Gravina"), tables=["5-5"] * 3, against=["2-2"] * 3
    )
    done = resolved(filled, request, "6 4 3 1 2 2 3 4 5 6 3 1 3 3 3 1 3 3 6", Gravina="x")
    told = [re.sub(r"^[\w-]+(, [\w-]+)*: ", "", line) for line in done.text]
    first = told.index("Chase: 3 -1, 10% of 19: 2 more disabled (2 Spain).")
    assert told[first + 1 : first + 6] == [
        "3 of Spain's 7 disabled become hulks of the victor.",
        "1 of France's 1 disabled in port, 0 sunk.",
        "3 of Spain's 4 disabled in port, 1 sunk.",
        "2 of 3 hulks from Spain in the victor's port.",
        "1 sunk on the way, back to Spain; 1 in its own port.",
    ]
    assert {"NL-13", "NL-14", "R-209"} <= set(done.rules)


def test_a_raider_s_way_home_is_rolled_where_its_chart_is_filled_in(filled: Rulebook) -> None:
    request = RaidRequest(attacker={"France": 20}, defender={"Spain": 3}, harbour=20, garrison={"Spain": 5})
    done = adjudicate(Position(filled, opening()), raid.ADJUDICATORS[0], request, TableDice("1 6 1 1 2 2 2 3 1"), 9)
    assert "R-209: 1 of France's 2 disabled in port, 1 sunk." in done.text


# --- How it prints ---------------------------------------------------------------------------------------------


def test_a_round_is_a_table_no_wider_than_a_terminal() -> None:
    """Two big sides, two-figure percentages, modifiers held to the limit: two blanks of margin fit into 80."""
    request = BattleRequest(
        **sides({"Britain": 1200}, {"Turkey": 999}, transports=["defender"], attacker_leader="Nelson"),
        tables=["1-1", "4-3", "4-4"],
        against=["1-1", "1-1", "2-2"],
        evasion_failed=True,
        other=[{"side": "defender", "by": -1, "why": "a lee shore, by vote"}],
    )
    done = resolved(RULES, request, "6 6 1 6 1 1", Nelson="x")
    table = [line for line in done.text if line.startswith(("round", "attacker ", "defender ", "sum"))]
    assert len(table) == 10
    assert max(map(len, table)) <= 78
