"""Forced peace: who found no manpower sues each of its enemies for peace, until that war is over (FP-1, R-344)."""

from __future__ import annotations

from collections.abc import Sequence

from eia_ref.core.adjudication import Sheet
from eia_ref.core.state import InForce
from eia_ref.empires.polish_provinces import POLAND, protector
from eia_ref.empires.relations import PERSIA, at_war, enemies, towards
from eia_ref.empires.state import Campaign
from eia_ref.empires.throne import NAPLES_FIGHTS

SUE = "sue for peace"
OWN_WAY = {POLAND: "sue Poland for peace", PERSIA: "sue Persia for peace"}  # whose wars end by their own rules


def sue_for_peace(sheet: Sheet[Campaign], power: str) -> None:
    """Leaves to a power without manpower to sue each enemy with whom a peace of its own can be made (R-344)."""
    state = sheet.state
    for enemy in enemies(state, power):
        whose = protector(state) if enemy == POLAND else None
        with_russia = whose is not None and at_war(state, power, whose)  # PL-10
        no_lapse = towards(state, NAPLES_FIGHTS, enemy, power)  # MI-Fc
        if with_russia or no_lapse:
            continue
        if enemy in OWN_WAY:
            sheet.leave_to_do(OWN_WAY[enemy], whom=power)
        else:
            sheet.leave_to_do(SUE, whom=power, against=enemy)


def made_peace(sheet: Sheet[Campaign], one: str, other: str) -> None:
    """The two have made peace, whichever of them had to sue for it."""
    for power, enemy in ((one, other), (other, one)):
        sheet.discharge(SUE, whom=power, against=enemy)


def war_over(sheet: Sheet[Campaign], news: Sequence[InForce], before: Campaign) -> None:
    """A war has ended in another way than by a peace of the two: nobody has to sue for one (FP-1)."""
    for war in news:
        for power, enemy in ((war.whom, war.against), (war.against, war.whom)):
            if enemy in OWN_WAY:
                sheet.discharge(OWN_WAY[enemy], whom=power, ended="lapsed")
            sheet.discharge(SUE, whom=power, against=enemy, ended="lapsed")
