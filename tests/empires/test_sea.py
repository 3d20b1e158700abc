"""The war at sea beside battles: what others ask of the fleets, and blockades against a plain twin over every die."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from eia_ref.core.adjudication import Sheet, adjudicate
from eia_ref.core.calendar import Month
from eia_ref.core.dice import Dice, RecordedDice, TableDice
from eia_ref.core.effects import Ends, as_a
from eia_ref.core.errors import CantApply, RefereeError
from eia_ref.core.odds import distribution
from eia_ref.core.position import Position
from eia_ref.empires.effects import FleetIs
from eia_ref.empires.game import EMPIRES
from eia_ref.empires.lasting import begin
from eia_ref.empires.naval.admirals import naval
from eia_ref.empires.naval.blockade import BlockadeRequest
from eia_ref.empires.naval.counters import agenda
from eia_ref.empires.naval.fleets import lose, ships_of
from eia_ref.empires.naval.ports import place
from eia_ref.empires.naval.sea import EvadeRequest
from eia_ref.empires.state import Campaign, Fleet, Leader
from tests.empires.tools import CLAUSES, RULES, opening

TOULON = Fleet(power="France", ships=15, at="port of Toulon")
CADIZ = Fleet(power="Spain", ships=20, at="port of Cadiz")
BREST = Fleet(power="France", ships=23, at="port of Brest")


def _at_sea(**leaders: str) -> Campaign:
    state = opening("1804-01")
    state.fleets.update({"Toulon": TOULON, "Cadiz": CADIZ, "Brest": BREST})
    state.leaders.update({n: Leader(status="available", since=state.month) for n in leaders})
    return state


def test_the_ships_of_fleets_are_counted_by_nation() -> None:
    state = _at_sea()
    assert ships_of(state, ["brest", "Cadiz", "TOULON"]) == {"France": 38, "Spain": 20}
    assert ships_of(state, []) == {}
    for wrong in (["Ferrol"], ["Brest", "brest"]):
        with pytest.raises(RefereeError):
            ships_of(state, wrong)
    with pytest.raises(RefereeError, match="no fleet is called"):
        ships_of(opening(), ["Brest"])


def test_a_fleet_loses_ships_to_the_last_and_no_further() -> None:
    sheet = Sheet(Position(RULES, _at_sea()), RecordedDice([]), 7)
    lose(sheet, "brest", 0)
    assert sheet.effects == []
    lose(sheet, "brest", 5)
    assert sheet.state.fleets["Brest"].ships == 18
    for wrong in (19, -1):
        with pytest.raises(RefereeError, match="has 18 ships"):
            lose(sheet, "Brest", wrong)
    lose(sheet, "Brest", 18)
    assert list(sheet.state.fleets) == ["Toulon", "Cadiz"]
    assert "no ship left" in sheet.text[-1]


def test_the_agenda_says_who_has_to_announce() -> None:
    state = _at_sea()
    state.fleets["Brest"] = BREST.model_copy(update={"blockaded_since": Month("1803-12")})
    state.fleets["Toulon"] = TOULON.model_copy(update={"blockaded_since": state.month})
    assert [(d.what.partition(" announces")[0], d.rule) for d in agenda(Position(RULES, state))] == [
        ("Brest (France)", "FS-2")
    ]


def test_the_agenda_names_who_may_flee_while_he_may() -> None:
    """FL-1, R-220: those on whom war was declared this month, not the declarer, and not who has fled."""
    state = _at_sea()
    state.fleets.clear()
    sheet = Sheet(Position(RULES, state), RecordedDice([]), 7)
    begin(sheet, "war", whom="Britain", against="France")
    begin(sheet, "war", whom="Persia", against="Russia", rule="PS-6")
    (due,) = agenda(sheet)
    assert due.what == "France may flee at sea before naval movement: Britain declared war on it this month"
    assert (due.rule, due.type) == ("FL-1", ('eia-ref naval flee France --fleet "NAME=PLACE"',))
    fled = begin(sheet, "fled at sea", whom="France")
    assert agenda(sheet) == []
    sheet.apply(as_a(Ends, fled))
    sheet.state.turn = Month("1804-02")
    assert agenda(sheet) == []


def test_a_fleet_that_stands_otherwise_is_not_overwritten() -> None:
    state = _at_sea()
    with pytest.raises(CantApply):
        FleetIs(fleet="Brest", was=TOULON, now=None).apply(state)
    with pytest.raises(CantApply):
        FleetIs(fleet="Ferrol", was=CADIZ, now=None).apply(state)
    FleetIs(fleet="Ferrol").apply(state)  # not there, and not there


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        *[
            ("port brest", "port of Brest"),
            ("Port of  Brest", "port of Brest"),
            ("BB brest", "blockade box of Brest"),
        ],
        *[("blockade box of Brest", "blockade box of Brest"), ("box Brest", "blockade box of Brest")],
        *[("in the port of brest", "port of Brest"), ("Brest harbour", "port of Brest")],
        *[("at the box of Brest", "blockade box of Brest"), ("Brest's blockade box", "blockade box of Brest")],
        *[("bay of Biscay", "Bay of Biscay"), ("Portuguese coast", "Portuguese coast"), ("", "")],
        *[("at sea, Bay of Biscay", "Bay of Biscay"), ("Portland Bill", "Portland Bill")],
    ],
)
def test_a_place_is_kept_one_way(said: str, kept: str) -> None:
    assert place(said) == kept
    assert place(kept) == kept


@pytest.mark.parametrize(
    "said", ["port", "the port", "in port", "Port of", "in the harbour", "box", "the blockade box"]
)
def test_a_port_without_a_name_is_no_place(said: str) -> None:
    with pytest.raises(RefereeError, match="of which port"):
        place(said)


def test_what_is_said_of_the_admirals_is_in_clauses() -> None:
    clauses = [id for ids in RULES.table("sea")["leaders"].values() for id in ids]
    assert [id for id in clauses if id not in CLAUSES] == []
    assert {f"NL-{n}" for n in range(1, 17)} <= set(clauses)
    assert len(naval(Position(RULES, opening()))) == 9


def _outcome(command: str, request: Any, state: Campaign, dice: Dice) -> str:
    return adjudicate(Position(RULES, state), EMPIRES.adjudicator(command), request, dice, 100).outcome


@pytest.mark.parametrize("villeneuve", [False, True])
def test_a_blockade_test_is_its_plain_twin_on_every_die(villeneuve: bool) -> None:
    state = _at_sea(Villeneuve="") if villeneuve else _at_sea()
    request = BlockadeRequest(
        port="Brest", power="France", stacks=["Britain", "Spain"], leaders=["Villeneuve"] if villeneuve else []
    )
    for inside, british, spanish in product(range(1, 7), repeat=3):
        off = 1 if villeneuve else 0
        totals = [british + 1 - off, spanish - off]
        holds = [total >= inside for total in totals]
        if not any(holds):
            twin = "the blockade of Brest is broken"
        elif holds == [True, False]:
            twin = "the blockade of Brest holds without stack 2, Spain"
        elif holds == [False, True]:
            twin = "the blockade of Brest holds without stack 1, Britain"
        elif min(totals) - inside >= 2:
            twin = "the blockade of Brest holds, and a blockade battle begins"
        else:
            twin = "the blockade of Brest holds"
        found = _outcome("naval blockade-test", request, state, TableDice(f"{inside} {british} {spanish}"))
        assert found == twin, (inside, british, spanish)


def test_evasion_is_one_in_three_and_under_villeneuve_one_in_two() -> None:
    state = _at_sea(Villeneuve="")

    def odds(**said: str) -> Fraction:
        request = EvadeRequest(power="France", **said)
        return distribution(lambda dice: _outcome("naval evade", request, state, dice))["France evades"]

    assert odds() == Fraction(1, 3)
    assert odds(leader="Villeneuve") == Fraction(1, 2)
