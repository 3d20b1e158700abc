"""The commands one by one: what they print, their JSON, their exit codes, and which campaign they mean."""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from eia_ref.cli.main import FRAME, main
from eia_ref.games import GAMES

Ref = Callable[..., Any]
FAMINE = ("event", "roll", "--dice", "53 2 4 1")
SHAPE = ["entry", "turn", "command", "rules", "dice", "outcome", "text", "effects", "open", "written"]


MADE: list[bytes] = []  # the ledger of `under_way`, made once


@pytest.fixture
def under_way(ref: Ref, place: Path) -> Path:
    """January 1789 with three entries: begun, a famine rolled (with note and name), the war decided."""
    ledger = place / "campaigns" / "spring.toml"
    if MADE:
        ledger.parent.mkdir()
        ledger.write_bytes(MADE[0])
        return ledger
    assert ref("new", "Spring", "--areas", "Bavaria, Tyrol, Saxony, Hesse, Tuscany").code == 0
    assert ref(*FAMINE, "--note", "at Anna's", "--by", "Björn").code == 0
    assert ref("settle", "1.17", "both fight").code == 0
    MADE.append(ledger.read_bytes())
    return ledger


# Every command as it may be typed on `under_way`, with its exit code: reading, writing, and answers of no.
READS: list[tuple[tuple[str, ...], int]] = [
    (("status",), 0),
    (("status", "fra"), 0),
    (("status", "narnia"), 2),
    (("agenda",), 0),
    (("log",), 0),
    (("log", "--all"), 0),
    (("log", "--last", "1"), 0),
    (("log", "--last", "-1"), 2),
    (("log", "--head"), 0),
    (("show", "1"), 0),
    (("show", "2"), 0),
    (("show", "99"), 2),
    (("show", "two"), 2),
    (("audit",), 0),
    (("event", "list"), 0),
    (("event", "show", "00"), 0),
    (("event", "show", "101"), 2),
    (("rules", "show", "R-07"), 0),
    (("rules", "show", "EV-50"), 0),
    (("rules", "show", "X-1"), 2),
    (("rules", "search", "famine"), 0),
    (("rules", "search", "hippopotamus"), 1),
    (("rules", "coverage"), 0),
    (("status", "--nonsense"), 2),
    (("nonsense",), 2),
    (("status", "-c", "missing.toml"), 3),
]
ADJUDICATES: list[tuple[str, ...]] = [
    ("new", "Other"),
    ("settle", "1.17", "both"),
    ("event", "roll", "--again", "asked for"),
    ("event", "roll", "--again", "asked for", "--dice", "53 1 2"),
    ("turn", "next"),
    ("turn", "next", "--leave-open"),
    ("void", "2", "--because", "a slip"),
]
REFUSED: list[tuple[tuple[str, ...], int]] = [
    (("event", "roll"), 1),
    (("event", "roll", "--again", "x", "--dice", "53 4"), 2),
    (("settle", "9.9", "x"), 2),
    (("void", "1", "--because", "x"), 1),
    (("void", "2"), 2),
    (("new", "Spring"), 3),
    (("new",), 2),
]


@pytest.fixture
def trade(monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee's own dice fall on a trade surplus, a row that needs no list."""
    monkeypatch.setattr("secrets.randbelow", lambda sides: 39 % sides)


def one_object(out: str) -> dict[str, Any]:
    """The one JSON object that is all of stdout."""
    assert out.endswith("}\n")
    assert out.count("\n") == 1
    found = json.loads(out)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(
    ("typed", "code"), READS + REFUSED, ids=lambda v: " ".join(v) if isinstance(v, tuple) else None
)
def test_json_is_one_object_and_keeps_the_code(ref: Ref, under_way: Path, typed: tuple[str, ...], code: int) -> None:
    before = under_way.read_bytes()
    plain, as_json = ref(*typed), ref(*typed, "--json")
    assert (plain.code, as_json.code) == (code, code)
    found = one_object(as_json.out)
    assert as_json.err == ""
    if code and typed[:2] != ("rules", "search"):
        assert list(found) == ["error"]
    if "error" in found:
        assert list(found["error"]) == ["code", "message", "hint"]
        assert all(isinstance(v, str) for v in found["error"].values())
        assert found["error"]["message"]
        assert plain.out == ""
        assert found["error"]["message"] in plain.err
    elif not code:
        assert plain.err == ""
    assert under_way.read_bytes() == before


@pytest.mark.parametrize("typed", ADJUDICATES, ids=" ".join)
@pytest.mark.usefixtures("trade")
def test_an_adjudication_as_json(ref: Ref, spring: Path, typed: tuple[str, ...]) -> None:
    if typed[0] != "settle":
        ref("settle", "1.17", "neither")
    ref(*FAMINE)
    number = ref("log", "--head", "--json").json["entry"] + 1
    said = ref(*typed, "--json", "-c", "spring") if typed[0] != "new" else ref(*typed, "--json")
    assert said.code == 0
    assert said.err == ""
    found = one_object(said.out)
    assert list(found)[: len(SHAPE)] == SHAPE
    assert found["entry"] == (1 if typed[0] == "new" else number)
    assert found["turn"] == "1789-01"
    assert found["command"] == (typed[0] if typed[0] in ("new", "settle", "void") else " ".join(typed[:2]))
    assert found["written"] is True
    for die in found["dice"]:
        assert list(die) == ["sides", "value", "for", "source"]
        assert 1 <= die["value"] <= die["sides"]
    for decision in found["open"]:
        assert list(decision) == ["id", "rule", "question"]
    assert all("kind" in e for e in found["effects"])
    assert all(isinstance(line, str) for line in found["text"])
    assert isinstance(found["outcome"], str)


def test_the_shape_the_design_gives(ref: Ref, spring: Path) -> None:
    found = ref(*FAMINE, "--json").json
    assert {k: found[k] for k in SHAPE if k not in ("text", "effects", "rules")} == {
        "entry": 2,
        "turn": "1789-01",
        "command": "event roll",
        "dice": [
            {"sides": 100, "value": 53, "for": "random event", "source": "table"},
            {"sides": 3, "value": 2, "for": "areas with famine", "source": "table"},
            {"sides": 5, "value": 4, "for": "area 1 with famine", "source": "table"},
            {"sides": 4, "value": 1, "for": "area 2 with famine", "source": "table"},
        ],
        "outcome": "famine",
        "open": [],
        "written": True,
    }
    assert {"EV-50", "R-07", "R-17"} <= set(found["rules"])
    assert [e["where"] for e in found["effects"] if e["kind"] == "in force"] == ["Hesse", "Bavaria"]


def test_json_errors_have_a_code_a_message_and_a_hint(ref: Ref, under_way: Path) -> None:
    found = {
        " ".join(typed): ref(*typed, "--json").json["error"]["code"]
        for typed in (("event", "roll"), ("status", "narnia"), ("show", "99"), ("void", "2"), ("frobnicate",))
    }
    assert found == {
        "event roll": "event-rolled",
        "status narnia": "unknown-name",
        "show 99": "no-entry",
        "void 2": "no-reason",
        "frobnicate": "unknown-name",
    }


def test_json_stays_json_in_another_encoding(ref: Ref, spring: Path) -> None:
    """A pipe that takes only latin-1 gets JSON all the same; what it can't say is escaped as JSON does."""
    ref("settle", "1.17", "both", "--note", "Fürst 日本 🎲")
    out = io.BytesIO()
    for encoding in ("ascii", "latin-1", "utf-8"):
        stream = io.TextIOWrapper(out, encoding=encoding, errors="backslashreplace", write_through=True)
        with mock.patch("sys.stdout", stream):
            assert main(["show", "2", "--json"]) == 0
            assert main(["status", "ö🎲", "--json"]) == 2
        lines = out.getvalue().decode(encoding).splitlines()
        assert json.loads(lines[-2])["note"] == "Fürst 日本 🎲"
        assert "ö🎲" in json.loads(lines[-1])["error"]["message"]
        stream.detach()


# --- Trials, notes, names, order of options --------------------------------------------------------------------


@pytest.mark.parametrize("typed", ADJUDICATES, ids=" ".join)
@pytest.mark.usefixtures("trade")
def test_a_dry_run_writes_nothing(ref: Ref, place: Path, spring: Path, typed: tuple[str, ...]) -> None:
    if typed[0] != "settle":
        ref("settle", "1.17", "neither")
    ref(*FAMINE)
    before = {p: p.read_bytes() for p in place.rglob("*.toml")}
    said = ref(*typed, "--dry-run")
    assert said.code == 0
    assert said.out.splitlines()[-1].endswith("Only a trial: nothing is written.")
    assert "is in the ledger" not in said.out
    assert "The ledger is" not in said.out
    trial = ref(*typed, "--dry-run", "--json").json
    assert trial["written"] is False
    assert {p: p.read_bytes() for p in place.rglob("*.toml")} == before
    done = ref(*typed, "--json")
    assert done.code == 0
    assert done.json["entry"] == trial["entry"]


def test_a_dry_run_refuses_what_would_be_refused(ref: Ref, under_way: Path) -> None:
    before = under_way.read_bytes()
    assert ref("event", "roll", "--dry-run").code == 1
    assert ref("event", "roll", "--again", "x", "--dice", "53 4", "--dry-run").code == 2
    assert ref("new", "Spring", "--dry-run").code == 3
    assert under_way.read_bytes() == before


def test_the_dice_of_a_dry_run_are_not_the_ones_to_come(ref: Ref, spring: Path) -> None:
    fall = itertools.count(10)
    with mock.patch("secrets.randbelow", lambda sides: next(fall) % sides):
        trials = [ref("event", "roll", "--dry-run", "--json").json["dice"][0] for _ in range(2)]
        done = ref("event", "roll", "--json").json["dice"][0]
    assert [d["value"] for d in trials] == [11, 12]
    assert done == {"sides": 100, "value": 13, "for": "random event", "source": "engine"}


def test_note_and_name_are_kept(ref: Ref, under_way: Path) -> None:
    entry = ref("show", "2", "--json").json
    assert (entry["note"], entry["by"]) == ("at Anna's", "Björn")
    out = ref("show", "2").out
    assert "by Björn" in out
    assert "at Anna's" in out
    assert "at Anna's" in ref("log").out
    assert "at Anna's" not in ref("show", "3").out
    ref("turn", "next", "--note", "late", "--by", "Clio")
    ref("void", "2", "--because", "x", "--note", "sorry", "--by", "Clio")
    for number, note in ((4, "late"), (5, "sorry")):
        entry = ref("show", str(number), "--json").json
        assert (entry["note"], entry["by"]) == (note, "Clio")


@pytest.mark.parametrize("order", list(itertools.permutations(range(5)))[::17])
def test_options_in_any_order(ref: Ref, spring: Path, order: tuple[int, ...]) -> None:
    options = [["--json"], ["--dice", "53 2 4 1"], ["-c", "spring"], ["--note", "n"], ["--by=b"]]
    said = ref("event", "roll", *(word for i in order for word in options[i]))
    assert said.code == 0
    assert (said.json["outcome"], said.json["note"], said.json["by"]) == ("famine", "n", "b")


def test_options_before_and_after_arguments(ref: Ref, spring: Path) -> None:
    assert ref("settle", "--json", "1.17", "--note", "n", "both", "--by", "b").json["note"] == "n"
    assert ref("status", "--plain", "fra").out == ref("status", "fra", "--plain").out


def test_an_option_before_the_command_says_where_it_goes(ref: Ref, spring: Path) -> None:
    said = ref("--json", "status")
    assert said.code == 2
    assert "after" in said.json["error"]["hint"]
    assert ref("-c", "spring", "status").code == 2


# --- Which campaign --------------------------------------------------------------------------------------------


@pytest.fixture
def two(ref: Ref, place: Path) -> Path:
    """Two campaigns, Spring and Autumn."""
    assert ref("new", "Spring").code == 0
    assert ref("new", "Autumn").code == 0
    return place / "campaigns"


def test_the_only_campaign(ref: Ref, spring: Path) -> None:
    assert ref("status", "--json").json["campaign"] == "Spring"


def test_no_campaign(ref: Ref, place: Path) -> None:
    for typed in (["status"], ["agenda"], ["event", "roll"], ["turn", "next"], ["audit"], ["log"], ["show", "1"]):
        said = ref(*typed)
        assert said.code == 2
        assert "eia-ref new" in said.err
        assert ref(*typed, "--json").json["error"]["code"] == "no-campaign"
    assert list(place.iterdir()) == []


def test_several_campaigns_are_listed(ref: Ref, two: Path) -> None:
    said = ref("status")
    assert said.code == 2
    assert "autumn, spring" in said.err
    assert "-c" in said.err
    assert ref("event", "roll", "--json").json["error"]["code"] == "which-campaign"


def test_a_campaign_named(ref: Ref, two: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def name(*typed: str) -> str:
        found: str = ref("status", "--json", *typed).json["campaign"]
        return found

    assert name("-c", "campaigns/spring.toml") == "Spring"
    assert name("--campaign", str(two / "autumn.toml")) == "Autumn"
    assert name("-c", "spring") == "Spring"
    assert name("-cspring") == "Spring"
    assert name("--campaign=spring") == "Spring"
    assert name("-c", "spring", "-c", "autumn") == "Autumn"
    monkeypatch.setenv("EIA_CAMPAIGN", "autumn")
    assert name() == "Autumn"
    assert name("-c", "spring") == "Spring"
    monkeypatch.setenv("EIA_CAMPAIGN", str(two / "spring.toml"))
    assert name() == "Spring"
    monkeypatch.setenv("EIA_CAMPAIGN", "")
    assert ref("status").code == 2


def test_a_campaigns_name_is_forgiving(ref: Ref, two: Path) -> None:
    for name in ("Spring", "SPRING", "spring.toml", "spr"):
        assert ref("status", "--json", "-c", name).json["campaign"] == "Spring", name
    said = ref("status", "-c", "sprong")
    assert said.code in (2, 3)
    assert "spring" in said.err


def test_a_campaign_that_is_not_there(ref: Ref, two: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for typed in (["status"], ["turn", "next"], ["audit"]):
        assert ref(*typed, "-c", "x/missing.toml").code == 3
    monkeypatch.setenv("EIA_CAMPAIGN", "x/missing.toml")
    said = ref("status")
    assert said.code == 3
    assert "x/missing.toml" in said.err


@pytest.mark.parametrize("typed", [("event", "list"), ("event", "show", "1"), ("rules", "show", "R-07")])
def test_the_rules_need_no_campaign(ref: Ref, two: Path, typed: tuple[str, ...]) -> None:
    assert ref(*typed).code == 0  # though there are two
    (two / "autumn.toml").unlink()
    text = (two / "spring.toml").read_text(encoding="utf-8")
    (two / "spring.toml").write_text(text.replace("entries = 0", "entries = x"), encoding="utf-8")
    assert ref("status").code == 3
    assert ref(*typed).code == 0  # though the only one is broken


def test_new_makes_its_own_file_whatever_the_environment_says(
    ref: Ref, two: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """EIA_CAMPAIGN names the campaign that is played; a new one is named after itself, or lands where -c says."""
    monkeypatch.setenv("EIA_CAMPAIGN", "spring")
    said = ref("new", "Winter")
    assert said.code == 0
    assert (two / "winter.toml").exists()
    assert not (place / "spring").exists()
    assert ref("status", "--json").json["campaign"] == "Spring"


def test_new_says_what_to_type_so_that_it_works(ref: Ref, spring: Path) -> None:
    """After a second campaign `eia-ref agenda` alone would be refused."""
    said = ref("new", "Autumn")
    assert "eia-ref agenda -c autumn" in " ".join(said.out.split())


# --- What the commands say -------------------------------------------------------------------------------------


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
    assert [(d["id"], d["rule"]) for d in must] == [("1.17", "RU-1"), ("", "R-101")]
    assert all(list(d) == ["id", "what", "rule", "month", "type", "must"] for d in found["due"])
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
    ref("event", "roll", "--dice", "1")
    assert ref("settle", "2.1", "").code == 2
    assert ref("settle", "2.1", "  ").code == 2
    said = ref("settle", "2.1", "stage", "3,", "the", "[bold]assembly[/bold]")
    assert said.code == 0
    assert "stage 3, the [bold]assembly[/bold]" in " ".join(said.out.split())


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
    assert ref("status").code == 0  # reading goes on, with a note
    assert "note: " in ref("status").err
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


# --- Help, abbreviations, slips --------------------------------------------------------------------------------


def commands() -> Iterator[list[str]]:
    """Every command there is."""
    for name in [*FRAME, *(c for g in GAMES.values() for c in g.commands)]:
        yield from {
            "turn": [["turn", "next"]],
            "event": [["event", c] for c in ("roll", "list", "show")],
            "rules": [["rules", c] for c in ("show", "search", "coverage")],
        }.get(name, [[name]])


@pytest.mark.parametrize("typed", list(commands()), ids=" ".join)
def test_help_of_every_command(ref: Ref, place: Path, typed: list[str]) -> None:
    said = ref(*typed, "--help")
    assert said.code == 0
    assert said.err == ""
    for option in ("--campaign", "--json", "--plain"):
        assert option in said.out
    assert ref(*typed, "-h").out == said.out
    assert list(place.iterdir()) == []


def test_the_help_lists_everything(ref: Ref) -> None:
    said = ref("--help")
    assert said.code == 0
    for name in [*FRAME, *(c for g in GAMES.values() for c in g.commands)]:
        assert f"\n  {name} " in said.out
    assert "Exit codes" in said.out
    assert ref().out == said.out
    assert ref("--version").out.startswith("eia-ref ")


def test_no_group_offers_to_change_the_shell(ref: Ref) -> None:
    for group in ("turn", "event", "rules"):
        assert "completion" not in ref(group, "--help").out


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["stat"], ["status"]),
        (["STATUS"], ["status"]),
        (["ag"], ["agenda"]),
        (["ev", "list"], ["event", "list"]),
        (["event", "li"], ["event", "list"]),
        (["rule", "cov"], ["rules", "coverage"]),
    ],
)
def test_abbreviated_commands(ref: Ref, spring: Path, typed: list[str], meant: list[str]) -> None:
    said = ref(*typed)
    assert said.code == 0
    assert said.out == ref(*meant).out


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        (["statsu"], "status"),
        (["s"], "settle or show or status"),
        (["evnet", "roll"], "event"),
        (["event", "rlol"], "roll"),
        (["turn", "nxt"], "next"),
        (["xyzzy"], "agenda"),
    ],
)
def test_misspelt_commands(ref: Ref, spring: Path, typed: list[str], nearest: str) -> None:
    said = ref(*typed)
    assert said.code == 2
    assert nearest in said.err


@pytest.mark.parametrize("group", ["event", "turn", "rules"])
def test_a_group_alone_says_what_it_has(ref: Ref, place: Path, group: str) -> None:
    said = ref(group)
    assert said.code in (0, 2)
    assert {"event": "roll", "turn": "next", "rules": "search"}[group] in said.out + said.err
