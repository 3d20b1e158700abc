"""Trials: nothing is written, and what would be refused is refused."""

from __future__ import annotations

import itertools
from pathlib import Path
from unittest import mock

import pytest

from tests.cli.tools import ADJUDICATES, FAMINE
from tests.conftest import Ref


@pytest.mark.parametrize("typed", ADJUDICATES, ids=" ".join)
@pytest.mark.usefixtures("trade")
def test_a_dry_run_writes_nothing(ref: Ref, place: Path, spring: Path, typed: tuple[str, ...]) -> None:
    if typed[0] != "settle":
        ref("settle", "1.17", "neither")
    ref(*FAMINE)
    before = {p: p.read_bytes() for p in place.rglob("*.toml")}
    said = ref(*typed, "--dry-run")
    assert said.code == 0
    assert " ".join(said.out.split()).endswith("Only a trial: nothing is written.")
    assert "is in the ledger" not in said.out
    assert "The ledger is" not in said.out
    trial = ref(*typed, "--dry-run", "--json").json
    assert trial["written"] is False
    assert {p: p.read_bytes() for p in place.rglob("*.toml")} == before
    done = ref(*typed, "--json")
    assert done.code == 0
    assert done.json["entry"] == trial["entry"]


def test_a_dry_run_refuses_what_would_be_refused(ref: Ref, under_way: Path) -> None:
    before = under_way.read_bytes()
    assert ref("event", "roll", "--dry-run").code == 1
    assert ref("event", "roll", "--again", "x", "--dice", "53 4", "--dry-run").code == 2
    assert ref("new", "Spring", "--dry-run").code == 3
    assert under_way.read_bytes() == before


def test_the_dice_of_a_dry_run_are_not_the_ones_to_come(ref: Ref, spring: Path) -> None:
    fall = itertools.count(10)
    with mock.patch("secrets.randbelow", lambda sides: next(fall) % sides):
        trials = [ref("event", "roll", "--dry-run", "--json").json["dice"] for _ in range(2)]
        done = ref("event", "roll", "--json").json["dice"]
    assert [d["value"] for dice in trials for d in dice if d["sides"] == 100] == [
        11,
        13,
    ]  # a d6 of Poland's after each
    assert done[0] == {"sides": 100, "value": 15, "for": "random event", "source": "engine"}
