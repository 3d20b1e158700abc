"""Processes stopped in the middle of writing."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.ledger.tools import Splitting
from tests.toy import (
    at_length,
    begin_toy,
    beside,
    clean,
    in_child,
    next_tide,
    opened,
    throws,
)


def killed_in_writing(path: Path, command: Callable[[Path], Any], size: int, after: int) -> bool:
    """A command in a child, its writing cut up and killed; whether it was killed, and not done before."""

    def work() -> None:
        real, left = Path.open, [after]

        def cut_up(self: Path, mode: str = "r", *more: Any, **also: Any) -> Any:
            file = real(self, mode, *more, **also)
            return Splitting(file, size, left) if self == path and "+" in mode else file

        Path.open = cut_up  # type: ignore[method-assign]  # to be killed between two pieces
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
        command = next_tide if n % 3 == 0 else lambda path: throws(path, "6 2")
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
                    next_tide(lived)
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
    roll = [*run, "event", "roll", "--dice", "2 ...", "-c", str(path)]  # a stage may want dice of its own
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
