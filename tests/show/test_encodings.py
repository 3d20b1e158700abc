"""Pipes, other encodings, readers that go away."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.show.tools import COMMAND, environment


def piped(*typed: str, **more: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *typed], env=environment(**more), capture_output=True, check=False)


def test_piped_there_is_no_code(long: Path) -> None:
    done = piped("show", "2")
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout + done.stderr
    assert max(len(line) for line in done.stdout.decode().splitlines()) <= 80


@pytest.mark.parametrize(
    "more",
    [
        {"LANG": "C", "LC_ALL": "C"},
        {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1"},
    ],
    ids=lambda m: " ".join(f"{k}={v}" for k, v in m.items()),
)
def test_other_encodings(long: Path, more: dict[str, str]) -> None:
    done = piped("show", "2", **more)
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""
    assert b"Void, by entry 4." in done.stdout
    done = piped("status", "Ö", "--json", **more)
    assert done.returncode == 2
    assert b"Traceback" not in done.stdout + done.stderr
    assert json.loads(done.stdout.decode("latin-1"))["error"]["code"] == "unknown-name"


@pytest.mark.parametrize("reads", [0, 1], ids=["nothing", "a line"])
@pytest.mark.parametrize(
    "typed", [("rules", "search", "e"), ("rules", "search", "e", "--json"), ("status",)], ids=" ".join
)
def test_a_reader_that_goes_away(long: Path, typed: tuple[str, ...], reads: int) -> None:
    """`eia-ref ... | head -1`: no traceback, no complaint, and done is done."""
    read, write = os.pipe()
    with subprocess.Popen([*COMMAND, *typed], env=environment(), stdout=write, stderr=subprocess.PIPE) as process:
        os.close(write)
        if reads:
            os.read(read, 1)
        os.close(read)
        _, complaint = process.communicate(timeout=20)
    assert complaint == b""
    assert process.returncode == 0


def test_an_adjudication_whose_reader_goes_away_is_written(long: Path) -> None:
    before = long.read_bytes()
    read, write = os.pipe()
    os.close(read)
    typed = ["settle", "7.1", "no more"]
    with subprocess.Popen([*COMMAND, *typed], env=environment(), stdout=write, stderr=subprocess.PIPE) as process:
        os.close(write)
        _, complaint = process.communicate(timeout=20)
    assert complaint == b""
    assert long.read_bytes().startswith(before)
    assert long.read_bytes() != before
    assert process.returncode == 0  # 1 would say that the answer is no


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("option", ["--plain", "--json"])
def test_an_output_that_is_full(long: Path, option: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, "status", option], env=environment(), stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 3
    assert b"Traceback" not in done.stderr
    assert b"fault in eia-ref" not in done.stderr


def shell(redirected: str, *typed: str) -> subprocess.CompletedProcess[str]:
    """A command line with its streams closed or led elsewhere, as a shell does it."""
    line = f"{shlex.join([*COMMAND, *typed])} {redirected}"
    return subprocess.run(["sh", "-c", line], env=environment(), capture_output=True, text=True, check=False)


@pytest.mark.parametrize("redirected", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", "2>/dev/full"])
@pytest.mark.parametrize(
    ("typed", "code"),
    [(("status",), 0), (("status", "--json"), 0), (("statsu",), 2), (("event", "roll"), 1), (("log", "--head"), 0)],
    ids=lambda v: " ".join(v) if isinstance(v, tuple) else None,
)
def test_streams_that_are_closed(long: Path, redirected: str, typed: tuple[str, ...], code: int) -> None:
    """Nobody reads, so nothing is said; but what the command comes to is the same."""
    done = shell(redirected, *typed)
    assert done.returncode == code, done.stderr
    assert "fault in eia-ref" not in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize("redirected", [">/dev/full", ">/dev/full 2>&1"])
@pytest.mark.parametrize("typed", [("status",), ("status", "--json"), ("statsu", "--json")], ids=" ".join)
def test_output_that_can_not_be_printed(long: Path, redirected: str, typed: tuple[str, ...]) -> None:
    done = shell(redirected, *typed)
    assert done.returncode == 3
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


def test_nobody_there_to_ask(long: Path) -> None:
    """With stdin closed nobody answers: that is said, and nothing is written."""
    before = long.read_bytes()
    for typed, says in (
        (("event", "roll", "--again", "x", "--ask"), "nobody answered: d100, random event\n"),
        (("void", "2"), "it needs a reason"),
    ):
        done = shell("<&-", *typed)
        assert done.returncode == 2
        assert says in done.stderr
    assert long.read_bytes() == before
