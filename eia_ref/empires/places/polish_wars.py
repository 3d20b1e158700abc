"""The wars of independent Poland: who controls it, its surrender, its victory, its end (PL-16 to PL-30, PA)."""

from collections.abc import Sequence

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.charts import figure
from eia_ref.core.effects import Ends, as_a
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.game import Due
from eia_ref.core.position import Position
from eia_ref.core.state import InForce
from eia_ref.empires.charts import POINTS
from eia_ref.empires.effects import MinorHeld, Sets
from eia_ref.empires.lasting import begin
from eia_ref.empires.points import move_points
from eia_ref.empires.polish_provinces import CEDED, HOME, POLAND, find_province, own, own_province, table
from eia_ref.empires.powers import economic_months, find_power
from eia_ref.empires.relations import ALONE, ENFORCED_PEACE, WAR, at_war, between, enemies, in_force
from eia_ref.empires.state import Campaign
from eia_ref.empires.subjects import Section, Subject
from eia_ref.empires.wars import end_war

CONTROL, PHASE, LAST_PHASE = "control of Poland", "Poland's economic phase", "Poland's last economic phase"


class ControlRequest(Frozen):
    """`poland control`: the powers that want to control Poland in its war; `nobody`: none does."""

    powers: list[str] = []
    nobody: bool = False


def control(sheet: Sheet[Campaign], request: ControlRequest) -> None:
    """Who controls Poland in its war: a die each with the modifiers, ties rolled again (PL-17, PL-18, R-51)."""
    state = sheet.state
    _at_war(state)
    if held_by := state.minors[POLAND].by:
        raise NotAllowed(f"{held_by} controls Poland already (PL-17)", "eia-ref poland show", "controlled")
    if request.nobody:
        _nobody(sheet, request)
        return
    claims = _claims(sheet, request)
    sheet.discharge(CONTROL)
    if alone := in_force(state, ALONE, POLAND):
        sheet.apply(as_a(Ends, alone))
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
    move_points(sheet, winner, figures["pp"])
    sheet.outcome = f"{winner} controls Poland"


def _nobody(sheet: Sheet[Campaign], request: ControlRequest) -> None:
    """Nobody wants to control Poland in its war (R-343)."""
    if request.powers:
        raise RefereeError("--nobody, or the powers that want to control Poland: not both", "leave one out", "both")
    if in_force(sheet.state, ALONE, POLAND):
        raise NotAllowed("nobody controls Poland in its war: that is said already (R-343)", code="said")
    begin(sheet, ALONE, whom=POLAND)
    sheet.discharge(CONTROL)
    sheet.say("Nobody wants to control Poland: it fights alone.", "PL-17", "R-343")
    sheet.outcome = "nobody controls Poland"


class SurrenderRequest(Frozen):
    """`poland surrender`: provinces whose cities the attackers all hold, Warsaw's holder, who declines, the prize.

    `undefended`: Poland's troops fought neither a field battle nor a siege to the last man (PO-1).
    """

    held: list[str]
    warsaw: str | None = None
    declines: list[str] = []
    takes: list[str] = []
    undefended: bool = False


def surrender(sheet: Sheet[Campaign], request: SurrenderRequest) -> None:
    """Poland surrenders to the attacker whose turn it is, which takes its prize (PL-19 to PL-23, PL-27, PL-28)."""
    state, figures = sheet.state, table(sheet.rulebook)["surrender"]
    wars = _at_war(state)
    held = [own_province(sheet, name) for name in request.held]
    left = len(own(sheet))
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
    _warsaw_s_province(sheet, warsaw)
    to = _first(sheet, wars, warsaw, [_attacker(sheet, wars, p, "--declines") for p in request.declines])
    most = figures["takes_with_warsaw" if to == warsaw else "takes"]
    takes = [own_province(sheet, name) for name in request.takes]
    if not 1 <= len(set(takes)) == len(takes) <= most:
        rule = "PL-22: it holds Warsaw" if most > 1 else "PL-21"
        raise RefereeError(
            f"{to} takes {'1 or ' if most > 1 else ''}{most} of Poland's provinces ({rule})",
            'name what it takes: --takes "Posen"; or what it will not have: --declines ' + to,
            "prize",
        )
    sheet.say(f"Poland surrenders to {to}.", "PL-19", "PL-28", *few)
    _peace(sheet, to)
    sheet.say(f"{to}: {figures['attacker']:+} political points.", "PL-21")
    if to == warsaw:
        sheet.say(f"{to} holds Warsaw and may take {most} provinces.", "PL-22")
    move_points(sheet, to, figures["attacker"])
    controller = state.minors[POLAND].by
    if controller:
        sheet.say(f"{controller}, which controls Poland: {figures['controller']:+} political points.", "PL-23")
        move_points(sheet, controller, figures["controller"])
    _undefended(sheet, request, controller)
    for province in takes:
        _cede(sheet, province, to)
    if left == len(takes):
        _destroyed(sheet)
    else:
        _neutral_again(sheet)
    sheet.outcome = f"Poland surrenders to {to}"


def _warsaw_s_province(position: Position[Campaign], warsaw: str | None) -> None:
    """Refuses Warsaw to a power that has neither its province nor a war with the one that has (R-327)."""
    province = table(position.rulebook)["surrender"]["warsaw"]
    lost = next((t for t in position.state.in_force if t.what == CEDED and t.place == province), None)
    if warsaw and lost and lost.whom and lost.whom != warsaw and not at_war(position.state, warsaw, lost.whom):
        raise NotAllowed(
            f"{province}, and Warsaw in it, is {lost.whom}'s, with whom {warsaw} is at peace (R-327)",
            "leave out --warsaw",
            "not-its-warsaw",
        )


def _undefended(sheet: Sheet[Campaign], request: SurrenderRequest, controller: str | None) -> None:
    """What a Poland that did not fight costs its controller besides (PO-1, R-297)."""
    if not request.undefended:
        return
    if controller is None:
        sheet.say("Nobody controls Poland, and nobody loses a point for its not fighting.", "PO-1")
        return
    more = figure(sheet, POINTS, "minor not defended")
    sheet.say(f"{controller} loses {-more} more: Poland has troops and did not defend itself.", "PO-1", "R-297")
    move_points(sheet, controller, more)


class VictoryRequest(Frozen):
    """`poland victory`: the attacker that has no forces left in Polish areas, and the province Poland takes back."""

    over: str
    province: str | None = None


def victory(sheet: Sheet[Campaign], request: VictoryRequest) -> None:
    """Poland wins against an attacker: the war lapses (PL-24 to PL-26)."""
    state = sheet.state
    wars = _at_war(state)
    over = find_power(sheet.rulebook, request.over)
    if over not in wars:
        raise NotAllowed(f"{over} is not at war with Poland (PL-24)", f"at war: {', '.join(wars)}", "no-war")
    lost = [t.place for t in state.in_force if t.what == CEDED and t.whom == over and t.place]
    last = len(wars) == 1
    back = find_province(sheet.rulebook, request.province) if request.province else None
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
    sheet.discharge("sue Poland for peace", whom=over)
    _peace(sheet, over)
    if controller := state.minors[POLAND].by:
        points = table(sheet.rulebook)["victory"]["controller"]
        sheet.say(f"{controller}, which controls Poland: {points:+} political points.", "PL-25")
        move_points(sheet, controller, points)
    if last and lost:
        province = back or lost[0]
        gone = next(t for t in sheet.state.in_force if t.what == CEDED and t.place == province)
        sheet.apply(as_a(Ends, gone))
        sheet.say(f"Poland takes back {province} from {over}.", "PL-26")
    _neutral_again(sheet)
    sheet.outcome = f"Poland wins against {over}"


def _claims(position: Position[Campaign], request: ControlRequest) -> list[str]:
    """The powers that want control, in the order they roll in; refuses Poland's enemies."""
    claims = [find_power(position.rulebook, p) for p in request.powers]
    if not claims or len(set(claims)) < len(claims):
        raise RefereeError("name each power that wants to control Poland, once", "eia-ref poland control POWER ...")
    for power in claims:
        if at_war(position.state, power, POLAND):
            raise NotAllowed(f"{power} is at war with Poland and can't control it (PL-17)", "leave it out", "at-war")
        if not position.state.power(power).in_play:
            raise NotAllowed(f"{power} is out of the game", "leave it out", "out")
    return [p for p in position.state.powers if p in claims]


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


def _attacker(position: Position[Campaign], wars: dict[str, InForce], said: str, option: str) -> str:
    """A power at war with Poland; refuses another one."""
    power = find_power(position.rulebook, said)
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


def _peace(sheet: Sheet[Campaign], power: str) -> None:
    end_war(sheet, power, POLAND, "PL-29")
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
    begin(sheet, CEDED, place=province, whom=to)
    first = not any(t.what == HOME and t.place == province for t in sheet.state.in_force)
    if first and to in table(sheet.rulebook)["provinces"][province]:
        begin(sheet, HOME, place=province, whom=to)
        sheet.say(f"{province} is {to}'s, as a home province.", "PL-21", "PL-30", "PL-31", "R-232")
    else:
        sheet.say(f"{province} is {to}'s.", "PL-21", "PL-30")


def ended_elsewhere(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """A war on independent Poland that another peace has ended is over like any (PL-29, R-265)."""
    now = sheet.state
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
    sheet.say(f"Poland is neutral again; its units are set back to {force}.", "PA-1", "PA-7")


def _destroyed(sheet: Sheet[Campaign]) -> None:
    """Its last province gone, Poland is no more (PA-9)."""
    for enemy in enemies(sheet.state, POLAND):
        end_war(sheet, enemy, POLAND, "PA-9")
    was = sheet.state.minors[POLAND]
    if was.by:
        sheet.apply(MinorHeld(minor=POLAND, was_held=was.held, was_by=was.by, held="neutral"))
    sheet.apply(Sets(part="poland", field="gone", now=sheet.state.month))
    sheet.say("Poland has no province left and is no more: the base rules on Poland take over.", "PA-9")


def wars_changed(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """A war has begun or ended, or Poland has revolted: who controls Poland at war, and what it does in it."""
    state = sheet.state
    wars = enemies(state, POLAND)
    _control_due(sheet)
    if wars and not enemies(before, POLAND):
        sheet.leave_to_do(LAST_PHASE)
        sheet.cite("PA-4")
        _phase_due(sheet)
    if not wars:
        for what in (LAST_PHASE, PHASE):
            sheet.discharge(what, ended="lapsed")
        if alone := in_force(state, ALONE, POLAND):
            sheet.apply(as_a(Ends, alone))


def _control_due(sheet: Sheet[Campaign]) -> None:
    """Who controls independent Poland at war, until that is said (PL-17)."""
    state = sheet.state
    uncontrolled = state.minors[POLAND].by is None and not in_force(state, ALONE, POLAND)
    if state.poland.revolted and enemies(state, POLAND) and uncontrolled:
        sheet.leave_to_do(CONTROL)
    else:
        sheet.discharge(CONTROL, ended="lapsed")


def _phase_due(sheet: Sheet[Campaign]) -> None:
    """The economic phase of Poland at war (PA-2)."""
    if sheet.state.month.number in economic_months(sheet.rulebook) and enemies(sheet.state, POLAND):
        sheet.leave_to_do(PHASE)


def _duties(sheet: Sheet[Campaign]) -> None:
    """Poland at war: who controls it, and its economic phase."""
    _control_due(sheet)
    _phase_due(sheet)


def agenda(position: Position[Campaign]) -> list[Due]:
    """Independent Poland at war: that it may surrender, and whose forces may have left it."""
    state = position.state
    wars = enemies(state, POLAND)
    if not wars or not state.poland.revolted:
        return []
    wanted = min(table(position.rulebook)["surrender"]["provinces"], len(own(position)))
    falls = f"all cities of {wanted} of Poland's provinces in its enemies' hands: Poland surrenders"
    typed = 'eia-ref poland surrender --held "PROVINCES" --takes "PROVINCES"'
    due = [Due(falls, "PL-19", state.month, type=(typed,))]
    what = "no forces of {} left in Polish areas at the end of the turn: a Polish victory"
    typed = "eia-ref poland victory {}"
    return [*due, *(Due(what.format(p), "PL-24", state.month, type=(typed.format(p),)) for p in wars)]


def status(position: Position[Campaign], power: str | None) -> list[Section]:
    """The provinces a power has that were Poland's."""
    homes = {t.place for t in position.state.in_force if (t.what, t.whom) == (HOME, power)}
    had = [str(t.place) for t in position.state.in_force if (t.what, t.whom) == (CEDED, power)]
    rows = [[name, "a home province" if name in homes else "no home province", "PL-30"] for name in had]
    return [("From Poland", rows)] if rows else []


SUBJECT = Subject(duties=_duties, agenda=agenda, status=status)
ADJUDICATORS = (
    Adjudicator("poland control", ControlRequest, control),
    Adjudicator("poland surrender", SurrenderRequest, surrender),
    Adjudicator("poland victory", VictoryRequest, victory),
)
