"""The audit: what was not changed is never accused, what can't be read hides nothing, and how it is told."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from eia_ref import games
from eia_ref.core.errors import LedgerFault
from eia_ref.ledger.audit import audit
from eia_ref.ledger.compare import differences
from eia_ref.ledger.findings import apart
from eia_ref.ledger.read import open_ledger, parts
from eia_ref.show.out import Out
from eia_ref.show.report import report_json, show_report
from tests.ledger.tools import change, report
from tests.toy import (
    TOY,
    begin_toy,
    lived_toy,
    next_tide,
    opened,
    play,
    take_back,
)

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


@pytest.mark.parametrize(
    ("name", "new", "was"),
    [("start", "tide-002", "tide-001"), ("scenario", "other", "plain")],
    ids=["start", "scenario"],
)
def test_what_a_campaign_began_with_does_not_change(lived: Path, name: str, new: str, was: str) -> None:
    """Of the header these two are not the game master's: nothing reads them, so nothing else would say so."""
    line = change(lived, f'{name} = "{was}"', f'{name} = "{new}"')
    (it,) = report(lived).findings
    assert (it.code, it.line, it.field, it.expected, it.found) == ("header", line, f"campaign.{name}", was, new)


# --- What can't be read ----------------------------------------------------------------------------------------


def test_a_page_that_can_not_be_read_hides_no_other(lived: Path) -> None:
    """One finding for it; the pages before and after are audited, and nothing else is accused."""
    line = change(lived, "entries = 5", "entries = five")
    it = report(lived)
    assert [(f.code, f.line) for f in it.findings] == [("toml", line)]
    assert (it.pages, it.entries) == (2, 12)
    other = change(lived, "stake = 1 }", "stake = 2 }", 'turn = "tide-003"')
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
    """The real game's audit survives a setting of an opening that is no choice, too."""
    text = spring.read_text(encoding="utf-8")
    spring.write_text(text.replace('winter = "December to February"', 'winter = "never"', 2), encoding="utf-8")
    assert audit(spring, games.game_named).findings
    with pytest.raises(LedgerFault, match=r"spring\.toml:\d+: the opening of 1789-01: settings\.winter is no choice"):
        open_ledger(spring, games.game_named)


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


def test_of_long_lists_only_what_differs_is_told() -> None:
    """One thing more in a list of many is one thing, and what it does not say is left out."""
    many = [{"id": str(n), "until": None} for n in range(40)]
    assert apart(many, [*many, {"id": "x", "until": None}]) == ("nothing more", '[{"id": "x"}]')
    assert apart([*many, {"id": "x"}], many) == ('[{"id": "x"}]', "nothing more")
    assert apart([1, 1], [1]) == ("[1, 1]", "[1]")
    assert apart([1], []) == ("[1]", "[]")
    assert apart(None, "a") == ("nothing", "a")


def test_a_report_in_words_and_as_data(lived: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """file:line, what is wrong, expected, found, what to do; the verdict last."""
    line = change(lived, "Anna = 13", "Anna = 14")
    it = report(lived)
    show_report(Out(plain=True), it)
    said = capsys.readouterr().out
    assert f"{lived}:{line}: [opening]" in said
    assert re.search(r"expected +13\n +found +14\n +do +what it should be", said)
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
    next_tide(path)
    copy = tmp_path / "b.toml"
    copy.write_bytes(path.read_bytes())
    assert report(copy).findings == []
    assert report(copy).head == opened(path).page.head
