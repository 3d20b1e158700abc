"""A ledger an editor wrote anew, its keys in another order: nothing it comes to depends on that."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from eia_ref.games import game_named
from eia_ref.ledger.audit import audit
from eia_ref.ledger.clerk import Clerk
from eia_ref.ledger.read import open_ledger
from tests.conftest import Ref
from tests.worked import HERE

LEDGERS = sorted(p for p in HERE.glob("*.toml") if not p.name.endswith(".header.toml"))
Order = Callable[[Iterable[str]], Iterable[str]]


def backwards(keys: Iterable[str]) -> Iterable[str]:
    return sorted(keys, reverse=True)


def anew(value: Any, order: Order) -> Any:
    """A plain value with the keys of its tables in another order; settings are taken up in that of the header."""
    if isinstance(value, dict):
        return {k: v if k == "settings" else anew(v, order) for k, v in ((k, value[k]) for k in order(value))}
    return [anew(v, order) for v in value] if isinstance(value, list) else value


def rewritten(ledger: Path, order: Order) -> str:
    """A ledger as such an editor writes it; the header stays first."""
    table = tomllib.loads(ledger.read_text(encoding="utf-8"))
    return tomli_w.dumps({k: anew(v, order) for k, v in table.items()})


@pytest.mark.parametrize("order", [sorted, backwards])
@pytest.mark.parametrize("ledger", LEDGERS, ids=lambda p: p.stem)
def test_a_worked_campaign_with_its_keys_in_another_order(ledger: Path, order: Order, tmp_path: Path) -> None:
    """Every draw and every step on the political track comes out as it did."""
    other = tmp_path / ledger.name
    other.write_text(rewritten(ledger, order), encoding="utf-8")
    report = audit(other, game_named)
    assert report.findings == []
    assert report.replayed == audit(ledger, game_named).replayed
    clerk, was = Clerk.at(open_ledger(other, game_named)), Clerk.at(open_ledger(ledger, game_named))
    assert clerk.state == was.state
    assert clerk.state.track() == was.state.track()
    assert clerk.state.in_play() == was.state.in_play()


@pytest.mark.parametrize("order", [sorted, backwards])
def test_the_same_dice_draw_the_same(ref: Ref, spring: Path, order: Order) -> None:
    """A minor, a fleet, an exile, a power of equal bids: by the rules' order or by name, not by the file's."""
    for typed in (
        ("settle", "1.17", "neither"),
        *(("naval", "fleet", n, "fra", "--ships", "5", "--at", "port of Brest") for n in ("Ponant", "Levant")),
        *(("leaders", "exile", n, "--because", "x") for n in ("Suvorov", "Caro", "York")),
        *(("leaders", "generate", "Spain", "--name", n, "--dice", "1 1 1 1") for n in ("Zubia", "Alba")),
    ):
        assert ref(*typed).code == 0, typed
    trial = ("--dry-run", "--json", "--dice")
    tries = [
        ("event", "roll", *trial, dice) for dice in ("69 1 1", "69 7 2", "73 1", "73 2", "94 3 1", "63 6 5", "48 1")
    ]
    tries.append(("pp", "bids", "Spain", "--bid", "Turkey 3, Austria 3", *trial, "1"))
    before = [ref(*typed).json for typed in tries]
    assert all("text" in was for was in before), before
    spring.write_text(rewritten(spring, order), encoding="utf-8")
    for typed, was in zip(tries, before, strict=True):
        found = ref(*typed).json
        assert (found.get("text"), found.get("error")) == (was.get("text"), was.get("error")), typed
