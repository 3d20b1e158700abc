"""Adjudicated again: who mends the whole chain is found by what the dice come to."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from eia_ref.ledger.model import chain_hash
from eia_ref.ledger.read import parts
from eia_ref.ledger.text import entry_text, page_text
from tests.ledger.tools import found, report
from tests.toy import (
    take_back,
    throws,
)


def forged(path: Path, meddle: Callable[[dict[str, Any]], None]) -> None:
    """The ledger written anew, every hash right, after `meddle` has had each entry: what only a replay finds."""
    head, pages = parts(path)
    text, last = head.data.decode().rstrip("\n#-") + "\n", ""
    for part in pages:
        page = {k: v for k, v in part.raw.items() if k != "entry"} | {"previous": last}
        last = page["seal"]["hash"] if not last else ""
        page["seal"] = {"hash": chain_hash(page)}
        text, last = text + page_text(page), page["seal"]["hash"]
        for entry in part.raw.get("entry", []):
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
    before = lived.read_bytes().replace(b"# a wet tide\n", b"")
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
        (9, {"voids": [5], "request": {"entry": 5}}, "takes back the end of a tide, after which stands entry 6"),
        (2, {"effects": [{"kind": "coins", "player": "Anna", "change": -99}]}, "Anna has 10 coins, and 99 would go"),
        (2, {"effects": [{"kind": "coins", "player": "Nobody", "change": 1}]}, "no player is called Nobody"),
        (1, {"request": {}}, "the scenario can't be set up: Field required"),
        (1, {"request": {"scenario": "plain", "start": "tide-001", "settings": 1}}, "the scenario can't be set up"),
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
