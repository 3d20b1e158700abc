"""Dice from the table, as they are typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.tools import ROLL, refused
from tests.conftest import Ref


@pytest.mark.parametrize("dice", ["53 2 4 1", "53,2,4,1", " 53, 2 ,4 1 ", "053 02 4 1", "53\n2\t4 1", "53 2 4 1 ..."])
def test_ways_to_write_dice(ref: Ref, spring: Path, dice: str) -> None:
    said = ref(*ROLL, "--dice", dice, "--json")
    assert said.code == 0
    assert [(d["value"], d["source"]) for d in said.json["dice"]] == [(n, "table") for n in (53, 2, 4, 1)]


@pytest.mark.parametrize(
    ("dice", "says"),
    [
        ("", "empty"),
        ("   ", "empty"),
        (",", "empty"),
        ("abc", "abc"),
        ("53 two", "two"),
        ("0", "1 to 100"),
        ("000", "1 to 100"),
        ("101", "1 to 100"),
        ("999999", "1 to 100"),
        ("-1", "-1"),
        ("+5", "+5"),
        ("1e3", "1e3"),
        ("1.5", "1.5"),
        ("0x1", "0x1"),
        ("1_0", "1_0"),
        ("٣", "٣"),
        ("５３", "５３"),
        ("53;2", "53;2"),
        ("... 53", "..."),
        ("53 ... 2", "..."),
        ("53...", "53..."),
        ("53 0", "1 to 3"),
        ("53 4", "1 to 3"),
        ("53 00", "1 to 3"),
        ("53", "d3 for areas with famine"),
        ("53 2", "d5 for area 1 with famine"),
        ("53 2 4 1 5", "1 more than was asked for: 5"),
        ("1 1 1", "1 more"),
        ("00", "random event, roll 2"),
        ("\x1b[31m", "--dice"),
        ("\udcff", "--dice"),
    ],
)
def test_dice_that_will_not_do(ref: Ref, spring: Path, dice: str, says: str) -> None:
    before = spring.read_bytes()
    assert says in refused(ref, 2, *ROLL, "--dice", dice)
    assert spring.read_bytes() == before


@pytest.mark.parametrize("dice", ["9" * 5000, "5 " * 5000, "x" * 5000])
def test_very_long_dice_get_a_short_answer(ref: Ref, spring: Path, dice: str) -> None:
    assert len(refused(ref, 2, *ROLL, "--dice", dice)) < 1000


def test_a_missing_die_says_what_to_type(ref: Ref, spring: Path) -> None:
    said = refused(ref, 2, *ROLL, "--dice", "53 2")
    assert '--dice "53 2 N"' in said
    assert '--dice "53 2 ..."' in said
    assert ref(*ROLL, "--dice", "53 2", "--json").json["error"]["code"] == "die-missing"
    assert ref(*ROLL, "--dice", "1 1 1", "--json").json["error"]["code"] == "die-left-over"
    assert ref(*ROLL, "--dice", "101", "--json").json["error"]["code"] == "die-range"


def test_the_referee_rolls_the_rest(ref: Ref, spring: Path) -> None:
    found = ref(*ROLL, "--dice", "53 2 ...", "--json").json
    assert [d["source"] for d in found["dice"]] == ["table", "table", "engine", "engine"]


def test_zero_zero_is_a_hundred(ref: Ref, spring: Path) -> None:
    found = ref(*ROLL, "--dice", "00 1 2 1 3", "--json").json
    assert [d["value"] for d in found["dice"]] == [100, 1, 2, 1, 3]
    assert found["outcome"].endswith("no event, no event")


@pytest.mark.parametrize(
    "typed",
    [
        ("turn", "next", "--leave-open"),
        ("settle", "1.17", "both"),
        ("void", "2", "--because", "x"),
        ("new", "Other"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("option", [("--dice", "5"), ("--dice", "5 ..."), ("--new-dice", "why")], ids=" ".join)
def test_dice_for_a_command_that_rolls_none(
    ref: Ref, spring: Path, place: Path, typed: tuple[str, ...], option: tuple[str, ...]
) -> None:
    ref(*ROLL, "--dice", "53 2 4 1")
    before = spring.read_bytes()
    said = refused(ref, 2, *typed, *option)
    assert 'after --dice ""' not in said  # there is nothing to type after it: it is to be left out
    assert spring.read_bytes() == before
    assert not (place / "campaigns" / "other.toml").exists()


@pytest.mark.parametrize("typed", [("status",), ("agenda",), ("log",), ("audit",), ("event", "list")], ids=" ".join)
def test_reading_commands_take_no_dice(ref: Ref, spring: Path, typed: tuple[str, ...]) -> None:
    assert "--dice" in refused(ref, 2, *typed, "--dice", "5")
    refused(ref, 2, *typed, "--dry-run")
