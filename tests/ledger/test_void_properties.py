"""Whatever is done and taken back, the state is that of the entries that stand."""

from __future__ import annotations

import contextlib
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eia_ref.core.effects import apply
from eia_ref.core.errors import LedgerFault, RefereeError
from eia_ref.core.game import TURN, VOID
from eia_ref.core.state import State
from eia_ref.ledger.audit import audit
from eia_ref.ledger.read import parts, voided_by
from tests.toy import TOY, at_length, begin_toy, opened, play, take_back, throws, toy_named

STEP = st.one_of(
    st.tuples(st.sampled_from(["Anna", "Bertil"]), st.integers(1, 3), st.booleans()),
    st.tuples(st.just("ship"), st.sampled_from(["Anna", "Bertil"]), st.integers(0, 12)),
    st.tuples(st.just("settle"), st.integers(0, 5), st.sampled_from(["Anna", "Bertil", "coins", "ship"])),
    st.tuples(st.just("month"), st.booleans(), st.none()),
    st.tuples(st.just("limit"), st.sampled_from([b"low", b"high"]), st.none()),
    st.tuples(st.just("void"), st.integers(0, 6), st.booleans()),
    st.tuples(st.just("void"), st.integers(0, 3), st.booleans()),
)


def step(path: Path, what: str, first: Any, second: Any) -> None:
    """One step of a plan; refused, it changes nothing."""
    ledger = opened(path)
    if what == "ship":
        play(path, "ship buy", player=first, price=second)
    elif what == "settle" and ledger.state.decisions:
        play(path, "settle", decision=ledger.state.decisions[first % len(ledger.state.decisions)].id, answer=second)
    elif what == "month":
        play(path, TURN, left_open=first)
    elif what == "limit":
        head, page, rest = path.read_bytes().partition(b"\n[[turn]]")
        head = head.replace(b"high", b"low").replace(b'"low"', b'"%s"' % first)
        path.write_bytes(head + page + rest)
    elif what == "void":
        take_back(path, ledger.page.count - first, cascade=second)
    elif what in ("Anna", "Bertil"):
        throws(path, None, what, first, careful=second)


def without_the_void(path: Path) -> State:
    """The state by the entries that stand, as if the void ones and their voids had never been."""
    _, pages = parts(path)
    void_now = voided_by([e for p in pages for e in p.page.entry])
    state: State = pages[0].opening(TOY)
    for page in pages:
        for i, entry in enumerate(page.page.entry):
            if entry.number not in void_now and entry.command != VOID:
                state = apply(state, page.effects(TOY, i))
    return state


@contextlib.contextmanager
def seeded(seed: int) -> Iterator[None]:
    """The referee's dice from a seed, and no waiting for the disk."""
    dice = random.Random(seed)  # noqa: S311  no secret
    with mock.patch("secrets.randbelow", dice.randrange), mock.patch.object(os, "fsync"):
        yield


def restores(path: Path, plan: list[tuple[str, Any, Any]], seed: int) -> None:
    """Whatever was done, the state is that of the entries that stand; and the audit says the same."""
    with seeded(seed):
        begin_toy(path)
        for what in plan:
            before = path.read_bytes()
            try:
                step(path, *what)
            except LedgerFault:
                raise
            except RefereeError:
                assert path.read_bytes() == before
            else:
                assert what[0] == "limit" or path.read_bytes().startswith(before)
                assert opened(path).state == without_the_void(path)
        assert audit(path, toy_named).findings == []


@settings(max_examples=50, deadline=None)
@given(plan=st.lists(STEP, min_size=4, max_size=16), seed=st.integers(0, 2**32))
def test_void_restores(tmp_path_factory: pytest.TempPathFactory, plan: list[tuple[str, Any, Any]], seed: int) -> None:
    restores(tmp_path_factory.mktemp("void") / "a.toml", plan, seed)


ENDS = (  # ends of turns taken back, with what was done after them, and with a header changed since
    [("month", True, None), ("month", True, None), ("limit", b"high", None), ("void", 0, False)],
    [("month", True, None), ("void", 0, False), ("ship", "Anna", 0), ("void", 1, False)],
    [("month", True, None), ("ship", "Anna", 0), ("void", 1, True), ("month", True, None), ("void", 1, True)],
)


@pytest.mark.parametrize("plan", ENDS)
def test_ends_of_turns_taken_back(tmp_path: Path, plan: list[tuple[str, Any, Any]]) -> None:
    restores(tmp_path / "a.toml", plan, 0)


@pytest.mark.slow
@settings(max_examples=at_length(500), deadline=None)
@given(plan=st.lists(STEP, min_size=10, max_size=40), seed=st.integers(0, 2**32))
def test_void_restores_at_length(
    tmp_path_factory: pytest.TempPathFactory, plan: list[tuple[str, Any, Any]], seed: int
) -> None:
    restores(tmp_path_factory.mktemp("void") / "a.toml", plan, seed)


@settings(max_examples=25, deadline=None)
@given(plan=st.lists(STEP, min_size=2, max_size=10), seed=st.integers(0, 2**32))
def test_void_and_again_is_the_same(
    tmp_path_factory: pytest.TempPathFactory, plan: list[tuple[str, Any, Any]], seed: int
) -> None:
    """The last entry taken back and adjudicated again has the same dice and comes to the same state."""
    path = tmp_path_factory.mktemp("again") / "a.toml"
    with seeded(seed):
        begin_toy(path)
        for what in plan:
            with contextlib.suppress(RefereeError):
                step(path, *what)
        with contextlib.suppress(RefereeError):
            throws(path, player="Bertil")  # takes up the header, if it was edited last
            before = opened(path).state
            thrown = throws(path).entry
            after = opened(path).state.purse
            take_back(path, thrown.number)
            assert opened(path).state == before
            again = throws(path).entry
            assert [d.value for d in again.dice] == [d.value for d in thrown.dice]
            assert opened(path).state.purse == after
