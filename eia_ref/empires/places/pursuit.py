"""The prisoners of a pursuit on land (PU-1, RT-2, RT-3, R-54)."""

from __future__ import annotations

from eia_ref.core.adjudication import Sheet
from eia_ref.empires.lasting import begin
from eia_ref.empires.leaders import leaders
from eia_ref.empires.relations import towards
from eia_ref.empires.state import Campaign

PRISONERS = "prisoners"


def hold(sheet: Sheet[Campaign], power: str, nation: str) -> None:
    """From now on the ledger knows that the power has prisoners of that nationality (PZ-1, R-345)."""
    if towards(sheet.state, PRISONERS, power, nation) is None:
        begin(sheet, PRISONERS, whom=power, against=nation)


def prisoners_of_pursuit(sheet: Sheet[Campaign], losses: int, surrounded: bool, leader: str = "") -> tuple[int, int]:
    """Rolls for the prisoners of a pursuit: the factors lost in all, and how many of them are prisoners.

    `losses`: by the base chart; a surrounded army loses as many again, all of them prisoners. `leader` leads the
    pursuers: Ruffo takes none (LD-M8).
    """
    figures = sheet.rulebook.table("land")["pursuit"]
    percent = sheet.roll(figures["die"], "prisoners of the pursuit") * figures["percent"]
    lost, taken = losses, losses * percent // 100
    sheet.say(f"{percent}% of the {losses} lost in the pursuit, rounded down: {taken} prisoners.", "PU-1", "R-54")
    if surrounded:
        lost, taken = 2 * losses, taken + losses
        sheet.say(
            f"Surrounded: {losses} more are lost and are all prisoners, {taken} of {lost}.", "RT-2", "RT-3", "R-54"
        )
    if leader.strip():
        taken = leaders.prisoners_under(sheet, leaders.find_leader(sheet, leader), taken)
    return lost, taken
