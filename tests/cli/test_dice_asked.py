"""Dice asked for, one by one."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.tools import ROLL, refused
from tests.conftest import Ref


class Players:
    """Those who answer at the terminal; a run that asks on after the end of their answers is stopped."""

    def __init__(self, text: str) -> None:
        self.lines = io.StringIO(text)
        self.ends = 0

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        line = self.lines.readline()
        self.ends += not line
        assert self.ends < 4, "asked again and again after the end of the input"
        return line


@pytest.fixture
def answer(ref: Ref, monkeypatch: pytest.MonkeyPatch) -> Ref:
    """`answer("53\\n2\\n", "event", "roll", "--ask")` types with answers to come."""

    def run(text: str, *typed: str) -> Any:
        monkeypatch.setattr("sys.stdin", Players(text))
        return ref(*typed)

    return run


def test_each_die_is_asked_for(answer: Ref, spring: Path) -> None:
    said = answer("53\n2\n4\n1\n", *ROLL, "--ask", "--json")
    assert said.code == 0
    assert [(d["value"], d["source"]) for d in said.json["dice"]] == [(n, "table") for n in (53, 2, 4, 1)]
    assert re.findall(r"d\d+, [^:]+", said.err) == [
        *("d100, random event", "d3, areas with famine", "d5, area 1 with famine", "d4, area 2 with famine")
    ]


@pytest.mark.parametrize("wrong", ["", "abc", "0", "4", "-1", "00", "1.0", "  ", "٢", "2 2", "2,2", "\x1b[A"])
def test_a_wrong_answer_is_asked_again(answer: Ref, spring: Path, wrong: str) -> None:
    said = answer(f"53\n{wrong}\n2\n4\n1\n", *ROLL, "--ask", "--json")
    assert said.code == 0
    assert [d["value"] for d in said.json["dice"]] == [53, 2, 4, 1]
    assert said.err.count("d3, areas with famine: ") == 2
    assert "\x1b" not in said.err


@pytest.mark.parametrize("text", ["", "53\n", "53\n2\n", "53\nx\n", "53\n2\n4"])
def test_answers_that_end_too_soon(answer: Ref, spring: Path, text: str) -> None:
    before = spring.read_bytes()
    for json_too in ([], ["--json"]):
        said = answer(text, *ROLL, "--ask", *json_too)
        assert said.code == 2
        assert "nobody answered" in (said.json["error"]["message"] if json_too else said.err)
    assert spring.read_bytes() == before


def test_ask_and_dice_exclude_each_other(ref: Ref, spring: Path) -> None:
    said = refused(ref, 2, *ROLL, "--ask", "--dice", "53 2 4 1")
    assert "--ask" in said
    assert "--dice" in said


def test_stopped_at_a_question(ref: Ref, spring: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C: nothing is written, and that is said."""

    class Stops:
        def isatty(self) -> bool:
            return True

        def readline(self) -> str:
            raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", Stops())
    before = spring.read_bytes()
    said = ref(*ROLL, "--ask")
    assert said.code in (2, 130)
    assert "stopped" in said.err
    assert spring.read_bytes() == before
