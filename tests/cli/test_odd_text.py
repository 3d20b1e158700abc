"""Who, and notes: control characters, markup, bytes that are no text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.tools import ROLL
from tests.conftest import Ref

NASTY = "[red]x[/red] \x1b[2J\x1b]0;t\x07 \x9b31m \x00".replace("\x00", "") + " :smile: %s {x} \\"


def harmless(text: str) -> bool:
    """No control character of any kind but the ends of lines."""
    return not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", text)


def test_control_characters_do_nothing(ref: Ref, spring: Path) -> None:
    typed = [
        ref("new", f"N {NASTY}", "-c", "n.toml", "--player", f"fra={NASTY}", "--areas", f"{NASTY}, B"),
        ref("status", "-c", "n.toml"),
        ref("status", NASTY),
        ref(*ROLL, "--dice", "91 3 1 1", "--depots", f"{NASTY}, B", "--note", NASTY, "--by", NASTY),
        ref("settle", "1.17", NASTY),
        ref("settle", NASTY, "x"),
        ref(*ROLL, "--again", NASTY, "--dice", "1"),
        ref("settle", "3.3", NASTY),
        ref("revolution", "advance", "11", "--because", NASTY),
        ref("emigres", "place", NASTY),
        ref("revolution", "restore", NASTY),
        ref("void", "2", "--because", NASTY, "--cascade"),
        ref("agenda"),
        ref("log", "--all"),
        ref("show", "2"),
        ref("audit"),
        ref("rules", "show", NASTY),
        ref("rules", "search", NASTY),
        ref("event", "show", NASTY),
        ref("status", "-c", NASTY),
        ref(NASTY),
        ref("event", NASTY),
        ref("status", NASTY, NASTY),
        ref("status", "--" + NASTY),
        ref("log", "--last", NASTY),
        ref(*ROLL, "--dice", NASTY),
    ]
    for said in typed:
        assert harmless(said.out + said.err), said
    assert "[red]x[/red]" in ref("show", "2").out
    assert ":smile:" in ref("show", "2").out


@pytest.mark.parametrize(
    "typed",
    [
        ("settle", "a\nb", "x"),
        ("status", "a\nb"),
        ("a\nb",),
        ("event", "a\nb"),
        ("status", "-c", "a\nb"),
        ("status", "--a\nb"),
        ("status", "x", "a\nb"),
        ("show", "a\nb"),
        ("rules", "search", "zz\nqq"),
        ("new", "x", "--player", "a\nb"),
    ],
    ids=ascii,
)
def test_an_error_is_one_line_whatever_was_typed(ref: Ref, spring: Path, typed: tuple[str, ...]) -> None:
    said = ref(*typed)
    assert said.code
    assert re.fullmatch(r"eia-ref: [^\n]+\n(         [^\n]+\n)?", said.err), said.err


@pytest.mark.parametrize(
    "typed",
    [
        ("settle", "1.17", "both", "--note", "x\udcff"),
        ("settle", "1.17", "both", "--by", "x\udcff"),
        (*ROLL, "--dice", "1", "--again", "x\udcff"),
        (*ROLL, "--dice", "53 1", "--areas", "x\udcff"),
        ("void", "2", "--because", "x\udcff"),
        ("new", "x\udcff"),
        ("new", "x", "--player", "fra=x\udcff"),
        ("new", "x", "--areas", "x\udcff"),
        ("status", "x\udcff"),
        ("rules", "search", "x\udcff"),
    ],
    ids=ascii,
)
def test_bytes_that_are_no_text(ref: Ref, spring: Path, typed: tuple[str, ...]) -> None:
    """A note pasted in another encoding reaches Python as half a surrogate pair."""
    if typed[0] == "void":
        ref(*ROLL, "--dice", "1")
    before = spring.read_bytes()
    said = ref(*typed)
    assert said.code in (1, 2, 3)
    assert "fault in eia-ref" not in said.err
    assert spring.read_bytes() == before


def test_long_words_are_kept(ref: Ref, spring: Path) -> None:
    """A link in a note, a long path: wrapped or hanging over, never cut with an ellipsis."""
    link = "https://example.org/" + "eia/" * 40 + "end"
    said = ref("settle", "1.17", "both", "--note", link)
    for out in (said.out, ref("show", "2").out, ref("log").out):
        assert "…" not in out
        assert link in re.sub(r"\s+", "", out)


def test_a_name_stays_on_its_line(ref: Ref, place: Path) -> None:
    """Of the campaign, of a player, of who says so: a line end in it is a blank."""
    assert ref("new", "Two\nLines", "--player", "France=An\n\tna", "--by", "Me\r\nYou").code == 0
    assert ref("status").out.startswith("Two Lines · ")
    assert "An na" in ref("status").out
    assert ref("show", "1").out.splitlines()[0].endswith("by Me You")
