"""What no rule of the house allows, in a state or by an entry, under any rulebook (R-242): the audit's third tier."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from eia_ref.core.faults import Did, Fault
from eia_ref.core.game import VOID
from eia_ref.core.names import fold
from eia_ref.core.position import Position
from eia_ref.empires.effects import EventRolled, LeaderIs
from eia_ref.empires.relations import ALLIANCE, ENFORCED_PEACE, WAR
from eia_ref.empires.state import Campaign

AT_HAND = ("available", "on the map")
GONE = ("replaced", "removed", "dead")
COMMANDERS = ("leader", "beaten", "attacker_leader", "defender_leader")  # the fields of requests that name one


def faults(position: Position[Campaign], did: Did[Campaign] | None) -> list[Fault]:
    """Everything that is against the rules in this state, and in the entry that has led to it."""
    state = position.state
    found = [*_powers(state), *_minors(state), *_leaders(state), *_owed(state), *_relations(state)]
    if did:
        found += [*_risen(did), *_commands(did), *_events(did)]
    return found


def _powers(state: Campaign) -> Iterator[Fault]:
    """A marker beside its track (R-33)."""
    track = {f"{zone}{n}" for zone, boxes in state.boxes.items() for n in range(1, boxes + 1)}
    for name, power in state.powers.items():
        if power.political not in track:
            yield Fault("off-track", f"{name}: the political track has no box {power.political} (R-33)")


def _minors(state: Campaign) -> Iterator[Fault]:
    """A minor held by nobody, or neutral and held."""
    for name, minor in state.minors.items():
        if (minor.held == "neutral") != (minor.by is None):
            yield Fault("holder", f"{name} is {minor.held}, held by {minor.by or 'nobody'}")


def _leaders(state: Campaign) -> Iterator[Fault]:
    """A leader who should be back, or should have come (R-55)."""
    for name, leader in state.leaders.items():
        if leader.until and leader.until <= state.month and leader.status not in GONE:
            until = f"{name} is {leader.status} only until {leader.until.name}"
            yield Fault("leader-time", f"{until}, and still is (R-55)")


def _risen(did: Did[Campaign]) -> Iterator[Fault]:
    """A leader who was dead and is at hand again, but by a void (LD)."""
    for effect in did.effects if did.command != VOID else ():
        if not isinstance(effect, LeaderIs) or effect.was is None or effect.was.status != "dead":
            continue
        if effect.now is None or effect.now.status in AT_HAND:
            yield Fault("dead-leader", f"{effect.leader} was dead, and is not")


def _commands(did: Did[Campaign]) -> Iterator[Fault]:
    """A leader named as commander who was dead before the month began (R-280)."""
    for field in COMMANDERS if not did.command.startswith("leaders ") else ():
        said = did.request.get(field)
        for name, leader in did.before.leaders.items() if isinstance(said, str) and said.strip() else ():
            dead = leader.status == "dead" and leader.since < did.before.month
            if dead and fold(name) == fold(said):
                yield Fault("dead-leader", f"{name} commands, dead since {leader.since.name} (R-280)")


def _owed(state: Campaign) -> Iterator[Fault]:
    """What waited for an economic phase that is over (R-12)."""
    for owed in state.owed:
        if owed.phase < state.month:
            yield Fault("over", f"{owed.power}: {owed.what} waited for {owed.phase.name}, and waits still (R-12)")


def _relations(state: Campaign) -> Iterator[Fault]:
    """A war during an enforced peace or an alliance, either of them twice, or of a power with itself."""
    found = Counter(
        (t.what, frozenset((t.whom, t.against)))
        for t in state.in_force
        if t.what in (WAR, ALLIANCE, ENFORCED_PEACE) and t.whom and t.against
    )
    for (what, pair), times in found.items():
        if len(pair) == 1:
            yield Fault("relation", f"{what} of {_and(pair)} with itself")
        elif what == WAR:
            for other in (ENFORCED_PEACE, ALLIANCE):
                if (other, pair) in found:
                    yield Fault("war", f"{_and(pair)} are at war, and there is an {other} between them")
        if times > 1 and what != ENFORCED_PEACE:
            yield Fault("relation", f"{what} between {_and(pair)}: {times} times over")


def _and(pair: frozenset[str]) -> str:
    return " and ".join(sorted(pair))


def _events(did: Did[Campaign]) -> Iterator[Fault]:
    """A month with two events (R-101)."""
    rolled = any(isinstance(e, EventRolled) and e.change > 0 for e in did.effects)
    if rolled and did.before.rolled and did.command != VOID and not did.request.get("again"):
        yield Fault("event-twice", f"a second random event in {did.before.month.name}, without --again (R-101)")
