"""What politics does beside its commands: the opening war, alliances that run out, the agenda, where all stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from eia_ref.core.adjudication import Sheet
from eia_ref.core.effects import Ends, as_a
from eia_ref.core.game import Due
from eia_ref.core.names import as_typed
from eia_ref.core.position import Position
from eia_ref.core.state import Decision, InForce
from eia_ref.empires.effects import MinorHeld
from eia_ref.empires.facts import RanOut
from eia_ref.empires.lasting import begin
from eia_ref.empires.minors import parts
from eia_ref.empires.options import option
from eia_ref.empires.politics.declaration import DowRequest, prepare
from eia_ref.empires.politics.forbidden import bar_of_call
from eia_ref.empires.relations import (
    ALLIANCE,
    ENFORCED_PEACE,
    WAR,
    allied,
    allies,
    at_war,
    enemies,
    through_dardanelles,
    towards,
)
from eia_ref.empires.state import Campaign
from eia_ref.empires.subjects import Section, Subject
from eia_ref.empires.wars import OPENING_SIDES, OPENING_WAR, make_war


def opening_war(sheet: Sheet[Campaign], decision: Decision, answer: str) -> None:
    """What Russia and Turkey have decided: peace, a war to the end, or one surrenders (RU-1 to RU-4, R-52)."""
    for will in [t for t in sheet.state.in_force if t.what == "sealed will"]:
        sheet.apply(as_a(Ends, will))
        sheet.say(f"{will.whom}'s sealed will is not opened: the table has settled it.", "R-275")
    if answer == "both fight":
        one, other = OPENING_SIDES
        if not at_war(sheet.state, one, other):
            make_war(sheet, one, other, "RU-3")
        begin(sheet, "no informal peace", whom=one, against=other)
    elif answer.startswith("only "):
        victor = answer.split()[1]
        loser = next(side for side in OPENING_SIDES if side != victor)
        begin(sheet, "must surrender", whom=loser, against=victor)
        sheet.leave_to_do("must surrender", whom=loser, against=victor)


def neutrality_over(sheet: Sheet[Campaign], news: Sequence[RanOut], before: Campaign) -> None:
    """Mecklenburg is no part of Sweden any more; whoever has Sweden has it too (AN-4, R-313)."""
    for part, of in parts(sheet.rulebook, news[0].thing.what).items():
        held = sheet.state.minors.get(of)
        by = f", {held.held} of {held.by} like it" if held and held.by else ""
        if held and held.by and part not in sheet.state.minors:
            sheet.apply(MinorHeld(minor=part, held=held.held, by=held.by))
        sheet.say(f"{part} is no part of {of} any more{by}.", "AN-4", "R-313")


def alliance_ran_out(sheet: Sheet[Campaign], news: Sequence[RanOut], before: Campaign) -> None:
    """Alliances have come to their end."""
    for new in news:
        sheet.say(f"The alliance of {new.thing.whom} and {new.thing.against} has run out, at no cost.", "AL-4")


def access_over(sheet: Sheet[Campaign], news: Sequence[InForce], before: Campaign) -> None:
    """Access that powers give to allies only is over with the alliance, but not through the Dardanelles (R-284)."""
    for alliance in news:
        _access_over(sheet, alliance)


def _access_over(sheet: Sheet[Campaign], alliance: InForce) -> None:
    one, other = str(alliance.whom), str(alliance.against)
    if allied(sheet.state, one, other) or option(sheet, "access") != "to allies":
        return
    for guest, host in ((one, other), (other, one)):
        have = towards(sheet.state, "access", guest, host)
        if have and not through_dardanelles(have):
            sheet.apply(as_a(Ends, have))
            sheet.say(f"The access {host} gave to {guest}, its ally, is over.", "AL-1", "R-284")


def co_operation_denied(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """Under denied co-operation access given to an enemy of the victor is over, a new enemy's too (PC-5, R-267)."""
    for thing in [t for t in sheet.state.in_force if t.what == "denied co-operation"]:
        loser, victor = str(thing.whom), str(thing.against)
        for guest in enemies(sheet.state, victor):
            have = towards(sheet.state, "access", guest, loser)
            if have and not (thing in before.in_force and at_war(before, victor, guest)):
                sheet.apply(as_a(Ends, have))
                sheet.say(
                    f"The access {loser} gave to {guest}, which is at war with {victor}, is over.", "PC-5", "R-267"
                )


def duties(sheet: Sheet[Campaign]) -> None:
    """Who must surrender to whom (RU-4)."""
    for thing in sheet.state.in_force:
        if thing.what == "must surrender":
            sheet.leave_to_do("must surrender", whom=thing.whom, against=thing.against)


def agenda(position: Position[Campaign]) -> list[Due]:
    """Who may call which ally to a war declared on it this month, unless the ally may not go to it (R-175, R-281)."""
    state = position.state
    due = []
    for war in state.in_force:
        caller, enemy = str(war.against), str(war.whom)
        if war.what != WAR or war.since != state.month or caller not in state.powers:
            continue
        for ally in allies(state, caller):
            if at_war(state, ally, enemy) or ally == enemy:
                continue
            war_of_ally = prepare(position, DowRequest(power=ally, against=enemy, call=True))
            if not bar_of_call(state, war_of_ally):
                typed = (f"eia-ref pp call {caller} {ally} {as_typed(enemy)}",)
                due.append(Due(f"{caller} may call {ally} to war on {enemy}", "R-175", state.month, type=typed))
    return due


SHOWN = (WAR, "no informal peace", ALLIANCE, ENFORCED_PEACE, "peace of Amiens")  # where all stand
RELATIONS = {  # how a power stands: as the one a thing is of, and as the other
    WAR: ("at war with", "at war with"),
    "no informal peace": ("no informal peace with", "no informal peace with"),
    ALLIANCE: ("allied with", "allied with"),
    "ex-ally": ("broke with", "left by"),
    ENFORCED_PEACE: ("enforced peace with", "enforced peace with"),
    "peace of Amiens": ("peace of Amiens with", "peace of Amiens with"),
    "no war on the victor": ("no war on", "no war by"),
    "must surrender": ("must surrender to", "to be surrendered to by"),
    "surrendered": ("surrendered to", "victor over"),
    "sphere of influence": ("in the sphere of", "has in its sphere"),
    "denied co-operation": ("no access without leave of", "gives leave of access to"),
    "free war": ("free war on", "free war by"),
    "trade embargo": ("trade embargo by", "trade embargo on"),
    "access": ("has access to", "gives access to"),
    "access by peace": ("has access to", "gives access to"),
    "ceded province": ("ceded to", "ceded by"),
}


def status(position: Position[Campaign], power: str | None) -> list[Section]:
    """How a power stands to the others; or all wars, alliances and peaces there are."""
    rows = list(_all(position.state)) if power is None else list(_one(position.state, power))
    return [("Wars, alliances, peace" if power is None else "Relations", rows)] if rows else []


def _all(state: Campaign) -> Iterator[Sequence[str]]:
    for what in SHOWN:
        for thing in state.in_force:
            if thing.what == what:
                yield [what, f"{thing.whom} and {thing.against}", _when(thing)]


def _one(state: Campaign, power: str) -> Iterator[Sequence[str]]:
    for what, (as_whom, as_other) in RELATIONS.items():
        for thing in state.in_force:
            if thing.what == what and thing.whom and thing.against and power in (thing.whom, thing.against):
                first = power == thing.whom
                yield [as_whom if first else as_other, thing.against if first else thing.whom, _when(thing)]


def _when(thing: InForce) -> str:
    last = f"to the end of {thing.until.plus(-1).name}" if thing.until else ""
    return ", ".join(x for x in (thing.terms or thing.place or thing.how, f"since {thing.since.name}", last) if x)


SUBJECT = Subject(
    answers={OPENING_WAR: opening_war},
    duties=duties,
    agenda=agenda,
    status=status,
)
