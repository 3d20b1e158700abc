"""Persia: its invasion of Russia or Turkey, who controls it, and the peace that ends it (75-84, R-14).

What is in force says whom it invades, since when and how long: "Persian invasion" is of the victim. The commands
of its war are in war.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from eia_ref.core.adjudication import Sheet
from eia_ref.core.effects import Closes, Ends, as_a
from eia_ref.core.errors import NotAllowed
from eia_ref.core.game import Due
from eia_ref.core.position import Position
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import Decision
from eia_ref.empires.decisions import leave_open
from eia_ref.empires.effects import Money, Sets
from eia_ref.empires.facts import RanOut
from eia_ref.empires.lasting import begin
from eia_ref.empires.leaders import leaders
from eia_ref.empires.options import option
from eia_ref.empires.points import move_points
from eia_ref.empires.powers import economic_months, next_phase
from eia_ref.empires.relations import PERSIA, at_war, in_force, towards
from eia_ref.empires.state import Campaign, Mark
from eia_ref.empires.subjects import Section, Subject
from eia_ref.empires.wars import end_war, make_war

INVASION, ACCESS, SAFE, COSSACKS = "Persian invasion", "Persian access", "safe from Persia", "no Georgian Cossacks"
CONTROL, COUP, TIFLIS = "control of Persia", "coup in Persia", "control of Tiflis"
SUPPLY_SAID = Mark(what="Persia's supply")


def persia_figures(rulebook: Rulebook) -> dict[str, Any]:
    """The figures of rules/empires/persia.toml."""
    return rulebook.table("persia")


def victim(state: Campaign) -> str:
    """The power that Persia has invaded. Refuses where no invasion is on."""
    on = in_force(state, INVASION)
    if on is None or on.whom is None:
        raise NotAllowed("no Persian invasion is on", "one comes with 75-81 of the event table", "no-invasion")
    return on.whom


def invade(sheet: Sheet[Campaign]) -> bool:
    """Row 75-81: Persia invades Russia or Turkey (R-14). False where it can't, and the event is no event."""
    if on := in_force(sheet.state, INVASION):
        sheet.say(f"Persia is at war with {on.whom} already: no event.", "PS-25", "R-14")
        return False
    whom = _draw_victim(sheet)
    if whom is None:
        return False
    data = persia_figures(sheet.rulebook)
    begun = begin(sheet, INVASION, whom=whom)
    assert begun.until
    make_war(sheet, PERSIA, whom)
    begin(sheet, ACCESS, whom=PERSIA, against=_other(data, whom))
    sheet.say(f"Persia is at war with {whom}, to the end of {begun.until.plus(-1).name} at most.", "PS-13", "R-07")
    _place(sheet, data)
    edge = " and ".join(data["edge"])
    sheet.say(f"They may enter {edge} and the home provinces of {whom}, nothing else.", "PS-3", "PS-26")
    sheet.say(f"{_other(data, whom)} lets them through those provinces.", "PS-4", "R-122")
    update_persia(sheet, purse=data["purse"])
    sheet.say(f"Persia's own purse has {data['purse']}$.", "PS-5", "PS-6")
    _claims(sheet, whom)
    return True


def _draw_victim(sheet: Sheet[Campaign]) -> str | None:
    """Whom Persia invades: a d6 says it where both can be invaded; None, and said, where neither can."""
    data = persia_figures(sheet.rulebook)["victims"]
    can = []
    for power in (v["power"] for v in data):
        safe = in_force(sheet.state, SAFE, power)
        if safe and safe.until:
            sheet.say(f"{power} is safe from Persia to the end of {safe.until.plus(-1).name}.", "PS-20")
        elif not sheet.state.power(power).in_play:
            sheet.say(f"{power} is not in play.", "R-120")
        else:
            can.append(power)
    if not can:
        sheet.say("Persia can invade neither: no event.", "PS-21", "R-14")
        return None
    purpose = "whom Persia invades: " + ", ".join(f"{v['first']}-{v['last']} {v['power']}" for v in data)
    if len(can) == 1:
        sheet.say(f"{can[0]} alone can be invaded.", "PS-21", "R-120")
        return sheet.draw(can, purpose)
    die = sheet.roll(data[-1]["last"], purpose)
    return next(str(v["power"]) for v in data if v["first"] <= die <= v["last"])


def _other(data: Mapping[str, Any], whom: str) -> str:
    """The one of Russia and Turkey that is not invaded."""
    return next(str(v["power"]) for v in data["victims"] if v["power"] != whom)


def _place(sheet: Sheet[Campaign], data: Mapping[str, Any]) -> None:
    """Corps, and the leaders who can come, stand in Persia at once."""
    came = leaders.at_hand(sheet, PERSIA)
    for name in came:
        leaders.change(sheet, name, "on the map")
    corps = [f"{many} {kind} corps" for kind, many in data["corps"].items()]
    sheet.say(f"In Persia stand {' and '.join(corps)}, led by {', '.join(came) or 'nobody'}.", "PS-10", "LD-M2")


# --- Control ---------------------------------------------------------------------------------------------------


def claim(position: Position[Campaign], power: str) -> int:
    """How good a power's claim to Persia is: 1 the other of Russia and Turkey at war with the victim, 2 another
    power at war with it, 3 none but that it wants to."""
    whom = victim(position.state)
    if not at_war(position.state, power, whom):
        return 3
    return 1 if power == _other(persia_figures(position.rulebook), whom) else 2


def _claims(sheet: Sheet[Campaign], whom: str) -> None:
    """Who controls Persia, where the ledger's wars say so; else that is asked (R-121)."""
    by_claim: dict[int, list[str]] = {1: [], 2: [], 3: []}
    for power in sheet.state.in_play():
        if power != whom:
            by_claim[claim(sheet, power)].append(power)
    first = by_claim[1] or by_claim[2]
    if len(first) == 1:
        sheet.say(f"{first[0]} is at war with {whom}.", "PS-1", "R-121")
        take_control(sheet, first[0])
        return
    if first:
        sheet.say(f"{' and '.join(first)} are at war with {whom}: the claims are equal.", "PS-1", "PS-2")
    leave_open(sheet, CONTROL, whom)


def decide_control(sheet: Sheet[Campaign], wanting: Sequence[str]) -> None:
    """Of the powers that want Persia the one with the best claim controls it; equals roll a d6 (PS-2, R-121)."""
    whom = victim(sheet.state)
    if by := sheet.state.persia.controller:
        raise NotAllowed(f"{by} controls Persia, to the end of the war (R-121)", "", "controlled")
    for power in wanting:
        if power == whom:
            raise NotAllowed(f"{whom} is the victim and can't control Persia (R-121)", "name others", "victim")
        if not sheet.state.power(power).in_play:
            raise NotAllowed(f"{power} is not in play", "name others", "not-in-play")
    for decision in [d for d in sheet.state.decisions if d.about == CONTROL]:
        sheet.apply(as_a(Closes, decision))
    claims = {power: claim(sheet, power) for power in wanting}
    if not claims:
        return
    best = min(claims.values())
    behind = [power for power, its in claims.items() if its > best]
    if behind:
        sheet.say(f"Of those that want Persia, {', '.join(behind)} must stand back: others claim it by war.", "PS-1")
    take_control(sheet, _highest(sheet, [p for p, its in claims.items() if its == best]))


def _highest(sheet: Sheet[Campaign], powers: Sequence[str]) -> str:
    """The power with the highest d6; equals roll again."""
    turn = 1
    while len(powers) > 1:
        sheet.cite("PS-2")
        again = f", roll {turn}" if turn > 1 else ""
        dice = {power: sheet.roll(6, f"control of Persia{again}: {power}") for power in powers}
        powers = [power for power, die in dice.items() if die == max(dice.values())]
        turn += 1
    return powers[0]


def take_control(sheet: Sheet[Campaign], power: str) -> None:
    """From now on that power controls Persia."""
    update_persia(sheet, controller=power)
    sheet.say(
        f"{power} controls Persia, and gains and loses political points by it as by a sponsored minor.",
        "PS-1",
        "PS-22",
    )


# --- The coup, and peace ---------------------------------------------------------------------------------------


def coup(sheet: Sheet[Campaign]) -> None:
    """Row 82-84: the victim of the invasion may pay to end it (R-14)."""
    on = in_force(sheet.state, INVASION)
    if on is None:
        sheet.say("Persia is at war with nobody: nothing happens.", "EV-82", "R-11")
    elif any(d.about == COUP and d.since == sheet.state.month for d in sheet.state.decisions):
        sheet.say("There is a coup to decide on already this month.", "EV-82", "R-128")
    else:
        leave_open(sheet, COUP, on.whom)


def _coup_answered(sheet: Sheet[Campaign], decision: Decision, answer: str) -> None:
    if answer != "pay":
        return
    whom = victim(sheet.state)
    if decision.since != sheet.state.month:
        raise NotAllowed(
            f"the coup was of {decision.since.name}, and {whom} had to pay at once (EV-82)",
            f"eia-ref settle {decision.id} decline",
            "too-late",
        )
    price, saved = persia_figures(sheet.rulebook)["coup"], sheet.state.power(whom).money
    if saved < price:
        raise NotAllowed(
            f"{whom} has {saved}$ and can't pay {price}$ (EV-82)", f"eia-ref settle {decision.id} decline", "money"
        )
    sheet.apply(Money(power=whom, change=-price))
    points = persia_figures(sheet.rulebook)["coup_points"][option(sheet, "persian_coup")]
    peace(sheet, whom, "Persia has surrendered, on no other condition", ("R-14", "R-128"), points)


def peace(sheet: Sheet[Campaign], whom: str, why: str, rules: Sequence[str], points: int) -> None:
    """The war of Persia and its victim is over, and moves the victim's `points`; the invasion may have run out."""
    state, rulebook = sheet.state, sheet.rulebook
    if invasion := in_force(state, INVASION, whom):
        sheet.apply(as_a(Ends, invasion))
    end_war(sheet, PERSIA, whom)
    if access := towards(state, ACCESS, PERSIA, _other(persia_figures(rulebook), whom)):
        sheet.apply(as_a(Ends, access))
    sheet.say(f"{why}: the war of Persia and {whom} is over.", *rules)
    if points:
        sheet.say(f"{whom} {'gains' if points > 0 else 'loses'} {abs(points)} political points.", *rules)
        move_points(sheet, whom, points)
    safe = begin(sheet, SAFE, whom=whom)
    assert safe.until
    sheet.say(f"{whom} is safe from Persia to the end of {safe.until.plus(-1).name}.", "PS-20", "R-07")
    if by := state.persia.controller:
        sheet.say(f"{by}, which controlled Persia, neither gains nor loses by this peace.", "PS-23")
    if left := state.persia.purse:
        sheet.say(f"The {left}$ in Persia's purse are out of the game.", "R-123")
    update_persia(sheet, controller=None, purse=0, losses=0, cut_off=0)
    sheet.discharge("supply of Persia", ended="lapsed")
    sheet.discharge("surrender to Persia", whom=whom, ended="lapsed")
    for decision in [d for d in state.decisions if d.about in (CONTROL, COUP)]:
        sheet.apply(as_a(Closes, decision))
        sheet.say(f"Decision {decision.id}, {decision.about}, has lapsed.")
    cossacks = in_force(state, COSSACKS)
    if whom == "Russia" and cossacks:
        leave_open(sheet, TIFLIS)


def _tiflis(sheet: Sheet[Campaign], decision: Decision, answer: str) -> None:
    cossacks = in_force(sheet.state, COSSACKS)
    sheet.cite("R-129")
    if answer == "kept" and cossacks:
        sheet.apply(as_a(Ends, cossacks))


def update_persia(sheet: Sheet[Campaign], **now: int | str | None) -> None:
    """Keeps these figures and names of Persia from now on."""
    for field, value in now.items():
        was = getattr(sheet.state.persia, field)
        if was != value:
            sheet.apply(Sets(part="persia", field=field, was=was, now=value))


# --- Month by month --------------------------------------------------------------------------------------------


def invasion_ran_out(sheet: Sheet[Campaign], news: Sequence[RanOut], before: Campaign) -> None:
    """The 12 turns of an invasion are over, and it is won against Persia (PS-13, PS-15)."""
    whom = news[0].thing.whom
    assert whom
    peace(sheet, whom, "The 12 turns are over", ("PS-13", "PS-15"), persia_figures(sheet.rulebook)["victory"])


def _month_ends(sheet: Sheet[Campaign]) -> None:
    """What the economic phase pays into the purse; and a month in which nobody spoke of the source of supply."""
    state = sheet.state
    if in_force(state, INVASION) is None:
        return
    if state.persia.controller and state.month.number in economic_months(sheet.rulebook):
        pays = persia_figures(sheet.rulebook)["phase"]
        update_persia(sheet, purse=state.persia.purse + pays)
        sheet.say(f"Persia's purse gets {pays}$ and has {state.persia.purse}$.", "PS-5", "R-123")
    if state.persia.cut_off and SUPPLY_SAID not in state.once:
        update_persia(sheet, cut_off=0)
        sheet.say("Nobody said that Persia's source of supply was held: the months count anew.", "PS-14", "R-125")


def _duties(sheet: Sheet[Campaign]) -> None:
    """Whether Persia's source of supply is still held, once it has been (PS-14)."""
    state = sheet.state
    if in_force(state, INVASION) and state.persia.cut_off and SUPPLY_SAID not in state.once:
        sheet.leave_to_do("supply of Persia", count=state.persia.cut_off)


def _agenda(position: Position[Campaign]) -> list[Due]:
    rulebook, state = position.rulebook, position.state
    on = in_force(state, INVASION)
    if on is None:
        return []
    data, month, persia = persia_figures(rulebook), state.month, state.persia
    due = []
    if SUPPLY_SAID not in state.once and not persia.cut_off:
        due.append(
            Due(
                f"if {on.whom} holds Persia's source of supply",
                "PS-14",
                month,
                type=("eia-ref persia supply --held",),
            )
        )
    by = persia.controller
    if not by and not any(d.about == CONTROL for d in state.decisions):
        typed = ("eia-ref persia control POWER ...",)
        due.append(Due("nobody controls Persia: who wants to, may", "R-121", month, type=typed))
    if by and month.number in economic_months(rulebook) and at_war(state, by, str(on.whom)):
        due.append(Due(f"{by} may lend Persia money", "PS-7", month, type=(f"eia-ref persia loan {by} N",)))
    if persia.controller:
        due.append(Due(f"Persia's purse gets {data['phase']}$", "PS-5", next_phase(rulebook, month)))
    if month.number == data["levy"]:
        due.append(Due("Persian corps may be filled in the levy step", "PS-11", month))
    return due


def _status_of(position: Position[Campaign], power: str | None) -> list[Section]:
    state = position.state
    on = in_force(state, INVASION)
    if on is None or power not in (None, on.whom, state.persia.controller):
        return []
    by = state.persia.controller or "nobody"
    return [(INVASION, [[f"of {on.whom}, controlled by {by}: eia-ref persia show"]])]


SUBJECT = Subject(
    month_ends=_month_ends,
    duties=_duties,
    agenda=_agenda,
    answers={
        CONTROL: lambda sheet, decision, answer: decide_control(sheet, [] if answer == "nobody" else [answer]),
        COUP: _coup_answered,
        TIFLIS: _tiflis,
    },
    status=_status_of,
)
