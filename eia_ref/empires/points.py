"""Political points: a marker moves along its track, as far as the track goes, and what follows from the zone."""

from __future__ import annotations

from eia_ref.core.adjudication import Sheet
from eia_ref.empires.effects import PoliticalPoints
from eia_ref.empires.endings import ends_in_zone
from eia_ref.empires.facts import RanOut
from eia_ref.empires.lasting import end
from eia_ref.empires.state import Campaign


def move_points(sheet: Sheet[Campaign], power: str, points: int) -> None:
    """Moves a power's marker, and says where it stands; points beyond the track's end are lost (R-100)."""
    room = sheet.state.room(sheet.state.power(power).political, points)
    if room:
        sheet.apply(PoliticalPoints(power=power, change=room))
    if room != points:
        sheet.say(f"The track ends there: {abs(room) or 'none'} of {abs(points)} counts.", "R-100")
    box = sheet.state.power(power).political
    sheet.say(f"{power} stands at {box}.", "R-33")
    for thing in list(sheet.state.in_force):
        if ends_in_zone(sheet.rulebook, thing.what, power, box[0]):
            end(sheet, thing)
            sheet.tell(RanOut(thing))
