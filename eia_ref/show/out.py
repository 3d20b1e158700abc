"""The way out: one place that prints, for people (with colour where there is a terminal) or for programs."""

from __future__ import annotations

import contextlib
import json
import sys
import textwrap
from collections.abc import Sequence
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

# Control characters as pictures, those without one and turners of direction as a blank sign: a note can't
# move the cursor, colour the screen or turn the line around.
PICTURES = {c: 0x2400 + c for c in range(32) if c != 10} | {0x7F: 0x2421}
PICTURES |= dict.fromkeys([*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)], 0xFFFD)
HEAD, RULE, GOOD, BAD = "bold", "cyan", "green", "red"  # all readable on dark and on light
NARROWEST = 60
LONGEST = 700  # characters of an error


class Out:
    """What a command prints to. With `as_json` only `json` prints; `plain` has no colour and no wrapping."""

    def __init__(self, as_json: bool = False, plain: bool = False) -> None:
        self.as_json = as_json
        self.plain = plain
        self._console: Console | None = None
        self._gap = False

    @property
    def console(self) -> Console:
        """The console, made when first printed to."""
        if self._console is None:
            from rich.console import Console

            self._console = Console(
                highlight=False,
                markup=False,
                emoji=False,
                no_color=True if self.plain else None,
                color_system=None if self.plain else "auto",
                width=100_000 if self.plain else None,
            )
            if self._console.width < NARROWEST:
                self._console.width = NARROWEST
        return self._console

    def json(self, value: Any) -> None:
        """One object and nothing else."""
        if self.as_json:
            put_json(value)

    def line(self, words: str = "", style: str = "") -> None:
        """A line of words. An empty line is printed before the next one, never twice, first or last."""
        if words:
            self.put(text(words, style))
        elif self._console is not None:
            self._gap = True

    def put(self, thing: RenderableType) -> None:
        """A table or another thing of rich's, without blanks at the ends of lines."""
        if self.as_json:
            return
        with self.console.capture() as caught:
            if self._gap:
                self.console.print()
                self._gap = False
            self.console.print(thing)
        self.console.file.write("\n".join(line.rstrip(" ") for line in caught.get().split("\n")))

    def grid(self, rows: Sequence[Sequence[str]], styles: Sequence[str]) -> None:
        """Rows in columns without lines, indented; the last column wraps."""
        if self.as_json or not rows:
            return
        from rich.table import Table

        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(width=0)
        for i, style in enumerate(styles):
            table.add_column(style=style, no_wrap=i < len(styles) - 1, overflow="fold")
        for row in rows:
            table.add_row("", *(text(cell) for cell in row))
        self.put(table)

    def rules(self, lines: Sequence[tuple[str, str]]) -> None:
        """Lines of an answer, indented, each with the rules it applies after it."""
        if self.as_json or not lines:
            return
        from rich.padding import Padding

        for rules, words in lines:
            said = text(words)
            if rules:
                said.append(f" [{rules}]", style=RULE)
            self.put(Padding(said, (0, 0, 0, 2)))

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> None:
        """A table with heads; columns `right` align right."""
        if self.as_json:
            return
        from rich import box
        from rich.table import Table

        table = Table(box=None if self.plain else box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style=HEAD)
        for i, head in enumerate(heads):
            table.add_column(head, justify="right" if i in right else "left", overflow="fold")
        for row in rows:
            table.add_row(*(text(cell) for cell in row))
        if not self.plain:
            self._keep_words_whole(table, [*zip(heads, *rows, strict=True)])
        self.put(table)

    def _keep_words_whole(self, table: Any, columns: Sequence[Sequence[str]]) -> None:
        """In a table wider than the terminal no column is narrower than its longest word, where there is room."""
        most = [max(map(len, column)) for column in columns]
        words = [max((len(w) for cell in column for w in cell.split()), default=0) for column in columns]
        gaps = len(columns) - 1
        if sum(most) + 3 * gaps <= self.console.width:
            return
        left = self.console.width - sum(words) - 3 * gaps
        if left < 0:
            table.padding = (0, 0)  # one blank between columns, not three
            left += 2 * gaps
        if left < 0:
            return
        wanting = sorted(range(len(columns)), key=lambda i: most[i] - words[i])
        for n, i in enumerate(wanting):
            more = min(most[i] - words[i], left // (len(wanting) - n))
            table.columns[i].width = words[i] + more
            left -= more


def text(words: str, style: str = "") -> Any:
    """Words as they are: no markup, control characters as pictures."""
    from rich.text import Text

    return Text(words.translate(PICTURES), style=style, overflow="fold")


def one_line(words: str) -> str:
    """Words that may not leave their line."""
    return words.replace("\n", "\u240a").translate(PICTURES)


def count(number: int, thing: str, things: str = "") -> str:
    """`1 entry`, `2 entries`."""
    return f"{number} {thing if number == 1 else things or thing + 's'}"


def short(words: str) -> str:
    """Words of an error, without the middle of what somebody typed at length."""
    return words if len(words) <= LONGEST else f"{words[: LONGEST // 2]} ... {words[-LONGEST // 2 :]}"


def put_json(value: Any) -> None:
    """One object on stdout; in letters the terminal has."""
    utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    sys.stdout.write(json.dumps(value, ensure_ascii=not utf8) + "\n")


def error(code: str, message: str, hint: str, as_json: bool) -> None:
    """An error: one clear line and what to do, on stderr; or one JSON object on stdout."""
    if as_json:
        put_json({"error": {"code": code, "message": message, "hint": hint}})
        return
    _tell(f"eia-ref: {one_line(short(message))}", " " * 9)
    if hint:
        _tell(f"{' ' * 9}{one_line(short(hint))}", " " * 9)


def warn(words: str) -> None:
    """Something worth knowing that stops nothing, on stderr."""
    _tell(f"note: {one_line(words)}", " " * 6)


def _tell(line: str, indent: str) -> None:
    """A line on stderr; on a terminal it wraps between words."""
    if sys.stderr.isatty():
        width = max(get_terminal_size().columns, NARROWEST)
        line = textwrap.fill(line, width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)
    with contextlib.suppress(OSError):  # where nothing can be said, the exit code still says it
        sys.stderr.write(f"{line}\n")
