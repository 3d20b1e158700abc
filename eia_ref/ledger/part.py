"""A part of a ledger file that is a TOML document of its own: the header, or one page. Knows its lines."""

from __future__ import annotations

import functools
import json
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from eia_ref.core.effects import Effect
from eia_ref.core.errors import LedgerFault
from eia_ref.core.game import Game
from eia_ref.core.state import State
from eia_ref.ledger.model import FORMAT, Header, Page, chain_hash

M = TypeVar("M", bound=BaseModel)
Loc = tuple[str | int, ...]
MEND = "put the line back as it was; eia-ref audit lists everything that is wrong"
SAID = {
    "missing": "is missing",
    "extra_forbidden": "is no key of a ledger",
    "int_type": "must be a whole number",
    "string_type": "must be text",
    "union_tag_invalid": "is no effect of this game",
}


@dataclass(frozen=True, eq=False)
class Part:
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
        """The part as TOML reads it."""
        try:
            return tomllib.loads(self.data.decode("utf-8"))
        except UnicodeDecodeError as e:
            row = self.data[: e.start].count(b"\n")
            raise LedgerFault(
                f"{self._at(row)}: not UTF-8 text (byte {self.data[e.start]:#04x})",
                "save the file as UTF-8, or restore it from a copy",
                "encoding",
            ) from None
        except (tomllib.TOMLDecodeError, RecursionError) as e:
            found = re.match(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(e), re.DOTALL)
            what = found[1] if found else str(e)
            row = int((found and found[2]) or self.data.count(b"\n") + 1) - 1
            raise LedgerFault(f"{self._at(row)}: not TOML: {what[:1].lower() + what[1:]}", MEND, "toml") from None

    def header(self) -> Header:
        """The part as the header; refuses another format, a byte order mark, unknown keys."""
        if self.data.startswith(b"\xef\xbb\xbf"):
            raise LedgerFault(
                f"{self._at(0)}: begins with a byte order mark (BOM)",
                "save the file as UTF-8 without BOM",
                "bom",
            )
        known = self.table.get("format")
        if type(known) is not int or known != FORMAT:
            said = "and the file names none" if known is None else f"not {known!r}"
            raise LedgerFault(
                f"{self.place(('format',))}: format: this referee reads format {FORMAT}, {said}",
                "update eia-ref, or name another file with -c",
                "format",
            )
        return self.checked(Header, self.table, ())

    @functools.cached_property
    def raw(self) -> dict[str, Any]:
        """The part as one page, as TOML reads it."""
        turns = self.table.get("turn")
        if list(self.table) != ["turn"] or not isinstance(turns, list) or len(turns) != 1:
            raise LedgerFault(f"{self._at(0)}: [[turn]] is no page", MEND, "page")
        page: dict[str, Any] = turns[0]
        return page

    @functools.cached_property
    def page(self) -> Page:
        """The part as one page."""
        return self.checked(Page, self.raw, ())

    def opening(self, game: Game[Any]) -> State:
        """The state the page opens with."""
        state: State = self.checked(game.state, {"month": self.page.month, **self.page.opening}, ("opening",))
        return state

    def effects(self, game: Game[Any], index: int) -> list[Effect]:
        """The effects of the page's entry at `index`, as the game knows them."""
        try:
            return game.effects_from(json.dumps(self.page.entry[index].effects, default=str))
        except ValidationError as e:
            raise self._misfit(e, ("entry", index, "effects")) from None

    def opening_broken(self) -> bool:
        """Whether the page's opening is not what its seal was made over."""
        return chain_hash(self.raw) != self.page.seal.hash

    def entry_broken(self, index: int) -> bool:
        """Whether the page's entry at `index` is not what its hash was made over."""
        return chain_hash(self.raw["entry"][index]) != self.page.entry[index].hash

    def checked(self, model: type[M], table: dict[str, Any], under: Loc) -> M:
        """The table as a model; refuses by file, line and field. `under` is where in the part it stands."""
        try:
            return model.model_validate_json(json.dumps(table, default=str))
        except ValidationError as e:
            raise self._misfit(e, under) from None

    def _misfit(self, error: ValidationError, under: Loc) -> LedgerFault:
        first = error.errors(include_url=False)[0]
        loc = (*under, *(x for x in first["loc"] if not _is_tag(x)))
        said = SAID.get(first["type"], first["msg"][:1].lower() + first["msg"][1:].replace("Value error, ", ""))
        bare = first["type"] in ("missing", "extra_forbidden") or isinstance(first["input"], dict | list)
        found = "" if bare else f", not {_short(first['input'])}"
        name = ".".join(str(x + 1) if isinstance(x, int) else x for x in loc)
        return LedgerFault(f"{self.place(loc)}: {name}: {said}{found}", MEND, "field")

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
        at, stop, rest = 0, len(rows), list(loc)
        if rest[:1] == ["entry"] and len(rest) > 1:
            index, rest = int(rest[1]), rest[2:]
            heads = [i for i, row in enumerate(rows) if row.startswith("[[turn.entry]]")]
            if index < len(heads):
                at, stop = heads[index], [*heads, stop][index + 1]
        for step in rest:
            if isinstance(step, int):
                at = min(at + 1 + step, stop - 1)
                continue
            key = re.escape(step)
            want = re.compile(rf'\s*(?:\[+(?:\w+\.)*"?{key}"?\]+|"?{key}"?\s*=)')
            found = next((i for i in range(at, stop) if want.match(rows[i])), None)
            if found is None:
                break
            at = found
        return at


def _is_tag(step: str | int) -> bool:
    """Pydantic names the kind of an effect as a step of its own; the ledger has no such key."""
    return isinstance(step, str) and " " in step


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else text[:37] + "..."
