"""Points, victory and charts where a case can't show it: every number of corps, and whole campaigns at the table."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eia_ref.core import charts
from eia_ref.core.adjudication import Sheet, adjudicate
from eia_ref.core.dice import RecordedDice
from eia_ref.core.effects import ChartFilled, apply
from eia_ref.core.errors import CantApply, RefereeError
from eia_ref.core.position import Position
from eia_ref.core.state import Filled
from eia_ref.empires.effects import Collected, PoliticalPoints, TrackBoxes, VictoryPoints
from eia_ref.empires.game import EMPIRES
from eia_ref.empires.politics.battle_points import award
from eia_ref.empires.politics.victory import BurnRequest, cell_of
from eia_ref.empires.powers import all_powers
from eia_ref.empires.state import Campaign
from tests.conftest import Ref
from tests.empires.tools import RULES, asked_of, opening, to_do

POWERS = all_powers(RULES)
EVERY_BOX = {f"political-status: {z}{n}": Filled(value=n, by="test") for z in "FIND" for n in range(1, 11)}


def _sheet(state: Campaign) -> Sheet[Campaign]:
    return Sheet(Position(RULES, state), RecordedDice([]), 100)


# --- Battles ---------------------------------------------------------------------------------------------------


@given(st.permutations(POWERS), st.integers(1, 3), st.lists(st.integers(0, 12), min_size=1, max_size=3))
@settings(max_examples=80, deadline=None)
def test_a_battle_is_half_a_point_a_corps_rounded_up_and_at_most_3(
    powers: list[str], winners: int, corps: list[int]
) -> None:
    """Against the exact fraction: winners by all the corps beaten, losers by their own (R-34, R-186)."""
    won, lost = powers[:winners], dict(zip(powers[winners:], corps, strict=False))
    sheet = _sheet(opening())
    award(sheet, won, lost)
    net = {e.power: e.change for e in sheet.effects if isinstance(e, PoliticalPoints)}
    half = {p: min(3, ceil(Fraction(n, 2))) for p, n in lost.items()}
    gain = min(3, ceil(Fraction(sum(corps), 2)))
    expected = {**dict.fromkeys(won, gain), **{p: -n for p, n in half.items()}}
    assert net == {p: n for p, n in expected.items() if n}


def test_an_entry_holds_values_so_that_a_later_change_leaves_it_as_it_was(ref: Ref, spring: Path) -> None:
    """FC-37: the limit of a battle is raised by a vote; the battle before it keeps its points, and audits clean."""
    assert ref("pp", "battle", "--won", "Austria", "--lost", "France 9").code == 0
    before = ref("show", "2", "--json").json
    assert ref("chart", "fill", "political-points", "battle, at", "5", "--because", "Anna", "--vote", "all").code == 0
    assert ref("pp", "battle", "--won", "Austria", "--lost", "France 9", "--another", "next week").code == 0
    assert ref("show", "2", "--json").json == before
    assert [e["change"] for e in before["effects"] if e["kind"] == "political points"] == [3, -3]
    after = ref("show", "4", "--json").json["effects"]
    assert [e["change"] for e in after if e["kind"] == "political points"] == [5, -5]
    assert ref("audit").code == 0


def test_a_point_announced_and_withdrawn_is_void_with_its_reason(ref: Ref, spring: Path) -> None:
    """FC-09: the entry that takes it back names the first and keeps the reason; the first stands unchanged."""
    assert ref("pp", "adjust", "France", "-1", "--because", "lost control of Hesse").code == 0
    first = ref("show", "2", "--json").json
    assert ref("void", "2", "--because", "nobody took Hesse up").code == 0
    back = ref("show", "3", "--json").json
    assert back["voids"] == [2]
    assert "nobody took Hesse up" in " ".join(back["text"])
    assert ref("show", "2", "--json").json["effects"] == first["effects"]
    assert ref("status", "France", "--json").json["political"] == "N1"
    assert ref("audit").code == 0


def test_a_void_battle_may_be_entered_again(ref: Ref, spring: Path) -> None:
    battle = ("pp", "battle", "--won", "Austria", "--lost", "France 3", "--at", "Valmy")
    assert ref(*battle).code == 0
    assert ref(*battle).code == 1
    assert ref("void", "2", "--because", "a skirmish").code == 0
    assert ref(*battle).code == 0


# --- Charts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chart", ["political-points", "political-status"])
def test_a_cell_says_what_it_is_and_a_known_one_where_it_is_from(chart: str) -> None:
    for name, cell in charts.cells(RULES, None, chart).items():
        assert cell.says, name
        assert (cell.value is None) == (cell.sure == "empty"), name
        if cell.sure != "assumed":
            assert bool(cell.source) == (cell.value is not None), name


def test_a_command_that_needs_an_empty_cell_names_it_and_what_to_type() -> None:
    with pytest.raises(RefereeError) as refusal:
        charts.figure(Position(RULES, opening()), "political-points", "siege won")
    assert refusal.value.code == "empty-cell"
    assert "siege won" in refusal.value.message
    assert refusal.value.hint.startswith('eia-ref chart fill political-points "siege won" ')


def test_a_campaign_s_own_figure_comes_before_the_rulebook_s() -> None:
    state = opening()
    assert charts.figure(Position(RULES, state), "political-points", "battle, at most") == 3
    own = Filled(value=4, by="test")
    state = apply(state, [ChartFilled(cell="political-points: battle, at most", now=own)])
    assert charts.figure(Position(RULES, state), "political-points", "battle, at most") == 4


@pytest.mark.parametrize(
    "effect",
    [
        ChartFilled(cell="political-status: N6", now=Filled(value=4, by="Anna")),
        TrackBoxes(zone="D", was=10, now=12),
        Collected(month=opening().month, power="France", points=3),
    ],
    ids=lambda effect: effect.kind,
)
def test_effects_and_their_opposites(effect: Any) -> None:
    before = opening()
    after = apply(before, [effect])
    assert after != before
    assert apply(after, [effect.opposite()]) == before
    assert effect.opposite().opposite() == effect
    with pytest.raises(CantApply):
        apply(after, [effect])


def test_a_zone_keeps_the_boxes_markers_stand_in() -> None:
    with pytest.raises(CantApply, match="Russia stands at N10"):
        apply(opening(), [TrackBoxes(zone="N", was=10, now=9)])


def test_the_last_neutral_box_is_worth_8_wherever_the_campaign_puts_it() -> None:
    """R-187: the figure known is the end's; a box with a figure of its own has that."""
    state = opening()
    assert cell_of(Position(RULES, state), "N10") == "last of Neutral"
    twelve = ChartFilled(cell="political-status: boxes of Neutral", now=Filled(value=12, by="test"))
    longer = apply(state, [TrackBoxes(zone="N", was=10, now=12), twelve])
    assert [cell_of(Position(RULES, longer), box) for box in ("N10", "N12")] == ["N10", "last of Neutral"]
    filled = apply(state, [ChartFilled(cell="political-status: N10", now=Filled(value=7, by="test"))])
    assert cell_of(Position(RULES, filled), "N10") == "N10"
    assert cell_of(Position(RULES, state), "D10") == "D10"


def test_charts_are_shown_and_filled_at_the_table(ref: Ref, spring: Path) -> None:
    assert "political-points" in ref("chart", "show").out
    assert ref("chart", "fill", "political-st", "N6", "4", "--because", "Anna's board").code == 0
    shown = ref("chart", "show", "political-status", "--json").json
    assert shown["cells"]["N6"]["value"] == 4
    assert shown["cells"]["N6"]["how"] == "filled in, Anna's board"
    assert shown["cells"]["N5"]["value"] is None
    assert "Fill one in with eia-ref chart fill political-status" in " ".join(
        ref("chart", "show", "political-status").out.split()
    )
    assert ref("chart", "fill", "political-points", "siege won", "-1", "--because", "Anna").code == 0
    assert ref("chart", "fill", "political-points", "siege won", "x", "--because", "Anna").code == 2
    assert ref("chart", "fill", "political-points", "alliance made", "2", "--because", "Anna").code == 1
    assert ref("chart", "show", "narnia").code == 2
    assert ref("audit").code == 0


def test_charts_are_shown_without_a_campaign(ref: Ref) -> None:
    found = ref("chart", "show", "political-status", "--json").json
    assert found["cells"]["last of Neutral"]["value"] == 8
    assert found["cells"]["D10"]["value"] is None


def test_what_is_assumed_is_noted_until_it_is_confirmed(ref: Ref, spring: Path) -> None:
    """R-33: `status` and `audit` say so."""
    assert any("F 10, I 10, N 10, D 10" in note for note in ref("status", "--json").json["notes"])
    for zone in ("Fiasco", "Instability", "Neutral", "Dominant"):
        assert ref("chart", "fill", "political-status", f"boxes of {zone}", "10", "--because", "Anna").code == 0
    assert not any("assumed" in note for note in ref("status", "--json").json["notes"])
    assert "assumed" not in ref("audit").out


# --- Victory points --------------------------------------------------------------------------------------------


def test_victory_points_are_to_be_collected_whether_the_boxes_are_known_or_not() -> None:
    """The month waits for `pp vp`, which asks for the figures it lacks (R-187)."""
    state = asked_of(opening("1789-03"))
    (task,) = [t for t in to_do(state) if t.rule == "R-187"]
    assert (task.must, task.type) == (True, ("eia-ref pp vp",))
    with pytest.raises(RefereeError, match="N6"):
        adjudicate(Position(RULES, state), EMPIRES.adjudicator("pp vp"), _request("pp vp"), RecordedDice([]), 100)
    state.charts.update(EVERY_BOX)
    done = adjudicate(Position(RULES, state), EMPIRES.adjudicator("pp vp"), _request("pp vp"), RecordedDice([]), 100)
    assert [t for t in to_do(done.after) if t.rule == "R-187"] == []


def _request(command: str, **said: Any) -> Any:
    return EMPIRES.adjudicator(command).request(**said)


@given(
    st.dictionaries(st.sampled_from(POWERS), st.sampled_from([b.partition(": ")[2] for b in EVERY_BOX]), min_size=1),
    st.integers(1, 12),
)
@settings(max_examples=60, deadline=None)
def test_a_power_gains_what_its_box_says_and_burning_takes_a_third_at_most(boxes: dict[str, str], wish: int) -> None:
    state = opening("1805-06")
    state.charts.update(EVERY_BOX)
    for power, box in boxes.items():
        state.powers[power] = state.power(power).model_copy(update={"political": box})
    state.powers["France"] = state.power("France").model_copy(update={"victory": 100})
    at_war = {"id": "9.1", "what": "war", "rule": "R-30", "since": "1805-01", "whom": "France", "against": "Britain"}
    state = Campaign.model_validate({**state.model_dump(), "in_force": [at_war]})
    done = adjudicate(Position(RULES, state), EMPIRES.adjudicator("pp vp"), _request("pp vp"), RecordedDice([]), 100)
    gains = {p: int(state.power(p).political[1:]) for p in POWERS}
    after: Campaign = done.after
    assert {p: after.power(p).victory - state.power(p).victory for p in POWERS} == gains
    ask = BurnRequest(power="Britain", enemy="France", points=wish)
    burn = EMPIRES.adjudicator("pp burn")
    if wish > gains["Britain"] // 3:
        with pytest.raises(RefereeError):
            adjudicate(Position(RULES, after), burn, ask, RecordedDice([]), 101)
    else:
        burned = adjudicate(Position(RULES, after), burn, ask, RecordedDice([]), 101)
        lost = [(e.power, e.change) for e in burned.effects if isinstance(e, VictoryPoints)]
        assert lost == [("Britain", -wish), ("France", -wish)]


def test_where_the_powers_stand_is_shown(ref: Ref, spring: Path) -> None:
    shown = ref("pp", "show", "--json").json["powers"]
    assert [s["power"] for s in shown] == POWERS
    russia = next(s for s in shown if s["power"] == "Russia")
    assert russia == {
        "power": "Russia",
        "box": "N10",
        "zone": "Neutral",
        "worth": 8,
        "vp": 0,
        "goal": 730,
        "dominant": False,
        "run_by": None,
        "won": False,
    }
    assert next(s for s in shown if s["power"] == "Austria")["worth"] is None
    assert ref("pp", "bids", "Spain", "--bid", "Austria 5", "--bid", "France 3").code == 0
    assert "out of the game, run by Austria" in " ".join(ref("pp", "show", "spain").out.split())
    assert ref("pp", "show", "narnia").code == 2


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        (("pp", "battle"), 2),
        (("pp", "battle", "--won", "France", "--lost", "Austria"), 2),
        (("pp", "battle", "--won", "France", "--lost", "Austria 2, Austria 3"), 2),
        (("pp", "battle", "--won", "France", "--lost", "Austria -2"), 2),
        (("pp", "battle", "--won", "France", "--lost", "Austria 2", "--pursuit", "-1"), 2),
        (("pp", "battle", "--won", "France", "--lost", "Austria 2", "--leader", "Nobody"), 2),
        (("pp", "siege", "France"), 2),
        (("pp", "forced", "France"), 2),
        (("pp", "forced", "France", "--through", "Bavaria"), 1),
        (("pp", "conquer", "France", "Baden"), 2),
        (("pp", "conquer", "France", "Baden", "--since", "1789-13"), 2),
        (("pp", "conquer", "France", "Nowhere", "--since", "1789-01"), 2),
        (("pp", "adjust", "France", "-2"), 2),
        (("pp", "adjust", "France", "5000", "--because", "x"), 2),
        (("pp", "dominance", "France", "--because", "x"), 2),
        (("pp", "dominance", "France", "--gained", "--because", "x"), 1),
        (("pp", "vp"), 1),
        (("pp", "burn", "Britain", "France", "1"), 1),
        (("pp", "burn", "France", "Britain", "1"), 1),
        (("pp", "victory"), 1),
        (("pp", "bids", "Spain"), 2),
        (("pp", "bids", "Spain", "--bid", "Spain 3"), 1),
        (("pp", "egypt", "--ships", "20"), 1),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_what_can_t_be_is_refused_and_nothing_is_written(
    ref: Ref, spring: Path, typed: tuple[str, ...], code: int
) -> None:
    before = spring.read_bytes()
    said = ref(*typed)
    assert said.code == code, said
    assert said.err.startswith("eia-ref: ")
    assert spring.read_bytes() == before


def test_after_the_last_month_no_event_is_to_be_rolled(ref: Ref) -> None:
    """December 1815 is played out; January 1816 asks for nothing more (VI-3)."""
    powers = "Austria 1, Britain 1, France 1, Prussia 1, Russia 1, Spain 1, Turkey 1"
    typed = [
        ("new", "End", "--start", "1815-12"),
        ("settle", "1.15", "neither fights"),
        ("event", "roll", "--dice", "46"),
        *(
            ("chart", "fill", "political-status", box, "5", "--because", "our copy")
            for box in ("N1", "N4", "N6", "N9")
        ),
        ("pp", "vp"),
        ("pp", "victory", "--manpower", powers),
        ("duty", "set-aside", "collect", "--because", "the campaign is over"),
        *[("turn", "next")] * 3,
    ]
    for words in typed:
        done = ref(*words)
        assert done.code == 0, (words, done.err)
    assert "March 1816 begins" in done.out
    assert ref("turn", "next").code == 0


def test_who_has_won_is_owed_until_it_is_said(ref: Ref) -> None:
    """The last month is not left without it; left open it stays, and what was not collected is lost (VI-4, R-187)."""
    powers = "Austria 1, Britain 1, France 1, Prussia 1, Russia 1, Spain 1, Turkey 1"
    for words in (("new", "End", "--start", "1815-12"), ("settle", "1.15", "neither fights")):
        assert ref(*words).code == 0
    assert "who has won is not said (R-35)" in ref("turn", "next").err
    left = ref("turn", "next", "--leave-open")
    assert "Left open: who has won is not said; it stays." in " ".join(left.out.split())
    assert "decided" not in left.out
    assert "what was not collected in one is not collected later" in ref("pp", "vp").err
    for _ in range(2):
        assert ref("turn", "next").code == 1
        assert ref("turn", "next", "--leave-open").code == 0
    assert "the phase of December 1815 was the last (VI-4)" in ref("pp", "vp").err
    assert ref("pp", "victory", "--manpower", powers).code == 0
    assert ref("turn", "next").code == 0
    assert "Clean" in ref("audit").out
