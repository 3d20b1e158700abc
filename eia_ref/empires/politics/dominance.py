"""Dominance: gained by territory, lost only at peace, and what follows from it (DM-1 to DM-3)."""

from collections.abc import Sequence

from eia_ref.core.adjudication import Sheet
from eia_ref.core.errors import NotAllowed
from eia_ref.core.state import Decision
from eia_ref.empires.endings import ended_by_dominance
from eia_ref.empires.lasting import begin, end
from eia_ref.empires.relations import DOMINANCE, dominant, enemies, in_force
from eia_ref.empires.state import Campaign
from eia_ref.empires.subjects import Subject

AT_PEACE = "dominance at peace"
BARRED = {"France": "France not dominant"}  # who is barred while that is in force


def gain(sheet: Sheet[Campaign], power: str, *rules: str) -> None:
    """A power becomes dominant, at war or not (DM-2). Refuses one that is barred, or dominant already."""
    state = sheet.state
    bar = in_force(state, BARRED.get(power, ""))
    if bar:
        raise NotAllowed(
            f"{power} can't become dominant while that is in force ({bar.rule})", "eia-ref agenda --all", "barred"
        )
    if dominant(state, power):
        raise NotAllowed(f"{power} is dominant already (DM-2)", "eia-ref pp show", "dominant")
    at_war = [e for e in enemies(state, power) if e in state.powers]
    begin(sheet, DOMINANCE, whom=power)
    peace = f" though at war with {' and '.join(at_war)}" if at_war else ""
    sheet.say(f"{power} becomes dominant{peace}.", *(rules or ("DM-2",)))
    if power == "Spain":
        sheet.say("Spain adds 2 to its gold convoy rolls, whose result is at most 12.", "DM-1")


def lose(sheet: Sheet[Campaign], power: str) -> None:
    """A power is no longer dominant. Refuses it while the power is at war with another major power (DM-3)."""
    state = sheet.state
    thing = in_force(state, DOMINANCE, power)
    if thing is None:
        raise NotAllowed(f"{power} is not dominant (DM-3)", "eia-ref pp show", "not-dominant")
    at_war = [e for e in enemies(state, power) if e in state.powers]
    if at_war:
        raise NotAllowed(
            f"{power} stays dominant while it is at war with {' and '.join(at_war)} (DM-3)",
            "dominance is lost only at peace with every other major power",
            "at-war",
        )
    sheet.discharge(AT_PEACE, whom=power)
    end(sheet, thing, "DM-3")


def empire_ends(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """What ends once one of certain powers is dominant, and not before a month: the Holy Roman Empire (HR-5)."""
    for thing in list(sheet.state.in_force):
        if ending := ended_by_dominance(sheet, thing.what):
            end(sheet, thing, ending.rule or thing.rule)


def at_peace(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """Asks after the dominance of a power whose last war with a major power is over: now it can be lost (DM-3)."""
    for power in sheet.state.powers:
        was, now = ([e for e in enemies(state, power) if e in state.powers] for state in (before, sheet.state))
        if now or not dominant(sheet.state, power):
            sheet.discharge(AT_PEACE, whom=power, ended="lapsed")
        elif was:
            sheet.leave_to_do(AT_PEACE, whom=power)


def _emperor_crowned(sheet: Sheet[Campaign], decision: Decision, answer: str) -> None:
    """Whether France is dominant once an emperor is crowned (FR-49a)."""
    whom = decision.whom or ""
    if answer == "yes" and not dominant(sheet.state, whom):
        gain(sheet, whom, "FR-49a")


SUBJECT = Subject(answers={"French dominance": _emperor_crowned})
