"""Political points for what is fought: battles and sieges.

Base figures are cells of the chart political-points; R-34 and R-38 say how they are used.
"""

import contextlib
from collections.abc import Iterable

from pydantic import Field

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.charts import figure
from eia_ref.core.errors import RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.names import fold
from eia_ref.core.position import Position
from eia_ref.empires.charts import POINTS
from eia_ref.empires.facts import Commanded, FoughtOnLand, Won, WonAtSea
from eia_ref.empires.leaders.leaders import find_leader
from eia_ref.empires.leaders.rolls import count_corps
from eia_ref.empires.minors import controller, find_party
from eia_ref.empires.places.pursuit import hold, prisoners_of_pursuit
from eia_ref.empires.points import move_points
from eia_ref.empires.politics.battle_points import AT_SEA, SEA_FIGHTS, award, meeting, only_once
from eia_ref.empires.powers import find_power
from eia_ref.empires.relations import PERSIA, at_war
from eia_ref.empires.state import Campaign, Mark

AMSTERDAM = "Amsterdam"


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


def battle(sheet: Sheet[Campaign], request: BattleRequest) -> None:
    """Points for a battle (R-34): both sides by the losers' corps, and what the commanders add."""
    won, lost, others = _sides(sheet, request)
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
    fought = _parties(sheet, request.won, request.new), _parties(sheet, request.lost, request.new)
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
        sheet.tell(WonAtSea("Britain"))  # NL-2
    if request.leader.strip() and not request.naval:
        leader = find_leader(sheet, request.leader)
        sheet.tell(Won(leader))
        said = (" ".join(words.split()) for words in (request.at, request.another, sheet.state.month.name))
        count_corps(sheet, leader, sum(lost.values()), ", ".join(filter(None, said)))
    sheet.tell(Commanded((request.leader, request.beaten)))
    if not request.naval:
        sheet.tell(FoughtOnLand((*fought[0], *fought[1])))
    if request.pursuit:
        _, taken = prisoners_of_pursuit(sheet, request.pursuit, request.surrounded, request.leader)
        captors = [p for p in won if p in powers] if taken else []
        if len(captors) == 1:  # of more than one only the table knows whose they are
            for nation in fought[1]:
                hold(sheet, captors[0], nation)
    elif request.surrounded:
        raise RefereeError("a surrounded army's losses are doubled in the pursuit", "add --pursuit LOSSES", "pursuit")


def _sides(sheet: Sheet[Campaign], request: BattleRequest) -> tuple[list[str], dict[str, int], int]:
    """The powers that won, those that lost with their corps, and how many corps there were of neutral minors.

    A minor's corps are those of the power that controls it (R-301). Refuses a side without anybody, and one power
    on both.
    """
    unit = "fleets" if request.naval else "corps"
    won, lost = _parties(sheet, request.won, request.new), _parties(sheet, request.lost, request.new)
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
    winners = list(dict.fromkeys(_whose(sheet, p) for p in won))
    losers: dict[str, int] = {}
    for party, n in sorted(counts.items()):  # a table of the ledger has no order
        whose = _whose(sheet, party)
        losers[whose] = losers.get(whose, 0) + n
    both = [p for p in winners if p in losers]
    if both:
        raise RefereeError(f"{both[0]} can't have won and lost the same battle", "name each power once", "both-sides")
    losers = dict(sorted(losers.items()))
    return winners, losers, sum(n for p, n in losers.items() if p not in sheet.state.powers)


def _parties(position: Position[Campaign], said: Iterable[str], new: bool) -> list[str]:
    """Powers, minors and Persia as said; refuses one named twice."""
    found = [find_party(position.rulebook, s, new) for s in said]
    twice = next((p for p in found if found.count(p) > 1), None)
    if twice:
        raise RefereeError(f"{twice} is named twice", "name each power once", "twice")
    return found


def _whose(sheet: Sheet[Campaign], party: str) -> str:
    """The power whose the corps of a party are: of a minor, or of Persia, the one that controls it; else its own."""
    state = sheet.state
    if party in state.powers:
        return party
    by = state.persia.controller if party == PERSIA else controller(sheet, party)
    if by:
        sheet.say(f"{party} fights for {by}: the points are {by}'s.", "PS-22" if party == PERSIA else "R-301")
        return by
    sheet.say(f"No power controls {party}: it has no points to gain or to lose.", "R-301")
    return party


class SiegeRequest(Frozen):
    """`pp siege`: who won it, a minor too, where, against whom. `new`: the rules do not name that minor."""

    power: str
    at: str
    against: str = ""
    another: str = ""
    new: bool = False


def siege(sheet: Sheet[Campaign], request: SiegeRequest) -> None:
    """Points for a siege: the victor gains, nobody loses (base chart); at Amsterdam always 1 (PM-7)."""
    won = find_party(sheet.rulebook, request.power, request.new)
    city = " ".join(request.at.split())
    if not city:
        raise RefereeError("no city is named", "eia-ref pp siege POWER --at CITY", "no-city")
    only_once(sheet, Mark(what="siege"), city, request.another)
    amsterdam = fold(city) == fold(AMSTERDAM)
    city = AMSTERDAM if amsterdam else city
    loser = " ".join(request.against.split())
    of = f" against {loser}" if loser else ""
    rule = "PM-7" if amsterdam else "R-194"
    sheet.outcome = f"{won} wins the siege of {city}"
    sheet.tell(FoughtOnLand((won, *_known(sheet, loser))))
    power = _whose(sheet, won)
    if power not in sheet.state.powers:
        sheet.say(f"{won} wins the siege of {city}{of}; nobody gains or loses.", rule, "R-301")
        return
    points = figure(sheet, POINTS, "siege of Amsterdam won" if amsterdam else "siege won")
    sheet.say(f"{power} wins the siege of {city}{of} and gains {points}; nobody loses.", rule)
    move_points(sheet, power, points)


def _known(position: Position[Campaign], said: str) -> list[str]:
    """The power a loser is, if it is one: a siege may be a minor's too."""
    with contextlib.suppress(RefereeError):
        return [find_power(position.rulebook, said)]
    return []


ADJUDICATORS = (
    Adjudicator("pp battle", BattleRequest, battle),
    Adjudicator("pp siege", SiegeRequest, siege),
)
