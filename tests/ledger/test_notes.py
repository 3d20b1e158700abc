"""Notes and names, kept to the letter."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eia_ref.core.errors import RefereeError
from eia_ref.ledger.begin import begin
from eia_ref.ledger.clerk import Said
from eia_ref.ledger.read import entry_numbered
from tests.toy import (
    BEGINNING,
    TOY,
    begin_toy,
    clean,
    next_tide,
    opened,
    play,
    take_back,
    throws,
)

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
    next_tide(lived)
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
            begin(tmp_path / "new.toml", TOY, BEGINNING._replace(name=name, lists=lists), Said(), dry_run=False)
    assert list(tmp_path.iterdir()) == []


@settings(max_examples=40, deadline=None)
@given(note=st.text(max_size=40), by=st.text(max_size=10))
def test_any_note(tmp_path_factory: pytest.TempPathFactory, note: str, by: str) -> None:
    """Any text at all, but for half pairs (which hypothesis leaves out)."""
    path = begin_toy(tmp_path_factory.mktemp("note") / "a.toml")
    result = throws(path, said=Said(note=note, by=by))
    assert opened(path).page.entry[-1] == result.entry
    assert (result.entry.note, result.entry.by) == (note, by)
