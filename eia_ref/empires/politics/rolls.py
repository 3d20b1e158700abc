"""The roll for control of a minor: a die, the national modifier, and what a war adds (R-18, R-117)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from eia_ref.core import charts
from eia_ref.core.adjudication import Sheet
from eia_ref.core.errors import RefereeError
from eia_ref.core.position import Position
from eia_ref.empires.powers import find_power
from eia_ref.empires.state import Campaign

CHART = "national-modifiers"


def roll_for_control(
    sheet: Sheet[Campaign],
    minor: str,
    powers: Sequence[str],
    said: Mapping[str, int],
    rule: str,
    more: Mapping[str, int] | None = None,
) -> str:
    """Who wins the roll: d6 and national modifier, the highest total; equals at the top roll again (R-18, R-117).

    `said` are modifiers the chart does not have, `more` what else is added, by power.
    """
    modifiers = _modifiers(sheet, minor, powers, said)
    left = list(powers)
    again = ""
    while True:
        totals = {}
        for power in left:
            die = sheet.roll(6, f"control of {minor}{again}: {power}")
            war = (more or {}).get(power, 0)
            totals[power] = die + modifiers[power] + war
            added = f"national modifier {modifiers[power]:+}" + (f", {war:+} for war" if war else "")
            sheet.say(f"{power}: {die}, {added}: {totals[power]}.", rule, "R-18")
        best = max(totals.values())
        left = [p for p in left if totals[p] == best]
        if len(left) == 1:
            return left[0]
        sheet.say(f"{' and '.join(left)} are equal and roll again.", "R-117")
        again += ", again"


def _modifiers(
    position: Position[Campaign], minor: str, powers: Sequence[str], said: Mapping[str, int]
) -> dict[str, int]:
    """The national modifiers: the chart's, else those said; refuses what neither has, and what they differ on."""
    given = {find_power(position.rulebook, name): n for name, n in said.items()}
    odd = next((p for p in given if p not in powers), None)
    if odd:
        raise RefereeError(f"--modifier: {odd} does not roll for {minor}", "leave it out", "modifier")
    found: dict[str, int] = {}
    for power in powers:
        known = _known(position, f"{minor}: {power}")
        if known is not None and given.get(power, known) != known:
            raise RefereeError(
                f"--modifier: the chart has {known:+} of {minor} for {power}, not {given[power]:+} (R-18)",
                f'leave it out; a vote changes the chart: eia-ref chart fill {CHART} "{minor}: {power}"',
                "modifier",
            )
        if known is not None:
            found[power] = known
        elif power in given:
            found[power] = given[power]
    missing = [p for p in powers if p not in found]
    if missing:
        typed = ", ".join(f"{p}=N" for p in missing)
        cell = f'{CHART} "{minor}: {missing[0]}"'
        raise RefereeError(
            f"no national modifier of {minor} for {' and '.join(missing)} is known (R-18)",
            f'--modifier "{typed}"; eia-ref chart fill {cell} FIGURE --because WHO-SAYS-SO keeps it',
            "modifier",
        )
    return found


def _known(position: Position[Campaign], cell: str) -> int | None:
    """What stands in the chart, filled in or printed; None where it is empty or the minor is not there."""
    if cell not in charts.cells(position.rulebook, position.state, CHART):
        return None
    value = charts.known(position, CHART, cell)
    return value if isinstance(value, int) else None
