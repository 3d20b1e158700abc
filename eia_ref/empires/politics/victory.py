"""Victory points: collected by box, burned by Britain, bid for powers nobody plays; and who has won (R-35, R-37)."""

from collections.abc import Sequence

from pydantic import Field

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.calendar import Month
from eia_ref.core.charts import cells, empty, known, table
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.position import Position
from eia_ref.core.state import InForce
from eia_ref.empires.charts import STATUS
from eia_ref.empires.effects import Collected, VictoryPoints
from eia_ref.empires.lasting import begin, end
from eia_ref.empires.marks import mark
from eia_ref.empires.powers import economic_months, find_power
from eia_ref.empires.relations import at_war, in_force
from eia_ref.empires.scenario import goal, scenario
from eia_ref.empires.state import Campaign, Mark
from eia_ref.empires.subjects import Section, Subject

OUT, NO_DEFAULT, WON = "out of the game", "no win by default", "victory"
BRITAIN = "Britain"  # wins when nobody does, and may burn victory points (VI-5, R-188)
BURNED = "burning of victory points"


def scoring(state: Campaign) -> list[str]:
    """The powers that still score: in play, and not out of the game (UC-3)."""
    return [p for p in state.in_play() if not in_force(state, OUT, p)]


def at_goal(position: Position[Campaign]) -> list[str]:
    """The powers whose victory points come up to their goals (VI-1)."""
    return [p for p in scoring(position.state) if position.state.power(p).victory >= goal(position, p)]


def last_month(position: Position[Campaign]) -> Month:
    """The last month of the campaign, after whose phase it is decided (VI-3)."""
    return Month(scenario(position.rulebook, position.state.scenario)["last"])


def cell_of(position: Position[Campaign], box: str) -> str:
    """The cell of the status chart that says what a box is worth: the box's own, or that of the zone's last box."""
    zone = next(z for z in table(position.rulebook, STATUS)["zone"] if z["letter"] == box[0])
    last = f"last of {zone['name']}"
    is_last = int(box[1:]) == position.state.boxes[box[0]]
    printed = is_last and last in cells(position.rulebook, position.state, STATUS)
    return last if printed and known(position, STATUS, box) is None else box


def missing(position: Position[Campaign]) -> dict[str, str]:
    """The boxes a scoring power stands in whose victory points nobody has filled in, each with who stands there."""
    found: dict[str, list[str]] = {}
    for power in scoring(position.state):
        box = position.state.power(power).political
        if known(position, STATUS, cell_of(position, box)) is None:
            found.setdefault(box, []).append(power)
    return {box: " and ".join(powers) for box, powers in found.items()}


class CollectRequest(Frozen):
    """`pp vp`: nothing is to be said; the boxes say it all."""


def collect(sheet: Sheet[Campaign], request: CollectRequest) -> None:
    """Victory points of the economic phase, by box (R-33, R-187). Refuses them twice, and while a box is empty."""
    rulebook, state = sheet.rulebook, sheet.state
    if state.month.number not in economic_months(rulebook):
        raise NotAllowed(
            f"{state.month.name} has no economic phase (R-05); what was not collected in one is not collected later",
            "eia-ref agenda says what is to do; a ruling gives points too: eia-ref pp adjust POWER N --vp --because "
            '"REASON"',
            "no-phase",
        )
    _undecided(state)
    if state.month > (last := last_month(sheet)):
        raise NotAllowed(
            f"the phase of {last.name} was the last (VI-4)", "who has won: eia-ref pp victory", "past-the-last"
        )
    if state.collected:
        raise NotAllowed(
            f"the victory points of {state.month.name} are collected (R-187)",
            "a slip is taken back with eia-ref void",
            "collected",
        )
    if gaps := missing(sheet):
        raise empty(STATUS, gaps)
    for power in scoring(state):
        box = state.power(power).political
        points = known(sheet, STATUS, cell_of(sheet, box))
        assert isinstance(points, int)
        if points:
            sheet.apply(VictoryPoints(power=power, change=points))
        sheet.apply(Collected(month=state.month, power=power, points=points))
        have = sheet.state.power(power).victory
        sheet.say(f"{power} at {box} gains {points} and has {have} of {goal(sheet, power)}.", "R-187")
    for thing in state.in_force:
        if thing.what == OUT:
            sheet.say(f"{thing.whom} is out of the game and scores nothing.", "UC-3")
    sheet.discharge("victory points")
    for power in at_goal(sheet):
        sheet.say(f"{power} has reached its goal.", "VI-1")
    sheet.outcome = f"victory points of {state.month.name}"


class BurnRequest(Frozen):
    """`pp burn`: who gives up points, whose go with them, how many."""

    power: str
    enemy: str
    points: int = Field(ge=1, le=1000)


def burn(sheet: Sheet[Campaign], request: BurnRequest) -> None:
    """Britain gives up at most a third of what it has just gained, and one enemy at war loses as much (R-188)."""
    state = sheet.state
    power, enemy = (find_power(sheet.rulebook, p) for p in (request.power, request.enemy))
    if power != BRITAIN:
        raise NotAllowed(f"only Britain burns victory points, not {power} (R-188)", "", "not-britain")
    if BRITAIN not in state.collected:
        raise NotAllowed(
            f"Britain has gained no victory points in {state.month.name} yet (R-188)",
            "eia-ref pp vp",
            "not-collected",
        )
    if not at_war(state, power, enemy):
        raise NotAllowed(f"Britain is not at war with {enemy} (R-188)", f"eia-ref pp show {enemy}", "not-at-war")
    if Mark(what=BURNED) in state.once:
        raise NotAllowed(
            f"Britain has burned victory points in {state.month.name} already, of one enemy (R-188)",
            "a slip is taken back with eia-ref void",
            "burned",
        )
    gained = state.collected[BRITAIN]
    most = min(gained // 3, max(state.power(enemy).victory, 0))
    if request.points > most:
        raise NotAllowed(
            f"{request.points} is more than Britain may burn: a third of the {gained} it gained, rounded down, is "
            f"{gained // 3}, and {enemy} has {state.power(enemy).victory} (R-188)",
            f"at most {most}",
            "too-many",
        )
    mark(sheet, Mark(what=BURNED))
    for loser in (power, enemy):
        sheet.apply(VictoryPoints(power=loser, change=-request.points))
    sheet.say(
        f"Britain gives up {request.points} of the {gained} victory points it has gained, {gained // 3} at most, "
        f"and {enemy} loses as many.",
        "R-188",
    )
    for loser in (power, enemy):
        sheet.say(f"{loser} has {sheet.state.power(loser).victory} victory points.", "R-188")
    sheet.outcome = f"Britain burns {request.points} of {enemy}"


class VictoryRequest(Frozen):
    """`pp victory`: after December 1815 each power's manpower to collect, free states left out."""

    manpower: dict[str, int] = {}


def decide(sheet: Sheet[Campaign], request: VictoryRequest) -> None:
    """Who has won: those at their goals, together; in the last phase with manpower; failing them Britain (R-35)."""
    state = sheet.state
    _undecided(state)
    last = last_month(sheet)
    if state.month >= last:
        _last_phase(sheet, request, last)
    elif request.manpower:
        raise NotAllowed(
            f"manpower counts only in the last phase, of {last.name} (VI-4)", "leave out --manpower", "not-the-last"
        )
    winners = at_goal(sheet)
    rules = ["VI-1", "R-35"]
    if len(winners) > 1:
        rules.append("VI-2")
    if not winners and state.month >= last:
        if why := _no_default(state):
            sheet.say(f"No power has reached its goal, and Britain {why[0]}: nobody wins.", *why[1:], "R-35")
            sheet.outcome = "nobody wins"
            _is_decided(sheet, [None])
            return
        sheet.say("No power has reached its goal: Britain wins.", "VI-5", "R-35")
        winners = [BRITAIN]
    elif winners:
        said = [f"{w} with {sheet.state.power(w).victory} of {goal(sheet, w)}" for w in winners]
        sheet.say(f"At the goal: {', '.join(said)}.", *rules)
    else:
        near = min(scoring(state), key=lambda p: goal(sheet, p) - state.power(p).victory)
        left = goal(sheet, near) - state.power(near).victory
        raise NotAllowed(
            f"nobody has reached a victory goal yet (VI-1); {near} lacks {left} points",
            "eia-ref pp show",
            "no-victory",
        )
    _is_decided(sheet, winners)
    sheet.outcome = f"{' and '.join(winners)} win{'s' * (len(winners) == 1)}"


def _is_decided(sheet: Sheet[Campaign], winners: Sequence[str | None]) -> None:
    """These have won, or nobody; what was to be done towards it is not to be done any more."""
    for winner in winners:
        begin(sheet, WON, whom=winner)
    sheet.discharge("who has won")
    for what in ("victory points", "put up again"):
        sheet.discharge(what, ended="lapsed")


def _no_default(state: Campaign) -> tuple[str, ...]:
    """Why Britain does not win where nobody has: what, by which rules; nothing where it does."""
    if in_force(state, NO_DEFAULT, BRITAIN):
        return "took over a power", "UC-4"
    if in_force(state, OUT, BRITAIN):
        return "is out of the game", "R-283"
    return ()


def _last_phase(sheet: Sheet[Campaign], request: VictoryRequest, last: Month) -> None:
    """December 1815: units off the map, and victory points for manpower (VI-3, VI-4)."""
    state = sheet.state
    if state.month == last and not state.collected:
        raise NotAllowed(
            f"the victory points of {last.name} are not collected yet (R-35)", "eia-ref pp vp", "not-collected"
        )
    given = {find_power(sheet.rulebook, p): n for p, n in request.manpower.items()}
    wanted = scoring(state)
    lacking = [p for p in wanted if p not in given]
    odd = [p for p in given if p not in wanted]
    if odd:
        raise NotAllowed(f"{odd[0]} scores nothing any more (UC-3)", f"leave out {odd[0]}", "out-of-game")
    if lacking:
        raise RefereeError(
            f"the last phase counts manpower, and that of {', '.join(lacking)} is not given (VI-4)",
            f'what each can collect, free states left out: --manpower "{", ".join(f"{p} N" for p in wanted)}"',
            "manpower-missing",
        )
    if wrong := next((p for p, n in given.items() if not 0 <= n <= 1000), None):
        raise RefereeError(f"{wrong} can't have {given[wrong]} manpower to collect", "0 or more", "manpower")
    sheet.say("Everything but the control flags comes off the map.", "VI-3")
    for power in wanted:
        if given[power]:
            sheet.apply(VictoryPoints(power=power, change=given[power]))
        have = sheet.state.power(power).victory
        said = f"{power} has {given[power]} manpower to collect, and with it {have} victory points of"
        sheet.say(f"{said} {goal(sheet, power)}.", "VI-4")


def _undecided(state: Campaign) -> None:
    """Refuses what comes after the end of the campaign."""
    won = [t for t in state.in_force if t.what == WON]
    if won:
        who = " and ".join(t.whom for t in won if t.whom) or "nobody"
        raise NotAllowed(f"the campaign is decided: {who} won in {won[0].since.name} (VI-1)", "", "decided")


class BidsRequest(Frozen):
    """`pp bids`: the power put up, the bids in victory points by power, why it is put up."""

    power: str
    bids: dict[str, int]
    because: str = ""


def auction(sheet: Sheet[Campaign], request: BidsRequest) -> None:
    """A power whose player has stepped down goes to the highest secret bid (UC-1, UC-2, R-37)."""
    state = sheet.state
    _undecided(state)
    power = find_power(sheet.rulebook, request.power)
    bids = {find_power(sheet.rulebook, p): n for p, n in request.bids.items()}
    if len(bids) != len(request.bids):
        raise RefereeError("a power has bid twice", "name each bidder once", "twice")
    for bidder, points in bids.items():
        _may_bid(state, bidder, points, power)
    if not bids:
        raise RefereeError("nobody has bid", f'--bid "Austria 5", once for each bidder on {power}', "no-bid")
    why = f": {request.because.strip()}" if request.because.strip() else ""
    sheet.say(f"{power} is put up for bids{why}.", "UC-1")
    order = sorted(bids, key=lambda p: (-bids[p], p))
    sheet.say(f"The bids, the highest first: {', '.join(f'{p} {bids[p]}' for p in order)}.", "BID-1")
    highest = [p for p in order if bids[p] == bids[order[0]]]
    winner = sheet.draw(highest, "highest of equal bids") if len(highest) > 1 else highest[0]
    if len(highest) > 1:
        sheet.say(f"{' and '.join(highest)} bid alike; the die says {winner}.", "BID-2", "R-37")
    if bids[winner]:
        sheet.apply(VictoryPoints(power=winner, change=-bids[winner]))
    left = sheet.state.power(winner).victory
    sheet.say(f"{winner} runs {power} from now on and pays {bids[winner]}: it has {left} victory points.", "UC-2")
    sheet.discharge("put up again", whom=power)
    if before := in_force(state, OUT, power):
        end(sheet, before)
    begin(sheet, OUT, whom=power, against=winner)
    sheet.say(f"{power} collects no more victory points and may not bid.", "UC-3", "R-189")
    for thing in _put_up_again(state):
        sheet.leave_to_do("put up again", whom=thing.whom, against=thing.against)
    if winner == BRITAIN and not in_force(state, NO_DEFAULT, BRITAIN):
        begin(sheet, NO_DEFAULT, whom=BRITAIN)
        sheet.say("Britain no longer wins when nobody does.", "UC-4")
    sheet.outcome = f"{winner} runs {power} for {bids[winner]}"


def _may_bid(state: Campaign, bidder: str, points: int, power: str) -> None:
    """Refuses a bid by a power out of the game, by the one put up, and a figure that is no bid."""
    if in_force(state, OUT, bidder) or not state.power(bidder).in_play:
        raise NotAllowed(f"{bidder} is out of the game and may not bid (UC-3)", f"leave out {bidder}", "out-of-game")
    if bidder == power:
        raise NotAllowed(f"{power} is put up and can't bid for itself (UC-3)", f"leave out {bidder}", "itself")
    if not 0 <= points <= 1000:
        raise RefereeError(f"{bidder}: {points} is no bid", "a bid is 0 or more victory points", "bid")


def _put_up_again(state: Campaign) -> list[InForce]:
    """Powers whose bidder is out of the game himself (R-189)."""
    return [t for t in state.in_force if t.what == OUT and t.against and in_force(state, OUT, t.against)]


def duties(sheet: Sheet[Campaign]) -> None:
    """Victory points in an economic phase, who has won once that can be said, and powers put up again."""
    state = sheet.state
    if in_force(state, WON):
        return
    phase = state.month.number in economic_months(sheet.rulebook)
    if phase and state.month <= last_month(sheet) and not state.collected:
        sheet.leave_to_do("victory points")
    for thing in _put_up_again(state):
        sheet.leave_to_do("put up again", whom=thing.whom, against=thing.against)
    _who_has_won(sheet)


def goal_reached(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """Victory points have moved, or a power is out of the game: whether anybody has reached its goal (VI-1)."""
    _who_has_won(sheet)


def _who_has_won(sheet: Sheet[Campaign]) -> None:
    """Who has won is to be said while a power is at its goal, and from the last month on (VI-1, R-35)."""
    state = sheet.state
    if in_force(state, WON):
        return
    if at_goal(sheet) or state.month >= last_month(sheet):
        sheet.leave_to_do("who has won")
    else:
        sheet.discharge("who has won", ended="lapsed")


def notes(position: Position[Campaign]) -> list[str]:
    """The victory points that are wanted next and are not known."""
    gaps = missing(position)
    boxes = "1 box" if len(gaps) == 1 else f"{len(gaps)} boxes"
    return [f"R-33: the chart lacks the victory points of {boxes}: eia-ref chart show"] if gaps else []


def status(position: Position[Campaign], power: str | None) -> list[Section]:
    """A power's victory points, or everybody's."""
    state = position.state
    run_by = {t.whom: t.against for t in state.in_force if t.what == OUT}
    shown = [power] if power else [p for p in state.powers if state.power(p).victory or p in run_by]
    rows = [
        [p, f"{state.power(p).victory}, out of the game, run by {run_by[p]} (UC-3)"]
        if p in run_by
        else [p, f"{state.power(p).victory} of {goal(position, p)}"]
        for p in shown
    ]
    return [("Victory points", rows)] if rows else []


ADJUDICATORS = (
    Adjudicator("pp vp", CollectRequest, collect),
    Adjudicator("pp burn", BurnRequest, burn),
    Adjudicator("pp victory", VictoryRequest, decide),
    Adjudicator("pp bids", BidsRequest, auction),
)
SUBJECT = Subject(duties=duties, notes=notes, status=status)
