"""Beginning a campaign."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.tools import refused
from tests.conftest import Ref


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Spring", "spring"),
        ("The Long War, 1789-1815!", "the-long-war-1789-1815"),
        ("a/b", "a-b"),
        ("../../etc/passwd", "etc-passwd"),
        ("/usr/x", "usr-x"),
        ("..x..", "x"),
        ("a.toml", "a-toml"),
        ("Frühling in Österreich", "fruhling-in-osterreich"),
        ("[bold]x[/bold]", "bold-x-bold"),
        ("a\nb\tc", "a-b-c"),
        ("~", None),
        ("", None),
        ("   ", None),
        ("...", None),
        ("/", None),
        ('"""', None),
    ],
)
def test_where_a_new_campaign_lands(ref: Ref, place: Path, name: str, file: str | None) -> None:
    if file is None:
        refused(ref, 2, "new", name)
        assert list(place.iterdir()) == []
    else:
        said = ref("new", name)
        assert said.code == 0
        assert [p.relative_to(place).as_posix() for p in place.rglob("*.toml")] == [f"campaigns/{file}.toml"]
        assert ref("status", "--json").json["campaign"] == " ".join(name.split())
        assert ref("audit").code == 0


def test_a_name_without_letters_of_ours_needs_a_file(ref: Ref, place: Path) -> None:
    said = refused(ref, 2, "new", "日本")
    assert "-c" in said  # what to do: name the file
    assert ref("new", "日本", "-c", "campaigns/nihon.toml").code == 0
    assert ref("status", "--json").json["campaign"] == "日本"


@pytest.mark.parametrize("name", ["x" * 300, "x" * 245, "é" * 200])
def test_a_very_long_name(ref: Ref, place: Path, name: str) -> None:
    said = ref("new", name)
    assert said.code in (0, 2, 3)
    assert "fault in eia-ref" not in said.err
    assert list(place.rglob("*.new")) == []
    if said.code:
        assert list(place.rglob("*.toml")) == []


def test_never_over_an_existing_file(ref: Ref, spring: Path) -> None:
    before = spring.read_bytes()
    assert "exists already" in refused(ref, 3, "new", "Spring")
    assert "exists already" in refused(ref, 3, "new", "spring!")
    assert "exists already" in refused(ref, 3, "new", "Other", "-c", "campaigns/spring.toml")
    assert spring.read_bytes() == before


def test_new_where_c_says(ref: Ref, place: Path) -> None:
    assert ref("new", "Deep", "-c", "not/yet/there.toml").code == 0
    assert (place / "not" / "yet" / "there.toml").exists()
    assert not (place / "campaigns").exists()
    assert ref("status", "-c", "not/yet/there.toml", "--json").json["campaign"] == "Deep"


@pytest.mark.parametrize("file", [".", "..", "/", "campaigns/", "/proc/x.toml", "/dev/null", "", "afile/x.toml"])
def test_new_where_nothing_can_be(ref: Ref, spring: Path, place: Path, file: str) -> None:
    (place / "afile").write_text("", encoding="utf-8")
    before = spring.read_bytes()
    said = ref("new", "Other", "-c", file)
    if file == "":  # as if it were not given, or refused
        assert said.code in (0, 2)
    else:
        assert said.code in (2, 3)
    assert "fault in eia-ref" not in said.err
    assert spring.read_bytes() == before
    assert list(place.rglob("*.new")) == []


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--start", "1788-12"], "1789-01"),
        (["--start", "1789-13"], "1789-04"),
        (["--start", "1789-00"], "1789-04"),
        (["--start", "1789"], "1789-04"),
        (["--start", "89-01"], "1789-04"),
        (["--start", "April 1789"], "1789-04"),
        (["--start", "1789-1"], "1789-04"),
        (["--start", "10000-01"], "1789-04"),
        (["--start", "-1"], "-1"),
        (["--start", "1816-01"], "1815"),  # VI-3: the last victory phase is December 1815's
        (["--start", "9999-12"], "1815"),
        (["--scenario", "1805"], "1789"),
        (["--scenario", ""], "1789"),
        (["--game", "chess"], "empires"),
        (["--player", "narnia=Bob"], "narnia"),
        (["--player", "fra"], "NAME=VALUE"),
        (["--player", "=Anna"], "NAME=VALUE"),
        (["--player", "fra="], "NAME=VALUE"),
        (["--player", "fra=Anna", "--player", "France=Bea"], "France"),
        (["--option", "speed=fast"], "no_event, winter, goal"),
        (["--option", "goal=large"], "standard, extended"),
        (["--option", "goal"], "NAME=VALUE"),
        (["--option", "goal=standard", "--option", "goal=extended"], "goal"),
        (["--areas", "Bavaria, bavaria"], "named twice"),
        (["--areas", "Bavaria", "--areas", "Tyrol, BAVARIA"], "named twice"),
        (["--areas", "Tyrol, Týrol"], "named twice"),
        (["--dice", "x"], "x"),
        (["surplus"], "surplus"),
    ],
    ids=lambda v: " ".join(v) if isinstance(v, list) else None,
)
def test_options_of_new_that_will_not_do(ref: Ref, place: Path, options: list[str], says: str) -> None:
    assert says in refused(ref, 2, "new", "Spring", *options)
    assert list(place.iterdir()) == []


def test_a_later_start(ref: Ref, place: Path) -> None:
    found = ref("new", "Late", "--start", "1806-05", "--json").json
    assert found["turn"] == "1806-05"
    assert not any(e.get("what") in ("armed neutrality", "Ottoman Empire") for e in found["effects"])
    assert ref("audit").code == 0


def test_forgiving_options_of_new(ref: Ref, place: Path) -> None:
    options = [
        "--player",
        "gb=Björn=B",
        "--option",
        "goal = extended",
        "--areas",
        " Bavaria ,, Tyrol ",
        "--areas",
        ",",
    ]
    assert ref("new", "Spring", *options).code == 0
    text = (place / "campaigns" / "spring.toml").read_text(encoding="utf-8")
    assert 'Britain = "Björn=B"' in text
    assert 'goal = "extended"' in text
    assert re.search(r'areas = \[\s*"Bavaria",\s*"Tyrol",?\s*\]', text)
