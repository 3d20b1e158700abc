"""The event table, against the house rules' own list of numbers."""

from __future__ import annotations

import re

from eia_ref.empires.event_table import row_for, rows
from eia_ref.empires.minors import all_minors
from eia_ref.empires.powers import all_powers
from tests.empires.tools import CLAUSES, RULES, code
from tests.worked import ROOT

TABLE = """
EV-01 1-25    EV-26 26-27   EV-28 28-31   EV-32 32-34   EV-35 35-38   EV-39 39-45   EV-46 46-47   EV-48 48-49
EV-50 50-58   EV-59 59-61   EV-62 62-62   EV-63 63-63   EV-64 64-64   EV-65 65-65   EV-66 66-66   EV-67 67-67
EV-68 68-68   EV-69 69-70   EV-71 71-71   EV-72 72-72   EV-73 73-73   EV-74 74-74   EV-75 75-81   EV-82 82-84
EV-85 85-88   EV-89 89-89   EV-90 90-90   EV-91 91-92   EV-93 93-93   EV-94 94-94   EV-95 95-97   EV-98 98-98
EV-99 99-99   EV-100 100-100
"""
ROW_OF = {
    number: id
    for id, first, last in re.findall(r"(\S+) (\d+)-(\d+)", TABLE)
    for number in range(int(first), int(last) + 1)
}
DRAW_A_POWER = {
    *("EV-26", "EV-28", "EV-32", "EV-35", "EV-39", "EV-48", "EV-62", "EV-63", "EV-64", "EV-65", "EV-66", "EV-67"),
    *("EV-68", "EV-69", "EV-71", "EV-72", "EV-90", "EV-91", "EV-94", "EV-95"),
}


def test_every_number_falls_into_its_row() -> None:
    assert len(ROW_OF) == 100
    assert {number: row_for(RULES, number).id for number in range(1, 101)} == ROW_OF


def test_the_rows_cover_one_to_a_hundred_without_gap_or_overlap() -> None:
    assert [n for row in rows(RULES) for n in range(row.first, row.last + 1)] == list(range(1, 101))


def test_a_row_s_clause_has_its_numbers_and_the_powers_drawn_are_those_of_the_rules() -> None:
    for row in rows(RULES):
        assert CLAUSES[row.id].heading == f"Random events, {row.numbers}"
        assert row.id == f"EV-{row.first:02d}"
    assert {row.id for row in rows(RULES) if row.draw} == DRAW_A_POWER


def test_what_a_row_names_is_there() -> None:
    table = rows(RULES)
    ids = [row.id for row in table]
    for row in table:
        assert row.decision is None or row.decision in RULES.table("decisions"), row.id
        stands = (row.between.allied, row.between.war, row.between.neither) if row.between else ()
        for begun in (row.begins, row.once_a_year):
            assert begun is None or begun in RULES.table("in-force"), row.id
        for stand in stands:
            assert stand.to_do is None or stand.to_do in RULES.table("duties"), row.id
        assert row.power is None or row.power in all_powers(RULES), row.id
        assert row.holder is None or row.holder in all_minors(RULES), row.id
        assert not isinstance(row.britain, str) or row.britain in ids, row.id
        assert row.free_of is None or (row.owed and row.free_of == row.owed.what), row.id
        assert bool(row.areas) <= bool(row.begins), row.id
        if row.begins:
            assert RULES.table("in-force")[row.begins]["rule"] == row.id
        if row.decision:
            assert RULES.table("decisions")[row.decision]["rule"] == row.id


def test_everything_that_can_begin_or_be_left_open_has_something_that_does_so() -> None:
    """By name: in the code of the game, or in another file of its rules."""
    data = {p.stem: p.read_text(encoding="utf-8") for p in (ROOT / "rules" / "empires").rglob("*.toml")}
    for table in ("in-force", "decisions"):
        elsewhere = "\n".join(
            [code("empires"), *(text for name, text in data.items() if name not in (table, "clauses", "rulings"))]
        )
        unused = [name for name in RULES.table(table) if f'"{name}"' not in elsewhere]
        assert unused == [], table
