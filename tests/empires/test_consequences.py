"""Who hears what: a table without a slip, every listener needed by a case, every fact told and heard; no circle."""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import grimp
import pytest

from eia_ref.core.adjudication import Sheet
from eia_ref.core.dice import RecordedDice
from eia_ref.core.effects import EFFECTS, Begins, Closes, Ends, Opens
from eia_ref.core.errors import RefereeError
from eia_ref.core.position import Position
from eia_ref.empires import consequences, wars
from eia_ref.empires.consequences import HEARS, Hears, News, follow
from eia_ref.empires.effects import OWN, Sets
from eia_ref.empires.facts import Fact, NoEvent, RanOut, Won
from eia_ref.empires.game import COMMANDS, EMPIRES
from eia_ref.empires.state import Campaign
from tests.empires.test_cases import test_case as check
from tests.empires.tools import READ, opening

CASES = {f"{stem}:{case['id']}": case for stem, case in READ}
FACTS = get_args(Fact)

ENDING = (  # who ends wars
    *("wars", "politics.peace", "politics.territory", "places.polish_wars", "persia.persia"),
    *("revolution.amiens", "revolution.emigres", "revolution.revolution"),
)

# A case that fails without it, for each listener and each kind of news it hears.
NEEDED = {
    "leaders.arrivals.light_cavalry_due": {
        "RanOut La Salle's Light Cavalry waits": "leaders:LS-7/1",
        "LeaderIs": "leaders:R-347/2",
    },
    "politics.politics.alliance_ran_out": {"RanOut alliance": "alliances:AL-4/1"},
    "politics.politics.neutrality_over": {"RanOut armed neutrality": "declare:R-313/1"},
    "persia.persia.invasion_ran_out": {"RanOut Persian invasion": "persia:PS-13/1"},
    "events.palestine.revolt_ran_out": {"RanOut Wahhabist revolt": "events:R-15/1"},
    "places.ottoman.dissolve": {"RanOut Ottoman Empire": "ottoman:MI-Tc/1"},
    "revolution.revolution.no_event": {"NoEvent": "events:EV-01/1"},
    "places.polish_revolt.no_event": {"NoEvent": "events:EV-01/2"},
    "leaders.news.won": {"Won": "leaders:LD-F5/1"},
    "leaders.news.won_at_sea": {"WonAtSea": "leaders:NL-2/4"},
    "leaders.news.commanded": {"Commanded": "leaders:R-340/1"},
    "leaders.news.surrendered": {"Begins surrendered": "peace:LD-P3/61"},
    "leaders.news.declared_war": {"DeclaredWar": "declare:LD-A1/61"},
    "leaders.news.poland_destroyed": {"Sets poland.gone": "poland:LD-M4/2"},
    "revolution.amiens.fought_on_land": {"FoughtOnLand": "points:PI-2/1"},
    "politics.dominance.empire_ends": {"TurnBegins": "points:HR-5/13", "Begins dominance": "points:HR-5/11"},
    "leaders.arrivals.due": {
        "TurnBegins": "leaders:LD-A0/1",
        "LeaderIs": "events:LD-B2/301",
        "Sets revolution.stage": "revolution:FR-33/1",
        "Begins dominance": "leaders:LD-A2/301",
    },
    "leaders.rolls.counters_change": {"LeaderIs": "leaders:R-340/11"},
    "leaders.arrivals.war_counts": {"Begins war": "leaders:LD-P1/2"},
    "leaders.arrivals.minors_at_war": {"Begins war": "persia:R-260/11", "Ends war": "persia:R-260/1"},
    "leaders.arrivals.prisoners_of_peace": {"Ends war": "peace:R-339/1"},
    "revolution.revolution.month_of_mutiny": {"TurnBegins": "revolution:R-135/3"},
    "revolution.revolution.follow_bonaparte": {
        "TurnBegins": "revolution:R-23/11",
        "LeaderIs": "revolution:R-23/12",
        "Sets revolution.stage": "revolution:R-23/13",
        "Closes fate of Louis XVI": "revolution:R-146/11",
        "Closes fate of Marie Antoinette": "revolution:R-146/12",
    },
    "revolution.emigres.controller_changed": {"Begins war": "emigres:EM-2/1", "Ends war": "emigres:EM-3/1"},
    "revolution.emigres.income_due": {
        "Begins émigrés": "emigres:R-148/1",
        "Ends émigrés": "emigres:EM-5/6",
        "Begins war": "emigres:EM-5/3",
        "Ends war": "emigres:EM-5/5",
    },
    "revolution.amiens.offer_due": {
        "Begins war": "amiens:R-143/11",
        "Ends war": "amiens:R-143/1",
        "Sets revolution.stage": "revolution:FR-48a/1",
    },
    "politics.politics.co_operation_denied": {
        "Begins war": "peace:R-267/1",
        "Begins denied co-operation": "peace:PC-5/1",
    },
    "politics.politics.access_over": {"Ends alliance": "alliances:R-284/11"},
    "politics.dominance.at_peace": {"Ends war": "peace:DM-3/51", "Begins war": "declare:DM-3/61"},
    "politics.forced.war_over": {"Ends war": "revolution:FP-1/31"},
    "politics.minors_at_war.wars_changed": {"Begins war": "declare:R-170/1", "Ends war": "peace:R-343/31"},
    "politics.egypt.enemy_changed": {
        "Begins war": "declare:SP-5/61",
        "Ends war": "peace:SP-5/71",
        "MinorHeld": "points:SP-5/81",
    },
    "politics.victory.goal_reached": {
        "VictoryPoints": "victory:VI-1/11",
        "Begins out of the game": "victory:VI-1/13",
    },
    "places.polish_wars.wars_changed": {
        "Begins war": "declare:PL-16/1",
        "Ends war": "poland:PL-24/11",
        "Sets poland.revolted": "poland:PL-17/15",
    },
    "politics.wills.opened": {"Ends sealed will": "wills:R-275/11"},
    "places.polish_wars.ended_elsewhere": {"Ends war": "revolution:R-265/5"},
    "naval.counters.blockades_end": {"Ends war": "amiens:R-295/11"},
    "naval.still_owed.fleets_move": {"FleetIs": "naval:R-342/22"},
    "naval.still_owed.peace_made": {"Ends war": "naval:R-346/3"},
    "month.what_month": {"TurnBegins": "month:R-05/4"},
    "month.what_is_to_do": {"TurnBegins": "month:R-05/4", "CampaignBegins": "start:FR-00/1"},
}


def _said(news: News) -> str:
    return f"{news.kind.__name__} {news.what}".strip()


PAIRS = [pytest.param(h, n, id=f"{h.listener} {_said(n)}") for h in HEARS for n in h.news]


# --- The table -------------------------------------------------------------------------------------------------


def test_the_table_and_the_cases_name_the_same_listeners_and_news() -> None:
    assert {h.listener: [_said(n) for n in h.news] for h in HEARS} == {k: list(v) for k, v in NEEDED.items()}
    assert len({h.listener for h in HEARS}) == len(HEARS)


@pytest.mark.parametrize(("hears", "news"), PAIRS)
def test_without_it_a_case_fails(hears: Hears, news: News, monkeypatch: pytest.MonkeyPatch) -> None:
    case = CASES[NEEDED[hears.listener][_said(news)]]
    check(case)
    without = hears._replace(news=tuple(n for n in hears.news if n != news))
    monkeypatch.setattr(consequences, "HEARS", tuple(without if h is hears else h for h in HEARS))
    with pytest.raises((AssertionError, KeyError, RefereeError)):
        check(case)


@pytest.mark.parametrize("hears", HEARS, ids=lambda h: h.listener)
def test_a_listener_is_a_function_of_sheet_news_and_the_state_before(hears: Hears) -> None:
    module, _, name = hears.listener.rpartition(".")
    listener = getattr(import_module(f"eia_ref.empires.{module}"), name)
    assert list(inspect.signature(listener).parameters) == ["sheet", "news", "before"]
    assert listener.__doc__


@pytest.mark.parametrize(("hears", "news"), PAIRS)
def test_news_is_what_the_rules_know(hears: Hears, news: News) -> None:
    """A kind is an effect or a fact; what it is of has a name in the rules, and can happen to it."""
    kind, what = news
    assert kind in (*EFFECTS, *OWN, *FACTS)
    if kind in (Begins, Ends, RanOut):
        data = EMPIRES.rulebook.table("in-force")[what]
        ends = {"months", "ends_when"} & set(data) or what == "alliance"  # whose end its makers say
        assert kind is not RanOut or ends
    elif kind in (Opens, Closes):
        assert what in EMPIRES.rulebook.table("decisions")
    elif kind is Sets:
        part, _, field = what.partition(".")
        assert field in type(getattr(opening(), part)).model_fields
    else:
        assert what == ""


def test_every_function_that_takes_the_news_is_in_the_table() -> None:
    """Nobody waits for what nobody tells him."""
    assert {name for name, has in _functions() if has == ("sheet", "news", "before")} == {h.listener for h in HEARS}


def test_each_fact_is_told_by_somebody_and_heard_by_somebody() -> None:
    heard = {n.kind for h in HEARS for n in h.news}
    told = {
        node.args[0].func.id
        for tree in _trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "tell"
        and isinstance(node.args[0], ast.Call)
        and isinstance(node.args[0].func, ast.Name)
    }
    assert told == {fact.__name__ for fact in FACTS}
    assert set(FACTS) <= heard


def test_a_war_ends_in_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """By informal peace, surrender, Amiens, a conquest, Poland's ways, Persia's, a stage, the émigrés' end."""
    ended, real = [], wars.end_war

    def end_war(sheet: Sheet[Campaign], one: str, other: str, *rules: str) -> None:
        ended.append({one, other})
        real(sheet, one, other, *rules)

    for room in ENDING:
        monkeypatch.setattr(f"eia_ref.empires.{room}.end_war", end_war)
    done = 0
    for case in CASES.values():
        wanted = [name for name in case.get("ended", []) if name.startswith("war (")]
        if wanted:
            ended.clear()
            check(case)
            assert all(set(name[5:-1].split(", ")) in ended for name in wanted), case["id"]
            done += 1
    assert done > 20


def test_a_war_begins_in_one_place() -> None:
    """Nobody but `make_war` begins one: what the two had agreed is over, whatever brings it."""
    where = {
        name
        for name, tree in _trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "begin"
        and any(isinstance(a, ast.Name) and a.id == "WAR" for a in node.args)
    }
    assert where == {"wars"}


# --- Following -------------------------------------------------------------------------------------------------


def _sheet() -> Sheet[Campaign]:
    return Sheet(Position(EMPIRES.rulebook, opening()), RecordedDice([]), 100)


def test_news_that_never_ends_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def again(sheet: Sheet[Campaign], news: Any, before: Campaign) -> None:
        sheet.tell(NoEvent())

    monkeypatch.setattr("eia_ref.empires.revolution.revolution.no_event", again)
    monkeypatch.setattr(consequences, "HEARS", [h for h in HEARS if h.listener == "revolution.revolution.no_event"])
    sheet = _sheet()
    sheet.tell(NoEvent())
    with pytest.raises(RefereeError) as refusal:
        follow(sheet)
    assert refusal.value.code == "no-end"


def test_news_is_heard_once_and_with_the_state_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = []

    def won(sheet: Sheet[Campaign], news: Any, before: Campaign) -> None:
        heard.append((list(news), before))

    monkeypatch.setattr("eia_ref.empires.leaders.news.won", won)
    sheet = _sheet()
    was = sheet.before
    sheet.tell(Won("Kutuzov"))
    sheet.tell(NoEvent)
    sheet.tell(Won("Barclay"))
    follow(sheet)
    follow(sheet)
    assert heard == [([Won("Kutuzov"), Won("Barclay")], was)]


# --- Imports ---------------------------------------------------------------------------------------------------


@functools.cache
def _trees() -> dict[str, ast.Module]:
    """The modules of the game's rules by name, its own commands apart."""
    folder = Path(consequences.__file__).parent
    return {
        ".".join(path.relative_to(folder).with_suffix("").parts): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(folder.rglob("*.py"))
        if "cli" not in path.parts[len(folder.parts) :]
    }


def _functions() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every function of a module, by module.function, with the names of its parameters."""
    for module, tree in _trees().items():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                yield f"{module}.{node.name}", tuple(a.arg for a in node.args.args)


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    """Who imports whom, inside functions too."""
    return grimp.build_graph("eia_ref", cache_dir=None)


def test_no_module_imports_itself_by_way_of_others(graph: grimp.ImportGraph) -> None:
    """What is loaded by name, as the listeners are, is no import."""
    imports = {m: graph.find_modules_directly_imported_by(m) for m in graph.modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as circle:
        pytest.fail("a circle of imports: " + " <- ".join(circle.args[1]))


def test_no_room_imports_another_room_s_commands(graph: grimp.ImportGraph) -> None:
    """What two rooms ask is a query in a module without commands; the game's own command line may import any."""
    wrong = [
        f"{importer} imports {module}"
        for module in (f"eia_ref.empires.{name}" for name in COMMANDS if "." in name)
        for importer in sorted(graph.find_modules_that_directly_import(module))
        if not importer.startswith((module.rpartition(".")[0], "eia_ref.empires.cli"))
    ]
    assert wrong == []
