"""Torn ends: what was never finished is set aside, what somebody wrote is not."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from eia_ref.core.errors import LedgerFault
from eia_ref.ledger.audit import audit
from tests.toy import (
    at_length,
    beside,
    clean,
    next_tide,
    opened,
    throws,
    toy_named,
    write_at_end,
)


@pytest.fixture
def unflushed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Does not wait for the disk, where a test writes a thousand times."""
    monkeypatch.setattr(os, "fsync", lambda fd: None)


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
    next_tide(lived)
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
        ("[[ turn ]]\nturn = 'tide-004'\n", "this page is not one [[turn]]"),
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
    for begin in (lambda: None, lambda: next_tide(lived)):
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
