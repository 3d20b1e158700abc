"""Notes, names, and options wherever they stand."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from tests.conftest import Ref


def test_note_and_name_are_kept(ref: Ref, under_way: Path) -> None:
    entry = ref("show", "2", "--json").json
    assert (entry["note"], entry["by"]) == ("at Anna's", "Björn")
    out = ref("show", "2").out
    assert "by Björn" in out
    assert "at Anna's" in out
    assert "at Anna's" in ref("log").out
    assert "at Anna's" not in ref("show", "3").out
    ref("turn", "next", "--note", "late", "--by", "Clio")
    ref("void", "2", "--because", "x", "--note", "sorry", "--by", "Clio")
    for number, note in ((4, "late"), (5, "sorry")):
        entry = ref("show", str(number), "--json").json
        assert (entry["note"], entry["by"]) == (note, "Clio")


@pytest.mark.parametrize("order", list(itertools.permutations(range(5)))[::17])
def test_options_in_any_order(ref: Ref, spring: Path, order: tuple[int, ...]) -> None:
    options = [["--json"], ["--dice", "53 2 4 1"], ["-c", "spring"], ["--note", "n"], ["--by=b"]]
    said = ref("event", "roll", *(word for i in order for word in options[i]))
    assert said.code == 0
    assert (said.json["outcome"], said.json["note"], said.json["by"]) == ("famine", "n", "b")


def test_options_before_and_after_arguments(ref: Ref, spring: Path) -> None:
    assert ref("settle", "--json", "1.17", "--note", "n", "both", "--by", "b").json["note"] == "n"
    assert ref("status", "--plain", "fra").out == ref("status", "fra", "--plain").out


def test_an_option_before_the_command_says_where_it_goes(ref: Ref, spring: Path) -> None:
    said = ref("--json", "status")
    assert said.code == 2
    assert "after" in said.json["error"]["hint"]
    assert ref("-c", "spring", "status").code == 2
