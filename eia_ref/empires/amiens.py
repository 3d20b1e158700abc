"""The peace of Amiens: when Britain has to offer it, and Pitt's die while it lasts (AP, PI).

`pp peace informal` makes it; a declaration of war asks whether it is in force.
"""

from __future__ import annotations

from typing import Any

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.errors import NotAllowed
from eia_ref.core.frozen import Frozen
from eia_ref.core.game import Due
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires import relations
from eia_ref.empires.effects import ColonialTrade, Once, Sets
from eia_ref.empires.politics import amiens_due
from eia_ref.empires.state import Campaign

BRITAIN, FRANCE = "Britain", "France"
PEACE, OFFER, FOUGHT = "peace of Amiens", "offer of Amiens", "Britain fought on land"


class BattleRequest(Frozen):
    """`amiens battle`: Britain has fought a land battle this turn; which, if that is to be kept."""

    battle: str = ""


def figures(rulebook: Rulebook) -> dict[str, Any]:
    """The figures of the peace and of Pitt's die: see rules/empires/revolution.toml."""
    found: dict[str, Any] = rulebook.table("revolution")["amiens"]
    return found


def why_not(state: Campaign) -> str:
    """Why Britain does not have to offer peace now; empty where it does (AP-1)."""
    if amiens_due(state):
        return ""
    if not relations.in_force(state, OFFER):
        return "the Revolution has not come to the coup d'état"
    if not relations.at_war(state, BRITAIN, FRANCE):
        return "Britain and France are not at war with each other"
    return "they are not at war with each other alone"


def say_if_due(sheet: Sheet[Campaign]) -> None:
    """Says that Britain has to offer peace, where it does."""
    if amiens_due(sheet.state):
        sheet.say("Britain must offer France an informal peace: eia-ref pp peace informal.", "AP-1", "R-143")


def relations_changed(sheet: Sheet[Campaign], before: Campaign) -> None:
    """Says that the offer is due when it has become so."""
    if not amiens_due(before):
        say_if_due(sheet)


def agenda(rulebook: Rulebook, state: Campaign) -> list[Due]:
    """Pitt's die to come."""
    if not relations.in_force(state, PEACE):
        return []
    words = "Pitt's die at the end of the turn, unless Britain fights on land: eia-ref amiens battle"
    if FOUGHT in state.once:
        words = "no die of Pitt's this turn: Britain fought on land"
    return [Due(words, "PI-1", state.month)]


def battle(request: BattleRequest, sheet: Sheet[Campaign]) -> None:
    """Britain has fought on land this turn: no die of Pitt's (PI-1, PI-2). Refuses it outside the peace, or twice."""
    if not relations.in_force(sheet.state, PEACE):
        raise NotAllowed("Pitt's die is rolled only in the peace of Amiens (PI-1)", code="no-peace")
    if FOUGHT in sheet.state.once:
        raise NotAllowed("that Britain fought on land this turn is said already (PI-1)", code="said-already")
    sheet.apply(Once(month=sheet.state.month, what=FOUGHT))
    at = f" at {request.battle}" if request.battle else ""
    sheet.say(f"Britain fought a land battle{at}: no die of Pitt's at the end of this turn.", "PI-1", "PI-2")
    sheet.outcome = FOUGHT


def pitt(sheet: Sheet[Campaign]) -> None:
    """At the end of a turn of the peace in which Britain fought no land battle: Pitt's die (PI-1 to PI-6)."""
    if not relations.in_force(sheet.state, PEACE):
        return
    if FOUGHT in sheet.state.once:
        sheet.say("Britain fought on land: no die of Pitt's.", "PI-1")
        return
    die = sheet.roll(6, "Pitt the younger")
    if die == 6:
        _trade(sheet)
    elif die == 1:
        sheet.say(
            "Pitt rolls 1: half of Britain's land factors, each type rounded up, leave the map at once.", "PI-5"
        )
        sheet.say("Those in Britain go only when there are no others.", "PI-6")
    else:
        sheet.say(f"Pitt rolls {die}: nothing happens.", "PI-1")


def _trade(sheet: Sheet[Campaign]) -> None:
    """A 6: colonial trade rises, and beyond the ceiling only at every second 6 (PI-3, PI-4, R-55)."""
    data = figures(sheet.rulebook)
    trade, more = sheet.state.colonial_trade, int(data["trade"])
    if trade < data["ceiling"]:
        more = min(more, data["ceiling"] - trade)
        sheet.apply(ColonialTrade(change=more))
        sheet.say(f"Pitt rolls 6: British colonial trade is worth {trade + more}$ from now on.", "PI-3")
        return
    was = sheet.state.revolution.sixes
    needed = int(data["sixes_beyond"])
    if was + 1 < needed:
        sheet.apply(Sets(part="revolution", field="sixes", was=was, now=was + 1))
        sheet.say(f"Pitt rolls 6, {was + 1} of the {needed} that more than {data['ceiling']}$ takes.", "PI-4", "R-55")
        return
    if was:
        sheet.apply(Sets(part="revolution", field="sixes", was=was, now=0))
    sheet.apply(ColonialTrade(change=more))
    sheet.say(
        f"Pitt rolls 6, the last of {needed}: British colonial trade is worth {trade + more}$ from now on.",
        "PI-4",
        "R-55",
    )


ADJUDICATORS = (Adjudicator("amiens battle", BattleRequest, battle),)
