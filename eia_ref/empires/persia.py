"""The Persian invasion."""

from __future__ import annotations

from eia_ref.core.adjudication import Sheet
from eia_ref.empires.memory import leave_open
from eia_ref.empires.state import Campaign


def invade(sheet: Sheet[Campaign]) -> bool:
    """Row 75-81: Persia invades Russia or Turkey (R-14). False where it can't, and the event is no event."""
    leave_open(sheet, "Persian invasion")
    return True


def coup(sheet: Sheet[Campaign]) -> None:
    """Row 82-84: the victim of the invasion may pay to end it (R-14)."""
    leave_open(sheet, "coup in Persia")
