"""The Ottoman Empire: what becomes of its members when it is no more (House rules: Minors, Turkey)."""

from __future__ import annotations

from eia_ref.core.adjudication import Sheet
from eia_ref.core.state import InForce
from eia_ref.empires.effects import MinorHeld
from eia_ref.empires.minors import group
from eia_ref.empires.state import Campaign
from eia_ref.empires.subjects import Subject

EMPIRE = "Ottoman Empire"


def dissolve(sheet: Sheet[Campaign], thing: InForce) -> None:
    """Its members become independent, whoever controls them; their forces are those of the 1805 campaign again."""
    free = []
    for minor in group(sheet.rulebook, EMPIRE):
        held = sheet.state.minors.get(minor)
        if held and held.by:
            sheet.apply(MinorHeld(minor=minor, was_held=held.held, was_by=held.by, held="neutral"))
            free.append(f"{minor} (of {held.by})")
    lost = f": {', '.join(free)}" if free else ""
    sheet.say(f"Members whom a power had conquered or freed are independent{lost}.", "MI-Tc")
    sheet.say("Their forces go back to what they are at the start of the 1805 campaign.", "MI-Td")


SUBJECT = Subject(over={EMPIRE: dissolve})
