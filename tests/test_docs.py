"""ARCHITECTURE and CONTRIBUTING say what is so: their code runs, their cases hold, what they name is there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.empires.test_cases import test_case as check

ROOT = Path(__file__).parents[1]
DOCS = ("ARCHITECTURE.md", "CONTRIBUTING.md")
BLOCK = re.compile(r"^( *)```(\w+)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"`([\w./]+/[\w./]*|[\w/]+\.(?:py|toml|md))`")


def blocks(language: str) -> list[tuple[str, str]]:
    """The blocks of code in that language, each with its document."""
    found = []
    for doc in DOCS:
        for indent, of, text in BLOCK.findall((ROOT / doc).read_text(encoding="utf-8")):
            if of == language:
                found.append((doc, re.sub(rf"^{indent}", "", text, flags=re.MULTILINE)))
    return found


@pytest.mark.parametrize(("doc", "code"), blocks("python"))
def test_their_code_runs(doc: str, code: str) -> None:
    exec(compile(code, doc, "exec"), {"__name__": doc})  # noqa: S102  it is ours


@pytest.mark.parametrize(("doc", "text"), blocks("toml"))
def test_their_cases_hold(doc: str, text: str) -> None:
    for case in tomllib.loads(text)["case"]:
        check(case)


@pytest.mark.parametrize("doc", DOCS)
def test_what_they_name_is_there(doc: str) -> None:
    """Every path, from the root or from a room of ours."""
    rooms = (ROOT, ROOT / "eia_ref", ROOT / "rules", ROOT / "tests")
    text = (ROOT / doc).read_text(encoding="utf-8")
    named = {n for n in NAMED.findall(BLOCK.sub("", text)) if "NAME" not in n}
    assert named
    assert [n for n in sorted(named) if not any((room / n).exists() for room in rooms)] == []


def test_each_has_commands_of_the_shell_that_ci_runs() -> None:
    """What CONTRIBUTING says to type is what .ci/run types."""
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for _, text in blocks("sh"):
        for line in text.splitlines():
            for command in line.partition("#")[0].split("&&"):
                words = command.split()
                if words and words[0].startswith(".venv/bin/"):
                    assert words[0].removeprefix(".venv/bin/") in ci
