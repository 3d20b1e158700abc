"""Political points for what is fought, battles and sieges, and for what the table decides.

Base figures are cells of the chart political-points; R-34 and R-38 say how they are used.
"""

import contextlib
from collections.abc import Iterable, Sequence

from pydantic import Field

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.charts import figure
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.names import fold
from eia_ref.empires.charts import POINTS
from eia_ref.empires.effects import Once, VictoryPoints
from eia_ref.empires.leaders.comings import next_condition
from eia_ref.empires.leaders.leaders import card, find_leader, owe_roll, refuse_unless_at_hand, served, swing
from eia_ref.empires.leaders.tidings import won as won_in_command
from eia_ref.empires.leaders.tidings import won_at_sea
from eia_ref.empires.memory import mark
from eia_ref.empires.minors import controller, find_party
from eia_ref.empires.options import option
from eia_ref.empires.places.prisoners import prisoners_of_pursuit
from eia_ref.empires.points import move_points
from eia_ref.empires.powers import find_power
from eia_ref.empires.relations import at_war
from eia_ref.empires.revolution.amiens import FOUGHT
from eia_ref.empires.state import Campaign

AMSTERDAM = "Amsterdam"
AT_SEA = "fight at sea"  # a battle or a raid of which only the points are entered
SEA_FIGHTS = ("naval battle", "raid")


def meeting(what: str, one: Iterable[str], other: Iterable[str]) -> str:
    """What a fight is called, whoever of the two attacked: `naval battle of Britain against France`."""
    sides = sorted(" and ".join(sorted(side)) for side in (one, other))
    return f"{what} of {sides[0]} against {sides[1]}"


def only_once(
    sheet: Sheet[Campaign], what: str, place: str = "", another: str = "", alike: Sequence[str] = ()
) -> None:
    """Refuses what is entered this month already (R-38), unless it is said to be `another` one.

    Two with places are the same where the places are; without a place it may be any of them. `alike` is what else
    it would be entered as.
    """
    where, other = " ".join(place.split()), another.strip()
    same = [o for o in sheet.state.once if any(_is_same(o, name, where) for name in (what, *alike))]
    key = what + (f" at {where}" if where else "")
    if other:
        if not same:
            raise RefereeError(f"no {key} is entered in {sheet.state.month.name}", "leave out --another", "no-other")
        key = f"{key}: {other}"
        sheet.say(f"Another one in the same month: {other}.", "R-38")
        same = [o for o in same if fold(o) == fold(key)]
    if same:
        raise NotAllowed(
            f"the {same[0]} is entered already in {sheet.state.month.name} (R-38)",
            'if this is another one: --another "WHAT ELSE IT IS"',
            "entered-already",
        )
    sheet.apply(Once(month=sheet.state.month, what=key))


def _is_same(entered: str, what: str, where: str) -> bool:
    """Whether what is entered (`WHAT at PLACE: WHAT ELSE`) may be this one."""
    is_it, place = entered == what, ""
    if entered.startswith(f"{what} at "):
        is_it, place = True, entered[len(what) + 4 :].partition(": ")[0]
    elif entered.startswith(f"{what}: "):
        is_it = True
    return is_it and (not where or not place or fold(place) == fold(where))


class BattleRequest(Frozen):
    """`pp battle`: who won, who lost with how many corps (or fleets), and what else counts.

    `leader` commanded the winners, `beaten` the losers. `pursuit` is what the losers lost in the pursuit, in
    factors, before a surrounded army's losses are doubled. `new`: names the rules do not have are minors'.
    """

    won: list[str]
    lost: dict[str, int]
    leader: str = ""
    beaten: str = ""
    naval: bool = False
    at: str = ""
    withdrew: bool = False
    night: bool = False
    pursuit: int = Field(default=0, ge=0, le=1000)
    surrounded: bool = False
    another: str = ""
    new: bool = False


def battle(request: BattleRequest, sheet: Sheet[Campaign]) -> None:
    """Points for a battle (R-34): both sides by the losers' corps, and what the commanders add."""
    won, lost, others = _sides(request, sheet)
    one, other = ([p for p in side if p in sheet.state.powers] or list(side) for side in (won, lost))
    alike = [meeting(kind, one, other) for kind in SEA_FIGHTS] if request.naval else []
    only_once(sheet, meeting(AT_SEA if request.naval else "battle", one, other), request.at, request.another, alike)
    at = f" at {request.at.strip()}" if request.at.strip() else ""
    if request.withdrew or request.night:
        rule = "WD-1" if request.withdrew else "WD-2"
        how = "withdrew" if request.withdrew else "withdrew at night"
        sheet.say(f"{' and '.join(lost)} {how}{at}: nobody gains or loses a point.", rule, "R-186")
        sheet.outcome = f"{' and '.join(lost)} {how}"
        return
    sheet.outcome = f"{' and '.join(won)} beat{'s' * (len(won) == 1)} {' and '.join(lost)}{at}"
    fought = _parties(request.won, request.new, sheet), _parties(request.lost, request.new, sheet)
    if not any(at_war(sheet.state, w, x) for w in (*won, *fought[0]) for x in (*lost, *fought[1])):
        sheet.say(f"The ledger has no war of {' and '.join(won)} with {' and '.join(sorted(lost))}.", "R-186")
    powers = sheet.state.powers
    award(
        sheet,
        [p for p in won if p in powers],
        {p: n for p, n in lost.items() if p in powers},
        request.leader,
        request.beaten,
        request.naval,
        others,
        [p for p in (*won, *lost) if p not in powers],
    )
    if request.naval and "Britain" in won:
        won_at_sea(sheet, "Britain")  # NL-2
    if request.leader.strip() and not request.naval:
        won_in_command(sheet, find_leader(sheet.rulebook, sheet.state, request.leader))
        _bonapartes_corps(request, lost, sheet)
    owe_roll(sheet, request.leader, request.beaten)
    if not request.naval:
        _fought_on_land(sheet, [*fought[0], *fought[1]])
    if request.pursuit:
        prisoners_of_pursuit(sheet, request.pursuit, request.surrounded, request.leader)
    elif request.surrounded:
        raise RefereeError("a surrounded army's losses are doubled in the pursuit", "add --pursuit LOSSES", "pursuit")


def _bonapartes_corps(request: BattleRequest, lost: dict[str, int], sheet: Sheet[Campaign]) -> None:
    """Says what to type to count the corps that Bonaparte has beaten (R-152)."""
    name = find_leader(sheet.rulebook, sheet.state, request.leader)
    condition = next_condition(sheet.rulebook, name)
    if condition and condition.corps:
        typed = f"eia-ref revolution corps {sum(lost.values())}"
        sheet.say(f"{name} rises by the corps he beats: {typed}.", condition.rule, "R-152")


def _sides(request: BattleRequest, sheet: Sheet[Campaign]) -> tuple[list[str], dict[str, int], int]:
    """The powers that won, those that lost with their corps, and how many corps there were of neutral minors.

    A minor's corps are those of the power that controls it (R-301). Refuses a side without anybody, and one power
    on both.
    """
    unit = "fleets" if request.naval else "corps"
    won, lost = _parties(request.won, request.new, sheet), _parties(request.lost, request.new, sheet)
    if not won or not lost:
        raise RefereeError(
            "a battle has a side that won and one that lost", "name them with --won and --lost", "side"
        )
    counts = dict(zip(lost, request.lost.values(), strict=True))
    few = next((p for p, n in counts.items() if not 0 <= n <= 50), None)
    if few or not sum(counts.values()):
        who = few or " and ".join(lost)
        hint = f'write it as --lost "{who} 3"'
        raise RefereeError(f"{who} can't have lost a battle with {counts[few or who]} {unit}", hint, "corps")
    winners = list(dict.fromkeys(_whose(p, sheet) for p in won))
    losers: dict[str, int] = {}
    for party, n in sorted(counts.items()):  # a table of the ledger has no order
        whose = _whose(party, sheet)
        losers[whose] = losers.get(whose, 0) + n
    both = [p for p in winners if p in losers]
    if both:
        raise RefereeError(f"{both[0]} can't have won and lost the same battle", "name each power once", "both-sides")
    losers = dict(sorted(losers.items()))
    return winners, losers, sum(n for p, n in losers.items() if p not in sheet.state.powers)


def _parties(said: Iterable[str], new: bool, sheet: Sheet[Campaign]) -> list[str]:
    """Powers, minors and Persia as said; refuses one named twice."""
    found = [find_party(sheet.rulebook, s, new) for s in said]
    twice = next((p for p in found if found.count(p) > 1), None)
    if twice:
        raise RefereeError(f"{twice} is named twice", "name each power once", "twice")
    return found


def _whose(party: str, sheet: Sheet[Campaign]) -> str:
    """The power whose the corps of a party are: of a minor, or of Persia, the one that controls it; else its own."""
    state = sheet.state
    if party in state.powers:
        return party
    by = state.persia.controller if party == "Persia" else controller(sheet.rulebook, state, party)
    if by:
        sheet.say(f"{party} fights for {by}: the points are {by}'s.", "PS-22" if party == "Persia" else "R-301")
        return by
    sheet.say(f"No power controls {party}: it has no points to gain or to lose.", "R-301")
    return party


def award(
    sheet: Sheet[Campaign],
    won: list[str],
    lost: dict[str, int],
    leader: str = "",
    beaten: str = "",
    naval: bool = False,
    others: int = 0,
    neutrals: Sequence[str] = (),
) -> None:
    """Moves the markers for a battle. `lost` has each loser's corps, at sea its fleets; `others` are nobody's.

    `neutrals`: minors that took part and no power controls; their commanders move nobody's marker.

    Each power of the winning side gains by all the corps beaten, each loser loses by its own (R-186); what a
    commander adds is his own power's alone (R-34).
    """
    unit = "fleets" if naval else "corps"
    one = "fleet" if naval else "corps"
    most = figure(sheet.rulebook, sheet.state, POINTS, "battle, at most")
    if naval and option(sheet.rulebook, sheet.state, "naval_points") != "by fleets":
        raise NotAllowed(
            "this campaign decides the points of battles at sea at the table (R-34)",
            "eia-ref pp adjust POWER POINTS --because TEXT",
            "naval-points",
        )
    gain, loss = (
        figure(sheet.rulebook, sheet.state, POINTS, cell)
        for cell in (
            ("battle at sea, fleets to a point",) * 2
            if naval
            else ("battle won, corps to a point", "battle lost, corps to a point")
        )
    )
    beaten_units = sum(lost.values()) + others
    changes: dict[str, int] = {}
    for power in won:
        changes[power] = min(-(-beaten_units // gain), most)
        sheet.say(
            f"{power} gains {changes[power]}: {beaten_units} {one if beaten_units == 1 else unit} of the loser.",
            "R-34",
        )
    for power, count in lost.items():
        changes[power] = -min(-(-count // loss), most)
        sheet.say(f"{power} loses {-changes[power]}: {count} {one if count == 1 else unit} of its own.", "R-34")
    for name, side, sign in ((leader, won, 1), (beaten, list(lost), -1)):
        if name.strip():
            power, points = _commander(sheet, name, [*side, *neutrals], sign)
            if power in changes:
                changes[power] += points
    for power, change in changes.items():
        move_points(power, change, sheet)


def _commander(sheet: Sheet[Campaign], said: str, side: list[str], sign: int) -> tuple[str, int]:
    """What a side's commander adds, and to whom: royalty either way, Nelson when he wins, nobody else (R-34)."""
    name = find_leader(sheet.rulebook, sheet.state, said)
    leader = card(sheet.rulebook, sheet.state, name)
    power = served(sheet.rulebook, sheet.state, leader) or leader.side
    if power not in side:
        raise RefereeError(
            f"{name} leads for {power}, which is not on the side that {'won' if sign > 0 else 'lost'}",
            f"that side: {', '.join(side)}",
            "commander",
        )
    stands = sheet.state.leaders.get(name)
    if stands is None or stands.since < sheet.state.month:  # who fell in this battle commanded in it
        refuse_unless_at_hand(sheet.rulebook, sheet.state, name)
    if power not in sheet.state.powers:
        sheet.say(f"{name} commanded for {power}, which has no points.", "R-301")
        return power, 0
    turn = swing(leader)[0 if sign > 0 else 1]
    points = turn * figure(sheet.rulebook, sheet.state, POINTS, "leader in command") if turn else 0
    much = f"{power} {'gains' if sign > 0 else 'loses'} {abs(points)} more" if points else "nothing more"
    alone = ", and its allies nothing" if points > 0 and len(side) > 1 else ""
    sheet.say(f"{name} commanded: {much}{alone}.", "R-34", *(("LD-0",) if leader.royal else ()))
    return power, points


def _fought_on_land(sheet: Sheet[Campaign], powers: Iterable[str]) -> None:
    """Remembers that Britain has fought on land this month, which spares it Pitt's die in the peace of Amiens."""
    if "Britain" in powers:
        mark(sheet, FOUGHT)


class SiegeRequest(Frozen):
    """`pp siege`: who won it, a minor too, where, against whom. `new`: the rules do not name that minor."""

    power: str
    at: str
    against: str = ""
    another: str = ""
    new: bool = False


def siege(request: SiegeRequest, sheet: Sheet[Campaign]) -> None:
    """Points for a siege: the victor gains, nobody loses (base chart); at Amsterdam always 1 (PM-7)."""
    won = find_party(sheet.rulebook, request.power, request.new)
    city = " ".join(request.at.split())
    if not city:
        raise RefereeError("no city is named", "eia-ref pp siege POWER --at CITY", "no-city")
    only_once(sheet, "siege", city, request.another)
    amsterdam = fold(city) == fold(AMSTERDAM)
    city = AMSTERDAM if amsterdam else city
    loser = " ".join(request.against.split())
    of = f" against {loser}" if loser else ""
    rule = "PM-7" if amsterdam else "R-194"
    sheet.outcome = f"{won} wins the siege of {city}"
    _fought_on_land(sheet, [won, *_known(loser, sheet)])
    power = _whose(won, sheet)
    if power not in sheet.state.powers:
        sheet.say(f"{won} wins the siege of {city}{of}; nobody gains or loses.", rule, "R-301")
        return
    points = figure(sheet.rulebook, sheet.state, POINTS, "siege of Amsterdam won" if amsterdam else "siege won")
    sheet.say(f"{power} wins the siege of {city}{of} and gains {points}; nobody loses.", rule)
    move_points(power, points, sheet)


def _known(said: str, sheet: Sheet[Campaign]) -> list[str]:
    """The power a loser is, if it is one: a siege may be a minor's too."""
    with contextlib.suppress(RefereeError):
        return [find_power(sheet.rulebook, said)]
    return []


class AdjustRequest(Frozen):
    """`pp adjust`: points that a ruling of the table gives or takes; victory points where `vp`."""

    power: str
    points: int = Field(ge=-1000, le=1000)
    because: str
    vote: str = ""
    vp: bool = False


def adjust(request: AdjustRequest, sheet: Sheet[Campaign]) -> None:
    """A ruling of the table on points, with its reason, and the vote where there was one (VOTE-1)."""
    power = find_power(sheet.rulebook, request.power)
    if not request.points:
        raise RefereeError("0 points change nothing", "write how many, as 1 or -2", "no-points")
    if not request.because.strip():
        raise RefereeError("a ruling has a reason", '--because "WHY"', "no-reason")
    kind = "victory" if request.vp else "political"
    sheet.say(f"{power}: {request.points:+} {kind} points, decided at the table: {request.because.strip()}.", "R-190")
    if request.vote.strip():
        sheet.say(f"The players voted: {request.vote.strip()}.", "VOTE-1")
    if request.vp:
        sheet.apply(VictoryPoints(power=power, change=request.points))
        sheet.say(f"{power} has {sheet.state.power(power).victory} victory points.", "R-190")
    else:
        move_points(power, request.points, sheet)
    sheet.outcome = f"{power} {request.points:+} {kind} points"


ADJUDICATORS = (
    Adjudicator("pp battle", BattleRequest, battle),
    Adjudicator("pp siege", SiegeRequest, siege),
    Adjudicator("pp adjust", AdjustRequest, adjust),
)
