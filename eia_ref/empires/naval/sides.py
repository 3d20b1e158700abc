"""Who meets at sea: ships by nation, the leader in command, morale, what changes the dice; all by the rules' data."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeVar

from pydantic import Field

from eia_ref.core import names
from eia_ref.core.adjudication import Sheet
from eia_ref.core.charts import known
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.names import in_a_row
from eia_ref.core.position import Position
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.leaders.leaders import AT_HAND, cards
from eia_ref.empires.leaders.leaders import status_in_words as standing
from eia_ref.empires.naval.combat import Modifier, columns, held, signed, tenths
from eia_ref.empires.naval.fleets import FLED, find_fleet, mutinous, power_of, ships_of
from eia_ref.empires.naval.ports import in_box, open_port, where
from eia_ref.empires.naval.rounds import Force
from eia_ref.empires.powers import all_powers
from eia_ref.empires.relations import dominant, in_force
from eia_ref.empires.state import Campaign

Side = Literal["attacker", "defender"]
SIDES: tuple[Side, Side] = ("attacker", "defender")
BALTIC = "Baltic"
Ships = dict[str, int]


def by_name(ships: Ships) -> Ships:
    """Contributions in the order of their names: a table of the ledger has none of its own (R-320)."""
    return dict(sorted(ships.items()))


class Other(Frozen):
    """A modifier of the table's own to a side's dice, and why (R-205)."""

    side: Side
    by: int = Field(ge=-9, le=9)
    why: str


class Encounter(Frozen):
    """What is said of any fight at sea: ships and fleets by nation, leaders, waters, what burdens the sides.

    `attacker_named` and `defender_named` are fleets of the ledger that fight beside the ships named by nation.
    `another` is the reason why it is not the one of this month that is in the ledger already (R-38).
    """

    attacker: Ships = {}
    defender: Ships = {}
    attacker_named: list[str] = []
    defender_named: list[str] = []
    attacker_fleets: Ships = {}
    defender_fleets: Ships = {}
    attacker_leader: str = ""
    defender_leader: str = ""
    waters: list[str] = []
    transports: list[Side] = []
    other: list[Other] = []
    another: str = ""

    def ships(self, side: Side) -> Ships:
        """A side's ships by nation."""
        return by_name(self.attacker if side == "attacker" else self.defender)

    def named(self, side: Side) -> list[str]:
        """A side's fleets of the ledger."""
        return self.attacker_named if side == "attacker" else self.defender_named

    def fleets(self, side: Side) -> Ships:
        """A side's fleets by nation; none where nobody has said."""
        return by_name(self.attacker_fleets if side == "attacker" else self.defender_fleets)

    def in_no_fleet(self, state: Campaign, side: Side) -> int:
        """How many of a side's ships the ledger has without a fleet counter."""
        return sum(state.fleets[n].ships for n in self.named(side) if not state.fleets[n].counter)

    def leader(self, side: Side) -> str:
        """The leader in command of a side; empty without one."""
        return self.attacker_leader if side == "attacker" else self.defender_leader


class Sided(NamedTuple):
    """A side as it goes into the fight. `by` is what its dice are changed by, held to the limit."""

    side: Side
    ships: Ships
    leader: str
    morale: int
    modifiers: Sequence[Modifier] = ()
    by: int = 0

    @property
    def strength(self) -> int:
        """All its ships."""
        return sum(self.ships.values())

    @property
    def force(self) -> Force:
        """What it fights with."""
        return Force(self.strength, self.morale)

    @property
    def name(self) -> str:
        """Its nations: `Britain and Portugal`."""
        return in_a_row(self.ships)


E = TypeVar("E", bound=Encounter)


def with_fleets(position: Position[Campaign], request: E) -> E:
    """The request with the ships of the ledger's fleets put in; they count as fleets where nothing else is said.

    Refuses a fleet there is not, and one named twice.
    """
    changed: dict[str, object] = {}
    for side in SIDES:
        said = request.named(side)
        if not said:
            continue
        have = {"attacker": request.attacker, "defender": request.defender}[side]
        found = ships_of(position.state, said)
        changed[side] = {n: have.get(n, 0) + found.get(n, 0) for n in (*have, *found)}
        changed[f"{side}_named"] = own = [find_fleet(position.state, n) for n in said]
        if not have and not request.fleets(side):
            counters = [position.state.fleets[n].power for n in own if position.state.fleets[n].counter]
            changed[f"{side}_fleets"] = dict(Counter(counters))
    twice = [n for n in [*request.attacker_named] if n in request.defender_named]
    if twice:
        raise RefereeError(f"fleet {twice[0]} can't fight on both sides", code="both-sides")
    return request.model_copy(update=changed)


def same(request: Encounter) -> str:
    """What makes two requests one fight, whose dice stand after a void (R-08): who met whom, not with how much."""
    sides = sorted("+".join(sorted([*request.ships(side), *request.named(side)])) for side in SIDES)
    return f"{sides[0]} against {sides[1]} {request.another}".strip()


def cell(position: Position[Campaign], chart: str, name: str) -> str:
    """What stands in a chart's cell, as text; empty where nobody has filled it in."""
    value = known(position, chart, name)
    return "" if value is None else str(value)


def numbers(chart: str, name: str, text: str) -> list[int]:
    """The whole numbers in a cell: `5 4`. Refuses other words."""
    if not all(word.isascii() and word.isdigit() and len(word) <= 3 for word in text.split()):
        raise odd_cell(chart, name, text, "5 4")
    return [int(word) for word in text.split()]


def odd_cell(chart: str, name: str, text: str, meant: str) -> RefereeError:
    """The refusal of a cell that can't be read."""
    return RefereeError(f"{chart}, {name}: {text!r} can't be read", f'it is written as "{meant}"', "bad-cell")


def nation(rulebook: Rulebook, said: str) -> str:
    """The power or minor with ships that is meant; refuses others with the nearest."""
    sailing = [*all_powers(rulebook), *rulebook.table("naval")["nations"]]
    known = [*rulebook.table("powers")["power"], *rulebook.table("minors")["minor"]]
    return names.find(said, sailing, "nation with ships", {w: n["name"] for n in known for w in n.get("also", [])})


def waters(rulebook: Rulebook, said: str) -> str:
    """The waters meant; refuses others with the nearest."""
    table = rulebook.table("naval")["waters"]
    also = {word: w["name"] for w in table for word in w["also"]}
    return names.find(said, [w["name"] for w in table], "sea", also)


def naval_leader(rulebook: Rulebook, said: str) -> str:
    """The naval leader meant; refuses others with the nearest."""
    there = rulebook.table("naval")["leader"]
    also = {word: name for name in there for word in cards(rulebook)[name].also}
    return names.find(said, there, "naval leader", also)


def check_sides(position: Position[Campaign], request: Encounter) -> None:
    """Refuses a side without ships, ships that are no number, and a nation on both sides."""
    for side in SIDES:
        ships = request.ships(side)
        if not ships:
            what = "who attacks" if side == "attacker" else "who defends"
            raise RefereeError(f"nobody says {what}", f'name the {side}\'s ships: --{side} "france:30"', "no-side")
        for name, many in ships.items():
            if nation(position.rulebook, name) != name:
                raise RefereeError(f"{name} is no nation with ships", code="unknown-name")
            if many < 1:
                raise RefereeError(f"{side}: {name} can't have {many} ships", "write 1 or more", "ships")
        for name, many in request.fleets(side).items():
            if name not in ships:
                raise RefereeError(f"the {side} has no ships of {name}, and so no fleet", code="fleets")
            if not 1 <= many <= ships[name]:
                raise RefereeError(f"{side}: {name} can't have {many} fleets of {ships[name]} ships", code="fleets")
    both = [n for n in request.attacker if n in request.defender]
    if both:
        raise RefereeError(f"{in_a_row(both)} can't fight on both sides", code="both-sides")
    for side, enemy in (SIDES, SIDES[::-1]):
        for name in request.ships(side):
            by = power_of(position, name)
            if by != name and by in request.ships(enemy):
                raise RefereeError(f"{name} is held by {by}, which is on the other side", code="both-sides")


def check_fleets(sheet: Sheet[Campaign], request: Encounter, kind: Literal["battle", "sortie", "raid"]) -> None:
    """Refuses fleets of the ledger that can't be in the fight, and tells what may not move (R-292).

    Ships without a counter are met in a raid on their port only; a fleet in mutiny neither comes out nor raids.
    """
    for side in SIDES:
        for name in request.named(side):
            if not sheet.state.fleets[name].counter and not (kind == "raid" and side == "defender"):
                raise RefereeError(
                    f"{name} are ships without a fleet counter, and stay in their port (LA-1)",
                    "in a raid on it they are among the defenders",
                    "no-counter",
                )
    named = [(name, sheet.state.fleets[name].at) for side in SIDES for name in request.named(side)]
    if (
        kind == "battle"
        and len({names.fold((in_box(at) and open_port(sheet.rulebook, at)) or at) for _, at in named}) > 1
    ):
        apart = "; ".join(f"{name} {where(at)}" for name, at in named)
        sheet.say(
            f"By the ledger they are apart: {apart}. To move one: eia-ref naval fleet NAME --at PLACE.", "R-222"
        )
    for name in request.attacker_named:
        if not (mutiny := mutinous(sheet, name)):
            continue
        if kind != "battle":
            raise NotAllowed(f"fleet {name} is in mutiny and may not move ({mutiny.rule})", "leave it out", "mutiny")
        sheet.say(f"{name} is in mutiny, does not move or intercept, and attacks only where it is.", mutiny.rule)
    for power in dict.fromkeys(power_of(sheet, name) or name for name in request.ships("attacker")):
        if kind != "sortie" and in_force(sheet.state, FLED, power):
            sheet.say(f"{power} fled this turn, and attacks only where its flight has ended.", "FL-3")


def check_leader(position: Position[Campaign], request: Encounter, side: Side) -> None:
    """Refuses a leader who is not at hand, of a power without ships on the side, or who gives way to another."""
    name = request.leader(side)
    if not name:
        return
    card = position.rulebook.table("naval")["leader"][naval_leader(position.rulebook, name)]
    power, rule = cards(position.rulebook)[name].power, card["rule"]
    if power not in request.ships(side):
        raise NotAllowed(f"{name} is of {power}, which has no ships with the {side} ({rule})", code="leader-side")
    stands = position.state.leaders.get(name)
    if stands is None:
        why = "; he comes when Britain has won a battle at sea (NL-2)" if card.get("melee") else ""
        raise NotAllowed(
            f"{name} has not come ({rule}){why}", "eia-ref leaders list shows who has come", "leader-not-come"
        )
    if stands.status not in AT_HAND:
        how = f"{name} is {standing(position.state, name)}"
        raise NotAllowed(how, "name another leader, or none", "leader-away")
    for other in cards(position.rulebook)[name].unless:  # NL-3
        if (his := position.state.leaders.get(other)) and his.status in AT_HAND:
            raise NotAllowed(
                f"{name} serves only while {other} does not ({rule})", f"{other} is at hand", "leader-away"
            )
    if card.get("disables") and not request.fleets(side):
        raise RefereeError(
            f"{name} commands one fleet, never a stack (NL-7): how many fleets has the {side}?",
            f"type the same again with --{side}-fleets N",
            "fleets",
        )


# --- Morale ----------------------------------------------------------------------------------------------------


def morale_of(
    position: Position[Campaign], name: str, side: Ships, leader: str, where: Sequence[str]
) -> list[Modifier]:
    """What makes the morale of a nation's ships, in tenths: the base first, then all that may be added, 0 or not."""
    table = position.rulebook.table("naval")["morale"]
    found = [Modifier("of itself", table["rule"], table["base"].get(name, table["others"]))]
    for more in table["more"]:
        if more["when"] == "leader":
            if _leads(position.rulebook, more["leader"], side):
                found.append(Modifier(more["name"], more["rule"], more["by"] if leader == more["leader"] else 0))
        elif name in more["who"]:
            found.append(
                Modifier(more["name"], more["rule"], more["by"] if _holds(position, more, name, where) else 0)
            )
    return found


def _leads(rulebook: Rulebook, leader: str, side: Ships) -> bool:
    return cards(rulebook)[leader].power in side


def _holds(position: Position[Campaign], more: Mapping[str, Any], name: str, where: Sequence[str]) -> bool:
    if more["when"] == "dominant":
        return dominant(position.state, name)
    if not where:
        known = ", ".join(w["name"] for w in position.rulebook.table("naval")["waters"])
        raise RefereeError(
            f"where? {name}'s morale depends on it ({more['rule']}: {more['name']})",
            f"type the same again with --sea NAME: {known}",
            "no-sea",
        )
    return any(w in more["waters"] for w in where)


def widened(rulebook: Rulebook, said: Sequence[str]) -> list[str]:
    """Waters with those they are part of (R-201)."""
    within = {w["name"]: w.get("within", []) for w in rulebook.table("naval")["waters"]}
    return list(dict.fromkeys(w for name in said for w in (waters(rulebook, name), *within[waters(rulebook, name)])))


def morale(sheet: Sheet[Campaign], ships: Ships, leader: str, said: Sequence[str]) -> int:
    """A side's morale in tenths, the mean over its ships, half up (R-40); every nation's is told."""
    where = widened(sheet.rulebook, said)
    total = 0
    for name, many in ships.items():
        parts = morale_of(sheet, name, ships, leader, where)
        each = sum(p.by for p in parts)
        total += many * each
        base, *more = parts
        added = "".join(f"; {m.name} {f'+{tenths(m.by)}' if m.by else '0'}" for m in more)
        rules = [p.rule for p in parts]
        if parts != morale_of(sheet, name, ships, leader, said):
            rules.append("R-201")
        sheet.say(f"{name}, {many}: {f'{tenths(base.by)}{added}: ' if more else ''}morale {tenths(each)}.", *rules)
    whole = sum(ships.values())
    mean = (2 * total + whole) // (2 * whole)
    if len(ships) > 1:
        sheet.say(f"Together {tenths(mean)}, the mean over {whole} ships.", "R-40")
    return mean


# --- The dice --------------------------------------------------------------------------------------------------


def modifiers(
    position: Position[Campaign],
    request: Encounter,
    side: Side,
    burdens: Mapping[str, bool],
    blockading: bool,
    raid: bool,
) -> list[Modifier]:
    """What may change a side's combat dice, 0 or not. `burdens` says by key which of the general ones apply."""
    table = position.rulebook.table("naval")
    found = [
        Modifier(m["name"], m["rule"], m["by"] if burdens.get(m["key"]) else 0)
        for m in table["dice"]["modifier"]
        if m.get("raid") or not raid
    ]
    leader = request.leader(side)
    die = table["leader"].get(leader, {}).get("die")
    if die:
        enemy = request.ships("defender" if side == "attacker" else "attacker")
        holds = blockading if die["when"] == "blockading" else die["whom"] in enemy
        what = "blockaded fleet fights" if die["when"] == "blockading" else f"against {die['whom']}"
        found.append(Modifier(f"{leader}, {what}", table["leader"][leader]["rule"], die["by"] if holds else 0))
    return found + [Modifier(o.why, "R-205", o.by) for o in request.other if o.side == side]


def say_dice(sheet: Sheet[Campaign], sides: Sequence[Sided]) -> None:
    """Every modifier of both sides by name with its rule, those too that are 0; then the sums, held to the limit."""
    table = sheet.rulebook.table("naval")["dice"]
    keys = dict.fromkeys((m.name, m.rule) for s in sides for m in s.modifiers)
    rows = [["dice", *SIDES, "rule"]]
    for name, rule in keys:
        by = [[m.by for m in s.modifiers if (m.name, m.rule) == (name, rule)] for s in sides]
        rows.append([name, *(signed(sum(b)) if b else "" for b in by), rule])
        sheet.cite(rule)
    sums = [sum(m.by for m in s.modifiers) for s in sides]
    kept = [
        signed(t) if held(t, table["most"]) == t else f"{signed(t)}, held {signed(s.by)}"
        for t, s in zip(sums, sides, strict=True)
    ]
    rows.append([f"sum, at most {table['most']:+} or {-table['most']}", *kept, table["rule"]])
    sheet.cite(table["rule"], "R-03")
    for line in ["", *columns(rows, (1, 2))]:
        sheet.say(line)
