"""Repair: nothing silently, nothing lost, and put back is only what the chain proves."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eia_ref.core.errors import LedgerFault, NotAllowed, RefereeError
from eia_ref.ledger.clerk import Said
from eia_ref.ledger.repair import Asked, Repaired, repair
from tests.ledger.test_chain import figures
from tests.ledger.tools import change, entries, report
from tests.toy import at_length, beside, clean, next_tide, opened, take_back, throws, toy_named


def repairs(path: Path, restore: bool = False, accept: int | None = None, dry_run: bool = False) -> Repaired:
    """`audit repair` on the toy's ledger."""
    return repair(path, toy_named, Asked(restore, accept, "the players agreed"), Said(), dry_run)


def test_nothing_to_repair(lived: Path, lived_bytes: bytes) -> None:
    it = repairs(lived, restore=True)
    assert (it.done, it.edited, it.kept_in) == ([], [], None)
    assert lived.read_bytes() == lived_bytes
    assert beside(lived) == {}


# --- What says nothing -----------------------------------------------------------------------------------------

EDITORS: dict[str, Callable[[bytes], bytes]] = {
    "a byte order mark": lambda data: b"\xef\xbb\xbf" + data,
    "line ends of Windows": lambda data: data.replace(b"\n", b"\r\n"),
    "some line ends of Windows": lambda data: data.replace(b"\n\n", b"\r\n\n"),
    "both": lambda data: b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n"),
    "UTF-16": lambda data: data.decode().encode("utf-16"),
    "UTF-16 with line ends": lambda data: data.decode().replace("\n", "\r\n").encode("utf-16"),
}


@pytest.mark.parametrize("editor", EDITORS)
def test_what_an_editor_put_is_taken_off(lived: Path, lived_bytes: bytes, editor: str) -> None:
    """The ledger is byte for byte as it was, what was there is kept beside it, and it is said."""
    lived.write_bytes(EDITORS[editor](lived_bytes))
    bad = lived.read_bytes()
    if not bad.startswith(lived_bytes[:1]):
        with pytest.raises(LedgerFault) as refused:
            report(lived)
        assert refused.value.hint.startswith("eia-ref audit repair ")
    trial = repairs(lived, dry_run=True)
    assert lived.read_bytes() == bad
    assert beside(lived) == {}
    it = repairs(lived)
    assert it.done == trial.done != []
    assert lived.read_bytes() == lived_bytes
    assert beside(lived) == {"harbour.toml.before-repair-1": bad}
    assert clean(lived)


def test_a_torn_end_is_set_aside(lived: Path, lived_bytes: bytes) -> None:
    lived.write_bytes(lived_bytes[:-40])
    trial = repairs(lived, dry_run=True)
    assert "never finished" in trial.done[0]
    assert beside(lived) == {}
    it = repairs(lived)
    assert len(it.done) == 1
    (aside,) = beside(lived).values()
    assert lived.read_bytes() + aside == lived_bytes[:-40]
    assert clean(lived)


@pytest.mark.parametrize("data", [b"\xff\xfeN", b"\xfe\xff\xd8\x00\xd8\x00", b"", b"\xef\xbb\xbf", b"Dear Anna"])
def test_what_is_no_ledger_is_not_touched(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(data)
    with pytest.raises(LedgerFault):
        repairs(path, dry_run=True)
    assert path.read_bytes() == data
    with pytest.raises(LedgerFault):
        repairs(tmp_path / "none.toml")


# --- Edited by hand --------------------------------------------------------------------------------------------

EDITS = [
    ("a die", "value = 6", "value = 5", 3, "dice.1.value"),
    ("what was asked", "stake = 2", "stake = 200", 3, "request.stake"),
    ("a change", "change = 4", "change = 44", 3, "effects.1.change"),
    ("what came of it", 'outcome = "+4"', 'outcome = "+5"', 3, "outcome"),
    ("the words", "Anna throws 6.", "Anna throws well.", 3, "text.1"),
    ("the number", "number = 4", "number = 14", 4, "number"),
    ("a rule", 'rules = ["T-1"]', 'rules = ["T-2"]', 3, "rules.1"),
    ("what a void took back", "change = 4 }", "change = 5 }", 9, "effects.3.change"),
]


@pytest.mark.parametrize(("old", "new", "entry", "field"), [e[1:] for e in EDITS], ids=[e[0] for e in EDITS])
def test_a_figure_is_put_back(lived: Path, lived_bytes: bytes, old: str, new: str, entry: int, field: str) -> None:
    """Shown with what stood there and what stands there; on request byte for byte as it was."""
    change(lived, old, new, "number = 9\n" if entry == 9 else "")
    bad = lived.read_bytes()
    (one,) = repairs(lived).edited
    assert (one.entry, [".".join(str(x + 1) if isinstance(x, int) else x for x in d[0]) for d in one.differs]) == (
        entry,
        [field],
    )
    assert lived.read_bytes() == bad
    it = repairs(lived, restore=True)
    assert [e.entry for e in it.put_back] == [entry]
    assert lived.read_bytes() == lived_bytes
    assert beside(lived) == {"harbour.toml.before-repair-1": bad}


@pytest.mark.parametrize(
    ("old", "new", "after"),
    [
        ("Anna = 13", "Anna = 99", ""),
        ("entries = 5", "entries = 50", ""),
        ('until = "tide-003"', 'until = "tide-004"', "entries = 5"),
        ('limit = "low"', 'limit = "high"', "entries = 5"),
        ("Anna = 10", "Anna = 11", ""),
        (
            "decisions = []",
            "decisions = [{ id = '1.1', about = 'a', rule = 'T', since = 'tide-001'}]",
            "entries = 5",
        ),
    ],
)
def test_an_opening_is_put_back(lived: Path, lived_bytes: bytes, old: str, new: str, after: str) -> None:
    """From the scenario or the entries before; a comment before the page stays."""
    change(lived, old, new, after)
    assert [e.entry for e in repairs(lived, restore=True).put_back] == [None]
    assert lived.read_bytes() == lived_bytes


def test_several_at_once(lived: Path, lived_bytes: bytes) -> None:
    """Each block by itself; of two figures in one block only those that follow from the rest."""
    change(lived, "value = 6", "value = 5")
    change(lived, "Anna = 13", "Anna = 99")
    change(lived, "price = 4", "price = 3")
    change(lived, "change = -1", "change = -2", "number = 12\n")
    change(lived, 'outcome = "-1"', 'outcome = "-2"', "number = 12\n")
    it = repairs(lived, restore=True)
    assert [e.entry for e in it.put_back] == [3, None, 8, 12]
    assert lived.read_bytes() == lived_bytes
    change(lived, "value = 6", "value = 5")
    change(lived, "stake = 2", "stake = 3")
    assert [(e.entry, e.text) for e in repairs(lived, restore=True).edited] == [(3, None)]


def test_a_hash_is_put_back_by_the_link_after_it(lived: Path, lived_bytes: bytes) -> None:
    """The next block says what it was; of the last one nothing does."""
    at = [m.start() for m in re.finditer(rb'^hash = "', lived_bytes, re.MULTILINE)]
    for n, start in enumerate(at):
        digit = lived_bytes[start + 20 : start + 21]
        bad = lived_bytes[: start + 20] + (b"1" if digit == b"0" else b"0") + lived_bytes[start + 21 :]
        lived.write_bytes(bad)
        it = repairs(lived, restore=True)
        if n < len(at) - 1:
            assert lived.read_bytes() == lived_bytes
        else:
            assert (it.put_back, [e.text for e in it.edited]) == ([], [None])
            assert lived.read_bytes() == bad
        for kept in lived.parent.glob("*.before-repair-*"):
            kept.unlink()


def test_what_is_not_proven_is_not_guessed(lived: Path) -> None:
    """A note, or a reason, is nobody's but the one's who wrote it."""
    change(lived, 'note = "she said', 'note = "he said')
    bad = lived.read_bytes()
    it = repairs(lived, restore=True)
    assert [(e.entry, e.text, e.differs) for e in it.edited] == [(6, None, [])]
    assert lived.read_bytes() == bad
    with pytest.raises(NotAllowed, match="can't be proven"):
        repairs(lived, accept=6)


def test_comments_in_an_edited_block_stay(lived: Path) -> None:
    change(lived, "number = 3\n", "# Anna was lucky\nnumber = 3\n")
    change(lived, "value = 6", "value = 5")
    repairs(lived, restore=True)
    assert b"# Anna was lucky\n[[turn.entry]]\nnumber = 3\n" in lived.read_bytes()
    assert clean(lived)


@settings(max_examples=60, deadline=None)
@given(data=st.data(), digit=st.integers(0, 9))
def test_any_figure_is_put_back(
    tmp_path_factory: pytest.TempPathFactory, lived_bytes: bytes, data: st.DataObject, digit: int
) -> None:
    figure(
        tmp_path_factory.mktemp("figure") / "harbour.toml",
        lived_bytes,
        data.draw(st.sampled_from(figures(lived_bytes))),
        digit,
    )


@pytest.mark.slow
def test_every_figure_is_put_back(tmp_path: Path, lived_bytes: bytes) -> None:
    """Each digit of the ledger, one after the other."""
    for at in figures(lived_bytes)[:: 5 // at_length(5) or 1]:
        figure(tmp_path / "harbour.toml", lived_bytes, at, (lived_bytes[at] - 47) % 10)


def figure(path: Path, whole: bytes, at: int, digit: int) -> None:
    """A ledger with one digit changed is put back, or nothing is written."""
    bad = whole[:at] + b"%d" % digit + whole[at + 1 :]
    path.write_bytes(bad)
    it = repairs(path, restore=True)
    after = path.read_bytes()
    assert after == (whole if it.put_back else bad)
    last = whole.rindex(b"\nhash = ")
    if not it.put_back and bad != whole and at < last:
        assert report(path).findings


# --- Accepted --------------------------------------------------------------------------------------------------


def test_a_change_is_accepted_by_an_entry(lived: Path, lived_bytes: bytes) -> None:
    """The entry is as it was; what it was edited to is made true from now on, with the reason."""
    before = opened(lived).state.purse
    change(lived, "change = 4", "change = 7")
    it = repairs(lived, accept=3)
    assert it.result
    assert lived.read_bytes().startswith(lived_bytes)
    last = entries(lived)[-1]
    assert (last.command, last.request["entry"], last.request["because"]) == ("audit repair", 3, "the players agreed")
    assert [(e["kind"], e["change"]) for e in last.effects] == [("coins", -4), ("coins", 7)]
    after = opened(lived).state.purse
    assert after == {**before, "Anna": before["Anna"] + 3}
    assert clean(lived)
    assert "put back" in last.text[0]
    take_back(lived, 13)
    assert opened(lived).state.purse == before
    take_back(lived, 14)
    next_tide(lived)
    assert clean(lived)


def test_an_accepted_change_is_audited_like_any_other(lived: Path) -> None:
    change(lived, "change = 4", "change = 7")
    repairs(lived, accept=3)
    change(lived, "change = 7 }]", "change = 8 }]", 'command = "audit repair"')
    codes = [f.code for f in report(lived).findings]
    assert codes == ["chain", "replay"]


def test_what_can_not_be_accepted(lived: Path, lived_bytes: bytes) -> None:
    """Not edited, without consequence, without cover, void: nothing is written."""
    change(lived, 'outcome = "+4"', 'outcome = "+5"')
    bad = lived.read_bytes()
    with pytest.raises(RefereeError, match="was not edited"):
        repairs(lived, accept=4)
    with pytest.raises(NotAllowed, match="nothing to make true"):
        repairs(lived, accept=3)
    assert lived.read_bytes() == bad
    lived.write_bytes(lived_bytes)
    change(lived, "change = 4", "change = -9999")
    with pytest.raises(NotAllowed, match="can't be accepted"):
        repairs(lived, accept=3)
    lived.write_bytes(lived_bytes)
    change(lived, "change = -4", "change = -5", "number = 8\n")
    with pytest.raises(NotAllowed, match="void"):
        repairs(lived, accept=8)
    assert beside(lived) == {}


def test_of_the_last_page_too(lived: Path, lived_bytes: bytes) -> None:
    """Where no other command would write."""
    change(lived, "change = -1", "change = -2", "number = 12\n")
    with pytest.raises(LedgerFault):
        throws(lived)
    repairs(lived, accept=12)
    assert lived.read_bytes().startswith(lived_bytes)
    throws(lived)
    assert clean(lived)


def test_what_can_not_be_proven_is_said_before_anybody_gives_up_waiting(lived: Path) -> None:
    """A name in an opening: hundreds of thousands of figures are tried, each in microseconds."""
    change(lived, 'ship = "Anna"', 'ship = "Anja"', "entries = 10")
    start = time.process_time()
    (one,) = repairs(lived).edited
    assert one.entry is None
    assert time.process_time() - start < 5


def test_a_hash_in_capitals_is_still_that_hash(lived: Path, lived_bytes: bytes) -> None:
    """Of the last block, too, which nothing follows."""
    last = re.findall(rb'hash = "([0-9a-f]{64})"', lived_bytes)[-1]
    lived.write_bytes(lived_bytes.replace(last, last.upper()))
    repairs(lived, restore=True)
    assert lived.read_bytes() == lived_bytes
