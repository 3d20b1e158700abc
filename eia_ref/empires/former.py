"""What ledgers of 0.3.0 and before wrote otherwise, in today's form: where a thing was, and what was done in a month.

They kept one `where` for everything, and marks as sentences. A ledger is read through this; nothing is written so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

# Which field today holds the `where` of a thing in force; of all others it was a place.
HELD = {
    "mutiny": "unit",
    "fleet in mutiny": "unit",
    "sealed will": "seal",
    "surrendered": "how",
    "access": "terms",
    "forces kept": "terms",
}
FIGHT = re.compile(
    r"(?P<what>naval battle|raid|battle|fight at sea) of (?P<one>.+?) against (?P<other>.+?)"
    r"(?: at (?P<place>[^:]+))?(?:: (?P<another>.+))?"
)
# The sentences of marks, and what they hold.
MARKS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), what)
    for pattern, what in (
        (r"(?P<whom>.+) has collected without manpower", "no manpower"),
        (r"(?P<whom>.+) has collected", "collected"),
        (r"(?P<whom>.+) has paid upkeep", "upkeep paid"),
        (r"(?P<whom>.+) surrenders to Persia too", "surrender to Persia"),
        (r"casualty roll of (?P<person>.+) to come", "casualty roll"),
        (r"(?P<unit>.+) has to leave the (?P<place>.+)", "to leave"),
        (r"forcible access of (?P<whom>.+) through (?P<against>.+)", "forcible access"),
        (r"(?P<whom>.+) fails to evade: (?P<place>.*)", "failed evasion"),
        (r"(?P<whom>.+) scuttles in (?P<place>.+)", "scuttling"),
        (r"(?P<whom>.+) tests the blockade of (?P<place>.+)", "test of a blockade"),
        (r"(?P<against>.+) prisoners of (?P<whom>.+)", "prisoners"),
        (r"corps beaten by Bonaparte: (?P<place>.+)", "corps beaten by Bonaparte"),
        (r"siege(?: at (?P<place>[^:]+))?(?:: (?P<another>.+))?", "siege"),
    )
)


def opening(table: Mapping[str, Any]) -> Mapping[str, Any]:
    """The opening of a page in today's form."""
    new = dict(table)
    if isinstance(things := table.get("in_force"), list):
        new["in_force"] = [thing(t) if isinstance(t, dict) else t for t in things]
    if isinstance(marks := table.get("once"), list):
        new["once"] = [mark(m) if isinstance(m, str) else m for m in marks]
    return new


def effect(table: Mapping[str, Any]) -> Mapping[str, Any]:
    """An effect in today's form."""
    if table.get("kind") == "once" and isinstance(what := table.get("what"), str):
        return {**table, **mark(what)}
    return thing(table)


def thing(table: Mapping[str, Any]) -> Mapping[str, Any]:
    """Something in force, its `where` under the name of what it holds."""
    if "where" not in table:
        return table
    rest = {k: v for k, v in table.items() if k != "where"}
    return {**rest, HELD.get(str(table.get("what")), "place"): table["where"]}


def mark(said: str) -> dict[str, Any]:
    """A mark by its sentence; one that has none of these forms is its own name."""
    if found := FIGHT.fullmatch(said):
        sides = [found["one"].split(" and "), found["other"].split(" and ")]
        more = {k: v for k in ("place", "another") if (v := found[k])}
        return {"what": found["what"], "sides": sides, **more}
    for pattern, what in MARKS:
        if found := pattern.fullmatch(said):
            return {"what": what, **{k: v for k, v in found.groupdict().items() if v}}
    return {"what": said}
