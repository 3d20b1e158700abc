"""Commands abbreviated, misspelt, or with too little or too much."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.tools import refused
from tests.conftest import Ref


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["stat"], ["status"]),
        (["STATUS"], ["status"]),
        (["ag"], ["agenda"]),
        (["ev", "list"], ["event", "list"]),
        (["event", "li"], ["event", "list"]),
        (["rule", "cov"], ["rules", "coverage"]),
    ],
)
def test_abbreviated_commands(ref: Ref, spring: Path, typed: list[str], meant: list[str]) -> None:
    said = ref(*typed)
    assert said.code == 0
    assert said.out == ref(*meant).out


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        (["statsu"], "status"),
        (["s"], "settle or show or status"),
        (["evnet", "roll"], "event"),
        (["event", "rlol"], "roll"),
        (["turn", "nxt"], "next"),
        (["xyzzy"], "eia-ref --help lists them"),
    ],
)
def test_misspelt_commands(ref: Ref, spring: Path, typed: list[str], nearest: str) -> None:
    said = ref(*typed)
    assert said.code == 2
    assert nearest in said.err


@pytest.mark.parametrize("group", ["event", "turn", "rules"])
def test_a_group_alone_says_what_it_has(ref: Ref, place: Path, group: str) -> None:
    said = ref(group)
    assert said.code in (0, 2)
    assert {"event": "roll", "turn": "next", "rules": "search"}[group] in said.out + said.err


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (["status", "fra", "gb"], "gb"),
        (["status", "--nonsense"], "--nonsense"),
        (["settle"], "DECISION"),
        (["settle", "1.17"], "ANSWER"),
        (["settle", "", "both"], "decision"),
        (["settle", "1,17", "both"], "1.17"),
        (["show"], "N"),
        (["show", "two"], "whole number"),
        (["log", "--last"], "--last"),
        (["void", "two", "--because", "x"], "whole number"),
        (["void", "2", "3", "--because", "x"], "3"),
        (["turn", "next", "now"], "now"),
        (["event", "show"], "ROW"),
        (["event", "roll", "53"], "--dice"),  # what a tired one types
        (["rules", "show"], "ID"),
        (["rules", "search"], "WORDS"),
        (["status", "-c"], "-c"),
        (["new"], "NAME"),
    ],
    ids=lambda v: " ".join(v) if isinstance(v, list) else None,
)
def test_usage(ref: Ref, spring: Path, typed: list[str], says: str) -> None:
    said = refused(ref, 2, *typed)
    assert says in said
    if typed[-1] not in ("-c", "--last"):  # they would take it for their value
        assert ref(*typed, "--json").json["error"]["message"] in said


def test_a_hint_is_no_telephone_book(ref: Ref, spring: Path) -> None:
    """There are 627 rules and 34 rows: not all of them are listed where nothing is near."""
    for typed in (("rules", "show", "[bold]"), ("rules", "show", ""), ("rules", "show", "EV"), ("event", "show", "")):
        assert len(refused(ref, 2, *typed)) < 400, typed


@pytest.mark.parametrize(
    "typed",
    [
        ("persia", "losses", "-5"),
        ("persia", "spend", "-5", "depots"),
        ("persia", "loan", "russia", "-5"),
        ("economy", "spend", "france", "-3", "--on", "ships"),
        ("pp", "burn", "britain", "france", "-1"),
        ("check", "depots", "austria", "-1"),
        ("check", "manpower", "egypt", "-4"),
        ("revolution", "corps", "-3"),
        ("revolution", "advance", "-1"),
    ],
    ids=" ".join,
)
def test_a_number_below_0_is_no_option(ref: Ref, spring: Path, typed: tuple[str, ...]) -> None:
    said = ref(*typed)
    assert said.code in (1, 2)
    assert "option" not in said.err
