"""Which campaign is meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.tools import ROLL
from tests.conftest import Ref


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


@pytest.mark.parametrize("typed", [("turn", "next"), ROLL, ("status",), ("audit",), ("void", "2", "--because", "x")])
@pytest.mark.parametrize("file", [".", "..", "/", "campaigns", "", "no/f.toml", "/dev/null", "é" * 300])
def test_a_campaign_that_is_no_file(ref: Ref, spring: Path, typed: tuple[str, ...], file: str) -> None:
    said = ref(*typed, "-c", file)
    assert said.code in ((1, 2, 3) if file else (0, 1, 2, 3))
    assert "fault in eia-ref" not in said.err


def test_what_is_next_names_the_campaign_where_it_must(
    ref: Ref, two: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two campaigns the one played with -c is named in what to type next; it then works as it stands."""
    for named in ("spring", "campaigns/spring.toml"):
        last = ref("status", "-c", named).out.splitlines()[-1]
        assert last.endswith("eia-ref agenda -c spring"), last
    said = ref("settle", "1.17", "both", "-c", "spring")
    last = said.out.splitlines()[-1]
    assert last == "Next: eia-ref event roll -c spring"
    assert ref(*last.removeprefix("Next: eia-ref ").split(), "--dice", "48 1").code == 0
    monkeypatch.setenv("EIA_CAMPAIGN", "spring")
    assert " -c " not in ref("status", "-c", "spring").out
    assert " -c " not in ref("status").out


def test_a_new_campaign_elsewhere_is_named_in_what_is_next(ref: Ref, place: Path) -> None:
    """Where ./campaigns has none, and where -c names a file with a blank."""
    last = ref("new", "Winter", "-c", "cold days.toml").out.splitlines()[-1]
    assert last.endswith("Next: eia-ref agenda -c 'cold days.toml'")
    assert ref("agenda", "-c", "cold days.toml").code == 0


def test_a_home_folder_in_c(ref: Ref, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No shell reads the ~ of --campaign=~/club.toml, nor that of quotes."""
    monkeypatch.setenv("HOME", str(place))
    assert ref("new", "Club", "--campaign=~/club.toml").code == 0
    assert (place / "club.toml").is_file()
    assert ref("status", "-c", "~/club.toml").code == 0
    assert ref("status", "-c", "~nobodyofthatname/club.toml").code == 3


def test_what_else_stands_among_the_campaigns_is_none(ref: Ref, spring: Path) -> None:
    """Hidden files of systems and editors, and folders."""
    for name in ("._spring.toml", ".#spring.toml", ".toml"):
        spring.with_name(name).write_bytes(b"\0\x05\x16\x07")
    spring.with_name("old.toml").mkdir()
    assert ref("status", "--json").json["campaign"] == "Spring"


def test_a_file_where_the_folder_is_to_be(ref: Ref, place: Path) -> None:
    (place / "campaigns").touch()
    said = ref("new", "Winter")
    assert said.code == 3
    assert "campaigns is a file, not a folder" in said.err
