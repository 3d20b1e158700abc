"""The French Revolution: a track from 0 to 49, one stage after the other, each with what it does (FR).

The stages are data, rules/empires/revolution.toml. What lasts is a thing in force that other subjects read by
name; a later stage ends it (R-21). "No event" moves the track to 47; from there Bonaparte does (R-23).
"""

from collections.abc import Sequence

from eia_ref.core.adjudication import Sheet
from eia_ref.core.effects import Ends, as_a
from eia_ref.core.names import in_a_row
from eia_ref.core.position import Position
from eia_ref.core.state import Decision
from eia_ref.empires import relations
from eia_ref.empires.decisions import leave_open
from eia_ref.empires.effects import Money, Sets
from eia_ref.empires.lasting import begin, end, in_words
from eia_ref.empires.leaders import leaders, roster
from eia_ref.empires.points import move_points
from eia_ref.empires.revolution import amiens, emigres
from eia_ref.empires.state import Campaign, Leader
from eia_ref.empires.subjects import Section, Subject
from eia_ref.empires.throne import FATES, undecided
from eia_ref.empires.track import (
    FRANCE,
    Alliances,
    Flag,
    LeadersChange,
    Stage,
    Who,
    ended_by,
    last_by_dice,
    stage,
    stages,
)
from eia_ref.empires.wars import end_war

MUTINY, MUTINEER, DRAW = "navy mutiny", "fleet in mutiny", "draw of a French fleet"
NAMES: dict[Who, str] = {"king": "Louis XVI", "queen": "Marie Antoinette"}
DOMINANCE_ASKED = "French dominance"


# --- A step ----------------------------------------------------------------------------------------------------


def no_event(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """What "no event" does to the Revolution: one step, up to 47 (R-10, R-23)."""
    if stage(sheet.state) >= last_by_dice(sheet.rulebook):
        sheet.say("The Revolution is past the dice: no event is only no event.", "FR-47", "R-23")
        return
    sheet.cite("FR-G1")
    step(sheet)


def step(sheet: Sheet[Campaign]) -> None:
    """Carries out the next stage, once (R-20), and the one after it where that follows of itself."""
    was = stage(sheet.state)
    following = stages(sheet.rulebook)[was + 1]
    sheet.apply(Sets(part="revolution", field="stage", was=was, now=following.number))
    sheet.say(f"The Revolution comes to stage {following.name}.", following.rule, "R-20")
    if following.decides is None:
        carry_out(sheet, following)
    elif getattr(sheet.state.revolution, following.decides) == "executed":
        name = NAMES[following.decides]
        sheet.say(f"{name} was executed before: the stage has no effect this time.", following.rule, "R-140")
    else:
        leave_open(sheet, FATES[following.decides], FRANCE)


def carry_out(sheet: Sheet[Campaign], this: Stage) -> None:
    """What a stage does, in the order of its data."""
    if this.points:
        gains = "gains" if this.points > 0 else "loses"
        many = abs(this.points)
        sheet.say(f"France {gains} {many} political {'point' if many == 1 else 'points'}.", this.rule)
        move_points(sheet, FRANCE, this.points)
    if this.money:
        sheet.apply(Money(power=FRANCE, change=this.money))
        sheet.say(f"France takes in {this.money}$.", this.rule)
    if this.treasury is not None:
        _treasury(sheet, this, this.treasury)
    if this.losses:
        lost = {kind: sum(_d6(sheet, n, many, kind) for n in range(many)) for kind, many in this.losses.items()}
        said = " and ".join(f"{n} {kind}" for kind, n in lost.items())
        sheet.say(f"France loses {said}, of its choice.", this.rule)
        sheet.leave_to_do("French losses", rule=this.rule, whom=FRANCE, terms=said)
    if this.peace:
        peace_with_all(sheet, this.peace)
    if this.alliances:
        _no_alliances(sheet, this.alliances)
    if this.emigres == "go":
        emigres.go(sheet, "FR-49b", "The émigrés that are left are eliminated.")
    for flag in this.ends:
        for thing in [t for t in sheet.state.in_force if flag.is_of(t)]:
            end(sheet, thing, flag.rule)
        if flag.what == MUTINY:
            mutiny_over(sheet, flag.rule)
    for flag in this.begins:
        _begin(sheet, flag)
    if this.leaders:
        _leaders(sheet, this.leaders)
    if this.random_leaders:
        _robespierre(sheet, this)
    if this.emigres == "come":
        emigres.come(sheet)
    if this.mutiny:
        _mutiny(sheet)
    for note in this.notes:
        sheet.say(note.words, note.rule)
        if note.duty:
            sheet.leave_to_do(note.duty, rule=note.rule, terms=this.name, count=note.count)
    if this.dominance:
        leave_open(sheet, DOMINANCE_ASKED, FRANCE)


def _d6(sheet: Sheet[Campaign], n: int, many: int, kind: str) -> int:
    return sheet.roll(6, f"{kind} that leaves" + (f", die {n + 1}" if many > 1 else ""))


def _treasury(sheet: Sheet[Campaign], this: Stage, left: int) -> None:
    """The saved money of France becomes so much."""
    change = left - sheet.state.power(FRANCE).money
    if change:
        sheet.apply(Money(power=FRANCE, change=change))
    sheet.say(f"The treasury of France is {left}$.", this.rule)


def peace_with_all(sheet: Sheet[Campaign], rule: str) -> None:
    """Informal peace between France and all nations: its wars end, but for that with Naples (R-137)."""
    at_war = [other for other in relations.enemies(sheet.state, FRANCE) if not emigres.fights_on(sheet, other)]
    if not at_war:
        sheet.say("France makes informal peace with all nations: it is at war with none.", rule)
        return
    sheet.say(f"France makes informal peace with {in_a_row(at_war)}.", rule)
    for other in at_war:
        end_war(sheet, FRANCE, other)


def _no_alliances(sheet: Sheet[Campaign], which: Alliances) -> None:
    """Alliances of France end, and nobody pays (R-131)."""
    for other in relations.allies(sheet.state, FRANCE):
        thing = relations.between(sheet.state, relations.ALLIANCE, FRANCE, other)
        if thing and other != which.keep and which.with_ in ("", other):
            sheet.apply(as_a(Ends, thing))
            sheet.say(f"The alliance of France and {other} is broken; nobody pays for it.", which.rule, "R-131")


def _begin(sheet: Sheet[Campaign], flag: Flag) -> None:
    """Brings a thing into force and says to when; not where the same is in force already, or has been ended since."""
    since = stages(sheet.rulebook)[: stage(sheet.state) + 1]
    by = next((s.number for s in since if flag in s.begins), 0)
    if any(f.is_of(flag) for s in since[by + 1 :] for f in s.ends):
        return  # a decision left open so long that what it would begin is over
    there = next((t for t in sheet.state.in_force if flag.is_of(t) and t.until is None), None)
    if there:
        sheet.say(f"In force already: {in_words(sheet.rulebook, there)}.", flag.rule)
        return
    thing = begin(sheet, flag.what, whom=flag.whom, against=flag.against, months=flag.months, rule=flag.rule)
    if thing.until:
        sheet.say(
            f"To the end of {thing.until.plus(-1).name}: {in_words(sheet.rulebook, thing)}.", flag.rule, "R-130"
        )
        return
    last = ended_by(sheet, thing)
    span = f"Up to stage {last.number}" if last else "From now on"
    sheet.say(f"{span}: {in_words(sheet.rulebook, thing)}.", flag.rule)


# --- Leaders ---------------------------------------------------------------------------------------------------


def _leaders(sheet: Sheet[Campaign], this: LeadersChange) -> None:
    """France loses leaders, and has others back; the dead stay dead. Those who come do so by their counters."""
    spared = this.lost.removeprefix("all but ")
    everybody = leaders.everybody(sheet, FRANCE)
    french = [leaders.card(sheet, name) for name in everybody]
    lost = [
        c.name
        for c in french
        if (c.faction == spared) == (spared == this.lost)
        and leaders.status(sheet.state, c.name) not in (None, "dead", this.status)
    ]
    shown = [name for name in lost if leaders.status(sheet.state, name) not in leaders.GONE]
    for name in lost:
        made = sheet.state.leaders[name].made
        leaders.change(sheet, name, "removed" if made else this.status, rule=this.rule)
    sheet.say(
        f"France loses {in_a_row(shown) or 'no leader'}{' to exile' if shown and this.status == 'in exile' else ''}.",
        this.rule,
    )
    back = [c.name for c in french if c.faction == this.back and _may_come_back(sheet.state.leaders.get(c.name))]
    for name in back:
        leaders.change(sheet, name, "available", rule=this.rule)
    if back:
        sheet.say(f"France has {in_a_row(back)} back.", this.rule)


def _may_come_back(leader: Leader | None) -> bool:
    """Whether a leader France has back is in exile, removed, or a prisoner of France itself."""
    return leader is not None and (leader.status in ("in exile", "removed") or leader.by == FRANCE)


def _robespierre(sheet: Sheet[Campaign], this: Stage) -> None:
    """Leaders of France at hand, drawn at random, are lost (R-132)."""
    for n in range(this.random_leaders):
        there = leaders.at_hand(sheet, FRANCE)
        if not there:
            sheet.say("France has no leader at hand to lose.", this.rule, "R-106")
            return
        sheet.cite("R-17")
        name = sheet.draw(there, "leader lost" + (f", {n + 1}" if this.random_leaders > 1 else ""))
        leaders.change(sheet, name, "dead", rule=this.rule)
        sheet.say(f"Robespierre has {name} executed.", this.rule, "R-132")


# --- Bonaparte -------------------------------------------------------------------------------------------------


def follow_bonaparte(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """The track follows Bonaparte once it is past the dice and no fate is open (FR-47b, FR-48b, R-23, R-146)."""
    at, every = stage(sheet.state), stages(sheet.rulebook)
    waits = at < last_by_dice(sheet.rulebook) or at == every[-1].number or undecided(sheet.state)
    if not waits and has_come(sheet, every[at + 1].needs):
        step(sheet)


def has_come(position: Position[Campaign], leader: str) -> bool:
    """Whether a leader is at hand, by that counter or by a later one of his."""
    chain = roster.forms(position.rulebook)[leader]
    return any(leaders.is_at_hand(position.state, name) for name in chain[chain.index(leader) :])


def decided(sheet: Sheet[Campaign], decision: Decision, answer: str) -> None:
    """What follows from a fate decided: all of the stage, or nothing of it."""
    this = next(s for s in stages(sheet.rulebook) if s.decides and FATES[s.decides] == decision.about)
    if answer == "spare":
        sheet.cite({"king": "FR-21d", "queen": "FR-25c"}[str(this.decides)])
        return
    sheet.apply(Sets(part="revolution", field=str(this.decides), was="alive", now="executed"))
    carry_out(sheet, this)


# --- At a month's end ------------------------------------------------------------------------------------------


def _mutiny(sheet: Sheet[Campaign]) -> None:
    """While the navy is in mutiny, a fleet of France drawn at random does not move this turn (FR-12)."""
    if not relations.in_force(sheet.state, MUTINY):
        return
    fleets = _fleets(sheet.state)
    if fleets is None:
        sheet.cite("R-17")
        sheet.leave_to_do(DRAW, whom=FRANCE)
    elif not fleets:
        sheet.say("France has no fleet to be in mutiny.", "FR-12", "R-106")
    else:
        fleet = sheet.draw(fleets, "fleet in mutiny")
        begin(sheet, MUTINEER, unit=fleet, whom=FRANCE)
        sheet.say(f"France's {fleet} is in mutiny and may not move this turn.", "FR-12", "R-17", "R-274")


def _fleets(state: Campaign) -> list[str] | None:
    """The fleets of France by the ledger's counters, else by the header's list; None where it has neither."""
    listed = relations.fleets_of(state, FRANCE) or state.settings.get(f"fleets.{FRANCE}")
    return listed if isinstance(listed, list) else None


def mutiny_over(sheet: Sheet[Campaign], rule: str) -> None:
    """With the mutiny over, the fleet drawn for this month moves again too."""
    for thing in [t for t in sheet.state.in_force if t.what == MUTINEER]:
        end(sheet, thing, rule)
    sheet.discharge(DRAW, ended="lapsed")


def month_of_mutiny(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """A month has begun: another fleet is drawn."""
    _mutiny(sheet)


def _status(position: Position[Campaign], power: str | None) -> list[Section]:
    if power not in (None, FRANCE):
        return []
    this = stages(position.rulebook)[stage(position.state)]
    return [("", [["French Revolution", f"stage {this.name} ({this.rule})"]])]


def _duties(sheet: Sheet[Campaign]) -> None:
    """Britain's offer of peace, the émigrés' income, and the draw of a fleet in mutiny that no list can make."""
    amiens.offer(sheet)
    emigres.income(sheet)
    if _fleets(sheet.state) is None:
        _mutiny(sheet)


SUBJECT = Subject(
    month_ends=amiens.pitt,
    duties=_duties,
    agenda=amiens.agenda,
    status=_status,
    answers={
        **dict.fromkeys(FATES.values(), decided),
        emigres.ARRIVE: emigres.settled,
    },
)
