"""The peace of Amiens: when Britain has to offer it, the 18 months it lasts, and Pitt's die in it (AP, PI)."""

from collections.abc import Sequence
from typing import Literal

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.errors import NotAllowed
from eia_ref.core.frozen import Frozen
from eia_ref.core.game import Due
from eia_ref.core.position import Position
from eia_ref.empires import relations
from eia_ref.empires.effects import ColonialTrade, Sets
from eia_ref.empires.facts import FoughtOnLand
from eia_ref.empires.lasting import begin
from eia_ref.empires.marks import mark, only_once
from eia_ref.empires.revolution.offer import BRITAIN, FRANCE, amiens_figures, why_not
from eia_ref.empires.state import Campaign, Mark
from eia_ref.empires.wars import end_war

PEACE, OFFER = "peace of Amiens", "offer of Amiens"
FOUGHT = Mark(what="Britain fought on land")
REFUSED = Mark(what="peace of Amiens refused")


class AnswerRequest(Frozen):
    """`amiens answer`: what France says to the peace that Britain has to offer."""

    answer: Literal["accept", "refuse"]


class BattleRequest(Frozen):
    """`amiens battle`: Britain has fought a land battle this turn; which, if that is to be kept."""

    battle: str = ""


def offer_due(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """A stage, a war or a peace may bring Britain's offer, or take it away (AP-1)."""
    offer(sheet)


def offer(sheet: Sheet[Campaign]) -> None:
    """Britain has to offer peace while things stand so, once in a month (AP-1, R-143)."""
    if why_not(sheet):
        sheet.discharge(OFFER, ended="lapsed")
    elif REFUSED not in sheet.state.once:
        sheet.cite("R-143")
        sheet.leave_to_do(OFFER, whom=BRITAIN, against=FRANCE)


def fought_on_land(sheet: Sheet[Campaign], news: Sequence[FoughtOnLand], before: Campaign) -> None:
    """Remembers that Britain has fought on land this month, which spares it Pitt's die in the peace (PI-1)."""
    if any(BRITAIN in new.powers for new in news):
        mark(sheet, FOUGHT)


def agenda(position: Position[Campaign]) -> list[Due]:
    """The offer that France has refused this month and may still take, and Pitt's die to come."""
    state = position.state
    if REFUSED in state.once and not why_not(position):
        words = "France may still take the peace that Britain offers"
        return [Due(words, "AP-1", state.month, type=("eia-ref amiens answer accept",))]
    if relations.in_force(state, PEACE):
        fought = FOUGHT in state.once
        if fought:
            return [Due("no die of Pitt's this turn: Britain fought on land", "PI-1", state.month)]
        words = "Pitt's die at the end of the turn, unless Britain fights on land"
        return [Due(words, "PI-1", state.month, type=("eia-ref amiens battle",))]
    return []


def answer(sheet: Sheet[Campaign], request: AnswerRequest) -> None:
    """France takes the peace that Britain has to offer, or not. Refuses where no offer is due (AP-1)."""
    if why := why_not(sheet):
        raise NotAllowed(f"Britain has no peace to offer France: {why} (AP-1)", code="no-offer")
    sheet.say("Britain offers France an informal peace.", "AP-1")
    sheet.discharge(OFFER)
    if request.answer == "refuse":
        mark(sheet, REFUSED)
        sheet.say("France refuses; while things stand so, it may still take it.", "AP-1", "R-143")
        sheet.outcome = "peace refused"
        return
    end_war(sheet, BRITAIN, FRANCE)
    sheet.say("France accepts: the two are at peace.", "AP-1")
    begun = begin(sheet, PEACE, whom=BRITAIN, against=FRANCE, months=int(amiens_figures(sheet.rulebook)["months"]))
    assert begun.until
    last = begun.until.plus(-1).name
    sheet.say(f"To the end of {last} neither Britain nor France may declare war on any major power.", "AP-2", "R-144")
    sheet.outcome = PEACE


def battle(sheet: Sheet[Campaign], request: BattleRequest) -> None:
    """Britain has fought on land this turn: no die of Pitt's (PI-1, PI-2). Refuses it outside the peace, or twice."""
    if not relations.in_force(sheet.state, PEACE):
        raise NotAllowed("Pitt's die is rolled only in the peace of Amiens (PI-1)", code="no-peace")
    only_once(sheet, FOUGHT, "that Britain fought on land this turn is said already (PI-1)", code="said-already")
    at = f" at {request.battle}" if request.battle else ""
    sheet.say(f"Britain fought a land battle{at}: no die of Pitt's at the end of this turn.", "PI-1", "PI-2")
    sheet.outcome = FOUGHT.what


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
        sheet.leave_to_do("Pitt's cut", whom=BRITAIN, terms=sheet.state.month.name)
    else:
        sheet.say(f"Pitt rolls {die}: nothing happens.", "PI-1")


def _trade(sheet: Sheet[Campaign]) -> None:
    """A 6: colonial trade rises, and beyond the ceiling only at every second 6 (PI-3, PI-4, R-55)."""
    data = amiens_figures(sheet.rulebook)
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


ADJUDICATORS = (
    Adjudicator("amiens answer", AnswerRequest, answer),
    Adjudicator("amiens battle", BattleRequest, battle),
)
