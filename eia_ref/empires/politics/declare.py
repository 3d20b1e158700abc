"""Declaring war: whether it is allowed, on whom besides, what it costs, and what follows (R-30).

`consider` answers for one declaration and changes nothing; `pp dow` carries it out, `pp matrix` shows many.
"""

from __future__ import annotations

from collections.abc import Iterator

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.effects import Ends, as_a
from eia_ref.core.errors import NotAllowed
from eia_ref.core.names import in_a_row
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.facts import DeclaredWar
from eia_ref.empires.memory import begin, end
from eia_ref.empires.minors import all_minors, forces_back, home, is_major, whole
from eia_ref.empires.points import move_points
from eia_ref.empires.politics.declaration import (
    Declaration,
    DowRequest,
    Note,
    OnAll,
    Refusal,
    forcing,
    on_empire,
    on_neutrality,
    parties,
    protected,
    target_of,
)
from eia_ref.empires.politics.forbidden import forbidden, nonsense
from eia_ref.empires.politics.price import free, price
from eia_ref.empires.politics.wars import make_war
from eia_ref.empires.relations import (
    ALLIANCE,
    allies,
    at_war,
    between,
    enemies,
    in_force,
    towards,
)
from eia_ref.empires.state import Campaign


def consider(rulebook: Rulebook, state: Campaign, ask: DowRequest) -> Declaration:
    """What a declaration of war comes to, in the order of R-30. Raises RefereeError for an empty cell it needs."""
    ask = _of_the_whole(rulebook, state, ask)
    target, notes = target_of(rulebook, state, ask)
    barred = refusals(rulebook, state, ask)
    if barred and nonsense(rulebook, state, ask, target):
        return Declaration(ask.power, target, tuple(barred), (), ())
    every = list(parties(rulebook, state, ask, target))
    wars = [OnAll(who, why, rules, tuple(price(rulebook, state, ask, target, who))) for who, why, rules in every]
    notes += _follows(rulebook, state, ask, target, [w.against for w in wars])
    return Declaration(ask.power, target, tuple(barred), tuple(wars), tuple(notes))


def refusals(rulebook: Rulebook, state: Campaign, ask: DowRequest) -> list[Refusal]:
    """All that forbids a declaration of war, whatever it would cost."""
    target, _ = target_of(rulebook, state, ask)
    if refusal := nonsense(rulebook, state, ask, target):
        return [refusal]
    return [r for who, why, _ in parties(rulebook, state, ask, target) for r in forbidden(state, ask, who, why)]


def bar_of_call(
    rulebook: Rulebook, state: Campaign, ally: str, enemy: str, invaded: bool = False, apart: bool = False
) -> Refusal | None:
    """Why an ally can't be called to war on that enemy (R-281); an alliance with the enemy is no such bar (AL-8)."""
    war = DowRequest(power=ally, against=enemy, call=True, invaded=invaded, apart=apart)
    return next((r for r in refusals(rulebook, state, war) if r.code != "ally"), None)


def _of_the_whole(rulebook: Rulebook, state: Campaign, ask: DowRequest) -> DowRequest:
    """A war on a part of a minor is one on the minor (AN-4)."""
    against = whole(rulebook, state, ask.against)
    return ask if against == ask.against else ask.model_copy(update={"against": against})


# --- What follows ----------------------------------------------------------------------------------------------


def _follows(rulebook: Rulebook, state: Campaign, ask: DowRequest, target: str, parties: list[str]) -> Iterator[Note]:
    """What the table has to know of it."""
    power = ask.power
    majors = [p for p in parties if is_major(state, p)]
    if power != "Russia" and on_neutrality(rulebook, state, power, target):
        yield "Russia has +2, for war, on the rolls for control of these minors.", ("AN-3",)
    on_holland = (power, target) == ("France", "Holland") and towards(state, "free war", power, target)
    if on_holland and in_force(state, "armed neutrality"):
        yield "France's free war is on Holland alone: the rest of the armed neutrality is not in it.", ("AN-8",)
    if target == "Poland" and protected(state):
        yield (
            "Russia and Poland fight together: Polish forces may be used, and Russia gets no 10$ from Poland.",
            ("PL-8", "PL-9"),
        )
    if target == "Russia" and protected(state):
        yield "Poland is not declared on: that is a declaration of its own.", ("PL-7",)
    if target == "Poland" and not protected(state):
        yield "To try forcible access through Poland is this declaration too.", ("PL-15",)
    if target == "Ireland":
        yield "What was left of the Irish rebels comes back onto the map and defends Ireland.", ("IR-8",)
    now = [e for e in enemies(state, power) if is_major(state, e)]
    if majors and now and not (ask.invaded or ask.forcible):
        yield (
            f"Not allowed if unbesieged enemy infantry corps stand in {power}'s home nation (say --invaded); areas "
            f"without a way by land from Paris or London don't count.",
            ("AM-4.2.2.2", "AM-4.2.2.2a"),
        )
    for major in majors:
        if power == "Turkey" and (thing := in_force(state, "jihad")) and not free(rulebook, state, ask, major):
            yield f"Free, if {major} has an African province: say --african.", (thing.rule,)
        yield f"{major} may move its fleets in the flee step, without troops.", ("FL-1", "FL-2", "FL-3")
        if ready := [a for a in allies(state, major) if a != power and not bar_of_call(rulebook, state, a, power)]:
            yield f"{major} may call {in_a_row(ready)}.", ("AM-10.3.4.3a",)
    if ask.forcible:
        rules = ("AM-10.3.4.3", "AM-10.3.4.3a")
        yield "Declared at the moment of forcible access; the chance comes back with each counter moved.", rules


# --- pp dow ----------------------------------------------------------------------------------------------------


def declare(request: DowRequest, sheet: Sheet[Campaign]) -> None:
    """Declares war: refuses what is forbidden, makes the wars, takes the points."""
    power, said = request.power, request.against
    request = _of_the_whole(sheet.rulebook, sheet.state, request)
    if request.against != said:
        sheet.say(f"{said} is part of {request.against} while the armed neutrality lasts.", "AN-4")
    target, notes = target_of(sheet.rulebook, sheet.state, request)
    called = callers(sheet.state, power, target) if request.call else []
    if request.call and not called:
        raise NotAllowed(
            f"{power} has no ally at war with {target}, and none can have called it (R-175)",
            "without a call: leave out --call",
            "no-call",
        )
    found = consider(sheet.rulebook, sheet.state, request)
    if found.refusals:
        first = found.refusals[0]
        raise NotAllowed(" ".join([*(words for words, _ in notes), first.says]), first.hint, first.code)
    if request.trade_broken:
        _broken_trade(power, target, sheet)
    _say(request, found, called, sheet)
    empire = on_empire(sheet.rulebook, sheet.state, power, target)
    for war in found.wars:
        make_war(sheet, power, war.against)
        forces_back(sheet, war.against, "R-251")
        if (used := towards(sheet.state, "free war", power, war.against)) and used.until:
            end(sheet, used, "R-130")
    if empire:
        _empire_s_war(sheet)
    if found.target == "Papacy" and (thing := in_force(sheet.state, "first war on the Papacy")):
        sheet.apply(as_a(Ends, thing))
    if found.points:
        move_points(power, found.points, sheet)
    for words, rules in found.notes:
        sheet.say(words, *rules)
    if request.forcible and is_major(sheet.state, target) and forcing(target, power) not in sheet.state.once:
        sheet.leave_to_do("forcible access", whom=target, against=power)
    sheet.tell(DeclaredWar(power, request.call))
    on = in_a_row([w.against for w in found.wars])
    sheet.outcome = f"{power} declares war on {on}: " + (f"{found.points:+} PP" if found.points else "free")


def callers(state: Campaign, power: str, enemy: str) -> list[str]:
    """The allies of a power that are at war with that enemy, and can call it."""
    return [a for a in allies(state, power) if at_war(state, a, enemy)]


def _broken_trade(power: str, target: str, sheet: Sheet[Campaign]) -> None:
    """A broken peace on trade needs such a peace in the ledger."""
    if not towards(sheet.state, "trade embargo", target, power):
        raise NotAllowed(
            f"{target} owes {power} no peace that forbids it to trade (AL-11)",
            "leave out --trade-broken",
            "no-embargo",
        )
    sheet.say(f"{target} trades against its peace with {power}.", "AL-11", "R-173")


def _say(request: DowRequest, found: Declaration, called: list[str], sheet: Sheet[Campaign]) -> None:
    """Who is declared on, and each line of the price."""
    by = f", called by {in_a_row(called)}" if called else ""
    rules = ["R-30"]
    if request.forcible:
        ally = between(sheet.state, ALLIANCE, found.power, found.target)
        rules += ["AM-10.3.4.3", *(["AL-10"] if ally else [])]
    sheet.say(f"{found.power} declares war on {request.against}{by}.", *rules)
    for war in found.wars:
        if war.why:
            sheet.say(f"It is a war on {war.against} too: {war.why}.", *war.rules)
        for line in war.lines:
            points = f"{line.points:+} PP" if line.points else "0"
            sheet.say(f"{war.against}: {points}, {line.says}.", *line.rules)


def _empire_s_war(sheet: Sheet[Campaign]) -> None:
    """Austria and Prussia can't end by informal peace a war over the empire (HR-4)."""
    if at_war(sheet.state, "Austria", "Prussia") and not between(
        sheet.state, "no informal peace", "Austria", "Prussia"
    ):
        begin(sheet, "no informal peace", whom="Austria", against="Prussia", rule="HR-4")
        sheet.say("Austria and Prussia can make no informal peace in this war.", "HR-4")


# --- pp matrix -------------------------------------------------------------------------------------------------


def matrix(rulebook: Rulebook, state: Campaign, targets: list[str] | None = None) -> dict[str, dict[str, str]]:
    """For each power what a war on each of the targets comes to: points, or the word that forbids it.

    Without targets, the powers in play.
    """
    powers = state.in_play()
    return {p: {t: _cell(rulebook, state, p, t) for t in targets or powers} for p in powers}


def _cell(rulebook: Rulebook, state: Campaign, power: str, target: str) -> str:
    if power == target:
        return "·"
    found = consider(rulebook, state, DowRequest(power=power, against=target))
    if found.refusals:
        return found.refusals[0].word or "·"
    return str(found.points)


def minor_targets(rulebook: Rulebook, state: Campaign) -> list[str]:
    """The minors a matrix shows: those the rules name and those the ledger does."""
    named = [m for m in all_minors(rulebook) if not home(rulebook, state, m) and whole(rulebook, state, m) == m]
    return list(dict.fromkeys(sorted([*named, *state.minors])))


ADJUDICATORS: tuple[Adjudicator[Campaign, DowRequest], ...] = (Adjudicator("pp dow", DowRequest, declare),)
