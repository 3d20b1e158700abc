"""Decisions left open, answered: what the rules' data say the answer does, or the table's own words."""

from __future__ import annotations

import contextlib

from eia_ref.core import names
from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.effects import Closes, as_a
from eia_ref.core.errors import RefereeError
from eia_ref.core.game import SETTLE
from eia_ref.core.position import Position
from eia_ref.core.requests import SettleRequest
from eia_ref.core.state import Decision, find
from eia_ref.empires.decisions import answers, takes_any_words
from eia_ref.empires.effects import MinorHeld
from eia_ref.empires.lasting import begin
from eia_ref.empires.minors import passed_on
from eia_ref.empires.points import move_points
from eia_ref.empires.powers import find_power
from eia_ref.empires.state import Campaign
from eia_ref.empires.subjects import subject


def settle(sheet: Sheet[Campaign], request: SettleRequest) -> None:
    """Closes a decision with its answer. Refuses one that is not open, and a word that is no answer to it."""
    decision = find(sheet.state.decisions, request.decision)
    if decision is None:
        still = ", ".join(d.id for d in sheet.state.decisions) or "none"
        raise RefereeError(
            f"no decision {request.decision or '...'} is open",
            f"open: {still}; eia-ref agenda says more",
            "no-decision",
        )
    if not request.answer.strip():
        raise RefereeError("the answer is empty", "say what was decided", "no-answer")
    answer = _answer(sheet, request.answer, decision)
    sheet.apply(as_a(Closes, decision))
    by = sheet.rulebook.table("decisions")[decision.about].get("by")
    if answer is None:
        sheet.outcome = f"{decision.about}: {request.answer}"
        if by:
            subject(by).answers[decision.about](sheet, decision, request.answer)
        else:
            sheet.say(f"{decision.about}, decided at the table: {request.answer}.", decision.rule)
        return
    does = answers(sheet.rulebook, decision)[answer]
    sheet.outcome = f"{decision.about}: {answer}"
    words = does["words"].format(answer=answer, whom=decision.whom, detail=decision.detail)
    sheet.say(words, decision.rule)
    if by:
        subject(by).answers[decision.about](sheet, decision, answer)
    if does.get("pp"):
        move_points(sheet, does["power"], does["pp"])
    if does.get("neutral") and decision.detail and decision.whom:
        was = sheet.state.minors.get(decision.detail)
        if was is None or was.by != decision.whom:
            sheet.say(f"The ledger does not list {decision.detail} under {decision.whom}.", "R-17")
        else:
            sheet.apply(MinorHeld(minor=decision.detail, was_held=was.held, was_by=was.by, held="neutral"))
            passed_on(sheet, decision.detail)
    if does.get("begins"):
        begin(sheet, does["begins"], whom=does.get("power"))


def _answer(position: Position[Campaign], said: str, decision: Decision) -> str | None:
    """The answer that was meant, a power by any of its names; None for the table's own words."""
    known = list(answers(position.rulebook, decision))
    try:
        return names.find(said, known, "answer")
    except RefereeError as e:
        with contextlib.suppress(RefereeError):
            power = find_power(position.rulebook, said)
            if power in known:
                return power
        if takes_any_words(position.rulebook, decision):
            return None
        raise RefereeError(e.message, "answers: " + ", ".join(known), e.code) from None


ADJUDICATORS = (Adjudicator(SETTLE, SettleRequest, settle),)
