"""The ledger is only ever added to, whatever is said and however it ends."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.game import TURN
from eia_ref.ledger import clerk
from eia_ref.ledger.audit import audit
from eia_ref.ledger.read import parts
from tests.toy import (
    begin_toy,
    beside,
    clean,
    lines_of,
    next_tide,
    opened,
    play,
    take_back,
    throws,
    toy_named,
)


def edit_header(path: Path) -> None:
    """The game master changes an option."""
    path.write_bytes(path.read_bytes().replace(b'limit = "low"', b'limit = "high"', 1))


COMMANDS: dict[str, Callable[[Path], Any]] = {
    "throw": lambda path: throws(path, "6 2"),
    "a decision left open": lambda path: throws(path, "5"),
    "bought": lambda path: play(path, "ship buy", player="Bertil", price=2),
    "turn next": next_tide,
    "void": lambda path: take_back(path, 12),
    "void of an earlier month": lambda path: take_back(path, 3),
    "void of a void, with what rests on it": lambda path: take_back(path, 9, cascade=True),
}
ENDS = {
    "as it is": lambda data: data,
    "a comment": lambda data: data + b"# done for today\n",
    "a comment that is a line": lambda data: data + b"#---------\n#--- rest here ---\n",
    "a comment without a newline": lambda data: data + b"\n\n  # good night",
    "no newline": lambda data: data.removesuffix(b"\n"),
    "blank lines": lambda data: data + b"\n \n\t\n\n",
    "blanks without a newline": lambda data: data + b"\n   ",
    "line ends of Windows": lambda data: data.replace(b"\n", b"\r\n"),
    "line ends of Windows and a comment": lambda data: (data + b"# good night").replace(b"\n", b"\r\n"),
    "line ends of Windows, none at the end": lambda data: data.replace(b"\n", b"\r\n").removesuffix(b"\r\n"),
}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("said", COMMANDS)
def test_earlier_bytes_never_change(lived: Path, said: str, end: str) -> None:
    """Whatever is said and however the file ends, the new block comes after all that was there."""
    head = b"# the table's own comment\n"
    before = ENDS[end](head + lived.read_bytes())
    lived.write_bytes(before)
    count = opened(lived).page.count
    with contextlib.suppress(NotAllowed):  # a void that the month's end rests on: nothing is written
        COMMANDS[said](lived)
        assert opened(lived).page.count > count
        assert len(lived.read_bytes()) > len(before)
    after = lived.read_bytes()
    assert after.startswith(before)
    assert beside(lived) == {}
    assert clean(lived)


def test_a_header_edit_is_added_at_the_end_too(lived: Path) -> None:
    """The header itself is never written; a comment between its tables, and in the pages, stays."""
    edit_header(lived)
    data = lived.read_bytes().replace(b"[campaign.players]", b"# who plays\n[campaign.players] # by name", 1)
    lived.write_bytes(data)
    next_tide(lived)
    assert lived.read_bytes().startswith(data)
    assert [e.command for e in parts(lived)[1][-2].page.entry][-2:] == ["settings", "turn next"]
    assert clean(lived)


def test_what_is_refused_writes_nothing(lived: Path, lived_bytes: bytes) -> None:
    """An answer no, bad dice, dice left over, a void there can't be: not a byte."""
    for wrong in (
        lambda: throws(lived, "7"),
        lambda: throws(lived, "2 2"),
        lambda: throws(lived, "6"),
        lambda: throws(lived, stake=4),
        lambda: throws(lived, "2", player="Nobody"),
        lambda: play(lived, "ship buy", player="Bertil", price=999),
        lambda: play(lived, "settle", decision="6.1", answer="coins"),
        lambda: play(lived, TURN, "3", left_open=True),
        lambda: take_back(lived, 13),
        lambda: take_back(lived, 1),
    ):
        with pytest.raises(RefereeError):
            wrong()
        assert lived.read_bytes() == lived_bytes
    assert beside(lived) == {}


def test_comments_anywhere_on_a_page_change_nothing(lived: Path) -> None:
    """The chain is over what TOML reads: comments and blank lines between the lines are the game master's."""
    rows = lines_of(lived)
    data = "\n".join(x for i, row in enumerate(rows) for x in ([row, f"# {i}", ""] if i > 20 else [row]))
    lived.write_bytes(data.encode())
    assert clean(lived)
    throws(lived)
    assert lived.read_bytes().startswith(data.encode())
    assert clean(lived)


def test_entries_are_numbered_and_chained_on(lived: Path) -> None:
    """Each entry has the hash of what came before; a page begins with the count and the last hash."""
    _, pages = parts(lived)
    number, last = 0, ""
    for part in pages:
        assert (part.page.entries, part.page.previous) == (number, last)
        last = part.page.seal.hash
        for entry in part.page.entry:
            assert (entry.number, entry.previous) == (number + 1, last)
            number, last = entry.number, entry.hash
    assert opened(lived).page.head == last


def test_the_clock_may_go_backwards(lived: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is written down and nothing hangs on it."""

    class Earlier:
        @staticmethod
        def now(tz: Any) -> datetime:
            return datetime(1970, 1, 1, tzinfo=tz)

    monkeypatch.setattr(clerk, "datetime", Earlier)
    assert throws(lived).entry.time == "1970-01-01T00:00:00Z"
    assert clean(lived)


@pytest.mark.parametrize("name", ["my campaign.toml", "Österreich 🎲.toml", "a: b.toml", "[turn].toml", "%s{x}.toml"])
def test_any_file_name(tmp_path: Path, name: str) -> None:
    """Blanks, letters of any language, colons: reading, writing, and the line a fault is in."""
    path = begin_toy(tmp_path / name)
    throws(path)
    next_tide(path)
    assert clean(path)
    throws(path)
    bad = path.read_bytes().replace(b"stake = 1", b"stake = 2", 1)
    path.write_bytes(bad)
    line = bad[: bad.index(b"stake = 2")].count(b"\n") + 1
    finding = audit(path, toy_named).findings[0]
    assert line - 10 < finding.line <= line
    path.write_bytes(bad.replace(b"stake = 2", b"\xff", 1))
    finding = audit(path, toy_named).findings[0]
    assert (finding.line, finding.message) == (line, "not UTF-8 text (byte 0xff)")
