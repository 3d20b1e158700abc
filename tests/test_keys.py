"""rules/README.md has the keys of every data file, as they are, and no others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from eia_ref.core import toml
from eia_ref.core.rulebook import root
from tests.empires.tools import code

RULES = root()
PAGE = (RULES / "README.md").read_text(encoding="utf-8")
FILES = sorted(RULES.rglob("*.toml"))
NAME = re.compile(r"[A-Z]+")  # words in capitals stand for names, which are no keys

KeyPath = tuple[str, ...]


class Row(NamedTuple):
    """A key of the page, by the tables it stands in: its section's files, its types, whether it is always there."""

    files: tuple[Path, ...]
    path: KeyPath
    types: frozenset[str]
    always: bool

    @property
    def literal(self) -> int:
        """How much of its path are keys, not names."""
        return sum(not NAME.fullmatch(part) for part in self.path)


def _matches(row: Sequence[str], path: Sequence[str]) -> bool:
    """Whether a path of a file is the one of the page, with names for the words in capitals."""
    same = (mine == its or NAME.fullmatch(mine) for mine, its in zip(row, path, strict=False))
    return len(row) == len(path) and all(same)


def _rows() -> Iterator[Row]:
    files: tuple[Path, ...] = ()
    inside: KeyPath = ()
    for line in PAGE.splitlines():
        if line.startswith("### "):
            files, inside = tuple(f for name in re.findall("`(.+?)`", line) for f in sorted(RULES.glob(name))), ()
            assert files, line
        if not line.startswith("| `"):
            continue
        keys, types, _, left_out = (cell.strip() for cell in line[1:-1].split("|"))
        for key in re.findall("`(.+?)`", keys):
            if opened := re.fullmatch(r"(\[+)(.+?)\]+", key):
                inside = tuple(opened[2].split("."))
                for n in range(1, len(inside)):
                    yield Row(files, inside[:n], frozenset({"table"}), not left_out)
                kind = "tables" if opened[1] == "[[" else "table"
                yield Row(files, inside, frozenset({kind}), not left_out)
            else:
                path = (*inside, *key.split("."))
                yield Row(files, path, frozenset(re.split(", | or ", types)), not left_out)


ROWS = list(_rows())


def _tables(value: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
    """Every table of a file with its path, the file itself first."""
    if isinstance(value, list):
        for inner in value:
            yield from _tables(inner, path)
    elif isinstance(value, dict):
        yield path, value
        for key, inner in value.items():
            yield from _tables(inner, (*path, key))


def _data(file: Path) -> dict[str, Any]:
    return toml.loads(file.read_text(encoding="utf-8"))


def _of(rows: Sequence[Row], path: KeyPath) -> list[Row]:
    """What the page has of a key: the rows that say most of its path in so many words."""
    rows = [row for row in rows if _matches(row.path, path)]
    most = max((row.literal for row in rows), default=0)
    return [row for row in rows if row.literal == most]


def _type(value: Any) -> str:
    if isinstance(value, list):
        return f"{_type(value[0])}s" if value else "texts"
    return {bool: "flag", int: "number", str: "text", dict: "table"}[type(value)]


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_every_key_of_a_file_is_on_the_page(file: Path) -> None:
    """In the section of its file, at its level, and of a type that the page says."""
    mine = [row for row in ROWS if file in row.files]
    for path, table in _tables(_data(file)):
        for key, value in table.items():
            rows, where = _of(mine, (*path, key)), ".".join((*path, key))
            assert rows, f"{where} is not in rules/README.md"
            types = {t for row in rows for t in row.types}
            assert _type(value) in types, f"{where} is no {' or '.join(sorted(types))}"


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_what_a_file_leaves_out_may_be_left_out(file: Path) -> None:
    """By the last column."""
    mine = [row for row in ROWS if file in row.files]
    may_be = {row.path for row in mine if not row.always}
    tables = list(_tables(_data(file)))
    for row in mine:
        *parent, key = row.path
        if row.path not in may_be and not NAME.fullmatch(key):
            missing = [".".join(path) for path, t in tables if _matches(parent, path) and key not in t]
            assert missing == [], f"{key} is left out there, and the page says nothing of that"


def test_every_file_has_a_section() -> None:
    """Under its own name, also where all of its keys are those of every chart."""
    named = re.findall(r"^### .*$", PAGE, re.MULTILINE)
    assert [f for f in FILES if not any(f"`{f.relative_to(RULES).as_posix()}`" in line for line in named)] == []


def test_every_key_on_the_page_is_in_its_file_or_read_by_the_code() -> None:
    text = code()
    there = {file: [(*path, key) for path, table in _tables(_data(file)) for key in table] for file in FILES}
    for row in ROWS:
        used = any(_matches(row.path, path) for file in row.files for path in there[file])
        assert used or f'"{row.path[-1]}"' in text, f"nothing has the key {'.'.join(row.path)}"
