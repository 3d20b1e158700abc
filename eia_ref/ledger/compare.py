"""What was meant beside what is found: an adjudication with its entry, a state with an opening, place by place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from eia_ref.core.adjudication import Adjudication
from eia_ref.core.state import State
from eia_ref.ledger.clerk import plain
from eia_ref.ledger.document import Document, Loc
from eia_ref.ledger.model import Entry


class Broken(NamedTuple):
    """A block that is not what its hash was made over, and what it is to be by all that stands before it, if known.

    `at` is the entry's place on its page, None for the page's opening; `number` is the entry's, or how many
    there are before the page; `link` is the hash before; `meant` has what comes out again, as the ledger keeps it.
    """

    part: Document
    at: int | None
    number: int
    link: str
    meant: Mapping[str, Any]


def sealed(state: State | None, opened: Mapping[str, int]) -> dict[str, Any]:
    """The opening of a page on this state, as a page keeps it."""
    if state is None:
        return {}
    opening = state.model_dump(mode="json", by_alias=True, exclude_none=True, exclude={"turn"})
    again = {"opened": dict(opened)} if opened else {}
    return {state.turn.key: str(state.turn), **again, "opening": opening}


def written(done: Adjudication) -> dict[str, Any]:
    """What an adjudication came to, as an entry keeps it."""
    return {
        "outcome": done.outcome,
        "rules": list(done.rules),
        "text": list(done.text),
        "effects": [plain(e) for e in done.effects],
        "open": [plain(o) for o in done.open],
        "luck": [plain(x) for x in done.luck],
    }


def written_in(entry: Entry) -> dict[str, Any]:
    """The same of an entry as it stands."""
    return {
        "outcome": entry.outcome,
        "effects": entry.effects,
        "open": [plain(o) for o in entry.open],
        "luck": [plain(x) for x in entry.luck],
    }


def differences(meant: Any, found: Any, loc: Loc = ()) -> list[tuple[Loc, Any, Any]]:
    """Every place where two plain values differ, as (where, expected, found)."""
    if isinstance(meant, dict) and isinstance(found, dict):
        keys = [*meant, *(k for k in found if k not in meant)]
        return [d for k in keys for d in differences(meant.get(k), found.get(k), (*loc, k))]
    if isinstance(meant, list) and isinstance(found, list) and len(meant) == len(found):
        return [d for i, (a, b) in enumerate(zip(meant, found, strict=True)) for d in differences(a, b, (*loc, i))]
    return [] if meant == found and type(meant) is type(found) else [(loc, meant, found)]
