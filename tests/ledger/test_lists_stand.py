"""Dice that stand draw from the same list as before: nobody chooses the victim by ordering the names (R-08, R-17)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Ref

ROLL = ("event", "roll")


def drawn(ref: Ref, spring: Path, names: str, dice: str) -> None:
    """A famine in one area of those names, taken back."""
    assert ref(*ROLL, "--dice", dice, "--areas", names).code == 0
    assert ref("void", "2", "--because", "slip").code == 0


def test_the_same_list_draws_the_same_name(ref: Ref, spring: Path) -> None:
    drawn(ref, spring, "Bavaria, Tyrol", "53 1 1")
    done = ref(*ROLL, "--areas", "Bavaria, Tyrol", "--json").json
    assert "Famine in Bavaria" in done["text"][-1]
    assert "area 1 with famine: Bavaria" in ref("show", "2").out
    assert "asked  areas  Bavaria, Tyrol" in ref("show", "2").out


@pytest.mark.parametrize("names", ["Tyrol, Bavaria", "Saxony, Tyrol", "Saxony, Bavaria, Tyrol", "Tyrol"])
def test_another_list_is_refused_without_a_reason(ref: Ref, spring: Path, names: str) -> None:
    drawn(ref, spring, "Bavaria, Tyrol", "53 1 1")
    before = spring.read_bytes()
    said = ref(*ROLL, "--areas", names)
    assert said.code == 1, said
    assert "--new-dice" in said.err
    assert spring.read_bytes() == before
    assert ref(*ROLL, "--areas", names, "--new-dice", "Bavaria is not on the map", "--dice", "12 1").code == 0
    assert ref("audit").code == 0


def test_a_minor_of_another_power_is_refused(ref: Ref, spring: Path) -> None:
    """69: Spain (6) has Tuscany and Romagna; Flanders is Austria's, and Hanover no conquest."""
    said = ref(*ROLL, "--dice", "69 6 1", "--minors", "Flanders, Berg")
    assert said.code == 2
    assert "Flanders is conquered of Austria" in said.err
    assert ref(*ROLL, "--dice", "69 2 1", "--minors", "Hanover, Gibraltar").code == 2
    assert ref(*ROLL, "--dice", "69 6 2", "--minors", "Tuscany, Romagna, Naples").code == 0
