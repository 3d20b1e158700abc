"""Width, blanks, last lines: 80 columns and others, and nothing cut."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

from tests.conftest import Ref
from tests.show.tools import LONG

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
    ("settle", "7.1", "no more", "--dry-run"),
    ("event", "roll", "--again", LONG, "--dice", "64 3 1", "--note", LONG * 3, "--by", "Anna-Maria", "--dry-run"),
    ("event", "roll", "--again", "x", "--dice", "92 5 2 10", "--depots", "Kraków, Königsberg", "--dry-run"),
    ("turn", "next", "--leave-open", "--note", LONG, "--dry-run"),
    ("void", "7", "--because", LONG, "--dry-run"),
    ("new", "Another Campaign of the Club", "--dry-run"),
]


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
    text = text.replace("[campaign.lists]\n", '[campaign.lists]\n[campaign.lists.fleets]\nfra = ["fleet I"]\n', 1)
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
    for typed in ([], ["turn"], ["event"], ["persia"], ["audit"], ["rules"]):
        assert "..." not in ref(*typed, "--help").out.replace("[ARGS]...", ""), typed


@pytest.mark.parametrize("typed", [("pp", "matrix"), ("chart", "show"), ("log", "dice"), ("leaders", "list")])
def test_no_name_of_a_table_is_broken_in_two(
    ref: Ref, long: Path, typed: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As narrow as 60 columns: every word of a table at its full width is a word of the narrow one."""
    wide = set(ref(*typed, "--plain").out.split())
    monkeypatch.setenv("COLUMNS", "60")
    narrow = ref(*typed).out
    assert set(narrow.split()) - wide <= {w for w in narrow.split() if set(w) == {"─"}}
    assert max(map(len, narrow.splitlines())) <= 60
