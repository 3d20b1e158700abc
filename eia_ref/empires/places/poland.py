"""Poland: a Russian protectorate that tries to revolt, and what becomes of it (House rules: POLAND)."""

from fractions import Fraction
from typing import Any

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.calendar import Month
from eia_ref.core.effects import Ends, as_a
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.game import Due, View
from eia_ref.core.names import find
from eia_ref.core.odds import percent
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import InForce
from eia_ref.empires.charts import POINTS, figure
from eia_ref.empires.effects import MinorHeld, Sets
from eia_ref.empires.leaders.comings import happened
from eia_ref.empires.leaders.leaders import go_home
from eia_ref.empires.memory import begin, end
from eia_ref.empires.points import move_points
from eia_ref.empires.powers import find_power
from eia_ref.empires.relations import ENFORCED_PEACE, WAR, at_war, between, enemies, in_force
from eia_ref.empires.state import Campaign
from eia_ref.empires.subjects import Subject, relations_changed

POLAND = "Poland"
FORECAST = 24  # months
PROTECTORATE, CEDED, HOME = "Polish protectorate", "ceded by Poland", "Polish home province"


class RevoltRequest(Frozen):
    """`poland revolt`: a try that the month's event did not bring, and why."""

    because: str


def table(rulebook: Rulebook) -> dict[str, Any]:
    """Poland's figures."""
    return rulebook.table("poland")


def bonus(rulebook: Rulebook, state: Campaign) -> int:
    """What is added to the die of the next try: one for each six that failed (PL-12)."""
    tries: int = table(rulebook)["revolt"]["tries"]
    return state.poland.tries // tries


def needed(rulebook: Rulebook, state: Campaign) -> int:
    """The least that the die of the next try must show for a revolt."""
    return max(1, int(table(rulebook)["revolt"]["revolts"]) - bonus(rulebook, state))


def no_event(sheet: Sheet[Campaign]) -> None:
    """What "no event" does in Poland: a try at a revolt, until it has revolted (PL-11, R-50)."""
    if sheet.state.poland.revolted:
        return
    figures = table(sheet.rulebook)["revolt"]
    plus = bonus(sheet.rulebook, sheet.state)
    die = sheet.roll(figures["die"], "Poland's revolt")
    tries = sheet.state.poland.tries
    sum = f"{die} + {plus} for {tries} tries that failed = {die + plus}" if plus else f"{die}"
    if die + plus >= figures["revolts"]:
        sheet.say(f"Poland's revolt: {sum}, and {figures['revolts']} or more was needed.", "PL-11", "PL-12", "R-50")
        revolt(sheet)
        return
    sheet.apply(Sets(part="poland", field="tries", was=tries, now=tries + 1))
    sheet.say(
        f"Poland's revolt: {sum}, {figures['revolts']} was needed; Poland stays quiet.", "PL-11", "PL-12", "R-50"
    )


def revolt(sheet: Sheet[Campaign]) -> None:
    """Poland revolts: it is an independent minor of all its territory, and Russia is out (PL-13 to PL-15)."""
    state = sheet.state
    sheet.apply(Sets(part="poland", field="revolted", now=state.month))
    was = state.minors[POLAND]
    sheet.apply(MinorHeld(minor=POLAND, was_held=was.held, was_by=was.by, held="neutral"))
    sheet.say("Poland revolts: an independent minor of all territory marked (P).", "PL-13")
    if protectorate := in_force(state, PROTECTORATE):
        end(sheet, protectorate, "PL-14")
    sheet.say("Every Russian depot in Poland is destroyed; take it off the map.", "PL-14")
    sheet.say("Forcible access to Poland is barred: an attempt is a declaration of war on it.", "PL-15")


def ask_revolt(request: RevoltRequest, sheet: Sheet[Campaign]) -> None:
    """A try outside the month's event. Refuses one after the revolt, and one without a reason."""
    if not request.because.strip():
        raise RefereeError(
            "a try comes with each no event by itself; for one more a reason is needed", 'add --because "REASON"'
        )
    if since := sheet.state.poland.revolted:
        raise NotAllowed(f"Poland revolted in {since.name} (R-50)", "eia-ref poland show", "revolted")
    sheet.say(f"One more try: {request.because.strip()}", "R-50")
    no_event(sheet)
    sheet.outcome = "Poland revolts" if sheet.state.poland.revolted else "Poland stays quiet"


class ControlRequest(Frozen):
    """`poland control`: the powers that want to control Poland in its war."""

    powers: list[str]


def control(request: ControlRequest, sheet: Sheet[Campaign]) -> None:
    """Who controls Poland in its war: a die each with the modifiers, ties rolled again (PL-17, PL-18, R-51)."""
    state = sheet.state
    _at_war(state)
    if held_by := state.minors[POLAND].by:
        raise NotAllowed(f"{held_by} controls Poland already (PL-17)", "eia-ref poland show", "controlled")
    claims = _claims(request, sheet)
    figures = table(sheet.rulebook)["control"]
    left, round = claims, 1
    while len(left) > 1:
        totals = {}
        for power in left:
            more = figures["modifiers"].get(power, 0)
            die = sheet.roll(figures["die"], f"{power}'s control of Poland" + (f", roll {round}" * (round > 1)))
            totals[power] = die + more
            sheet.say(f"{power}: {die}{f' {more:+} = {die + more}' if more else ''}.", "PL-17", "R-51")
        best = max(totals.values())
        left = [power for power in left if totals[power] == best]
        if len(left) > 1:
            sheet.say(f"{' and '.join(left)} are equal and roll again.", "R-51")
        round += 1
    winner = left[0]
    if len(claims) == 1:
        sheet.say(f"Nobody but {winner} wants to control Poland.", "PL-17", "R-231")
    sheet.apply(MinorHeld(minor=POLAND, was_held="neutral", held="sponsored", by=winner))
    sheet.say(f"{winner} controls Poland in its war: {figures['pp']:+} political points.", "PL-18")
    move_points(winner, figures["pp"], sheet)
    sheet.say(
        "Poland's last economic phase is held now, with the reinforcements it buys; no militia.", "PA-3", "PA-4"
    )
    sheet.outcome = f"{winner} controls Poland"


class SurrenderRequest(Frozen):
    """`poland surrender`: provinces whose cities the attackers all hold, Warsaw's holder, who declines, the prize.

    `undefended`: Poland's troops fought neither a field battle nor a siege to the last man (PO-1).
    """

    held: list[str]
    warsaw: str | None = None
    declines: list[str] = []
    takes: list[str] = []
    undefended: bool = False


def surrender(request: SurrenderRequest, sheet: Sheet[Campaign]) -> None:
    """Poland surrenders to the attacker whose turn it is, which takes its prize (PL-19 to PL-23, PL-27, PL-28)."""
    state, figures = sheet.state, table(sheet.rulebook)["surrender"]
    before, wars = state.copied(), _at_war(state)
    held = [_own_province(sheet, name) for name in request.held]
    left = len(_own(sheet.rulebook, state))
    wanted = min(figures["provinces"], left)
    few = ("R-276",) if wanted < figures["provinces"] else ()
    if len(set(held)) < wanted:
        raise NotAllowed(
            f"Poland sues for peace when all cities of {wanted} of its provinces are held, not of {len(set(held))} "
            f"({', '.join(('PL-19', *few))})",
            'name them: --held "Posen, Masovia"',
            "no-surrender",
        )
    warsaw = _attacker(sheet, wars, request.warsaw, "--warsaw") if request.warsaw else None
    to = _first(sheet, wars, warsaw, [_attacker(sheet, wars, p, "--declines") for p in request.declines])
    most = figures["takes_with_warsaw" if to == warsaw else "takes"]
    takes = [_own_province(sheet, name) for name in request.takes]
    if not 1 <= len(set(takes)) == len(takes) <= most:
        rule = "PL-22: it holds Warsaw" if most > 1 else "PL-21"
        raise RefereeError(
            f"{to} takes {'1 or ' if most > 1 else ''}{most} of Poland's provinces ({rule})",
            'name what it takes: --takes "Posen"; or what it will not have: --declines ' + to,
            "prize",
        )
    sheet.say(f"Poland surrenders to {to}.", "PL-19", "PL-28", *few)
    _peace(sheet, wars[to], to)
    sheet.say(f"{to}: {figures['attacker']:+} political points.", "PL-21")
    if to == warsaw:
        sheet.say(f"{to} holds Warsaw and may take {most} provinces.", "PL-22")
    move_points(to, figures["attacker"], sheet)
    controller = state.minors[POLAND].by
    if controller:
        sheet.say(f"{controller}, which controls Poland: {figures['controller']:+} political points.", "PL-23")
        move_points(controller, figures["controller"], sheet)
    _undefended(request, controller, sheet)
    for province in takes:
        _cede(sheet, province, to)
    if left == len(takes):
        _destroyed(sheet)
    else:
        _neutral_again(sheet)
    relations_changed(sheet, before)
    sheet.outcome = f"Poland surrenders to {to}"


def _undefended(request: SurrenderRequest, controller: str | None, sheet: Sheet[Campaign]) -> None:
    """What a Poland that did not fight costs its controller besides (PO-1, R-297)."""
    if not request.undefended:
        return
    if controller is None:
        sheet.say("Nobody controls Poland, and nobody loses a point for its not fighting.", "PO-1")
        return
    more = figure(sheet.rulebook, sheet.state, POINTS, "minor not defended")
    sheet.say(f"{controller} loses {-more} more: Poland has troops and did not defend itself.", "PO-1", "R-297")
    move_points(controller, more, sheet)


class VictoryRequest(Frozen):
    """`poland victory`: the attacker that has no forces left in Polish areas, and the province Poland takes back."""

    over: str
    province: str | None = None


def victory(request: VictoryRequest, sheet: Sheet[Campaign]) -> None:
    """Poland wins against an attacker: the war lapses (PL-24 to PL-26)."""
    state = sheet.state
    before, wars = state.copied(), _at_war(state)
    over = find_power(sheet.rulebook, request.over)
    if over not in wars:
        raise NotAllowed(f"{over} is not at war with Poland (PL-24)", f"at war: {', '.join(wars)}", "no-war")
    lost = [t.where for t in state.in_force if t.what == CEDED and t.whom == over and t.where]
    last = len(wars) == 1
    back = _province(sheet.rulebook, request.province) if request.province else None
    if back and (back not in lost or not last):
        why = f"{over} has not taken {back} from Poland" if last else "Poland is still at war with others"
        raise NotAllowed(f"{why}: no province is given back (PL-26)", "leave out --province", "no-province")
    if last and not back and len(lost) > 1:
        raise RefereeError(
            f"Poland takes back one province of {over}'s: {', '.join(lost)} (PL-26)",
            "name it: --province",
            "province",
        )
    sheet.say(f"No forces of {over} are left in Poland's areas: the war lapses.", "PL-24", "PL-25")
    _peace(sheet, wars[over], over)
    if controller := state.minors[POLAND].by:
        points = table(sheet.rulebook)["victory"]["controller"]
        sheet.say(f"{controller}, which controls Poland: {points:+} political points.", "PL-25")
        move_points(controller, points, sheet)
    if last and lost:
        province = back or lost[0]
        gone = next(t for t in sheet.state.in_force if t.what == CEDED and t.where == province)
        sheet.apply(as_a(Ends, gone))
        sheet.say(f"Poland takes back {province} from {over}.", "PL-26")
    _neutral_again(sheet)
    relations_changed(sheet, before)
    sheet.outcome = f"Poland wins against {over}"


def _claims(request: ControlRequest, sheet: Sheet[Campaign]) -> list[str]:
    """The powers that want control, in the order they roll in; refuses Poland's enemies."""
    claims = [find_power(sheet.rulebook, p) for p in request.powers]
    if not claims or len(set(claims)) < len(claims):
        raise RefereeError("name each power that wants to control Poland, once", "eia-ref poland control POWER ...")
    for power in claims:
        if at_war(sheet.state, power, POLAND):
            raise NotAllowed(f"{power} is at war with Poland and can't control it (PL-17)", "leave it out", "at-war")
        if not sheet.state.power(power).in_play:
            raise NotAllowed(f"{power} is out of the game", "leave it out", "out")
    return [p for p in sheet.state.powers if p in claims]


def _at_war(state: Campaign) -> dict[str, InForce]:
    """The wars of independent Poland by enemy, those declared first coming first. Refuses where there is none."""
    if not state.poland.revolted:
        raise NotAllowed(
            "Poland is a Russian protectorate and fights beside Russia (PL-6)", "eia-ref poland show", "protected"
        )
    wars = {other: between(state, WAR, other, POLAND) for other in enemies(state, POLAND)}
    found = {other: war for other, war in wars.items() if war}
    if not found:
        raise NotAllowed(
            "Poland is at war with nobody", "a war is declared with eia-ref pp dow POWER Poland", "no-war"
        )
    return dict(sorted(found.items(), key=lambda pair: pair[1].since))


def _attacker(sheet: Sheet[Campaign], wars: dict[str, InForce], said: str, option: str) -> str:
    """A power at war with Poland; refuses another one."""
    power = find_power(sheet.rulebook, said)
    if power not in wars:
        raise NotAllowed(
            f"{option}: {power} is not at war with Poland (PL-19)",
            f"at war with it: {', '.join(wars)}",
            "no-attacker",
        )
    return power


def _first(sheet: Sheet[Campaign], wars: dict[str, InForce], warsaw: str | None, declined: list[str]) -> str:
    """To whom Poland surrenders first: Warsaw's holder, then who went to war first, then by chance (PL-28)."""
    left = [power for power in wars if power not in declined]
    for power in declined:
        sheet.say(f"{power} declines and fights on.", "PL-20")
    if not left:
        raise NotAllowed("every attacker declines: Poland fights on (PL-20)", "nothing is written", "declined")
    if warsaw in left:
        sheet.say(f"{warsaw} holds Warsaw and comes first.", "PL-28")
        return str(warsaw)
    earliest = [power for power in left if wars[power].since == wars[left[0]].since]
    return sheet.draw(earliest, "whom Poland surrenders to first")


def _peace(sheet: Sheet[Campaign], war: InForce, power: str) -> None:
    end(sheet, war, "PL-29")
    _enforced_peace(sheet, power)


def _enforced_peace(sheet: Sheet[Campaign], power: str) -> None:
    months = table(sheet.rulebook)["peace"]["months"]
    peace = begin(sheet, ENFORCED_PEACE, whom=power, against=POLAND, until=sheet.state.month.plus(months + 1))
    assert peace.until
    sheet.say(
        f"Enforced peace between {power} and Poland to the end of {peace.until.plus(-1).name}.", "PL-29", "R-230"
    )


def _cede(sheet: Sheet[Campaign], province: str, to: str) -> None:
    """A province goes; it is a home province of the first to conquer it, where that power is on the list (PL-30)."""
    begin(sheet, CEDED, where=province, whom=to)
    first = not any(t.what == HOME and t.where == province for t in sheet.state.in_force)
    if first and to in table(sheet.rulebook)["provinces"][province]:
        begin(sheet, HOME, where=province, whom=to)
        sheet.say(f"{province} is {to}'s, as a home province.", "PL-21", "PL-30", "PL-31", "R-232")
    else:
        sheet.say(f"{province} is {to}'s.", "PL-21", "PL-30")


def _ended_elsewhere(sheet: Sheet[Campaign], before: Campaign) -> None:
    """A war on independent Poland that another peace has ended is over like any (PL-29, R-265)."""
    now = sheet.state
    if not now.poland.revolted or now.poland.gone:
        return
    fought = [p for p in enemies(before, POLAND) if p in now.powers]
    over = [p for p in fought if not at_war(now, p, POLAND) and not between(now, ENFORCED_PEACE, p, POLAND)]
    for power in over:
        _enforced_peace(sheet, power)
    if over:
        _neutral_again(sheet)


def _neutral_again(sheet: Sheet[Campaign]) -> None:
    """With its last war over Poland is neutral, and its units are set back (PA-1)."""
    if enemies(sheet.state, POLAND):
        sheet.say(f"Poland is still at war with {' and '.join(enemies(sheet.state, POLAND))}.", "PL-27")
        return
    was = sheet.state.minors[POLAND]
    if was.by:
        sheet.apply(MinorHeld(minor=POLAND, was_held=was.held, was_by=was.by, held="neutral"))
    army = table(sheet.rulebook)["army"]
    force = f"{army['infantry']} infantry and {army['cavalry']} cavalry"
    go_home(sheet, POLAND, "PA-1")
    sheet.say(f"Poland is neutral again; its units are set back to {force}.", "PA-1", "PA-7")


def _destroyed(sheet: Sheet[Campaign]) -> None:
    """Its last province gone, Poland is no more (PA-9)."""
    for war in _wars(sheet.state):
        end(sheet, war, "PA-9")
    was = sheet.state.minors[POLAND]
    if was.by:
        sheet.apply(MinorHeld(minor=POLAND, was_held=was.held, was_by=was.by, held="neutral"))
    sheet.apply(Sets(part="poland", field="gone", now=sheet.state.month))
    sheet.say("Poland has no province left and is no more: the base rules on Poland take over.", "PA-9")
    happened(sheet, "Poland destroyed")
    go_home(sheet, POLAND, "PA-9")


def _wars(state: Campaign) -> list[InForce]:
    return [t for t in state.in_force if t.what == WAR and POLAND in (t.whom, t.against)]


def _own(rulebook: Rulebook, state: Campaign) -> list[str]:
    """The provinces Poland still has."""
    lost = {t.where for t in state.in_force if t.what == CEDED}
    return [name for name in table(rulebook)["provinces"] if name not in lost]


def _province(rulebook: Rulebook, said: str) -> str:
    """The Polish province meant; refuses others with the nearest."""
    return find(said, table(rulebook)["provinces"], "Polish province")


def _own_province(sheet: Sheet[Campaign], said: str) -> str:
    """A province that Poland still has."""
    name = _province(sheet.rulebook, said)
    if name not in _own(sheet.rulebook, sheet.state):
        raise NotAllowed(
            f"{name} is no longer Poland's (PL-21)",
            "Poland has " + ", ".join(_own(sheet.rulebook, sheet.state)),
            "lost",
        )
    return name


def chances(rulebook: Rulebook, state: Campaign, months: int) -> list[tuple[Month, Fraction]]:
    """The exact chance that Poland has revolted by the end of each of so many months, this one first (R-50, R-145).

    One roll a month on the event table, this month's only if it is not rolled yet; of a Poland that has not
    revolted.
    """
    figures = table(rulebook)["revolt"]
    die, every, needed = figures["die"], figures["tries"], figures["revolts"]
    quiet, found = {state.poland.tries: Fraction(1)}, []
    for n in range(months):
        month = state.month.plus(n)
        after: dict[int, Fraction] = {}
        for tries, chance in quiet.items():
            for more, part in _rolls(rulebook, state, month).items():
                stays = chance * part
                for t in range(tries, tries + more):
                    stays *= Fraction(min(die, max(0, needed - 1 - t // every)), die)
                after[tries + more] = after.get(tries + more, Fraction(0)) + stays
        quiet = after
        found.append((month, 1 - sum(quiet.values(), Fraction(0))))
    return found


def _rolls(rulebook: Rulebook, state: Campaign, month: Month) -> dict[int, Fraction]:
    """The chance of so many tries in a month; none where its event is rolled already."""
    if month == state.month and state.rolled:
        return {0: Fraction(1)}
    from eia_ref.empires.revolution.forecast import monthly  # only a forecast asks

    return monthly(rulebook, state, month)


def _forecast(rulebook: Rulebook, state: Campaign) -> list[list[str]]:
    """The chance of a revolt by the ends of some months, for people."""
    by = chances(rulebook, state, FORECAST)
    shown = [by[0], *by[2::3]] if by[0][1] else by[2::3]
    return [[f"by the end of {month.name}", percent(chance), "R-50"] for month, chance in shown]


def view(rulebook: Rulebook, state: Campaign) -> tuple[View, str]:
    """Where Poland stands, and that in one line."""
    figures, held = table(rulebook), state.minors[POLAND]
    lost = {t.where: t.whom for t in state.in_force if t.what == CEDED}
    homes = {t.where: t.whom for t in state.in_force if t.what == HOME}
    wars = enemies(state, POLAND)
    rows = [
        [name, lost.get(name) or "Poland", f"home of {homes[name]}" if name in homes else " or ".join(powers)]
        for name, powers in figures["provinces"].items()
    ]
    army, sections = figures["army"], []
    corps, horse = army["infantry_corps"], army["cavalry_corps"]
    sections.append(
        (
            "Army",
            [
                ["in all", f"{army['infantry']} infantry, {army['cavalry']} cavalry, no militia", "PA-7, PA-4"],
                [
                    "infantry corps",
                    f"{corps['corps']} of {corps['infantry']} infantry, {corps['cavalry']} cavalry",
                    "PA-5",
                ],
                ["cavalry corps", f"{horse['corps']} of {horse['cavalry']} cavalry", "PA-5"],
                ["morale", f"{army['morale']}", "PA-6"],
                ["guerrillas", f"{army['guerrillas']} in Polish areas under Poland", "PA-8"],
            ],
        )
    )
    if since := state.poland.revolted:
        at_war = f"at war with {', '.join(wars)}" if wars else "at peace"
        by = f", controlled by {held.by}" if held.by else ""
        last = f"Independent since {since.name}, {at_war}{by} (PL-13)."
        if gone := state.poland.gone:
            last = f"Poland is no more since {gone.name} (PA-9)."
    else:
        least = needed(rulebook, state)
        sections.append(
            (
                "Revolt",
                [
                    ["tries that failed", f"{state.poland.tries}", "PL-12"],
                    ["the next", f"a d6 of {least} or more", "R-50"],
                    *_forecast(rulebook, state),
                ],
            )
        )
        last = f"Protectorate of {held.by}; with the next no event it revolts on {least} or more (R-50)."
    data = {
        "held": held.held,
        "by": held.by,
        "revolted": state.poland.revolted,
        "tries": state.poland.tries,
        "bonus": bonus(rulebook, state),
        "chances": {m: str(c) for m, c in chances(rulebook, state, FORECAST)} if not state.poland.revolted else {},
        "provinces": {row[0]: row[1] for row in rows},
        "wars": wars,
        "army": army,
    }
    return View(heads=("province", "held by", "home province of"), rows=rows, sections=sections, data=data), last


def agenda(rulebook: Rulebook, state: Campaign) -> list[Due]:
    """Poland at war without a controller; and whose forces may have left it."""
    wars = enemies(state, POLAND) if state.poland.revolted else []
    if not wars:
        return []
    due = []
    if state.minors[POLAND].by is None:
        what = "Poland is at war, and those who want to control it roll: eia-ref poland control POWER ..."
        due.append(Due(what, "PL-17", state.month))
    what = (
        f"no forces of {' or '.join(wars)} left in Polish areas at the end of the turn: a Polish victory, "
        "eia-ref poland victory POWER"
    )
    return [*due, Due(what, "PL-24", state.month)]


SUBJECT = Subject(agenda=agenda, relations_changed=_ended_elsewhere)
ADJUDICATORS = (
    Adjudicator("poland revolt", RevoltRequest, ask_revolt),
    Adjudicator("poland control", ControlRequest, control),
    Adjudicator("poland surrender", SurrenderRequest, surrender),
    Adjudicator("poland victory", VictoryRequest, victory),
)
