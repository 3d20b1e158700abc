"""The roster against the house rules, line by line; the years from 1789 to 1815; exact odds of what is rolled."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from pydantic import ValidationError

from eia_ref.core.adjudication import Sheet, adjudicate
from eia_ref.core.calendar import Month
from eia_ref.core.dice import Dice, RecordedDice
from eia_ref.core.effects import Begins
from eia_ref.core.errors import RefereeError
from eia_ref.core.game import TURN
from eia_ref.core.names import fold
from eia_ref.core.odds import distribution
from eia_ref.core.position import Position
from eia_ref.core.requests import TurnRequest
from eia_ref.core.state import InForce
from eia_ref.empires.consequences import follow
from eia_ref.empires.effects import LeaderIs
from eia_ref.empires.facts import DeclaredWar, Won, WonAtSea
from eia_ref.empires.game import EMPIRES
from eia_ref.empires.lasting import begin
from eia_ref.empires.leaders import arrivals, leaders
from eia_ref.empires.leaders.casualties import CasualtyRequest
from eia_ref.empires.leaders.exile import ZONES, cost
from eia_ref.empires.leaders.roster import Card, cards, conditions, forms
from eia_ref.empires.leaders.views import asked_for, dated, find_side, listed, shown
from eia_ref.empires.state import Campaign, Leader, Made, Revolution
from tests.empires.tools import CLAUSES, RULES, opening

# Every line of "New leaders", as printed: the name, R for royalty, the ratings with * for cavalry, the year of
# arrival, and the year of removal after a minus.
DOCUMENT = {
    "Austria": """
        Alvintzi 123C | Ott 322D* | Bellegarde 233B 1796 | Johann R 112D 1800 | Kolowrat 123B 1800 |
        Charles R 446A 1797 | Mack R 134B 1804 | Hiller 122D 1809 | Swartzenberg 226B 1810 | Wurmser 132B -1797 |
        Saxe-Coburg 223B | Beaulieu 332B | Kray 323C -1800""",
    "Britain": """
        Moore 342B 1797 | York R 222A | Abercromby 342B 1797 | Dundas 222B 1803 | Cornwallis 233B 1797 -1805 |
        Moira 232B | Chatham 122B | Hill 332C 1808 | Beresford 331D 1807 | Murray 213C 1809 | Wellington 443C 1806 |
        Wellington (1809) 454B 1809 | Wellington (Napoleon exiled) 455A 1809""",
    "France": """
        Broglie 344B | Conde R 124B | Coigny 223D | Bouille 332C | Angouleme R 115B | Hoche 454B* | Moreau 445B |
        Dumouriez 333C | Kleber 343D | Marceau 432C | Lafayette 132C | Pichru 343C | Desaix 442B* |
        General Bonaparte 553C | Consul Bonaparte 554B | Napoleon R 556A | Napoleon (back from exile) R 455A |
        Murat 233B* | Davout 452C | Massena 443C | Soult 333C | Lannes 241D | Ney 241C | Mortier 322D |
        Eugene 331C 1806 | Suchet 332C 1808 | Marmont 222D 1810 | Vandamme 321D 1809 | Bernadotte 222C | LaSalle""",
    "Turkey": """
        Grand Vizier 225A | Abdurrahman 222C* | Selim II R 116A | Hakki 222D* | Husrev 223C | Krurshid 222C |
        Ali Pasha 232B | Pehlivan Khan 343B | Beylerbey R 123C | Bayrakdar 233B 1808 | Mahmud II R 1809""",
    "Prussia": """
        F. Wilheml II R 123A -1797 | Hohenlohe 124B | F. Wilhelm III R 112A 1797 | Louisa R 231D 1797 |
        Brunswick 224A | Blucher 345C* 1801 | Gneissenau 335D | Scharnhorst 334D | Mollendorf 322C | Yorck 232D 1812 |
        Bulow 222C 1808""",
    "Russia": """
        Suvarov 454B* -1800 | Potemkin 344A -1796 | Buxhowden 212C | Platov 221D* 1806 | Alexander I R 125A 1801 |
        Bagration 243C | Kutuzov 344B | Dochturov 222D 1806 | Benningsen 223B 1807 | Wittgenstein 222C 1808 |
        Miloradovich 232C 1809 | Barclay 334B 1810 | Barclay (victor) 336A | Rayevski 222D 1808 |
        Tormassov 123C 1812 | Yermolov 222C""",
    "Spain": """
        Caro 221C | Godoy 113A | La Romana 223B | Castanos 333B | De La Cuesta 123B 1807 | Blake 224B 1806 |
        La Romana 223B | Palafox 231D 1800 | Araizaga 212C 1809 | Del Parque 232C 1800 | Giron 222B 1810 |
        Ferdinand R 222B | Ballesteros 421C""",
    "Bavaria": "Wrede 222C",
    "Denmark": "Frederick VI R 122B",
    "Morocco": "Mulay Sliman R 321B",
    "Egypt": "Mehmet Ali 342C*",
    "Algeria": "Murad 112C*",
    "Persia": "Hasan Quli R 222B | Fath Ali R 123A | Ali Mirza R 322C",
    "Poland": "Kostiuszko 344A | Kosojuszko 232B | Ponjatowski 231B",
    "Sweden": """
        Gustav III R 113A -1808 | Adlercreutz 233B | Sandels 241D | Döbeln 332C | Bernadotte (Sweden) R 323A 1810""",
    "Naples": "Cardinal Ruffo 122D",
}
AT_SEA = {
    "Britain": "Nelson A | Collingwood B | Pellew B 1804 | Smith C 1805 | Cochrane D 1801",
    "France": "Villeneuve A",
    "Spain": "Don Carlos Gravina A 1793",
    "Russia": "Chicagov A 1802 | Ushakov C",
}
COUNTED = """
    Austria 13  Britain 13  France 30  Turkey 11  Prussia 11  Russia 16  Spain 13
    Bavaria 1  Denmark 1  Morocco 1  Egypt 1  Algeria 1  Persia 3  Poland 3  Sweden 5  Naples 1
"""
LINES = {side: int(n) for side, n in re.findall(r"(\w+) (\d+)", COUNTED)}  # in the document, by hand
AFTERWARDS = {"Louisa (second war)": "333A", "Blücher (1810)": "345B*"}  # on the line of the counter before them


def _printed(text: str) -> list[tuple[str, bool, str, int | None, int | None]]:
    """The lines as values: name, royal, ratings, year, year of removal."""
    found = []
    for line in text.split("|"):
        name, royal, rating = [], False, ""
        year: int | None = None
        leaves: int | None = None
        for word in line.split():
            if word == "R":
                royal = True
            elif re.fullmatch(r"(\d{3})?[A-D]\*?", word):
                rating = word
            elif word.isdigit():
                year = int(word)
            elif word[0] == "-" and word[1:].isdigit():
                leaves = -int(word)
            else:
                name.append(word)
        found.append((" ".join(name), royal, rating, year, leaves))
    return found


def _card(name: str) -> Card:
    spelled = {fold(w): c for c in cards(RULES).values() for w in (*c.also, c.name)}
    return spelled[fold(name)]


@pytest.mark.parametrize("side", DOCUMENT)
def test_every_leader_is_as_printed(side: str) -> None:
    printed = _printed(DOCUMENT[side])
    assert len(printed) == LINES[side]
    for name, royal, rating, year, leaves in printed:
        card = _card(name)
        assert (card.side, card.naval) == (side, False), name
        assert (card.royal, card.rating) == (royal, rating or "no figures"), name
        assert card.year == year, name
        assert card.leaves == leaves or name == "Bernadotte", name
    own = [c for c in cards(RULES).values() if c.side == side and not c.naval]
    assert sum(c.lines for c in own) == LINES[side]
    assert {c.name for c in own} == {_card(p[0]).name for p in printed} | {
        n for n in AFTERWARDS if _card(n).side == side
    }


@pytest.mark.parametrize("side", AT_SEA)
def test_every_leader_at_sea_is_as_printed(side: str) -> None:
    printed = _printed(AT_SEA[side])
    assert {_card(p[0]).name for p in printed} == {
        c.name for c in cards(RULES).values() if c.naval and c.side == side
    }
    for name, royal, rank, year, leaves in printed:
        card = _card(name)
        assert (card.rank, card.royal, card.year, card.leaves) == (rank, royal, year, leaves)


def test_nobody_is_there_who_is_not_printed() -> None:
    """107 lines of the seven powers, one of them La Romana again, 17 of minors, 2 later counters; 9 at sea."""
    assert Counter(c.naval for c in cards(RULES).values()) == {False: 125, True: 9}
    assert sum(LINES.values()) == 107 + 17
    assert {n: _card(n).rating for n in AFTERWARDS} == AFTERWARDS
    factions = Counter(c.faction for c in cards(RULES).values())
    assert (factions["royalist"], factions["republican"]) == (5, 8)


def test_what_the_roster_names_is_there() -> None:
    known, clauses, spelled = cards(RULES), set(CLAUSES), Counter[str]()
    for card in known.values():
        assert bool(card.power) != bool(card.minor)
        assert {card.clause, *(s.clause for s in card.special)} <= clauses
        assert bool(card.stacks_with) == bool(card.with_clause)
        assert {card.with_clause} <= clauses | {""}
        named = [*card.removes, *card.returns, *card.unless, card.replaces, card.unless_dead]
        assert {n for n in named if n} <= set(known)
        assert {c for c in (card.arrives, card.goes, card.away) if c} <= set(conditions(RULES))
        assert len(set(map(fold, card.also))) == len(card.also)
        spelled.update({fold(w) for w in (*card.also, card.name)})
    assert [w for w, n in spelled.items() if n > 1] == []
    used = {c for card in known.values() for c in (card.arrives, card.goes, card.away)}
    assert used - {None} == set(conditions(RULES))
    for condition in conditions(RULES).values():
        assert condition.rule in clauses
        assert {n for n in (condition.after, condition.wins, *condition.exiled) if n} <= set(known)


# --- The years -------------------------------------------------------------------------------------------------

# By hand from the document, with the Revolution at 0: who comes in January and who goes; `old > new` another counter.
YEARS = {
    1793: "Gravina",
    1796: "Bellegarde | -Potemkin",
    1797: "Charles, Moore, Abercromby, Cornwallis, Friedrich Wilhelm III, Louisa | -Wurmser, -Friedrich Wilhelm II",
    1800: "Johann, Kolowrat | -Kray, -Suvorov",
    1801: "Cochrane, Alexander I",
    1802: "Chichagov",
    1803: "Dundas",
    1804: "Pellew, Mack",
    1805: "Smith | -Cornwallis",
    1806: "Wellington, Dokhturov, Blake",
    1807: "Beresford, Bennigsen, De La Cuesta",
    1808: "Hill, Bayrakdar, Bülow, Wittgenstein, Rayevski | -Gustav III, -Grand Vizier, -Selim II",
    1809: "Hiller, Murray, Wellington (1809), Mahmud II, Miloradovich, Areizaga, Grand Vizier | "
    "-Bayrakdar, -Wellington",
    1810: "Schwarzenberg, Barclay, Giron, Bernadotte (Sweden)",
    1812: "Yorck, Tormasov",
}
# The same at stage 33 throughout: those without a tag, and those of them who have a year.
FRENCH = {
    1789: "General Bonaparte, Murat, Davout, Masséna, Soult, Lannes, Ney, Mortier, Bernadotte, La Salle, "
    "Hoche, Moreau, Dumouriez, Kléber, Marceau, Lafayette, Pichegru, Desaix",
    1806: "Eugène",
    1808: "Suchet",
    1809: "Vandamme",
    1810: "Marmont | -Bernadotte",
}


def _walk(stage: int) -> dict[Month, set[str]]:
    """Who comes and goes in which month, from 1789 to the end of 1815, with the Revolution at that stage."""
    state = opening("1789-01")
    state.revolution = Revolution(stage=stage)
    turn = EMPIRES.adjudicator(TURN)
    found: dict[Month, set[str]] = {}
    while state.month < "1815-12":
        request = TurnRequest(left_open=True)
        done = adjudicate(Position(RULES, state), turn, request, RecordedDice([]), 100 + len(found))
        assert isinstance(done.after, Campaign)
        state = done.after
        state.decisions = []
        changes = [e for e in done.effects if isinstance(e, LeaderIs)]
        found[state.month] = {
            e.leader if e.now and e.now.status in leaders.AT_HAND else f"-{e.leader}" for e in changes
        }
    return {month: names for month, names in found.items() if names}


def _by_hand(table: dict[int, str]) -> dict[Month, set[str]]:
    return {Month(f"{y}-01"): {n.strip() for n in t.replace("|", ",").split(",")} for y, t in table.items()}


def test_the_years_from_1789_to_1815() -> None:
    assert _walk(0) == _by_hand(YEARS)


def test_the_years_of_france() -> None:
    found, wanted = _walk(33), _by_hand(YEARS)
    first = found.pop(Month("1789-02"))  # the stage was not there as the campaign began
    french = _by_hand(FRENCH)
    assert first == french.pop(Month("1789-01"))
    for month, names in french.items():
        wanted[month] = wanted.get(month, set()) | names
    assert found == wanted


def test_a_later_beginning_is_as_if_the_years_had_gone_by() -> None:
    state = opening("1789-01")
    turn = EMPIRES.adjudicator(TURN)
    while state.month < "1809-06":
        after = adjudicate(Position(RULES, state), turn, TurnRequest(left_open=True), RecordedDice([]), 100).after
        assert isinstance(after, Campaign)
        state = after
        state.decisions, state.in_force = [], []
    begun = opening("1809-06")
    assert {n: v.status for n, v in begun.leaders.items()} == {n: v.status for n, v in state.leaders.items()}
    assert {v.since for v in begun.leaders.values()} == {Month("1809-06")}


# --- Dice, exactly ---------------------------------------------------------------------------------------------


START = opening()
RATINGS = ("strategic", "tactical", "maximum")


def _generated(dice: Dice) -> tuple[object, ...]:
    sheet: Sheet[Campaign] = Sheet(Position(RULES, START), dice, 100)
    made = sheet.state.leaders[leaders.generate(sheet, "Spain")].made
    assert made
    return made.strategic, made.tactical, made.maximum, made.rank, made.cavalry


def _values(limit: int) -> dict[int, Fraction]:
    """The chances of one value: 1 and 2 a third each; 3 and up by sixes in a row, to the limit."""
    third, six = Fraction(1, 3), Fraction(1, 6)
    chances = {1: third, 2: third}
    for value in range(3, limit + 1):
        chances[value] = third * six ** (value - 3) * (1 if value == limit else 1 - six)
    return chances


def test_talented_generals_by_the_formula() -> None:
    wanted: dict[tuple[object, ...], Fraction] = {}
    for (s, ps), (t, pt), (m, pm) in product(_values(5).items(), _values(5).items(), _values(6).items()):
        raises = sum(max(0, v - 3) for v in (s, t, m))
        for cavalry, chance in ((True, Fraction(1, 6)), (False, Fraction(5, 6))):
            wanted[s, t, m, "DCBA"[min(raises, 3)], cavalry] = ps * pt * pm * chance
    found = distribution(_generated)
    assert sum(found.values()) == 1
    assert found == wanted
    assert found[5, 5, 6, "A", True] == Fraction(1, 3**3 * 6**7 * 6)


@pytest.mark.parametrize(("guard", "hit"), [(0, 1), (1, 2), (2, 3)])
def test_the_chances_of_a_leader_in_battle(guard: int, hit: int) -> None:
    """Hit by so many sixths; of those a sixth is killed."""
    guards = {"Kutuzov": guard} if guard else {}

    def fate(dice: Dice) -> str:
        request = CasualtyRequest(leaders=["Kutuzov"], guards=guards)
        adjudicator = EMPIRES.adjudicator("leaders casualty")
        return adjudicate(Position(RULES, opening()), adjudicator, request, dice, 100).outcome

    chance = Fraction(hit, 6)
    assert distribution(fate) == {
        "no leader is hit": 1 - chance,
        "Kutuzov wounded": chance * 5 / 6,
        "Kutuzov killed": chance / 6,
    }


def test_what_every_leader_costs_in_every_zone() -> None:
    """By fractions: the ratings' third, the rank, the zone, rounded up and never below 0 (R-36)."""
    for card in cards(RULES).values():
        if card.strategic is None or card.tactical is None or card.maximum is None:
            with pytest.raises(RefereeError, match="no ratings"):
                cost(card, "N1")
            continue
        for zone, extra in ZONES.items():
            exact = (
                Fraction(card.strategic + card.tactical + card.maximum, 3) + "DCBA".index(card.rank or "D") + extra
            )
            points = cost(card, f"{zone}1").points
            assert points >= 0
            assert points == 0 or points - 1 < exact <= points


# --- What other subjects use -----------------------------------------------------------------------------------


def _sheet(state: Campaign) -> Sheet[Campaign]:
    return Sheet(Position(RULES, state), RecordedDice([]), 100)


def _told(sheet: Sheet[Campaign], news: Any) -> None:
    sheet.tell(news)
    follow(sheet)


def _surrender(power: str) -> InForce:
    return Begins(id="1.1", what="surrendered", rule="R-176", since="1806-03", whom=power, against="France")


def test_what_other_subjects_tell() -> None:
    sheet = _sheet(opening("1806-03"))
    _told(sheet, _surrender("Austria"))
    _told(sheet, WonAtSea("France"))
    assert sheet.effects == []
    _told(sheet, _surrender("Prussia"))
    assert leaders.is_at_hand(sheet.state, "Blücher")
    assert leaders.status(sheet.state, "Brunswick") == "removed"
    _told(sheet, WonAtSea("Britain"))
    assert leaders.is_at_hand(sheet.state, "Nelson")
    _told(sheet, Won("Kutuzov"))
    assert leaders.is_at_hand(sheet.state, "Yermolov")
    _told(sheet, DeclaredWar("Austria", by_call=True))
    assert leaders.is_at_hand(sheet.state, "Charles")
    _told(sheet, DeclaredWar("Austria"))
    assert not leaders.is_at_hand(sheet.state, "Charles")
    told = len(sheet.effects)
    _told(sheet, _surrender("Prussia"))
    _told(sheet, WonAtSea("Britain"))
    _told(sheet, Won("Kutuzov", corps=3))
    assert len(sheet.effects) == told


def test_a_war_before_charles_has_come_delays_him() -> None:
    """September 1796: to the end of February. March 1796: he is not yet due anyway."""
    sheet = _sheet(opening("1796-03"))
    _told(sheet, DeclaredWar("Austria"))
    assert leaders.status(sheet.state, "Charles") is None
    sheet = _sheet(opening("1796-09"))
    _told(sheet, DeclaredWar("Austria"))
    assert sheet.state.leaders["Charles"].until == "1797-03"


def test_barclay_rises_with_a_field_battle_and_no_other() -> None:
    sheet = _sheet(opening("1812-08"))
    _told(sheet, Won("Barclay", field=False))
    assert leaders.is_at_hand(sheet.state, "Barclay")
    _told(sheet, Won("Barclay"))
    assert leaders.is_at_hand(sheet.state, "Barclay (victor)")


def test_queries() -> None:
    state = opening()
    assert leaders.at_hand(Position(RULES, state), "Austria") == [
        "Alvintzi",
        "Ott",
        "Wurmser",
        "Saxe-Coburg",
        "Beaulieu",
        "Kray",
    ]
    assert leaders.at_hand(Position(RULES, state), "Naples") == ["Ruffo"]
    assert leaders.in_exile(Position(RULES, state)) == []
    swings = {n: leaders.swing(_card(n)) for n in ("Nelson", "Napoleon", "York", "Kutuzov")}
    assert swings == {"Nelson": (1, 0), "Napoleon": (1, -1), "York": (1, -1), "Kutuzov": (0, 0)}
    value = _card("Sandels").has("guerrilla value")
    assert value
    assert value.value == 4
    assert forms(RULES)["Napoleon"] == forms(RULES)["General Bonaparte"]


@pytest.mark.parametrize(
    ("said", "name"),
    [
        *[("blucher", "Blücher"), ("BLÜCHER", "Blücher"), ("bluech", "Blücher"), ("Suvarov", "Suvorov")],
        *[("napoleon", "General Bonaparte"), ("Bonaparte", "General Bonaparte"), ("wellesley", "Wellington")],
        *[("Castanos", "Castaños"), ("kosciuszko", "Kostiuszko"), ("york", "York"), ("yorck", "Yorck")],
    ],
)
def test_spellings(said: str, name: str) -> None:
    assert leaders.find_leader(Position(RULES, opening()), said) == name


def test_one_name_means_the_counter_in_play() -> None:
    state = opening("1810-02")
    assert leaders.find_leader(Position(RULES, state), "Wellington") == "Wellington (1809)"
    state.leaders["Bernadotte"] = Leader(status="removed", since=Month("1810-01"))
    assert leaders.find_leader(Position(RULES, state), "Bernadotte") == "Bernadotte (Sweden)"
    state.leaders["Napoleon"] = Leader(status="in exile", since=Month("1810-01"))
    assert leaders.find_leader(Position(RULES, state), "bonaparte") == "Napoleon"


def test_a_leader_of_another_power_is_named_with_his_own() -> None:
    state = opening()
    assert leaders.find_leader(Position(RULES, state), "ney", "France") == "Ney"
    with pytest.raises(RefereeError, match="Murat serves France, not Austria") as refusal:
        leaders.find_leader(Position(RULES, state), "Murat", "Austria")
    assert refusal.value.code == "other-side"
    for odd in ("", "Kutosov", "Mu", "\x00", "Napoléon III"):
        with pytest.raises(RefereeError) as refusal:
            leaders.find_leader(Position(RULES, state), odd)
        assert refusal.value.code == "unknown-name"
        assert refusal.value.hint


def test_napoleon_comes_back_by_any_way_with_doubled_manpower() -> None:
    """An event that only makes him available again does the same as a recall."""
    state = opening("1814-06")
    state.leaders["Napoleon"] = Leader(status="in exile", since=Month("1814-01"))
    sheet = _sheet(state)
    leaders.change(sheet, "Napoleon", "available")
    assert leaders.is_at_hand(sheet.state, "Napoleon (back from exile)")
    assert [(o.power, o.on, o.by, o.phase) for o in sheet.state.owed] == [("France", "manpower", "x2", "1814-06")]


# --- What is shown ---------------------------------------------------------------------------------------------


def test_everybody_can_be_shown_in_every_year() -> None:
    for year in (1789, 1797, 1808, 1810, 1815):
        state = opening(f"{year}-06")
        for name in cards(RULES):
            view = shown(Position(RULES, state), name)
            assert "None" not in "".join([view.head, view.stands, *(w for _, w in view.rules)])
            assert {r for r, _ in view.rules} <= set(CLAUSES)


def test_lists_of_all_and_of_one_side() -> None:
    state = opening()
    assert len(listed(Position(RULES, state), "", True)) == 134
    assert {r.stands for r in listed(Position(RULES, state), "", False)} == {"available"}
    assert [r.name for r in listed(Position(RULES, state), "naples", True)] == ["Ruffo"]
    assert find_side(RULES, "GB") == "Britain"
    assert find_side(RULES, "Two Sicilies") == "Naples"
    with pytest.raises(RefereeError, match="Atlantis"):
        listed(Position(RULES, state), "Atlantis", True)
    assert {w for w, _, _ in asked_for(Position(RULES, state), "Poland")} == set()
    assert ("later", "goes once Poland is destroyed", ["Kostiuszko"]) in dated(Position(RULES, state), "Poland")
    assert ("LD-M4", "Goes once Poland is destroyed.") in shown(Position(RULES, state), "Kostiuszko").rules
    assert ("1808", "comes", ["Bayrakdar"]) in dated(Position(RULES, state), "Turkey")
    assert dated(Position(RULES, opening("1813-01")), "Austria") == []


def test_when_or_by_what_somebody_comes_in_short() -> None:
    """By the year, by what has to happen, by both, in another's place."""
    said = {r.name: r.stands for r in listed(Position(RULES, opening()), "", True)}
    assert said["Bülow"] == "1808"
    assert said["Ney"] == "stage 33"
    assert said["Eugène"] == "1806, stage 33"
    assert said["Gneisenau"] == "for Blücher"
    assert said["Brunswick"] == "available"


def test_royalty_is_told_of_the_royal_alone() -> None:
    for name, royal in (("Charles", True), ("Mack", True), ("Kutuzov", False)):
        assert any("Royal:" in words for _, words in shown(Position(RULES, opening()), name).rules) is royal


def test_dates_come_by_time() -> None:
    whens = [when for when, _, _ in dated(Position(RULES, opening()), "Russia")]
    assert whens == sorted(whens)
    assert len(set(whens)) > 3


def test_the_agenda_asks_for_a_guerrilla_of_spain() -> None:
    """R-262: the revolution's guerrillas of 1789 are none of Palafox's."""
    sheet = Sheet(Position(RULES, opening("1800-01")), RecordedDice([]), 100)
    begin(sheet, "war", whom="France", against="Spain")
    due = arrivals.SUBJECT.agenda(sheet)
    assert "Palafox comes once the first guerrilla has appeared in Spain" in [d.what for d in due]


def test_the_agenda_asks_of_powers_at_war_alone() -> None:
    """R-310: nobody who is at peace wins at sea, in the field, or takes Madrid back; a war with a minor is a war."""
    sheet = Sheet(Position(RULES, opening()), RecordedDice([]), 100)
    words = {"Nelson comes once", "Yermolov comes once", "Ferdinand comes once"}

    def asked() -> set[str]:
        return {w for w in words for d in arrivals.SUBJECT.agenda(sheet) if d.what.startswith(w)}

    assert asked() == set()
    begin(sheet, "war", whom="Persia", against="Russia")
    assert asked() == {"Yermolov comes once"}
    begin(sheet, "war", whom="Britain", against="Spain")
    assert asked() == words


def test_the_agenda_asks_whether_murray_serves_while_he_may_be_kept_away() -> None:
    """LD-B1: from his year on; the other way round while the USA keep him away; never once he is dead."""

    def asked(state: Campaign) -> list[tuple[str, tuple[str, ...]]]:
        return [(d.what, d.type) for d in arrivals.SUBJECT.agenda(Position(RULES, state)) if d.rule == "LD-B1"]

    assert asked(opening("1808-12")) == []
    sheet = Sheet(Position(RULES, opening("1812-06")), RecordedDice([]), 100)
    leave = 'eia-ref leaders leave Murray --because "REASON"'
    assert asked(sheet.state) == [("Murray does not serve once Britain is at war with the USA", (leave,))]
    begin(sheet, "Murray stays away")
    arrive = 'eia-ref leaders arrive Murray --because "REASON"'
    back = "Murray may serve again once Britain is no longer at war with the USA"
    assert asked(sheet.state) == [(back, (arrive,))]
    sheet.state.leaders["Murray"] = Leader(status="dead", since=Month("1812-06"))
    assert asked(sheet.state) == []


def test_the_list_fits_its_line() -> None:
    """At 80 columns: a side, a name, the figures with their marks, and how it stands, in three columns' gaps."""
    state = opening("1789-01")
    rows = listed(Position(RULES, state), "", True)
    wide = [max(len(str(getattr(r, part))) for r in rows) for part in ("side", "figures", "stands")]
    assert sum(wide) + 3 * 3 <= 80 - max(len(r.name) for r in rows if "exile" not in r.name)


def test_what_a_coming_takes_and_brings_is_due_with_it() -> None:
    """1808, remove G.V. and Selim II; 1809, remove Bayrakdar, return G.V."""
    found = {(when, what): who for when, what, who in dated(Position(RULES, opening()), "Turkey")}
    assert found == {
        ("1808", "comes"): ["Bayrakdar"],
        ("1808", "leaves"): ["Grand Vizier", "Selim II"],
        ("1809", "comes"): ["Mahmud II"],
        ("1809", "comes back"): ["Grand Vizier"],
        ("1809", "leaves"): ["Bayrakdar"],
    }
    said = [w for _, w in shown(Position(RULES, opening()), "Mahmud II").rules]
    assert "His coming takes away for good: Bayrakdar." in said
    assert "His coming brings back: Grand Vizier." in said


def test_the_limits_of_a_talented_general() -> None:
    """556A is the most there is, 111D the least (EV-95a)."""
    for figures in ((5, 5, 6), (1, 1, 1)):
        assert Made(power="Spain", rank="A", **dict(zip(RATINGS, figures, strict=True)))
    for figures in ((6, 5, 6), (5, 6, 6), (5, 5, 7), (0, 1, 1), (1, 0, 1), (1, 1, 0)):
        with pytest.raises(ValidationError):
            Made(power="Spain", rank="A", **dict(zip(RATINGS, figures, strict=True)))


def test_who_comes_back_with_another_must_have_come() -> None:
    """LD-T5: the Grand Vizier comes back with Mahmud II, if he had come and is not at hand."""
    for there, comes in ((None, False), ("available", False), ("removed", True)):
        state = opening("1808-12")
        state.leaders.pop("Grand Vizier", None)
        if there:
            state.leaders["Grand Vizier"] = Leader(status=there, since=Month("1808-01"))  # type: ignore[arg-type]
        sheet = Sheet(Position(RULES, state), RecordedDice([]), 100)
        arrivals.arrive(sheet, "Mahmud II")
        assert ("Grand Vizier comes back with Mahmud II." in " ".join(sheet.text)) == comes
