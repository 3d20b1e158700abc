"""The commands of politics at the terminal: what is typed, what is refused, what is only a trial."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Ref

LEFT = ("turn", "next", "--leave-open")


def test_a_trial_says_the_price_and_writes_nothing(ref: Ref, spring: Path) -> None:
    before = spring.read_bytes()
    asked = ref("pp", "dow", "fra", "portugal", "--dry-run")
    assert asked.code == 0
    assert "-17 PP" in asked.out
    assert "nothing is written" in asked.out.replace("\n", " ")
    assert spring.read_bytes() == before


def test_a_war_is_declared_once(ref: Ref, spring: Path) -> None:
    assert ref("pp", "dow", "GB", "Spain").code == 0
    again = ref("pp", "dow", "spa", "britain")
    assert again.code == 1
    assert "since January 1789 (R-38)" in again.err
    assert ref("audit").code == 0


@pytest.mark.parametrize(
    ("typed", "code", "says"),
    [
        (("dow", "Russia", "Poland"), 1, "PL-5"),
        (("dow", "Russia", "Rusia"), 2, "no power or minor is called 'Rusia'"),
        (("dow", "Russia", "Malta"), 2, "--minor"),
        (("dow", "Russia", "P"), 2, "may mean"),
        (("ally", "Austria", "Bavaria"), 2, "no power is called 'Bavaria'"),
        (("ally", "Austria", "Austria"), 1, "R-177"),
        (("ally", "Austria", "Prussia", "--until", "soon"), 2, "write it as 1789-04"),
        (("ally", "Austria", "Prussia", "--until", "1788-12"), 2, "is past"),
        (("break", "Austria", "Prussia"), 1, "not allied"),
        (("call", "Austria", "Prussia", "France"), 1, "not allied"),
        (("peace", "informal", "Austria", "France"), 1, "not at war"),
        (("peace", "hasty", "Austria", "France"), 2, "no kind of peace is called 'hasty'"),
        (("peace", "informal", "Austria", "Austria"), 2, "different powers"),
        (("peace", "conditional", "Austria", "France", "--loser", "Z.9"), 2, "no condition of peace"),
        (("peace", "conditional", "Austria", "France", "Prussia", "--pick", "B.1"), 2, "which victor's?"),
        (("peace", "unconditional", "Austria", "France", "--months", "C.2=0"), 2, "is no length"),
        (("peace", "unconditional", "Austria", "France", "--months", "C.2=²"), 2, "is no length"),
        (("peace", "unconditional", "Austria", "France", "--cede", "="), 2, "no power or minor is called ''"),
        (("peace", "informal", "Austria", "France", "--pick", "B.1"), 2, "are for a surrender"),
        (("access", "Turkey", "Turkey"), 1, "named twice"),
        (("cede", "Austria", "Prussia", "Berg"), 1, "AM-8.8"),
    ],
)
def test_what_is_refused_says_why_and_writes_nothing(
    ref: Ref, spring: Path, typed: tuple[str, ...], code: int, says: str
) -> None:
    before = spring.read_bytes()
    refused = ref("pp", *typed)
    assert refused.code == code
    assert says in refused.err
    assert spring.read_bytes() == before


def test_a_minor_of_another_name_is_taken_where_it_is_said_to_be_one(ref: Ref, spring: Path) -> None:
    assert ref("pp", "dow", "Russia", "Malta", "--minor").code == 0
    assert ref("pp", "peace", "lapse", "Russia", "Malta").code == 0
    assert ref("audit").code == 0


def test_two_powers_surrendered_to_name_their_picks(ref: Ref, spring: Path) -> None:
    for side in ("loser", "victor"):
        cell = f"unconditional surrender, {side}"
        assert ref("chart", "fill", "political-points", cell, "1", "--because", "the table").code == 0
    assert ref("pp", "dow", "Austria", "France").code == 0
    assert ref("pp", "dow", "Spain", "France").code == 0
    made = ref(
        *("pp", "peace", "unconditional", "France", "Spain", "Austria", "--pick", "austria=B.1, c.6", "--json"),
        *("--pick", "Spain=B.7, C.6", "--cede", "Spain=Béarn"),
    )
    assert made.code == 0
    request = made.json["request"]
    assert request["picks"] == {"Austria": ["B.1", "C.6"], "Spain": ["B.7", "C.6"]}
    assert "R-179: They picked in the order they went to war: Austria, Spain." in made.json["text"]
    assert ref("audit").code == 0
    assert ref("show", "6").code == 0
    status = ref("status", "france")
    assert "enforced peace with" in status.out
    assert "to the end of July 1790" in status.out


def test_the_opening_war_is_a_war(ref: Ref, spring: Path) -> None:
    assert ref("settle", "1.17", "both", "fight").code == 0
    refused = ref("pp", "peace", "informal", "Russia", "Turkey")
    assert refused.code == 1
    assert "RU-3" in refused.err
    assert "Russia and Turkey" in ref("status").out


def test_the_loser_of_the_opening_surrenders_before_the_month_ends(ref: Ref, spring: Path) -> None:
    for side in ("loser", "victor"):
        cell = f"conditional surrender, {side}"
        assert ref("chart", "fill", "political-points", cell, "0", "--because", "the table").code == 0
    assert ref("settle", "1.17", "only Russia fights").code == 0
    assert "Turkey must surrender conditionally to Russia" in ref("turn", "next").err
    made = ref("pp", "peace", "conditional", "Turkey", "Russia", "--loser", "A.1", "--pick", "B.1,B.2,B.5")
    assert made.code == 0
    assert "must surrender" not in ref("agenda", "--all").out
    assert ref("pp", "dow", "Russia", "Turkey").code == 1


def test_an_alliance_runs_out_by_itself(ref: Ref, spring: Path) -> None:
    assert ref("pp", "ally", "Austria", "Prussia", "--until", "1789-01").code == 0
    ended = ref(*LEFT)
    assert ended.code == 0
    assert "The alliance of Austria and Prussia has run out, at no cost." in ended.out
    assert ref("pp", "dow", "Austria", "Prussia", "--dry-run").code == 0
    assert ref("audit").code == 0


def test_a_war_taken_back_is_no_war(ref: Ref, spring: Path) -> None:
    assert ref("pp", "ally", "Austria", "Prussia").code == 0
    assert ref("pp", "break", "Austria", "Prussia").code == 0
    assert ref("pp", "dow", "Austria", "Prussia").code == 0
    assert ref("void", "4", "--because", "Austria has thought better of it").code == 0
    assert ref("void", "3", "--because", "and of the break").code == 0
    assert ref("pp", "dow", "Prussia", "Austria").code == 1
    assert ref("audit").code == 0


def test_a_power_out_of_the_game_is_told_with_who_runs_it(ref: Ref, spring: Path) -> None:
    assert ref("pp", "bids", "Spain", "--bid", "Austria 0", "--because", "Filip steps down").code == 0
    for asked in (("status",), ("status", "Spain"), ("pp", "show")):
        assert "out of the game, run by Austria" in " ".join(ref(*asked).out.split())


def test_a_power_whose_runner_has_left_stays_on_the_agenda_until_it_is_put_up(ref: Ref, spring: Path) -> None:
    again = "Austria is put up again: Spain, which ran it, is out of the game"
    assert ref("pp", "bids", "Austria", "--bid", "Spain 0", "--because", "Aino steps down").code == 0
    assert again not in " ".join(ref("agenda").out.split())
    assert ref("pp", "bids", "Spain", "--bid", "Turkey 0", "--because", "Filip steps down").code == 0
    assert again in " ".join(ref("agenda").out.split())
    assert ref("pp", "bids", "Austria", "--bid", "Turkey 0", "--because", "put up again").code == 0
    assert again not in " ".join(ref("agenda").out.split())
