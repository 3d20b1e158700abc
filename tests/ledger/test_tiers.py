"""The audit's tiers: what no rule allows is found by its entry, chores are notes, and a waiver hides nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.faults import Did, Fault
from eia_ref.core.game import Game
from eia_ref.core.position import Position
from eia_ref.ledger.audit import audit
from eia_ref.ledger.clerk import Clerk, Said, take_up_header, write
from eia_ref.ledger.findings import Report
from eia_ref.ledger.void import void
from eia_ref.ledger.waive import let_stand
from eia_ref.ledger.write import writing
from eia_ref.show.out import Out
from eia_ref.show.report import report_json, show_report
from tests.ledger.tools import change
from tests.toy import TOY, Harbour, ThrowRequest, clean, next_tide, play, take_back, throw, throws


def rich(position: Position[Harbour], did: Did[Harbour] | None) -> list[Fault]:
    """A rule the toy's adjudicators do not know: nobody has more than 13 coins, and nobody says 2."""
    found = [Fault("rich", f"{p} has {n} coins") for p, n in position.state.purse.items() if n > 13]
    if did and did.request.get("stake") == 2:
        found.append(Fault("two", "a stake of 2"))
    return found


STRICT = replace(TOY, faults=rich)


def generous(sheet: Sheet[Harbour], request: ThrowRequest) -> None:
    """The throw as another eia-ref of the same rulebook decides it."""
    throw(sheet, request)
    sheet.outcome += "!"


OTHER = replace(TOY, adjudicators=(*TOY.adjudicators, Adjudicator("throw", ThrowRequest, generous)))


def audited(path: Path, game: Game[Any]) -> Report:
    """The audit by another game of the same name."""
    return audit(path, lambda name: game)


def waives(path: Path, game: Game[Any], code: str, entry: int) -> None:
    """`audit waive CODE --entry N --because "we saw it"`."""
    work(path, game, lambda clerk, ledger: let_stand(clerk, ledger, code, entry, "we saw it", Said()))


def work(path: Path, game: Game[Any], do: Callable[[Clerk, Any], object]) -> None:
    with writing(path, lambda name: game) as ledger:
        clerk = Clerk.at(ledger)
        take_up_header(clerk, ledger, Said())
        do(clerk, ledger)
        write(clerk, ledger)


# --- Rules -----------------------------------------------------------------------------------------------------


def test_what_no_rule_allows_is_found_where_it_came(lived: Path) -> None:
    """By the entry that made it so, once, as long as it stands; under any rulebook."""
    found = audited(lived, STRICT).findings
    assert [(f.tier, f.code, f.entry) for f in found][:2] == [("rules", "rich", 3), ("rules", "two", 3)]
    assert [f.code for f in found].count("two") == 1
    assert all("eia-ref audit waive" in f.hint for f in found)
    other = replace(STRICT, version=2)
    assert [f.entry for f in audited(lived, other).findings] == [f.entry for f in found]


def test_what_a_void_entry_did_is_not_held_against_it(lived: Path) -> None:
    throws(lived, "1", "Bertil", stake=2)
    assert [f.entry for f in audited(lived, STRICT).findings if f.code == "two"] == [3, 13]
    take_back(lived, 13)
    assert [f.entry for f in audited(lived, STRICT).findings if f.code == "two"] == [3]


# --- Chores ----------------------------------------------------------------------------------------------------


def test_chores_are_notes(lived: Path) -> None:
    """An open decision, what was passed over on purpose, what may be typed twice: no findings."""
    throws(lived, "5")
    next_tide(lived)
    for player in ("Bertil", "Anna", "Bertil"):
        play(lived, "ship buy", player=player, price=1)
    it = audited(lived, TOY)
    assert it.findings == []
    assert it.notes == [
        "left open over the end of the tide: prize (T-1): tide-003",
        "tide-004: entries 15, 17 ask the same of ship buy: is one typed twice?",
        "decision 13.1 is open: prize (T-1)",
    ]
    take_back(lived, 17)
    assert len(audited(lived, TOY).notes) == 2


# --- Waived ----------------------------------------------------------------------------------------------------


def test_a_finding_is_waived_by_an_entry(lived: Path) -> None:
    """Set apart with the reason and the entry, and the audit is clean; taken back, it is found again."""
    assert [f.entry for f in audited(lived, OTHER).findings] == [3, 4, 6, 11, 12]
    for number in (3, 4, 6, 11, 12):
        waives(lived, OTHER, "replay", number)
    it = audited(lived, OTHER)
    assert it.findings == []
    assert next((w.finding.entry, w.by, w.because) for w in it.waived) == (3, 13, "we saw it")
    data = report_json(it)
    assert data["clean"] is True
    assert data["waived"][0]["waived_by"] == 13
    work(lived, OTHER, lambda clerk, ledger: void(clerk, ledger, 13, "no", False, Said()))
    assert [f.entry for f in audited(lived, OTHER).findings] == [3]


def test_a_void_entry_is_not_to_be_taken_back_once_more(lived: Path) -> None:
    throws(lived, "1", "Bertil", stake=1)
    take_back(lived, 13)
    found = next(f for f in audited(lived, OTHER).findings if f.entry == 13)
    assert found.hint.startswith("it is void already, by entry 14; say why it stands: eia-ref audit waive replay")


def test_a_waiver_of_nothing_is_a_finding(lived: Path) -> None:
    """Where the finding is gone; until the waiver is taken back."""
    waives(lived, STRICT, "two", 3)
    it = audited(lived, TOY)
    assert [(f.tier, f.code, f.entry) for f in it.findings] == [("rules", "waiver", 13)]
    take_back(lived, 13)
    assert clean(lived)


def test_a_waiver_covers_its_own_code_and_entry_only(lived: Path) -> None:
    before = audited(lived, STRICT).findings
    waives(lived, STRICT, "two", 3)
    assert len(audited(lived, STRICT).findings) == len(before) - 1
    with pytest.raises(RefereeError, match="no two of entry 3"):
        waives(lived, STRICT, "two", 3)


def test_what_is_never_waived(lived: Path) -> None:
    """The chain, and what is not found; nothing is written then."""
    change(lived, "stake = 2", "stake = 3")
    before = lived.read_bytes()
    with pytest.raises(NotAllowed, match="never waived"):
        waives(lived, TOY, "chain", 3)
    for code, entry in (("chain", 4), ("nonsense", 3), ("replay", 999)):
        with pytest.raises(RefereeError, match=f"no {code} of entry {entry}"):
            waives(lived, TOY, code, entry)
    assert lived.read_bytes() == before


def test_a_waiver_is_audited_like_any_other_entry(lived: Path) -> None:
    waives(lived, STRICT, "two", 3)
    play(lived, "throw", "1", player="Anna", stake=1)
    change(lived, 'code = "two"', 'code = "rich"')
    assert [(f.code, f.entry) for f in audited(lived, STRICT).findings if f.tier == "chain"] == [("chain", 13)]


def test_the_report_by_tiers(lived: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Findings under their tier, what is waived apart, the verdict last."""
    waives(lived, STRICT, "two", 3)
    change(lived, "stake = 1", "stake = 4")
    show_report(Out(plain=True), audited(lived, STRICT))
    said = capsys.readouterr().out
    heads = [said.index(h) for h in ("Can't be read", "Does not come out again", "No rule allows it", "waived  by")]
    assert heads == sorted(heads)
    assert "by entry 13: we saw it" in said
    assert said.rstrip().splitlines()[-1].endswith("1 finding waived.")
