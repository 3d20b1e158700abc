"""Ledgers that can't be trusted: refused by file, line and field, with what to do; a closed page stops nobody."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eia_ref.core.errors import LedgerFault, RefereeError
from eia_ref.ledger.audit import audit
from eia_ref.ledger.read import open_ledger
from tests.toy import (
    lines_of,
    next_tide,
    opened,
    throws,
    toy_named,
)


def faulty(path: Path, old: str, new: str, where: int) -> int:
    """Puts `new` for the first or last `old`; the line `new` ends in."""
    data = path.read_bytes()
    at = data.index(old.encode()) if where == 0 else data.rindex(old.encode())
    text = new.encode("utf-8", "surrogateescape")
    path.write_bytes(data[:at] + text + data[at + len(old.encode()) :])
    return (data[:at] + text).count(b"\n") + 1


HEADER_FAULTS = [
    ("format = 1", "format = 2", "format", "this referee reads format 1, not 2"),
    ("format = 1", "format = true", "format", "not true"),
    ("format = 1", "format = 1.0", "format", "not 1.0"),
    ("format = 1", 'format = "1"', "format", 'not "1"'),
    ("format = 1", "format = 1\nother = 1", "other", "is no key of a ledger"),
    ("format = 1", "format = 1\n[other]", "other", "is no key of a ledger"),
    ('start = "tide-001"', 'start = "tide-13"', "campaign.start", "is no tide: write it as tide-001"),
    ('start = "tide-001"', "start = 1500-11-01", "campaign.start", "must be text"),
    ('start = "tide-001"', "start = 1500", "campaign.start", "must be text, not 1500"),
    ('name = "Harbour"', "name = 1500-11-01", "campaign.name", 'must be text, not "1500-11-01"'),
    ('name = "Harbour"', "name = true", "campaign.name", "must be text, not true"),
    ('name = "Harbour"', "name = inf", "campaign.name", "must be text"),
    ('name = "Harbour"', 'name = "Harbour"\nother = 1', "campaign.other", "is no key of a ledger"),
    ('Anna = "Åsa"', "Anna = 1", "campaign.players.Anna", "must be text, not 1"),
    ("[campaign.players]", "[campaign.player]", "campaign.player", "is no key of a ledger"),
    ('name = "Harbour"', "name = Harbour", "", "not TOML: "),
    ('name = "Harbour"', 'name = "Harbour', "", "not TOML: "),
    ('name = "Harbour"', 'name = "Harbour"\nname = "Again"', "", "not TOML: "),
    ('name = "Harbour"', 'name = "\udcff"', "", "not UTF-8 text (byte 0xff)"),
    ('name = "Harbour"', f"name = {'9' * 5000}", "", "not TOML: "),
    ('name = "Harbour"', f"name = {'[' * 5000}", "", "not TOML: "),
]
PAGE_FAULTS = [
    ('turn = "tide-003"', 'turn = "tide-13"', "turn", "is no turn of any game: write it as"),
    ('turn = "tide-003"', "turn = 1501-01-01", "turn", "must be text in quotes, not the date or time 1501-01-01"),
    ('turn = "tide-003"', 'turn = "tide-003"\nother = 1', "other", "is no key of a ledger"),
    ("entries = 10", 'entries = "10"', "entries", 'must be a whole number, not "10"'),
    ("entries = 10", "entries = true", "entries", "must be a whole number, not true"),
    ("entries = 10", "entries = 10.0", "entries", "must be a whole number, not 10.0"),
    ("entries = 10", "entries = nan", "entries", "must be a whole number, not nan"),
    ("entries = 10", "entries = -inf", "entries", "must be a whole number, not -inf"),
    ("entries = 10", "entries = 0x" + "f" * 5000, "entries", "is too big a number"),
    ("entries = 10", "entries = []", "entries", "must be a whole number"),
    ("entries = 10", f"entries = {'[' * 200}{']' * 200}", "entries.1.1", "lists in lists without end"),
    ("Anna = 15", "Anna = true", "opening.purse.Anna", "must be a whole number, not true"),
    ("Anna = 15", "Anna = 15.0", "opening.purse.Anna", "must be a whole number, not 15.0"),
    ("Anna = 15", 'Anna = "15"', "opening.purse.Anna", 'must be a whole number, not "15"'),
    ("Anna = 15", "Anna = 1501-01-01", "opening.purse.Anna", "must be text in quotes"),
    ("in_force = []", "in_force = {}", "opening.in_force", "must be a list"),
    ("in_force = []", 'in_force = [\n{ id = "1"', "", "not TOML: "),
    ('settings = { limit = "low" }', "settings = { limit = 1 }", "opening.settings.limit", "must be text, not 1"),
    ('ship = "Anna"', 'ship = "Anna"\nboat = 1', "opening.boat", "is no key of a ledger"),
    ("number = 12", 'number = "12"', "entry.2.number", 'must be a whole number, not "12"'),
    ("number = 12", "number = 12\nother = 1", "entry.2.other", "is no key of a ledger"),
    ('command = "throw"', "command = 12:30:00", "entry.2.command", "must be text in quotes"),
    ("value = 2", "value = true", "entry.2.dice.1.value", "must be a whole number, not true"),
    ("value = 2", "value = 2.0", "entry.2.dice.1.value", "must be a whole number, not 2.0"),
    ("value = 2", "value = -2", "entry.2.dice.1.value", "at least 1, not -2"),
    ('source = "table"', 'source = "hand"', "entry.2.dice.1.source", "'engine', 'table' or 'entry', not \"hand\""),
    ("change = -1", "change = true", "entry.2.effects.1.change", "must be a whole number, not true"),
    ("change = -1", "change = -1, other = 1", "entry.2.effects.1.other", "is no key of a ledger"),
    ('kind = "coins"', 'kind = "gold"', "entry.2.effects.1", "is no effect of this game"),
    ('kind = "coins", ', "", "entry.2.effects.1", "names no kind of effect"),
    ('kind = "coins", player = "Bertil"', 'kind = "ship", ship = 1', "entry.2.effects.1.ship", "must be text, not 1"),
    ('text = ["T-1: Bertil throws 2."]', 'text = ["a", 1]', "entry.2.text.2", "must be text, not 1"),
    ('text = ["T-1: Bertil throws 2."]', 'text = "a"', "entry.2.text", 'must be a list, not "a"'),
    ('rules = ["T-1"]', "rules = []\nrules = []", "", "not TOML: "),
    ('outcome = "-1"', 'outcome = "\udcc3"', "", "not UTF-8 text (byte 0xc3)"),
]
GONE = [
    ('turn = "tide-003"\n', "turn"),
    ('rulebook = "', "rulebook"),
    ("entries = 10\n", "entries"),
    ("decisions = []\n", ""),  # has a default: the chain finds it
    ("purse = {", "opening.purse"),
    ("number = 12\n", "entry.2.number"),
    ("dice = [\n", ""),
    ('outcome = "-1"\n', "entry.2.outcome"),
]


@pytest.mark.parametrize(("old", "new", "field", "says"), HEADER_FAULTS)
def test_a_fault_in_the_header(lived: Path, old: str, new: str, field: str, says: str) -> None:
    """File, line, field, what is wrong and what to do, for whoever reads or writes."""
    line = faulty(lived, old, new, 0)
    before = lived.read_bytes()
    for use in (opened, throws, lambda path: audit(path, toy_named)):
        with pytest.raises(LedgerFault) as refusal:
            use(lived)
        assert refusal.value.message.startswith(f"{lived}:{line}: " + (f"{field}: " if field else ""))
        assert says in refusal.value.message
        assert len(refusal.value.message) < 400
        assert refusal.value.hint
    assert lived.read_bytes() == before


@pytest.mark.parametrize(("old", "new", "field", "says"), PAGE_FAULTS)
def test_a_fault_in_the_last_page(lived: Path, old: str, new: str, field: str, says: str) -> None:
    """The same for the page that is played on; audit has it as a finding."""
    line = faulty(lived, old, new, -1)
    before = lived.read_bytes()
    for use in (opened, throws):
        with pytest.raises(LedgerFault) as refusal:
            use(lived)
        assert refusal.value.message.startswith(f"{lived}:{line}: " + (f"{field}: " if field else ""))
        assert says in refusal.value.message
        assert refusal.value.hint
    found = audit(lived, toy_named).findings
    assert [f.line for f in found if says in f.message] == [line]
    assert lived.read_bytes() == before


@pytest.mark.parametrize(("gone", "field"), GONE)
def test_a_line_that_is_gone(lived: Path, gone: str, field: str) -> None:
    """What is missing is named, by the line of the block it belongs to."""
    data = lived.read_bytes().decode()
    at = data.rindex("\n" + gone) + 1
    lived.write_bytes((data[:at] + data[data.index("\n", at) + 1 :]).encode())
    with pytest.raises(LedgerFault) as refusal:
        throws(lived)
    line, name, what = refusal.value.message.removeprefix(f"{lived}:").split(": ")[:3] if field else ("", "", "")
    assert (name, what) == ((field, "is missing") if field else ("", ""))
    if field:
        block = "[[turn.entry]]" if "entry" in field else "[turn.opening]" if "." in field else "[[turn]]"
        assert lines_of(lived)[int(line) - 1] == block
    assert audit(lived, toy_named).findings


@pytest.mark.parametrize(("old", "new", "field", "says"), PAGE_FAULTS)
def test_a_fault_in_a_closed_page_stops_nobody(lived: Path, old: str, new: str, field: str, says: str) -> None:
    """FC-43: today's entry is written; the fault is for audit to report, with its line."""
    old = old.replace("tide-003", "tide-001").replace("= 10", "= 0").replace("= 15", "= 10").replace("= 12", "= 4")
    old = old.replace("throws 2", "throws 1").replace("value = 2", "value = 1").replace('"-1"', '"-3"')
    old = old.replace("change = -1", "change = -3")
    if old.startswith('ship = "Anna"') or "opening.purse" in field or old in ("in_force = []", "entries = 0"):
        old = old.replace('ship = "Anna"', "purse = { Anna = 10, Bertil = 10 }")
    if old.startswith("purse"):
        new = "boat = 1"
    line = faulty(lived, old, new, 0)
    throws(lived)
    next_tide(lived)
    assert opened(lived).page.count == 14
    lines = [f.line for f in audit(lived, toy_named).findings]
    assert any(abs(found - line) <= 20 for found in lines), (line, lines)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty"),
        (b"\n \n", ":1: format: this referee reads format 1, and the file names none"),
        (b"# nothing\n", ":1: format: this referee reads format 1, and the file names none"),
        (b"Dear Anna,\n", ":1: not TOML"),
        (b"a = 1.5\n", ":1: format: this referee reads format 1, and the file names none"),
        (b"\xff\xfeN\x00o\x00", ":1: not UTF-8 text (byte 0xff)"),
        (b"\xef\xbb\xbfformat = 1\n", ":1: begins with a byte order mark (BOM)"),
        (b"[[turn]]\n", ":1: format: this referee reads format 1, and the file names none"),
        (
            b'format = 1\n[campaign]\nname = "a"\ngame = "toy"\nscenario = "plain"\nstart = "tide-001"\n',
            "has no [[turn]]",
        ),
        (b"format = 1\n", ":1: campaign: is missing"),
        (b"format = 1\ncampaign = 1\n", ":2: campaign: must be a table"),
        (bytes(range(128)), ":1: not TOML"),
        (bytes(range(256)), ":2: not UTF-8 text (byte 0x80)"),
        (b"\0" * 10_000, ":1: not TOML"),
    ],
)
def test_files_that_are_no_ledger(tmp_path: Path, data: bytes, says: str) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(data)
    for use in (opened, throws, lambda path: audit(path, toy_named)):
        with pytest.raises(LedgerFault) as refusal:
            use(path)
        assert says in refusal.value.message
        assert refusal.value.message.startswith(str(path))
        assert refusal.value.hint
    assert path.read_bytes() == data


def test_a_byte_order_mark_is_named(lived: Path, lived_bytes: bytes) -> None:
    """Editors of Windows put one: it is refused by its name, and taking it off is all there is to do."""
    lived.write_bytes(b"\xef\xbb\xbf" + lived_bytes)
    with pytest.raises(LedgerFault, match="byte order mark"):
        opened(lived)


def test_a_page_inside_a_text_of_the_header(lived: Path, lived_bytes: bytes) -> None:
    """A header's text over several lines may not have a line [[turn]]: it is refused by its line, not misread."""
    lived.write_bytes(lived_bytes.replace(b'"Harbour"', b'"""\n[[turn]]\n"""', 1))
    for use in (opened, throws):
        with pytest.raises(LedgerFault, match="not TOML"):
            use(lived)


def test_the_first_page_cut(lived: Path, lived_bytes: bytes) -> None:
    """A ledger whose only page is not whole is refused: there is nothing to set aside and go on from."""
    for n in (0, 5, 60):
        lived.write_bytes(lived_bytes[: lived_bytes.index(b"\n[[turn]]\n") + n + 10])
        data = lived.read_bytes()
        for use in (opened, throws):
            with pytest.raises(LedgerFault, match=r"no whole page|is missing|no \[\[turn\]\]"):
                use(lived)
        assert lived.read_bytes() == data


@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_any_damage_is_refused_in_words(
    tmp_path_factory: pytest.TempPathFactory, lived_bytes: bytes, data: Any
) -> None:
    """Bytes changed, put in or taken out at random: never anything but a RefereeError."""
    path = tmp_path_factory.mktemp("damage") / "a.toml"
    damaged = bytearray(lived_bytes)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(damaged)))
        piece = data.draw(st.one_of(st.binary(max_size=4), st.sampled_from(PIECES)))
        damaged[at : at + data.draw(st.sampled_from([0, 1, 1, 5, 200]))] = piece
    path.write_bytes(damaged)
    for use in (opened, throws, next_tide, lambda path: audit(path, toy_named)):
        with contextlib.suppress(RefereeError):
            use(path)


PIECES = [
    b"\n[[turn]]\n",
    b"\n[[turn.entry]]\n",
    b"1",
    b"0",
    b"-",
    b'"',
    b"=",
    b"[",
    b"]",
    b"#",
    b"\r",
    b"true",
    b"nan",
]


def test_another_game_under_the_same_name(lived: Path) -> None:
    """A ledger that is not the game's is refused by the field: of another turn, or else of another state."""
    from eia_ref.empires.game import EMPIRES

    with pytest.raises(LedgerFault, match=r"campaign\.start: 'tide-001' is no month"):
        open_ledger(lived, lambda name: EMPIRES)
    lived.write_bytes(lived.read_bytes().replace(b'start = "tide-001"', b'start = "1789-01"', 1))
    with pytest.raises(LedgerFault, match=r"opening\.\w+: is missing|is no key|opening\.turn"):
        open_ledger(lived, lambda name: EMPIRES)
