"""What a declaration of war costs, line by line: the base figure or why it is free, then what is added (R-30)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

from eia_ref.core.charts import figure
from eia_ref.core.position import Position
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.charts import POINTS
from eia_ref.empires.minors import controlled, group
from eia_ref.empires.polish_provinces import POLAND
from eia_ref.empires.politics.declaration import FREE_WAR, Declaration, Party
from eia_ref.empires.relations import ALLIANCE, between, in_force, towards
from eia_ref.empires.state import Campaign


class Line(NamedTuple):
    """A line of a declaration's price: political points, what for, by which rules."""

    points: int
    says: str
    rules: tuple[str, ...]


class Price(NamedTuple):
    """What the war on one of the parties costs."""

    party: Party
    lines: tuple[Line, ...]

    @property
    def points(self) -> int:
        """The price of this war, 0 or less."""
        return sum(line.points for line in self.lines)


def prices(position: Position[Campaign], declaration: Declaration) -> list[Price]:
    """What each of the wars costs. Raises RefereeError for an empty cell of the chart it needs."""
    return [Price(p, tuple(_lines(position, declaration, p))) for p in declaration.parties]


def _lines(position: Position[Campaign], declaration: Declaration, party: Party) -> Iterator[Line]:
    """The price of one war, line by line: the base figure, or why it is free; then what the house rules add."""
    rulebook, state = position.rulebook, position.state
    power = declaration.power
    at_no_cost = free(position, declaration, party)
    if at_no_cost:
        yield at_no_cost
        return
    yield _base(position, declaration, party)
    if power == "France" and in_force(state, "dear French wars") and _paid(declaration, party):
        yield _added(rulebook, "French war")
    if line := _former_ally(position, declaration, party):
        yield line
    if power == "Britain" and party.name == "Sardinia" and in_force(state, "Sardinia under Britain"):
        yield _added(rulebook, "Britain on Sardinia")
    if party.name == "Papacy" and in_force(state, "first war on the Papacy"):
        republic = _declaration(rulebook, "first on the Papacy")["free_from_stage"]
        if power == "France" and state.revolution.stage >= republic:
            yield Line(0, "the first war ever declared on the Papacy, but France is no kingdom", ("PM-2",))
        else:
            yield _added(rulebook, "first on the Papacy")


def _paid(declaration: Declaration, party: Party) -> bool:
    """Whether a war of a declaration has a price of its own: Russia has none beside its protectorate (PL-6)."""
    return not (declaration.target == POLAND and party.name == declaration.protector)


def free(position: Position[Campaign], declaration: Declaration, party: Party) -> Line | None:
    """Why a war costs nothing, if it does: then nothing is added either (R-174)."""
    power = declaration.power
    if thing := towards(position.state, FREE_WAR, power, party.name):
        return Line(0, "a free war", (thing.rule, "R-174"))
    if power == "Turkey" and party.major and (thing := in_force(position.state, "jihad")):
        have = [m for m in controlled(position, party.name) if m in group(position.rulebook, "Africa")]
        if have or declaration.asked.african:
            says = f"jihad: {party.name} has {have[0] if have else 'an African province'}"
            return Line(0, says, (thing.rule, "R-174"))
    return None


def _base(position: Position[Campaign], declaration: Declaration, party: Party) -> Line:
    """The base price of a war on this party."""
    if declaration.asked.call and party.meant:
        points = figure(position, POINTS, "call answered")
        return Line(points, "called by an ally", ("R-175",))
    if party.name == POLAND:
        return _added(position.rulebook, "protected Poland" if declaration.protector else "independent Poland")
    if not _paid(declaration, party):
        return Line(0, "paid for with Poland", ("PL-6",))
    if party.major:
        return Line(figure(position, POINTS, "war on a major power"), "a major power", ("R-30",))
    return Line(figure(position, POINTS, "war on a minor"), "a minor", ("R-30",))


def _declaration(rulebook: Rulebook, name: str) -> dict[str, Any]:
    """What the house rules ask for beside the base price, by its name in politics.toml."""
    data: dict[str, Any] = rulebook.table("politics")["declaration"][name]
    return data


def _added(rulebook: Rulebook, name: str) -> Line:
    """The line of what the house rules ask for beside the base price."""
    data = _declaration(rulebook, name)
    return Line(data["points"], data["says"], (data["rule"],))


def surcharge(position: Position[Campaign], waited: int = 0) -> int:
    """What a war on a former ally costs more, so many months after the break (AL-6, AL-7): 0 or less."""
    return min(0, figure(position, POINTS, "war on a former ally") + waited)


def _former_ally(position: Position[Campaign], declaration: Declaration, party: Party) -> Line | None:
    """The surcharge on a former ally, 1 less for each month waited, and why there is none (AL-6 to AL-12)."""
    state = position.state
    power, other, asked = declaration.power, party.name, declaration.asked
    thing = towards(state, "ex-ally", power, other)
    if party.meant and (thing or between(state, ALLIANCE, power, other)):
        if asked.forcible:
            return Line(0, f"nothing more for an ally: {other} uses forcible access", ("AL-9",))
        if asked.trade_broken:
            return Line(0, f"nothing more for an ally: {other} trades against its peace", ("AL-11",))
    if insult := towards(state, "insulted ally", power, other):
        return Line(0, "nothing more for a former ally after the insult", (insult.rule, "R-102"))
    if towards(state, "ex-ally", other, power):
        return Line(0, f"nothing more for a former ally: {other} broke the alliance", ("AL-12",))
    if thing is None:
        return None
    waited = next(n for n in itertools.count() if thing.since.plus(n) >= state.month)
    points = surcharge(position, waited)
    if not waited:
        return Line(points, "a former ally, the alliance broken this month", ("AL-6",))
    return Line(points, f"a former ally, the alliance broken in {thing.since.name}", ("AL-6", "AL-7"))
