"""The audit as it is typed: alone, waiving, repairing; what it says and what it leaves alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.tools import refused
from tests.conftest import Ref


def edit(ledger: Path, old: str, new: str) -> bytes:
    """Edits the ledger by hand; its bytes before."""
    before = ledger.read_bytes()
    assert before.count(old.encode()) >= 1
    ledger.write_bytes(before.replace(old.encode(), new.encode(), 1))
    return before


def test_alone_it_proves_the_ledger(ref: Ref, under_way: Path) -> None:
    said = ref("audit")
    assert said.code == 0
    assert said.out.rstrip().splitlines()[-1].startswith("Clean: 3 entries in 1 month")
    data = ref("audit", "--json").json
    assert (data["clean"], data["findings"], data["waived"]) == (True, [], [])
    assert ref("aud", "-c", "spring").out == said.out


def test_a_finding_names_its_tier(ref: Ref, under_way: Path) -> None:
    edit(under_way, 'place = "Hesse"', 'place = "Tyrol"')
    said = ref("audit", "--json")
    assert said.code == 1
    assert {f["tier"] for f in said.json["findings"]} == {"chain", "replay"}
    assert ref("audit").out.startswith("Can't be read, or was changed after it was written: ")


def test_options_stand_after_the_command(ref: Ref, under_way: Path) -> None:
    assert "eia-ref audit repair -c NAME" in refused(ref, 2, "audit", "--plain", "repair")
    assert "known: waive, repair" in refused(ref, 2, "audit", "nonsense")


def test_a_waiver_as_it_is_typed(ref: Ref, under_way: Path) -> None:
    """A code, an entry and a reason; nothing is waived that is not found, or that was edited."""
    before = under_way.read_bytes()
    assert "--because" in refused(ref, 2, "audit", "waive", "replay", "--entry", "2")
    refused(ref, 2, "audit", "waive", "replay", "--entry", "two", "--because", "x")
    assert "finds no replay of entry 2" in refused(
        ref, 2, "audit", "waive", "replay", "--entry", "2", "--because", "x"
    )
    assert "dice" in refused(ref, 2, "audit", "waive", "x", "--entry", "2", "--because", "x", "--dice", "3")
    assert under_way.read_bytes() == before


def test_a_header_that_will_not_do_has_a_hint_of_its_own(ref: Ref, under_way: Path) -> None:
    """The audit does not list what is wrong in a header it can't read, and does not say so."""
    edit(under_way, 'name = "Spring"', 'name = "Spring')
    for typed in (("audit",), ("status",), ("audit", "repair")):
        said = refused(ref, 3, *typed)
        assert "eia-ref audit" not in said
        assert "the header is yours to edit" in said


def test_an_edited_figure_from_finding_to_entry(ref: Ref, under_way: Path) -> None:
    """Shown, tried, accepted: the way of a game master whose friend has helped with an editor."""
    good = edit(under_way, 'place = "Hesse"', 'place = "Tuscany"')
    assert "eia-ref audit repair" in refused(ref, 3, "settle", "1.17", "neither") + ref("audit").out
    said = ref("audit", "repair")
    assert said.code == 1
    assert "can be put back" in said.out
    assert "--accept 2" in said.out
    bad = under_way.read_bytes()
    assert ref("audit", "repair", "--restore", "--dry-run").code == 0
    assert under_way.read_bytes() == bad
    assert "reason" in refused(ref, 2, "audit", "repair", "--accept", "2")
    refused(ref, 2, "audit", "repair", "--accept", "2", "--restore", "--because", "x")
    refused(ref, 2, "audit", "repair", "--because", "x")
    said = ref("audit", "repair", "--accept", "2", "--because", "it was Tuscany", "--by", "Anna", "--json")
    assert said.code == 0
    assert [e["put_back"] for e in said.json["edited"]] == [True]
    entry = said.json["entry"]
    assert (entry["entry"], entry["command"], entry["by"]) == (4, "audit repair", "Anna")
    assert under_way.read_bytes().startswith(good)
    assert Path(said.json["kept_in"]).read_bytes() == bad
    assert ref("audit").code == 0
    assert "Tuscany" in ref("agenda").out
    assert "it was Tuscany" in ref("log").out


@pytest.mark.parametrize("code", ["utf-8-sig", "utf-16"])
def test_an_editor_of_windows(ref: Ref, under_way: Path, code: str) -> None:
    good = under_way.read_bytes()
    under_way.write_bytes(good.decode().replace("\n", "\r\n").encode(code))
    assert ref("status").code == 3
    said = ref("audit", "repair")
    assert said.code == 0
    assert under_way.read_bytes() == good
    assert "kept in campaigns/spring.toml.before-repair-1" in " ".join(said.out.split())
    assert ref("audit", "repair").out == "Nothing to repair.\n"


def test_a_repair_does_not_call_whole_what_it_can_not_put_back(ref: Ref, under_way: Path) -> None:
    """An entry taken out, a line taken out, a page twice: no block is edited, and still it is not as it was."""
    text = under_way.read_text(encoding="utf-8")
    entry = text.index("\n[[turn.entry]]\nnumber = 2\n")
    out = text[:entry] + text[text.index("\n[[turn.entry]]\nnumber = 3\n") :]
    line = text.replace('outcome = "', 'outcomes = "', 1)
    for bad in (out, line):
        under_way.write_text(bad, encoding="utf-8")
        assert ref("audit").code == 1
        said = ref("audit", "repair")
        assert said.code == 1
        assert "Nothing to repair" not in said.out
        assert said.out.splitlines()[-1].endswith("no block to put back: restore from a copy.")
        assert ref("audit", "repair", "--json").json["left"] > 0
    under_way.write_text(text, encoding="utf-8")
    assert ref("audit", "repair").code == 0
