"""What the commands say, one by one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.tools import FAMINE
from tests.conftest import Ref


def test_new(ref: Ref, place: Path) -> None:
    said = ref("new", "Spring", "--areas", "Bavaria, Tyrol", "--areas", "Hesse", "--player", "fra=Anna")
    assert said.code == 0
    assert "January 1789 begins. Entry 1 is in the ledger." in said.out
    assert "The ledger is campaigns/spring.toml." in said.out
    text = (place / "campaigns" / "spring.toml").read_text(encoding="utf-8")
    assert '"Bavaria"' in text
    assert 'France = "Anna"' in text
    assert ref("audit").code == 0


def test_status(ref: Ref, under_way: Path) -> None:
    said = ref("status")
    lines = said.out.splitlines()
    assert lines[0] == "Spring · January 1789 · entry 3"
    assert [line.split()[0] for line in lines if line[:1].isupper() and "$" in line] == [
        *("Austria", "Britain", "France", "Prussia", "Russia", "Spain", "Turkey")
    ]
    found = ref("status", "--json").json
    assert [p["power"] for p in found["powers"]][2] == "France"
    assert found["powers"][2]["money"] == 4
    assert any("R-33" in n for n in found["notes"])


@pytest.mark.parametrize("name", ["fra", "France", "FRANCE", " france ", "Fránçe", "French"])
def test_status_of_a_power(ref: Ref, under_way: Path, name: str) -> None:
    said = ref("status", name, "--json")
    assert said.code == 0
    assert said.json["power"] == "France"
    assert "France" in ref("status", name).out


@pytest.mark.parametrize(("name", "power"), [("gb", "Britain"), ("osterreich", "Austria"), ("ESPANA", "Spain")])
def test_other_words_for_a_power(ref: Ref, under_way: Path, name: str, power: str) -> None:
    assert ref("status", name, "--json").json["power"] == power


def test_a_near_miss_is_answered_with_the_nearest(ref: Ref, under_way: Path) -> None:
    assert "France" in ref("status", "Frnace").err
    assert "nearest" in ref("status", "Frnace").err
    assert "Austria" in ref("status", "zzz").err  # nothing near: all there are
    assert ref("settle", "1.17", "bth fight").code == 1  # and what is settled already is not asked again


def test_the_agenda(ref: Ref, spring: Path) -> None:
    said = ref("agenda")
    assert "eia-ref settle 1.17" in said.out
    assert "eia-ref event roll" in said.out
    found = ref("agenda", "--json").json
    must = [d for d in found["due"] if d["must"]]
    assert [(d["id"], d["rule"]) for d in must] == [("1.17", "RU-1"), ("1.18", "R-101")]
    keys = ["kind", "id", "ids", "what", "rule", "turn", "type", "must", "passes"]
    assert all(list(d) == keys for d in found["due"])
    assert [d["kind"] for d in must] == ["decision", "duty"]
    ref("settle", "1.17", "neither")
    ref(*FAMINE)
    said = ref("agenda")
    assert "Hesse" in said.out
    assert "turn next" in said.out.splitlines()[-1]
    assert not any(d["must"] for d in ref("agenda", "--json").json["due"])


def test_what_the_agenda_says_to_type_works(ref: Ref, spring: Path) -> None:
    ref("event", "roll", "--dice", "64 3 5")
    for due in [d for d in ref("agenda", "--json").json["due"] if d["must"]]:
        words = due["type"].partition(" | ")[0]
        typed = [w.strip('"') for w in words.split(" ", 3)[1:]]
        assert ref(*typed).code == 0, typed


def test_settle(ref: Ref, spring: Path) -> None:
    assert ref("settle", "1.1", "both").code == 2
    assert "1.17" in ref("settle", "1.1", "both").err
    said = ref("settle", "1.17", "perhaps")
    assert said.code == 2
    assert "both fight" in said.err
    assert "only Russia fights" in ref("settle", "1.17", "only").err
    assert ref("settle", "1.17", "only", "rus").code == 0  # words need no quotes
    assert ref("show", "2", "--json").json["outcome"].endswith("only Russia fights")


def test_a_decision_settled_already_says_by_which_entry(ref: Ref, under_way: Path) -> None:
    said = ref("settle", "1.17", "both")
    assert said.code in (1, 2)
    assert "entry 3" in said.err


def test_settle_with_the_tables_own_words(ref: Ref, spring: Path) -> None:
    """Of a fight at a depot the ledger keeps what the table says of it."""
    (decision,) = ref("event", "roll", "--dice", "91 3 4", "--depots", "Lyon", "--json").json["open"]
    assert ref("settle", decision["id"], "").code == 2
    assert ref("settle", decision["id"], "  ").code == 2
    said = ref("settle", decision["id"], "the", "guerrillas", "of", "[bold]Lyon[/bold]", "are", "beaten")
    assert said.code == 0
    assert "the guerrillas of [bold]Lyon[/bold] are beaten" in " ".join(said.out.split())


def test_the_month_ends(ref: Ref, spring: Path) -> None:
    before = spring.read_bytes()
    said = ref("turn", "next")
    assert said.code == 1
    assert "1.17" in said.err
    assert "event" in said.err
    assert "--leave-open" in said.err
    assert spring.read_bytes() == before
    ref("settle", "1.17", "both")
    said = ref("turn", "next")
    assert said.code == 1
    assert "event" in said.err
    assert ref("turn", "next", "--leave-open").code == 0
    assert ref("status", "--json").json["turn"] == "1789-02"
    ref(*FAMINE)
    said = ref("turn", "next")
    assert said.code == 0
    assert "March 1789 begins" in said.out
    assert "March 1789 begins. Entry 5 is in the ledger." in said.out
    assert "no entry yet" in ref("log").out
    assert ref("log", "--json").json["entries"] == []
    assert "February 1789" in ref("log", "--all").out


def test_the_event_is_rolled_once_a_month(ref: Ref, under_way: Path) -> None:
    said = ref("event", "roll")
    assert said.code == 1
    assert "R-101" in said.err
    assert ref("event", "roll", "--again", "   ").code == 1
    said = ref("event", "roll", "--again", "the sheet was lost", "--dice", "34 2")
    assert said.code == 0
    assert "the sheet was lost" in said.out
    assert "is not rolled" not in said.out  # it is


def test_the_table_of_events(ref: Ref, place: Path) -> None:
    said = ref("event", "list")
    assert said.out.splitlines()[0].split() == ["1-25", "EV-01", "no", "event"]
    assert said.out.splitlines()[-1].split() == ["100", "EV-100", "roll", "twice"]
    rows = ref("event", "list", "--json").json["rows"]
    assert sum(r["to"] - r["from"] + 1 for r in rows) == 100


@pytest.mark.parametrize("row", ["53", "053", "EV-50", "ev-50", "famine", "FAMINE", "fam"])
def test_a_row_by_number_id_or_name(ref: Ref, place: Path, row: str) -> None:
    assert ref("event", "show", row, "--json").json["id"] == "EV-50"
    assert "9 in 100" in ref("event", "show", row).out


def test_a_row_at_the_ends(ref: Ref, place: Path) -> None:
    assert ref("event", "show", "1", "--json").json["id"] == "EV-01"
    for row in ("00", "100"):
        assert ref("event", "show", row, "--json").json["id"] == "EV-100"
    for row in ("0", "101", "000", "9" * 50):
        said = ref("event", "show", row)
        assert said.code == 2
        assert "1 to 100" in said.err
    for row in ("", "٣", "1e2", "f", "[bold]", "EV-5"):
        assert ref("event", "show", row).code == 2


def test_the_log(ref: Ref, under_way: Path) -> None:
    ref("turn", "next")
    assert [e["entry"] for e in ref("log", "--all", "--json").json["entries"]] == [1, 2, 3, 4]
    assert [e["entry"] for e in ref("log", "--last", "2", "--json").json["entries"]] == [3, 4]
    assert [e["entry"] for e in ref("log", "--last", "999", "--json").json["entries"]] == [1, 2, 3, 4]
    assert ref("log", "--json").json["entries"] == []
    for bad in ("-1", "x", "1.5", ""):
        assert ref("log", "--last", bad).code == 2
    head = ref("log", "--head", "--json").json
    assert list(head) == ["entry", "turn", "head"]
    assert head["entry"] == 4
    assert ref("log", "--head").out.splitlines()[-1] == head["head"]
    assert ref("audit", "--json").json["head"] == head["head"]


def test_one_entry(ref: Ref, under_way: Path) -> None:
    out = ref("show", "2").out
    for part in ("d100", "53", "area 1 with famine", "table", "EV-50", "R-17", "in force: famine", "Hesse", "spring"):
        assert part in out
    entry = ref("show", "2", "--json").json
    assert entry["hash"] in out
    assert entry["void_by"] is None
    for bad in ("0", "99", "9" * 30):
        said = ref("show", bad)
        assert said.code == 2
        assert "1 to 3" in said.err
    for bad in ("two", "", "1.5", "-1", "٢"):
        assert ref("show", bad).code == 2
    assert ref("show").code == 2


def test_void(ref: Ref, under_way: Path) -> None:
    before = under_way.read_bytes()
    assert ref("void", "2").code == 2
    assert ref("void", "2", "--because", "  ").code == 2
    assert ref("void", "0", "--because", "x").code == 2
    assert ref("void", "99", "--because", "x").code == 2
    assert ref("void", "1", "--because", "x").code == 1
    assert under_way.read_bytes() == before
    said = ref("void", "2", "--because", "the wrong die")
    assert said.code == 0
    assert "the wrong die" in said.out
    assert said.out.splitlines()[-2:] == ["Entry 2 is void. Entry 4 is in the ledger.", "Next: eia-ref event roll"]
    assert "void, by entry 4" in ref("log").out.replace("\n", " ")
    said = ref("void", "2", "--because", "x")
    assert said.code == 1
    assert "entry 4" in said.err
    assert ref("show", "2", "--json").json["void_by"] == 4


def test_an_entry_that_is_void_says_so_last(ref: Ref, under_way: Path) -> None:
    """The last line is the one that matters: that the famine was, and counts no more."""
    ref("void", "2", "--because", "the wrong die")
    last = ref("show", "2").out.splitlines()[-1]
    assert "void" in last.lower()


def test_the_dice_of_a_void_entry_stand(ref: Ref, under_way: Path) -> None:
    ref("void", "2", "--because", "x")
    said = ref(*FAMINE)
    assert said.code == 1
    assert "R-08" in said.err
    assert "--new-dice" in said.err
    said = ref("event", "roll", "--json")
    assert said.code == 0
    assert [(d["value"], d["source"]) for d in said.json["dice"]] == [(n, "entry") for n in (53, 2, 4, 1)]
    assert "R-08" in said.json["rules"]


def test_an_audit_with_findings(ref: Ref, under_way: Path) -> None:
    said = ref("audit")
    assert said.code == 0
    assert said.out.splitlines()[-1].startswith("Clean: 3 entries in 1 month, 3 adjudicated again.")
    text = under_way.read_text(encoding="utf-8")
    under_way.write_text(text.replace('outcome = "famine"', 'outcome = "plague"'), encoding="utf-8")
    said = ref("audit")
    assert said.code == 1
    assert "spring.toml:" in said.out
    assert "finding" in said.out.splitlines()[-1]
    found = ref("audit", "--json")
    assert found.code == 1
    assert found.json["clean"] is False
    assert found.json["findings"]
    assert ref("status").code == 3  # balances that rest on it are not told as true
    assert ref("log").code == 0  # reading goes on, with a note
    assert "note: " in ref("log").err
    assert ref("turn", "next").code == 3  # writing does not


def test_a_rule(ref: Ref, place: Path) -> None:
    for id in ("EV-50", "ev-50", "R-07", "r-07", " R-07 "):
        assert ref("rules", "show", id).code == 0
    said = ref("rules", "show", "R-7")
    assert said.code == 0 or "R-07" in said.err
    said = ref("rules", "show", "EV50")
    assert said.code == 0 or "EV-50" in said.err
    for bad in ("", "[bold]", "EV", "(", "\\", "*"):
        assert ref("rules", "show", bad).code == 2


@pytest.mark.parametrize("words", ["famine", "FAMINE area", "emigres", "ÉMIGRÉS", "("])
def test_a_search(ref: Ref, place: Path, words: str) -> None:
    said = ref("rules", "search", *words.split())
    assert said.code == 0
    assert said.out.splitlines()[-1].endswith("clauses and rulings.")


@pytest.mark.parametrize("words", ["[bold]x[/bold]", "\\", ".*", "\x1b[31m", "a\nzz", "hippopotamus"])
def test_a_search_that_finds_nothing(ref: Ref, place: Path, words: str) -> None:
    said = ref("rules", "search", words)
    assert said.code == 1
    assert "\x1b" not in said.err
    assert ref("rules", "search", words, "--json").json == {"rules": []}


def test_coverage(ref: Ref, place: Path) -> None:
    found = ref("rules", "coverage", "--json").json
    kinds = ("adjudicated", "checked", "reminded", "reference", "not yet")
    assert sum(found[k] for k in kinds) == found["clauses"]
    last = ref("rules", "coverage").out.splitlines()[-1]
    assert last.startswith(f"{found['handled']} of {found['clauses']} clauses")


def test_the_agenda_says_what_to_type_for_what_may_be_done(ref: Ref, place: Path) -> None:
    """What holds no month up has its command too; upkeep is told once for all powers that have not paid it."""
    ref("new", "March", "--start", "1789-03")
    ref("settle", "1.17", "both")
    last = ref("event", "roll", "--dice", "48 1").out.splitlines()[-1]
    assert last == "Next: eia-ref economy collect Austria --tax N --trade N --manpower N (2 to do)"
    out = ref("agenda").out
    assert "At any time" in out
    assert "eia-ref leaders arrive Yermolov" in out
    assert "1789-03  LD-R3" not in out  # not "to come to the end of March"
    assert "To do in March 1789, or not at all" in out
    every = "Austria, Britain, France, Prussia, Russia, Spain, Turkey"
    assert f"upkeep not paid: {every}" in " ".join(out.split())
    assert f"not collected: {every}" in " ".join(out.split())
    assert out.splitlines()[-1] == "2 to do before March 1789 can end"
    collect = "eia-ref economy collect Austria --tax N --trade N --manpower N"
    assert " ".join(ref("status").out.split()).endswith(f"2 to do before March 1789 can end: {collect}")
    for power in ("aus", "bri", "fra", "pru", "rus", "spa", "tur"):
        last = ref("economy", "collect", power, "--tax", "1", "--trade", "1", "--manpower", "1").out.splitlines()[-1]
    assert last == "Next: eia-ref pp vp"
    because = ("--because", "the chart of our board is at home")
    last = ref("duty", "set-aside", "victory points", *because).out.splitlines()[-1]
    assert last == "Next: eia-ref agenda (1 still to do), or eia-ref turn next"
    assert ref("turn", "next").code == 0
    assert ref("event", "roll", "--dice", "48 1").out.splitlines()[-1] == "Next: eia-ref turn next"


def test_a_powers_balances_stand_together(ref: Ref, spring: Path) -> None:
    """Its money and its manpower, and what else has no heading of its own, before its minors and leaders."""
    out = ref("status", "france").out
    first = out.split("\n\n")[1]
    assert first.startswith("France\n")
    for word in ("money", "manpower", "French Revolution"):
        assert f"  {word} " in first
    assert ref("status", "france", "--json").json["manpower"] == 0


def test_show_tells_of_what_is_done_once_and_of_yes_in_words(ref: Ref, place: Path) -> None:
    ref("new", "March", "--start", "1789-03")
    ref("economy", "spend", "austria", "7", "--upkeep")
    out = ref("show", "2").out
    assert "once in March 1789: upkeep paid of Austria" in out
    assert "upkeep  yes" in out
