"""Names drawn from lists, and lists that are missing or too short."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

from tests.cli.tools import ROLL, refused
from tests.conftest import Ref


def test_no_list_names_the_flag_and_keeps_the_dice(ref: Ref, spring: Path) -> None:
    before = spring.read_bytes()
    said = refused(ref, 2, *ROLL, "--dice", "91 3 1 1")
    assert "France's depots" in said
    assert "--depots" in said
    assert spring.read_bytes() == before
    assert ref(*ROLL, "--dice", "91 3 1 1", "--depots", "Ulm, Vienna").code == 0


def test_too_few_areas(ref: Ref, spring: Path) -> None:
    assert "3 areas" in refused(ref, 2, *ROLL, "--dice", "53 3", "--areas", "Bavaria, Tyrol")
    assert "named twice" in refused(ref, 2, *ROLL, "--dice", "53 3", "--areas", "Bavaria, bavaria")


def test_dice_the_referee_rolled_are_not_lost_with_a_missing_list(ref: Ref, spring: Path) -> None:
    """Otherwise a roll nobody likes can be had anew by keeping no list: dice stand (R-08)."""
    fall = iter([90, 2, 0, 0, 0, 0, 0])  # a resistance movement, France
    with mock.patch("secrets.randbelow", side_effect=fall):
        assert ref(*ROLL).code == 2
        found = ref(*ROLL, "--depots", "Ulm, Vienna", "--json").json
    assert [d["value"] for d in found["dice"]][:2] == [91, 3]
    assert all(d["source"] != "table" for d in found["dice"][:2])
