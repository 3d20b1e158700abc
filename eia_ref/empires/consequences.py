"""What follows from what has happened: which subject acts on which news, in which order.

Whoever changes something need not know whom it concerns. An effect applied is news, and so is a fact told; when a
command has done what it does, each subject named here for that news acts on it, in this order, until there is none.
A subject is loaded when its news comes, and not before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from eia_ref.core.adjudication import Sheet
from eia_ref.core.errors import RefereeError
from eia_ref.core.state import InForce
from eia_ref.empires.effects import Sets
from eia_ref.empires.state import Campaign

MOST = 50  # rounds of news after one command, more than any could have


class Hears(NamedTuple):
    """A subject (a module with a `heard`), and the news it acts on, when."""

    subject: str
    news: frozenset[str]
    when: Callable[[Campaign], bool] = lambda state: True


HEARS: Sequence[Hears] = (
    Hears(
        "leaders.tidings",
        frozenset(
            ("war", "dominance", "surrendered", "DeclaredWar", "Won", "WonAtSea", "revolution stage", "poland gone")
        ),
    ),
    Hears(
        "revolution.revolution", frozenset(("leader", "revolution stage", "Won", "decision closed")), lambda s: s.revolution.stage >= 47
    ),
    Hears("revolution.emigres", frozenset(("war",))),
    Hears("revolution.amiens", frozenset(("war",))),
    Hears("politics.politics", frozenset(("war", "alliance", "denied co-operation"))),
    Hears("politics.dominance", frozenset(("war",))),
    Hears("places.polish_wars", frozenset(("war",)), lambda s: s.poland.revolted is not None),
    Hears("naval.counters", frozenset(("war",)), lambda s: any(f.blockaded_since for f in s.fleets.values())),
)


def name_of(news: Any) -> str:
    """What a piece of news is called in the table."""
    if isinstance(news, InForce):
        return news.what
    if isinstance(news, Sets):
        return f"{news.part} {news.field}"
    return str(getattr(news, "kind", type(news).__name__))


def follow(sheet: Sheet[Campaign]) -> None:
    """Lets every subject act on the news, and on what comes of that, until there is none."""
    for _ in range(MOST):
        if not sheet.news:
            return
        news, sheet.news = sheet.news, []
        before, sheet.before = sheet.before, sheet.state.copied()
        names = {name_of(n) for n in news}
        for hears in HEARS:
            if hears.news & names and hears.when(sheet.state):
                import_module(f"eia_ref.empires.{hears.subject}").heard(sheet, before, news)
    raise RefereeError("what follows has no end", "nothing is written; report it", "no-end")
