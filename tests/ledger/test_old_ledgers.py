"""Ledgers of 0.3.0 open, audit clean, take up what they owed as duties, and go on for a year by commands."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from eia_ref import games
from eia_ref.core.game import TAKE_UP
from eia_ref.core.state import Duty
from eia_ref.empires.game import EMPIRES
from eia_ref.ledger.read import open_ledger, parts
from tests.conftest import Ref

OLD = sorted((Path(__file__).parent / "old").glob("*.toml"))  # as 0.3.0 left them; never to be made again
PLAIN_EVENT = "46"  # Britain expands trade: one die, and nothing to decide


@pytest.fixture(autouse=True)
def _unflushed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Does not wait for the disk."""
    monkeypatch.setattr(os, "fsync", lambda fd: None)


@pytest.fixture
def at(place: Path, request: pytest.FixtureRequest) -> Path:
    """A copy of an old ledger, to play on."""
    return Path(shutil.copy(request.param, place / "old.toml"))


def month_of_it(ref: Ref, ledger: Path) -> None:
    """A month by commands: the event, a collection of the first power that owes one, what else there is set aside."""
    if not open_ledger(ledger, games.game_named).state.rolled:
        done = ref("event", "roll", "--dice", PLAIN_EVENT, "-c", str(ledger))
        assert done.code == 0, done.err
    if any(d.what == "Egypt in enemy hands" for d in owed(ledger)):
        assert ref("pp", "egypt", "--ships", "25", "-c", str(ledger)).code == 0
    if first := next((d for d in owed(ledger) if d.what == "collect"), None):
        collect = ("economy", "collect", str(first.whom), "--tax", "20", "--trade", "5", "--manpower", "4")
        said = ref(*collect, "-c", str(ledger))
        if said.code:
            assert "--home-tax" in said.err
            assert ref(*collect, "--home-tax", "30", "-c", str(ledger)).code == 0
    for what in {d.what for d in owed(ledger)} & {"collect", "victory points"}:
        aside = ref("duty", "set-aside", what, "--because", "not at this table", "-c", str(ledger))
        assert aside.code == 0, aside.err
    ended = ref("turn", "next", "--leave-open", "-c", str(ledger))
    assert ended.code == 0, ended.err


def owed(ledger: Path) -> list[Duty]:
    """What is to be done, by the ledger."""
    return list(open_ledger(ledger, games.game_named).state.duties)


@pytest.mark.parametrize("at", OLD, indirect=True, ids=lambda path: path.stem)
def test_it_opens_audits_clean_and_goes_on_for_a_year(ref: Ref, at: Path) -> None:
    was = at.read_bytes()
    assert ref("audit", "-c", str(at)).code == 0
    assert ref("status", "-c", str(at)).code == 0
    assert at.read_bytes() == was
    for _ in range(12):
        month_of_it(ref, at)
    assert at.read_bytes().startswith(was)
    taken = [e for part in parts(at)[1] for e in part.page.entry if e.command == TAKE_UP]
    assert len(taken) == 1
    audit = ref("audit", "-c", str(at))
    assert audit.code == 0, audit.out
    assert "Clean" in audit.out


def cut(ledger: Path, effect: str) -> None:
    """Leaves out all that came after the entry with this effect."""
    text = ledger.read_text(encoding="utf-8")
    end = re.search(r"^\[\[turn", text[text.index(effect) :], re.MULTILINE)
    assert end
    ledger.write_text(text[: text.index(effect) + end.start()], encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "effect", "duties"),
    [
        (
            "turkey",
            'what = "Turkey has collected without manpower", done = true',
            ["sue for peace: Turkey, Russia", "sue for peace: Turkey, Spain"],
        ),
        ("turkey", 'what = "Turkey surrenders to Persia too", done = true', ["surrender to Persia: Turkey"]),
        ("at-sea", 'what = "Channel has to leave the blockade box of Brest", done = true', ["leave the box"]),
        ("at-sea", 'what = "Toulon has to leave the port of Cadiz", done = true', ["leave the port"]),
        ("at-sea", 'what = "casualty roll of Cochrane to come", done = true', ["casualty roll: Cochrane"]),
    ],
    ids=lambda value: value.partition('"')[2].partition('"')[0] if isinstance(value, str) else None,
)
def test_what_it_owed_in_the_middle_of_a_month_is_taken_up(
    ref: Ref, place: Path, name: str, effect: str, duties: list[str]
) -> None:
    ledger = Path(shutil.copy(Path(__file__).parent / "old" / f"{name}.toml", place / "old.toml"))
    cut(ledger, effect)
    assert ref("audit", "-c", str(ledger)).code == 0
    written = ref("duty", "set-aside", "random event", "--because", "a test", "-c", str(ledger))
    if written.code:  # the month's event is rolled, and the command refused: it takes nothing up either
        assert ref("pp", "adjust", "Spain", "1", "--because", "a test", "-c", str(ledger)).code == 0
    have = [f"{d.what}: {d.about}" for d in owed(ledger)]
    for duty in duties:
        assert any(h.startswith(duty) for h in have), have
    assert ref("audit", "-c", str(ledger)).code == 0
    assert EMPIRES.form == open_ledger(ledger, games.game_named).state.form
