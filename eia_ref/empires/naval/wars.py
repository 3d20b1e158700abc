"""Whether those who meet at sea are at war, and whose fleets the armed neutrality shields (AN-6, AN-7, R-270)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from eia_ref.core.adjudication import Sheet
from eia_ref.core.errors import NotAllowed
from eia_ref.core.position import Position
from eia_ref.empires.minors import neutrals
from eia_ref.empires.naval.fleets import power_of
from eia_ref.empires.relations import WAR, at_war
from eia_ref.empires.state import Campaign

INNER_SEAS = ("Mediterranean", "Black Sea")  # AN-6


def tell_peace(
    sheet: Sheet[Campaign], attackers: Iterable[str], others: Iterable[str], where: Sequence[str], raid: bool = False
) -> None:
    """Says who of the attackers is at peace with whom of the attacked.

    Refuses an attack without a war on a neutral minor of the armed neutrality, unless it is Britain's and not in the
    Mediterranean or the Black Sea; `where` are the waters, as far as they are known.
    """
    nations = list(dict.fromkeys(attackers))
    by = list(dict.fromkeys(p for p in (power_of(sheet, n) for n in nations) if p)) or nations
    members = neutrals(sheet)
    for name in dict.fromkeys(others):
        whose = power_of(sheet, name) or name
        at_peace = [a for a in by if a != whose and not any(at_war(sheet.state, a, w) for w in (whose, name))]
        if "Britain" in at_peace and members and name in (*members, "Russia"):
            inner = next((w for w in INNER_SEAS if w in where), None)
            if inner:
                raise _shielded(name, f"not even by Britain on the {inner}")
            sheet.say(f"Without a war: Britain may attack {name}'s fleets, of the armed neutrality.", "AN-6", "R-270")
            at_peace.remove("Britain")
        if at_peace and name in members:
            raise _shielded(name, f"not by {' and '.join(at_peace)}")
        if at_peace and raid:
            sheet.say(f"At peace with {whose}: a raid needs no war, and the attacker may declare one.", "PR-6")
        elif at_peace:
            sheet.say(
                f"The ledger has no war between {' or '.join(at_peace)} and {whose}; a battle takes one.", "R-270"
            )


def _shielded(name: str, why: str) -> NotAllowed:
    return NotAllowed(
        f"{name} is of the armed neutrality: without a war its fleets can't be attacked, {why} (AN-6, R-270)",
        f"a war is declared first: eia-ref pp dow POWER {name}",
        "neutral",
    )


def declared_on(position: Position[Campaign], power: str) -> list[str]:
    """Who has declared war on a power this month. Wars that come otherwise, as Persia's, are not declared (R-293)."""
    state = position.state
    by_declaration: str = position.rulebook.table("in-force")[WAR]["rule"]
    wars = [t for t in state.in_force if (t.what, t.against, t.since) == (WAR, power, state.month)]
    return [t.whom for t in wars if t.whom in state.powers and t.rule == by_declaration]
