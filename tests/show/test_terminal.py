"""Colour where there is a terminal, and tmux as a player sees it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.show.tools import COMMAND, environment

COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;\d+)*m")


def terminal(typed: list[str], answers: str = "", **more: str) -> tuple[int, str]:
    """Runs a command line in a terminal of 80 by 24; its exit code and all it sent to the screen."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    with subprocess.Popen(
        [*COMMAND, *typed], stdin=follower, stdout=follower, stderr=follower, env=environment(**more)
    ) as process:
        os.close(follower)
        if answers:
            os.write(leader, answers.encode())
        sent = b""
        with contextlib.suppress(OSError):  # the other end is closed
            while data := os.read(leader, 65536):
                sent += data
        code = process.wait(timeout=20)
    os.close(leader)
    return code, sent.decode().replace("\r\n", "\n")


ROLL = ["event", "roll", "--again", "x", "--dice", "48 3", "--dry-run"]


def test_colour_in_a_terminal(long: Path) -> None:
    code, screen = terminal(ROLL)
    assert code == 0
    assert COLOUR.search(screen)
    assert "\x1b[36m" in screen  # the rules
    assert "\x1b[1m" in screen
    assert re.sub(r"\x1b\[[\d;]*m", "", screen).isprintable() or "\x1b" not in re.sub(r"\x1b\[[\d;]*m", "", screen)


def test_no_color_has_no_colour(long: Path) -> None:
    code, screen = terminal(ROLL, NO_COLOR="1")
    assert code == 0
    assert not COLOUR.search(screen)
    assert "France" in screen


@pytest.mark.parametrize("option", ["--plain", "--json"])
def test_plain_and_json_send_no_codes_to_a_terminal(long: Path, option: str) -> None:
    code, screen = terminal([*ROLL, option])
    assert code == 0
    assert "\x1b" not in screen


def test_a_dumb_terminal(long: Path) -> None:
    code, screen = terminal(["status"], TERM="dumb")
    assert code == 0
    assert "\x1b" not in screen


def test_questions_in_a_terminal(spring: Path) -> None:
    code, screen = terminal(["event", "roll", "--ask"], answers="53\n9\n2\n4\n1\n")
    assert code == 0
    assert "d100, random event: " in screen
    assert screen.count("d3, areas with famine: ") == 2
    assert "Famine. Entry 2 is in the ledger." in screen


def test_an_error_in_a_terminal(long: Path) -> None:
    code, screen = terminal(["event", "roll"])
    assert code == 1
    assert screen.splitlines()[0].endswith("the random event of February 1789 is rolled already (R-101)")


# --- tmux ------------------------------------------------------------------------------------------------------


@pytest.fixture
def screen(long: Path, tmp_path: Path) -> Iterator[Callable[[str, str], list[str]]]:
    """`screen("eia-ref status", "last words")` types into a tmux of 80 by 24 and gives its lines once they show."""
    if not shutil.which("tmux"):
        pytest.skip("tmux is not installed")
    tmux = ["tmux", "-S", str(tmp_path / "tmux"), "-f", "/dev/null"]
    shell = f'eia-ref() {{ {sys.executable} -m eia_ref "$@"; }}'
    env = environment(PS1="> ", HISTFILE="/dev/null")

    def run(*words: str) -> str:
        return subprocess.run([*tmux, *words], env=env, capture_output=True, text=True, check=True).stdout

    run("new-session", "-d", "-x", "80", "-y", "24", "bash", "--norc", "--noprofile")

    def typed(line: str, until: str) -> list[str]:
        run("send-keys", "-l", f"clear; {line}")
        run("send-keys", "Enter")
        end = time.monotonic() + 10
        while time.monotonic() < end:
            lines = run("capture-pane", "-p", "-J").rstrip("\n").split("\n")
            if any(until in x for x in lines if "clear;" not in x) and lines[-1].strip() == ">":
                return lines[:-1]
            time.sleep(0.05)
        pytest.fail("\n".join(run("capture-pane", "-p").split("\n")))

    run("send-keys", "-l", shell)
    run("send-keys", "Enter")
    try:
        yield typed
    finally:
        run("kill-server")


def test_in_tmux(screen: Callable[[str, str], list[str]]) -> None:
    """What a player sees of a 24-line screen: nothing wraps by itself, and the status is on it as a whole."""
    lines = screen("eia-ref status", "eia-ref agenda")
    assert any(line.startswith("Spring · February 1789") for line in lines), lines
    assert lines[-1] == "1 to do before February 1789 can end: eia-ref agenda"
    lines = screen("eia-ref event roll --again x --dice '53 1 2' --dry-run", "Only a trial")
    assert [line.split()[:2] for line in lines if re.match(r" +d\d+ ", line)] == [
        *(["d100", "53"], ["d3", "1"], ["d5", "2"])
    ]
    assert lines[-1] == "Famine. Only a trial: nothing is written."
    lines = screen("eia-ref audit", "Clean")
    assert max(map(len, lines)) <= 80
    lines = screen("eia-ref show 99", "there is no entry")
    assert lines[-2:] == ["eia-ref: there is no entry 99", "         the ledger has 1 to 7"]
