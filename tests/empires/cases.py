"""The rules, case by case: tests/cases/*.toml holds what the rule says, worked out by hand. How a case is read.

A case:
    id       CLAUSE/n: the clause it is of, a stroke, a number (`EV-50/1`, and `EV-99a/1` of the clause EV-99a);
             a case of a ruling (`R-06/2`) or of the field (`FC-22/1`) carries that id instead
    rule     what the rule says, in our words, and how the answer is worked out
    options  and lists: the header's, as under [campaign]; without `lists`, AREAS is the list of areas
    given    what differs from the opening of January 1789: month, powers, minors, colonial_trade, owed, in_force ...
             Powers are merged figure by figure, other tables entry by entry; everything else is replaced.
             also: more things in force, each as { what = "war", whom = "France", against = "Austria" }
             owing: duties, each as { what = "casualty roll", person = "Suvorov" }
    command  and request: what is asked; dice: in order. Without `dice` no die may be asked for.
then what must come out:
    outcome; sides (of the dice, in order)
    text (parts that must stand in it); without (parts that must not); rules (that must be cited)
    after (the state, by path: "powers/France/money", "minors", "in_force/0/until")
    or refused (the code) with says (a part of the message or the hint)
and all that changes, each key left out when there is nothing of it:
    effects    all of them in order, ids and decisions left open left out; `open` beside it, and no other key needed
    or, kind by kind:
    begun      what comes into force, in order: "war (France, Austria)", "truce (France, Austria) until 1790-07",
               where `until` is the first month without it
    ended      what no longer is in force, in order, without its end
    open       decisions left open, in order: "royal flight", "diplomatic victory (Austria, 1 attempt)"
    closed     decisions answered, likewise
    pp, money, manpower, vp     by power, in all
    colonial_trade              British colonial trade, in all
    owed       what waits for an economic phase, in order: "Turkey, good harvest: taxes +20%, in 1789-03"
    settled    what no longer waits, likewise
    minors     by name: "conquered by France", "neutral"
    leaders    names by how it now stands with them: { available = ["Ney"], "prisoner of Austria" = ["Mack"] };
               the rule that took one away stands behind it: "removed (FR-48)"
    fleets     by name: "20 ships of France, port of Brest"; "off the map"
    sets       figures and words of the parts of the state: { "revolution/stage" = 7 }
    once       what is now marked as done this month, in order; "no longer: ..." where a mark goes
    duties     what has to be done from now on, in order: "casualty roll (Suvorov)", "collect (France) until 1789-04"
    discharged what no longer has to be, in order; how it ended, if it is not done: "upkeep (France): set aside"
    charts     cells filled in: { "political-status: N6" = "4 (Anna's board)" }
    track      boxes of zones of the political track: { N = 6 }
    settings   of the header: by name, now
A case is closed: what it doesn't mention must not happen. A few things go without saying, because the command makes
them always, and no other does: the month of `turn next`, what is forgotten with it and what each month asks for; the
count of `event roll`; that what `pp vp` gives is collected; the form of `take up`.

`python -m tests.closing` fills in what a new case doesn't mention.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from eia_ref.core.adjudication import Adjudication, adjudicate
from eia_ref.core.calendar import Month
from eia_ref.core.dice import Dice, RecordedDice, TableDice
from eia_ref.core.effects import (
    Arises,
    Begins,
    BroughtUp,
    Changes,
    ChartFilled,
    Closes,
    Discharged,
    Effect,
    Ends,
    Opens,
    TurnBegins,
)
from eia_ref.core.game import request_for
from eia_ref.core.position import Position
from eia_ref.core.state import Duty, State
from eia_ref.empires.effects import (
    Collected,
    ColonialTrade,
    EventRolled,
    FleetIs,
    LeaderIs,
    Manpower,
    MinorHeld,
    Money,
    Once,
    Owes,
    PoliticalPoints,
    Sets,
    Settles,
    TrackBoxes,
    VictoryPoints,
)
from eia_ref.empires.game import EMPIRES
from eia_ref.empires.state import Campaign, Fleet, Leader
from eia_ref.ledger.clerk import plain

Case = dict[str, Any]
AREAS = ["Bavaria", "Tyrol", "Saxony", "Hesse", "Tuscany", "Flanders"]
ASKED = ("id", "rule", "options", "lists", "given", "command", "request", "dice")


def given(case: Case) -> State:
    """The opening of the case's month, with what the case changes."""
    changes = copy.deepcopy(case.get("given", {}))  # what is added below stays out of the case
    settings = EMPIRES.settings(EMPIRES.rulebook, case.get("options", {}), case.get("lists", {"areas": AREAS}))
    start = Month(changes.get("month", "1789-01"))
    table = EMPIRES.opening(EMPIRES.rulebook, "1789", start, settings).model_dump(mode="json")
    also = changes.get("also", [])
    for key, value in changes.items():
        if key in ("also", "owing", "month"):
            continue
        if key == "powers":
            value = {name: {**table[key][name], **figures} for name, figures in value.items()}
        table[key] = {**table[key], **value} if isinstance(value, dict) else value
    for n, thing in enumerate(also, 1):
        rule = EMPIRES.rulebook.table("in-force")[thing["what"]]["rule"]
        table["in_force"].append({"id": f"90.{n}", "rule": rule, "since": str(start), **thing})
    for n, duty in enumerate(changes.get("owing", []), 1):
        data = EMPIRES.rulebook.table("duties")[duty["what"]]
        until = {"until": start.plus(data["turns"])} if "turns" in data else {}
        known = {"rule": data["rule"], "must": data.get("must", True), "since": str(start), **until}
        table["duties"].append({"id": f"91.{n}", **known, **duty})
    return EMPIRES.state.model_validate_json(json.dumps(table))


def ask(case: Case, state: State, dice: Dice) -> Adjudication:
    """What the case asks, asked of this state. Raises RefereeError where it is refused."""
    adjudicator = EMPIRES.adjudicator(case["command"])
    request = request_for(adjudicator.request, **case.get("request", {}))
    return adjudicate(Position(EMPIRES.rulebook, state), adjudicator, request, dice, 100)


def dice_of(case: Case) -> Dice:
    """The dice of the case, to be asked for in order."""
    return TableDice(case["dice"]) if "dice" in case else RecordedDice([])


# --- All that changes ------------------------------------------------------------------------------------------


class Told(NamedTuple):
    """A key of a case: the kind of effect it tells, and the value for all effects of that kind; empty for none."""

    kind: type[Effect]
    value: Callable[[Any], Any]


def _names(effects: Iterable[Ends]) -> list[str]:
    return [e.name for e in effects]


def _begun(effects: Iterable[Begins]) -> list[str]:
    return [f"{e.name} until {e.until}" if e.until else e.name for e in effects]


def _decisions(effects: Iterable[Opens | Closes]) -> list[str]:
    found = []
    for e in effects:
        about = ", ".join(x for x in (e.whom, e.detail) if x)
        found.append(f"{e.about} ({about})" if about else e.about)
    return found


def _net(effects: Iterable[Any]) -> dict[str, int]:
    net: Counter[str] = Counter()
    for e in effects:
        net[e.power] += e.change
    return {power: n for power, n in net.items() if n}


def _owed(effects: Iterable[Owes | Settles]) -> list[str]:
    return [f"{e.power}, {e.what}: {e.on} {e.by}, in {e.phase}" for e in effects]


def _minors(effects: Iterable[MinorHeld]) -> dict[str, str]:
    return {e.minor: f"{e.held} by {e.by}" if e.by else e.held or "not listed" for e in effects}


def _leader(now: Leader | None) -> str:
    if now is None:
        return "not yet come"
    words: str = now.status
    if now.by:
        words += f" of {now.by}"
    if now.until:
        words += f" {'in' if now.status == 'awaited' else 'until'} {now.until}"
    if now.count is not None:
        words += f", {now.count} counted"
    if now.made:
        m = now.made
        horse = " cavalry" if m.cavalry else ""
        words += f", {m.strategic}{m.tactical}{m.maximum}{m.rank}{horse} of {m.power}"
    return f"{words} ({now.rule})" if now.rule else words


def _leaders(effects: Iterable[LeaderIs]) -> dict[str, list[str]]:
    stand: dict[str, list[str]] = {}
    for leader, now in {e.leader: e.now for e in effects}.items():
        stand.setdefault(_leader(now), []).append(leader)
    return {how: sorted(names) for how, names in stand.items()}


def _fleet(now: Fleet | None) -> str:
    if now is None:
        return "off the map"
    words = f"{now.ships} ships of {now.power}, {now.at}"
    if not now.counter:
        words += ", no counter"
    return f"{words}, blockaded since {now.blockaded_since}" if now.blockaded_since else words


def _marks(effects: Iterable[Once]) -> list[str]:
    return [e.name if e.done else f"no longer: {e.name}" for e in effects]


def _duty(e: Duty) -> str:
    words = f"{e.what} ({e.about})" if e.about else e.what
    return f"{words} x{e.count}" if e.count is not None else words


def _arisen(effects: Iterable[Arises]) -> list[str]:
    return [f"{_duty(e)} until {e.until}" if e.until else _duty(e) for e in effects]


def _over(effects: Iterable[Discharged]) -> list[str]:
    return [_duty(e) if e.ended == "done" else f"{_duty(e)}: {e.ended}" for e in effects]


def _charts(effects: Iterable[ChartFilled]) -> dict[str, str]:
    return {e.cell: f"{e.now.value} ({e.now.by})" if e.now else "not filled in" for e in effects}


CHANGES: dict[str, Told] = {
    "begun": Told(Begins, _begun),
    "ended": Told(Ends, _names),
    "pp": Told(PoliticalPoints, _net),
    "money": Told(Money, _net),
    "manpower": Told(Manpower, _net),
    "vp": Told(VictoryPoints, _net),
    "colonial_trade": Told(ColonialTrade, lambda effects: sum(e.change for e in effects)),
    "owed": Told(Owes, _owed),
    "settled": Told(Settles, _owed),
    "minors": Told(MinorHeld, _minors),
    "leaders": Told(LeaderIs, _leaders),
    "fleets": Told(FleetIs, lambda effects: {e.fleet: _fleet(e.now) for e in effects}),
    "sets": Told(Sets, lambda effects: {f"{e.part}/{e.field}": "none" if e.now is None else e.now for e in effects}),
    "once": Told(Once, _marks),
    "charts": Told(ChartFilled, _charts),
    "track": Told(TrackBoxes, lambda effects: {e.zone: e.now for e in effects}),
    "settings": Told(Changes, lambda effects: {e.name: "not set" if e.now is None else e.now for e in effects}),
    "duties": Told(Arises, _arisen),
    "discharged": Told(Discharged, _over),
    "closed": Told(Closes, _decisions),
    "open": Told(Opens, _decisions),
}
KEYS = (*ASKED, "outcome", "sides", "effects", *CHANGES, "text", "without", "rules", "after", "refused", "says")


def changes(effects: Sequence[Effect]) -> dict[str, Any]:
    """All that changes, key by key, keys without anything left out; but for what goes without saying."""
    own = [e for e in effects if not routine(e)]
    told = {key: told.value([e for e in own if isinstance(e, told.kind)]) for key, told in CHANGES.items()}
    return {key: value for key, value in told.items() if value}


def listed(effects: Sequence[Effect]) -> list[dict[str, Any]]:
    """All effects in order as a ledger has them, ids and decisions left open left out."""
    own = [e for e in effects if not isinstance(e, Opens) and not routine(e)]
    return [{k: v for k, v in plain(e).items() if k != "id"} for e in own]


ROUTINE = ("random event", "victory points", "collect", "upkeep")  # what each month, or each quarter, asks for
QUARTER = (3, 6, 9, 12)


def routine(effect: Effect) -> bool:
    """Whether it is a duty that each month or each quarter asks for, or what is forgotten with its month."""
    if isinstance(effect, Arises):
        return effect.what in ROUTINE
    return (isinstance(effect, Once) and not effect.done) or (isinstance(effect, EventRolled) and effect.change < 0)


def asked(command: str, after: Campaign) -> set[tuple[str, str | None]]:
    """The routine duties that a month's beginning leaves, and whose: worked out here, and not by the house's code."""
    if command not in ("turn next", "new"):
        return set()
    found: set[tuple[str, str | None]] = {("random event", None)} if after.month <= "1815-12" else set()
    if after.month.number in QUARTER:
        found |= {(what, power) for what in ("collect", "upkeep") for power, v in after.powers.items() if v.in_play}
        if not any(thing.what == "victory" for thing in after.in_force):
            found.add(("victory points", None))
    return found


def unsaid(command: str, state: Campaign, effects: Sequence[Effect]) -> list[Effect]:
    """What goes without saying after a command on this state, if these are its effects."""
    month = state.month
    if command == "turn next":
        rolled = [EventRolled(month=month, change=-state.rolled)] if state.rolled else []
        points = [Collected(month=month, power=p, points=n, done=False) for p, n in state.collected.items()]
        return [*rolled, *points, TurnBegins(kind=month.key, was=month, now=month.plus(1))]
    if command == "event roll":
        return [EventRolled(month=month)]
    if command == "take up":
        return [BroughtUp(was=1, now=2)]
    if command == "pp vp":
        gained = [e for e in effects if isinstance(e, VictoryPoints)]
        return [Collected(month=month, power=e.power, points=e.change) for e in gained]
    return []


UNSAID = (TurnBegins, EventRolled, Collected, BroughtUp)
