"""The naval commands as typed: sides and numbers, what is refused, how a battle prints, odds, luck."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.conftest import Ref

TABLES = ("--tables", "5-5 5-5 5-5", "--against", "2-2 2-2 2-2")
BATTLE = ("naval", "battle", "--attacker", "gb:25+portugal:7", "--defender", "FRANCE:30", "--sea", "med", *TABLES)
RAID = ("raid", "--attacker", "france:20", "--defender", "spain:3")


def test_a_battle_ends_with_its_result(ref: Ref, spring: Path) -> None:
    said = ref(*BATTLE, "--dice", "6 4", "--defender-fleets", "3", "--transports", "def")
    assert said.code == 0, said.err
    assert max(map(len, said.out.splitlines())) <= 80
    end = "Britain and Portugal beat France: 2 ships disabled against 8. Entry 2 is in the ledger. Next: "
    assert end in " ".join(said.out.split())
    assert said.out.splitlines()[-1].startswith("Next: ")
    assert "carries troops                 0        -1  NV-5" in said.out
    assert "Britain +2 PP" in said.out


def test_a_battle_as_json(ref: Ref, spring: Path) -> None:
    said = ref(*BATTLE, "--dice", "6 4", "--json").json
    assert said["outcome"] == "Britain and Portugal beat France: 2 ships disabled against 8"
    assert [(x["who"], x["came"]) for x in said["luck"] if x["what"] == "ships lost"] == [
        *(("Britain", 2), ("Portugal", 0), ("France", 8)),
    ]
    assert [d["for"] for d in said["dice"]] == ["round 1, attacker", "round 1, defender"]


def test_the_dice_of_a_void_battle_stand_though_its_fleets_were_forgotten(ref: Ref, spring: Path) -> None:
    """R-08: who met whom is the same battle, whatever else is put right."""
    assert ref(*BATTLE, "--dice", "6 4").code == 0
    assert ref(*BATTLE, "--defender-fleets", "3").code == 1
    assert ref("void", "2", "--because", "the fleets were forgotten").code == 0
    again = ref(*BATTLE, "--defender-fleets", "3")
    assert again.code == 0
    assert "stand and are used again" in again.out
    assert "Britain +2 PP" in again.out
    assert ref("audit").code == 0


@pytest.mark.parametrize(
    ("attacker", "says"),
    [
        ("", "nobody says who attacks"),
        ("france", "'france' says no ships"),
        ("france:", "can't have '' ships"),
        ("france:0", "can't have '0' ships"),
        ("france:-3", "can't have '-3' ships"),
        ("france:3.5", "can't have '3.5' ships"),
        ("france:many", "can't have 'many' ships"),
        ("france:99999", "can't have '99999' ships"),
        ("france:٣", "can't have"),
        ("narnia:3", "no nation with ships is called 'narnia'"),
        ("bavaria:3", "no nation with ships is called 'bavaria'"),
        ("france:3+fra:4", "France is named twice"),
        ("spain:3", "Spain can't fight on both sides"),
    ],
)
def test_what_is_no_side_is_refused_by_name(ref: Ref, spring: Path, attacker: str, says: str) -> None:
    before = spring.read_bytes()
    said = ref("naval", "battle", "--attacker", attacker, "--defender", "spain:30", *TABLES, "--dice", "6 4")
    assert said.code == 2
    assert says in said.err
    assert spring.read_bytes() == before


@pytest.mark.parametrize(
    ("more", "code", "says"),
    [
        (("--attacker-leader", "nelson"), 1, "Nelson has not come"),
        (("--attacker-leader", "gravina"), 1, "no ships with the attacker"),
        (("--attacker-leader", "napoleon"), 2, "no naval leader"),
        (("--attacker-chit", "melee"), 1, "only Nelson's fleets"),
        (("--attacker-chit", "charge"), 2, "no chit is called"),
        (("--tables", "9-9 1-1 1-1"), 2, "no table '9-9'"),
        (("--tables", "1-1"), 2, "--tables has 1"),
        (("--sea", "loch ness"), 2, "no sea is called"),
        (("--transports", "both"), 2, "no side is called"),
        (("--port", "defender", "--evasion-failed"), 1, "no evasion from a port"),
        (("--blockading", "attacker, defender"), 2, "only one side"),
        (("--other", "defender 1 wind"), 2, "is no modifier"),
        (("--other", "defender +1"), 2, "is no modifier"),
        (("--defender-fleets", "spain:1"), 2, "no ships of Spain"),
        (("--attacker-fleets", "2"), 2, "whose? the side has several"),
    ],
)
def test_what_does_not_go_is_refused_by_name(
    ref: Ref, spring: Path, more: tuple[str, ...], code: int, says: str
) -> None:
    before = spring.read_bytes()
    said = ref(*BATTLE, *more, "--dice", "6 4")
    assert (said.code, says in said.err) == (code, True), said.err
    assert spring.read_bytes() == before


def test_nothing_is_written_before_every_die_is_in(ref: Ref, spring: Path) -> None:
    before = spring.read_bytes()
    said = ref(*BATTLE, "--dice", "6")
    assert said.code == 2
    assert "round 1, defender" in said.err
    assert spring.read_bytes() == before


def test_a_raid_with_its_port(ref: Ref, spring: Path) -> None:
    more = ("--harbour", "20", "--garrison", "spain:5+austria:3", "--hold-fire", "aus", "--launched", "spain:1")
    said = ref(*RAID, *more, "--dice", "1 6 1 1 2 2 2 ...", "--defender-fleets", "1")
    assert said.code == 0, said.err
    assert "Austria 3 for silence, Spain 5 for fire: the guns fire" in said.out
    assert max(map(len, said.out.splitlines())) <= 80
    assert ref("audit").code == 0
    shown = ref("show", "2").out
    assert "garrison         Spain 5, Austria 3" in shown


def test_odds_write_nothing_and_roll_nothing(ref: Ref, spring: Path) -> None:
    before = spring.read_bytes()
    for typed in (("odds", *BATTLE), ("odds", *RAID, "--harbour", "20", "--garrison", "spain:5")):
        said = ref(*typed)
        assert said.code == 0, said.err
        assert said.out.splitlines()[-1].startswith("The attacker wins ")
        assert max(map(len, said.out.splitlines())) <= 80
        data = ref(*typed, "--json").json
        total = sum(Fraction(c["exact"]) for c in (*data["wins"].values(), data["draw"]))
        assert total == 1
    assert spring.read_bytes() == before


def test_odds_of_a_battle_known_by_hand(ref: Ref, spring: Path) -> None:
    """5-5 takes 1.8 at row 0 and 2.1 or more from row 1: it breaks Turkey's 2.0 on every die, in the first round;
    1-1 never breaks 3.0 in one. 25% of 20 is 5 on a six, 20% is 4 on 4 and 5, 15% is 3 on 2 and 3, 10% is 2 on 1:
    5, 8, 6 and 2 are 21 over 6, 3.50."""
    typed = ("--attacker", "france:20", "--defender", "turkey:20", "--sea", "elsewhere")
    said = ref("odds", "naval", "battle", *typed, "--tables", "5-5 1-1 1-1", "--against", "1-1 1-1 1-1", "--json")
    data = said.json
    assert data["wins"]["attacker"] == {"exact": "1", "percent": "100.00"}
    assert data["breaks"]["defender"]["round 1"]["exact"] == "1"
    assert data["expected_losses"] == {"attacker": "0.33", "defender": "3.50"}


def test_morale_of_any_mix(ref: Ref, spring: Path) -> None:
    said = ref("naval", "morale", "britain:25+turkey:7", "--sea", "home", "--leader", "nelson")
    assert said.code == 0, said.err
    assert said.out.splitlines()[-1] == "Morale 3.7."
    assert ref("naval", "morale", "britain:25").code == 2
    assert ref("naval", "morale", "holland:25", "--json").json["outcome"] == "morale 3.5"


def test_luck_is_summed_by_nation_without_what_is_void(ref: Ref, spring: Path) -> None:
    assert "Nothing was expected yet" in ref("log", "luck").out
    ref(*BATTLE, "--dice", "6 4")
    ref(*RAID, "--dice", "6 1 2 2 2")
    ref(*RAID, "--another", "at night", "--dice", "6 1 2 2 2")
    both = {(x["who"], x["what"]): x for x in ref("log", "luck", "--json").json["luck"]}
    assert both["France", "battles won"]["times"] == 3
    assert both["France", "battles won"]["came"] == 2
    assert both["Spain", "ships lost"]["came"] == 6
    table = ref("log", "luck").out
    assert "France" in table
    assert max(map(len, table.splitlines())) <= 80
    ref("void", "4", "--because", "a slip")
    left = {(x["who"], x["what"]): x for x in ref("log", "luck", "--json").json["luck"]}
    assert left["Spain", "ships lost"]["came"] == 3
    assert ref("log", "lucks").code == 2
    assert ref("log").code == 0


def test_luck_that_was_changed_is_found(ref: Ref, spring: Path) -> None:
    ref(*BATTLE, "--dice", "6 4")
    text = spring.read_text(encoding="utf-8")
    assert 'what = "ships lost", expected = "' in text
    spring.write_text(text.replace('what = "ships lost", expected = "', 'what = "ships lost", expected = "9'))
    said = ref("audit")
    assert said.code == 1
    assert "luck" in said.out


def test_fleets_of_the_ledger_fight_by_name(ref: Ref, spring: Path) -> None:
    assert ref("naval", "fleet", "Brest I", "france", "--ships", "20", "--at", "port of Brest").code == 0
    assert ref("naval", "fleet", "Cadiz I", "spain", "--ships", "2", "--at", "port of Cadiz").code == 0
    assert "no fleet is called 'brst'" in ref("raid", "--attacker", "brst", "--defender", "Cadiz I").err
    said = ref("raid", "--attacker", "brest i", "--defender", "cadiz i + spain:1", "--dice", "6 1 1 1 1")
    assert said.code == 0, said.err
    assert "Cadiz I has no ship left" in said.out
    assert "Disabled of the defender: Spain 3 of 3." in said.out
    assert ref("void", "4", "--because", "the wrong port").code == 0
    assert "Cadiz I" in ref("naval", "fleets").out
    assert ref("audit").code == 0


def test_a_blockade_battle_takes_its_sides_from_the_ledger_and_closes_what_asked_for_it(
    ref: Ref, spring: Path
) -> None:
    assert ref("naval", "fleet", "Brest", "france", "--ships", "30", "--at", "port of Brest", "--blockaded").code == 0
    assert ref("naval", "fleet", "Channel", "gb", "--ships", "25", "--at", "box of Brest").code == 0
    assert ref("naval", "blockade-test", "france", "brest", "--stack", "gb", "--dice", "1 5").code == 0
    assert "eia-ref naval blockade-battle France 'Brest'" in " ".join(ref("agenda").out.split())
    battle = ("naval", "blockade-battle", "france", "brest", "--sea", "home", *TABLES)
    odds = ref("odds", *battle, "--json").json
    assert Fraction(odds["wins"]["attacker"]["exact"]) > Fraction(1, 2)
    said = ref(*battle, "--dice", "6 1")
    assert said.code == 0, said.err
    assert max(map(len, said.out.splitlines())) <= 80
    assert "France beats Britain" in said.out
    assert "blockaders of Brest" not in " ".join(ref("agenda").out.split())
    refused = ref("pp", "battle", "--won", "france", "--lost", "britain 1", "--naval")
    assert (refused.code, "the naval battle of Britain against France" in " ".join(refused.err.split())) == (1, True)
    assert ref("audit").code == 0


def test_what_has_to_leave_and_who_is_owed_a_roll_are_on_the_agenda(ref: Ref, spring: Path) -> None:
    """R-337 passes with the month, R-340 does not; each with what to type."""

    def typed(must: bool) -> list[str]:
        due = ref("agenda", "--json").json["due"]
        return [d["type"].split(" | ")[0] for d in due if d["must"] == must and d["type"]]

    assert ref("pp", "dow", "gb", "france").code == 0
    assert ref("naval", "fleet", "Channel", "gb", "--ships", "30", "--at", "box of Brest").code == 0
    assert ref("naval", "fleet", "I", "france", "--ships", "20", "--at", "port of Brest", "--blockaded").code == 0
    assert ref("naval", "blockade-test", "france", "brest", "--stack", "gb", "--dice", "6 1").code == 0
    assert 'eia-ref naval fleet "Channel" --at PLACE --retreat' in typed(must=False)
    assert ref("naval", "fleet", "Channel", "--at", "English Channel", "--retreat").code == 0
    assert ref("naval", "fleet", "I", "--at", "English Channel").code == 0
    assert not [line for line in typed(must=False) if "naval fleet" in line]
    battle = ("naval", "battle", "--attacker", "Channel", "--defender", "I", "--sea", "elsewhere", *TABLES)
    assert ref(*battle, "--attacker-leader", "Collingwood", "--dice", "6 1").code == 0
    assert 'eia-ref leaders casualty "Collingwood"' in typed(must=True)
    assert ref("leaders", "casualty", "Collingwood", "--dice", "5").code == 0
    assert 'eia-ref leaders casualty "Collingwood"' not in typed(must=True)
    assert ref("audit").code == 0
