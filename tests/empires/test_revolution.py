"""The track of the Revolution as data, what it says of what is in force, and its forecast against brute force."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import count, product
from typing import Any

import pytest

from eia_ref.core.adjudication import Sheet
from eia_ref.core.calendar import Month
from eia_ref.core.dice import Dice, RecordedDice
from eia_ref.core.duties import in_words
from eia_ref.core.odds import decimal, distribution, percent
from eia_ref.core.position import Position
from eia_ref.core.state import Duty
from eia_ref.empires import throne, track
from eia_ref.empires.decisions import leave_open
from eia_ref.empires.event_table import row_for
from eia_ref.empires.game import EMPIRES
from eia_ref.empires.lasting import begin
from eia_ref.empires.revolution.bourbons import RestoreRequest, restore
from eia_ref.empires.revolution.forecast import forecast, monthly, pace, reach
from eia_ref.empires.revolution.manual import AdvanceRequest, ChooseRequest, advance, choose
from eia_ref.empires.revolution.revolution import SUBJECT
from eia_ref.empires.state import Campaign, Leader
from tests.conftest import Ref
from tests.empires.tools import CLAUSES, RULES, opening

STAGES = track.stages(RULES)
JANUARY = Month("1789-01")
ENTRIES = count(100)


def sheet_at(state: Campaign) -> Sheet[Campaign]:
    """A sheet of the next entry, whose dice all show 1."""
    return Sheet(Position(RULES, state), RecordedDice([], _Ones()), next(ENTRIES))


class _Ones:
    """Dice that all show 1."""

    def roll(self, sides: int, purpose: str) -> Any:
        from eia_ref.core.dice import make

        return make(sides, 1, purpose, "engine")

    def unneeded(self, purpose: str) -> None: ...

    def finish(self) -> None: ...


def walked(to: int, fates: tuple[str, str] = ("execute", "execute"), state: Campaign | None = None) -> Campaign:
    """The campaign with the track moved to that stage, France deciding both fates when asked."""
    state = state or begun(opening())
    while track.stage(state) < to:
        sheet = sheet_at(state)
        advance(sheet, AdvanceRequest(because="walked"))
        state = sheet.state
        if any(d.about.startswith("fate of") for d in state.decisions):
            sheet = sheet_at(state)
            choose(sheet, ChooseRequest(answer=fates[0 if track.stage(state) == 21 else 1]))  # type: ignore[arg-type]  # a drawn word
            state = sheet.state
    return state


def begun(state: Campaign) -> Campaign:
    """The campaign with what is in force at its beginning."""
    sheet = sheet_at(state)
    for what in RULES.table("scenario-1789")["at_start"]["in_force"]:
        begin(sheet, what)
    return sheet.state


# --- The data --------------------------------------------------------------------------------------------------


def test_the_track_has_stages_0_to_49_each_with_its_clause() -> None:
    assert [s.number for s in STAGES] == list(range(50))
    assert [s.rule for s in STAGES] == [f"FR-{n:02d}" for n in range(50)]


def test_every_clause_of_a_stage_stands_in_the_stage() -> None:
    text = (RULES.folder / "revolution.toml").read_text(encoding="utf-8")
    elsewhere = {"FR-21d", "FR-25c", "FR-31a", "FR-47b", "FR-48b"}  # in code, or of the board only
    wanted = {id for id in CLAUSES if id.startswith("FR-") and id[3:5].isdigit()}
    assert {id for id in wanted if f'"{id}"' not in text} == elsewhere


def test_whatever_a_stage_ends_was_begun_before_it_or_at_the_start() -> None:
    at_start = RULES.table("scenario-1789")["at_start"]["in_force"]
    for stage in STAGES:
        for flag in stage.ends:
            before = [f for s in STAGES[: stage.number] for f in s.begins]
            assert flag.what in at_start or any(flag.is_of(f) for f in before), (stage.number, flag.what)


# What the house rules star, and where they end it: typed from them. 49 where no end stands there.
LASTS = {
    0: {"trade treaty with France": 20, "royalist leaders only": 6, "France not dominant": 49}
    | {"dear French wars": 10, "artillery for dominant powers": 49},
    1: {"halved taxes": 13, "no French militia": 7},
    2: {"no French wars": 5},
    4: {"French guerrillas": 23, "guerrillas under Turkey": 6},
    8: {"no French wars": 10, "no wars on France": 9},
    9: {"no December taxes": 14},
    11: {"no French wars": 12, "no wars on France": 12},
    12: {"navy mutiny": 35},
    15: {"no French wars": 17, "no wars on France": 17},
    18: {"French guard with the émigrés": 49},
    19: {"no French wars": 20, "no wars on France": 20},
    20: {"free war": 49, "free French forage": 49},
    21: {"allies of France: Turkey only": 49},
    22: {"levee en masse": 44, "half militia": 44},
    25: {"Austria no ally of France": 49},
    30: {"French guerrillas": 34},
    31: {"amalgam": 44},
    44: {"French infantry at 3.5": 49},
}


def test_what_lasts_is_ended_by_the_stage_the_house_rules_say() -> None:
    """Walked from 0 to 46 with both executed: what each stage has put in force for good, and its end."""
    found: dict[int, dict[str, int]] = {}
    state = begun(opening())
    for to in range(47):
        state = walked(to, state=state)
        for thing in track.of_the_track(Position(RULES, state)):
            by, ends = track.begun_by(Position(RULES, state), thing), track.ended_by(Position(RULES, state), thing)
            if by and by.number == to and thing.until is None:
                assert ends, thing.name
                found.setdefault(to, {})[thing.what] = ends.number
    assert found == LASTS


def test_nothing_of_the_track_but_the_offer_of_amiens_and_bonaparte_s_rise_is_left_after_49() -> None:
    state = walked(46)
    state.leaders["Napoleon"] = Leader(status="available", since=JANUARY)
    sheet = sheet_at(state)
    advance(sheet, AdvanceRequest(steps=1, because="walked"))
    assert track.stage(sheet.state) == 49  # Napoleon is there: 48 and 49 follow in the same entry
    left = {t.what for t in track.of_the_track(sheet) if t.until is None}
    assert left == {"offer of Amiens", "Bonaparte may rise"}
    assert track.infantry_morale(sheet.state) == 30


@pytest.mark.parametrize(("to", "morale"), [(0, 30), (43, 30), (44, 35), (46, 35)])
def test_the_morale_of_french_infantry_in_tenths(to: int, morale: int) -> None:
    assert track.infantry_morale(walked(to)) == morale


def test_dominant_at_49_french_infantry_has_morale_4() -> None:
    state = opening()
    sheet = sheet_at(state)
    begin(sheet, "dominance", whom="France")
    assert track.infantry_morale(sheet.state) == 40


# --- The émigrés -----------------------------------------------------------------------------------------------

ORDER = ["Austria", "Britain", "Spain", "Russia", "Prussia", "Turkey"]


def test_who_controls_the_emigres_whoever_is_at_war_with_france() -> None:
    """All 64 ways of being at war with France or not, against the order typed here (EM-2, EM-3)."""
    for fights in product((False, True), repeat=6):
        sheet = sheet_at(opening())
        for n, (power, does) in enumerate(zip(ORDER, fights, strict=True)):
            if does:
                begin(sheet, "war", whom=power if n % 2 else "France", against="France" if n % 2 else power)
        wanted = next((p for p, does in zip(ORDER, fights, strict=True) if does), "Austria")
        assert throne.emigre_controller(sheet) == wanted


# --- The Bourbons ----------------------------------------------------------------------------------------------


def test_a_restored_france_goes_through_all_stages_again() -> None:
    """King spared, the Bourbons restored at 40, the whole track again: the same is in force as the first time."""
    first = walked(40, ("spare", "spare"))
    sheet = sheet_at(first)
    leave_open(sheet, throne.RETURN, "Austria")
    restore(sheet, RestoreRequest(power="Austria"))
    state = sheet.state
    assert (track.stage(state), state.revolution.end, state.revolution.restored) == (0, "1804-01", 1)
    assert {t.what for t in track.of_the_track(sheet)} == {
        t.what for t in track.of_the_track(Position(RULES, begun(opening())))
    }
    again = walked(40, ("spare", "spare"), state)
    names = [sorted(t.name for t in track.of_the_track(Position(RULES, s))) for s in (first, again)]
    assert names[0] == names[1]


# --- The forecast ----------------------------------------------------------------------------------------------


def _steps_of_a_roll(option: str, summer: bool) -> Callable[[Dice], int]:
    """One month's roll on the table as the house rules have it, a second 100 not counted (R-145): how many steps."""

    def no_event(number: int) -> int:
        return int(number <= 25 or (number == 99 and summer and option == "all"))

    def roll(dice: Dice) -> int:
        number = dice.roll(100, "event").value
        if number == 100:
            return sum(no_event(dice.roll(100, "event").value) for _ in range(2))
        return no_event(number)

    return roll


@pytest.mark.parametrize("option", ["all", "table"])
@pytest.mark.parametrize(("month", "summer"), [("1789-01", False), ("1789-07", True)])
def test_a_month_s_steps_are_those_of_every_way_the_dice_can_fall(option: str, month: str, summer: bool) -> None:
    state = opening(month, no_event=option)
    assert row_for(RULES, 100).again == 2
    assert monthly(Position(RULES, state), Month(month)) == distribution(_steps_of_a_roll(option, summer))


def _brute(at: int, last: int, months: list[dict[int, Fraction]]) -> dict[int, list[Fraction]]:
    """Every way all months can go, one by one."""
    found = {s: [Fraction(0)] * len(months) for s in range(at + 1, last + 1)}
    for way in product(*(m.items() for m in months)):
        chance = Fraction(1)
        for _, c in way:
            chance *= c
        stands = at
        for n, (steps, _) in enumerate(way):
            stands = min(stands + steps, last)
            for s in range(at + 1, stands + 1):
                found[s][n] += chance
    return found


@pytest.mark.parametrize("at", [0, 3, 44])
def test_the_forecast_is_that_of_every_way_the_months_can_go(at: int) -> None:
    """Six months into spring, so that the chance changes with the season."""
    state = opening("1789-01")
    chances = [monthly(Position(RULES, state), Month("1789-01").plus(n)) for n in range(6)]
    last = min(at + 5, 47)
    assert reach(at, last, chances) == _brute(at, last, chances)


def _at(stage: int, **fields: Any) -> Campaign:
    state = opening().model_dump(mode="json")
    state |= fields
    state["revolution"] |= {"stage": stage}
    return Campaign.model_validate_json(json.dumps(state))


def test_the_forecast_begins_with_this_month_if_its_event_is_still_to_be_rolled() -> None:
    months, chances = forecast(Position(RULES, _at(46)), Month("1789-04"))
    assert months == [Month("1789-01"), Month("1789-02"), Month("1789-03")]
    assert list(chances) == [47]
    assert forecast(Position(RULES, _at(46, rolled=1)), Month("1789-04"))[0] == months[1:]


def test_the_forecast_s_chances_rise_with_the_months_and_fall_with_the_stages() -> None:
    _, chances = forecast(Position(RULES, _at(0)), Month("1795-01"))
    for found in chances.values():
        assert found == sorted(found)
    for s in range(1, 47):
        assert all(a >= b for a, b in zip(chances[s], chances[s + 1], strict=True))


def test_the_pace_at_the_start() -> None:
    """47 steps in the 162 months from January 1789 to June 1802; a month gives 0.25 and a little more (R-24)."""
    found = pace(Position(RULES, _at(0)))
    assert (found.steps, found.months, found.needed) == (47, 162, Fraction(47, 162))
    assert Fraction(25, 100) < found.gives < Fraction(27, 100)
    assert found.in_words() == [
        "47 steps are left to stage 47, and 162 monthly rolls before July 1802: 0.29 steps a month are needed, "
        "and the table gives 0.26."
    ]


def test_the_pace_when_the_end_date_is_past() -> None:
    found = pace(Position(RULES, _at(40, turn="1803-01")))
    assert found.needed is None
    assert found.in_words() == ["7 steps are left to stage 47, and 0 monthly rolls before July 1802."]


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        *[
            (Fraction(1), "100.0%"),
            (Fraction(99999, 100000), ">99.9%"),
            (Fraction(1, 2), "50.0%"),
            (Fraction(0), "0.0%"),
        ],
        (Fraction(1, 2000), "0.1%"),
    ],
)
def test_a_chance_in_percent(chance: Fraction, said: str) -> None:
    assert percent(chance) == said


def test_decimals_round_half_up() -> None:
    assert [decimal(Fraction(1, 8)), decimal(Fraction(29, 200), 2), decimal(Fraction(3), 1)] == [
        "0.13",
        "0.15",
        "3.0",
    ]


# --- What the commands show ------------------------------------------------------------------------------------


@pytest.fixture
def at_20(ref: Ref) -> Ref:
    """A campaign whose track stands at 20."""
    assert ref("new", "Spring").code == 0
    assert ref("revolution", "advance", "20", "--because", "walked", "--dice", "...").code == 0
    return ref


def test_show_lists_what_is_in_force_with_the_stage_that_set_it_and_the_one_that_ends_it(at_20: Ref) -> None:
    shown = at_20("revolution", "show", "--json").json
    found = {(t["what"], t.get("whom")): (t["set_by"], t["ended_by"]) for t in shown["in_force"]}
    assert found[("navy mutiny", "France")] == (12, 35)
    assert found[("free war", "Spain")] == (20, 49)
    assert found[("free war", "France")] == (20, None)  # it ends with February
    assert found[("short forage", None)] == (None, 49)
    assert found[("French guerrillas", None)] == (4, 23)
    assert (shown["stage"], shown["king"], shown["end"]) == (20, "alive", "1802-07")


def test_the_emigres_are_austria_s_while_nobody_fights_france(at_20: Ref) -> None:
    shown = at_20("emigres", "show", "--json").json
    assert (shown["on_map"], shown["controller"], shown["guerrillas"]) == (True, "Austria", "Austria")


def test_the_forecast_of_one_stage_is_exact_in_json(at_20: Ref) -> None:
    shown = at_20("revolution", "forecast", "21", "--json").json
    first = next(iter(shown["by"].values()))
    winter = monthly(Position(RULES, opening()), JANUARY)
    assert Fraction(first) == 1 - winter[0]


def test_an_economic_phase_is_the_emigres_too() -> None:
    """EM-5: with émigrés on the map, who controls them collects for them; in other months, or with none, nobody."""

    def owed(turn: str, *things: str) -> list[Duty]:
        sheet = Sheet(Position(RULES, opening(turn)), RecordedDice([]), 100)
        begin(sheet, "war", whom="Britain", against="France")
        for thing in things:
            begin(sheet, thing)
        for _ in range(2):
            SUBJECT.duties(sheet)
        return sheet.state.duties

    assert owed("1793-03") == []
    (duty,) = owed("1793-03", "émigrés")
    assert duty.rule == "EM-5"
    assert in_words(RULES, duty).startswith("Britain collects tax and manpower")
    assert owed("1793-04", "émigrés") == []


def test_the_status_tells_the_stage_of_france_alone() -> None:
    for power, told in (("", True), ("France", True), ("Austria", False)):
        shown = EMPIRES.status(Position(RULES, opening()), power, False)
        assert ("French Revolution" in str(shown.sections)) is told
