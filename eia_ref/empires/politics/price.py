"""What a declaration of war costs, line by line: the base figure or why it is free, then what is added (R-30)."""

from __future__ import annotations

from collections.abc import Iterator

from eia_ref.core.charts import figure
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.charts import POINTS
from eia_ref.empires.minors import controlled, group, is_major
from eia_ref.empires.politics.declaration import DowRequest, Line, own_poland, protected
from eia_ref.empires.relations import ALLIANCE, between, in_force, towards
from eia_ref.empires.state import Campaign


def price(rulebook: Rulebook, state: Campaign, ask: DowRequest, target: str, who: str) -> Iterator[Line]:
    """The price of one war, line by line: the base figure, or why it is free; then what the house rules add."""
    at_no_cost = free(rulebook, state, ask, who)
    if at_no_cost:
        yield at_no_cost
        return
    yield _base(rulebook, state, ask, target, who)
    if ask.power == "France" and in_force(state, "dear French wars") and _paid(state, target, who):
        yield _added(rulebook, "French war")
    if line := _former_ally(rulebook, state, ask, who, meant=who == target):
        yield line
    if ask.power == "Britain" and who == "Sardinia" and in_force(state, "Sardinia under Britain"):
        yield _added(rulebook, "Britain on Sardinia")
    if who == "Papacy" and in_force(state, "first war on the Papacy"):
        republic = rulebook.table("politics")["declaration"]["first on the Papacy"]["free_from_stage"]
        if ask.power == "France" and state.revolution.stage >= republic:
            yield Line(0, "the first war ever declared on the Papacy, but France is no kingdom", ("PM-2",))
        else:
            yield _added(rulebook, "first on the Papacy")


def _paid(state: Campaign, target: str, who: str) -> bool:
    """Whether a war of a declaration has a price of its own: Russia has none beside its protectorate (PL-6)."""
    return not (who == "Russia" and target == "Poland")


def free(rulebook: Rulebook, state: Campaign, ask: DowRequest, who: str) -> Line | None:
    """Why a war costs nothing, if it does: then nothing is added either (R-174)."""
    if thing := towards(state, "free war", ask.power, who):
        return Line(0, "a free war", (thing.rule, "R-174"))
    if ask.power == "Turkey" and is_major(state, who) and (thing := in_force(state, "jihad")):
        have = [m for m in controlled(rulebook, state, who) if m in group(rulebook, "Africa")]
        if have or ask.african:
            return Line(0, f"jihad: {who} has {have[0] if have else 'an African province'}", (thing.rule, "R-174"))
    return None


def _base(rulebook: Rulebook, state: Campaign, ask: DowRequest, target: str, who: str) -> Line:
    """The base price of a war on this party."""
    if ask.call and who == target:
        points = figure(rulebook, state, POINTS, "call answered")
        return Line(points, "called by an ally", ("R-175",))
    if who == "Poland" and own_poland(state, who):
        return _added(rulebook, "protected Poland" if protected(state) else "independent Poland")
    if not _paid(state, target, who):
        return Line(0, "paid for with Poland", ("PL-6",))
    if is_major(state, who):
        return Line(figure(rulebook, state, POINTS, "war on a major power"), "a major power", ("R-30",))
    return Line(figure(rulebook, state, POINTS, "war on a minor"), "a minor", ("R-30",))


def _added(rulebook: Rulebook, name: str) -> Line:
    """What the house rules ask for beside the base price."""
    data = rulebook.table("politics")["declaration"][name]
    return Line(data["points"], data["says"], (data["rule"],))


def _former_ally(rulebook: Rulebook, state: Campaign, ask: DowRequest, who: str, meant: bool) -> Line | None:
    """The surcharge on a former ally: 2 in the month of the break, 1 less for each month waited (AL-6, AL-7)."""
    power, thing = ask.power, towards(state, "ex-ally", ask.power, who)
    if meant and (thing or between(state, ALLIANCE, power, who)):
        if ask.forcible:
            return Line(0, f"nothing more for an ally: {who} uses forcible access", ("AL-9",))
        if ask.trade_broken:
            return Line(0, f"nothing more for an ally: {who} trades against its peace", ("AL-11",))
    if insult := towards(state, "insulted ally", power, who):
        return Line(0, "nothing more for a former ally after the insult", (insult.rule, "R-102"))
    if towards(state, "ex-ally", who, power):
        return Line(0, f"nothing more for a former ally: {who} broke the alliance", ("AL-12",))
    if thing is None:
        return None
    data = rulebook.table("politics")["declaration"]["former ally"]
    if thing.since == state.month:
        return Line(data["points"], f"{data['says']}, the alliance broken this month", (data["rule"],))
    waited = next(n for n in range(1, -data["points"] + 1) if thing.since.plus(n) >= state.month)
    return Line(
        data["points"] + waited,
        f"{data['says']}, the alliance broken in {thing.since.name}",
        (data["rule"], data["later"]),
    )
