"""Where the powers stand, for `status`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from eia_ref.core.game import View
from eia_ref.core.position import Position
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.scenario import goal, scenario
from eia_ref.empires.state import Campaign
from eia_ref.empires.subjects import every

FORCES = ("infantry", "guard", "cavalry", "ships")


def view(position: Position[Campaign], power: str, minors: bool) -> View:
    """All powers in a table, with the minors or without; or one power in full."""
    return _one(position, power) if power else _all(position, minors)


def _zone(rulebook: Rulebook, box: str) -> str:
    zones = rulebook.table("charts/political-status")["zone"]
    return str(next(z["name"] for z in zones if z["letter"] == box[0]))


def _data(position: Position[Campaign], name: str) -> dict[str, Any]:
    state = position.state
    power = state.powers[name]
    return {
        "power": name,
        "political": power.political,
        "zone": _zone(position.rulebook, power.political),
        "money": power.money,
        "manpower": power.manpower,
        "depots": power.depots,
        "depot_limit": scenario(position.rulebook, state.scenario)["powers"][name]["depot_limit"],
        "goal": goal(position, name),
        "forces": {f: getattr(power, f) for f in FORCES},
        "minors": {m: v.held for m, v in state.minors.items() if v.by == name},
        "owed": [o.model_dump(mode="json") for o in state.owed if o.power == name],
        "in_play": power.in_play,
    }


def _all(position: Position[Campaign], with_minors: bool) -> View:
    state = position.state
    data = [_data(position, name) for name in state.powers]
    rows = [
        [d["power"], d["political"], d["zone"], f"{d['money']}$", f"{d['depots']}/{d['depot_limit']}", str(d["goal"])]
        for d in data
    ]
    sections: list[tuple[str, Sequence[Sequence[str]]]] = []
    forces = scenario(position.rulebook, state.scenario)["minor_forces"]
    if with_minors:
        held = [[m, v.held, v.by or ""] for m, v in state.minors.items()]
        begun = [[m, ", ".join(f"{f[k]} {k}" for k in FORCES if f.get(k)), f["rule"]] for m, f in forces.items()]
        sections = [("Minors", held), ("Forces of minors at the start", begun)]
    found = [s for subject in every() for s in subject.status(position, None)]
    trade = ["British colonial trade", f"{state.colonial_trade}$ each economic phase (SP-4)"]
    sections += [s for s in found if s[0]]
    sections.append(("", [*(row for title, rows in found if not title for row in rows), trade]))
    return View(
        heads=("power", "box", "zone", "money", "depots", "goal"),
        rows=rows,
        right=(1, 3, 4, 5),
        sections=sections,
        data={"powers": data, "colonial_trade": state.colonial_trade, "minor_forces": forces},
    )


def _one(position: Position[Campaign], name: str) -> View:
    data = _data(position, name)
    stands = [
        ["political status", f"{data['political']}, {data['zone']}"],
        ["money", f"{data['money']}$"],
        ["victory goal", f"{data['goal']} ({position.state.settings['goal']}, R-35)"],
        ["depots", f"{data['depots']} on the map, {data['depot_limit']} at most (DP-1)"],
        ["forces at the start", ", ".join(f"{n} {f}" for f, n in data["forces"].items() if n)],
    ]
    found = [s for subject in every() for s in subject.status(position, name)]
    stands += [list(row) for title, rows in found if not title for row in rows]
    sections: list[tuple[str, Sequence[Sequence[str]]]] = [(name, stands)]
    if data["minors"]:
        sections.append(("Minors", [[m, held] for m, held in data["minors"].items()]))
    if data["owed"]:
        sections.append(("Owed", [[o["what"], f"{o['on']} {o['by']}", o["phase"], o["rule"]] for o in data["owed"]]))
    sections += [s for s in found if s[0]]
    return View(sections=sections, data=data)
