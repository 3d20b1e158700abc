"""Leaders for people: the list, who is due, and one leader in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from eia_ref.core import names
from eia_ref.core.position import Position
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.leaders.arrivals import asked
from eia_ref.empires.leaders.leaders import (
    AT_HAND,
    GONE,
    Card,
    card,
    everybody,
    find_leader,
    side_served,
    status_in_words,
)
from eia_ref.empires.leaders.roster import cards, conditions, forms
from eia_ref.empires.minors import find_minor
from eia_ref.empires.powers import all_powers
from eia_ref.empires.state import Campaign, Leader


class Line(NamedTuple):
    """A leader in a list."""

    side: str
    name: str
    figures: str
    stands: str
    data: dict[str, Any]


class Shown(NamedTuple):
    """A leader in full: the head, his counters, what he does with its rules, and last how it stands with him."""

    head: str
    counters: Sequence[Sequence[str]]
    rules: Sequence[tuple[str, str]]
    stands: str
    data: dict[str, Any]


def find_side(rulebook: Rulebook, said: str) -> str:
    """A power, or a minor with leaders, by any of its names; refuses others with the nearest."""
    minors = dict.fromkeys(c.minor for c in cards(rulebook).values() if c.minor)
    powers = all_powers(rulebook)
    also = {word: p["name"] for p in rulebook.table("powers")["power"] for word in p["also"]}
    also |= {find_minor(rulebook, m, new=True): m for m in minors}  # Naples: the Two Sicilies
    return names.find(said, [*powers, *minors], "power or minor with leaders", also) if said else ""


def _sides(rulebook: Rulebook) -> list[str]:
    minors = dict.fromkeys(c.minor for c in cards(rulebook).values() if c.minor)
    return [*all_powers(rulebook), *minors]


def listed(position: Position[Campaign], side: str, all: bool) -> list[Line]:
    """The leaders by power, then minor; without `all` only those who have come and are not lost."""
    wanted = find_side(position.rulebook, side)
    found = []
    for one in [wanted] if wanted else _sides(position.rulebook):
        for name in everybody(position, one):
            leader = position.state.leaders.get(name)
            if all or (leader and leader.status not in (*GONE, "awaited")):
                found.append(_line(position, name))
    return found


def _line(position: Position[Campaign], name: str) -> Line:
    found = card(position, name)
    leader = position.state.leaders.get(name)
    serves = side_served(position, found)
    how = _now_in_short(leader) if leader else _in_short(position.rulebook, found)
    if leader and serves != found.side and leader.status in AT_HAND:
        how = f"with {serves}"
    data = {
        "name": name,
        "side": found.side,
        **_figures(found),
        "stands": leader.status if leader else "not yet come",
    }
    if leader:
        data |= leader.model_dump(mode="json", exclude_none=True, include={"since", "until", "by", "count"})
    return Line(found.side, name, _figures_and_marks(found), how, data)


def _figures(found: Card) -> dict[str, Any]:
    fields = {"strategic", "tactical", "maximum", "rank", "cavalry", "royal", "naval", "faction"}
    return found.model_dump(mode="json", include=fields)


def _figures_and_marks(found: Card) -> str:
    return ", ".join(filter(None, (found.rating, "royal" * found.royal, "at sea" * found.naval, found.faction)))


def _now_in_short(leader: Leader) -> str:
    """How it stands with somebody, for a list; months as in the agenda."""
    if leader.until:
        return (
            f"comes {leader.until}" if leader.status == "awaited" else f"{leader.status} to {leader.until.plus(-1)}"
        )
    by, since = f" of {leader.by}" if leader.by else "", f" since {leader.since}" * (leader.status == "in exile")
    return f"{leader.status}{by}{since}"


def _in_short(rulebook: Rulebook, found: Card) -> str:
    """When or by what somebody comes, in a word or two for a list: `1806, stage 33`."""
    by = conditions(rulebook)[found.arrives].short if found.arrives else ""
    by = by or (f"for {found.unless[-1]}" if found.unless else "")
    return ", ".join(filter(None, (str(found.year or ""), by))) or "at the start"


def _to_come(rulebook: Rulebook, found: Card) -> str:
    """When or by what somebody comes, in words."""
    parts = []
    if found.arrives:
        parts.append(f"once {conditions(rulebook)[found.arrives].words}")
    if found.unless:
        parts.append(f"while {' and '.join(found.unless)} {'do' if len(found.unless) > 1 else 'does'} not serve")
    if found.year:
        parts.append(f"from {found.year}")
    return "comes " + ", ".join(parts) if parts else "comes at the start"


def dated(position: Position[Campaign], side: str) -> list[tuple[str, str, list[str]]]:
    """Who comes and goes by the calendar or by what the ledger shows: when, what, who. By time, months last."""
    state = position.state
    wanted = find_side(position.rulebook, side)
    found: dict[tuple[str, str], list[str]] = {}
    for c in cards(position.rulebook).values():
        if not wanted or c.side == wanted:
            for when, what in _dates(position, c):
                found.setdefault((when, what), []).append(c.name)
                if what == "comes":
                    found.setdefault((when, "leaves"), []).extend(n for n in c.removes if not _gone(state, n))
                    found.setdefault((when, "comes back"), []).extend(c.returns)
    return [(when, what, who) for (when, what), who in sorted(found.items(), key=lambda row: row[0]) if who]


def _dates(position: Position[Campaign], found: Card) -> Iterator[tuple[str, str]]:
    """What the calendar and the ledger have still to do with one counter: when, and what."""
    rulebook, state = position.rulebook, position.state
    leader, year = state.leaders.get(found.name), state.month.year
    condition = conditions(rulebook)[found.arrives] if found.arrives else None
    left = bool(found.leaves and year >= found.leaves)
    if leader is None and not (found.unless or left or _lost(state, found) or (condition and condition.asked)):
        when = str(found.year) if found.year and found.year > year else "later"
        yield when, f"comes once {condition.words}" if condition else "comes"
    if leader and leader.until and leader.status not in GONE:
        yield str(leader.until), "comes" if leader.status == "awaited" else f"is back, no longer {leader.status}"
    if leader and found.goes and not conditions(rulebook)[found.goes].asked and not _gone(state, found.name):
        yield "later", f"goes once {conditions(rulebook)[found.goes].words}"
    if found.leaves and not left and not _gone(state, found.name):
        yield str(found.leaves), "leaves"


def _gone(state: Campaign, name: str) -> bool:
    return name in state.leaders and state.leaders[name].status in GONE


def _lost(state: Campaign, found: Card) -> bool:
    """Whether a later counter can't come: the man is dead or removed."""
    old = state.leaders.get(found.replaces or "")
    return old is not None and old.status in ("removed", "dead")


def asked_for(position: Position[Campaign], side: str) -> list[tuple[str, str, str]]:
    """What the table may have to say: the words, the rule, what to type."""
    wanted = find_side(position.rulebook, side)
    rows = []
    for c, condition, words, typed in asked(position):
        if wanted in ("", c.side):
            first = 0 if c.away else max(c.year or 0, condition.first or 0)
            early = f", not before {first}" if first > position.state.month.year else ""
            rows.append((f"{words}{early}", condition.rule, typed))
    return rows


def shown(position: Position[Campaign], said: str) -> Shown:
    """One leader in full."""
    rulebook = position.rulebook
    name = find_leader(position, said)
    found = card(position, name)
    counters = [_line(position, n) for n in forms(rulebook).get(name, (name,))]
    rules = [(s.clause, f"{s.words[0].upper()}{s.words[1:]}.") for s in found.special]
    if found.royal:
        rules.append(("LD-0", "Royal: in command of a battle, 1 political point more won or lost."))
    if found.faction == "royalist":
        rules.append(("EM-7", "In exile under the émigrés' controller, in command of émigré troops only."))
    if found.stacks_with:
        rules.append((found.with_clause, f"Must stack with {found.stacks_with}."))
    elif found.minor:
        rules.append(("LD-M0", f"Must stack with a corps of {found.minor}."))
    to_come = _to_come(rulebook, found)
    rules.append((found.clause, f"{to_come[0].upper()}{to_come[1:]}."))
    if found.goes:
        goes = conditions(rulebook)[found.goes]
        rules.append((goes.rule, f"Goes once {goes.words}."))
    if found.removes:
        rules.append((found.clause, f"His coming takes away for good: {', '.join(found.removes)}."))
    if found.returns:
        rules.append((found.clause, f"His coming brings back: {', '.join(found.returns)}."))
    if found.begins:
        begins = rulebook.table("in-force")[found.begins]
        rules.append((begins["rule"], f"With his coming {begins['words']}."))
    if found.leaves:
        rules.append((found.clause, f"Leaves in January {found.leaves}."))
    leader = position.state.leaders.get(name)
    how = status_in_words(position.state, name) if leader else "not yet come"
    count = f"; {leader.count} counted towards his rise" if leader and leader.count else ""
    data = {
        **counters[-1].data,
        **_line(position, name).data,
        "counters": [c.data for c in counters],
        "rules": [{"rule": r, "says": w} for r, w in rules],
    }
    table = [(c.name, c.figures, c.stands) for c in counters]
    return Shown(f"{name} · {found.side}", table, rules, f"{name}: {how}{count}.", data)
