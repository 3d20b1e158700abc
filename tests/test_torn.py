"""Blocks that were never finished: cut ends, killed processes, full disks, no rights."""

from __future__ import annotations

import contextlib
import errno
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from eia_ref.core.errors import LedgerFault
from eia_ref.ledger.audit import audit
from tests.toy import (
    at_length,
    begin_toy,
    beside,
    clean,
    in_child,
    next_month,
    opened,
    throws,
    toy_named,
    write_at_end,
)


@pytest.fixture
def unflushed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Does not wait for the disk, where a test writes a thousand times."""
    monkeypatch.setattr(os, "fsync", lambda fd: None)


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


@pytest.mark.parametrize("every", [23, pytest.param(6 // at_length(5), marks=pytest.mark.slow)])
@pytest.mark.usefixtures("unflushed")
def test_torn_in_an_entry(lived: Path, lived_bytes: bytes, every: int) -> None:
    start = last_block(lived_bytes)
    for n in cuts(lived_bytes, start, every):
        torn(lived, lived_bytes, start, n)


@pytest.mark.parametrize("every", [23, pytest.param(6 // at_length(5), marks=pytest.mark.slow)])
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


@pytest.mark.parametrize("times", [25, pytest.param(at_length(400), marks=pytest.mark.slow)])
def test_killed_while_writing(lived: Path, times: int) -> None:
    """kill -9 at any piece of a block: the ledger opens, no entry before is lost, and the next command goes on."""
    chance = random.Random(times)  # noqa: S311  no secret
    killed = 0
    for n in range(times):
        before = lived.read_bytes()
        count = opened(lived).page.count
        command = next_month if n % 3 == 0 else lambda path: throws(path, "6 2")
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


@pytest.mark.parametrize("times", [12, pytest.param(at_length(100), marks=pytest.mark.slow)])
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
    for _ in range(at_length(60)):
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


NOBODY = 65534


@pytest.fixture
def of_nobody(lived_bytes: bytes) -> Iterator[Path]:
    """A ledger with a torn end in a folder of its own; as root, both belong to nobody, to whom rights apply."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "harbour.toml"
        path.write_bytes(lived_bytes[:-50])
        if not os.geteuid():
            for own in (path, path.parent):
                os.chown(own, NOBODY, NOBODY)
        yield path
        path.parent.chmod(0o700)


def said_by_nobody(work: Callable[[], str]) -> str:
    """What `work` comes to in a process that has no more rights than anybody."""
    read_end, write_end = os.pipe()

    def child() -> None:
        if not os.geteuid():
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        os.write(write_end, work().encode())

    assert in_child(child) == 0
    os.close(write_end)
    with os.fdopen(read_end, encoding="utf-8") as file:
        return file.read()


@pytest.mark.parametrize("which", ["the ledger", "the lock", "the folder"])
def test_no_right_to_write(of_nobody: Path, which: str) -> None:
    """One clear line, nothing written or set aside; reading goes on. Then with the right it goes on too."""
    lock = of_nobody.with_name("harbour.toml.lock")
    if which == "the lock":
        lock.touch()
    where = {"the ledger": of_nobody, "the lock": lock, "the folder": of_nobody.parent}[which]
    where.chmod(0o500 if where.is_dir() else 0o400)
    before = of_nobody.read_bytes()

    def work() -> str:
        assert opened(of_nobody).page.count == 11
        with pytest.raises(LedgerFault) as refusal:
            throws(of_nobody)
        return f"{refusal.value.code}, {refusal.value.message}, {bool(refusal.value.hint)}"

    assert said_by_nobody(work) == f"file, {of_nobody}: permission denied, True"
    assert of_nobody.read_bytes() == before
    where.chmod(0o700 if where.is_dir() else 0o600)
    if lock.exists() and not os.geteuid():
        os.chown(lock, NOBODY, NOBODY)
    assert said_by_nobody(lambda: str(throws(of_nobody, "6 2").entry.number)) == "12"
    assert clean(of_nobody)


def test_files_that_are_none(lived: Path) -> None:
    """A folder, a name that leads nowhere, a name too long: in words, for reading and for writing."""
    os.mkfifo(lived.with_name("pipe"))
    names = ["no.toml", "x" * 300, "pipe"]
    for path in (lived.parent, Path(), Path("/dev/zero"), lived / "x", *(lived.with_name(n) for n in names)):
        for use in (opened, throws, lambda path: audit(path, toy_named)):
            with pytest.raises(LedgerFault) as refusal:
                use(path)
            assert refusal.value.exit_code == 3
            assert str(path) in refusal.value.message
