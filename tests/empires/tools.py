"""What the tests of the house rules share: the rules as data, the cases, a campaign at its opening."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from eia_ref.core.adjudication import Adjudication, Sheet
from eia_ref.core.calendar import Month
from eia_ref.core.clauses import every_clause, every_ruling
from eia_ref.core.dice import RecordedDice
from eia_ref.core.duties import Task, in_order, tasks
from eia_ref.core.effects import apply
from eia_ref.core.position import Position
from eia_ref.core.state import State
from eia_ref.empires.game import EMPIRES
from eia_ref.empires.month import leave_duties
from eia_ref.empires.powers import all_powers
from eia_ref.empires.state import Campaign
from eia_ref.ledger.clerk import plain
from tests.worked import ROOT

RULES = EMPIRES.rulebook
CLAUSES = {c.id: c for c in every_clause(RULES)}
RULINGS = {r.id: r for r in every_ruling(RULES)}
KNOWN = {*CLAUSES, *RULINGS}
READ = [
    (path.stem, case)
    for path in sorted((Path(__file__).parents[1] / "cases").glob("*.toml"))
    for case in tomllib.loads(path.read_text(encoding="utf-8")).get("case", [])
]


def code(room: str = "") -> str:
    """All of the code of eia_ref, or of one of its rooms."""
    return "\n".join(p.read_text(encoding="utf-8") for p in (ROOT / "eia_ref" / room).rglob("*.py"))


def opening(month: str = "1789-01", **options: str) -> Campaign:
    """The opening of a month of the rules, with every list there is."""
    lists: dict[str, Any] = {"areas": ["Bavaria", "Tyrol", "Saxony", "Hesse", "Tuscany"]}
    for which in ("fleets", "depots"):
        lists[which] = {power: [f"{power} {which} {n}" for n in (1, 2, 3)] for power in all_powers(RULES)}
    header = EMPIRES.settings(RULES, options, lists)
    state: Campaign = EMPIRES.opening(RULES, "1789", Month(month), header)
    return state


def asked_of(state: Campaign) -> Campaign:
    """The state once its month has begun: with the duties that the month asks for as things stand."""
    sheet = Sheet(Position(RULES, state), RecordedDice([]), 99)
    leave_duties(sheet)
    return sheet.state


def to_do(state: State) -> list[Task]:
    """What is to be done, as it is told."""
    return tasks(RULES, in_order(Position(RULES, state)))


def replays(state: State, done: Adjudication, again: Adjudication) -> None:
    """The same dice give the same answer; its effects, as the ledger keeps them, give the state and take it back."""
    assert again == done
    effects = [EMPIRES.effect_from(plain(e)) for e in done.effects]
    assert tuple(effects) == done.effects
    assert apply(state, effects) == done.after
    assert apply(done.after, [e.opposite() for e in reversed(effects)]) == state
