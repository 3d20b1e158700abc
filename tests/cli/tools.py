"""What the tests of the command line share: every command as it may be typed, and how one is refused."""

from __future__ import annotations

import re

from tests.conftest import Ref

FAMINE = ("event", "roll", "--dice", "53 2 4 1")
ROLL = ("event", "roll")
TABLES = ("--tables", "5-5 5-5 5-5", "--against", "2-2 2-2 2-2")
BATTLE = ("naval", "battle", "--attacker", "france:20", "--defender", "spain:20", *TABLES)
RAID = ("raid", "--attacker", "france:20", "--defender", "spain:3")


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
    (("log", "luck"), 0),
    (("audit",), 0),
    (("event", "list"), 0),
    (("event", "show", "00"), 0),
    (("event", "show", "101"), 2),
    (("naval", "morale", "holland:9"), 0),
    (("naval", "morale", "holland"), 2),
    (("odds", *BATTLE), 0),
    (("odds", *RAID), 0),
    (("rules", "show", "R-07"), 0),
    (("rules", "show", "EV-50"), 0),
    (("rules", "show", "X-1"), 2),
    (("rules", "search", "famine"), 0),
    (("rules", "search", "hippopotamus"), 1),
    (("rules", "coverage"), 0),
    (("pp", "show"), 0),
    (("pp", "show", "spain"), 0),
    (("pp", "show", "narnia"), 2),
    (("chart", "show"), 0),
    (("chart", "show", "political-points"), 0),
    (("chart", "show", "narnia"), 2),
    (("revolution", "show"), 0),
    (("revolution", "show", "21"), 0),
    (("revolution", "show", "50"), 2),
    (("revolution", "forecast"), 0),
    (("revolution", "forecast", "12"), 0),
    (("revolution", "forecast", "48"), 2),
    (("emigres", "show"), 0),
    (("amiens", "show"), 0),
    (("naval", "fleets"), 0),
    (("naval", "leader"), 0),
    (("naval", "leader", "nels"), 0),
    (("naval", "leader", "Barbarossa"), 2),
    (("status", "--nonsense"), 2),
    (("nonsense",), 2),
    (("status", "-c", "missing.toml"), 3),
]
ADJUDICATES: list[tuple[str, ...]] = [
    ("new", "Other"),
    ("settle", "1.17", "both"),
    ("event", "roll", "--again", "asked for"),
    ("event", "roll", "--again", "asked for", "--dice", "53 1 2"),
    BATTLE,
    (*BATTLE, "--evasion-failed", "--dice", "6 1"),
    RAID,
    ("turn", "next"),
    ("turn", "next", "--leave-open"),
    ("void", "2", "--because", "a slip"),
    ("pp", "battle", "--won", "Austria", "--lost", "France 3"),
    ("pp", "adjust", "France", "-2", "--because", "agreed"),
    ("pp", "bids", "Spain", "--bid", "Austria 3, France 3"),
    ("chart", "fill", "political-status", "N6", "4", "--because", "the board"),
    ("revolution", "advance", "2", "--because", "rolled before"),
    ("naval", "evade", "fra"),
    ("naval", "blockade-test", "fra", "brest", "--stack", "gb", "--stack", "spain+holland"),
    ("naval", "break", "spain", "brest", "join", "--stack", "gb"),
    ("naval", "fleet", "Brest Fleet", "fra", "--ships", "23", "--at", "port brest", "--blockaded"),
    ("naval", "launch", "fra", "--ships", "2", "--port", "toulon"),
    ("naval", "port-falls", "toulon", "--to", "gb"),
    ("naval", "scuttle", "fra", "toulon", "--to", "gb", "--fleets", "2"),
    ("naval", "supply-check", "North", "Sea,", "depot,", "7"),
]
REFUSED: list[tuple[tuple[str, ...], int]] = [
    (("event", "roll"), 1),
    (("event", "roll", "--again", "x", "--dice", "53 4"), 2),
    (("settle", "9.9", "x"), 2),
    (("void", "1", "--because", "x"), 1),
    (("void", "2"), 2),
    (("naval", "flee", "fra"), 1),
    (("naval", "supply-check", "8"), 1),
    (("naval", "evade", "fra", "--at", "port brest"), 1),
    (("naval", "blockade-test", "fra", "brest"), 2),
    (("naval", "fleet", "Brest", "fra", "--ships", "-1", "--at", "port brest"), 2),
    (("naval", "scuttle", "fra", "brest", "--to", "gb"), 2),
    (("new", "Spring"), 3),
    (("new",), 2),
    ((*BATTLE, "--attacker-leader", "nelson"), 1),
    ((*RAID, "--garrison", "spain:3"), 2),
    (("pp", "vp"), 1),
    (("pp", "siege", "France", "--at", "Ulm"), 2),
    (("chart", "fill", "political-status", "N6", "4"), 2),
    (("revolution", "advance"), 1),
    (("revolution", "advance", "0", "--because", "x"), 2),
    (("revolution", "choose"), 2),
    (("revolution", "choose", "--spare"), 1),
    (("revolution", "corps", "1"), 1),
    (("revolution", "restore", "austria"), 1),
    (("revolution", "restore", "narnia"), 2),
    (("emigres", "place", "Lyon"), 1),
    (("amiens", "answer", "accept"), 1),
    (("amiens", "answer", "perhaps"), 2),
    (("amiens", "battle"), 1),
]


def refused(ref: Ref, code: int, *typed: str) -> str:
    """Types it, and gives the two lines of its error: what was wrong, and what to do."""
    said = ref(*typed)
    assert said.code == code, said
    assert said.out == ""
    assert "fault in eia-ref" not in said.err
    assert re.fullmatch(r"eia-ref: [^\n]+\n(         [^\n]+\n)?", said.err), said.err
    found: str = said.err
    return found
