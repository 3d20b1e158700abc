"""Where Poland stands, for people: its provinces, its army, its next try at a revolt (House rules: POLAND)."""

from __future__ import annotations

from typing import Any

from eia_ref.core.game import View
from eia_ref.core.odds import percent
from eia_ref.core.position import Position
from eia_ref.empires.places.polish_revolt import bonus, chances, needed
from eia_ref.empires.polish_provinces import CEDED, HOME, POLAND, table
from eia_ref.empires.relations import enemies
from eia_ref.empires.state import Campaign

FORECAST = 24  # months


def view(position: Position[Campaign]) -> tuple[View, str]:
    """Where Poland stands, and that in one line."""
    state = position.state
    figures, held = table(position.rulebook), state.minors[POLAND]
    lost = {t.place: t.whom for t in state.in_force if t.what == CEDED}
    homes = {t.place: t.whom for t in state.in_force if t.what == HOME}
    wars = enemies(state, POLAND)
    rows = [
        [name, lost.get(name) or POLAND, f"home of {homes[name]}" if name in homes else " or ".join(powers)]
        for name, powers in figures["provinces"].items()
    ]
    army = figures["army"] if not state.poland.gone else None
    sections = [("Army", _army(army))] if army else []
    if since := state.poland.revolted:
        at_war = f"at war with {', '.join(wars)}" if wars else "at peace"
        by = f", controlled by {held.by}" if held.by else ""
        last = f"Independent since {since.name}, {at_war}{by} (PL-13)."
        if gone := state.poland.gone:
            last = f"Poland is no more since {gone.name} (PA-9)."
    else:
        least = needed(position)
        sections.append(
            (
                "Revolt",
                [
                    ["tries that failed", f"{state.poland.tries}", "PL-12"],
                    ["the next", f"a d6 of {least} or more", "R-50"],
                    *_forecast(position),
                ],
            )
        )
        last = f"Protectorate of {held.by}; with the next no event it revolts on {least} or more (R-50)."
    data = {
        "held": held.held,
        "by": held.by,
        "revolted": state.poland.revolted,
        "tries": state.poland.tries,
        "bonus": bonus(position),
        "chances": {m: str(c) for m, c in chances(position, FORECAST)} if not state.poland.revolted else {},
        "provinces": {row[0]: row[1] for row in rows},
        "wars": wars,
        "army": army,
    }
    return View(heads=("province", "held by", "home province of"), rows=rows, sections=sections, data=data), last


def _army(army: dict[str, Any]) -> list[list[str]]:
    """Poland's army, as long as there is a Poland."""
    corps, horse = army["infantry_corps"], army["cavalry_corps"]
    foot = f"{corps['corps']} of {corps['infantry']} infantry, {corps['cavalry']} cavalry"
    return [
        ["in all", f"{army['infantry']} infantry, {army['cavalry']} cavalry, no militia", "PA-7, PA-4"],
        ["infantry corps", foot, "PA-5"],
        ["cavalry corps", f"{horse['corps']} of {horse['cavalry']} cavalry", "PA-5"],
        ["morale", f"{army['morale']}", "PA-6"],
        ["guerrillas", f"{army['guerrillas']} in Polish areas under Poland", "PA-8"],
    ]


def _forecast(position: Position[Campaign]) -> list[list[str]]:
    """The chance of a revolt by the ends of some months, for people."""
    by = chances(position, FORECAST)
    shown = [by[0], *by[2::3]] if by[0][1] else by[2::3]
    return [[f"by the end of {month.name}", percent(chance), "R-50"] for month, chance in shown]
