"""How it looks: 80 columns, pipes, colour where there is a terminal, other encodings, tmux as a player sees it."""

from __future__ import annotations

import contextlib
import fcntl
import itertools
import json
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
from typing import Any

import pytest

Ref = Callable[..., Any]
COMMAND = [sys.executable, "-m", "eia_ref"]
COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;\d+)*m")
LONG = "A note that is longer than one line of a terminal, because the players argued about it for half an hour. "

# Every command that prints for people, on the campaign of `long`.
SHOWN: list[tuple[str, ...]] = [
    ("status",),
    *(("status", power) for power in ("aus", "gb", "fra", "pru", "rus", "spa", "tur")),
    ("agenda",),
    ("log",),
    ("log", "--all"),
    ("log", "--head"),
    *(("show", str(n)) for n in range(1, 8)),
    ("audit",),
    ("event", "list"),
    ("event", "show", "85"),
    ("event", "show", "73"),
    ("rules", "show", "R-45"),
    ("rules", "show", "AM-1.1.1a"),
    ("rules", "search", "a"),
    ("rules", "coverage"),
    ("settle", "7.1", "both attempts failed", "--dry-run"),
    ("event", "roll", "--again", LONG, "--dice", "64 3 5", "--note", LONG * 3, "--by", "Anna-Maria", "--dry-run"),
    ("event", "roll", "--again", "x", "--dice", "92 5 2 10", "--depots", "Kraków, Königsberg", "--dry-run"),
    ("turn", "next", "--leave-open", "--note", LONG, "--dry-run"),
    ("void", "7", "--because", LONG, "--dry-run"),
    ("new", "Another Campaign of the Club", "--dry-run"),
]


MADE: list[bytes] = []  # the ledger of `long`, made once


@pytest.fixture
def long(ref: Ref, place: Path) -> Path:
    """A month and a half with everything in it that can be shown; its ledger. Entries 1 to 7."""
    ledger = place / "campaigns" / "spring.toml"
    if MADE:
        ledger.parent.mkdir()
        ledger.write_bytes(MADE[0])
        return ledger
    for typed in (
        ("new", "Spring", "--areas", "Bavaria, Tyrol, Saxony, Hesse, Tuscany"),
        ("event", "roll", "--dice", "53 3 4 1 1", "--note", LONG, "--by", "Björn"),
        ("settle", "1.17", "only Russia fights", "--note", "[bold]x[/bold]"),
        ("void", "2", "--because", LONG),
        ("event", "roll"),
        ("turn", "next"),
        ("event", "roll", "--dice", "26 5"),
    ):
        assert ref(*typed).code == 0, typed
    assert ref("status", "--json").json["turn"] == "1789-02"
    MADE.append(ledger.read_bytes())
    return ledger


def environment(**more: str) -> dict[str, str]:
    """The tester's environment without what changes the look."""
    drop = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "EIA_CAMPAIGN", "EIA_DEBUG", "PYTHONIOENCODING")
    kept = {k: v for k, v in os.environ.items() if k not in drop}
    return {**kept, "TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", **more}


# --- Width, blanks, last lines ---------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", SHOWN, ids=lambda t: " ".join(t)[:40])
def test_eighty_columns_and_no_codes(ref: Ref, long: Path, typed: tuple[str, ...]) -> None:
    said = ref(*typed)
    assert said.code == 0, said
    lines = said.out.split("\n")
    assert lines.pop() == "", "ends with one end of line"
    assert "\x1b" not in said.out
    for line in lines:
        assert len(line) <= 80, line
        assert line == line.rstrip(), line
        assert "…" not in line, "cut off"
    assert lines[0], "begins with an empty line"
    assert lines[-1], "ends with an empty line"
    assert not any(a == b == "" for a, b in itertools.pairwise(lines)), "two empty lines"


@pytest.mark.parametrize("width", ["60", "132"])
def test_other_widths(ref: Ref, long: Path, monkeypatch: pytest.MonkeyPatch, width: str) -> None:
    monkeypatch.setenv("COLUMNS", width)
    for typed in SHOWN:
        lines = ref(*typed).out.split("\n")
        assert max(map(len, lines)) <= int(width), typed
        assert all(line == line.rstrip() and "…" not in line for line in lines), typed


@pytest.mark.parametrize("width", ["0", "20", "-5", "wide"])
def test_an_odd_width_still_shows_everything(
    ref: Ref, long: Path, monkeypatch: pytest.MonkeyPatch, width: str
) -> None:
    """A terminal may say it has no columns at all; the answer is shown all the same."""
    monkeypatch.setenv("COLUMNS", width)
    said = ref("event", "roll", "--again", "x", "--dice", "48 3")
    assert said.code == 0
    assert "Entry8isintheledger." in re.sub(r"\s", "", said.out)
    words = re.sub(r"\s", "", ref("status").out)
    for power in ("Austria", "Britain", "France", "Prussia", "Russia", "Spain", "Turkey"):
        assert power in words


def test_plain_neither_wraps_nor_boxes(ref: Ref, long: Path) -> None:
    for typed in SHOWN:
        plain = ref(*typed, "--plain")
        assert plain.code == 0
        assert not re.search("[─│╭╰━┃]", plain.out), typed
        assert all(line == line.rstrip() for line in plain.out.split("\n")), typed
        assert "\x1b" not in plain.out
    assert LONG.strip() in ref("show", "2", "--plain").out


@pytest.mark.parametrize(
    ("typed", "last"),
    [
        (("status",), r"1 to do before February 1789 can end: eia-ref agenda"),
        (("status", "fra"), r"1 to do before February 1789 can end: eia-ref agenda"),
        (("agenda",), r"1 to do before February 1789 can end.*"),
        (("log", "--head"), r"[0-9a-f]{64}"),
        (("show", "7"), r"Diplomatic victory\. Entry 7 is in the ledger\."),
        (("audit",), r"Clean: 7 entries in 2 months, 7 adjudicated again\. Head [0-9a-f]{12}\."),
        (("rules", "coverage"), r"\d+ of \d+ clauses are handled \(\d+%\)\."),
        (("rules", "search", "famine"), r"1 of \d+ clauses and rulings\."),
        (("void", "7", "--because", "x"), r"Entry 7 is void\. Entry 8 is in the ledger\."),
        (("turn", "next", "--leave-open", "--dry-run"), r"March 1789 begins\. Only a trial: nothing is written\."),
        (("turn", "next", "--leave-open"), r"March 1789 begins\. Entry 8 is in the ledger\..*"),
        (("new", "Other"), r".*eia-ref agenda.*"),
    ],
    ids=lambda v: " ".join(v) if isinstance(v, tuple) else None,
)
def test_the_line_that_matters_comes_last(ref: Ref, long: Path, typed: tuple[str, ...], last: str) -> None:
    lines = ref(*typed).out.splitlines()
    assert any(re.fullmatch(last, line) for line in lines[-2:]), lines[-3:]


def test_what_is_to_be_typed_stands_on_one_line(ref: Ref, long: Path) -> None:
    """A command to copy is not broken over two lines where it would fit on one."""
    for line in "".join(ref(*typed).out for typed in SHOWN).splitlines():
        assert not re.search(r"eia-ref( event| turn| rules)?$", line), line
        assert line.count('"') % 2 == 0 or "eia-ref" not in line, line


def test_answers_stand_one_to_a_line(ref: Ref, spring: Path) -> None:
    """So that each can be copied."""
    out = ref("agenda").out
    for answer in ("neither fights", "both fight", "only Russia fights", "only Turkey fights"):
        assert f'"{answer}"' in out, answer


def test_columns_of_the_agenda_line_up(ref: Ref, spring: Path) -> None:
    out = ref("agenda").out
    must = out.partition("can end\n")[2]
    found = [re.search(r"(?<= )[A-Z]+-\d+ ", line) for line in must.splitlines()]
    assert len({rule.start() for rule in found if rule}) == 1, must


def test_one_is_not_plural(ref: Ref, spring: Path) -> None:
    assert not re.search(r"\b1 (months|entries|names|areas|findings)\b", ref("audit").out)
    text = spring.read_text(encoding="utf-8")
    text = text.replace("[campaign.lists]\n", '[campaign.lists]\nexiles = ["Moreau"]\n', 1)
    spring.write_text(text, encoding="utf-8")
    ref("settle", "1.17", "both")
    for out in (ref("log").out, ref("show", "2").out):
        assert not re.search(r"\b1 (months|entries|names|areas|findings)\b", out)
    assert "1 areas" not in ref("event", "roll", "--dice", "53 1", "--areas", ",").err


def test_void_entries_are_marked_in_the_log(ref: Ref, long: Path) -> None:
    log = ref("log", "--all", "--plain").out.splitlines()
    assert [line.split()[0] for line in log if "void, by" in line] == ["2"]
    assert "famine" in next(line for line in log if line.split()[:1] == ["2"]).lower()


# --- Help ------------------------------------------------------------------------------------------------------


def test_help_is_one_look(ref: Ref) -> None:
    """Groups and single commands print the same kind of help, and nothing of it is cut."""
    for typed in (
        [],
        ["status"],
        ["new"],
        ["settle"],
        ["log"],
        ["void"],
        ["turn"],
        ["turn", "next"],
        ["event", "roll"],
    ):
        out = ref(*typed, "--help").out
        assert not re.search("[─│╭╰]", out), typed
        assert all(len(line) <= 80 and line == line.rstrip() for line in out.splitlines()), typed
        assert "[[" not in out, typed


def test_help_is_not_cut(ref: Ref) -> None:
    for typed in ([], ["turn"], ["event"], ["rules"]):
        assert "..." not in ref(*typed, "--help").out.replace("[ARGS]...", ""), typed


# --- A terminal ------------------------------------------------------------------------------------------------


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


# --- Pipes and encodings ---------------------------------------------------------------------------------------


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
    typed = ["settle", "7.1", "both failed"]
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
