"""The chain: whatever was changed in a ledger is found, with its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eia_ref import games
from eia_ref.core.errors import LedgerFault
from eia_ref.ledger.audit import audit
from eia_ref.ledger.model import chain_hash
from eia_ref.ledger.read import parts
from eia_ref.ledger.text import entry_text
from tests.ledger.tools import change, found, report
from tests.toy import (
    at_length,
    lines_of,
    next_tide,
    opened,
    take_back,
    throws,
)
from tests.worked import EXAMPLE


def blocks(path: Path) -> list[bytes]:
    """The file cut before every entry and every page: header, page, entries, page, ..."""
    data = path.read_bytes()
    starts = [m.start() for m in re.finditer(rb"^(#-+\n)?\[\[turn(\.entry)?\]\]\n", data, re.MULTILINE)]
    return [data[a:b] for a, b in zip([0, *starts], [*starts, len(data)], strict=True)]


CHANGES = [
    ("number = 3", "number = 5", "", 3, "number"),
    ("time = ", 'time = "x" # ', "number = 3", 3, "chain"),
    ("stake = 2", "stake = 3", "", 3, "chain"),
    ("value = 6", "value = 4", "", 3, "chain"),
    ('source = "table"', 'source = "engine"', "", 3, "chain"),
    ("change = 4", "change = 5", "", 3, "chain"),
    ('outcome = "+4"', 'outcome = "+5"', "", 3, "chain"),
    ('text = ["T-1: Anna throws 6."]', "text = []", "", 3, "chain"),
    ('rules = ["T-1"]', 'rules = ["T-2"]', "", 3, "chain"),
    ('by = "Åsa"', 'by = "Anna"', "", 6, "chain"),
    ("note = ", "note = 'x' # ", "", 6, "chain"),
    ("voids = [8]", "voids = [7]", "", 9, "chain"),
    ("because = ", "why = ", "", 9, "chain"),
]


@pytest.mark.parametrize(("old", "new", "after", "entry", "code"), CHANGES)
def test_a_change_in_an_entry(lived: Path, old: str, new: str, after: str, entry: int, code: str) -> None:
    """Whatever it is, the entry and its line are named."""
    line = change(lived, old, new, after)
    finding = found(lived, code)
    start = next(i for i in range(line, 0, -1) if lines_of(lived)[i - 1] == "[[turn.entry]]")
    assert finding.line in (start, line)
    assert finding.entry in (entry, 5)
    assert finding.hint
    assert finding.file == str(lived)
    throws(lived)  # FC-43: it is in a closed page
    assert report(lived).findings


@pytest.mark.parametrize(
    ("old", "new", "after"),
    [
        ("Anna = 13", "Anna = 14", ""),
        ('turn = "tide-002"', 'turn = "tide-004"', ""),
        ("entries = 5", "entries = 6", ""),
        ('until = "tide-003"', 'until = "tide-004"', "entries = 5"),
        (
            "decisions = []",
            "decisions = [{ id = '1.1', about = 'a', rule = 'T', since = 'tide-001'}]",
            "entries = 5",
        ),
        ('limit = "low"', 'limit = "high"', "entries = 5"),
    ],
)
def test_a_change_in_an_opening(lived: Path, old: str, new: str, after: str) -> None:
    """A balance carried forward: the chain has it, and so has the replay, with what it should be."""
    line = change(lived, old, new, after)
    finding = found(
        lived, "chain", message=f"the opening of {parts(lived)[1][1].page.turn} was changed after it was written"
    )
    assert lines_of(lived)[finding.line - 1] == "[turn.opening]"
    others = [f for f in report(lived).findings if f.line == line]
    assert [f.code for f in others] in (["opening"], ["turn"], ["chain"])
    assert all(f.expected != f.found for f in others)


def test_a_balance_is_named_by_its_line(lived: Path) -> None:
    line = change(lived, "Anna = 13", "Anna = 14")
    finding = found(lived, "opening")
    assert (finding.line, finding.field, finding.expected, finding.found) == (line, "purse.Anna", "13", "14")


@pytest.mark.parametrize("which", ["hash", "previous"])
@pytest.mark.parametrize("n", range(6))
def test_a_change_in_the_chain_itself(lived: Path, which: str, n: int) -> None:
    """A hash of an entry or a seal, or the hash before."""
    rows = lines_of(lived)
    at = [i for i, row in enumerate(rows) if row.startswith(f"{which} = ") and len(row) > 40][n]
    rows[at] = rows[at].replace("0", "1", 1) if "0" in rows[at] else rows[at].replace("1", "0", 1)
    lived.write_bytes("\n".join(rows).encode())
    lines = [f.line for f in report(lived).findings if f.code == "chain"]
    assert any(abs(at - line) < 40 for line in lines), (at, lines)


def test_an_entry_taken_out(lived: Path) -> None:
    """Named by the number that should stand there."""
    before = blocks(lived)
    for n in range(1, 13):
        at = next(i for i, b in enumerate(before) if f"\nnumber = {n}\n".encode() in b)
        lived.write_bytes(b"".join(before[:at] + before[at + 1 :]))
        findings = report(lived).findings
        if n == 12:
            assert findings == []  # nothing rests on the last one: for that the head is posted
        elif n in (5, 10):
            assert findings[0].code in ("chain", "opening", "turn")
        else:
            finding = found(lived, "number")
            assert (finding.entry, finding.expected) == (n + 1, str(n))
            assert lines_of(lived)[finding.line - 1] == f"number = {n + 1}"


def test_two_entries_swapped(lived: Path) -> None:
    at = [i for i, b in enumerate(blocks(lived)) if b"\nnumber = 6\n" in b or b"\nnumber = 7\n" in b]
    parts_of = blocks(lived)
    parts_of[at[0]], parts_of[at[1]] = parts_of[at[1]], parts_of[at[0]]
    lived.write_bytes(b"".join(parts_of))
    assert [(f.entry, f.expected) for f in report(lived).findings if f.code == "number"][:2] == [(7, "6"), (6, "8")]


def test_an_entry_twice(lived: Path) -> None:
    """In the middle, and at the end of the ledger."""
    for n in (4, 12):
        parts_of = blocks(lived)
        at = next(i for i, b in enumerate(parts_of) if f"\nnumber = {n}\n".encode() in b)
        lived.write_bytes(b"".join([*parts_of[: at + 1], parts_of[at], *parts_of[at + 1 :]]))
        assert found(lived, "number", entry=n).expected == str(n + 1)
        lived.write_bytes(b"".join(parts_of))


def test_an_entry_put_in(lived: Path) -> None:
    """With a number of its own and a right hash it still does not fit into the chain."""
    parts_of = blocks(lived)
    part = parts(lived)[1][0]
    forged = {**part.raw["entry"][3], "number": 5}
    forged["hash"] = chain_hash(forged)
    at = next(i for i, b in enumerate(parts_of) if b"\nnumber = 5\n" in b)
    lived.write_bytes(b"".join([*parts_of[:at], entry_text(forged).encode(), *parts_of[at:]]))
    assert found(lived, "chain", entry=5).message == "entry 5 does not follow the one before it"
    assert found(lived, "number", entry=5).expected == "6"


@pytest.mark.parametrize("n", [0, 1, 2])
def test_a_page_taken_out(lived: Path, n: int) -> None:
    """The first, one in the middle; the last one is as if it had never been written."""
    data = lived.read_bytes()
    starts = [m.start() for m in re.finditer(rb"^#-+\n\[\[turn\]\]\n", data, re.MULTILINE)] + [len(data)]
    lived.write_bytes(data[: starts[n]] + data[starts[n + 1] :])
    findings = report(lived).findings
    if n == 2:
        assert [f.code for f in findings] == ["torn"]
        assert opened(lived).page.count == 9
    else:
        assert "chain" in [f.code for f in findings]
        texts = " ".join(f.message for f in findings)
        assert ("first page is missing" if n == 0 else "entries are missing") in texts


def test_two_pages_swapped(lived: Path) -> None:
    """A month out of order: the months, the counts and the chain say so."""
    data = lived.read_bytes()
    a, b, c = (m.start() for m in re.finditer(rb"^#-+\n\[\[turn\]\]\n", data, re.MULTILINE))
    lived.write_bytes(data[:a] + data[b:c] + data[a:b] + data[c:])
    codes = [f.code for f in report(lived).findings]
    assert "turn" in codes
    assert codes.count("chain") >= 2


def test_a_changed_last_page_is_read_and_not_written_on(lived: Path) -> None:
    """What is added would rest on it; whoever only looks is told, and sees it."""
    for old, new in (("stake = 1 }", "stake = 2 }"), ("Anna = 15", "Anna = 16"), ("number = 11", "number = 10")):
        good = lived.read_bytes()
        line = change(lived, old, new, 'turn = "tide-003"')
        bad = lived.read_bytes()
        ledger = opened(lived)
        assert ledger.tampered
        message = ledger.tampered[0].message
        where = int(message.removeprefix(f"{lived}:").split(":")[0])
        assert where <= line < where + 12
        assert ledger.state.turn == "tide-003"
        for command in (throws, next_tide, lambda path: take_back(path, 11)):
            with pytest.raises(LedgerFault) as refusal:
                command(lived)
            assert refusal.value.message == message
            assert "eia-ref audit" in refusal.value.hint or "restore" in refusal.value.hint
        assert lived.read_bytes() == bad
        lived.write_bytes(good)


FIGURE = re.compile(rb"\d")


def figures(data: bytes) -> list[int]:
    """Where the figures of the pages stand: every digit outside the header and the comments."""
    start = data.index(b"\n[[turn]]\n")
    comments = {i for m in re.finditer(rb"^#.*$", data, re.MULTILINE) for i in range(*m.span())}
    return [m.start() for m in FIGURE.finditer(data) if m.start() > start and m.start() not in comments]


def one_figure(path: Path, data: bytes, at: int, digit: int) -> None:
    """A ledger with one digit changed has findings, or says in words why it can't be audited."""
    new = b"%d" % digit
    path.write_bytes(data[:at] + new + data[at + 1 :])
    assert (report(path).findings == []) == (data[at : at + 1] == new)


@settings(max_examples=150, deadline=None)
@given(data=st.data(), digit=st.integers(0, 9))
def test_any_figure_changed_is_found(
    tmp_path_factory: pytest.TempPathFactory, lived_bytes: bytes, data: st.DataObject, digit: int
) -> None:
    at = data.draw(st.sampled_from(figures(lived_bytes)))
    one_figure(tmp_path_factory.mktemp("figure") / "a.toml", lived_bytes, at, digit)


@pytest.mark.slow
def test_every_figure_changed_is_found(tmp_path: Path, lived_bytes: bytes) -> None:
    """Each of them, one after the other."""
    for at in figures(lived_bytes):
        one_figure(tmp_path / "a.toml", lived_bytes, at, (lived_bytes[at] - 48 + 1 + at % 9) % 10)


@pytest.mark.slow
@settings(max_examples=at_length(150), deadline=None)
@given(data=st.data())
def test_any_figure_of_a_house_rules_ledger(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """The same on the worked example of the house rules."""
    whole = EXAMPLE.read_bytes()
    at = data.draw(st.sampled_from(figures(whole)))
    digit = (whole[at] - 48 + data.draw(st.integers(1, 9))) % 10
    path = tmp_path_factory.mktemp("figure") / "a.toml"
    path.write_bytes(whole[:at] + b"%d" % digit + whole[at + 1 :])
    assert audit(path, games.game_named).findings


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_any_line_gone_or_twice_is_found(
    tmp_path_factory: pytest.TempPathFactory, lived_bytes: bytes, data: st.DataObject
) -> None:
    """Of the pages: a line taken out, or written twice; comments, blank lines and the last entry's own aside."""
    path = tmp_path_factory.mktemp("line") / "a.toml"
    rows = lived_bytes.split(b"\n")
    first, last = rows.index(b"[[turn]]"), len(rows) - 1 - rows[::-1].index(b"[[turn.entry]]")
    at = data.draw(st.sampled_from([i for i in range(first, last) if rows[i] and rows[i][:1] != b"#"]))
    path.write_bytes(b"\n".join(rows[:at] + [rows[at]] * data.draw(st.sampled_from([0, 2])) + rows[at + 1 :]))
    try:
        assert report(path).findings
    except LedgerFault:
        assert at == first  # without its head the first page is a part of the header
