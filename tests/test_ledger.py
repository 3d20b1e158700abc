"""The ledger on disk: only ever added to, torn ends, full disks, two writers, files that can't be trusted."""

from __future__ import annotations

import contextlib
import errno
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from hypothesis import given, settings
from hypothesis import strategies as st

from eia_ref.core.dice import EngineDice
from eia_ref.core.errors import LedgerFault, NotAllowed, RefereeError
from eia_ref.core.game import TURN, TurnRequest
from eia_ref.ledger import clerk, read, write
from eia_ref.ledger.audit import audit
from eia_ref.ledger.clerk import Clerk, Said, header_text
from eia_ref.ledger.read import entry_numbered, open_ledger, parts
from tests.toy import (
    BEGINNING,
    TOY,
    ThrowRequest,
    begin_toy,
    lines_of,
    lived_toy,
    next_month,
    opened,
    play,
    take_back,
    throws,
    toy_named,
    write_at_end,
)


@pytest.fixture(scope="module")
def lived_bytes(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A ledger of three months and twelve entries."""
    return lived_toy(tmp_path_factory.mktemp("lived") / "harbour.toml").read_bytes()


@pytest.fixture
def lived(tmp_path: Path, lived_bytes: bytes) -> Path:
    """That ledger, to play on."""
    path = tmp_path / "harbour.toml"
    path.write_bytes(lived_bytes)
    return path


@pytest.fixture
def unflushed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Does not wait for the disk, where a test writes a thousand times."""
    monkeypatch.setattr(os, "fsync", lambda fd: None)


def clean(path: Path) -> bool:
    """Whether an audit finds nothing; fails with what it finds."""
    found = audit(path, toy_named).findings
    assert found == []
    return True


def beside(path: Path) -> dict[str, bytes]:
    """The other files in the folder, but for the lock."""
    return {p.name: p.read_bytes() for p in path.parent.iterdir() if p != path and p.suffix != ".lock"}


# --- Only ever added to ----------------------------------------------------------------------------------------


def edit_header(path: Path) -> None:
    """The game master changes an option."""
    path.write_bytes(path.read_bytes().replace(b'limit = "low"', b'limit = "high"', 1))


COMMANDS: dict[str, Callable[[Path], Any]] = {
    "throw": lambda path: throws(path, "6 2"),
    "a decision left open": lambda path: throws(path, "5"),
    "bought": lambda path: play(path, "ship buy", player="Bertil", price=2),
    "turn next": next_month,
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
    next_month(lived)
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
    next_month(path)
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


# --- Notes -----------------------------------------------------------------------------------------------------

NOTES = [
    "two\nlines",
    "Windows\r\nlines\rand old ones",
    "\x00\x01\x1b[2J\x7f\x80\x9f",
    "\"'\"\"\"'''\\ \\n \\u0041",
    "🎲 é e\u0301 \u202e \ufeff \u2028 \u2029 \x85",
    '[[turn]]\nhash = "' + "0" * 64 + '"\n',
    "\n[[turn.entry]]\nnumber = 99\n",
    'hash = "' + "0" * 64 + '"',
    "#---\n# a comment",
    " \t blanks \t ",
    "= true, }, ]",
    "𝕏" * 10_000,
]


@pytest.mark.parametrize("note", NOTES)
def test_a_note_is_kept_to_the_letter(lived: Path, note: str) -> None:
    """Whatever was said stands in the ledger as it was said, and is never taken for the ledger's own text."""
    throws(lived, said=Said(note=note, by=note))
    throws(lived)
    part, i = entry_numbered(opened(lived), 13)
    assert (part.page.entry[i].note, part.page.entry[i].by) == (note, note)
    next_month(lived)
    assert clean(lived)
    lived.write_bytes(lived.read_bytes().replace(b"\n", b"\r\n"))
    assert clean(lived)


@pytest.mark.parametrize("where", ["note", "by", "because"])
@pytest.mark.parametrize("half", ["\ud800 at the beginning", "\udcff", "an \udfff end"])
def test_half_a_pair_is_refused_before_a_byte_is_written(
    lived: Path, lived_bytes: bytes, half: str, where: str
) -> None:
    """FC-40."""
    use = (
        (lambda: take_back(lived, 12, because=half))
        if where == "because"
        else (lambda: throws(lived, said=Said(note=half) if where == "note" else Said(by=half)))
    )
    with pytest.raises(RefereeError, match="no text") as refusal:
        use()
    assert refusal.value.exit_code == 2
    assert lived.read_bytes() == lived_bytes


def test_half_a_pair_in_a_new_campaign(tmp_path: Path) -> None:
    """Nor is a ledger begun with it."""
    for name, lists in (("a\udcff", {}), ("a", {"ports": ["\udcff"]})):
        with pytest.raises(RefereeError, match="no text"):
            clerk.begin(tmp_path / "new.toml", TOY, replace(BEGINNING, name=name, lists=lists), Said(), dry_run=False)
    assert list(tmp_path.iterdir()) == []


@settings(max_examples=40, deadline=None)
@given(note=st.text(max_size=40), by=st.text(max_size=10))
def test_any_note(tmp_path_factory: pytest.TempPathFactory, note: str, by: str) -> None:
    """Any text at all, but for half pairs (which hypothesis leaves out)."""
    path = begin_toy(tmp_path_factory.mktemp("note") / "a.toml")
    result = throws(path, said=Said(note=note, by=by))
    assert opened(path).page.entry[-1] == result.entry
    assert (result.entry.note, result.entry.by) == (note, by)


# --- A new ledger ----------------------------------------------------------------------------------------------


def test_a_new_ledger_is_never_over_a_file(lived: Path, lived_bytes: bytes) -> None:
    with pytest.raises(LedgerFault, match="exists already"):
        begin_toy(lived)
    with pytest.raises(LedgerFault, match="exists already"):
        begin_toy(lived.parent)
    assert lived.read_bytes() == lived_bytes
    assert beside(lived) == {}


def test_a_new_ledger_makes_its_folder(tmp_path: Path) -> None:
    assert clean(begin_toy(tmp_path / "a" / "b" / "c.toml"))
    (tmp_path / "file").write_text("")
    with pytest.raises(LedgerFault, match=r"a.toml: (not a directory|file exists)"):
        begin_toy(tmp_path / "file" / "a.toml")


def test_a_file_system_without_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A memory stick: the ledger is put in its place otherwise, and still never over another."""

    def no_link(*_: Any) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_link)
    path = begin_toy(tmp_path / "a.toml")
    assert clean(path)
    data = path.read_bytes()
    with pytest.raises(LedgerFault, match="exists already"):
        begin_toy(path)
    assert path.read_bytes() == data
    assert beside(path) == {}


def test_a_folder_that_can_not_be_flushed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system does not open folders, the ledger stands all the same, and that is not an error."""
    real = os.open

    def no_folders(path: Any, flags: int, *more: Any, **also: Any) -> int:
        if Path(path).is_dir():
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(path, flags, *more, **also)

    monkeypatch.setattr(os, "open", no_folders)
    assert clean(begin_toy(tmp_path / "a.toml"))


def test_leavings_of_earlier_accidents_are_in_nobodys_way(lived: Path) -> None:
    """A lock and a half-made new ledger may be left behind by a crash."""
    lived.with_name("harbour.toml.lock").write_text("12345")
    lived.with_name(f".other.toml.{os.getpid()}.new").write_text("half")
    throws(lived)
    assert clean(lived)
    assert clean(begin_toy(lived.with_name("other.toml")))
    assert beside(lived).keys() == {"other.toml"}


# --- Torn ends -------------------------------------------------------------------------------------------------


def cuts(data: bytes, start: int, every: int) -> Iterator[int]:
    """Where to cut: every so many bytes from `start` to the end, and around every end of a line."""
    for n in range(start, len(data) + 1):
        if (n - start) % every == 0 or b"\n" in data[n - 1 : n + 1]:
            yield n


def last_block(data: bytes) -> int:
    """Where the last block begins: an entry, or the end of a month with its page."""
    return data.rindex(b"\n[[turn.entry]]")


def torn(path: Path, data: bytes, start: int, n: int) -> None:
    """A file cut at byte `n` of its last block: opens with or without it, and the next writer makes it whole."""
    path.write_bytes(data[:n])
    before = {p.name for p in path.parent.iterdir()}
    ledger = opened(path)
    whole = n >= len(data) - 1  # the block without its last newline is there
    assert bool(ledger.torn) == (start + 1 < n and not whole)
    assert ledger.torn == (data[start + 1 : n] if ledger.torn else b"")
    assert {p.name for p in path.parent.iterdir()} == before  # reading leaves it where it is
    found = audit(path, toy_named).findings
    assert [f.code for f in found] == ["torn"] * bool(ledger.torn)
    if found:
        assert found[0].line == data[: start + 1].count(b"\n") + 1
    count = ledger.page.count
    throws(path)
    kept = data[:n] if whole else data[: min(n, start + 1)]
    aside = [p for p in path.parent.iterdir() if p.name not in before and p.suffix != ".lock"]
    assert path.read_bytes().startswith(kept)
    assert [p.read_bytes() for p in aside] == ([ledger.torn] if ledger.torn else [])
    assert kept + ledger.torn == data[:n]  # nothing is lost
    assert [p.name for p in aside] == [f"harbour.toml.torn-after-{count}"] * bool(aside)
    assert opened(path).page.count == count + 1
    assert clean(path)
    for p in aside:
        p.unlink()


@pytest.fixture
def month_begun(lived: Path) -> bytes:
    """The ledger as it is just after a month's end: its last block is an entry and a page."""
    next_month(lived)
    return lived.read_bytes()


@pytest.mark.parametrize("every", [23, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.usefixtures("unflushed")
def test_torn_in_an_entry(lived: Path, lived_bytes: bytes, every: int) -> None:
    start = last_block(lived_bytes)
    for n in cuts(lived_bytes, start, every):
        torn(lived, lived_bytes, start, n)


@pytest.mark.parametrize("every", [23, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.usefixtures("unflushed")
def test_torn_in_the_end_of_a_month(lived: Path, month_begun: bytes, every: int) -> None:
    """The entry and the page after it are one block: without the page the entry goes too."""
    start = last_block(month_begun)
    for n in cuts(month_begun, start, every):
        torn(lived, month_begun, start, n)


def test_torn_at_every_byte_it_opens(lived: Path, lived_bytes: bytes, month_begun: bytes) -> None:
    """Without the block or with it, at every byte; and it says which."""
    for data in (lived_bytes, month_begun):
        start = last_block(data)
        before, after = opened_state(lived, data[:start]), opened_state(lived, data)
        assert before != after
        for n in range(start, len(data)):
            assert opened_state(lived, data[:n]) == (after if n == len(data) - 1 else before)


def opened_state(path: Path, data: bytes) -> Any:
    """The state of a ledger of these bytes."""
    path.write_bytes(data)
    return opened(path).state


@pytest.mark.slow
def test_cut_anywhere(lived: Path, lived_bytes: bytes) -> None:
    """A ledger cut at any byte at all is read up to there, or refused where not even its first page is left."""
    first = lived_bytes.index(b'"\n\n[[turn.entry]]') + 1
    for n in range(len(lived_bytes)):
        lived.write_bytes(lived_bytes[:n])
        if n < first:
            with pytest.raises(LedgerFault):
                opened(lived)
        else:
            assert lived_bytes.startswith(lived.read_bytes()[: opened(lived).end])


@pytest.mark.parametrize("zeros", [1, 4096])
def test_zeros_of_a_power_cut(lived: Path, lived_bytes: bytes, month_begun: bytes, zeros: int) -> None:
    """Some file systems leave zeros where the block was to be: as torn as half a block."""
    for data in (lived_bytes, month_begun):
        start = last_block(data)
        for n in (start + 1, start + 9, start + 200, len(data) - 20, len(data)):
            lived.write_bytes(data[:n] + b"\0" * zeros)
            ledger = opened(lived)
            assert ledger.torn.endswith(b"\0" * zeros)
            assert data[:n] + b"\0" * zeros == lived.read_bytes()[: ledger.end] + ledger.torn
            throws(lived)
            assert clean(lived)
            for p in lived.parent.glob("*.torn*"):
                p.unlink()


@pytest.mark.parametrize("break_at", ["comment", "blank"])
def test_a_comment_before_a_torn_end_stays(lived: Path, lived_bytes: bytes, break_at: str) -> None:
    """What the game master wrote after the last whole block is not torn with what came after it."""
    start = last_block(lived_bytes)
    more = b"# good night\n" if break_at == "comment" else b"\n\n\n"
    data = lived_bytes[:start] + b"\n" + more + lived_bytes[start:-30]
    lived.write_bytes(data)
    throws(lived)
    assert more + b"\n\n[[turn.entry]]\nnumber = 12\n" in lived.read_bytes()
    assert clean(lived)


def test_torn_ends_are_kept_apart(lived: Path, lived_bytes: bytes) -> None:
    """Torn twice at the same place: neither is written over. The same end again is kept once."""
    for n in (100, 120, 100, 140):
        lived.write_bytes(lived_bytes[:-n])
        throws(lived)
    names = [f"harbour.toml.torn-after-11{x}" for x in ("", "-2", "-3")]
    assert sorted(beside(lived)) == names
    assert [
        lived_bytes.endswith(lived.with_name(x).read_bytes() + lived_bytes[-n:])
        for x, n in zip(names, (100, 120, 140), strict=True)
    ] == [True] * 3


@pytest.mark.parametrize("text", ["foo = 1\n", "foo = 1", '"a b" = "c"\n', "  foo.bar = [1, 2]\n"])
@pytest.mark.parametrize("after", ["", "# said I\n", "\n\n"])
def test_what_somebody_wrote_at_the_end_is_no_torn_end(lived: Path, text: str, after: str) -> None:
    """It is refused with file, line and field, and never set aside."""
    write_at_end(lived, after + text)
    data = lived.read_bytes()
    line = data[: data.rindex(text.encode())].count(b"\n") + 1
    name = text.split(" =")[0].strip().strip('"').split(".")[0]
    for use in (lambda: opened(lived), lambda: throws(lived)):
        with pytest.raises(LedgerFault) as refusal:
            use()
        assert refusal.value.message == f"{lived}:{line}: entry.2.{name}: is no key of a ledger"
    assert [(f.line, f.code) for f in audit(lived, toy_named).findings] == [(line, "field")]
    assert lived.read_bytes() == data
    assert beside(lived) == {}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("foo\n", "not TOML: "),
        ("[campaign.players]\nCarin = 'C'\n", "campaign: is no part of a page"),
        ("[turn]\n", "not TOML: "),
        ("[[turn.entry]\nnumber = 13\n", "not TOML: "),
        ("[turn.extra]\n", "extra: is no key of a ledger"),
        ("[[ turn ]]\nmonth = '1501-02'\n", "this page is not one [[turn]]"),
        ("Good night!\n", "not TOML: "),
        ("\x01\x02", "not TOML: "),
    ],
)
def test_other_things_at_the_end(lived: Path, text: str, says: str) -> None:
    """Whatever does not begin a block is refused by its line, and stays."""
    write_at_end(lived, text)
    data = lived.read_bytes()
    with pytest.raises(LedgerFault) as refusal:
        throws(lived)
    assert says in refusal.value.message
    where = refusal.value.message.removeprefix(f"{lived}:").split(":")[0]
    if "one [[turn]]" not in says:
        assert data[: data.rindex(text.encode())].count(b"\n") + 1 == int(where)
    assert lived.read_bytes() == data
    assert beside(lived) == {}


@pytest.mark.parametrize(
    "bad", ['hash = "{}"', 'hash = "x{}"', "hash = '{}'", 'hash = ""', "hash = 1", 'hash="{}"', ' hash = "{}"']
)
def test_a_last_hash_that_was_changed_is_not_torn(lived: Path, bad: str) -> None:
    """The last entry, or page, is there to its last line: it is not set aside because its hash looks wrong."""
    for begin in (lambda: None, lambda: next_month(lived)):
        begin()
        good = lived.read_bytes()
        start = good.rindex(b"\nhash = ") + 1
        hash = good[start + 8 : start + 71].decode()  # one digit short
        lived.write_bytes(good[:start] + bad.format(hash).encode() + b"\n")
        data = lived.read_bytes()
        with pytest.raises(LedgerFault) as refusal:
            throws(lived)
        assert refusal.value.code in ("chain", "field")
        assert lived.read_bytes() == data
        assert beside(lived) == {}
        assert audit(lived, toy_named).findings
        lived.write_bytes(good)


# --- Cut short in the middle of writing ------------------------------------------------------------------------


class Splitting:
    """A file that writes a few bytes at a time, and at a moment chosen before kills its own process."""

    def __init__(self, file: Any, size: int, left: list[int]) -> None:
        self.file, self.size, self.left = file, size, left

    def __getattr__(self, name: str) -> Any:
        return getattr(self.file, name)

    def __enter__(self) -> Splitting:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    def write(self, data: bytes) -> int:
        self.left[0] -= 1
        if not self.left[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        written: int = self.file.write(data[: self.size])
        return written


def in_child(work: Callable[[], object]) -> int:
    """Runs `work` in a process of its own; what the system says of its end."""
    pid = os.fork()
    if not pid:
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    return os.waitpid(pid, 0)[1]


def killed_in_writing(path: Path, command: Callable[[Path], Any], size: int, after: int) -> bool:
    """A command in a child, its writing cut up and killed; whether it was killed, and not done before."""

    def work() -> None:
        real, left = Path.open, [after]

        def cut_up(self: Path, mode: str = "r", *more: Any, **also: Any) -> Any:
            file = real(self, mode, *more, **also)
            return Splitting(file, size, left) if self == path and "+" in mode else file

        Path.open = cut_up  # type: ignore[method-assign]
        command(path)

    ended = in_child(work)
    assert ended in (0, signal.SIGKILL)
    return ended == signal.SIGKILL


@pytest.mark.parametrize("times", [25, pytest.param(400, marks=pytest.mark.slow)])
def test_killed_while_writing(lived: Path, times: int) -> None:
    """kill -9 at any piece of a block: the ledger opens, no entry before is lost, and the next command goes on."""
    chance = random.Random(times)  # noqa: S311  no secret
    killed = 0
    for n in range(times):
        before = lived.read_bytes()
        count = opened(lived).page.count
        command = COMMANDS["turn next"] if n % 3 == 0 else COMMANDS["throw"]
        size = chance.randint(1, 60)
        killed += killed_in_writing(lived, command, size, chance.randint(1, 2000 // size))
        ledger = opened(lived)
        assert ledger.page.count in (count, count + 1)
        assert lived.read_bytes().startswith(before)
        throws(lived, "6 2")
        assert lived.read_bytes().startswith(before)
        assert opened(lived).page.count == ledger.page.count + 1
    assert killed > times // 4
    assert clean(lived)


@pytest.mark.parametrize("times", [12, pytest.param(100, marks=pytest.mark.slow)])
def test_killed_at_any_time(lived: Path, times: int) -> None:
    """kill -9 whenever it comes, at a process that writes one entry after the other."""
    chance = random.Random(times)  # noqa: S311  no secret
    for _ in range(times):
        before, count = lived.read_bytes(), opened(lived).page.count
        pid = os.fork()
        if not pid:
            with contextlib.suppress(BaseException):
                while True:
                    throws(lived, "2")
                    throws(lived, "6 2")
                    next_month(lived)
            os._exit(1)
        time.sleep(chance.uniform(0, 0.04))
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        assert opened(lived).page.count >= count
        assert lived.read_bytes().startswith(before)
        throws(lived, "6 2")
    assert clean(lived)


@pytest.mark.slow
def test_the_command_line_killed_at_any_time(tmp_path: Path) -> None:
    """The same with the whole program, from its start to its end."""
    path = tmp_path / "spring.toml"
    run = [sys.executable, "-m", "eia_ref"]
    roll = [*run, "event", "roll", "--dice", "2", "-c", str(path)]
    again = [*roll, "--again", "a test"]
    for words in ([*run, "new", "Spring", "-c", str(path)], roll):
        subprocess.run(words, check=True, capture_output=True)
    chance = random.Random(9)  # noqa: S311  no secret
    for _ in range(60):
        before = path.read_bytes()
        child = subprocess.Popen(again, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.05, 0.4))
        child.kill()
        child.wait()
        assert path.read_bytes().startswith(before)
    for words in (again, [*run, "audit", "-c", str(path)]):
        subprocess.run(words, check=True, capture_output=True)


def test_killed_while_setting_aside(lived: Path, lived_bytes: bytes) -> None:
    """Killed between keeping the torn end and cutting it off: the next one finds it kept, and goes on."""
    lived.write_bytes(lived_bytes[:-50])

    def work() -> None:
        os.fsync = lambda fd: os.kill(os.getpid(), signal.SIGKILL)
        throws(lived)

    assert in_child(work) == signal.SIGKILL
    assert lived.read_bytes() == lived_bytes[:-50]
    kept = beside(lived)
    throws(lived)
    assert beside(lived) == kept
    assert clean(lived)


def test_killed_while_beginning(tmp_path: Path) -> None:
    """A new ledger is there whole or not at all."""
    path = tmp_path / "a.toml"

    def work() -> None:
        os.fsync = lambda fd: os.kill(os.getpid(), signal.SIGKILL)
        begin_toy(path)

    assert in_child(work) == signal.SIGKILL
    assert not path.exists()
    assert clean(begin_toy(path))


# --- Full disks, no rights ---------------------------------------------------------------------------------------


def run_with_room(room: int, *words: str) -> subprocess.CompletedProcess[str]:
    """The command line in a process that may not make a file longer than `room`."""
    return subprocess.run(
        [sys.executable, "-B", "-m", "eia_ref", *words],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
    )


def test_a_full_disk(spring: Path) -> None:
    """The block does not fit: one clear line, exit 3, the file as it was byte for byte. Also with half a month."""
    before = spring.read_bytes()
    for room in (len(before), len(before) + 100, len(before) + 900):
        said = run_with_room(room, "turn", "next", "--leave-open", "-c", str(spring))
        assert said.returncode == 3
        assert said.stderr.startswith(f"eia-ref: {spring}: file too large\n")
        assert len(said.stderr.splitlines()) == 2
        assert said.stdout == ""
        assert spring.read_bytes() == before
    assert beside(spring) == {}


def test_a_full_disk_for_a_new_ledger(place: Path) -> None:
    said = run_with_room(500, "new", "Spring", "-c", str(place / "spring.toml"))
    assert said.returncode == 3
    assert said.stderr.startswith(f"eia-ref: {place / 'spring.toml'}: file too large\n")
    assert list(place.iterdir()) == []


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EDQUOT])
def test_a_disk_that_fails_in_the_middle(
    lived: Path, lived_bytes: bytes, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """In the writing, or in the flushing: what was written is taken back."""
    real = Path.open

    class Failing(Splitting):
        def write(self, data: bytes) -> int:
            self.left[0] -= 1
            if not self.left[0]:
                raise OSError(number, os.strerror(number))
            written: int = self.file.write(data[: self.size])
            return written

    def failing(self: Path, mode: str = "r", *more: Any, **also: Any) -> Any:
        file = real(self, mode, *more, **also)
        return Failing(file, 40, [5]) if self == lived and "+" in mode else file

    monkeypatch.setattr(Path, "open", failing)
    with pytest.raises(LedgerFault) as refusal:
        throws(lived)
    assert refusal.value.code == "file"
    assert lived.read_bytes() == lived_bytes
    monkeypatch.setattr(Path, "open", real)
    flushed = os.fsync
    fails = [True]

    def flush(fd: int) -> None:
        if fails:
            fails.pop()
            raise OSError(number, os.strerror(number))
        flushed(fd)

    monkeypatch.setattr(os, "fsync", flush)
    with pytest.raises(LedgerFault):
        throws(lived)
    assert lived.read_bytes() == lived_bytes


def test_stopped_by_hand_while_writing(lived: Path, lived_bytes: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the middle of a block takes it back."""

    def stop(fd: int) -> None:
        monkeypatch.undo()
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stop)
    with pytest.raises(KeyboardInterrupt):
        throws(lived)
    assert lived.read_bytes() == lived_bytes
    throws(lived)


@pytest.mark.parametrize("which", ["the ledger", "the lock", "the folder"])
def test_no_right_to_write(lived: Path, lived_bytes: bytes, monkeypatch: pytest.MonkeyPatch, which: str) -> None:
    """One clear line, nothing written; reading goes on. (As root nothing is forbidden: there it is only played.)"""
    lock = lived.with_name("harbour.toml.lock")
    lived.write_bytes(lived_bytes[:-50])  # and a torn end, that can't be set aside
    if os.geteuid():
        changed = {"the ledger": lived, "the lock": lock, "the folder": lived.parent}[which]
        lock.touch()
        changed.chmod(0o500 if changed.is_dir() else 0o400)
    else:
        real = Path.open

        def no_right(self: Path, mode: str = "r", *more: Any, **also: Any) -> Any:
            forbidden = self == lived if which == "the ledger" else self != lived
            if mode != "rb" and forbidden:
                raise PermissionError(errno.EACCES, "Permission denied")
            return real(self, mode, *more, **also)

        monkeypatch.setattr(Path, "open", no_right)
        if which == "the lock":

            def forbid(self: Any) -> None:
                raise PermissionError(errno.EACCES, "Permission denied")

            monkeypatch.setattr(FileLock, "acquire", forbid)
    with pytest.raises(LedgerFault, match="permission denied") as refusal:
        throws(lived)
    assert refusal.value.message == f"{lived}: permission denied"
    assert refusal.value.hint
    assert opened(lived).page.count == 11
    lived.parent.chmod(0o700)
    assert lived.read_bytes() == lived_bytes[:-50]


def test_files_that_are_none(lived: Path) -> None:
    """A folder, a name that leads nowhere, a name too long: in words, for reading and for writing."""
    for path in (lived.parent, Path(), lived / "x", lived.with_name("no.toml"), lived.with_name("x" * 300)):
        for use in (opened, throws, lambda path: audit(path, toy_named)):
            with pytest.raises(LedgerFault) as refusal:
                use(path)
            assert refusal.value.exit_code == 3
            assert str(path) in refusal.value.message


# --- Two at once -----------------------------------------------------------------------------------------------


def test_several_writers_at_once(lived: Path) -> None:
    """No entry is lost and the numbers run on, whoever comes first."""
    writers, each = 4, 8
    pids = []
    for _ in range(writers):
        pid = os.fork()
        if not pid:
            code = 1
            with contextlib.suppress(BaseException):
                for _ in range(each):
                    throws(lived, "6 2")
                code = 0
            os._exit(code)
        pids.append(pid)
    assert [os.waitpid(pid, 0)[1] for pid in pids] == [0] * writers
    entries = [e for part in parts(lived)[1] for e in part.page.entry]
    assert [e.number for e in entries] == list(range(1, 12 + 1 + writers * each))
    assert clean(lived)


def test_several_begin_the_same_campaign(tmp_path: Path) -> None:
    """One of them begins it; the others are told that it exists."""
    path = tmp_path / "a.toml"
    pids = []
    for _ in range(4):
        pid = os.fork()
        if not pid:
            code = 1
            with contextlib.suppress(LedgerFault):
                begin_toy(path)
                code = 0
            os._exit(code)
        pids.append(pid)
    ends = [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in pids]
    assert sorted(ends) == [0, 1, 1, 1]
    assert clean(path)
    assert beside(path) == {}


def test_a_lock_held_too_long(lived: Path, lived_bytes: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second game master is told after a while, also by another name of the same file. Reading goes on."""
    monkeypatch.setattr(write, "WAIT", 0.1)
    link = lived.parent / "link" / "other.toml"
    link.parent.mkdir()
    link.symlink_to(lived)
    with FileLock(lived.with_name("harbour.toml.lock")):
        for path in (lived, link):
            with pytest.raises(LedgerFault, match="being written by another eia-ref") as refusal:
                throws(path)
            assert refusal.value.code == "locked"
            assert opened(path).page.count == 12
    assert lived.read_bytes() == lived_bytes
    throws(link)
    assert link.is_symlink()
    assert clean(lived)


def test_somebody_saves_the_file_meanwhile(lived: Path) -> None:
    """An editor knows no lock: what it saved since is not written over."""
    with write.writing(lived, toy_named) as ledger:
        work = Clerk.at(ledger)
        work.adjudicate("throw", ThrowRequest(player="Anna", stake=1), Said())
        write_at_end(lived, "# good night\n")
        with pytest.raises(LedgerFault, match="changed meanwhile"):
            clerk.write(work, ledger)
    assert lived.read_bytes().endswith(b"# good night\n")
    assert clean(lived)


# --- Long ledgers ----------------------------------------------------------------------------------------------

MONTHS = 27 * 12


@pytest.fixture(scope="module")
def years(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """27 years of three entries a month, as many commands would have written them."""
    path = tmp_path_factory.mktemp("years") / "harbour.toml"
    work = Clerk(TOY, TOY.opening(TOY.rulebook, "plain", BEGINNING.start, {"limit": "low"}), 0, "")
    work.open_page()
    request = TOY.registry["new"].request(scenario="plain", start=BEGINNING.start, settings={"limit": "low"})
    work.adjudicate("new", request, Said())
    for n in range(MONTHS - 1):
        for player in ("Anna", "Bertil"):
            careful = ThrowRequest(player=player, stake=1, careful=True)
            dice = RecordedThrow(6 if n % 2 else 2)
            work.adjudicate("throw", careful, Said(note=f"month {n}", dice=dice))
        work.adjudicate(TURN, TurnRequest(left_open=True), Said())
        work.open_page()
    write.create(path, header_text(TOY, BEGINNING) + "".join(work.blocks))
    return path


class RecordedThrow(EngineDice):
    """Dice that always fall the same."""

    def __init__(self, value: int) -> None:
        self.value = value

    def roll(self, sides: int, purpose: str) -> Any:
        return super().roll(sides, purpose).model_copy(update={"value": self.value})


def test_opening_reads_the_header_and_the_last_page_only(years: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It costs the same in the twenty-seventh year as in the first."""
    real, read_bytes = Path.open, [0]

    class Counting(Splitting):
        def read(self, size: int = -1) -> bytes:
            data: bytes = self.file.read(size)
            read_bytes[0] += len(data)
            return data

    monkeypatch.setattr(Path, "open", lambda self, *more, **also: Counting(real(self, *more, **also), 0, []))
    ledger = opened(years)
    assert ledger.state.month == BEGINNING.start.plus(MONTHS - 1)
    assert ledger.page.count == 1 + 3 * (MONTHS - 1)
    assert years.stat().st_size > 10 * read.CHUNK
    assert read_bytes[0] < 2 * read.CHUNK + 2 * len(ledger.part.data)


def test_old_entries_are_found(years: Path) -> None:
    """By number, wherever they stand; a number there is not is refused."""
    ledger = opened(years)
    for number in (1, 2, 4, 5, 500, ledger.page.count - 1, ledger.page.count):
        part, i = entry_numbered(ledger, number)
        assert part.page.entry[i].number == number
    assert len(read.entries_from(ledger, 1)) == ledger.page.count
    for number in (0, -1, ledger.page.count + 1):
        with pytest.raises(RefereeError, match=f"there is no entry {number}") as refusal:
            entry_numbered(ledger, number)
        assert refusal.value.exit_code == 2


def test_all_of_it_audits(years: Path) -> None:
    report = audit(years, toy_named)
    assert report.findings == []
    assert (report.pages, report.entries) == (MONTHS, 1 + 3 * (MONTHS - 1))


@pytest.mark.parametrize("chunk", [1, 2, 7, 8, 9, 10, 11, 100, "page - 1", "page", "page + 1", "2 pages"])
def test_wherever_the_pieces_read_end(lived: Path, monkeypatch: pytest.MonkeyPatch, chunk: int | str) -> None:
    """A page's head may lie across two pieces, or exactly between them."""
    expected = [opened(lived).state, *(p.data for p in parts(lived)[1])]
    page = len(opened(lived).part.data)
    sizes = {"page - 1": page - 1, "page": page, "page + 1": page + 1, "2 pages": len(expected[-2]) + page}
    monkeypatch.setattr(read, "CHUNK", sizes.get(str(chunk), chunk))
    ledger = opened(lived)
    assert [ledger.state, *(p.data for p in parts(lived)[1])] == expected
    assert [p.data for p in read.parts_back(ledger)] == expected[:0:-1]


def test_big_pages_and_big_headers(lived: Path) -> None:
    """Bigger than a piece that is read at a time: comments in the header, a note on the page."""
    lived.write_bytes(b"# a long story\n" * 20_000 + lived.read_bytes())
    throws(lived, said=Said(note="a long story " * 20_000))
    assert opened(lived).page.count == 13
    throws(lived)
    next_month(lived)
    assert clean(lived)
    with lived.open("rb") as file:
        assert read.read_head(lived, file).header().campaign.name == "Harbour"


def test_the_heads_of_pages_may_have_a_comment(lived: Path) -> None:
    """A page is found by its [[turn]], whatever is written after it on its line; not by a mention of it."""
    data = lived.read_bytes().replace(b"\n[[turn]]\n", b"\n[[turn]]  # [[turn]] \xe2\x99\x9f\n")
    lived.write_bytes(b"# [[turn]]\n" + data.replace(b'"Harbour"', b'"[[turn]]"', 1))
    assert len(parts(lived)[1]) == 3
    throws(lived)
    assert clean(lived)


# --- Files that can't be trusted -------------------------------------------------------------------------------


def faulty(path: Path, old: str, new: str, where: int) -> int:
    """Puts `new` for the first or last `old`; the line `new` ends in."""
    data = path.read_bytes()
    at = data.index(old.encode()) if where == 0 else data.rindex(old.encode())
    text = new.encode("utf-8", "surrogateescape")
    path.write_bytes(data[:at] + text + data[at + len(old.encode()) :])
    return (data[:at] + text).count(b"\n") + 1


HEADER_FAULTS = [
    ("format = 1", "format = 2", "format", "this referee reads format 1, not 2"),
    ("format = 1", "format = true", "format", "not true"),
    ("format = 1", "format = 1.0", "format", "not 1.0"),
    ("format = 1", 'format = "1"', "format", 'not "1"'),
    ("format = 1", "format = 1\nother = 1", "other", "is no key of a ledger"),
    ("format = 1", "format = 1\n[other]", "other", "is no key of a ledger"),
    ('start = "1500-11"', 'start = "1500-13"', "campaign.start", "is no month: write it as 1789-04"),
    ('start = "1500-11"', "start = 1500-11-01", "campaign.start", "must be text"),
    ('start = "1500-11"', "start = 1500", "campaign.start", "must be text, not 1500"),
    ('name = "Harbour"', "name = 1500-11-01", "campaign.name", 'must be text, not "1500-11-01"'),
    ('name = "Harbour"', "name = true", "campaign.name", "must be text, not true"),
    ('name = "Harbour"', "name = inf", "campaign.name", "must be text"),
    ('name = "Harbour"', 'name = "Harbour"\nother = 1', "campaign.other", "is no key of a ledger"),
    ('Anna = "Åsa"', "Anna = 1", "campaign.players.Anna", "must be text, not 1"),
    ("[campaign.players]", "[campaign.player]", "campaign.player", "is no key of a ledger"),
    ('name = "Harbour"', "name = Harbour", "", "not TOML: "),
    ('name = "Harbour"', 'name = "Harbour', "", "not TOML: "),
    ('name = "Harbour"', 'name = "Harbour"\nname = "Again"', "", "not TOML: "),
    ('name = "Harbour"', 'name = "\udcff"', "", "not UTF-8 text (byte 0xff)"),
    ('name = "Harbour"', f"name = {'9' * 5000}", "", "not TOML: "),
    ('name = "Harbour"', f"name = {'[' * 5000}", "", "not TOML: "),
]
PAGE_FAULTS = [
    ('month = "1501-01"', 'month = "1501-13"', "month", "is no month: write it as 1789-04"),
    ('month = "1501-01"', "month = 1501-01-01", "month", "must be text in quotes, not the date or time 1501-01-01"),
    ('month = "1501-01"', 'month = "1501-01"\nother = 1', "other", "is no key of a ledger"),
    ("entries = 10", 'entries = "10"', "entries", 'must be a whole number, not "10"'),
    ("entries = 10", "entries = true", "entries", "must be a whole number, not true"),
    ("entries = 10", "entries = 10.0", "entries", "must be a whole number, not 10.0"),
    ("entries = 10", "entries = nan", "entries", "must be a whole number, not nan"),
    ("entries = 10", "entries = -inf", "entries", "must be a whole number, not -inf"),
    ("entries = 10", "entries = 0x" + "f" * 5000, "entries", "is too big a number"),
    ("entries = 10", "entries = []", "entries", "must be a whole number"),
    ("Anna = 15", "Anna = true", "opening.purse.Anna", "must be a whole number, not true"),
    ("Anna = 15", "Anna = 15.0", "opening.purse.Anna", "must be a whole number, not 15.0"),
    ("Anna = 15", 'Anna = "15"', "opening.purse.Anna", 'must be a whole number, not "15"'),
    ("Anna = 15", "Anna = 1501-01-01", "opening.purse.Anna", "must be text in quotes"),
    ("in_force = []", "in_force = {}", "opening.in_force", "must be a list"),
    ("in_force = []", 'in_force = [\n{ id = "1"', "", "not TOML: "),
    ('settings = { limit = "low" }', "settings = { limit = 1 }", "opening.settings.limit", "must be text, not 1"),
    ('ship = "Anna"', 'ship = "Anna"\nboat = 1', "opening.boat", "is no key of a ledger"),
    ("number = 12", 'number = "12"', "entry.2.number", 'must be a whole number, not "12"'),
    ("number = 12", "number = 12\nother = 1", "entry.2.other", "is no key of a ledger"),
    ('command = "throw"', "command = 12:30:00", "entry.2.command", "must be text in quotes"),
    ("value = 2", "value = true", "entry.2.dice.1.value", "must be a whole number, not true"),
    ("value = 2", "value = 2.0", "entry.2.dice.1.value", "must be a whole number, not 2.0"),
    ("value = 2", "value = -2", "entry.2.dice.1.value", "greater than or equal to 1, not -2"),
    ('source = "table"', 'source = "hand"', "entry.2.dice.1.source", "'engine', 'table' or 'entry', not \"hand\""),
    ("change = -1", "change = true", "entry.2.effects.1.change", "must be a whole number, not true"),
    ("change = -1", "change = -1, other = 1", "entry.2.effects.1.other", "is no key of a ledger"),
    ('kind = "coins"', 'kind = "gold"', "entry.2.effects.1", "is no effect of this game"),
    ('kind = "coins", ', "", "entry.2.effects.1", "names no kind of effect"),
    ('kind = "coins", player = "Bertil"', 'kind = "ship", ship = 1', "entry.2.effects.1.ship", "must be text, not 1"),
    ('text = ["T-1: Bertil throws 2."]', 'text = ["a", 1]', "entry.2.text.2", "must be text, not 1"),
    ('text = ["T-1: Bertil throws 2."]', 'text = "a"', "entry.2.text", 'must be a list, not "a"'),
    ('rules = ["T-1"]', "rules = []\nrules = []", "", "not TOML: "),
    ('outcome = "-1"', 'outcome = "\udcc3"', "", "not UTF-8 text (byte 0xc3)"),
]
GONE = [
    ('month = "1501-01"\n', "month"),
    ('rulebook = "', "rulebook"),
    ("entries = 10\n", "entries"),
    ("decisions = []\n", ""),  # has a default: the chain finds it
    ("purse = {", "opening.purse"),
    ("number = 12\n", "entry.2.number"),
    ("dice = [\n", ""),
    ('outcome = "-1"\n', "entry.2.outcome"),
]


@pytest.mark.parametrize(("old", "new", "field", "says"), HEADER_FAULTS)
def test_a_fault_in_the_header(lived: Path, old: str, new: str, field: str, says: str) -> None:
    """File, line, field, what is wrong and what to do, for whoever reads or writes."""
    line = faulty(lived, old, new, 0)
    before = lived.read_bytes()
    for use in (opened, throws, lambda path: audit(path, toy_named)):
        with pytest.raises(LedgerFault) as refusal:
            use(lived)
        assert refusal.value.message.startswith(f"{lived}:{line}: " + (f"{field}: " if field else ""))
        assert says in refusal.value.message
        assert len(refusal.value.message) < 400
        assert refusal.value.hint
    assert lived.read_bytes() == before


@pytest.mark.parametrize(("old", "new", "field", "says"), PAGE_FAULTS)
def test_a_fault_in_the_last_page(lived: Path, old: str, new: str, field: str, says: str) -> None:
    """The same for the page that is played on; audit has it as a finding."""
    line = faulty(lived, old, new, -1)
    before = lived.read_bytes()
    for use in (opened, throws):
        with pytest.raises(LedgerFault) as refusal:
            use(lived)
        assert refusal.value.message.startswith(f"{lived}:{line}: " + (f"{field}: " if field else ""))
        assert says in refusal.value.message
        assert refusal.value.hint
    found = audit(lived, toy_named).findings
    assert [f.line for f in found if says in f.message] == [line]
    assert lived.read_bytes() == before


@pytest.mark.parametrize(("gone", "field"), GONE)
def test_a_line_that_is_gone(lived: Path, gone: str, field: str) -> None:
    """What is missing is named, by the line of the block it belongs to."""
    data = lived.read_bytes().decode()
    at = data.rindex("\n" + gone) + 1
    lived.write_bytes((data[:at] + data[data.index("\n", at) + 1 :]).encode())
    with pytest.raises(LedgerFault) as refusal:
        throws(lived)
    line, name, what = refusal.value.message.removeprefix(f"{lived}:").split(": ")[:3] if field else ("", "", "")
    assert (name, what) == ((field, "is missing") if field else ("", ""))
    if field:
        block = "[[turn.entry]]" if "entry" in field else "[turn.opening]" if "." in field else "[[turn]]"
        assert lines_of(lived)[int(line) - 1] == block
    assert audit(lived, toy_named).findings


@pytest.mark.parametrize(("old", "new", "field", "says"), PAGE_FAULTS)
def test_a_fault_in_a_closed_page_stops_nobody(lived: Path, old: str, new: str, field: str, says: str) -> None:
    """FC-43: today's entry is written; the fault is for audit to report, with its line."""
    old = old.replace("1501-01", "1500-11").replace("= 10", "= 0").replace("= 15", "= 10").replace("= 12", "= 4")
    old = old.replace("throws 2", "throws 1").replace("value = 2", "value = 1").replace('"-1"', '"-3"')
    old = old.replace("change = -1", "change = -3")
    if old.startswith('ship = "Anna"') or "opening.purse" in field or old in ("in_force = []", "entries = 0"):
        old = old.replace('ship = "Anna"', "purse = { Anna = 10, Bertil = 10 }")
    if old.startswith("purse"):
        new = "boat = 1"
    line = faulty(lived, old, new, 0)
    throws(lived)
    next_month(lived)
    assert opened(lived).page.count == 14
    lines = [f.line for f in audit(lived, toy_named).findings]
    assert any(abs(found - line) <= 20 for found in lines), (line, lines)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty"),
        (b"\n \n", ":1: format: this referee reads format 1, and the file names none"),
        (b"# nothing\n", ":1: format: this referee reads format 1, and the file names none"),
        (b"Dear Anna,\n", ":1: not TOML"),
        (b"a = 1.5\n", ":1: format: this referee reads format 1, and the file names none"),
        (b"\xff\xfeN\x00o\x00", ":1: not UTF-8 text (byte 0xff)"),
        (b"\xef\xbb\xbfformat = 1\n", ":1: begins with a byte order mark (BOM)"),
        (b"[[turn]]\n", ":1: format: this referee reads format 1, and the file names none"),
        (
            b'format = 1\n[campaign]\nname = "a"\ngame = "toy"\nscenario = "plain"\nstart = "1500-11"\n',
            "has no [[turn]]",
        ),
        (b"format = 1\n", ":1: campaign: is missing"),
        (b"format = 1\ncampaign = 1\n", ":2: campaign: must be a table"),
        (bytes(range(128)), ":1: not TOML"),
        (bytes(range(256)), ":2: not UTF-8 text (byte 0x80)"),
        (b"\0" * 10_000, ":1: not TOML"),
    ],
)
def test_files_that_are_no_ledger(tmp_path: Path, data: bytes, says: str) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(data)
    for use in (opened, throws, lambda path: audit(path, toy_named)):
        with pytest.raises(LedgerFault) as refusal:
            use(path)
        assert says in refusal.value.message
        assert refusal.value.message.startswith(str(path))
        assert refusal.value.hint
    assert path.read_bytes() == data


def test_a_byte_order_mark_is_named(lived: Path, lived_bytes: bytes) -> None:
    """Editors of Windows put one: it is refused by its name, and taking it off is all there is to do."""
    lived.write_bytes(b"\xef\xbb\xbf" + lived_bytes)
    with pytest.raises(LedgerFault, match="byte order mark"):
        opened(lived)


def test_a_page_inside_a_text_of_the_header(lived: Path, lived_bytes: bytes) -> None:
    """A header's text over several lines may not have a line [[turn]]: it is refused by its line, not misread."""
    lived.write_bytes(lived_bytes.replace(b'"Harbour"', b'"""\n[[turn]]\n"""', 1))
    for use in (opened, throws):
        with pytest.raises(LedgerFault, match="not TOML"):
            use(lived)


def test_the_first_page_cut(lived: Path, lived_bytes: bytes) -> None:
    """A ledger whose only page is not whole is refused: there is nothing to set aside and go on from."""
    for n in (0, 5, 60):
        lived.write_bytes(lived_bytes[: lived_bytes.index(b"\n[[turn]]\n") + n + 10])
        data = lived.read_bytes()
        for use in (opened, throws):
            with pytest.raises(LedgerFault, match=r"no whole page|is missing|no \[\[turn\]\]"):
                use(lived)
        assert lived.read_bytes() == data


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_any_damage_is_refused_in_words(
    tmp_path_factory: pytest.TempPathFactory, lived_bytes: bytes, data: Any
) -> None:
    """Bytes changed, put in or taken out at random: never anything but a RefereeError."""
    path = tmp_path_factory.mktemp("damage") / "a.toml"
    damaged = bytearray(lived_bytes)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(damaged)))
        piece = data.draw(st.one_of(st.binary(max_size=4), st.sampled_from(PIECES)))
        damaged[at : at + data.draw(st.sampled_from([0, 1, 1, 5, 200]))] = piece
    path.write_bytes(damaged)
    for use in (opened, throws, next_month, lambda path: audit(path, toy_named)):
        with contextlib.suppress(RefereeError):
            use(path)


PIECES = [
    b"\n[[turn]]\n",
    b"\n[[turn.entry]]\n",
    b"1",
    b"0",
    b"-",
    b'"',
    b"=",
    b"[",
    b"]",
    b"#",
    b"\r",
    b"true",
    b"nan",
]


def test_another_game_under_the_same_name(lived: Path) -> None:
    """A ledger whose state is not the game's is refused by the field."""
    from eia_ref.empires.game import EMPIRES

    with pytest.raises(LedgerFault, match=r"opening\.\w+: is missing|is no key"):
        open_ledger(lived, lambda name: EMPIRES)
