"""What waits for a power's economic phase."""

from __future__ import annotations

from eia_ref.core.adjudication import Sheet
from eia_ref.core.calendar import Month
from eia_ref.empires.effects import Owes
from eia_ref.empires.powers import phase_of
from eia_ref.empires.state import Campaign


def owe(
    sheet: Sheet[Campaign], power: str, what: str, rule: str, on: str, by: str, phase: Month | None = None
) -> Month:
    """Makes something wait for the power's next economic phase, or for `phase`; which that is (R-06, R-12)."""
    phase = phase or phase_of(sheet, power)
    since = sheet.state.month
    sheet.apply(Owes(id=sheet.new_id(), what=what, rule=rule, power=power, on=on, by=by, since=since, phase=phase))
    return phase
