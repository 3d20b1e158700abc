"""The audit: whatever was changed in a ledger is found, with its line; what was not changed is never accused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eia_ref import games
from eia_ref.core.errors import LedgerFault
from eia_ref.core.game import Game
from eia_ref.ledger.audit import Finding, Report, audit, differences
from eia_ref.ledger.clerk import Clerk, Said, write
from eia_ref.ledger.model import chain_hash
from eia_ref.ledger.read import open_ledger, parts
from eia_ref.ledger.text import entry_text, page_text
from eia_ref.ledger.write import writing
from eia_ref.show.out import Out
from eia_ref.show.report import report_json, show_report
from tests.toy import (
    TOY,
    at_length,
    begin_toy,
    lines_of,
    lived_toy,
    next_month,
    opened,
    play,
    take_back,
    throws,
    toy_named,
)


def report(path: Path) -> Report:
    """Its audit."""
    return audit(path, toy_named)


def change(path: Path, old: str, new: str, after: str = "") -> int:
    """Puts `new` for the first `old` after a piece of text; its line, 1 for the first."""
    data = path.read_bytes().decode()
    at = data.index(old, data.index(after))
    path.write_bytes((data[:at] + new + data[at + len(old) :]).encode())
    return data[:at].count("\n") + 1


def blocks(path: Path) -> list[bytes]:
    """The file cut before every entry and every page: header, page, entries, page, ..."""
    data = path.read_bytes()
    starts = [m.start() for m in re.finditer(rb"^(#-+\n)?\[\[turn(\.entry)?\]\]\n", data, re.MULTILINE)]
    return [data[a:b] for a, b in zip([0, *starts], [*starts, len(data)], strict=True)]


def found(path: Path, code: str, **what: Any) -> Finding:
    """The first finding of this code, with these of its fields."""
    findings = report(path).findings
    fits = [f for f in findings if f.code == code and all(getattr(f, k) == v for k, v in what.items())]
    assert fits, findings
    return fits[0]


# --- Nothing wrong ---------------------------------------------------------------------------------------------


def test_a_clean_ledger(lived: Path) -> None:
    """Every page, every entry, the last hash; every entry adjudicated again."""
    it = report(lived)
    assert (it.findings, it.notes) == ([], [])
    assert (it.pages, it.entries, it.replayed) == (3, 12, 12)
    assert it.head == opened(lived).page.head


def test_a_ledger_that_has_only_begun(tmp_path: Path) -> None:
    it = report(begin_toy(tmp_path / "a.toml"))
    assert (it.findings, it.pages, it.entries) == ([], 1, 1)


def test_every_page_opens_with_what_the_entries_come_to(lived: Path) -> None:
    """The opening of each page is the replay of all before it."""
    state = None
    for part in parts(lived)[1]:
        opening = part.opening(TOY)
        assert state is None or state == opening
        state = opening.copied()
        for i in range(len(part.page.entry)):
            for effect in part.effects(TOY, i):
                effect.apply(state)
    assert state == opened(lived).state


def test_the_header_is_the_game_masters(lived: Path) -> None:
    """Names, players, comments in the header are changed at will; an option not yet taken up is no finding."""
    change(lived, '"Harbour"', '"Our harbour"')
    change(lived, 'Anna = "Åsa"', 'Anna = "Ännchen" # who took over\n"Bertil" = "Bo"')
    change(lived, 'limit = "low"', 'limit = "high"')
    assert report(lived).findings == []


# --- The chain -------------------------------------------------------------------------------------------------

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
        ('month = "1500-12"', 'month = "1501-02"', ""),
        ("entries = 5", "entries = 6", ""),
        ('until = "1501-01"', 'until = "1501-02"', "entries = 5"),
        ("decisions = []", "decisions = [{ id = '1.1', about = 'a', rule = 'T', since = '1500-11' }]", "entries = 5"),
        ('limit = "low"', 'limit = "high"', "entries = 5"),
    ],
)
def test_a_change_in_an_opening(lived: Path, old: str, new: str, after: str) -> None:
    """A balance carried forward: the chain has it, and so has the replay, with what it should be."""
    line = change(lived, old, new, after)
    finding = found(
        lived, "chain", message=f"the opening of {parts(lived)[1][1].page.month} was changed after it was written"
    )
    assert lines_of(lived)[finding.line - 1] == "[turn.opening]"
    others = [f for f in report(lived).findings if f.line == line]
    assert [f.code for f in others] in (["opening"], ["month"], ["chain"])
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
            assert findings[0].code in ("chain", "opening")
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
    assert "month" in codes
    assert codes.count("chain") >= 2


def test_a_changed_last_page_is_read_and_not_written_on(lived: Path) -> None:
    """What is added would rest on it; whoever only looks is told, and sees it."""
    for old, new in (("stake = 1 }", "stake = 2 }"), ("Anna = 15", "Anna = 16"), ("number = 11", "number = 10")):
        good = lived.read_bytes()
        line = change(lived, old, new, 'month = "1501-01"')
        bad = lived.read_bytes()
        ledger = opened(lived)
        assert ledger.tampered
        message = ledger.tampered[0].message
        where = int(message.removeprefix(f"{lived}:").split(":")[0])
        assert where <= line < where + 12
        assert ledger.state.month == "1501-01"
        for command in (throws, next_month, lambda path: take_back(path, 11)):
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
    whole = (Path(__file__).parent.parent / "campaigns" / "example.toml").read_bytes()
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


# --- Adjudicated again -----------------------------------------------------------------------------------------


def forged(path: Path, meddle: Callable[[dict[str, Any]], None]) -> None:
    """The ledger written anew, every hash right, after `meddle` has had each entry: what only a replay finds."""
    head, pages = parts(path)
    text, last = head.data.decode().rstrip("\n#-") + "\n", ""
    for part in pages:
        page = {k: v for k, v in part.raw.items() if k != "entry"} | {"previous": last}
        last = page["seal"]["hash"] if not last else ""
        page["seal"] = {"hash": chain_hash(page)}
        text, last = text + page_text(page), page["seal"]["hash"]
        for entry in part.raw["entry"]:
            new = json.loads(json.dumps(entry)) | {"previous": last}
            meddle(new)
            hash = chain_hash(new)
            new.pop("hash")
            text, last = text + entry_text({**new, "hash": hash}), hash
    path.write_bytes(text.encode())


def of(number: int, **new: Any) -> Callable[[dict[str, Any]], None]:
    """Meddles with one entry."""

    def meddle(entry: dict[str, Any]) -> None:
        if entry["number"] == number:
            entry.update(new)

    return meddle


def test_a_forgery_of_nothing_is_clean(lived: Path) -> None:
    """The forger's own work: with nothing changed all is as it was."""
    before = lived.read_bytes().replace(b"# a wet month\n", b"")
    forged(lived, lambda entry: None)
    assert lived.read_bytes() == before


COINS = {"kind": "coins", "player": "Anna", "change": 5}
FORGERIES = [
    (3, {"effects": [COINS]}, "effects.1.change", "4", "5"),
    (3, {"effects": []}, "effects", '[{"kind": "coins", "player": "Anna", "change": 4}]', "[]"),
    (3, {"outcome": "+5"}, "outcome", "+4", "+5"),
    (3, {"request": {"player": "Anna", "stake": 1}}, "effects.1.change", "2", "4"),
    (6, {"open": []}, "open", '["6.1"]', "[]"),
    (9, {"effects": []}, "effects", None, "[]"),
]


@pytest.mark.parametrize(("entry", "new", "field", "expected", "have"), FORGERIES)
def test_a_forgery_with_right_hashes(
    lived: Path, entry: int, new: dict[str, Any], field: str, expected: str | None, have: str
) -> None:
    """Who mends the whole chain is found by what the request and the dice come to, by field, with both values."""
    forged(lived, of(entry, **new))
    findings = [f for f in report(lived).findings if f.code == "replay"]
    assert (findings[0].entry, findings[0].field) == (entry, field)
    assert expected in (None, findings[0].expected)
    assert findings[0].found == have
    assert "chain" not in [f.code for f in report(lived).findings]


@pytest.mark.parametrize(
    ("entry", "new", "says"),
    [
        (3, {"dice": []}, "no recorded die: a d6 for throw"),
        (3, {"dice": [{"sides": 6, "value": 7, "for": "throw", "source": "engine"}]}, "out of range"),
        (4, {"dice": [{"sides": 6, "value": 1, "for": "throw", "source": "engine"}] * 2}, "a die nobody asks for"),
        (3, {"request": {"player": "Anna"}}, "can't be adjudicated again: Field required"),
        (3, {"request": {"player": "Anna", "stake": 9}}, "the stake is 3 at most"),
        (3, {"command": "fly"}, "no command 'fly'"),
        (9, {"voids": []}, "voids an entry there is not"),
        (9, {"voids": [99]}, "voids an entry there is not"),
        (9, {"voids": [8, 7]}, "voids an entry there is not"),
        (9, {"request": {"entry": 7, "because": "a test"}}, "voids an entry there is not"),
        (9, {"voids": [5], "request": {"entry": 5}}, "an ended month is not opened again"),
        (2, {"effects": [{"kind": "coins", "player": "Anna", "change": -99}]}, "Anna has 10 coins, and 99 would go"),
        (2, {"effects": [{"kind": "coins", "player": "Nobody", "change": 1}]}, "no player is called Nobody"),
        (1, {"request": {}}, "the scenario can't be set up: Field required"),
        (1, {"request": {"scenario": "plain", "start": "1500-11", "settings": 1}}, "the scenario can't be set up"),
    ],
)
def test_a_forgery_that_makes_no_sense(lived: Path, entry: int, new: dict[str, Any], says: str) -> None:
    """Each is a finding of the entry, and the audit goes on to the end."""
    forged(lived, of(entry, **new))
    it = report(lived)
    assert [f.entry for f in it.findings if says in f.message] == [entry]
    assert it.entries == 12


def test_a_void_made_twice_by_a_forger(lived: Path) -> None:
    """An entry that is void already can't be voided."""
    take_back(lived, 11)
    throws(lived)
    take_back(lived, 14)
    back = parts(lived)[1][-1].raw["entry"][2]
    forged(lived, of(15, voids=[11], request={"entry": 11, "because": "a test"}, effects=back["effects"]))
    assert "which is void already, by entry 13" in found(lived, "void", entry=15).message


def test_an_adjudicator_that_stumbles(lived: Path) -> None:
    """On a state changed by hand a rule may find nothing it looks for: a finding, not a fault of eia-ref."""
    text = lived.read_bytes().decode().replace('settings = { limit = "low" }', "settings = {}")
    lived.write_bytes(text.encode())
    finding = found(lived, "replay", entry=3)
    assert finding.message == "entry 3 (throw) can't be adjudicated again: KeyError: 'limit'"


# --- Another rulebook --------------------------------------------------------------------------------------------


def with_rules(folder: Path, old: str, new: str) -> Game[Any]:
    """The toy with a figure of its rules changed."""
    folder.mkdir()
    for file in TOY.rulebook.folder.iterdir():
        (folder / file.name).write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    return replace(TOY, rules=folder)


def test_other_rules_are_said_and_not_redone(lived: Path, tmp_path: Path) -> None:
    """FC-26: the chain and the balances are checked, the entries are not adjudicated again; no finding."""
    game = with_rules(tmp_path / "rules", "upkeep = 1", "upkeep = 2")
    it = audit(lived, lambda name: game)
    assert it.findings == []
    assert (it.entries, it.replayed) == (12, 1)  # a void needs no rules
    assert it.notes == [
        f"1500-11 to 1501-01: made under another rulebook ({TOY.rulebook.digest()}); chain and balances checked, "
        "not adjudicated again under today's"
    ]
    change(lived, "change = 4", "change = 5")
    assert [f.code for f in audit(lived, lambda name: game).findings] == ["chain", "opening"]


def test_words_are_not_rules(lived: Path, tmp_path: Path) -> None:
    """A sentence of a clause mended makes no other rulebook."""
    game = with_rules(tmp_path / "rules", "A six wins", "A six gains")
    assert game.rulebook.digest() == TOY.rulebook.digest()
    assert audit(lived, lambda name: game).notes == []


def test_rules_changed_within_a_month(lived: Path, tmp_path: Path) -> None:
    """The entry itself keeps its rulebook where the page was opened under another."""
    game = with_rules(tmp_path / "rules", "low = 3", "low = 5")

    def play_on(path: Path) -> None:
        with writing(path, lambda name: game) as ledger:
            clerk = Clerk.at(ledger)
            clerk.adjudicate("throw", game.adjudicator("throw").request(player="Anna", stake=5), Said())
            write(clerk, ledger)

    play_on(lived)
    entry = opened(lived).page.entry[-1]
    assert (entry.request["stake"], entry.rulebook) == (5, game.rulebook.digest())
    old, new = audit(lived, toy_named), audit(lived, lambda name: game)
    assert old.findings == new.findings == []
    assert (old.replayed, new.replayed) == (12, 2)
    assert [n.split(":")[0] for n in old.notes] == ["1501-01"]
    assert [n.split(":")[0] for n in new.notes] == ["1500-11 to 1501-01"]
    throws(lived)
    assert opened(lived).page.entry[-1].rulebook == ""


# --- What can't be read ----------------------------------------------------------------------------------------


def test_a_page_that_can_not_be_read_hides_no_other(lived: Path) -> None:
    """One finding for it; the pages before and after are audited, and nothing else is accused."""
    line = change(lived, "entries = 5", "entries = five")
    it = report(lived)
    assert [(f.code, f.line) for f in it.findings] == [("toml", line)]
    assert (it.pages, it.entries) == (2, 12)
    other = change(lived, "stake = 1 }", "stake = 2 }", 'month = "1501-01"')
    assert [f.code for f in report(lived).findings] == ["toml", "chain", "replay", "replay"]
    assert report(lived).findings[1].line < other


def test_a_first_page_that_can_not_be_read(lived: Path) -> None:
    """The second page is not taken for the first."""
    line = change(lived, "entries = 0", "entries = none")
    assert [(f.code, f.line) for f in report(lived).findings] == [("toml", line)]


def test_many_faults_at_once_in_the_order_of_the_file(lived: Path) -> None:
    lines = [
        change(lived, "stake = 2", "stake = 3"),
        change(lived, "Anna = 13", "Anna = 14"),
        change(lived, "entries = 10", "entries = ten"),
    ]
    findings = report(lived).findings
    assert [f.line for f in findings] == sorted(f.line for f in findings)
    assert findings[-1].line == lines[-1]
    assert len(findings) >= 4


def test_only_what_there_is_nothing_to_audit_of_is_refused(tmp_path: Path, lived: Path) -> None:
    with pytest.raises(LedgerFault):
        report(tmp_path / "no.toml")
    change(lived, "format = 1", "format = 9")
    with pytest.raises(LedgerFault):
        report(lived)


def test_a_house_rules_ledger_by_hand(spring: Path) -> None:
    """The real game's audit survives a setting taken out of an opening too."""
    text = spring.read_text(encoding="utf-8")
    spring.write_text(text.replace('winter = "December to February"', "", 2), encoding="utf-8")
    assert audit(spring, games.game_named).findings
    assert open_ledger(spring, games.game_named).tampered


# --- How it is told --------------------------------------------------------------------------------------------


def test_differences_are_found_one_by_one() -> None:
    """Each by where it is; a true is no 1."""
    assert differences({"a": [1, {"b": 2}], "c": 1}, {"a": [1, {"b": 3}], "d": 1}) == [
        (("a", 1, "b"), 2, 3),
        (("c",), 1, None),
        (("d",), None, 1),
    ]
    assert differences([1, 2], [1]) == [((), [1, 2], [1])]
    assert differences(True, 1) == [((), True, 1)]
    assert differences({"a": 1}, {"a": 1}) == []


def test_a_report_in_words_and_as_data(lived: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """file:line, what is wrong, expected, found, what to do; the verdict last."""
    line = change(lived, "Anna = 13", "Anna = 14")
    it = report(lived)
    show_report(Out(plain=True), it)
    said = capsys.readouterr().out
    assert f"{lived}:{line}: [opening]" in said
    assert re.search(r"expected +13\n +found +14\n +do +put it back", said)
    assert said.rstrip().splitlines()[-1].startswith("2 findings.")
    data = report_json(it)
    assert data["clean"] is False
    assert json.loads(json.dumps(data))["findings"][1]["line"] == line


def test_the_note_of_a_void_entry_and_the_rest_survive(tmp_path: Path) -> None:
    """A whole small campaign with every kind of thing in it audits clean from its own text alone."""
    path = lived_toy(tmp_path / "a.toml")
    play(path, "ship buy", player="Bertil", price=1)
    take_back(path, 13)
    take_back(path, 14)
    next_month(path)
    copy = tmp_path / "b.toml"
    copy.write_bytes(path.read_bytes())
    assert report(copy).findings == []
    assert report(copy).head == opened(path).page.head
