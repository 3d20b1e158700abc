"""Events and the economic phase as they are typed: odds, attempts at control, figures."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.tools import ROLL, refused
from tests.conftest import Ref


def test_odds_are_exact_and_write_nothing(ref: Ref, spring: Path) -> None:
    before = spring.read_bytes()
    found = ref("event", "odds", "--json").json
    assert spring.read_bytes() == before
    assert sum(Fraction(row["chance"]) for row in found["rows"]) == 1
    assert found["chances"]["a step of the Revolution"]["roll"] == "13/50"
    assert "26.00%" in ref("event", "odds").out


def test_odds_of_one_power(ref: Ref, spring: Path) -> None:
    found = ref("event", "odds", "gb", "--json").json
    chances = {row["id"]: row["chance"] for row in found["rows"]}
    assert chances["EV-46"] == "1/50"
    assert chances["EV-66"] == "1/700"
    assert "EV-74" not in chances
    assert list(found["chances"]) == ["Britain"]
    assert "Austria" in refused(ref, 2, "event", "odds", "Austira")


def test_odds_need_no_list(ref: Ref, place: Path) -> None:
    ref("new", "Bare")
    assert ref("event", "odds").code == 0


def test_an_attempt_as_typed(ref: Ref, spring: Path) -> None:
    assert ref(*ROLL, "--dice", "28 1").code == 0
    typed = ("event", "control", "han", "--modifier", "aus=0, GB=+1")
    said = ref(*typed, "--dice", "6 2", "--forces", "11 infantry", "--json").json
    assert said["outcome"] == "diplomatic swing: Hanover neutral"
    assert ref("audit").code == 0
    assert "no diplomatic event is open" in refused(ref, 1, *typed)


@pytest.mark.parametrize(
    "words", ["Austria", "Austria=", "=1", "Austria=one", "Austria=1.5", "Austria=0,Austria=1", ""]
)
def test_modifiers_that_will_not_do(ref: Ref, spring: Path, words: str) -> None:
    ref(*ROLL, "--dice", "28 1")
    before = spring.read_bytes()
    refused(ref, 2, "event", "control", "Hanover", "--modifier", words)
    assert spring.read_bytes() == before


def test_a_phase_as_typed(ref: Ref, place: Path) -> None:
    ref("new", "March", "--start", "1789-03", "--areas", "Tyrol")
    assert "--trade is missing" in refused(ref, 2, "economy", "collect", "aus", "--tax", "3", "--manpower", "1")
    figures = ("--trade", "3", "--manpower", "1")
    assert "--tax: -3 is less than 0" in refused(ref, 2, "economy", "collect", "aus", "--tax", "-3", *figures)
    assert ref("economy", "collect", "aus", "--tax", "3", *figures).code == 0
    assert "already" in refused(ref, 1, "economy", "collect", "aus", "--tax", "3", *figures)
    assert ref("economy", "spend", "aus", "20", "--on", "a corps").code == 0
    assert "Austria has 6$" in refused(ref, 1, "economy", "spend", "aus", "7", "--on", "a depot")
    assert ref("economy", "adjust", "aus", "--money", "-6", "--because", "a loan").code == 0
    assert "less than 0" in refused(ref, 2, "economy", "adjust", "aus", "--money", "-1", "--because", "a loan")
    assert ref("status", "aus", "--json").json["money"] == 0
    assert ref("audit").code == 0


def test_a_collection_taken_back_is_owed_again(ref: Ref, place: Path) -> None:
    ref("new", "March", "--start", "1789-03", "--areas", "Tyrol")
    ref(*ROLL, "--dice", "32 1")
    typed = ("economy", "collect", "aus", "--tax", "32", "--trade", "0", "--manpower", "1")
    assert ref(*typed, "--json").json["outcome"] == "Austria collects 39$ and 1 manpower"
    assert ref("void", "3", "--because", "the tax was 30").code == 0
    again = ref(*(w if w != "32" else "30" for w in typed), "--json").json
    assert again["outcome"] == "Austria collects 36$ and 1 manpower"
    assert ref("audit").code == 0
