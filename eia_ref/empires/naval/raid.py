"""A port raid: who fires the guns (R-46), past them, three rounds, past them again, and what follows (R-45)."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.names import in_a_row
from eia_ref.core.odds import Spread
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import InForce
from eia_ref.empires.facts import Commanded
from eia_ref.empires.minors import neutrals
from eia_ref.empires.naval import raiding as naval_raid
from eia_ref.empires.naval import rounds as naval
from eia_ref.empires.naval.aftermath import Fought, ports, refuse_twice, settle, write_fleets
from eia_ref.empires.naval.battle import disables, morale_left, say_round
from eia_ref.empires.naval.combat import Fire, fire, held
from eia_ref.empires.naval.fleets import power_of, refuse_shut_in, tell_ice
from eia_ref.empires.naval.raiding import IN, OUT, Raid
from eia_ref.empires.naval.rounds import ROUNDS, Fight
from eia_ref.empires.naval.sides import (
    BALTIC,
    SIDES,
    Encounter,
    Ships,
    Side,
    Sided,
    by_name,
    check_fleets,
    check_leader,
    check_sides,
    modifiers,
    morale,
    same,
    say_dice,
    widened,
    with_fleets,
)
from eia_ref.empires.naval.still_owed import after
from eia_ref.empires.naval.wars import tell_peace
from eia_ref.empires.relations import at_war, towards
from eia_ref.empires.state import Campaign

DARDANELLES = "Dardanelles"


class RaidRequest(Encounter):
    """`raid`: beside the sides, the port.

    `launched` are the defender's ships in no fleet yet. `harbour` is the number in the blockade box, `controller`
    the power whose port it is, `access` what it has granted, with `leave` of the victor where co-operation is denied
    it; `garrison` and `corps` hold the port, by nation, in factors and in men, and those of `hold_fire` want the guns
    silent.
    """

    launched: Ships = {}
    harbour: int | None = None
    controller: str = ""
    access: bool = False
    leave: bool = False
    garrison: dict[str, int] = {}
    corps: dict[str, int] = {}
    hold_fire: list[str] = []

    def ships(self, side: Side) -> Ships:
        """A side's ships by nation, the defender's with those in no fleet (R-47)."""
        if side == "attacker":
            return by_name(self.attacker)
        both = {n: self.defender.get(n, 0) + self.launched.get(n, 0) for n in (*self.defender, *self.launched)}
        return by_name(both)

    def in_no_fleet(self, state: Campaign, side: Side) -> int:
        """How many of a side's ships have no fleet counter, those launched besides too."""
        launched = sum(self.launched.values()) if side == "defender" else 0
        return super().in_no_fleet(state, side) + launched


class Ready(NamedTuple):
    """A raid about to begin: both sides, the contributions losses are split over, how it is fought, who came."""

    sides: tuple[Sided, Sided]
    contributions: tuple[Ships, Ships]
    raid: Raid
    before: Fight


def raid(sheet: Sheet[Campaign], request: RaidRequest) -> None:
    """The raid from the guns going in to the fate of the disabled ships."""
    request = with_fleets(sheet, request)
    check_sides(sheet, request)
    refuse_twice(sheet, request, "raid")
    ready = prepare(sheet, request)
    fight = _play(sheet, ready)
    won = naval_raid.won(ready.before, fight)
    rules = ("PR-15", "PR-17" if won is None else "PR-16")
    fought = Fought(request, ready.sides, ready.contributions, ready.before, fight, won, rules)
    odds = spread(sheet.rulebook, ready)
    disabled = settle(sheet, fought, odds, lambda f: naval_raid.won(ready.before, f))
    _aftermath(sheet, request, fight, disabled)


ADJUDICATORS = (Adjudicator("raid", RaidRequest, raid, same=same),)


def prepare(sheet: Sheet[Campaign], request: RaidRequest) -> Ready:
    """Checks what is said of a raid, and tells the guns, morale and dice. Rolls nothing."""
    check_sides(sheet, request)
    for side in SIDES:
        check_leader(sheet, request, side)
    check_fleets(sheet, request, "raid")
    for name in request.attacker_named:
        refuse_shut_in(sheet, name)
    met = [*request.ships("defender"), *([request.controller] if request.controller else [])]
    tell_peace(sheet, request.attacker, met, widened(sheet.rulebook, request.waters), raid=True)
    if BALTIC in request.waters:
        tell_ice(sheet)
    _check_escort(sheet, request)
    _tell_neutrals(sheet, request)
    guns = _guns(sheet, request)
    sides = (_side(sheet, request, "attacker"), _side(sheet, request, "defender"))
    say_dice(sheet, sides)
    taken = [disables(sheet, request, side) for side in SIDES]
    plan = Raid((sides[0].by, sides[1].by), guns, (taken[1], taken[0]))
    contributions = (
        by_name(request.attacker),
        {**by_name(request.defender), **{f"{n} in no fleet": s for n, s in by_name(request.launched).items()}},
    )
    launched = [f"{many} of {name}" for name, many in by_name(request.launched).items()]
    launched += [n for n in request.defender_named if not sheet.state.fleets[n].counter]
    if launched:
        told = in_a_row(launched)
        sheet.say(f"Ships launched and in no fleet are among the defenders: {told}.", "LA-2", "R-47")
    before = Fight(sides[0].force, sides[1].force)
    return Ready(sides, contributions, plan, before)


def spread(rulebook: Rulebook, ready: Ready) -> Spread[Fight]:
    """Every way the raid can end, with its exact chance."""
    return naval_raid.spread(rulebook, ready.before, ready.raid)


def _side(sheet: Sheet[Campaign], request: RaidRequest, side: Side) -> Sided:
    ships, leader = request.ships(side), request.leader(side)
    sheet.say(f"The {side}{f', under {leader}' if leader else ''}:")
    value = morale(sheet, ships, leader, request.waters)
    found = modifiers(sheet, request, side, {"transports": side in request.transports}, blockading=False, raid=True)
    total = held(sum(m.by for m in found), sheet.rulebook.table("naval")["dice"]["most"])
    return Sided(side, ships, leader, value, found, total)


def _check_escort(sheet: Sheet[Campaign], request: RaidRequest) -> None:
    """A minor's ships raid only with as many of a major power beside them (PR-1)."""
    minors = sum(n for name, n in request.attacker.items() if name not in sheet.state.powers)
    majors = sum(n for name, n in request.attacker.items() if name in sheet.state.powers)
    if minors > majors:
        raise NotAllowed(
            f"{minors} ships of minors need as many of a major power beside them, and there are {majors} (PR-1)",
            "leave some behind, or bring more",
            "no-escort",
        )
    if minors:
        sheet.say(f"{minors} ships of minors, escorted by {majors} of major powers.", "PR-1")


def _tell_neutrals(sheet: Sheet[Campaign], request: RaidRequest) -> None:
    """What of a neutral minor is on the map only for Britain's raid (AN-7)."""
    there = dict.fromkeys([*request.ships("defender"), *request.garrison, *request.corps])
    members = [name for name in neutrals(sheet) if name in there]
    if members and "Britain" in request.attacker:
        sheet.say(f"Fleets and troops of {in_a_row(members)} are on the map for this turn only.", "AN-7")


# --- Whether the guns fire (R-46) ------------------------------------------------------------------------------


def _guns(sheet: Sheet[Campaign], request: RaidRequest) -> int:
    """The strength of the harbour's guns; 0 where they are silent."""
    for name in (*request.garrison, *request.corps):
        if name in request.attacker:
            raise RefereeError(f"{name} can't hold the port that it raids", code="both-sides")
    for option, held_by in (("--garrison", request.garrison), ("--corps", request.corps)):
        for name, many in held_by.items():
            if many < 1:
                raise RefereeError(f"{option}: {name} has {many}", "write 1 or more, or leave it out", "factors")
    there = [power_of(sheet, n) or n for n in (*request.garrison, *request.corps)]
    strangers = [n for n in request.hold_fire if n not in there]
    if strangers:
        raise RefereeError(f"{in_a_row(strangers)} has nobody in the port to hold fire", code="hold-fire")
    if not _fires(sheet, request):
        return 0
    if request.harbour is None:
        raise RefereeError(
            "the guns fire, and nobody says how strong the harbour is (PR-3)",
            "type the same again with --harbour N, the number in the port's blockade box",
            "no-harbour",
        )
    if request.harbour < 1:
        raise RefereeError(f"--harbour {request.harbour} is no harbour number", "write 1 or more", "harbour")
    return request.harbour


def _fires(sheet: Sheet[Campaign], request: RaidRequest) -> bool:
    if not request.garrison and not request.corps:
        sheet.say("No garrison and no corps in the port: its guns are silent.", "PR-4", "R-46")
        return False
    if _has_access(sheet, request):
        own = [n for n in request.ships("defender") if power_of(sheet, n) == request.controller]
        if not own:
            sheet.say(f"{request.controller} grants access, and no fleet of its own is attacked: no guns.", "PR-4")
            return False
        sheet.say(f"{request.controller} grants access, but its own fleet is attacked: the guns are used.", "PR-7")
    elif request.hold_fire or request.controller:
        sheet.say("No access: the port's own may use the guns.", "PR-5")
    if request.garrison:
        return _decided(sheet, request, request.garrison, "garrison", ("PG-1",), ("PG-2",))
    return _decided(sheet, request, request.corps, "corps", ("PG-3",), ("PG-4",))


def _has_access(sheet: Sheet[Campaign], request: RaidRequest) -> bool:
    """Whether the port's power lets the whole stack in: as said, or by the agreements in the ledger (PR-4, R-291)."""
    owner, state = request.controller, sheet.state
    if not owner:
        if request.access:
            raise RefereeError(
                "who has granted access? the guns fire all the same if its own fleet is attacked (PR-7)",
                "type the same again with --port-of POWER",
                "no-controller",
            )
        return False
    raiders = dict.fromkeys(power_of(sheet, name) or name for name in request.attacker)
    if request.access:
        if enemy := next((p for p in raiders if at_war(state, p, owner)), None):
            raise NotAllowed(
                f"{owner} is at war with {enemy} and grants it no access (AL-1)", "leave out --access", "at-war"
            )
        for guest in raiders:
            if guest != owner and not _agreed(state, guest, owner):
                _given(sheet, request, guest)
        return True
    agreed = [_agreed(state, p, owner) for p in raiders]
    if not all(agreed):
        return False
    on_terms = [thing for thing in agreed if thing and thing.terms]
    for thing in on_terms:
        sheet.say(
            f"The access of {thing.whom} is on terms, {thing.terms}: if they take in this port, --access.", "R-291"
        )
    return not on_terms


def _agreed(state: Campaign, guest: str, owner: str) -> InForce | None:
    """The access that the ledger has, by a peace or of the owner's own will."""
    return towards(state, "access by peace", guest, owner) or towards(state, "access", guest, owner)


def _given(sheet: Sheet[Campaign], request: RaidRequest, guest: str) -> None:
    """Refuses access given for the raid where `pp access` could not be (R-335); Constantinople is open (LA-6)."""
    from eia_ref.empires.politics.access_refused import refuse_denied, refuse_unallied  # few raids are let in

    refuse_denied(sheet, request.controller, guest, request.leave)
    if not (request.controller == "Turkey" and DARDANELLES in request.waters):
        refuse_unallied(sheet, request.controller, guest, "; to Constantinople: --sea Dardanelles")
    sheet.cite("AL-1", "R-335")


def _decided(
    sheet: Sheet[Campaign],
    request: RaidRequest,
    there: Mapping[str, int],
    what: str,
    agreed: tuple[str, ...],
    parted: tuple[str, ...],
) -> bool:
    """Whether those there fire: of one mind, or a garrison by the most factors and corps by their men (R-207)."""
    by: dict[str, int] = {}
    for name, many in sorted(there.items()):
        power = power_of(sheet, name) or name
        by[power] = by.get(power, 0) + many
    hold = {p: n for p, n in by.items() if p in request.hold_fire}
    shoot = {p: n for p, n in by.items() if p not in request.hold_fire}
    told = ", ".join(f"{p} {n} {'for silence' if p in hold else 'for fire'}" for p, n in by.items())
    if not hold or not shoot:
        fires = not hold
        rules = agreed if len(by) > 1 or what == "corps" else ("PR-2",)
    elif what == "garrison":
        most = max(by.values())
        fires = all(p in shoot for p, n in by.items() if n == most)
        rules = ("PG-1",) if sum(n == most for n in by.values()) == 1 else parted
    else:
        fires, rules = sum(shoot.values()) > sum(hold.values()), parted
    sheet.say(f"The {what}: {told}: the guns {'fire' if fires else 'are silent'}.", *rules, "R-46")
    return fires


# --- The raid --------------------------------------------------------------------------------------------------


def _play(sheet: Sheet[Campaign], ready: Ready) -> Fight:
    chart = sheet.rulebook.table("charts/port-raid")
    fight = ready.before
    if ready.raid.guns:
        fight = _past_guns(sheet, ready, fight, chart["guns_in"], IN)
        if fight.attacker.out:
            what = "broken" if fight.attacker.ships else "gone"
            sheet.say(f"The attackers are {what} before the first round: there is none.", "PR-12", "R-45")
    fight = naval_raid.opened(fight, ready.raid)
    if not naval_raid.ends(fight):
        tables = f"{' '.join(chart['attacker'])} against {' '.join(chart['defender'])}"
        sheet.say(f"Tables {tables}, while the attackers hold.", "PR-8", "PR-9", "PR-12")
    for n in ROUNDS:
        if naval_raid.ends(fight):
            break
        fight = _round(sheet, ready, fight, n, (chart["attacker"][n - 1], chart["defender"][n - 1]))
    if ready.raid.guns and fight.attacker.ships:
        fight = _past_guns(sheet, ready, fight, chart["guns_out"], OUT)
    return fight


def _round(sheet: Sheet[Campaign], ready: Ready, fight: Fight, n: int, tables: tuple[str, str]) -> Fight:
    ships, by = (fight.attacker.ships, fight.defender.ships), ready.raid.by
    shot = fire(sheet.rulebook, tables[0], ships[0], by[0], sheet.roll(6, f"round {n}, attacker"))
    back: Fire | None = None
    if naval_raid.replies(fight):
        back = fire(sheet.rulebook, tables[1], ships[1], by[1], sheet.roll(6, f"round {n}, defender"))
    else:
        sheet.cite("PR-13")
    attacker = naval.struck(fight.attacker, back.hits, back.shock, n) if back else fight.attacker
    after = Fight(attacker, naval.struck(fight.defender, shot.hits, shot.shock, n))
    say_round(sheet, n, fight, after, tables, by, (shot, back))
    return after


def _past_guns(sheet: Sheet[Campaign], ready: Ready, fight: Fight, table: str, when: int) -> Fight:
    """The harbour's guns: a bare die on their table, a percentage of the harbour's number (PR-3)."""
    way, rule = ("in", "PR-11") if when == IN else ("out", "PR-14")
    die = sheet.roll(6, f"harbour guns, going {way}")
    shot = fire(sheet.rulebook, table, ready.raid.guns, 0, die)
    was = fight.attacker
    now = naval.struck(was, shot.hits, shot.shock, when)
    hits = was.ships - now.ships
    state = morale_left(was, now, shot.shock)
    sheet.say("")
    sheet.say(
        f"Guns going {way}: {table}, die {die}, {shot.percent}% of {ready.raid.guns}: "
        f"{hits} disabled of {was.ships}, morale {state}.",
        "PR-3",
        "PR-10",
        rule,
    )
    if now.broke == when:
        sheet.cite("R-207")
    return fight._replace(attacker=now)


def _aftermath(sheet: Sheet[Campaign], request: RaidRequest, fight: Fight, disabled: tuple[Ships, Ships]) -> None:
    """The attackers go where they choose; each disabled ship's fate (PR-18 to PR-21)."""
    sinks = sheet.rulebook.table("charts/port-raid")["sinks"]
    gone: Counter[str] = Counter()
    for name, many in disabled[1].items():
        if not many:
            continue
        lost = sum(sheet.roll(6, f"disabled ship {n + 1} of {name}") in sinks for n in range(many))
        sheet.say(f"{lost} of {name}'s {many} disabled lost for good, the others kept.", "PR-19", "PR-20")
        gone[name] = lost
    own = {n: many for n, many in disabled[0].items() if many}
    terms = after(sheet, "raid", request.another)
    sunk = ports(sheet, own, terms)
    gone += sunk or Counter()
    write_fleets(sheet, request, gone, own if sunk is None else (), terms)
    if fight.attacker.ships:
        sheet.say(
            "The attackers go to the blockade box or the nearest sea, as they choose. No chase.", "PR-18", "PR-21"
        )
    sheet.tell(Commanded((request.attacker_leader, request.defender_leader)))
