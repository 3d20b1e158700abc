"""The French Revolution."""

from __future__ import annotations

from eia_ref.core.adjudication import Sheet
from eia_ref.empires.memory import leave_open
from eia_ref.empires.state import Campaign


def no_event(sheet: Sheet[Campaign]) -> None:
    """What "no event" does to the Revolution: one step (R-10)."""
    leave_open(sheet, "French Revolution")
