"""The leaders' commands as they are typed: what they show, what they refuse, and that nothing typed does harm."""

from __future__ import annotations

import itertools
import json
import random
import re
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eia_ref import games
from eia_ref.ledger.read import open_ledger
from tests.cli.test_properties import files, folder, type_in
from tests.cli.tools import refused
from tests.conftest import Ref
from tests.toy import at_length

READS = [
    *(("list",), ("list", "--all"), ("list", "aus"), ("list", "GB"), ("list", "fra"), ("list", "sweden")),
    *(("due",), ("due", "tur"), ("due", "pru"), ("due", "bavaria")),
    *(("show", name) for name in ("charles", "la salle", "bonaparte", "blucher", "ruffo", "sandels", "broglie")),
]


@pytest.mark.parametrize("typed", READS, ids=" ".join)
@pytest.mark.parametrize("width", [60, 80, 132])
def test_nothing_is_cut(
    ref: Ref, spring: Path, monkeypatch: pytest.MonkeyPatch, typed: tuple[str, ...], width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    said = ref("leaders", *typed)
    assert (said.code, said.err) == (0, "")
    lines = said.out.split("\n")
    assert lines.pop() == ""
    assert lines[0]
    assert lines[-1]
    assert all(len(line) <= width and line == line.rstrip() and "…" not in line for line in lines)
    assert not any(a == b == "" for a, b in itertools.pairwise(lines))
    assert "None" not in said.out


@pytest.mark.parametrize("typed", READS, ids=" ".join)
def test_what_is_shown_as_json(ref: Ref, spring: Path, typed: tuple[str, ...]) -> None:
    said = ref("leaders", *typed, "--json")
    assert (said.code, said.err, said.out.count("\n")) == (0, "", 1)
    assert isinstance(json.loads(said.out), dict)


def test_the_list_as_data(ref: Ref, spring: Path) -> None:
    found = ref("leaders", "list", "austria", "--json").json["leaders"]
    assert len(found) == 13
    assert found[0] == {
        "name": "Alvintzi",
        "side": "Austria",
        "strategic": 1,
        "tactical": 2,
        "maximum": 3,
        "rank": "C",
        "cavalry": False,
        "royal": False,
        "naval": False,
        "faction": None,
        "stands": "available",
        "since": "1789-01",
    }
    assert next(c for c in found if c["name"] == "Charles")["stands"] == "not yet come"


@pytest.mark.parametrize(
    ("code", "typed", "says"),
    [
        (2, ("show", "Kutosov"), "the nearest: Kutuzov"),
        (2, ("show", "mu"), "it may mean Mehmet Ali or Mulay Sliman or Murad or Murat or Murray"),
        (2, ("show", ""), "no leader is called ''"),
        (2, ("list", "narnia"), "power or minor with leaders"),
        (1, ("arrive", "Hill", "--because", "x"), "Hill comes in 1808; it is January 1789"),
        (1, ("arrive", "Davout", "--because", "x"), "the French Revolution stands at 33"),
        (2, ("arrive", "Nelson"), "--because"),
        (1, ("arrive", "York", "--because", "x"), "York has come already"),
        (1, ("arrive", "Platov", "--because", "x"), "counts from 1806"),
        (1, ("promote", "Kutuzov", "--because", "x"), "no other counter"),
        (1, ("promote", "bonaparte", "--because", "x"), "General Bonaparte can't rise: not yet come"),
        (1, ("leave", "Kutuzov", "--because", "x"), "takes Kutuzov away for good"),
        (2, ("leave", "Kutuzov", "--because", "x", "--months", "0"), "1 or more"),
        (2, ("leave", "Kutuzov", "--because", "x", "--months", "999999"), ""),
        (1, ("place", "Charles"), "not yet come"),
        (1, ("place", "York", "--off"), "York is not on the map: available"),
        (1, ("casualty", "Ney"), "not yet come"),
        (2, ("casualty", "Suvarov, Suvorov"), "Suvorov is named twice"),
        (2, ("casualty", "York, york"), "twice"),
        (2, ("casualty", ","), "empty"),
        (2, ("casualty", "York", "--guard", "York"), "Ney +2"),
        (2, ("casualty", "York", "--guard", "York +3"), "Ney +2"),
        (2, ("casualty", "York", "--guard", "Moira +1"), "Moira led the guard"),
        (2, ("casualty", "Kutuzov", "--guard", "Kutuzov +1", "--guard", "kutuzov +2"), "Kutuzov is named twice"),
        (2, ("casualty", "Kutuzov", "--guard", "Kutuzov +1", "--guard", "Kutuzov +2"), "the same leader twice"),
        (1, ("place", "Kosciuszko"), "Poland, which is at war with nobody"),
        (2, ("capture", "York", "--to", "gb"), "York serves Britain"),
        (2, ("capture", "York", "--to", "narnia"), "no power is called"),
        (1, ("free", "York"), "York is no prisoner"),
        (1, ("exile", "Ney"), "not yet come"),
        (1, ("return", "York"), "York is not in exile: available"),
        (2, ("generate", "gb", "--name", "york"), "called york already"),
        (2, ("generate", "gb", "--name", "a,b"), "no comma"),
        (2, ("generate", "gb", "--name", "x" * 41), "40 letters"),
    ],
    ids=lambda v: " ".join(v) if isinstance(v, tuple) else None,
)
def test_what_is_refused(ref: Ref, spring: Path, code: int, typed: tuple[str, ...], says: str) -> None:
    before = spring.read_bytes()
    assert says in refused(ref, code, "leaders", *typed)
    assert spring.read_bytes() == before


def test_an_evening_with_leaders(ref: Ref, spring: Path) -> None:
    """Wounds, a death and its successor, a recall that is too early, a slip taken back; the audit is clean."""
    said = ref("leaders", "casualty", "suvarov", "--guard", "Suvorov +1", "--dice", "5 3")
    assert "Suvorov wounded. Entry 2 is in the ledger." in said.out
    assert ref("void", "2", "--because", "it was Kutuzov").code == 0
    assert ref("leaders", "show", "suvorov").out.endswith("Suvorov: available.\n")
    assert ref("leaders", "casualty", "kutuzov, grand vizier", "--dice", "1 6 6 2").code == 0
    assert ref("leaders", "show", "gv").out.endswith("Grand Vizier: comes in March 1789.\n")
    assert ref("leaders", "exile", "york", "--because", "the Flanders campaign").code == 0
    assert "a return is possible in January 1790" in refused(ref, 1, "leaders", "return", "York")
    assert ref("leaders", "generate", "austria", "--name", "Frimont", "--dice", "1 2 2 6").code == 0
    assert "Frimont" in ref("leaders", "list", "austria").out
    assert ref("settle", "1.17", "neither").code == 0
    for _ in range(2):
        assert ref("turn", "next", "--leave-open").code == 0
    assert ref("leaders", "show", "gv").out.endswith("Grand Vizier: available.\n")
    assert "Leaders" in ref("status", "turkey").out
    assert ref("audit").code == 0


# --- Whatever is typed -----------------------------------------------------------------------------------------

NAMES = [
    *("york", "Suvarov", "GV", "nelson", "Collingwood", "Charles", "bonaparte", "La Salle", "blücher", "Gneisenau"),
    *("Scharnhorst", "ruffo", "Brunswick", "Kosciuszko", "mu", "", "🎲", "Talented general 1 of France", "Ney"),
    *("york, GV, suvorov", "Moira, Chatham", "narnia", "a,b", "Ferdinand", "Ballesteros"),
]
COMMANDS = [
    *("arrive", "promote", "leave", "place", "casualty", "capture", "free", "exile", "return", "generate"),
    *("show", "list", "due"),
]
OPTIONS: dict[str, list[list[str]]] = {
    "arrive": [["--because", "x"]],
    "promote": [["--because", "x"], []],
    "leave": [["--because", "x"], ["--because", "x", "--months", "2"]],
    "place": [[], ["--off"]],
    "casualty": [[], ["--guard", "york +2"]],
    "capture": [["--to", "fra"], ["--to", "tur"]],
    "return": [[], ["--ratings", "333"], ["--power", "fra"]],
    "generate": [[], ["--name", "Somebody"]],
}
STEP = st.tuples(st.sampled_from(COMMANDS), st.sampled_from(NAMES), st.integers(0, 5), st.integers(0, 9))


def evening(plan: list[tuple[str, str, int, int]], seed: int) -> None:
    """Commands one after the other, now and then a month's end or a void; then the audit."""
    dice = random.Random(seed)  # noqa: S311  a plan must play again the same
    with folder() as place, mock.patch("secrets.randbelow", dice.randrange):
        assert type_in("new", "Long", "--start", f"{1789 + seed % 26}-{seed % 12 + 1:02d}").code == 0
        path = place / "campaigns" / "long.toml"
        for command, name, n, then in plan:
            before, state = files(place)[path], open_ledger(path, games.game_named).state
            options = OPTIONS.get(command, [[]])
            who = "fra" if command == "generate" and n else name
            said = type_in("leaders", command, who, *options[n % len(options)])
            assert said.code in (0, 1, 2), said
            assert not re.search("Traceback|fault in eia-ref|None", said.out + said.err), said
            assert files(place)[path].startswith(before)
            if said.code == 0 and then == 0 and command not in ("show", "list", "due"):
                number = json.loads(type_in("log", "--head", "--json").out)["entry"]
                assert type_in("void", str(number), "--because", "a slip").code == 0
                assert open_ledger(path, games.game_named).state == state
            if then == 1:
                assert type_in("turn", "next", "--leave-open").code == 0
        report = json.loads(type_in("audit", "--json").out)
        assert report["clean"], report


QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]


@settings(max_examples=8, deadline=None, suppress_health_check=QUIET)
@given(st.lists(STEP, min_size=5, max_size=20), st.integers(0, 2**32))
def test_random_evenings(plan: list[tuple[str, str, int, int]], seed: int) -> None:
    evening(plan, seed)


@pytest.mark.slow
@settings(max_examples=at_length(100), deadline=None, suppress_health_check=QUIET)
@given(st.lists(STEP, min_size=20, max_size=80), st.integers(0, 2**32))
def test_random_evenings_at_length(plan: list[tuple[str, str, int, int]], seed: int) -> None:
    evening(plan, seed)
