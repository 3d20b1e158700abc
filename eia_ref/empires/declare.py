"""Declaring war: whether it is allowed, on whom besides, what it costs, and what follows (R-30).

`consider` answers for one declaration and changes nothing; `pp dow` carries it out, `pp matrix` shows many.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.effects import Ends, as_a
from eia_ref.core.errors import NotAllowed
from eia_ref.core.frozen import Frozen
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import InForce
from eia_ref.empires import charts
from eia_ref.empires.comings import declared_war
from eia_ref.empires.memory import begin
from eia_ref.empires.minors import all_minors, controlled, controller, group, is_major
from eia_ref.empires.points import move_points
from eia_ref.empires.relations import (
    ALLIANCE,
    ENFORCED_PEACE,
    WAR,
    allies,
    at_war,
    between,
    dominant,
    enemies,
    holder,
    in_force,
    towards,
)
from eia_ref.empires.state import Campaign
from eia_ref.empires.subjects import relations_changed

AGREED = (
    *(ALLIANCE, ENFORCED_PEACE, "access", "access by peace", "no war on the victor", "trade embargo"),
    *("sphere of influence", "denied co-operation", "corps on loan"),
)  # what a war between the two ends
REPUBLIC = 20  # the stage of the Revolution from which France is a republic (FR-20)


class DowRequest(Frozen):
    """`pp dow`: who on whom, and what the ledger can't know of the board.

    `call`: an ally at war with it has called. `invaded`: unbesieged enemy infantry corps stand in the home nation.
    `forcible`: the other is using forcible access at this moment. `trade_broken`: the other trades against its
    peace. `apart`: the minor touches no area of the power in whose sphere of influence the declaring power is.
    `african`: the other has an African province.
    """

    power: str
    against: str
    call: bool = False
    invaded: bool = False
    forcible: bool = False
    trade_broken: bool = False
    apart: bool = False
    african: bool = False


@dataclass(frozen=True)
class Line:
    """A line of a declaration's price: political points, what for, by which rules."""

    points: int
    says: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Refusal:
    """Why a declaration is not allowed: a word for the matrix, the reason in full, what can be done, the code."""

    word: str
    says: str
    hint: str = ""
    code: str = "not-allowed"


@dataclass(frozen=True)
class OnAll:
    """One war of a declaration: on whom, why it comes with it, its price."""

    against: str
    why: str
    rules: tuple[str, ...]
    lines: tuple[Line, ...]

    @property
    def points(self) -> int:
        """The price of this war, 0 or less."""
        return sum(line.points for line in self.lines)


@dataclass(frozen=True)
class Declaration:
    """A declaration of war looked at: what forbids it, the wars it makes, notes on what follows."""

    power: str
    target: str
    refusals: tuple[Refusal, ...]
    wars: tuple[OnAll, ...]
    notes: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def points(self) -> int:
        """The price of it all, 0 or less."""
        return sum(war.points for war in self.wars)


def consider(rulebook: Rulebook, state: Campaign, ask: DowRequest) -> Declaration:
    """What a declaration of war comes to, in the order of R-30. Raises RefereeError for an empty cell it needs."""
    target, notes = _target(rulebook, state, ask)
    if refusal := _nonsense(rulebook, state, ask, target):
        return Declaration(ask.power, target, (refusal,), (), ())
    parties = list(_parties(rulebook, state, ask, target))
    refusals = [r for who, why, _ in parties for r in _forbidden(state, ask, who, why)]
    wars = [OnAll(who, why, rules, tuple(_price(rulebook, state, ask, target, who))) for who, why, rules in parties]
    notes += _follows(rulebook, state, ask, target, [w.against for w in wars])
    return Declaration(ask.power, target, tuple(refusals), tuple(wars), tuple(notes))


def _target(rulebook: Rulebook, state: Campaign, ask: DowRequest) -> tuple[str, list[tuple[str, tuple[str, ...]]]]:
    """Whom the war is on: of a minor that a power controls, that power (R-172)."""
    said = ask.against
    if is_major(state, said) or said == "Persia" or _own_price(state, said):
        return said, []
    by = controller(rulebook, state, said)
    if by is None or by == ask.power:
        return said, []
    return by, [(f"{said} is controlled by {by}: a war on it is one on {by}.", ("R-172",))]


def _own_price(state: Campaign, said: str) -> bool:
    """Whether it is Poland, protected or independent, which is declared on by itself (PL-6, PL-16)."""
    held = state.minors.get("Poland")
    return said == "Poland" and (held is None or held.held != "conquered")


def protected(state: Campaign) -> bool:
    """Whether Poland is Russia's protectorate."""
    held = state.minors.get("Poland")
    return held is not None and held.held == "protectorate"


def _nonsense(rulebook: Rulebook, state: Campaign, ask: DowRequest, target: str) -> Refusal | None:
    """What can be no declaration of war at all."""
    power, said = ask.power, ask.against
    if power == target:
        return Refusal("", f"{power} can't declare war on itself (R-30)", code="on-itself")
    if target == "Persia":
        return Refusal("", "a war with Persia comes with its invasion, not by declaration (R-14)", code="persia")
    if said == "Poland" and protected(state) and power == holder(state, said):
        return Refusal("own", "Russia may not declare war on Poland, its protectorate (PL-5)", code="protectorate")
    if not is_major(state, target) and controller(rulebook, state, said) == power:
        return Refusal("own", f"{power} controls {said} (R-172)", code="own-minor")
    if war := between(state, WAR, power, target):
        return Refusal(
            "war", f"{power} and {target} are at war already, since {war.since.name} (R-38)", code="at-war"
        )
    return None


# --- On whom besides -------------------------------------------------------------------------------------------

Party = tuple[str, str, tuple[str, ...]]  # on whom, why it comes with it, by which rules


def _parties(rulebook: Rulebook, state: Campaign, ask: DowRequest, target: str) -> Iterator[Party]:
    """All on whom the war is declared, the one meant first."""
    power = ask.power
    yield target, "", ("R-30",)
    more: list[Party] = []
    if target in group(rulebook, "armed neutrality") and in_force(state, "armed neutrality"):
        more = _neutrality(rulebook, state, power, target)
    if target in group(rulebook, "Holy Roman Empire") and empire_stands(state) and power in ("Austria", "Prussia"):
        other = "Prussia" if power == "Austria" else "Austria"
        members = [m for m in group(rulebook, "Holy Roman Empire") if not controller(rulebook, state, m)]
        more = [(m, "one of the empire", ("HR-2", "R-32")) for m in [*members, other]]
    if target == "Sardinia" and in_force(state, "Sardinia under Britain") and power != "Britain":
        more = [("Britain", "Sardinia stands under Britain", ("SA-3",))]
    if target == "Poland" and protected(state):
        more = [("Russia", "Poland is its protectorate", ("PL-6",))]
    for who, why, rules in more:
        if who != target and not at_war(state, power, who):
            yield who, why, rules


def _neutrality(rulebook: Rulebook, state: Campaign, power: str, target: str) -> list[Party]:
    """The other members of the armed neutrality and Russia (R-31); none in France's free war on Holland (AN-8)."""
    if power == "France" and target == "Holland" and towards(state, "free war", power, target):
        return []
    members = [m for m in group(rulebook, "armed neutrality") if not controller(rulebook, state, m)]
    members += [m for m in ("Russia",) if m != power]
    return [(m, "one of the armed neutrality", ("AN-2", "R-31")) for m in members]


def empire_stands(state: Campaign) -> bool:
    """Whether the rule of the Holy Roman Empire still holds (HR-5)."""
    gone = state.month.year >= 1800 and any(dominant(state, p) for p in ("France", "Austria", "Prussia"))
    return in_force(state, "Holy Roman Empire") is not None and not gone


# --- Forbidden? ------------------------------------------------------------------------------------------------


def _forbidden(state: Campaign, ask: DowRequest, who: str, why: str) -> Iterator[Refusal]:
    """What forbids the war on one of the parties; `why` it is declared on, where it is not the one meant (R-183)."""
    found = [*_by_treaty(state, ask, who), *_by_revolution(state, ask.power, who)]
    found += _by_position(state, ask) if is_major(state, who) else _by_sphere(state, ask, who)
    for refusal in found:
        yield replace(refusal, says=f"{refusal.says}; the war is one on {who}: {why}") if why else refusal


def _by_position(state: Campaign, ask: DowRequest) -> Iterator[Refusal]:
    """What forbids a war on any major power: the peace of Amiens, an invaded home nation."""
    power, thing = ask.power, in_force(state, "peace of Amiens")
    if thing and power in (thing.whom, thing.against):
        says = f"the peace of Amiens forbids {power} a war on any major power to the end of {_last(thing)} (AP-2)"
        yield Refusal("Amiens", says, code="amiens")
    if ask.invaded and (now := [e for e in enemies(state, power) if is_major(state, e)]):
        says = (
            f"{power} is at war with {listed(now)} and has unbesieged enemy infantry corps in its home nation: "
            f"no war on a further major power (AM-4.2.2.2)"
        )
        yield Refusal("invaded", says, code="invaded")


def _last(thing: InForce) -> str:
    """The last month of something with an end."""
    assert thing.until
    return thing.until.plus(-1).name


def _by_treaty(state: Campaign, ask: DowRequest, who: str) -> Iterator[Refusal]:
    """Alliance, enforced peace, and a peace that binds one side only."""
    power = ask.power
    alliance = between(state, ALLIANCE, power, who)
    if alliance and not (ask.forcible or ask.trade_broken):
        says = f"{power} and {who} are allied since {alliance.since.name} (AL-5)"
        yield Refusal("ally", says, f"eia-ref pp break {power} {who} comes first", "ally")
    if ask.trade_broken and (towards(state, "trade embargo", who, power) or alliance):
        return  # a peace on trade that is broken does not protect who broke it
    for what, thing in (
        ("at enforced peace", between(state, ENFORCED_PEACE, power, who)),
        ("bound by its peace not to declare war", towards(state, "no war on the victor", power, who)),
    ):
        if thing:
            says = f"{power} is {what} with {who} to the end of {_last(thing)} ({thing.rule})"
            yield Refusal("peace", says, code="enforced-peace")


def _by_revolution(state: Campaign, power: str, who: str) -> Iterator[Refusal]:
    """The stages of the Revolution in which France may not declare war, or not be declared on."""
    if power == "France" and (thing := in_force(state, "no French wars")):
        yield Refusal("no wars", f"France may not declare war now ({thing.rule})", code="no-french-wars")
    if who == "France" and (thing := in_force(state, "no wars on France")):
        yield Refusal("no wars", f"nobody may declare war on France now ({thing.rule})", code="no-wars-on-france")


def _by_sphere(state: Campaign, ask: DowRequest, minor: str) -> Iterator[Refusal]:
    """A sphere of influence covers the minors that touch an area the victor controls; the ledger has no map."""
    for thing in state.in_force:
        if thing.what == "sphere of influence" and thing.whom == ask.power and not ask.apart:
            victor = thing.against
            says = (
                f"{ask.power} is in the sphere of influence of {victor} to the end of {_last(thing)}: "
                f"no war on {minor} if it touches an area {victor} controls (PC-2)"
            )
            yield Refusal("sphere", says, "if it touches none: --apart", "sphere")


# --- What it costs ---------------------------------------------------------------------------------------------


def _price(rulebook: Rulebook, state: Campaign, ask: DowRequest, target: str, who: str) -> Iterator[Line]:
    """The price of one war, line by line: the base figure, or why it is free; then what the house rules add."""
    free = _free(rulebook, state, ask, who)
    if free:
        yield free
        return
    yield _base(rulebook, state, ask, target, who)
    if ask.power == "France" and in_force(state, "dear French wars") and who_pays(state, target, who):
        yield _added(rulebook, "French war")
    if line := _former_ally(rulebook, state, ask, who):
        yield line
    if ask.power == "Britain" and who == "Sardinia" and in_force(state, "Sardinia under Britain"):
        yield _added(rulebook, "Britain on Sardinia")
    if who == "Papacy" and in_force(state, "first war on the Papacy"):
        if ask.power == "France" and state.revolution.stage >= REPUBLIC:
            yield Line(0, "the first war ever declared on the Papacy, but France is no kingdom", ("PM-2",))
        else:
            yield _added(rulebook, "first on the Papacy")


def who_pays(state: Campaign, target: str, who: str) -> bool:
    """Whether a war of a declaration has a price of its own: Russia has none beside its protectorate (PL-6)."""
    return not (who == "Russia" and target == "Poland")


def _free(rulebook: Rulebook, state: Campaign, ask: DowRequest, who: str) -> Line | None:
    """Why a war costs nothing, if it does: then nothing is added either (R-174)."""
    if thing := towards(state, "free war", ask.power, who):
        return Line(0, "a free war", (thing.rule, "R-174"))
    if ask.power == "Turkey" and is_major(state, who) and (thing := in_force(state, "jihad")):
        have = [m for m in controlled(rulebook, state, who) if m in group(rulebook, "Africa")]
        if have or ask.african:
            return Line(0, f"jihad: {who} has {have[0] if have else 'an African province'}", (thing.rule, "R-174"))
    return None


def _base(rulebook: Rulebook, state: Campaign, ask: DowRequest, target: str, who: str) -> Line:
    """The base price of a war on this party."""
    if ask.call and who == target:
        points = charts.figure(rulebook, state, charts.POINTS, "call answered")
        return Line(points, "called by an ally", ("R-175",))
    if who == "Poland" and _own_price(state, who):
        return _added(rulebook, "protected Poland" if protected(state) else "independent Poland")
    if not who_pays(state, target, who):
        return Line(0, "paid for with Poland", ("PL-6",))
    if is_major(state, who):
        return Line(charts.figure(rulebook, state, charts.POINTS, "war on a major power"), "a major power", ("R-30",))
    return Line(charts.figure(rulebook, state, charts.POINTS, "war on a minor"), "a minor", ("R-30",))


def _added(rulebook: Rulebook, name: str) -> Line:
    """What the house rules ask for beside the base price."""
    data = rulebook.table("politics")["declaration"][name]
    return Line(data["points"], data["says"], (data["rule"],))


def _former_ally(rulebook: Rulebook, state: Campaign, ask: DowRequest, who: str) -> Line | None:
    """The surcharge on a former ally: 2 in the month of the break, 1 less for each month waited (AL-6, AL-7)."""
    power, thing = ask.power, towards(state, "ex-ally", ask.power, who)
    if thing or between(state, ALLIANCE, power, who):
        if ask.forcible:
            return Line(0, f"nothing more for an ally: {who} uses forcible access", ("AL-9",))
        if ask.trade_broken:
            return Line(0, f"nothing more for an ally: {who} trades against its peace", ("AL-11",))
    if insult := towards(state, "insulted ally", power, who):
        return Line(0, "nothing more for a former ally after the insult", (insult.rule, "R-102"))
    if towards(state, "ex-ally", who, power):
        return Line(0, f"nothing more for a former ally: {who} broke the alliance", ("AL-12",))
    if thing is None:
        return None
    data = rulebook.table("politics")["declaration"]["former ally"]
    if thing.since == state.month:
        return Line(data["points"], f"{data['says']}, the alliance broken this month", (data["rule"],))
    waited = next(n for n in range(1, -data["points"] + 1) if thing.since.plus(n) >= state.month)
    return Line(
        data["points"] + waited,
        f"{data['says']}, the alliance broken in {thing.since.name}",
        (data["rule"], data["later"]),
    )


# --- What follows ----------------------------------------------------------------------------------------------

Note = tuple[str, tuple[str, ...]]


def _follows(rulebook: Rulebook, state: Campaign, ask: DowRequest, target: str, parties: list[str]) -> Iterator[Note]:
    """What the table has to know of it."""
    power = ask.power
    majors = [p for p in parties if is_major(state, p)]
    if "Russia" in parties and target in group(rulebook, "armed neutrality"):
        yield "Russia has +2, for war, on the rolls for control of these minors.", ("AN-3",)
    if target == "Poland" and protected(state):
        yield (
            "Russia and Poland fight together: Polish forces may be used, and Russia gets no 10$ from Poland.",
            ("PL-8", "PL-9"),
        )
    if target == "Russia" and protected(state):
        yield "Poland is not declared on: that is a declaration of its own.", ("PL-7",)
    if target == "Poland":
        yield "To try forcible access through Poland is this declaration too.", ("PL-15",)
    now = [e for e in enemies(state, power) if is_major(state, e)]
    if majors and now and not ask.invaded:
        yield (
            f"Not allowed if unbesieged enemy infantry corps stand in {power}'s home nation (say --invaded); areas "
            f"without a way by land to the capital don't count.",
            ("AM-4.2.2.2", "AM-4.2.2.2a"),
        )
    for major in majors:
        yield f"{major} may move its fleets in the flee step, without troops.", ("FL-1", "FL-2", "FL-3")
        if ready := [a for a in allies(state, major) if a != power and not at_war(state, a, power)]:
            yield f"{major} may call {listed(ready)}: eia-ref pp call.", ("AM-10.3.4.3a",)
    if ask.forcible:
        yield (
            "Declared at the moment of forcible access; the chance comes back with each counter moved.",
            (
                "AM-10.3.4.3",
                "AM-10.3.4.3a",
            ),
        )


# --- pp dow ----------------------------------------------------------------------------------------------------


def dow(request: DowRequest, sheet: Sheet[Campaign]) -> None:
    """Declares war: refuses what is forbidden, makes the wars, takes the points."""
    before = sheet.state.copied()
    declare(request, sheet)
    relations_changed(sheet, before)


def declare(request: DowRequest, sheet: Sheet[Campaign]) -> None:
    """Declares war, as part of whatever else is adjudicated: tells nobody that relations have changed."""
    power = request.power
    if request.call and not callers(sheet.state, power, request.against):
        raise NotAllowed(
            f"{power} has no ally at war with {request.against}, and none can have called it (R-175)",
            "without a call: leave out --call",
            "no-call",
        )
    found = consider(sheet.rulebook, sheet.state, request)
    if found.refusals:
        first = found.refusals[0]
        raise NotAllowed(first.says, first.hint, first.code)
    if request.trade_broken:
        _broken_trade(request, sheet)
    _say(request, found, sheet)
    for war in found.wars:
        make_war(sheet, power, war.against)
    if found.target in group(sheet.rulebook, "Holy Roman Empire") and any("HR-2" in w.rules for w in found.wars):
        _empire_s_war(sheet)
    if found.target == "Papacy" and (thing := in_force(sheet.state, "first war on the Papacy")):
        sheet.apply(as_a(Ends, thing))
    if found.points:
        move_points(power, found.points, sheet)
    for words, rules in found.notes:
        sheet.say(words, *rules)
    declared_war(sheet, power, by_call=request.call)
    on = listed([w.against for w in found.wars])
    sheet.outcome = f"{power} declares war on {on}: " + (f"{found.points} PP" if found.points else "free")


def listed(names: list[str]) -> str:
    """Names in a sentence: `Baden, Hesse and Prussia`."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)


def callers(state: Campaign, power: str, enemy: str) -> list[str]:
    """The allies of a power that are at war with that enemy, and can call it."""
    return [a for a in allies(state, power) if at_war(state, a, enemy)]


def _broken_trade(request: DowRequest, sheet: Sheet[Campaign]) -> None:
    """A broken peace on trade needs such a peace in the ledger."""
    if not towards(sheet.state, "trade embargo", request.against, request.power):
        raise NotAllowed(
            f"{request.against} owes {request.power} no peace that forbids it to trade (AL-11)",
            "leave out --trade-broken",
            "no-embargo",
        )
    sheet.say(f"{request.against} trades against its peace with {request.power}.", "AL-11", "R-173")


def _say(request: DowRequest, found: Declaration, sheet: Sheet[Campaign]) -> None:
    """Who is declared on, and each line of the price."""
    called = f", called by {listed(callers(sheet.state, found.power, request.against))}" if request.call else ""
    rules = ("AM-10.3.4.3", "AL-10") if request.forcible else ()
    sheet.say(f"{found.power} declares war on {request.against}{called}.", "R-30", *rules)
    for war in found.wars:
        if war.why:
            sheet.say(f"It is a war on {war.against} too: {war.why}.", *war.rules)
        for line in war.lines:
            price = f"{line.points:+} PP" if line.points else "0"
            sheet.say(f"{war.against}: {price}, {line.says}.", *line.rules)


def make_war(sheet: Sheet[Campaign], power: str, against: str) -> InForce:
    """The two are at war from now on; what they had agreed is over."""
    for what in AGREED:
        for one, other in ((power, against), (against, power)):
            while thing := towards(sheet.state, what, one, other):
                sheet.apply(as_a(Ends, thing))
                sheet.say(f"The war ends the {thing.what} of {power} and {against}.", "R-30")
    return begin(sheet, WAR, whom=power, against=against)


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

    Without targets, the powers in play. A word ends in `?` where it depends on the board.
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
    return list(dict.fromkeys(sorted([*all_minors(rulebook), *state.minors])))


ADJUDICATORS: tuple[Adjudicator[Campaign, DowRequest], ...] = (Adjudicator("pp dow", DowRequest, dow),)
