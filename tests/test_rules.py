"""The rules as data against the house rules and against themselves: ids, the event table, words, figures, months."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
import typer
from hypothesis import given, settings
from hypothesis import strategies as st

from eia_ref.cli.main import app
from eia_ref.core.adjudication import Adjudication, adjudicate
from eia_ref.core.calendar import Month
from eia_ref.core.dice import Dice, Die, RecordedDice, make
from eia_ref.core.effects import Opens
from eia_ref.core.errors import RefereeError
from eia_ref.core.game import SETTLE, TURN, SettleRequest, TurnRequest
from eia_ref.empires.events import RollRequest, row_for, rows
from eia_ref.empires.game import EMPIRES
from eia_ref.empires.memory import answers
from eia_ref.empires.month import agenda
from eia_ref.empires.powers import after_winter, all_powers, economic_months, find_power, next_phase
from eia_ref.empires.state import Campaign
from eia_ref.empires.status import view
from tests import test_cases

ROOT = Path(__file__).parent.parent
RULES = EMPIRES.rulebook
CLAUSES = {c.id: c for c in RULES.clauses()}
RULINGS = {r.id: r for r in RULES.rulings()}
KNOWN = {*CLAUSES, *RULINGS}
CASE_IDS = [case["id"] for _, case in test_cases.READ]
FOR_ALL = ("settle", "turn next")  # what holds for every decision or every month is a case of the command


# ---- ids


def test_every_id_is_well_formed_and_there_once() -> None:
    ids = [c.id for c in RULES.clauses()] + [r.id for r in RULES.rulings()]
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
    for stem, case in test_cases.READ:
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


# ---- how the clauses are handled


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
        found |= {f"{name} {part}" for part in parts} or {name}
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
    }


# ---- the event table, against the house rules' own list of numbers

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
        assert row.begins is None or row.begins in RULES.table("in-force"), row.id
        assert not isinstance(row.britain, str) or row.britain in ids, row.id
        assert row.free_of is None or (row.owed and row.free_of == row.owed.what), row.id
        assert bool(row.areas) <= bool(row.begins), row.id
        if row.begins:
            assert RULES.table("in-force")[row.begins]["rule"] == row.id
        if row.decision:
            assert RULES.table("decisions")[row.decision]["rule"] == row.id


def test_everything_that_can_begin_or_be_left_open_has_something_that_does_so() -> None:
    at_start = RULES.table("scenario-1789")["at_start"]
    answers = [a for d in RULES.table("decisions").values() for a in d.get("answers", {}).values()]
    begun = {row.begins for row in rows(RULES)} | set(at_start["in_force"]) | {a.get("begins") for a in answers}
    assert begun - {None} == set(RULES.table("in-force"))
    left = {row.decision for row in rows(RULES)} | set(at_start["decisions"])
    assert left - {None} | {"French Revolution", "Polish revolt"} == set(RULES.table("decisions"))


# ---- words


def _fields(words: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(words) if field is not None}


def test_a_row_s_words_use_all_that_the_row_draws_and_nothing_else() -> None:
    for row in rows(RULES):
        ends = {"months", "until", "end"} & set(RULES.table("in-force").get(row.begins, {}))
        drawn = {
            "power": bool(row.draw),
            "name": bool(row.list),
            "n": bool(row.rolls),
            "amount": bool(row.trade or row.percent),
            "area": bool(row.areas),
            "phase": bool(row.owed),
        }
        must = {field for field, there in drawn.items() if there}
        may = must | ({"last"} if ends else set())
        assert must <= _fields(row.words) <= may, row.id
        assert _fields(row.detail) <= must - {"area"}, row.id
        if row.britain and not isinstance(row.britain, str):
            assert _fields(row.britain.words) <= {"amount"}, row.id


def test_a_decision_s_words_use_only_what_is_known_when_it_is_left_open() -> None:
    for name, data in RULES.table("decisions").items():
        opened_by = [row for row in rows(RULES) if row.decision == name]
        known = {"whom"} if opened_by and all(row.draw for row in opened_by) else set()
        known |= {"detail"} if opened_by and all(row.detail for row in opened_by) else set()
        assert _fields(data["question"]) <= known, name
        choices = [*data.get("answers", {}).values(), *([data["powers"]] if "powers" in data else [])]
        for does in choices:
            assert _fields(does["words"]) <= known | {"answer"}, name
            assert set(does) <= {"words", "pp", "power", "neutral", "begins", "no_event"}, name
            assert not does.get("neutral") or known == {"whom", "detail"}, name
            assert not does.get("pp") or "power" in does or does is data.get("powers"), name
            assert does.get("power", "Spain") in all_powers(RULES), name


def test_words_in_force_need_nothing_filled_in() -> None:
    for name, data in RULES.table("in-force").items():
        assert _fields(data["words"]) == set(), name
        assert set(data) <= {"rule", "months", "until", "end", "ends_in", "words", "over"}, name
        assert _fields(data.get("over", "")) == set(), name
        assert sum(k in data for k in ("months", "until", "end")) <= 1, name


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
        "no Georgian Cossacks": ["fought Persia without losing Tiflis"],
        "Venetia with Corfu": ["Corfu", "unless also blockaded", "until it is conquered"],
    },
    "decisions": {
        "Polish revolt": ["d6", "+1 for each six tries that failed", "6 or more"],
        "diplomatic victory": ["two attempts"],
        "diplomatic swing": ["one attempt"],
        "Persian invasion": ["10$", "R-14"],
        "coup in Persia": ["10$"],
        "Wahhabist revolt": ["before in this calendar year", "four months", "R-15"],
        "talented general": ["three d3", "a d6 for cavalry", "R-16"],
    },
}


@pytest.mark.parametrize(("table", "name"), [(table, name) for table, names in FIGURES.items() for name in names])
def test_words_have_the_rules_figures(table: str, name: str) -> None:
    data = RULES.table(table)[name]
    words = data["words" if table == "in-force" else "question"]
    assert [part for part in FIGURES[table][name] if part not in words] == []


# ---- figures that no state holds, typed from the house rules

GOALS = {
    "Austria": (730, 880),
    "Britain": (780, 940),
    "France": (740, 890),
    "Turkey": (650, 780),
    "Prussia": (660, 790),
    "Russia": (730, 880),
    "Spain": (645, 775),
}
DEPOTS = {"Austria": 9, "Britain": 6, "France": 8, "Prussia": 7, "Russia": 8, "Spain": 8, "Turkey": 7}


def _opening(month: str = "1789-01", **options: str) -> Campaign:
    lists: dict[str, Any] = {"areas": ["Bavaria", "Tyrol", "Saxony", "Hesse", "Tuscany"], "exiles": ["Mack", "Hill"]}
    for which in ("leaders", "fleets", "depots"):
        lists[which] = {power: [f"{power} {which} {n}" for n in (1, 2, 3)] for power in all_powers(RULES)}
    header = EMPIRES.settings(RULES, options, lists)
    state: Campaign = EMPIRES.opening(RULES, "1789", Month(month), header)
    return state


@pytest.mark.parametrize(("choice", "which"), [("standard", 0), ("extended", 1)])
def test_the_victory_goal_played_for_is_the_rules_figure(choice: str, which: int) -> None:
    data = view(RULES, _opening(goal=choice), "", False).data["powers"]
    assert {d["power"]: d["goal"] for d in data} == {power: both[which] for power, both in GOALS.items()}  # GO-1


def test_the_depot_limit_is_the_rules_figure() -> None:
    data = view(RULES, _opening(), "", False).data["powers"]
    assert {d["power"]: d["depot_limit"] for d in data} == DEPOTS  # DP-1


def test_the_forces_of_minors_are_the_rules_figures() -> None:
    assert RULES.table("scenario-1789")["minor_forces"] == {
        "Ottoman Empire": {"infantry": 45, "cavalry": 15, "ships": 0, "rule": "MI-Ta"},
        "Poland": {"infantry": 40, "cavalry": 16, "ships": 0, "rule": "PA-7"},
        "Sardinia": {"infantry": 12, "cavalry": 1, "ships": 0, "rule": "SA-5"},
        "Venetia": {"infantry": 10, "cavalry": 1, "ships": 15, "rule": "PM-5"},
    }


def test_the_powers_stand_in_the_order_of_the_random_die() -> None:
    order = ["Austria", "Britain", "France", "Prussia", "Russia", "Spain", "Turkey"]
    assert all_powers(RULES) == order
    assert _opening().in_play() == order


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        *[("gb", "Britain"), ("ENGLAND", "Britain"), ("fra", "France"), ("pru", "Prussia"), ("rus", "Russia")],
        *[("a", "Austria"), ("ottomans", "Turkey"), ("espana", "Spain"), ("osterreich", "Austria"), ("T", "Turkey")],
    ],
)
def test_a_power_is_known_by_its_other_names(said: str, meant: str) -> None:
    assert find_power(RULES, said) == meant


def test_the_track_runs_from_fiasco_to_dominant() -> None:
    chart = RULES.table("charts/political-status")
    assert [z["letter"] for z in chart["zone"]] == ["F", "I", "N", "D"]
    assert next(z["boxes"] for z in chart["zone"] if z["letter"] == "N") >= 10  # Russia starts at N10
    assert chart["victory_points"] == {"N10": 8}  # the only figure known
    state = _opening()
    assert [state.moved("N10", 1), state.moved("N1", -1), state.room("F1", -1)] == ["D1", "I10", 0]


def test_a_campaign_can_t_begin_before_the_rules_do() -> None:
    with pytest.raises(RefereeError):
        _opening("1788-12")


@pytest.mark.parametrize(
    ("options", "lists"),
    [
        ({"winter": "all year"}, {}),
        ({"wynter": "December to February"}, {}),
        ({"goal": "bracketed"}, {}),
        ({"no_event": True}, {}),
        ({}, {"rivers": ["Rhine"]}),
        ({}, {"areas": ["Tyrol", "tyrol"]}),
        ({}, {"areas": ["Tyrol", " "]}),
        ({}, {"areas": "Tyrol"}),
        ({}, {"leaders": ["Mack"]}),
        ({}, {"leaders": {"Sweden": ["Gustav"]}}),
    ],
)
def test_a_header_with_what_is_no_option_or_no_list_is_refused(
    options: dict[str, Any], lists: dict[str, Any]
) -> None:
    with pytest.raises(RefereeError):
        EMPIRES.settings(RULES, options, lists)


# ---- time, against a calendar that walks month by month

MONTHS = st.builds(lambda y, m: Month(f"{y}-{m:02d}"), st.integers(1700, 1899), st.integers(1, 12))
WINTERS = {
    "December to February": {12, 1, 2},
    "November to February": {11, 12, 1, 2},
    "December to March": {12, 1, 2, 3},
}


def _walk(month: Month) -> Iterator[tuple[int, int]]:
    year, number = int(month[:4]), int(month[5:])
    while True:
        yield year, number
        year, number = (year + 1, 1) if number == 12 else (year, number + 1)


@given(MONTHS, st.integers(0, 60))
def test_months_on_and_back(month: Month, n: int) -> None:
    steps = _walk(month)
    for _ in range(n):
        next(steps)
    year, number = next(steps)
    assert month.plus(n) == f"{year}-{number:02d}"
    assert month.plus(n).plus(-n) == month
    assert (month.plus(n) > month) == (n > 0)
    if n:
        assert month.last_of(n) == month.plus(n).plus(-1)  # this month is the first


@given(MONTHS)
def test_the_next_economic_phase_is_the_first_on_the_calendar(month: Month) -> None:
    assert set(economic_months(RULES)) == {3, 6, 9, 12}
    year, number = next((y, n) for y, n in _walk(month) if n in (3, 6, 9, 12))
    assert next_phase(RULES, month) == f"{year}-{number:02d}"


@pytest.mark.parametrize("option", sorted(WINTERS))
def test_winter_ends_with_the_first_month_that_is_not_of_it(option: str) -> None:
    for month in (Month("1789-01").plus(n) for n in range(24)):
        state = _opening(month, winter=option)
        if int(month[5:]) not in WINTERS[option]:
            assert after_winter(RULES, state) is None
        else:
            year, number = next((y, n) for y, n in _walk(month) if n not in WINTERS[option])
            assert after_winter(RULES, state) == f"{year}-{number:02d}"


class Chosen:
    """Dice that fall as hypothesis likes, after the first ones given."""

    def __init__(self, first: list[int], data: st.DataObject) -> None:
        self.first = first
        self.data = data

    def roll(self, sides: int, purpose: str) -> Die:
        value = self.first.pop(0) if self.first else self.data.draw(st.integers(1, sides), label=purpose)
        return make(sides, value, purpose, "engine")

    def finish(self) -> None:
        pass


def _do(command: str, request: Any, state: Campaign, dice: Dice, number: int = 100) -> Adjudication:
    return adjudicate(EMPIRES.adjudicator(command), request, state, dice, RULES, number)


def _whole(state: Campaign, command: str, request: Any, dice: Dice, number: int) -> Adjudication:
    """Adjudicates; what comes out is in words, under rules there are, and comes out again from the same dice."""
    done = _do(command, request, state, dice, number)
    for line in [*done.text, *(o.question for o in done.open), *(e.words() for e in done.effects)]:
        assert "None" not in line
        assert not set("{}") & set(line)
    assert set(done.rules) <= KNOWN
    test_cases.replays(state, done, _do(command, request, state, RecordedDice(done.dice), number))
    return done


@given(
    st.data(),
    st.integers(1, 100),
    MONTHS.filter(lambda m: "1789-01" <= m <= "1815-12"),
    st.sampled_from(["all", "table"]),
)
@settings(max_examples=300, deadline=None)
def test_any_event_resolves_and_its_decisions_are_settled(
    data: st.DataObject, number: int, month: Month, no_event: str
) -> None:
    state = _opening(month, no_event=no_event)
    done = _whole(state, "event roll", RollRequest(), Chosen([number], data), 100)
    at: Any = done.after
    assert at.rolled == 1
    entry = 101
    while at.decisions and entry < 140:
        decision = at.decisions[0]
        known = answers(RULES, decision)
        answer = data.draw(st.sampled_from(sorted(known))) if known else "as the table decided"
        at = _whole(at, SETTLE, SettleRequest(decision=decision.id, answer=answer), RecordedDice([]), entry).after
        entry += 1
    assert at.decisions == []
    ended: Any = _whole(at, TURN, TurnRequest(), RecordedDice([]), entry).after
    assert ended.month == month.plus(1)


@pytest.mark.parametrize("number", range(1, 100))
@pytest.mark.parametrize(("month", "no_event"), [("1789-07", "all"), ("1789-01", "all"), ("1789-07", "table")])
def test_no_event_is_1_to_25_and_a_cold_winter_in_summer_where_the_option_says_all(
    number: int, month: str, no_event: str
) -> None:
    dice = RecordedDice([make(100, number, "random event", "engine")], _Ones())
    done = _do("event roll", RollRequest(), _opening(month, no_event=no_event), dice)
    opened = [e.about for e in done.effects if isinstance(e, Opens)]
    none = number <= 25 or (number == 99 and month == "1789-07" and no_event == "all")
    assert (opened == ["French Revolution", "Polish revolt"]) == none
    assert ("French Revolution" in opened) == none


class _Ones:
    """Dice that all show 1."""

    def roll(self, sides: int, purpose: str) -> Die:
        return make(sides, 1, purpose, "engine")

    def finish(self) -> None:
        pass


@pytest.mark.parametrize("about", ["Persian invasion", "Wahhabist revolt"])
def test_a_row_that_can_turn_into_no_event_has_an_answer_that_does_so(about: str) -> None:
    data = RULES.table("decisions")[about]
    assert any(does.get("no_event") for does in data.get("answers", {}).values())


@given(
    MONTHS.filter(lambda m: "1789-01" <= m <= "1815-12"),
    st.sampled_from([(50, 3), (59, 3), (74, 3), (90, 3), (94, 1), (98, 1)]),
)
@settings(max_examples=60, deadline=None)
def test_what_lasts_n_months_is_there_through_n_of_them_and_then_gone(month: Month, row: tuple[int, int]) -> None:
    number, months = row
    dice = RecordedDice([make(100, number, "random event", "engine")], _Ones())
    state: Any = _do("event roll", RollRequest(), _opening(month), dice).after
    seen = 0
    while state.in_force:
        seen += 1
        state = _do(TURN, TurnRequest(left_open=True), state, RecordedDice([])).after
    assert seen == months


@given(MONTHS.filter(lambda m: "1789-01" <= m <= "1815-12"), st.sampled_from([32, 35, 39, 65, 67, 68, 71]))
@settings(max_examples=60, deadline=None)
def test_what_is_owed_is_on_the_agenda_to_the_end_of_its_economic_phase(month: Month, number: int) -> None:
    dice = RecordedDice([make(100, number, "random event", "engine")], _Ones())
    state: Any = _do("event roll", RollRequest(), _opening(month), dice).after
    for year, number_of in _walk(month):
        assert state.month == f"{year}-{number_of:02d}"
        due = [d for d in agenda(RULES, state) if d.id == "100.1"]
        assert len(due) == 1
        assert due[0].what.startswith("Austria: ")
        state = _do(TURN, TurnRequest(left_open=True), state, RecordedDice([])).after
        if number_of in (3, 6, 9, 12):
            break
    assert state.owed == []


def test_the_agenda_says_what_the_month_still_needs() -> None:
    state = _opening("1789-03")
    assert [(d.must, d.what) for d in agenda(RULES, state)] == [
        (True, "the month's random event is not rolled"),
        (False, "economic phase"),
    ]
    rolled: Any = _do(
        "event roll", RollRequest(), state, RecordedDice([make(100, 46, "random event", "engine")])
    ).after
    assert [d.what for d in agenda(RULES, rolled)] == ["economic phase"]
