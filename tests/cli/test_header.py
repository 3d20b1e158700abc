"""The header edited by hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.tools import ROLL, refused
from tests.conftest import Ref

AREAS = 'areas = ["Bavaria", "Tyrol", "Saxony", "Hesse", "Tuscany"]'


def edit(ledger: Path, old: str, new: str) -> None:
    """Changes the header."""
    text = ledger.read_text(encoding="utf-8")
    if old == AREAS and AREAS not in text:  # a long list stands over several lines
        found = re.search(r"^areas = \[[^]]*\]", text, re.MULTILINE)
        assert found
        old = found[0]
    assert old in text.partition("\n[[turn]]")[0]
    ledger.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_list_added_is_taken_up(ref: Ref, spring: Path) -> None:
    edit(spring, AREAS, f'{AREAS}\n[campaign.lists.depots]\nfra = ["Ulm", "Vienna"]')
    ref("status")
    ref("agenda")
    assert ref("log", "--json").json["entries"][-1]["entry"] == 1  # reading writes nothing
    assert ref(*ROLL, "--dice", "91 3 2 1", "--dry-run").code == 0
    assert ref("log", "--json").json["entries"][-1]["entry"] == 1
    assert ref(*ROLL, "--dice", "91 3 2 1", "--by", "Björn").code == 0
    log = ref("log", "--json").json["entries"]
    assert [(e["entry"], e["command"], e.get("by")) for e in log[1:]] == [
        (2, "settings", "Björn"),
        (3, "event roll", "Björn"),
    ]
    assert {e["name"] for e in log[1]["effects"]} == {"depots.France"}
    assert "Vienna" in ref("show", "3").out
    assert ref("audit").code == 0


def test_taking_up_the_header_is_said(ref: Ref, spring: Path) -> None:
    """An entry more than was typed: the game master hears of it."""
    edit(spring, 'goal = "standard"', 'goal = "extended"')
    said = ref("settle", "1.17", "both")
    assert "goal" in said.out + said.err
    assert "2" in said.out + said.err


def test_a_header_changed_back_and_forth(ref: Ref, spring: Path) -> None:
    edit(spring, 'goal = "standard"', 'goal = "extended"')
    ref("settle", "1.17", "both")
    assert ref("status", "fra", "--json").json["goal"] == 890
    edit(spring, 'goal = "extended"', 'goal = "standard"')
    ref(*ROLL, "--dice", "53 2 4 1")
    assert ref("status", "fra", "--json").json["goal"] == 740
    assert [e["command"] for e in ref("log", "--json").json["entries"]] == [
        *("new", "settings", "settle", "settings", "event roll")
    ]
    assert ref("audit").code == 0


def test_an_area_taken_off_the_list_is_drawn_no_more(ref: Ref, spring: Path) -> None:
    edit(spring, AREAS, "areas = []")
    assert "the list has 0" in refused(ref, 2, *ROLL, "--dice", "53 1")
    edit(spring, "areas = []\n", "")
    refused(ref, 2, *ROLL, "--dice", "53 1")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('goal = "standard"', 'goal = "standard"\nspeed = "fast"', "speed"),
        ('goal = "standard"', 'goal = "large"', "standard, extended"),
        ('goal = "standard"', "goal = 3", "standard, extended"),
        ('goal = "standard"', 'goal = ["standard"]', "standard, extended"),
        ('goal = "standard"', 'goal = { a = "standard" }', "standard, extended"),
        ('winter = "December to February"', 'winter = "always"', "December to March"),
        (AREAS, 'areas = "Bavaria, Tyrol"', "areas must be a list of names"),
        (AREAS, "areas = [1, 2]", "areas must be a list of names"),
        (AREAS, 'areas = [["Bavaria"]]', "areas must be a list of names"),
        (AREAS, 'areas = ["Bavaria", ""]', "areas must be a list of names"),
        (AREAS, "areas = [1789-01-01]", "areas must be a list of names"),
        (AREAS, "areas = true", "areas must be a list of names"),
        (AREAS, 'areas = ["Bavaria", "BAVARIA"]', "twice"),
        (AREAS, 'cities = ["Wien"]', "cities"),
        (AREAS, '[campaign.lists.areas]\nfra = ["Paris"]', "areas"),
        (AREAS, '[campaign.lists.fleets]\nnarnia = ["Aslan"]', "fleets"),
        (AREAS, '[campaign.lists.fleets]\nfra = "fleet I"', "fleets"),
        (AREAS, '[campaign.lists.fleets]\nfra = ["fleet I"]\nFrance = ["fleet II"]', "France"),
        (AREAS, 'fleets = ["fleet I"]', "[campaign.lists.fleets]"),
        (AREAS, 'leaders = ["Ney"]', "leaders is no list"),
    ],
)
def test_a_header_that_will_not_do(ref: Ref, spring: Path, old: str, new: str, says: str) -> None:
    edit(spring, old, new)
    before = spring.read_bytes()
    for typed in (("settle", "1.17", "both"), (*ROLL, "--dice", "1"), ("turn", "next", "--leave-open")):
        said = refused(ref, 2, *typed)
        assert says in said
        assert "spring.toml" in said
    assert ref("settle", "1.17", "both", "--dry-run").code == 2
    assert spring.read_bytes() == before
    assert ref("status").code == 0  # reading goes on


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("format = 1", "format = 2"),
        ("format = 1", 'format = "1"'),
        ("format = 1", "format = true"),
        ("format = 1\n", ""),
        ("format = 1", "format = 1\nformat = 1"),
        ('name = "Spring"', "name = 3"),
        ('name = "Spring"', 'name = "Spring'),
        ('name = "Spring"\n', ""),
        ("[campaign.players]", "[campaign.players]\nfra = 3"),
        ("[campaign.players]", "[campaign.people]"),
        ("[campaign.options]\n", "[campaign.options]]\n"),
        ('start = "1789-01"', 'start = "soon"'),
        ('game = "empires"', 'game = "chess"'),
    ],
)
def test_a_header_that_is_no_header(ref: Ref, spring: Path, old: str, new: str) -> None:
    line = 1 + spring.read_text(encoding="utf-8").partition(old)[0].count("\n")
    edit(spring, old, new)
    before = spring.read_bytes()
    for typed in (("status",), ("settle", "1.17", "both"), ("audit",), ("log",)):
        said = refused(ref, 3, *typed)
        assert re.search(r"spring\.toml:\d+: ", said)
        found = re.search(r":(\d+):", said)
        assert found
        assert abs(int(found[1]) - line) <= 1 or old == "format = 1\n" or old == 'name = "Spring"\n'
    assert spring.read_bytes() == before


def test_players_of_the_header_by_any_name(ref: Ref, spring: Path) -> None:
    edit(spring, "[campaign.players]", '[campaign.players]\nfra = "Anna"')
    assert "Anna" in ref("status").out


@pytest.mark.parametrize(
    ("line", "says"),
    [('Narnia = "A"', "no power is called 'Narnia'"), ('France = "A"\nfra = "B"', "France is named twice")],
)
def test_players_that_will_not_do(ref: Ref, spring: Path, line: str, says: str) -> None:
    """Said by whoever tells them, and found by the audit."""
    text = spring.read_text(encoding="utf-8")
    spring.write_text(text.replace("\n[campaign.players]\n", f"\n[campaign.players]\n{line}\n"), encoding="utf-8")
    said = ref("status")
    assert said.code == 3
    assert says in said.err
    assert ref("audit").code == 1
    (finding,) = ref("audit", "--json").json["findings"]
    assert finding["code"] == "header"
    assert says in finding["message"]
    assert spring.read_text(encoding="utf-8").splitlines()[finding["line"] - 1] == "[campaign.players]"
