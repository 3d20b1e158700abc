"""The ledger on disk: only ever added to, whatever is said, by however many, for however long."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import time
import tomllib
from collections.abc import Callable
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
from eia_ref.ledger.read import entry_numbered, parts
from tests.toy import (
    BEGINNING,
    TOY,
    ThrowRequest,
    begin_toy,
    beside,
    clean,
    lines_of,
    next_month,
    opened,
    play,
    take_back,
    throws,
    toy_named,
    write_at_end,
)

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


SAYS: dict[str, Callable[[Path, str], Any]] = {
    "a note": lambda path, half: throws(path, said=Said(note=half)),
    "a name": lambda path, half: throws(path, said=Said(by=half)),
    "a reason": lambda path, half: take_back(path, 12, because=half),
    "a request": lambda path, half: play(path, "ship buy", player=half, price=0),
}


@pytest.mark.parametrize("says", SAYS)
@pytest.mark.parametrize("half", ["\ud800 at the beginning", "\udcff", "an \udfff end"])
def test_half_a_pair_is_refused_before_a_byte_is_written(
    lived: Path, lived_bytes: bytes, half: str, says: str
) -> None:
    """FC-40."""
    with pytest.raises(RefereeError, match="no text") as refusal:
        SAYS[says](lived, half)
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


def test_a_header_reads_back_as_it_was_said(tmp_path: Path) -> None:
    """Names and players of any letters, lists of any name: nothing in them is taken for the ledger's own text."""
    odd = '[[turn]]\nhash = "x"\n# a "b" \\ \r\t🎲\x00'
    said = replace(BEGINNING, name=odd, players={odd: odd, "Anna": ""}, lists={"ports": [odd, "Åbo"]})
    path = tmp_path / "a.toml"
    clerk.begin(path, TOY, said, Said(), dry_run=False)
    campaign = opened(path).header.campaign
    assert (campaign.name, campaign.players) == (odd, {odd: odd, "Anna": ""})
    assert campaign.lists == {"ports": [odd, "Åbo"]}
    assert clean(path)
    text = header_text(TOY, replace(BEGINNING, lists={"a b": {"c d": ["e"]}}))
    assert tomllib.loads(text)["campaign"]["lists"] == {"a b": {"c d": ["e"]}}


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


def test_reading_while_somebody_writes(lived: Path) -> None:
    """Who reads takes no lock, and sees the ledger as it was before or after some block."""
    pid = os.fork()
    if not pid:
        with contextlib.suppress(BaseException):
            while True:
                throws(lived, "6 2")
                next_month(lived)
        os._exit(1)
    try:
        counts = []
        end = time.monotonic() + 0.5
        while time.monotonic() < end:
            ledger = opened(lived)
            assert ledger.tampered == []
            counts.append(ledger.page.count)
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    assert counts == sorted(counts)
    assert counts[-1] > counts[0]


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

    class Counting:
        def __init__(self, file: Any) -> None:
            self.file = file

        def __getattr__(self, name: str) -> Any:
            return getattr(self.file, name)

        def __enter__(self) -> Counting:
            return self

        def __exit__(self, *_: object) -> None:
            self.file.close()

        def read(self, size: int = -1) -> bytes:
            data: bytes = self.file.read(size)
            read_bytes[0] += len(data)
            return data

    monkeypatch.setattr(Path, "open", lambda self, *more, **also: Counting(real(self, *more, **also)))
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
