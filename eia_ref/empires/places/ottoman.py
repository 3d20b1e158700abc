"""The Ottoman Empire: what manpower its members yield, and what becomes of them when it is no more (OE, MI-T)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from eia_ref.core.adjudication import Sheet
from eia_ref.core.effects import Ends, as_a
from eia_ref.core.position import Position
from eia_ref.empires.effects import MinorHeld
from eia_ref.empires.minors import KEPT, group
from eia_ref.empires.state import Campaign

EMPIRE = "Ottoman Empire"


class Manpower(NamedTuple):
    """Whether a minor yields half its manpower, and why, by which rules."""

    half: bool
    says: str
    rules: tuple[str, ...]


def manpower(position: Position[Campaign], minor: str) -> Manpower | None:
    """What a minor that could be Ottoman yields to another power than Turkey (OE-1 to OE-4); None for any other."""
    held = position.state.minors.get(minor)
    if held is None or held.by in (None, "Turkey") or minor not in group(position.rulebook, EMPIRE):
        return None
    if minor == "Egypt":
        return Manpower(False, "Egypt yields its whole manpower to whoever holds it.", ("OE-2",))
    if held.by == "Spain" and minor in ("Morocco", "Algeria"):
        return Manpower(False, f"{minor} yields its whole manpower to Spain.", ("OE-3",))
    if held.held == "free state":
        return Manpower(False, f"{minor}, a free state, yields its whole manpower.", ("OE-4",))
    says = f"{minor} could be Ottoman: it yields {held.by} half its manpower, rounded up, while it is no free state."
    return Manpower(True, says, ("OE-1", "R-233"))


def dissolve(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """Its members become independent, whoever controls them; their forces are those of the 1805 campaign again."""
    free = []
    for minor in group(sheet.rulebook, EMPIRE):
        held = sheet.state.minors.get(minor)
        if held and held.by:
            sheet.apply(MinorHeld(minor=minor, was_held=held.held, was_by=held.by, held="neutral"))
            free.append(f"{minor} (of {held.by})")
    lost = f": {', '.join(free)}" if free else ""
    sheet.say(f"Members whom a power had conquered or freed are independent{lost}.", "MI-Tc")
    for kept in [t for t in sheet.state.in_force if t.what == KEPT and t.whom in group(sheet.rulebook, EMPIRE)]:
        sheet.apply(as_a(Ends, kept))
        sheet.say(f"Nothing of {kept.whom}'s is kept off the map any more.", "MI-Td", "R-302")
    sheet.say("Their forces go back to what they are at the start of the 1805 campaign.", "MI-Td")
