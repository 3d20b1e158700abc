"""The rules' ids, and how the clauses are handled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import typer

from eia_ref.cli.main import app
from eia_ref.core.clauses import every_clause, every_ruling
from eia_ref.empires.event_table import rows
from tests.empires.tools import CLAUSES, KNOWN, READ, RULES, RULINGS
from tests.worked import ROOT

CASE_IDS = [case["id"] for _, case in READ]
FOR_ALL = ("settle", "turn next")  # what holds for every decision or every month is a case of the command


# --- Ids -------------------------------------------------------------------------------------------------------


def test_every_id_is_well_formed_and_there_once() -> None:
    ids = [c.id for c in every_clause(RULES)] + [r.id for r in every_ruling(RULES)]
    assert len(ids) == len(set(ids))
    assert [
        i for i in CLAUSES if not re.fullmatch(r"[A-Z]{2,4}-[A-Z]?\d*(\.\d+)*[a-z]?|[A-Z]{2}-[A-Z][a-z]?", i)
    ] == []
    assert [i for i in RULINGS if not re.fullmatch(r"R-\d{2,3}", i)] == []


def _cited() -> Iterator[tuple[str, str]]:
    prefixes = "|".join(sorted({i.partition("-")[0] for i in KNOWN}, key=len, reverse=True))
    cite = re.compile(rf"(?<![\w-])(?:{prefixes})-\d*[\w.]*\w")
    files = [*(ROOT / "eia_ref").rglob("*.py"), *(ROOT / "rules" / "empires").rglob("*.toml")]
    for path in files:
        for found in cite.findall(path.read_text(encoding="utf-8")):
            yield path.relative_to(ROOT).as_posix(), found
    for stem, case in READ:
        for found in case.get("rules", []):
            yield f"cases/{stem}: {case['id']}", found


def test_every_rule_cited_is_a_clause_or_a_ruling() -> None:
    cited = list(_cited())
    assert len(cited) > 700  # every clause and ruling is at least in its own file
    assert [(where, id) for where, id in cited if id not in KNOWN] == []


def test_every_case_is_of_a_rule_and_has_its_own_number() -> None:
    assert len(CASE_IDS) == len(set(CASE_IDS))
    for id in CASE_IDS:
        rule, stroke, number = id.partition("/")
        assert stroke
        assert number.isdigit(), id
        assert rule in KNOWN or rule in FOR_ALL or re.fullmatch(r"FC-\d\d", rule), id


# --- How the clauses are handled -------------------------------------------------------------------------------


def test_every_clause_adjudicated_or_checked_has_a_case() -> None:
    have = {id.partition("/")[0] for id in CASE_IDS}
    wanted = [c.id for c in CLAUSES.values() if c.handled in ("adjudicated", "checked")]
    assert [id for id in wanted if id not in have] == []


def _commands() -> set[str]:
    root: Any = typer.main.get_command(app)
    found = set()
    for name in root.list_commands(None):
        command = root.get_command(None, name)
        parts = getattr(command, "commands", {})
        found |= {f"{name} {part}" for part in parts}
        found |= {name} if command.params or not parts else set()  # a group may do something alone
    return found


def test_a_clause_handled_is_handled_by_a_command_there_is() -> None:
    commands = _commands()
    assert commands >= {"new", "status", "agenda", "settle", "turn next", "event roll", "event show", "audit"}
    for c in CLAUSES.values():
        if c.handled in ("adjudicated", "checked", "reminded"):
            assert c.by in commands, c.id
        if c.handled == "reference":
            assert c.by == "", c.id
        if c.handled == "not yet":
            assert c.by, c.id


def test_what_the_data_remind_of_is_not_said_to_be_handled_not_yet() -> None:
    cited = {d["rule"] for name in ("in-force", "decisions", "options") for d in RULES.table(name).values()}
    cited |= {row.id for row in rows(RULES)}
    assert [id for id in sorted(cited) if id in CLAUSES and CLAUSES[id].handled == "not yet"] == []


def test_the_clause_of_a_duty_is_adjudicated() -> None:
    """What a ledger keeps until it is done is more than a reminder."""
    owed = {data["rule"] for data in RULES.table("duties").values()}
    assert [id for id in sorted(owed) if id in CLAUSES and CLAUSES[id].handled != "adjudicated"] == []


def test_a_clause_is_one_sentence() -> None:
    for c in CLAUSES.values():
        assert c.says[0].isupper() or c.says[0].isdigit(), c.id
        assert re.fullmatch(r"[^.!?]*(?:[.](?=\w)[^.!?]*)*\.", c.says), c.id  # a full stop within a number only
        assert c.says == " ".join(c.says.split()), c.id


def test_a_ruling_names_its_option_and_the_option_its_ruling() -> None:
    options = RULES.table("options")
    assert {r.option: r.id for r in RULINGS.values() if r.option} == {k: v["rule"] for k, v in options.items()}
    assert {k: v["choices"] for k, v in options.items()} == {
        "no_event": ["all", "table"],
        "winter": ["December to February", "November to February", "December to March"],
        "goal": ["standard", "extended"],
        "persian_coup": ["no points", "+3"],
        "naval_points": ["by fleets", "at the table"],
        "villeneuve": ["blockaders only", "both sides"],
        "access": ["to allies", "to anybody"],
        "substitutes": ["after Blücher", "from the start"],
    }
