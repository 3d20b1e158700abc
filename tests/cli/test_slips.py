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


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (["pp", "dow", "fra"], "eia-ref pp dow --help says what can be typed"),
        (["pp", "adjust", "fra", "x", "--because", "y"], "N must be a whole number"),
        (["pp", "adjust", "fra", "9" * 5000, "--because", "y"], "N must be a whole number"),
        (["pp", "adjust", "fra", "99999", "--because", "y"], "points: must be at most 1000"),
        (["log", "--last", "-1"], "--last must be at least 0"),
        (["amiens", "answer", "perhaps"], "ANSWER: 'perhaps' is not one of"),
        (["void", "2", "--cascade"], 'eia-ref void 2 --cascade --because "REASON"'),
        (["settle", "9.9", "x"], "open: 1.17"),
    ],
    ids=lambda v: " ".join(v)[:40] if isinstance(v, list) else None,
)
def test_what_is_wrong_is_said_in_a_game_masters_words(ref: Ref, spring: Path, typed: list[str], says: str) -> None:
    assert says in refused(ref, 2, *typed)
    assert "Input should" not in refused(ref, 2, *typed)


def test_what_was_typed_is_not_told_back_at_length(ref: Ref, spring: Path) -> None:
    for typed in (("status", "x" * 5000), ("show", "x" * 5000), ("naval", "fleet", "x" * 5000)):
        said = refused(ref, 2, *typed)
        assert len(said) < 1500, typed
        assert "eia-ref: " in said


def test_powers_may_have_commas_between(ref: Ref, spring: Path) -> None:
    """Wherever several are named, as in `leaders casualty`."""
    ref("settle", "1.17", "neither")
    ref("poland", "revolt", "--because", "agreed", "--dice", "6")
    assert ref("pp", "dow", "prussia", "poland").code == 0
    assert ref("poland", "control", "fra,", "spain", "--dice", "3 4").code == 0
    assert ref("pp", "dow", "france", "austria").code == 0
    assert ref("pp", "dow", "france", "prussia").code == 0
    said = ref("pp", "peace", "conditional", "france", "austria, prussia", "--loser", "A.1", "--json").json
    assert said.get("error", {}).get("code") not in ("unknown-name", "usage"), said


def test_a_refusal_without_a_better_hint_names_its_rule(ref: Ref, spring: Path) -> None:
    said = refused(ref, 1, "pp", "call", "prussia", "spain", "france")
    hint = said.splitlines()[1].strip()
    assert hint == "the rule: eia-ref rules show R-175"
    assert ref(*hint.partition("eia-ref ")[2].split()).code == 0
