"""To whom a power may give no access: under denied co-operation, and to others than its allies (PC-4, R-268)."""

from __future__ import annotations

from eia_ref.core.adjudication import Sheet
from eia_ref.core.errors import NotAllowed
from eia_ref.core.position import Position
from eia_ref.empires.options import option
from eia_ref.empires.relations import allied
from eia_ref.empires.state import Campaign


def refuse_denied(sheet: Sheet[Campaign], owner: str, guest: str, leave: bool) -> None:
    """Whom co-operation is denied gives nobody but the victor access without its leave (PC-4)."""
    for thing in sheet.state.in_force:
        if thing.what != "denied co-operation" or thing.whom != owner or thing.against == guest:
            continue
        assert thing.until
        if not leave:
            raise NotAllowed(
                f"{owner} may give nobody access without leave of {thing.against}, to the end of "
                f"{thing.until.plus(-1).name} (PC-4)",
                f"with leave of {thing.against}: --leave",
                "denied",
            )
        sheet.say(f"{thing.against} gives leave.", "PC-4")


def refuse_unallied(position: Position[Campaign], owner: str, guest: str, turkish: str = "") -> None:
    """By option 12.8 a power gives access of its own will to an ally only (R-268). `turkish`: more for Turkey."""
    if option(position, "access") == "to allies" and not allied(position.state, owner, guest):
        raise NotAllowed(
            f"{owner} gives access to an ally only, and {guest} is none (AL-1, R-268)",
            f"eia-ref pp ally {owner} {guest} comes first" + (turkish if owner == "Turkey" else ""),
            "not-allied",
        )
