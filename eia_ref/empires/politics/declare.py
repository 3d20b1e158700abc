"""Declaring war: a declaration is prepared, judged, priced and carried out; and what follows from it (R-30)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.effects import Ends, as_a
from eia_ref.core.errors import NotAllowed
from eia_ref.core.names import in_a_row
from eia_ref.core.position import Position
from eia_ref.empires.facts import DeclaredWar
from eia_ref.empires.lasting import begin, end
from eia_ref.empires.minors import NEUTRALITY, all_minors, forces_back, home, is_major, whole
from eia_ref.empires.points import move_points
from eia_ref.empires.polish_provinces import POLAND
from eia_ref.empires.politics.declaration import (
    FREE_WAR,
    Declaration,
    DowRequest,
    Note,
    Party,
    forcing,
    prepare,
    shared_wars,
)
from eia_ref.empires.politics.forbidden import Refusal, bar_of_call, refusals
from eia_ref.empires.politics.price import Price, free, prices
from eia_ref.empires.relations import ALLIANCE, allies, at_war, between, enemies, in_force, towards
from eia_ref.empires.state import Campaign
from eia_ref.empires.wars import make_war


class Considered(NamedTuple):
    """A declaration of war judged and priced: what forbids it, and what each of its wars costs."""

    declaration: Declaration
    refusals: list[Refusal]
    prices: list[Price]

    @property
    def points(self) -> int:
        """The price of it all, 0 or less."""
        return sum(price.points for price in self.prices)


def consider(position: Position[Campaign], asked: DowRequest) -> Considered:
    """What a declaration of war would come to; nothing is changed, and a price is said of a forbidden one too."""
    declaration = prepare(position, asked)
    return Considered(declaration, refusals(position.state, declaration), prices(position, declaration))


# --- pp dow ----------------------------------------------------------------------------------------------------


def declare(sheet: Sheet[Campaign], request: DowRequest) -> None:
    """Declares war: refuses what is forbidden, makes the wars, takes the points."""
    carry_out(sheet, prepare(sheet, request))


def carry_out(sheet: Sheet[Campaign], declaration: Declaration) -> None:
    """A declaration of war as it was prepared. Refuses what is forbidden."""
    power, target, asked = declaration.power, declaration.target, declaration.asked
    if asked.against != declaration.against:
        sheet.say(f"{asked.against} is part of {declaration.against} while the armed neutrality lasts.", "AN-4")
    called_by = _callers(sheet.state, declaration)
    _refuse_forbidden(sheet.state, declaration)
    if asked.trade_broken:
        _broken_trade(sheet, power, target)
    price = prices(sheet, declaration)
    follows = list(_follows(sheet, declaration))
    _say(sheet, declaration, called_by, price)
    for party in declaration.parties:
        _begin_war(sheet, power, party.name)
    _no_informal_peace(sheet, declaration)
    if target == "Papacy" and (thing := in_force(sheet.state, "first war on the Papacy")):
        sheet.apply(as_a(Ends, thing))
    points = sum(p.points for p in price)
    if points:
        move_points(sheet, power, points)
    for words, rules in (*declaration.notes, *follows):
        sheet.say(words, *rules)
    if asked.forcible and is_major(sheet.state, target) and forcing(target, power) not in sheet.state.once:
        sheet.leave_to_do("forcible access", whom=target, against=power)
    sheet.tell(DeclaredWar(power, asked.call))
    on = in_a_row([party.name for party in declaration.parties])
    sheet.outcome = f"{power} declares war on {on}: " + (f"{points:+} PP" if points else "free")


def _callers(state: Campaign, declaration: Declaration) -> list[str]:
    """The allies at war with the target that have called; refuses a call that none can have made (R-175)."""
    if not declaration.asked.call:
        return []
    power, target = declaration.power, declaration.target
    callers = [a for a in allies(state, power) if at_war(state, a, target)]
    if not callers:
        raise NotAllowed(
            f"{power} has no ally at war with {target}, and none can have called it (R-175)",
            "without a call: leave out --call",
            "no-call",
        )
    return callers


def _refuse_forbidden(state: Campaign, declaration: Declaration) -> None:
    """Refuses a declaration that something forbids, with whom it is on."""
    if barred := refusals(state, declaration):
        first = barred[0]
        raise NotAllowed(" ".join([*(words for words, _ in declaration.notes), first.says]), first.hint, first.code)


def _broken_trade(sheet: Sheet[Campaign], power: str, target: str) -> None:
    """A broken peace on trade needs such a peace in the ledger."""
    if not towards(sheet.state, "trade embargo", target, power):
        raise NotAllowed(
            f"{target} owes {power} no peace that forbids it to trade (AL-11)",
            "leave out --trade-broken",
            "no-embargo",
        )
    sheet.say(f"{target} trades against its peace with {power}.", "AL-11", "R-173")


def _say(sheet: Sheet[Campaign], declaration: Declaration, called_by: Sequence[str], price: Sequence[Price]) -> None:
    """Who is declared on, and each line of the price."""
    power, target = declaration.power, declaration.target
    by = f", called by {in_a_row(called_by)}" if called_by else ""
    rules = ["R-30"]
    if declaration.asked.forcible:
        ally = between(sheet.state, ALLIANCE, power, target)
        rules += ["AM-10.3.4.3", *(["AL-10"] if ally else [])]
    sheet.say(f"{power} declares war on {declaration.against}{by}.", *rules)
    for party, lines in price:
        if not party.meant:
            sheet.say(f"It is a war on {party.name} too: {party.why}.", *party.rules)
        for line in lines:
            points = f"{line.points:+} PP" if line.points else "0"
            sheet.say(f"{party.name}: {points}, {line.says}.", *line.rules)


def _begin_war(sheet: Sheet[Campaign], power: str, other: str) -> None:
    """The two are at war: a minor's forces come back, a free war that had an end is used up (R-251, R-130)."""
    make_war(sheet, power, other)
    forces_back(sheet, other, "R-251")
    if (used := towards(sheet.state, FREE_WAR, power, other)) and used.until:
        end(sheet, used, "R-130")


def _no_informal_peace(sheet: Sheet[Campaign], declaration: Declaration) -> None:
    """Two powers can't end by informal peace a war over what they share: Austria and Prussia the empire (HR-4)."""
    barred = shared_wars(sheet.rulebook).get(declaration.shared, {}).get("no_informal_peace")
    if not barred:
        return
    one, other = barred["between"]
    if at_war(sheet.state, one, other) and not between(sheet.state, "no informal peace", one, other):
        begin(sheet, "no informal peace", whom=one, against=other, rule=barred["rule"])
        sheet.say(f"{one} and {other} can make no informal peace in this war.", barred["rule"])


# --- What follows ----------------------------------------------------------------------------------------------


def _follows(position: Position[Campaign], declaration: Declaration) -> Iterator[Note]:
    """What the table has to know of it."""
    power, target, asked = declaration.power, declaration.target, declaration.asked
    majors = declaration.majors
    if power != "Russia" and declaration.shared == NEUTRALITY:
        yield "Russia has +2, for war, on the rolls for control of these minors.", ("AN-3",)
    if alone := declaration.alone:
        rule = shared_wars(position.rulebook)[alone]["not_free_war"]
        yield f"{power}'s free war is on {target} alone: the rest of the {alone} is not in it.", (rule,)
    if target == POLAND and declaration.protector:
        yield (
            "Russia and Poland fight together: Polish forces may be used, and Russia gets no 10$ from Poland.",
            ("PL-8", "PL-9"),
        )
    if target == declaration.protector:
        yield "Poland is not declared on: that is a declaration of its own.", ("PL-7",)
    if target == POLAND and not declaration.protector:
        yield "To try forcible access through Poland is this declaration too.", ("PL-15",)
    if target == "Ireland":
        yield "What was left of the Irish rebels comes back onto the map and defends Ireland.", ("IR-8",)
    now = [e for e in enemies(position.state, power) if is_major(position.state, e)]
    if majors and now and not (asked.invaded or asked.forcible):
        yield (
            f"Not allowed if unbesieged enemy infantry corps stand in {power}'s home nation (say --invaded); areas "
            f"without a way by land from Paris or London don't count.",
            ("AM-4.2.2.2", "AM-4.2.2.2a"),
        )
    for party in declaration.parties:
        if party.major:
            yield from _to_major(position, declaration, party)
    if asked.forcible:
        rules = ("AM-10.3.4.3", "AM-10.3.4.3a")
        yield "Declared at the moment of forcible access; the chance comes back with each counter moved.", rules


def _to_major(position: Position[Campaign], declaration: Declaration, party: Party) -> Iterator[Note]:
    """What a major power that war is declared on may do, and what could make the war free."""
    state = position.state
    power, major = declaration.power, party.name
    if power == "Turkey" and (thing := in_force(state, "jihad")) and not free(position, declaration, party):
        yield f"Free, if {major} has an African province: say --african.", (thing.rule,)
    yield f"{major} may move its fleets in the flee step, without troops.", ("FL-1", "FL-2", "FL-3")
    against = [DowRequest(power=ally, against=power, call=True) for ally in allies(state, major) if ally != power]
    if ready := [a.power for a in against if not bar_of_call(state, prepare(position, a))]:
        yield f"{major} may call {in_a_row(ready)}.", ("AM-10.3.4.3a",)


# --- pp matrix -------------------------------------------------------------------------------------------------


def matrix(position: Position[Campaign], targets: list[str] | None = None) -> dict[str, dict[str, str]]:
    """For each power what a war on each of the targets comes to: points, or the word that forbids it.

    Without targets, the powers in play.
    """
    powers = position.state.in_play()
    return {p: {t: _cell(position, p, t) for t in targets or powers} for p in powers}


def _cell(position: Position[Campaign], power: str, target: str) -> str:
    if power == target:
        return "·"
    found = consider(position, DowRequest(power=power, against=target))
    if found.refusals:
        return found.refusals[0].word or "·"
    return str(found.points)


def minor_targets(position: Position[Campaign]) -> list[str]:
    """The minors a matrix shows: those the rules name and those the ledger does."""
    named = [m for m in all_minors(position.rulebook) if not home(position, m) and whole(position, m) == m]
    return list(dict.fromkeys(sorted([*named, *position.state.minors])))


ADJUDICATORS: tuple[Adjudicator[Campaign, DowRequest], ...] = (Adjudicator("pp dow", DowRequest, declare),)
