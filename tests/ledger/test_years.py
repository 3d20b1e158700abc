"""Random legal campaigns of years: they audit clean, and whatever figure is changed in them is found."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from eia_ref import games
from eia_ref.core.errors import LedgerFault
from eia_ref.core.game import TURN
from eia_ref.ledger.audit import audit
from eia_ref.ledger.document import Document
from eia_ref.ledger.read import changed, parts
from tests.conftest import Ref
from tests.ledger.test_chain import figures
from tests.toy import at_length
from tests.years import Years

YEARS = at_length(27)


@pytest.fixture(autouse=True)
def _unflushed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Does not wait for the disk, where a campaign of years is written block by block."""
    monkeypatch.setattr(os, "fsync", lambda fd: None)


@pytest.fixture(scope="module")
def years(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger of 27 years; of fewer where CI asks for less."""
    path = tmp_path_factory.mktemp("years") / "years.toml"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda fd: None)
        Years(path, seed=1789).play(12 * YEARS, 16)
    return path


def test_some_months_audit_clean(tmp_path: Path) -> None:
    path = tmp_path / "years.toml"
    made = Years(path, seed=1805)
    made.play(10, 6)
    report = audit(path, games.game_named)
    assert report.findings == []
    assert report.entries == report.replayed == 1 + made.entries.total()
    assert made.entries[TURN] == made.entries["event roll"] == 10
    played = [command for command in made.entries if command in made.commands]
    assert sum(made.entries[command] for command in played) >= 50  # of the 60 wanted
    assert len(played) >= 20  # refusing all of them, or most kinds, would leave a campaign that shows nothing


def test_the_same_seed_is_the_same_campaign(tmp_path: Path) -> None:
    """So that what was found can be looked at again."""
    effects = []
    for name in ("a.toml", "b.toml"):
        Years(tmp_path / name, seed=1).play(3, 5)
        effects.append([e.effects for part in parts(tmp_path / name)[1] for e in part.page.entry])
    assert effects[0] == effects[1]


def seen(part: Document, at: int, digit: int) -> bool:
    """Whether a digit changed in a page is found by what the page itself says."""
    data = part.data[:at] + b"%d" % digit + part.data[at + 1 :]
    try:
        return bool(changed(Document(part.path, part.at, data)))
    except LedgerFault:
        return True


@pytest.mark.slow
def test_27_years_audit_clean_in_one_command(ref: Ref, years: Path) -> None:
    said = ref("audit", "-c", str(years))
    assert said.code == 0, said.out[-3000:]
    data = ref("audit", "-c", str(years), "--json").json
    assert (data["clean"], data["pages"]) == (True, 12 * YEARS + 1)
    assert data["entries"] == data["adjudicated_again"] >= at_length(5000)


@pytest.mark.slow
def test_any_figure_of_years_is_found(years: Path) -> None:
    """Digits all over the ledger, each by its page; and some by an audit of all."""
    some = random.Random(1)  # noqa: S311  the same ones each time
    _, pages = parts(years)
    for _ in range(at_length(2000)):
        part = some.choice(pages)
        at = some.choice(figures(b"\n" + part.data)) - 1
        assert seen(part, at, (part.data[at] - 48 + some.randint(1, 9)) % 10), (part.page.turn, at)
    whole = years.read_bytes()
    copy = years.with_name("copy.toml")
    for at in some.sample(figures(whole), 2):
        copy.write_bytes(whole[:at] + b"%d" % ((whole[at] - 47) % 10) + whole[at + 1 :])
        assert audit(copy, games.game_named).findings


@pytest.mark.slow
def test_every_figure_of_a_page_is_found(years: Path) -> None:
    """Every digit of the smallest page, and every other digit it may become."""
    part = min(parts(years)[1][1:-1], key=lambda p: len(p.data))
    for at in figures(b"\n" + part.data)[:: 5 // at_length(5)]:
        for other in (1, 4, 9):
            assert seen(part, at - 1, (part.data[at - 1] - 48 + other) % 10)
