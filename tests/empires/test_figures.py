"""Figures that no state holds, typed from the house rules."""

from __future__ import annotations

from typing import Any

import pytest

from eia_ref.core.charts import cells, figure, printed
from eia_ref.core.errors import RefereeError
from eia_ref.core.position import Position
from eia_ref.empires.charts import track
from eia_ref.empires.game import EMPIRES
from eia_ref.empires.powers import all_powers, find_power
from eia_ref.empires.status import view
from tests.empires.tools import RULES, opening

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


@pytest.mark.parametrize(("choice", "which"), [("standard", 0), ("extended", 1)])
def test_the_victory_goal_played_for_is_the_rules_figure(choice: str, which: int) -> None:
    data = view(Position(RULES, opening(goal=choice)), "", False).data["powers"]
    assert {d["power"]: d["goal"] for d in data} == {power: both[which] for power, both in GOALS.items()}  # GO-1


def test_the_depot_limit_is_the_rules_figure() -> None:
    data = view(Position(RULES, opening()), "", False).data["powers"]
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
    assert opening().in_play() == order


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
    assert list(track(RULES)) == ["F", "I", "N", "D"]
    assert track(RULES)["N"] >= 10  # Russia starts at N10
    state = opening()
    printed = cells(RULES, state, "political-status")
    given = {name for name, cell in printed.items() if cell.value is not None and not name.startswith("boxes of")}
    assert given == {"last of Neutral"}  # the only figure known
    assert figure(Position(RULES, state), "political-status", "last of Neutral") == 8
    assert [state.moved("N10", 1), state.moved("N1", -1), state.room("F1", -1)] == ["D1", "I10", 0]


def test_a_campaign_can_t_begin_before_the_rules_do() -> None:
    with pytest.raises(RefereeError):
        opening("1788-12")


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
        ({}, {"fleets": ["fleet I"]}),
        ({}, {"leaders": {"France": ["Ney"]}}),
        ({}, {"fleets": {"Sweden": ["fleet I"]}}),
    ],
)
def test_a_header_with_what_is_no_option_or_no_list_is_refused(
    options: dict[str, Any], lists: dict[str, Any]
) -> None:
    with pytest.raises(RefereeError):
        EMPIRES.settings(RULES, options, lists)


def test_the_naval_charts_hold_what_the_charts_they_are_read_with_have() -> None:
    """The tables of the combat resolution chart, the percentages of the rounding chart."""
    tables = printed(RULES, "naval-tactical").cells["melee against melee"].holds.one_of
    assert tables == list(RULES.table("charts/combat-resolution")["table"])
    chase = printed(RULES, "naval-aftermath").cells["chase, row 0"].holds.one_of
    assert chase == [0, *map(int, RULES.table("charts/rounding")["percent"])]
