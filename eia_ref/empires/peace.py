"""Peace: informal, by surrender with and without conditions, and the lapse of a war on a minor (R-176, R-178)."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from pydantic import TypeAdapter

from eia_ref.core import names
from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.effects import Ends, as_a
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import InForce
from eia_ref.empires import amiens, charts
from eia_ref.empires.comings import surrendered
from eia_ref.empires.declare import listed, protected
from eia_ref.empires.effects import MinorHeld, Owes
from eia_ref.empires.memory import begin
from eia_ref.empires.minors import is_major
from eia_ref.empires.points import move_points
from eia_ref.empires.powers import next_phase
from eia_ref.empires.relations import WAR, at_war, between, enemies, towards
from eia_ref.empires.state import Campaign
from eia_ref.empires.subjects import relations_changed

Kind = Literal["informal", "lapse", "conditional", "unconditional"]
KINDS: tuple[Kind, ...] = ("informal", "lapse", "conditional", "unconditional")
VICTOR, UNCONDITIONAL = "victor", "victor, unconditional"


class Condition(Frozen):
    """A condition of peace: see rules/empires/peace.toml for what each key means."""

    of: Literal["loser", "victor", "victor, unconditional"]
    says: str
    cancels: str = ""
    bars: str = ""
    not_with: list[str] = []
    begins: str = ""
    turned: bool = False
    months: int | Literal["peace"] | None = None
    provinces: int = 0
    owed: list[str] = []
    thirds: list[str] = []
    repeats: bool = False
    loser: str = ""
    rule: str = "R-176"


class PeaceRequest(Frozen):
    """`pp peace`: how, that is the kind; of a surrender the power that surrenders, and to whom.

    `loser`: its own pick. `picks`, `cede`, `minors`: by victor, conditions, home provinces, minors. `months`: by
    condition, how long, where the base facts do not say. `thirds`: reparations in two phases. `forced`: the loser
    can collect no manpower and must accept (FP-1). `persia`: it surrenders to Persia at the same time.
    """

    how: Kind
    power: str
    to: list[str]
    loser: str = ""
    picks: dict[str, list[str]] = {}
    cede: dict[str, list[str]] = {}
    minors: dict[str, list[str]] = {}
    months: dict[str, int] = {}
    thirds: bool = False
    forced: bool = False
    persia: bool = False


@functools.cache
def conditions(rulebook: Rulebook) -> dict[str, Condition]:
    """The conditions of peace there are, by name."""
    table = rulebook.table("peace")["conditions"]
    return TypeAdapter(dict[str, Condition]).validate_python(table)


def find_condition(rulebook: Rulebook, said: str) -> str:
    """The condition meant; refuses others with the nearest."""
    return names.find(said, conditions(rulebook), "condition of peace")


def peace(request: PeaceRequest, sheet: Sheet[Campaign]) -> None:
    """Makes a peace of whatever kind."""
    before = sheet.state.copied()
    if not request.to or request.power in request.to or len(set(request.to)) < len(request.to):
        raise RefereeError("a peace is between different powers", "name each side once", "on-itself")
    if request.forced and request.how in ("informal", "lapse"):
        raise RefereeError("--forced is for a surrender", "leave it out", "forced")
    if request.how in ("informal", "lapse"):
        if len(request.to) > 1:
            raise RefereeError(f"{request.how} peace is between two", "make one after the other", "two-only")
        (_informal if request.how == "informal" else _lapse)(request.power, request.to[0], sheet)
    else:
        _surrender(request, sheet)
    relations_changed(sheet, before)


# --- Informal peace, lapse -------------------------------------------------------------------------------------


def _informal(one: str, other: str, sheet: Sheet[Campaign]) -> None:
    """An informal peace ends the war and nothing else (R-180)."""
    state = sheet.state
    for party in (one, other):
        if party == "Poland" and protected(state):
            raise _poland_alone(one if other == party else other)
        if not is_major(state, party):
            raise NotAllowed(
                f"an informal peace is between major powers, and {party} is none (R-180)",
                f"a war on a minor that has come to nothing: eia-ref pp peace lapse {one} {other}",
                "no-major",
            )
    _war(state, one, other)
    if thing := between(state, "no informal peace", one, other):
        raise NotAllowed(
            f"the war of {one} and {other} can't end by an informal peace ({thing.rule})",
            "one of them surrenders: eia-ref pp peace conditional LOSER VICTOR",
            "no-informal-peace",
        )
    if {one, other} == {amiens.BRITAIN, amiens.FRANCE} and not amiens.why_not(sheet.rulebook, state):
        raise NotAllowed(
            "an informal peace of Britain and France is now the peace of Amiens (AP-1)",
            "eia-ref amiens answer accept",
            "amiens",
        )
    sheet.say(f"{one} and {other} make an informal peace.", "R-180")
    end_war(sheet, one, other)
    sheet.outcome = f"{one} and {other} make an informal peace"


def _lapse(one: str, other: str, sheet: Sheet[Campaign]) -> None:
    """A war on a minor lapses."""
    majors = [p for p in (one, other) if is_major(sheet.state, p)]
    if len(majors) != 1:
        raise NotAllowed(
            "a war lapses between a major power and a minor (R-180)", "else: eia-ref pp peace informal", "no-minor"
        )
    power = majors[0]
    minor = other if power == one else one
    if minor == "Poland":
        if protected(sheet.state):
            raise _poland_alone(power)
        raise NotAllowed("Poland's wars end by its own rules (PL-24)", "eia-ref poland", "poland")
    if minor == "Two Sicilies" and power == "France":
        raise NotAllowed("the war of the Two Sicilies and France does not lapse (MI-Fc)", code="no-lapse")
    _war(sheet.state, power, minor)
    sheet.say(f"The war of {power} and {minor} lapses.", "R-180")
    end_war(sheet, power, minor)
    sheet.outcome = f"the war of {power} and {minor} lapses"


def _war(state: Campaign, one: str, other: str) -> InForce:
    """The war of the two. Refuses a peace without one."""
    war = between(state, WAR, one, other)
    if war is None:
        have = enemies(state, one)
        raise NotAllowed(
            f"{one} and {other} are not at war (R-180)",
            f"{one} is at war with {', '.join(have)}" if have else f"{one} is at war with nobody",
            "no-war",
        )
    return war


def _poland_alone(power: str) -> NotAllowed:
    return NotAllowed(
        f"{power} can't make peace with Poland without Russia: peace with Russia includes Poland (PL-10)",
        f"eia-ref pp peace ... {power} Russia",
        "poland-alone",
    )


def end_war(sheet: Sheet[Campaign], one: str, other: str, *rules: str) -> None:
    """Ends the war of the two, with what was said of it; with Russia's, that with protected Poland (PL-10)."""
    for what in (WAR, "no informal peace"):
        if thing := between(sheet.state, what, one, other):
            sheet.apply(as_a(Ends, thing))
    if rules:
        sheet.say(f"{one} and {other} are at peace.", *rules)
    if "Russia" in (one, other) and protected(sheet.state):
        enemy = other if one == "Russia" else one
        if thing := between(sheet.state, WAR, enemy, "Poland"):
            sheet.apply(as_a(Ends, thing))
            sheet.say(f"Poland is included: it is at peace with {enemy}.", "PL-10")


def end_wars(sheet: Sheet[Campaign], power: str, *rules: str) -> list[str]:
    """An informal peace of one power with all it is at war with, majors and minors; with whom (FR-08a)."""
    found = enemies(sheet.state, power)
    for other in found:
        if at_war(sheet.state, power, other):
            end_war(sheet, power, other, *rules)
    return found


def _last(thing: InForce) -> str:
    assert thing.until
    return thing.until.plus(-1).name


# --- Surrender -------------------------------------------------------------------------------------------------


def _surrender(request: PeaceRequest, sheet: Sheet[Campaign]) -> None:
    """One power surrenders to one or more: conditions, points, enforced peace."""
    loser, state = request.power, sheet.state
    if "Persia" in request.to:
        raise NotAllowed(
            "to Persia a power surrenders by itself (PS-16)",
            "eia-ref persia surrender --combined; here: --persia",
            "persia",
        )
    for party in (loser, *request.to):
        if party == "Poland" and protected(state):
            raise _poland_alone(loser if party != loser else request.to[0])
        if not is_major(state, party):
            raise NotAllowed(
                f"{party} is no major power, and no surrender of it is made here (R-180)", code="no-major"
            )
    wars = {v: towards(state, "must surrender", loser, v) or _war(state, loser, v) for v in request.to}
    victors = sorted(wars, key=lambda v: (wars[v].since, wars[v].order))
    picks = _picks(request, victors, sheet)
    _cessions_allowed(request, victors, picks, sheet)
    sheet.say(
        f"{loser} surrenders {'without ' if request.how == 'unconditional' else 'on '}conditions to "
        f"{listed(victors)}.",
        "R-176",
    )
    if request.forced:
        sheet.say(f"{loser} can collect no manpower: it had to ask for peace, and takes this one.", "FP-1")
    if victors[1:]:
        sheet.say(f"They picked in the order they went to war: {', '.join(victors)}.", "R-179")
    for victor in victors:
        _end(sheet, loser, victor, request.how)
    for victor in victors:
        for condition in picks[victor]:
            _carry_out(request, victor, condition, sheet)
        _hand_over(request, victor, sheet)
    _points(request, victors, sheet)
    surrendered(sheet, loser)
    sheet.outcome = f"{loser} surrenders {request.how}ly to {listed(victors)}"


def _end(sheet: Sheet[Campaign], loser: str, victor: str, kind: str) -> None:
    """The war ends, the surrender is remembered, the enforced peace begins, 18 whole months (FC-24, R-171)."""
    if thing := towards(sheet.state, "must surrender", loser, victor):
        sheet.apply(as_a(Ends, thing))
    end_war(sheet, loser, victor)
    begin(sheet, "surrendered", whom=loser, against=victor, where=kind)
    months = sheet.rulebook.table("politics")["months"]["enforced peace"]
    thing = begin(sheet, "enforced peace", whom=loser, against=victor, months=months + 1)
    sheet.say(f"{loser} and {victor} are at enforced peace to the end of {_last(thing)}.", "R-171")


def _points(request: PeaceRequest, victors: Sequence[str], sheet: Sheet[Campaign]) -> None:
    """The loser pays once, each victor gains, by the base game's chart."""
    kind = f"{request.how} surrender"
    points = charts.figure(sheet.rulebook, sheet.state, charts.POINTS, f"{kind}, loser")
    sheet.say(f"{request.power}: {points:+} PP for its surrender.", "R-181")
    if request.persia:
        sheet.say("Persia has B.3 as its pick before all others: eia-ref persia surrender --combined.", "PS-19")
    if points:
        move_points(request.power, points, sheet)
    for victor in victors:
        points = charts.figure(sheet.rulebook, sheet.state, charts.POINTS, f"{kind}, victor")
        sheet.say(f"{victor}: {points:+} PP for the surrender of {request.power}.", "R-181")
        if points:
            move_points(victor, points, sheet)


# --- What is picked --------------------------------------------------------------------------------------------


def _picks(request: PeaceRequest, victors: Sequence[str], sheet: Sheet[Campaign]) -> dict[str, list[str]]:
    """What each victor's picks come to, those that stand; refuses what may not be picked."""
    known = conditions(sheet.rulebook)
    most = sheet.rulebook.table("peace")["picks"]
    for victor, picked in request.picks.items():
        if victor not in victors:
            raise RefereeError(f"{victor} is no victor here", f"victors: {', '.join(victors)}", "no-victor")
        if len(picked) > most:
            raise NotAllowed(
                f"{victor} picks {len(picked)} conditions, and {most} is the most (R-176)", code="too-many-picks"
            )
        for name in picked:
            _may_pick(request, name, known[name])
    _one_of_each(request, victors, known)
    stand = {v: list(request.picks.get(v, [])) for v in victors}
    if request.how == "unconditional":
        if request.loser:
            raise NotAllowed("in an unconditional surrender the loser picks nothing (R-176)", code="loser-picks")
        return stand
    own = request.loser
    if not own or known[own].of != "loser":
        raise RefereeError(
            f"{request.power} picks one condition of A (R-176)",
            "--loser A.1; they are A.1 no corps removed, A.2 no reparations, A.3 no longer truce, A.4 no embargo, "
            "A.5 no province",
            "no-loser-pick",
        )
    sheet.say(f"{request.power} picks {own}: {known[own].says}.", "R-176")
    for victor in victors:
        stand[victor] = _standing(victor, stand[victor], known[own].cancels, sheet)
    return stand


def _standing(victor: str, picked: list[str], cancels: str, sheet: Sheet[Campaign]) -> list[str]:
    """Of a victor's three picks two stand: without the one cancelled, else the first two (R-178)."""
    if cancels in picked:
        sheet.say(f"It takes away {cancels}, which {victor} has picked.", "R-178")
        return [c for c in picked if c != cancels]
    if len(picked) == 3:
        sheet.say(f"It takes away nothing {victor} has picked: {picked[2]}, its third, does not stand.", "R-178")
    return picked[:2]


def _may_pick(request: PeaceRequest, name: str, condition: Condition) -> None:
    """Whether a victor may pick this in this kind of peace."""
    if condition.of == "loser":
        raise NotAllowed(f"{name} is a condition for the loser to pick (R-176)", "--loser", "loser-s-pick")
    if condition.of == UNCONDITIONAL and request.how == "conditional":
        rule = "PC-1" if condition.rule.startswith("PC") else condition.rule
        raise NotAllowed(
            f"{name} can be picked in an unconditional surrender only ({rule})", code="unconditional-only"
        )
    if condition.loser and condition.loser != request.power:
        raise NotAllowed(f"{name} concerns a surrender of {condition.loser} ({condition.rule})", code="not-the-loser")
    if name == "B.3" and request.persia:
        raise NotAllowed("Persia has picked B.3 already, before all others (PS-19)", code="repeated")


def _one_of_each(request: PeaceRequest, victors: Sequence[str], known: Mapping[str, Condition]) -> None:
    """No condition twice but C.6, and none beside one it excludes; the earlier in turn has it (R-179)."""
    taken: dict[str, str] = {}
    for victor, name in in_turn(request.picks, victors):
        if name in taken and not known[name].repeats:
            raise NotAllowed(
                f"{name} is picked by {taken[name]} already, and {victor} can't have it too (R-179)", code="repeated"
            )
        if clash := next((c for c in known[name].not_with if c in taken), None):
            raise NotAllowed(f"{name} can't stand beside {clash} (R-176)", code="excluded")
        taken[name] = victor


def in_turn(picks: Mapping[str, Sequence[str]], victors: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The victors' picks in the order they are made: the first of each in turn, then the second of each ..."""
    for n in range(max((len(p) for p in picks.values()), default=0)):
        for victor in victors:
            if n < len(picks.get(victor, [])):
                yield victor, picks[victor][n]


# --- What is carried out ---------------------------------------------------------------------------------------


def _carry_out(request: PeaceRequest, victor: str, name: str, sheet: Sheet[Campaign]) -> None:
    """One condition: what it puts in force, what the loser owes."""
    condition, loser = conditions(sheet.rulebook)[name], request.power
    known = request.months.get(name) if condition.months == 0 else condition.months
    last = ""
    if condition.begins:
        if known is None:
            raise RefereeError(
                f"how long {name} lasts is not known here ({condition.rule})", f"--months {name}=24", "no-length"
            )
        peace = between(sheet.state, "enforced peace", loser, victor)
        assert peace
        until = peace.until if known == "peace" else sheet.state.month.plus(known + 1)
        whom, against = (victor, loser) if condition.turned else (loser, victor)
        thing = begin(sheet, condition.begins, whom=whom, against=against, until=until)
        last = f", to the end of {_last(thing)}"
    sheet.say(f"{victor} picks {name}: {loser} {condition.says}{last}.", condition.rule)
    owed = condition.thirds if request.thirds and condition.thirds else condition.owed
    phase = next_phase(sheet.rulebook, sheet.state.month)
    for by in owed:
        sheet.apply(
            Owes(
                id=sheet.new_id(),
                what=f"reparations to {victor}",
                rule=condition.rule,
                power=loser,
                on="pays",
                by=by,
                since=sheet.state.month,
                phase=phase,
            )
        )
        phase = next_phase(sheet.rulebook, phase.plus(1))
    if name == "deny co-operation":
        _cancel_access(loser, victor, sheet)


def _cancel_access(loser: str, victor: str, sheet: Sheet[Campaign]) -> None:
    """Access that the loser has given to enemies of the victor is over at once (PC-5)."""
    for guest in enemies(sheet.state, victor):
        if thing := towards(sheet.state, "access", guest, loser):
            sheet.apply(as_a(Ends, thing))
            sheet.say(f"The access {loser} gave to {guest}, which is at war with {victor}, is over.", "PC-5")


def _cessions_allowed(
    request: PeaceRequest, victors: Sequence[str], picks: Mapping[str, Sequence[str]], sheet: Sheet[Campaign]
) -> None:
    """Home provinces: as many as the conditions give, and three in all over all victors (FC-16)."""
    known, loser = conditions(sheet.rulebook), request.power
    most = sheet.rulebook.table("peace")["home_provinces"]
    barred = known[request.loser].bars if request.loser else ""
    for victor in {*request.cede, *request.minors} - {*victors}:
        raise RefereeError(f"{victor} is no victor here", f"victors: {', '.join(victors)}", "no-victor")
    for victor in victors:
        given = [c for c in picks[victor] if known[c].provinces]
        may = sum(known[c].provinces for c in given if c != barred)
        wants = request.cede.get(victor, [])
        if len(wants) > may:
            says = (
                f"{victor} may take {may} home province{'s' if may != 1 else ''} by what it picks, not {len(wants)}"
            )
            raise NotAllowed(f"{says} (R-176)", "B.7 gives one, C.4 up to three", "provinces")
        if may and not wants:
            raise RefereeError(
                f"{victor} picks {given[0]}, and no home province is named",
                f'--cede "{victor}=PROVINCE"',
                "no-province",
            )
    every = [p for v in victors for p in request.cede.get(v, [])]
    before = [
        t.where
        for t in sheet.state.in_force
        if t.what == "ceded province" and t.whom == loser and t.since == sheet.state.month and t.where
    ]
    folded = [names.fold(p) for p in (*before, *every)]
    if twice := next((p for p in every if folded.count(names.fold(p)) > 1), None):
        raise NotAllowed(f"{twice} can be ceded once (R-176)", code="province-twice")
    if len(folded) > most:
        raise NotAllowed(
            f"{len(folded)} home provinces of {loser} would go ({', '.join((*before, *every))}): {most} is the most, "
            f"over all victors (R-176)",
            code="too-many-provinces",
        )


def _hand_over(request: PeaceRequest, victor: str, sheet: Sheet[Campaign]) -> None:
    """Home provinces and minors pass to a victor."""
    loser = request.power
    for province in request.cede.get(victor, []):
        begin(sheet, "ceded province", whom=loser, against=victor, where=province)
        sheet.say(f"{loser} cedes {province} to {victor}.", "R-176")
        if loser == "Austria" and names.fold(province) == "hungary":
            sheet.say("Ofen is a capital here: Hungary goes only when all other provinces are gone.", "AM-1.1.1")
    for minor in request.minors.get(victor, []):
        cede_minor(sheet, loser, victor, minor)


def cede_minor(sheet: Sheet[Campaign], power: str, to: str, minor: str) -> None:
    """A minor passes from one power to another. Refuses a free state (AM-8.8a), and what the power does not hold."""
    was = sheet.state.minors.get(minor)
    if was is None or was.by != power:
        raise NotAllowed(f"{power} does not hold {minor} (AM-8.8)", code="not-held")
    if was.held != "conquered":
        raise NotAllowed(f"{minor} is a {was.held} of {power}, and can't be ceded (AM-8.8a)", code="free-state")
    sheet.apply(MinorHeld(minor=minor, was_held=was.held, was_by=was.by, held=was.held, by=to))
    sheet.say(f"{power} cedes {minor} to {to}.", "AM-8.8")


ADJUDICATORS = (Adjudicator("pp peace", PeaceRequest, peace),)
