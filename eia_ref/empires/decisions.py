"""Decisions left open: what may be asked, in which words, and what answers it, by the rules' data."""

from __future__ import annotations

from typing import Any

from eia_ref.core.adjudication import Sheet
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import Decision
from eia_ref.empires.powers import all_powers
from eia_ref.empires.state import Campaign

OWN_WORDS = "WHAT WAS DECIDED"  # where the table's own words answer a decision


def leave_open(sheet: Sheet[Campaign], about: str, whom: str | None = None, detail: str | None = None) -> None:
    """Leaves a decision of decisions.toml open, with its question in words."""
    rule = sheet.rulebook.table("decisions")[about]["rule"]
    sheet.leave_open(about, rule, _asked(sheet.rulebook, about, whom, detail), whom, detail)


def question(rulebook: Rulebook, decision: Decision) -> str:
    """What is to be decided, in words."""
    return _asked(rulebook, decision.about, decision.whom, decision.detail)


def _asked(rulebook: Rulebook, about: str, whom: str | None, detail: str | None) -> str:
    text: str = rulebook.table("decisions")[about]["question"]
    return text.format(whom=whom, detail=detail)


def takes_any_words(rulebook: Rulebook, decision: Decision) -> bool:
    """Whether the table's own words answer a decision, beside the answers there are."""
    data = rulebook.table("decisions")[decision.about]
    return bool(data.get("free")) or not answers(rulebook, decision)


def own_words(rulebook: Rulebook, decision: Decision) -> str:
    """What the table's own words are, as a placeholder: `FACTORS`."""
    own: str = rulebook.table("decisions")[decision.about].get("own", OWN_WORDS)
    return own


def answers(rulebook: Rulebook, decision: Decision) -> dict[str, dict[str, Any]]:
    """The answers a decision takes, by word, each with what it does; none where only the table's own words do."""
    data = rulebook.table("decisions")[decision.about]
    every: dict[str, Any] = data.get("powers") or data.get("others", {})
    if not every and "answers" not in data:
        return {}
    meant = [p for p in all_powers(rulebook) if "powers" in data or p != decision.whom]
    named = {p: {**every, "power": p} for p in meant} if every else {}
    return {**named, **data.get("answers", {})}
