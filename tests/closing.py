"""Fills in what a case doesn't mention, from what comes out: for a new case, and after a rule has changed.

    python -m tests.closing                    fills in the keys that are missing, and changes no key there is
    python -m tests.closing --update R-38/12   writes anew what that case has of what changes (or several ids)
    python -m tests.closing --update all       the same for every case
    python -m tests.closing --dry-run          shows what would be done; goes with the others

A case is written by hand down to its outcome; this adds what changes (the keys of tests/empires/cases.py from `begun`
to `open`) and the heart of a refusal's words (`says`) to the text, at the case's place and in the order of its keys;
comments and all else stay as they are. The diff is shown. READ IT: what comes out is not yet what the rule says.
Where a case is refused that should not be, or the other way round, that is told and the case is left alone.
"""

from __future__ import annotations

import argparse
import difflib
import json
import re
import sys
import textwrap
import tomllib
from collections.abc import Collection
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from eia_ref.core.errors import RefereeError
from tests.empires.cases import CHANGES, KEYS, Case, ask, changes, dice_of, given, listed

FOLDER = Path(__file__).parent / "cases"
WIDTH = 118
KEY = re.compile(r"([A-Za-z_]+)\s*=")
BARE = re.compile(r"[A-Za-z0-9_-]+")
RULES = re.compile(r"\s*\((?:[A-Z]+-[A-Za-z0-9., -]*)+\)[,:;]?\s*")  # "(R-38)", "(PS-12 to PS-16)"


class Block(NamedTuple):
    """A case's lines in its file: from `[[case]]` on, as [start, end); its keys' lines likewise, tables left out."""

    start: int
    end: int
    keys: dict[str, tuple[int, int]]


def blocks(lines: list[str]) -> list[Block]:
    """The cases of a file, in order."""
    starts = [n for n, line in enumerate(lines) if line.rstrip() == "[[case]]"]
    return [Block(a, b, _keys(lines, a + 1, b)) for a, b in pairwise([*starts, len(lines)])]


def _keys(lines: list[str], at: int, end: int) -> dict[str, tuple[int, int]]:
    found = {}
    while at < end and not lines[at].startswith("["):
        key, upto = KEY.match(lines[at]), at + 1
        if key:
            while not _whole("\n".join(lines[at:upto])):
                upto += 1
            found[key[1]] = (at, upto)
        at = upto
    return found


def _whole(text: str) -> bool:
    """Whether a value written over several lines is at its end."""
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


# --- What is missing -------------------------------------------------------------------------------------------


class Strange(Exception):
    """A case is refused and does not say so, or the other way round: nothing can be filled in."""


def wanted(case: Case, anew: bool) -> dict[str, Any]:
    """Keys to write with their values, None for one to take out; `anew`: also those the case has. Raises Strange."""
    try:
        done = ask(case, given(case), dice_of(case))
    except RefereeError as e:
        if "refused" not in case:
            raise Strange(f"refused: {e.message}") from None
        return {} if "says" in case else {"says": heart(e.message)}
    if "refused" in case:
        raise Strange("not refused")
    found: dict[str, Any] = dict.fromkeys(CHANGES) | changes(done.effects)
    if "effects" in case:
        found = {"effects": listed(done.effects), "open": found["open"]}
    return {k: v for k, v in found.items() if (anew if k in case else v) and (v or None) != (case.get(k) or None)}


def heart(message: str) -> str:
    """The longest piece of a message between the rules it names."""
    return max(RULES.split(message), key=len)


# --- The text --------------------------------------------------------------------------------------------------


def written(key: str, value: Any) -> list[str]:
    """A key and its value in TOML, as lines."""
    line = f"{key} = {_toml(value)}"
    if len(line) <= WIDTH:
        return [line]
    if isinstance(value, list):
        return [f"{key} = [", *(f"    {_toml(v)}," for v in value), "]"]
    return _folded(line)


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_name(k)} = {_toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(v) for v in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def _name(key: str) -> str:
    return key if BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def _folded(line: str) -> list[str]:
    """A long line, folded inside its lists, where TOML lets a value go on."""
    hold = re.sub(r'"[^"]*"', lambda s: s[0].replace(" ", "\0"), line)
    parts = re.split(r"(\[[^\]]*\])", hold)
    lines = [""]
    for part in parts:
        if part.startswith("[") and len(part) > WIDTH - 20:
            inner = textwrap.wrap(part[1:-1] + ",", WIDTH - 4, break_long_words=False, break_on_hyphens=False)
            lines[-1] += "["
            lines += [f"    {piece}" for piece in inner]
            lines.append("]")
        else:
            lines[-1] += part
    return [line.replace("\0", " ") for line in lines]


def closed(text: str, anew: Collection[str]) -> tuple[str, list[str]]:
    """A file's text with what was missing; `anew` are ids, or "all". And what is strange, a line each."""
    lines = text.split("\n")
    cases = tomllib.loads(text).get("case", [])
    edits, notes = [], []
    for block, case in zip(blocks(lines), cases, strict=True):
        try:
            keys = wanted(case, "all" in anew or case["id"] in anew)
        except Strange as e:
            notes.append(f"{case['id']}: {e}")
            continue
        for key, value in keys.items():
            a, b = block.keys.get(key) or _place(block, key)
            edits.append((a, b, KEYS.index(key), [] if value is None else written(key, value)))
    for a, b, _, new in sorted(edits, reverse=True):
        lines[a:b] = new
    return "\n".join(lines), notes


def _place(block: Block, key: str) -> tuple[int, int]:
    """Where a new key goes: behind the last of those that come before it."""
    before = KEYS[: KEYS.index(key)]
    at = max(upto for name, (_, upto) in block.keys.items() if name in before)
    return at, at


def main() -> int:
    """Closes all cases; 1 where something is strange."""
    said = argparse.ArgumentParser(prog="python -m tests.closing", description=__doc__.split("\n", 1)[0])
    said.add_argument("--update", nargs="+", default=[], metavar="CASE", help='ids of cases, or "all"')
    said.add_argument("--dry-run", action="store_true", help="write nothing")
    asked = said.parse_args()
    strange_ones = []
    for path in sorted(FOLDER.glob("*.toml")):
        was = path.read_text(encoding="utf-8")
        now, notes = closed(was, asked.update)
        name = f"tests/cases/{path.name}"
        diff = difflib.unified_diff(was.splitlines(), now.splitlines(), name, name, lineterm="", n=8)
        sys.stdout.writelines(f"{line}\n" for line in diff)
        strange_ones += [f"{name}: {note}" for note in notes]
        if not asked.dry_run:
            path.write_text(now, encoding="utf-8")
    sys.stdout.writelines(f"{note}\n" for note in strange_ones)
    return 1 if strange_ones else 0


if __name__ == "__main__":
    sys.exit(main())
