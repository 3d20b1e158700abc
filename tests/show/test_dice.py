"""The dice report: counted where they fell, by whom and for what, with the exact chance."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from eia_ref.core.errors import RefereeError
from eia_ref.core.odds import percent
from eia_ref.ledger.model import Entry
from eia_ref.show.dice import dice_json, fallen, show_dice, split
from eia_ref.show.out import Out
from tests.conftest import Ref


def player(word: str) -> str:
    """As forgiving as a game is."""
    found = {"fra": "France", "france": "France", "spain": "Spain"}.get(word.lower())
    if not found:
        raise RefereeError(f"no power is called {word}")
    return found


def entry(number: int, *dice: tuple[int, int, str, str], voids: int = 0) -> Entry:
    """An entry with these dice: sides, value, purpose, source."""
    return Entry.model_validate(
        {
            "number": number,
            "time": "",
            "command": "void" if voids else "fight",
            "rules": [],
            "request": {"entry": voids} if voids else {},
            "dice": [{"sides": s, "value": v, "for": f, "source": x} for s, v, f, x in dice],
            "effects": [],
            "outcome": "x",
            "text": [],
            "voids": [voids] if voids else [],
            "previous": "",
            "hash": "",
        }
    )


@pytest.mark.parametrize(
    ("purpose", "who", "kind"),
    [
        ("random event", "", "random event"),
        ("random event, roll 3", "", "random event"),
        ("area 12 with famine", "", "area with famine"),
        ("evasion, France", "France", "evasion"),
        ("Spain's control of Poland, roll 2", "Spain", "control of Poland"),
        ("control of Hanover: France", "France", "control of Hanover"),
        ("capture of France's ship 12", "France", "capture of ship"),
        ("round 2, attacker", "", "attacker"),
        ("franc in France", "France", "franc in"),
        ("7", "", "7"),
    ],
)
def test_whose_and_for_what(purpose: str, who: str, kind: str) -> None:
    assert split(purpose, player) == (who, kind)


def test_counted_where_they_fell() -> None:
    """By source; a die used again counts once; those of void entries are counted and marked."""
    found = fallen(
        [
            entry(1, (6, 5, "evasion, France", "engine"), (6, 2, "evasion, Spain", "table")),
            entry(2, voids=1),
            entry(3, (6, 5, "evasion, France", "entry"), (6, 6, "evasion, Spain", "table"), (1, 1, "x", "engine")),
        ],
        player,
    )
    assert [(f.source, f.who, f.purpose, f.count, f.void, f.total) for f in found] == [
        ("engine", "France", "evasion", 1, 1, 5),
        ("engine", "", "all", 1, 1, 5),
        ("table", "Spain", "evasion", 2, 1, 8),
        ("table", "", "all", 2, 1, 8),
    ]
    assert [f.chance for f in found] == [Fraction(4, 6), Fraction(4, 6), Fraction(30, 36), Fraction(30, 36)]
    assert dice_json(found)["dice"][2] == {
        "source": "table",
        "who": "Spain",
        "for": "evasion",
        "sides": 6,
        "count": 2,
        "void": 1,
        "sum": 8,
        "mean": "4.00",
        "expected": "3.5",
        "chance": "83.3%",
    }


def test_percents() -> None:
    assert [percent(Fraction(n, 20000)) for n in (20000, 1000, 11, 10, 9, 1)] == [
        *("100.0%", "5.0%", "0.1%", "0.1%", "<0.1%", "<0.1%")
    ]


def test_as_it_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tables within 80 columns; last, what to make of it."""
    monkeypatch.setenv("COLUMNS", "80")
    entries = [entry(n, (6, 6, "evasion, France", "engine"), (100, 50, "random event", "table")) for n in range(1, 9)]
    show_dice(Out(), fallen(entries, player))
    said = capsys.readouterr().out
    assert all(len(line) <= 80 for line in said.splitlines())
    assert "The referee's dice" in said
    assert "Dice of the table" in said
    assert "<0.1%" in said
    last = " ".join(said.rstrip().split("\n\n")[-1].split())
    assert last.endswith("Of 2 kinds 1 is out by 5% or rarer; of fair dice about 0.")


def test_the_command(ref: Ref, spring: Any) -> None:
    assert ref("log", "dice").out == "No dice have fallen yet.\n"
    assert ref("event", "roll", "--dice", "53 2 4 1").code == 0
    assert "areas with famine" in ref("log", "dice").out
    data = ref("log", "dice", "--json").json["dice"]
    assert [(d["for"], d["sides"], d["sum"]) for d in data if d["for"] != "all"] == [
        ("random event", 100, 53),
        ("areas with famine", 3, 2),
        ("area with famine", 5, 4),
        ("area with famine", 4, 1),
    ]
    assert json.loads(json.dumps(data)) == data
    assert ref("log", "nonsense").code == 2
