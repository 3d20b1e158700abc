"""Dice the referee threw for a command that was then refused: kept beside the ledger, and used when it is done."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from unittest import mock

from tests.conftest import Ran

Ref = Callable[..., Ran]
SICK = [61, 2]  # a d100 of 62, sudden sickness, and a d7 of 3, France: of whose leaders there is no list
ROLL = ("event", "roll")


def refused(ref: Ref) -> Ran:
    """A roll that comes to a row with no list to draw from."""
    with mock.patch("secrets.randbelow", side_effect=SICK):
        return ref(*ROLL)


def test_nothing_is_written_and_the_dice_stand(ref: Ref, spring: Path) -> None:
    before = spring.read_bytes()
    said = refused(ref)
    assert said.code == 2
    assert "--leaders" in said.err
    assert "the dice the referee has thrown stand (R-08)" in said.err
    assert spring.read_bytes() == before
    kept = spring.with_name("spring.toml.thrown").read_text(encoding="utf-8")
    assert "value = 62" in kept
    assert refused(ref).code == 2  # typing it again changes nothing
    with mock.patch("secrets.randbelow", side_effect=[1, 3]):
        done = ref(*ROLL, "--leaders", "Broglie, Conde, Coigny", "--json").json
    assert [(d["value"], d["source"]) for d in done["dice"]] == [
        (62, "engine"),
        (3, "engine"),
        (2, "engine"),
        (4, "engine"),
    ]
    assert "R-08" in done["rules"]
    assert "thrown for it before" in done["text"][0]
    assert not spring.with_name("spring.toml.thrown").exists()
    assert ref("audit").code == 0


def test_table_dice_do_not_replace_them_without_a_reason(ref: Ref, spring: Path) -> None:
    refused(ref)
    said = ref(*ROLL, "--dice", "12")
    assert said.code == 1
    assert "62 for random event" in said.err
    done = ref(*ROLL, "--dice", "12", "--new-dice", "we roll ourselves", "--json").json
    assert done["outcome"] == "no event"
    assert "we roll ourselves" in done["text"][0]
    assert not spring.with_name("spring.toml.thrown").exists()


def test_another_command_or_month_is_not_touched_by_them(ref: Ref, spring: Path) -> None:
    refused(ref)
    assert ref("settle", "1.17", "neither").code == 0
    assert spring.with_name("spring.toml.thrown").exists()
    assert ref("turn", "next", "--leave-open").code == 0
    assert ref(*ROLL, "--dice", "12").code == 0  # the next month's event is another one


def test_dice_of_the_table_and_of_a_trial_are_not_kept(ref: Ref, spring: Path) -> None:
    assert ref(*ROLL, "--dice", "62 3").code == 2
    with mock.patch("secrets.randbelow", side_effect=SICK):
        assert ref(*ROLL, "--dry-run").code == 2
    assert not spring.with_name("spring.toml.thrown").exists()


def test_a_broken_file_of_thrown_dice_is_as_none(ref: Ref, spring: Path) -> None:
    spring.with_name("spring.toml.thrown").write_bytes(b"\xff = [")
    assert ref(*ROLL, "--dice", "12").code == 0
