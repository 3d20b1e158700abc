"""A part of a ledger file that is a TOML document of its own: the header, or one page. Knows its lines."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from eia_ref.core import toml
from eia_ref.core.effects import Effect
from eia_ref.core.errors import LedgerFault
from eia_ref.core.game import Game, misfit
from eia_ref.core.state import State
from eia_ref.ledger.model import FORMAT, Header, Page, chain_hash

M = TypeVar("M", bound=BaseModel)
Loc = tuple[str | int, ...]
MEND = "put the line back as it was; eia-ref audit lists everything that is wrong"
MEND_HEADER = "put the line right: the header is yours to edit, and the TOML of it must hold"
SAID = {
    "missing": "is missing",
    "extra_forbidden": "is no key of a ledger",
    "int_type": "must be a whole number",
    "string_type": "must be text",
    "list_type": "must be a list",
    "dict_type": "must be a table",
    "model_type": "must be a table",
    "no_effect": "is no effect of this game",
    "no_kind": "names no kind of effect",
}
DEEP = 40  # lists and tables in one another, more than any game needs
TOO_BIG = 1 << 63
HEADER = re.compile(r"\s*\[")


@dataclass(eq=False, repr=False)
class Document:
    """`data` stands in the file at `path` from byte `at` on."""

    path: Path
    at: int
    data: bytes

    @functools.cached_property
    def lines_before(self) -> int:
        """Lines of the file before this part; counted only when something is wrong."""
        with self.path.open("rb") as file:
            return file.read(self.at).count(b"\n")

    @functools.cached_property
    def table(self) -> dict[str, Any]:
        """The part as TOML reads it, of nothing but text, whole numbers, true and false, lists and tables."""
        if not is_plain(self.read):
            loc, said = not_plain(self.read)[0]
            raise self.fault(loc[2:] if loc[:2] == ("turn", 0) else loc, said)
        return self.read

    @functools.cached_property
    def read(self) -> dict[str, Any]:
        """The part as TOML, whatever it holds."""
        try:
            return toml.loads(self.data.decode("utf-8"))
        except UnicodeDecodeError as e:
            row = self.data[: e.start].count(b"\n")
            other = self.at == 0 and self.data.startswith((b"\xff\xfe", b"\xfe\xff"))
            raise LedgerFault(
                f"{self._at(row)}: not UTF-8 text (byte {self.data[e.start]:#04x})",
                "eia-ref audit repair makes UTF-8 of it; or save the file as UTF-8"
                if other
                else "save the file as UTF-8, or restore it from a copy",
                "encoding",
            ) from None
        except (ValueError, RecursionError) as e:  # TOML's own faults, and a number too long to be read
            found = re.match(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(e), re.DOTALL)
            what = found[1] if found else "a number too long, or lists too deep, to be read"
            rows = self.data.split(b"\n")
            # Where nobody says at which line, it is the longest.
            row = int(found[2] or len(rows)) - 1 if found else rows.index(max(rows, key=len))
            raise LedgerFault(
                f"{self._at(row)}: not TOML: {what[:1].lower() + what[1:]}", self._mend, "toml"
            ) from None

    def header(self) -> Header:
        """The part as the header; refuses another format, a byte order mark, unknown keys."""
        return self._header

    @functools.cached_property
    def _header(self) -> Header:
        if self.data.startswith(b"\xef\xbb\xbf"):
            raise LedgerFault(
                f"{self._at(0)}: begins with a byte order mark (BOM)",
                "eia-ref audit repair takes it off; or save the file as UTF-8 without BOM",
                "bom",
            )
        known = self.read.get("format")
        if type(known) is not int or known != FORMAT:
            said = "and the file names none" if known is None else f"not {_short(known)}"
            raise LedgerFault(
                f"{self.place(('format',))}: format: this referee reads format {FORMAT}, {said}",
                "update eia-ref, or name another file with -c",
                "format",
            )
        try:
            return Header.model_validate(self.read)  # as TOML has it: options and lists are the game's to judge
        except ValidationError as e:
            raise self._misfit(e, self.read, ()) from None

    @functools.cached_property
    def raw(self) -> dict[str, Any]:
        """The part as one page, as TOML reads it."""
        turns = self.table.get("turn")
        for key in self.table:
            if key != "turn":
                rows = self.data.decode("utf-8").split("\n")
                row = next((i for i, r in enumerate(rows) if re.match(rf'\s*\[+\s*"?{re.escape(key)}"?[].]', r)), 0)
                raise LedgerFault(
                    f"{self._at(row)}: {key}: is no part of a page",
                    "the header stands before the first [[turn]]",
                    "page",
                )
        if not isinstance(turns, list) or len(turns) != 1:
            raise LedgerFault(f"{self._at(0)}: turn: this page is not one [[turn]]", MEND, "page")
        page: dict[str, Any] = turns[0]
        return page

    @functools.cached_property
    def page(self) -> Page:
        """The part as one page."""
        return self.checked(Page, self.raw, ())

    def opening(self, game: Game[Any]) -> State:
        """The state the page opens with."""
        table = {**game.former_opening(self.page.opening), "turn": self.page.turn}
        state: State = self.checked(game.state, table, ("opening",))
        return state

    def effects(self, game: Game[Any], index: int) -> list[Effect]:
        """The effects of the page's entry at `index`, as the game knows them."""
        return [self._effect(game, index, i) for i in range(len(self.page.entry[index].effects))]

    def _effect(self, game: Game[Any], index: int, i: int) -> Effect:
        table = self.page.entry[index].effects[i]
        try:
            return game.effect_from(table)
        except ValidationError as e:
            raise self._misfit(e, table, ("entry", index, "effects", i)) from None

    def opening_broken(self) -> bool:
        """Whether the page's opening is not what its seal was made over."""
        return chain_hash(self.raw) != self.page.seal.hash

    def entry_broken(self, index: int) -> bool:
        """Whether the page's entry at `index` is not what its hash was made over."""
        return chain_hash(self.raw["entry"][index]) != self.page.entry[index].hash

    def checked(self, model: type[M], table: dict[str, Any], under: Loc) -> M:
        """The table as a model; refuses by file, line and field. `under` is where in the part it stands."""
        try:
            return model.model_validate(table)
        except ValidationError as e:
            raise self._misfit(e, table, under) from None

    def _misfit(self, error: ValidationError, value: Any, under: Loc) -> LedgerFault:
        first = error.errors(include_url=False)[0]
        said = SAID.get(first["type"], misfit(first))
        bare = first["type"] in ("missing", "extra_forbidden") or isinstance(first["input"], dict | list)
        found = "" if bare else f", not {_short(first['input'])}"
        loc = _steps(value, first["loc"], first["type"] == "missing")
        return self.fault((*under, *loc), said + found)

    def fault(self, loc: Loc, said: str) -> LedgerFault:
        """What is wrong with the field at `loc`, by file and line."""
        name = ".".join(str(x + 1) if isinstance(x, int) else x for x in loc)
        return LedgerFault(f"{self.place(loc)}: {name}: {said}", self._mend, "field")

    @property
    def _mend(self) -> str:
        """What to do about a line that won't do: the header, which stands first, is the game master's."""
        return MEND if self.at else MEND_HEADER

    def place(self, loc: Loc) -> str:
        """`file:line` of the field at `loc`, or of the block it belongs to."""
        return self._at(self._row(loc))

    def line(self, loc: Loc) -> int:
        """The line in the file of the field at `loc`, 1 for the first."""
        return self.lines_before + self._row(loc) + 1

    def _at(self, row: int) -> str:
        return f"{self.path}:{self.lines_before + row + 1}"

    def _row(self, loc: Loc) -> int:
        rows = self.data.decode("utf-8", "replace").split("\n")
        heads = [i for i, row in enumerate(rows) if row.startswith("[[turn.entry]]")]
        at, stop, rest = 0, len(rows), list(loc)
        if rest[:1] == ["entry"] and len(rest) > 1:
            index, rest = int(rest[1]), rest[2:]
            if index < len(heads):
                at, stop = heads[index], [*heads, len(rows)][index + 1]
        for step in rest:
            found = _item(rows, at, step) if isinstance(step, int) else _keyed(rows, at, stop, step)
            if found is None:
                break
            at = found
        return at


def _keyed(rows: Sequence[str], at: int, stop: int, key: str) -> int | None:
    """The row of a key of the table that begins at row `at`, or of the table of that name in it."""
    if at and not HEADER.match(rows[at]):
        return None  # what it holds stands on the row itself
    key = f'"?{re.escape(key)}"?'
    tables = [i for i in range(at, stop) if HEADER.match(rows[i])]
    own = next((i for i in tables if i > at), stop)
    named = re.compile(rf"\s*(?:[\w-]+\s*\.\s*)*{key}\s*[=.]")
    inner = re.compile(rf"\s*\[+(?:[^]]+\.)?\s*{key}\s*\]+")
    found = (i for i in range(at, own) if named.match(rows[i]))
    return next(found, next((i for i in tables if inner.match(rows[i])), None))


def _item(rows: Sequence[str], at: int, index: int) -> int | None:
    """The row of an item of the list that begins at row `at`; that row, if all of the list stands on it."""
    if not re.search(r"=\s*\[\s*(#.*)?$", rows[at]):
        return None
    for i in range(at + 1, len(rows)):
        try:
            index -= len(toml.loads(f"x = [\n{rows[i]}\n]")["x"])
        except ValueError:
            return None
        if index < 0:
            return i
    return None


def is_plain(value: Any, deep: int = DEEP) -> bool:
    """Whether a table or list holds nothing that can't stand in a ledger: `not_plain` in a hurry."""
    items: Any = value.values() if type(value) is dict else value
    for item in items:
        kind: Any = type(item)
        if kind is str or kind is bool or (kind is int and -TOO_BIG < item < TOO_BIG):
            continue
        if not (deep and (kind is dict or kind is list) and is_plain(item, deep - 1)):
            return False
    return True


def not_plain(value: Any, loc: Loc = ()) -> list[tuple[Loc, str]]:
    """What can't stand in a ledger, and where it does."""
    if len(loc) > DEEP:
        return [(loc[:5], "holds lists in lists without end")]
    if isinstance(value, dict):
        return [odd for k, v in value.items() for odd in not_plain(v, (*loc, k))]
    if isinstance(value, list):
        return [odd for i, v in enumerate(value) for odd in not_plain(v, (*loc, i))]
    if isinstance(value, float):
        return [(loc, f"must be a whole number, not {value}")]
    if isinstance(value, date | time | datetime):
        return [(loc, f"must be text in quotes, not the date or time {value}")]
    if isinstance(value, int) and abs(value) >= TOO_BIG:
        return [(loc, "is too big a number")]
    return []


def _steps(value: Any, loc: Loc, missing: bool) -> Loc:
    """The steps there are in the ledger: pydantic also names the arm of a union."""
    steps: list[str | int] = []
    for i, step in enumerate(loc):
        if isinstance(value, dict | list) and step in (value if isinstance(value, dict) else range(len(value))):
            value = value[step]  # type: ignore[index]  # just looked whether it is there
            steps.append(step)
        elif missing and i == len(loc) - 1:
            steps.append(step)
    return tuple(steps)


def _short(value: Any) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except ValueError:
        return "a number too long to show"
    return text if len(text) <= 40 else text[:37] + "..."
