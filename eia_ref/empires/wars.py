"""A war begins, a war ends: the one place for either, whatever brings it."""

from __future__ import annotations

from eia_ref.core.adjudication import Sheet
from eia_ref.core.effects import Ends, as_a
from eia_ref.core.state import InForce
from eia_ref.empires.lasting import begin, over
from eia_ref.empires.polish_provinces import POLAND, protector
from eia_ref.empires.relations import ALLIANCE, ENFORCED_PEACE, WAR, between, towards
from eia_ref.empires.state import Campaign

OPENING_WAR, OPENING_SIDES = "Russo-Turkish war", ("Russia", "Turkey")  # a decision of theirs, in secret (RU-1)
AGREED = (
    *(ALLIANCE, ENFORCED_PEACE, "access", "access by peace", "no war on the victor", "trade embargo"),
    *("sphere of influence", "denied co-operation", "corps on loan"),
)  # what a war between the two ends


def make_war(sheet: Sheet[Campaign], power: str, against: str, rule: str = "") -> InForce:
    """The two are at war from now on; what they had agreed is over. `rule`: what brings it, if nobody declares it."""
    for what in AGREED:
        for one, other in ((power, against), (against, power)):
            while thing := towards(sheet.state, what, one, other):
                sheet.apply(as_a(Ends, thing))
                sheet.say(f"The war ends the {thing.what} of {power} and {against}.", "R-30")
    return begin(sheet, WAR, whom=power, against=against, rule=rule)


def end_war(sheet: Sheet[Campaign], one: str, other: str, *rules: str) -> None:
    """Ends the war of the two, with what was said of it; with Russia's, that with protected Poland (PL-10).

    `rules`: by which it is said to be over, where the caller has not said so.
    """
    for what in (WAR, "no informal peace"):
        if thing := between(sheet.state, what, one, other):
            sheet.apply(as_a(Ends, thing))
            if rules and what == WAR:
                sheet.say(f"Over: {over(sheet.rulebook, thing)}.", *rules)
    if (whose := protector(sheet.state)) in (one, other):
        enemy = other if one == whose else one
        if between(sheet.state, WAR, enemy, POLAND):
            end_war(sheet, enemy, POLAND)
            sheet.say(f"Poland is included: it is at peace with {enemy}.", "PL-10")
