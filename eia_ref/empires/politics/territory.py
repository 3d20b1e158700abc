"""Points for territory: a minor conquered, forcible access, Egypt in enemy hands."""

from pydantic import Field

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.calendar import Month
from eia_ref.core.charts import figure
from eia_ref.core.effects import Ends, as_a
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.names import as_typed
from eia_ref.core.position import Position
from eia_ref.empires.charts import POINTS
from eia_ref.empires.effects import MinorHeld, Owes
from eia_ref.empires.endings import ends_conquered
from eia_ref.empires.lasting import end, in_words
from eia_ref.empires.marks import mark, only_once
from eia_ref.empires.minors import KEPT, controller, find_minor, find_party, home, whole
from eia_ref.empires.places import ottoman
from eia_ref.empires.points import move_points
from eia_ref.empires.polish_provinces import POLAND, by_own_rules, refuse_gone
from eia_ref.empires.politics.declaration import DowRequest, forcing, prepare
from eia_ref.empires.politics.egypt import EGYPT, duties, enemy_in_egypt
from eia_ref.empires.politics.forbidden import refusals
from eia_ref.empires.powers import economic_months, find_power
from eia_ref.empires.relations import WAR, at_war, between, in_force, through_dardanelles, towards
from eia_ref.empires.state import Campaign, Mark
from eia_ref.empires.subjects import Subject
from eia_ref.empires.throne import NAPLES_FIGHTS
from eia_ref.empires.wars import end_war


class ConquerRequest(Frozen):
    """`pp conquer`: by whom, the minor, the month since which all cities of its primary district are held.

    `undefended`: the minor has troops, and fought neither a field battle nor a siege to the last man. `under`:
    who controls the minor, where the ledger does not say so. `new`: the minor is one the rules do not name.
    """

    power: str
    minor: str
    since: str
    undefended: bool = False
    under: str = ""
    new: bool = False


def conquer(sheet: Sheet[Campaign], request: ConquerRequest) -> None:
    """A minor is conquered, and changes hands in the ledger (AM-10.2.1)."""
    rulebook, state = sheet.rulebook, sheet.state
    minor = find_minor(rulebook, request.minor, request.new)
    if whose := home(sheet, minor):
        raise NotAllowed(f"{minor} is a province of {whose[0]} and no minor ({whose[1]})", code="province")
    by = find_power(rulebook, request.power)
    if (all_of := whole(sheet, minor)) != minor:
        raise NotAllowed(
            f"{minor} is a part of {all_of} while the armed neutrality lasts (AN-4)",
            f"it falls with {all_of}: eia-ref pp conquer {by} {all_of}",
            "part",
        )
    had = controller(sheet, minor) or (find_power(rulebook, request.under) if request.under.strip() else None)
    _may_conquer(state, request, minor, by, had)
    who = f", controlled by {had}," if had else ""
    sheet.say(
        f"{minor}{who} is conquered by {by}: all cities of its primary district held, free of siege, for a month.",
        "AM-10.2.1",
    )
    if minor == "Sardinia":
        sheet.say(
            "Sardinia and Piedmont are each conquered by themselves: this is the last of them.", "SA-2", "R-266"
        )
    was = state.minors.get(minor)
    sheet.apply(
        MinorHeld(
            minor=minor, was_held=was.held if was else None, was_by=was.by if was else None, held="conquered", by=by
        )
    )
    gain = figure(sheet, POINTS, "minor conquered")
    sheet.say(f"{by} gains {gain}.", "R-192")
    move_points(sheet, by, gain)
    if had:
        _loses(sheet, request, minor, had)
        guests(sheet, minor, had, by)
    elif request.undefended:
        sheet.say(f"Nobody controls {minor}, and nobody loses a point for its not fighting.", "PO-1")
    _follows(sheet, minor, by)
    sheet.outcome = f"{by} conquers {minor}"


def _may_conquer(state: Campaign, request: ConquerRequest, minor: str, by: str, had: str | None) -> None:
    """Refuses a conquest of one's own, of a minor not at war, and before the month is over."""
    since = Month.typed(request.since)
    if minor == POLAND:
        refuse_gone(state)
    if by_own_rules(state, minor):
        raise NotAllowed(
            "Poland is not conquered like other minors: independent it gives up a province or two when it surrenders "
            "(PL-19 to PL-22), protected it shares Russia's peace (PL-10)",
            "eia-ref poland surrender; eia-ref pp peace",
            "poland",
        )
    if had == by:
        raise NotAllowed(f"{minor} is {by}'s already (AM-10.2.1)", f"eia-ref status {by}", "own-minor")
    fights = in_force(state, NAPLES_FIGHTS)
    if fights and fights.whom == minor and fights.against != by:
        raise NotAllowed(
            f"while the {minor} fight with the émigrés, only {fights.against} can conquer them (MI-Fc)",
            "eia-ref emigres show",
            "only-france",
        )
    wars = [w for w in (between(state, WAR, by, minor), had and between(state, WAR, by, had)) if w]
    if not wars:
        other = had or minor
        raise NotAllowed(
            f"{by} is not at war with {other}: nothing to conquer (AM-10.2.1)",
            f"if it is, the ledger has to know: eia-ref pp dow {by} {as_typed(other)}",
            "not-at-war",
        )
    if since > state.month:
        raise RefereeError(
            f"--since {since} is still to come: it is {state.month.name}",
            "name the month the last city fell in",
            "since",
        )
    began = min(w.since for w in wars)
    if since < began:
        raise NotAllowed(
            f"{by}'s war there began in {began.name}, and no occupation counts before it (AM-10.2.1, R-282)",
            f"name a month from then on: --since {began}",
            "before-the-war",
        )
    if since.plus(1) > state.month:
        raise NotAllowed(
            f"all cities of {minor} are held since {since.name} only: a month's occupation makes a conquest from "
            f"{since.plus(1).name} on (AM-10.2.1, R-193)",
            "eia-ref turn next comes first",
            "too-early",
        )


def _loses(sheet: Sheet[Campaign], request: ConquerRequest, minor: str, had: str) -> None:
    """What the power that had a minor loses with it, and more where the minor did not fight (PO-1)."""
    loss = figure(sheet, POINTS, "minor lost")
    sheet.say(f"{had} loses {-loss}.", "R-192")
    if request.undefended:
        more = figure(sheet, POINTS, "minor not defended")
        sheet.say(f"{had} loses {-more} more: {minor} has troops and did not defend itself.", "PO-1")
        loss += more
    move_points(sheet, had, loss)


def guests(sheet: Sheet[Campaign], minor: str, had: str, by: str) -> None:
    """Says whose forces in a minor lose the access its former power gave, as it changes hands (AM-10.3.1.2)."""
    for thing in sheet.state.in_force:
        if thing.what not in ("access", "access by peace") or thing.against != had or thing.whom == by:
            continue
        guest, whose = str(thing.whom), f"{thing.whom}'s forces in {minor}, if any,"
        if through_dardanelles(thing) or at_war(sheet.state, guest, by):
            continue
        if towards(sheet.state, "access by peace", guest, by):
            sheet.say(f"{whose} have access: {by} has to give it, without conditions.", "AM-10.3.1.2")
        elif not towards(sheet.state, "access", guest, by):
            sheet.say(f"{whose} had access of {had}, which has it no longer to give.", "AM-10.3.1.2")
            sheet.leave_to_do("access after a change of hands", whom=guest, against=by, place=minor)


def _follows(sheet: Sheet[Campaign], minor: str, by: str) -> None:
    """What else changes with a conquest: its wars are over, and what held until then; what its manpower is."""
    for thing in list(sheet.state.in_force):
        if thing.what == WAR and minor in (thing.whom, thing.against):
            end_war(sheet, minor, str(thing.against if thing.whom == minor else thing.whom), "AM-10.2.1")
        elif ends_conquered(sheet.rulebook, thing.what, minor):
            end(sheet, thing)
        elif thing.what == KEPT and thing.whom == minor:
            sheet.apply(as_a(Ends, thing))
            sheet.say(f"The forces of {minor} that were kept off the map are lost with it.", "R-251")
    if line := ottoman.manpower(sheet, minor):
        sheet.say(line.says, *line.rules)
    if minor == "Ireland":
        sheet.say("Ireland yields half its money and manpower, rounded up.", "IR-7", "R-277")
    if minor == "Switzerland" and (poor := in_force(sheet.state, "poor Switzerland")):
        sheet.say(f"{in_words(sheet.rulebook, poor)}.", poor.rule)


class ForcedRequest(Frozen):
    """`pp forced`: who marches by forcible access, and through whose territory: powers, or minors they control."""

    power: str
    through: list[str] = Field(min_length=1)


def forced(sheet: Sheet[Campaign], request: ForcedRequest) -> None:
    """Forcible access: a point for each major power whose territory is entered, once a turn (AM-10.3.4.2)."""
    rulebook, state = sheet.rulebook, sheet.state
    power = find_power(rulebook, request.power)
    through: dict[str, list[str]] = {}
    for said in request.through:
        name = whole(sheet, find_party(rulebook, said))
        through.setdefault(_host(sheet, power, name), []).append(name)
    each = figure(sheet, POINTS, "forcible access")
    cost = 0
    for host, areas in through.items():
        if have := towards(state, "access", power, host):
            terms = have.terms or "without terms"
            sheet.say(
                f"{host} has given {power} access ({terms}): only what goes beyond it is forcible.", "AM-10.3.4"
            )
        what = forcing(power, host)
        where = ", ".join(a for a in areas if a != host)
        land = f"{host}'s territory{f' ({where})' if where else ''}"
        if what in state.once:
            sheet.say(f"{power} is in {land} by forcible access, and has paid for it this turn.", "AM-10.3.4.2")
        else:
            mark(sheet, what)
            sheet.discharge("forcible access", whom=power, against=host)
            sheet.say(f"{power} goes through {land} by forcible access and loses {-each}.", "AM-10.3.4.2")
            cost += each
        if not at_war(state, power, host):
            _say_answer(sheet, power, host)
    if cost:
        move_points(sheet, power, cost)
    sheet.outcome = f"{power} goes through {' and '.join(through)}"


def _host(position: Position[Campaign], power: str, name: str) -> str:
    """The major power whose territory that is; refuses what is no forcible access."""
    state = position.state
    if name == POLAND:
        refuse_gone(state)
    if state.poland.revolted and by_own_rules(state, name):
        raise NotAllowed(
            "nobody has forcible access to Poland: to try it is to declare war on it (PL-15)",
            f"eia-ref pp dow {power} Poland",
            "poland",
        )
    host = name if name in state.powers else controller(position, name)
    if host is None:
        raise NotAllowed(
            f"{name} is neutral, and forcible access is through a major power's territory (AM-10.3.4)",
            f"a war on it is eia-ref pp dow {power} {as_typed(name)}",
            "neutral",
        )
    _may_force(state, power, host)
    return host


def _say_answer(sheet: Sheet[Campaign], power: str, host: str) -> None:
    """Whether the power whose territory it is can answer with war (AM-10.3.4.3)."""
    answer = prepare(sheet, DowRequest(power=host, against=power, forcible=True))
    if barred := refusals(sheet.state, answer):
        sheet.say(f"{host} can't answer with war: {barred[0].says}.", "AM-10.3.4.3")
        return
    sheet.say(
        f"{host} may declare war on it at once, and again with each counter that moves so: "
        f"eia-ref pp dow {host} {power} --forcible.",
        "AM-10.3.4.3",
        "AM-10.3.4.3a",
    )


def _may_force(state: Campaign, power: str, host: str) -> None:
    """Refuses forcible access to one's own land, an enemy's, and where a peace gives it, which need none."""
    if host == power:
        raise NotAllowed(f"{power} needs no access to its own territory (AM-10.3.4)", "", "own")
    answer = towards(state, WAR, host, power)  # perhaps to this very access, earlier this month
    if at_war(state, power, host) and not (answer and answer.since == state.month):
        raise NotAllowed(f"{power} is at war with {host} and needs no access (AM-10.3.4)", "", "at-war")
    if thing := towards(state, "access by peace", power, host):
        raise NotAllowed(
            f"{host} has to give {power} access without conditions, by their peace ({thing.rule}, AM-10.3.4)",
            "nothing is lost",
            "has-access",
        )


class EgyptRequest(Frozen):
    """`pp egypt`: the ships in British-controlled fleets at Malta or farther east."""

    ships: int = Field(ge=0, le=1000)


def egypt(sheet: Sheet[Campaign], request: EgyptRequest) -> None:
    """Egypt in the hands of Britain's enemy, each economic phase (SP-5, SP-6, R-56)."""
    rulebook, state = sheet.rulebook, sheet.state
    if state.month.number not in economic_months(rulebook):
        raise NotAllowed(
            f"{state.month.name} has no economic phase (R-05)", "eia-ref agenda says what is to do", "no-phase"
        )
    enemy = enemy_in_egypt(sheet)
    if enemy is None:
        who = controller(sheet, "Egypt")
        how = f"{who} controls Egypt and is not at war with Britain" if who else "nobody controls Egypt"
        raise NotAllowed(f"{how} (SP-5)", "nothing is lost", "no-enemy")
    only_once(
        sheet,
        Mark(what=EGYPT),
        f"Egypt is dealt with in {state.month.name} already (R-38)",
        "a slip is taken back with eia-ref void",
        "once",
    )
    sheet.discharge(EGYPT)
    if request.ships >= rulebook.table("charts/political-points")["ships_for_egypt"]:
        sheet.say(f"{enemy} has Egypt, but Britain has {request.ships} ships at Malta or east of it.", "SP-6", "R-56")
        sheet.outcome = "Britain keeps its trade"
        return
    loss = figure(sheet, POINTS, EGYPT)
    trade = state.colonial_trade
    sheet.say(
        f"{enemy} has Egypt, and Britain only {request.ships} ships at Malta or east of it: it loses {-loss} "
        f"political point and half of its colonial trade of {trade}$.",
        "SP-5",
        "R-56",
    )
    if trade:
        sheet.apply(
            Owes(
                id=sheet.new_id(),
                what=EGYPT,
                rule="SP-5",
                power="Britain",
                on="colonial trade",
                by="x1/2",
                since=state.month,
                phase=state.month,
            )
        )
    move_points(sheet, "Britain", loss)
    sheet.outcome = "Britain loses trade"


ADJUDICATORS = (
    Adjudicator("pp conquer", ConquerRequest, conquer),
    Adjudicator("pp forced", ForcedRequest, forced),
    Adjudicator("pp egypt", EgyptRequest, egypt),
)
SUBJECT = Subject(duties=duties)
