"""Peace: informal, by surrender with and without conditions, and the lapse of a war on a minor (R-176, R-178)."""

from __future__ import annotations

from collections.abc import Sequence

from eia_ref.core import names
from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.charts import figure
from eia_ref.core.effects import Ends, as_a
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.names import as_typed, in_a_row
from eia_ref.core.state import InForce
from eia_ref.empires import throne
from eia_ref.empires.charts import POINTS
from eia_ref.empires.decisions import leave_open
from eia_ref.empires.effects import Owes
from eia_ref.empires.lasting import begin
from eia_ref.empires.minors import is_major
from eia_ref.empires.points import move_points
from eia_ref.empires.polish_provinces import POLAND, protector
from eia_ref.empires.politics.cessions import hand_on, hand_on_polish, no_supply, polish, polish_home
from eia_ref.empires.politics.forced import SUE, made_peace
from eia_ref.empires.politics.terms import PeaceRequest, check_cessions, conditions, picks_allowed
from eia_ref.empires.powers import collected, economic_months, next_phase, phase_of
from eia_ref.empires.relations import PERSIA, SURRENDERED, WAR, between, enemies, towards
from eia_ref.empires.revolution import offer
from eia_ref.empires.state import Campaign
from eia_ref.empires.throne import NAPLES_FIGHTS
from eia_ref.empires.wars import end_war


def peace(sheet: Sheet[Campaign], request: PeaceRequest) -> None:
    """Makes a peace of whatever kind."""
    if not request.to or request.power in request.to or len(set(request.to)) < len(request.to):
        raise RefereeError("a peace is between different powers", "name each side once", "on-itself")
    _no_peace_of_its_own(sheet.state, (request.power, *request.to))
    if request.forced:
        _forced(sheet, request)
    if request.how in ("informal", "lapse"):
        if request != PeaceRequest(how=request.how, power=request.power, to=request.to, forced=request.forced):
            raise RefereeError("conditions are for a surrender (R-180)", "leave them out", "no-surrender")
        if len(request.to) > 1:
            raise RefereeError(f"{request.how} peace is between two", "make one after the other", "two-only")
        (_informal if request.how == "informal" else _lapse)(sheet, request.power, request.to[0])
    else:
        _surrender(sheet, request)


def _forced(sheet: Sheet[Campaign], request: PeaceRequest) -> None:
    """A power without any manpower to collect has asked for peace, and takes whatever kind it is given (FP-1)."""
    month = sheet.state.month
    owed = any(d.is_(SUE, whom=request.power) for d in sheet.state.duties)
    if not owed and month.number not in economic_months(sheet.rulebook):
        raise NotAllowed(
            f"{month.name} has no economic phase, in which a power could find no manpower (FP-1)",
            "leave out --forced",
            "no-phase",
        )
    if not owed and collected(request.power) in sheet.state.once:
        raise NotAllowed(
            f"{request.power} has collected manpower in {month.name} (FP-1)", "leave out --forced", "has-manpower"
        )
    sheet.say(f"{request.power} can collect no manpower: it had to ask for peace, and takes this one.", "FP-1")


# --- Informal peace, lapse -------------------------------------------------------------------------------------


def _informal(sheet: Sheet[Campaign], one: str, other: str) -> None:
    """An informal peace ends the war and nothing else (R-180)."""
    state = sheet.state
    for party in (one, other):
        if not is_major(state, party):
            raise NotAllowed(
                f"an informal peace is between major powers, and {party} is none (R-180)",
                f"a war on a minor that came to nothing: eia-ref pp peace lapse {as_typed(one)} {as_typed(other)}",
                "no-major",
            )
    _war(state, one, other)
    if thing := between(state, "no informal peace", one, other):
        raise NotAllowed(
            f"the war of {one} and {other} can't end by an informal peace ({thing.rule})",
            "one of them surrenders: eia-ref pp peace conditional LOSER VICTOR",
            "no-informal-peace",
        )
    if {one, other} == {offer.BRITAIN, offer.FRANCE} and not offer.why_not(sheet):
        raise NotAllowed(
            "an informal peace of Britain and France is now the peace of Amiens (AP-1)",
            "eia-ref amiens answer accept",
            "amiens",
        )
    sheet.say(f"{one} and {other} make an informal peace.", "R-180")
    end_war(sheet, one, other)
    made_peace(sheet, one, other)
    sheet.outcome = f"{one} and {other} make an informal peace"


def _lapse(sheet: Sheet[Campaign], one: str, other: str) -> None:
    """A war on a minor lapses."""
    majors = [p for p in (one, other) if is_major(sheet.state, p)]
    if len(majors) != 1:
        raise NotAllowed(
            "a war lapses between a major power and a minor (R-180)", "else: eia-ref pp peace informal", "no-minor"
        )
    power = majors[0]
    minor = other if power == one else one
    _war(sheet.state, power, minor)
    if towards(sheet.state, NAPLES_FIGHTS, minor, power):
        raise NotAllowed(f"the war of the {minor} and {power} does not lapse (MI-Fc)", code="no-lapse")
    sheet.say(f"The war of {power} and {minor} lapses.", "R-180")
    end_war(sheet, power, minor)
    made_peace(sheet, power, minor)
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


def _no_peace_of_its_own(state: Campaign, parties: Sequence[str]) -> None:
    """Refuses a peace with Persia or Poland, whose wars end in other ways."""
    if PERSIA in parties:
        raise NotAllowed(
            "a war with Persia ends by its own rules, a power's surrender to it among them (PS-12 to PS-16)",
            "eia-ref persia surrender, with --combined if it surrenders to others too (here: --persia)",
            "persia",
        )
    if POLAND not in parties:
        return
    if whose := protector(state):
        raise NotAllowed(
            f"there is no peace with Poland without {whose}: peace with {whose} includes Poland (PL-10)",
            f"name {whose}: eia-ref pp peace ... {next(p for p in parties if p != POLAND)} {whose}",
            "poland-alone",
        )
    raise NotAllowed(
        "Poland's wars end by its own rules (PL-19, PL-24)",
        "eia-ref poland surrender; eia-ref poland victory",
        "poland",
    )


def _last(thing: InForce) -> str:
    assert thing.until
    return thing.until.plus(-1).name


# --- Surrender -------------------------------------------------------------------------------------------------


def _surrender(sheet: Sheet[Campaign], request: PeaceRequest) -> None:
    """One power surrenders to one or more: conditions, points, enforced peace."""
    loser, state = request.power, sheet.state
    for party in (loser, *request.to):
        if not is_major(state, party):
            raise NotAllowed(
                f"{party} is no major power, and no surrender of it is made here (R-180)", code="no-major"
            )
    if request.persia and not (between(state, WAR, PERSIA, loser) or _gave_in_to_persia(state, loser)):
        raise NotAllowed(
            f"Persia is not at war with {loser}, and {loser} has not surrendered to it this month (PS-18)",
            "leave out --persia",
            "no-persia",
        )
    wars = {v: towards(state, "must surrender", loser, v) or _war(state, loser, v) for v in request.to}
    if request.how == "unconditional" and (must := next((v for v in wars if wars[v].what == "must surrender"), None)):
        raise NotAllowed(
            f"{loser} surrenders to {must} on conditions: they have not been at war (RU-4)",
            f"eia-ref pp peace conditional {loser} {must}",
            "conditional-only",
        )
    victors = sorted(wars, key=lambda v: (wars[v].since, wars[v].order))
    sheet.say(
        f"{loser} surrenders {'without ' if request.how == 'unconditional' else 'on '}conditions to "
        f"{in_a_row(victors)}.",
        "R-176",
    )
    if victors[1:]:
        sheet.say(f"They picked in the order they went to war: {', '.join(victors)}.", "R-179")
    picks = picks_allowed(sheet, request, victors)
    if idle := [v for v in victors if not request.picks.get(v)]:
        sheet.say(f"No conditions are picked by {in_a_row(idle)}.", "R-179")
    for victor in victors:
        if any(conditions(sheet.rulebook)[c].decides == throne.RETURN for c in picks[victor]):
            throne.refuse_demand(sheet, victor)
    check_cessions(sheet, request, victors, picks)
    for victor in victors:
        _end(sheet, loser, victor, request.how)
    for victor in victors:
        for condition in picks[victor]:
            _carry_out(sheet, request, victor, condition)
        _hand_over(sheet, request, victor)
    _points(sheet, request, victors)
    sheet.outcome = f"{loser} surrenders {request.how}ly to {in_a_row(victors)}"


def _end(sheet: Sheet[Campaign], loser: str, victor: str, kind: str) -> None:
    """The war ends, the surrender is remembered, the enforced peace begins, 18 whole months (FC-24, R-171)."""
    if thing := towards(sheet.state, "must surrender", loser, victor):
        sheet.apply(as_a(Ends, thing))
        sheet.discharge("must surrender", whom=loser, against=victor)
    end_war(sheet, loser, victor)
    made_peace(sheet, loser, victor)
    begin(sheet, SURRENDERED, whom=loser, against=victor, how=kind)
    months = sheet.rulebook.table("politics")["months"]["enforced peace"]
    thing = begin(sheet, "enforced peace", whom=loser, against=victor, months=months + 1)
    sheet.say(f"{loser} and {victor} are at enforced peace to the end of {_last(thing)}.", "R-171")


def _gave_in_to_persia(state: Campaign, loser: str) -> bool:
    """Whether the power has surrendered to Persia this month."""
    thing = towards(state, SURRENDERED, loser, PERSIA)
    return thing is not None and thing.since == state.month


def _points(sheet: Sheet[Campaign], request: PeaceRequest, victors: Sequence[str]) -> None:
    """The loser pays once, each victor gains, by the base game's chart."""
    kind = f"{request.how} surrender"
    if request.persia and _gave_in_to_persia(sheet.state, request.power):
        sheet.say(f"{request.power}'s points are lost with its surrender to Persia: none here.", "PS-18", "R-127")
    else:
        points = figure(sheet, POINTS, f"{kind}, loser")
        sheet.say(f"{request.power}: {points:+} PP for its surrender.", "R-181")
        if request.persia:
            _to_persia_too(sheet, request.power)
        if points:
            move_points(sheet, request.power, points)
    for victor in victors:
        points = figure(sheet, POINTS, f"{kind}, victor")
        sheet.say(f"{victor}: {points:+} PP for the surrender of {request.power}.", "R-181")
        if points:
            move_points(sheet, victor, points)


def _to_persia_too(sheet: Sheet[Campaign], loser: str) -> None:
    """A surrender combined with one to Persia still to come (R-325). Refuses it without such a war."""
    if between(sheet.state, WAR, PERSIA, loser) is None:
        raise NotAllowed(
            f"{loser} is not at war with Persia and has not surrendered to it this month (PS-18)",
            "leave out --persia",
            "no-persia",
        )
    sheet.leave_to_do("surrender to Persia", whom=loser)
    sheet.say("Persia has B.3 as its pick before all others.", "PS-19", "R-325")


# --- What is carried out ---------------------------------------------------------------------------------------


def _carry_out(sheet: Sheet[Campaign], request: PeaceRequest, victor: str, name: str) -> None:
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
    phase = phase_of(sheet, loser)
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
    if condition.decides:
        leave_open(sheet, condition.decides, victor)


def _hand_over(sheet: Sheet[Campaign], request: PeaceRequest, victor: str) -> None:
    """Home provinces pass to a victor, and minors and provinces that the loser had from others."""
    loser = request.power
    for province in request.cede.get(victor, []):
        if polish(sheet.rulebook, province):
            hand_on_polish(sheet, loser, victor, province)
            continue
        begin(sheet, "ceded province", whom=loser, against=victor, place=province)
        sheet.say(f"{loser} cedes {province} to {victor}.", "R-176")
        no_supply(sheet)
        if loser == "Austria" and names.fold(province) == "hungary":
            sheet.say("Ofen is a capital here: Hungary goes only when all other provinces are gone.", "AM-1.1.1")
    for minor in request.minors.get(victor, []):
        if polish_home(sheet.state, loser, minor):
            raise NotAllowed(
                f"{minor} is a home province of {loser} (PL-30)", "it goes by B.7 or C.4: --cede", "home-province"
            )
        hand_on(sheet, loser, victor, minor)


ADJUDICATORS = (Adjudicator("pp peace", PeaceRequest, peace),)
