"""The words of the rules as data: what they fill in, and the figures in them."""

from __future__ import annotations

from string import Formatter

import pytest

from eia_ref.empires.endings import endings
from eia_ref.empires.event_table import rows
from eia_ref.empires.powers import all_powers
from tests.empires.tools import RULES


def _fields(words: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(words) if field is not None}


def test_a_row_s_words_use_all_that_the_row_draws_and_nothing_else() -> None:
    for row in rows(RULES):
        ends = {"months", "ends_when"} & set(RULES.table("in-force").get(row.begins, {}))
        whose = row.draw or row.holder
        drawn = {
            "power": bool(whose),
            "name": bool(row.list or row.leader in ("ill", "pensioned", "back")),
            "n": bool(row.rolls),
            "amount": bool(row.trade or row.percent),
            "area": bool(row.areas),
            "phase": bool(row.owed),
            "last": row.leader == "ill",
        }
        must = {field for field, there in drawn.items() if there}
        may = must | ({"last"} if ends else set()) | ({"power"} if row.power else set())
        assert must <= _fields(row.words) <= may, row.id
        assert _fields(row.detail) <= must - {"area"}, row.id
        assert bool(row.otherwise) == bool(row.needs or row.once_a_year), row.id
        assert _fields(row.otherwise) <= {"month"} | ({"power"} if whose else set()), row.id
        if row.britain and not isinstance(row.britain, str):
            assert _fields(row.britain.words) <= {"amount"}, row.id
        if row.between:
            assert {_fields(s.words) == set() for s in (row.between.allied, row.between.war)} == {True}, row.id
            assert set(row.between.powers) <= set(all_powers(RULES)), row.id
        else:
            assert row.words, row.id


def test_a_decision_s_words_use_only_what_is_known_when_it_is_left_open() -> None:
    for name, data in RULES.table("decisions").items():
        opened_by = [row for row in rows(RULES) if row.decision == name]
        known = {"whom"} if opened_by and all(row.draw for row in opened_by) else set()
        known |= {"detail"} if opened_by and all(row.detail for row in opened_by) else set()
        if "by" in data or name == "blockade battle":  # its module says what it knows
            known = {"whom", "detail"}
        assert _fields(data["question"]) <= known, name
        choices = [*data.get("answers", {}).values(), *(data[k] for k in ("powers", "others") if k in data)]
        for does in choices:
            assert _fields(does["words"]) <= known | {"answer"}, name
            assert set(does) <= {"words", "pp", "power", "neutral", "begins", "no_event"}, name
            assert not does.get("neutral") or known == {"whom", "detail"}, name
            assert not does.get("pp") or "power" in does or does is data.get("powers"), name
            assert does.get("power", "Spain") in all_powers(RULES), name


IN_FORCE = {
    *("rule", "months", "ends_when", "words", "over"),
    *("collect", "unbought", "dominant_may", "raising", "left_out"),
}


def test_words_in_force_need_nothing_filled_in() -> None:
    for name, data in RULES.table("in-force").items():
        assert _fields(data["words"]) == set(), name
        assert set(data) <= IN_FORCE, name
        assert _fields(data.get("over", "")) == set(), name
        dates = [e for e in endings(RULES, name) if e.month or e.season]
        assert len([*dates, *(k for k in data if k == "months")]) <= 1, name


# The figures that stand in words only, as the house rules have them: of what is in force, and of questions.
FIGURES = {
    "in-force": {
        "famine": ["no money", "forage value 0"],
        "plague": ["no manpower", "garrisons too", "each turn"],
        "jihad": ["no cost", "African"],
        "Atlantic storms": ["Gibraltar and Copenhagen", "2 movement points less"],
        "cold winter": ["Copenhagen", "frozen", "forage at -1"],
        "trade treaty with France": ["Britain must trade with France", "stage 20"],
        "dear French wars": ["2 political points more", "stage 10"],
        "short forage": ["forage at -2", "all but Turkey"],
        "Polish protectorate": ["access through Poland", "10$", "no manpower", "can't declare war"],
        "Ottoman Empire": ["45 infantry and 15 cavalry", "fiasco"],
        "armed neutrality": ["Portugal, Sweden, Denmark or Holland", "and Russia", "each one paid for"],
        "Holy Roman Empire": ["Austria or Prussia", "Baden, Bavaria, Wurttemberg or Hesse", "every member"],
        "Sardinia under Britain": ["also one on Britain", "2 political points more"],
        "first war on the Papacy": ["2 political points more", "except republican or imperial France"],
        "poor Switzerland": ["0/0"],
        "Persian invasion": ["12 turns at most"],
        "Persian access": ["Georgia, Armenia", "home provinces"],
        "no Georgian Cossacks": ["fought Persia without losing Tiflis"],
        "fled at sea": ["no naval movement and no interception", "this turn", "evasion and retreat from battle"],
        "Venetia with Corfu": ["Corfu", "unless also blockaded", "until it is conquered"],
    },
    "decisions": {
        "control of Persia": ["A power at war with {whom} comes before the others"],
        "coup in Persia": ["10$ at once", "surrender conditionally"],
        "garrison of Palestine": ["short of 20", "costs 1$", "2 political points", "R-15"],
    },
}


@pytest.mark.parametrize(("table", "name"), [(table, name) for table, names in FIGURES.items() for name in names])
def test_words_have_the_rules_figures(table: str, name: str) -> None:
    data = RULES.table(table)[name]
    words = data["words" if table == "in-force" else "question"]
    assert [part for part in FIGURES[table][name] if part not in words] == []
