"""What a table asks on land: stacking, forage, supply, depots, sieges, retreats, manpower.

The `check` commands change nothing: each says what is allowed and what it costs, or refuses with the clause.
"""

from typing import Annotated, Any

from pydantic import Field, StringConstraints

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.names import fold
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.leaders import leaders
from eia_ref.empires.minors import controller, find_minor, find_party, is_major, neutrals
from eia_ref.empires.places import ottoman
from eia_ref.empires.powers import after_winter, find_power
from eia_ref.empires.relations import PERSIA, in_force
from eia_ref.empires.scenario import scenario
from eia_ref.empires.state import Campaign

Said = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


def _figures(rulebook: Rulebook, name: str) -> dict[str, Any]:
    figures: dict[str, Any] = rulebook.table("land")[name]
    return figures


# --- Stacking --------------------------------------------------------------------------------------------------


class StackRequest(Frozen):
    """`check stack`: a leader, his corps that are no cavalry corps, his cavalry corps; how many are in the area."""

    leader: str
    corps: int = Field(ge=0)
    cavalry: int = Field(default=0, ge=0)
    reinforcing: bool = False
    present: int | None = Field(default=None, ge=0)


def stack(sheet: Sheet[Campaign], request: StackRequest) -> None:
    """Whether a leader may bring these corps into battle, and what it does to his tactical rating (ST-1 to ST-9)."""
    name = leaders.find_leader(sheet, request.leader)
    leaders.refuse_unless_at_hand(sheet, name)
    card = leaders.card(sheet, name)
    if card.maximum is None or card.tactical is None:
        raise RefereeError(f"{name} has no tactical maximum on his counter", "name another leader", "no-figure")
    figures, most, total = _figures(sheet.rulebook, "stack"), card.maximum, request.corps + request.cavalry
    if not total:
        raise RefereeError("no corps are named", "write --corps N, and --cavalry N for cavalry corps", "no-corps")
    if request.present is not None and request.present < total:
        raise RefereeError(
            f"{total} corps can't fight where {request.present} are",
            "--present counts all corps of the area",
            "present",
        )
    sheet.say(f"{name}: tactical {card.tactical}, maximum {most}.", "ST-1")
    if total > figures["most"]:
        raise NotAllowed(f"{total} corps: no leader brings more than {figures['most']} (ST-4)", code="too-many")
    free = min(figures["free_cavalry"], request.cavalry)
    over = max(0, total - most)
    by_cavalry = min(free, over)
    over -= by_cavalry
    if by_cavalry:
        sheet.say("One cavalry corps above the maximum is free.", "ST-9" if request.reinforcing else "ST-3")
    if request.reinforcing:
        if over:
            limit = f"{most} corps and {figures['free_cavalry']} cavalry corps (ST-9)"
            raise NotAllowed(f"{name}, reinforcing, brings at most {limit}", code="too-many")
        sheet.say("Reinforcing corps leave the tactical rating alone and may exceed the limit.", "ST-8")
        sheet.outcome = f"{name} may reinforce with {total} corps"
        return
    if over > figures["over"]:
        limit = most + figures["over"] + free
        raise NotAllowed(
            f"{total} corps: {name} brings at most {min(limit, figures['most'])} (ST-4)",
            "one corps above the maximum, and one cavalry corps besides",
            "too-many",
        )
    _enough(sheet, request, total, most)
    tactical = card.tactical + over * figures["tactical"]
    if over:
        sheet.say(f"{over} corps above the maximum: tactical {card.tactical} becomes {tactical}.", "ST-2")
    if request.present is not None and request.present > total:
        sheet.say(
            f"The {request.present - total} left in the area may reinforce, and take the damage left over if those "
            f"that fight are destroyed.",
            *("ST-6", "ST-7"),
        )
    sheet.outcome = f"{name} may fight with {total} corps, tactical {tactical}"


def _enough(sheet: Sheet[Campaign], request: StackRequest, total: int, most: int) -> None:
    """As many corps as the leader may bring have to fight, if they are in the area (ST-5)."""
    if request.present is not None and total < (least := min(most, request.present)):
        raise NotAllowed(
            f"{total} corps: of the {request.present} in the area at least {least} must fight (ST-5)",
            code="too-few",
        )
    if request.present is None and total < most:
        sheet.say(f"Fewer than {most}: allowed only if no more corps are in the area.", "ST-5")


# --- Forage and supply -----------------------------------------------------------------------------------------


class ForageRequest(Frozen):
    """`check forage`: a power's corps, or a minor's; where they are as far as it matters."""

    power: str
    area: str = ""
    emigres: bool = False
    ottoman: bool = False
    winter_zone: bool = False


def forage(sheet: Sheet[Campaign], request: ForageRequest) -> None:
    """What changes a forage roll (SP-1 to SP-3, events 50, 59, 99): each line, also one that comes to 0."""
    state, figures = sheet.state, _figures(sheet.rulebook, "forage")
    whose = find_party(sheet.rulebook, request.power)
    if whose == PERSIA:
        power = state.persia.controller
    else:
        power = whose if is_major(state, whose) else controller(sheet, whose)
    total = 0
    thing = in_force(state, "short forage")
    republic = in_force(state, "free French forage")
    if request.emigres:
        total += figures["short"]
        sheet.say(f"{figures['short']}: émigrés are never free of it.", "SP-2")
    elif thing is None:
        sheet.say("0: the penalty is over.", "SP-2")
    elif power is None:
        sheet.say(f"0: {whose} is under no power.", "SP-1")
    elif power in figures["free_of_short"] or request.ottoman:
        rule = "SP-3" if request.ottoman else "SP-1"
        sheet.say("0: Ottoman corps on Ottoman land." if request.ottoman else f"0: {power} is free of it.", rule)
    elif power == "France" and republic:
        sheet.say("0: corps of the Republic are free of it.", republic.rule)
    else:
        total += figures["short"]
        sheet.say(f"{figures['short']}: corps of {power} and its minors.", "SP-1")
    if request.winter_zone and (cold := in_force(state, "cold winter")):
        total += figures["cold_winter"]
        sheet.say(f"{figures['cold_winter']}: cold winter.", cold.rule)
    for thing in state.in_force:
        if thing.what in ("famine", "plague") and request.area and fold(thing.place or "") == fold(request.area):
            what = "its forage value is 0" if thing.what == "famine" else "every unit in it must forage"
            sheet.say(f"{thing.what.capitalize()} in {thing.place}: {what}.", thing.rule)
    sheet.outcome = f"forage at {total:+}" if total else "forage unchanged"


class SupplyRequest(Frozen):
    """`check supply`: corps one depot supplies, all so many areas off, at what it costs each of the first four."""

    corps: int = Field(ge=1)
    areas: int = Field(default=0, ge=0)


def supply(sheet: Sheet[Campaign], request: SupplyRequest) -> None:
    """What the corps beyond the fourth cost that one depot supplies (AM-7.4.2, AM-7.4.2a)."""
    figures = _figures(sheet.rulebook, "supply")
    dear = max(0, request.corps - figures["cheap"])
    cheap = request.corps - dear
    if not dear:
        sheet.say(f"{cheap} corps: none pays more than by the base rules.", "AM-7.4.2")
        sheet.outcome = "supply at the base price"
        return
    if request.areas >= len(figures["dear"]):
        raise RefereeError(
            f"what a corps costs {request.areas} areas off is in the base rules, not here (AM-7.4.2)",
            f"the first {figures['cheap']} pay that; each one more pays double, in winter four times as much",
            "no-figure",
        )
    winter = after_winter(sheet) is not None
    each = figures["dear"][request.areas] * (2 if winter else 1)
    sheet.say(f"{cheap} corps pay by the base rules.", "AM-7.4.2")
    season = "in winter" if winter else "outside winter"
    rule = "AM-7.4.2a" if winter else "AM-7.4.2"
    where = "in the depot's area" if not request.areas else "one area off"
    sheet.say(f"{dear} more {season}, {where}: {each}$ each, {dear * each}$.", rule)
    sheet.outcome = f"{dear * each}$ for the {dear} corps after the fourth"


class DepotsRequest(Frozen):
    """`check depots`: how many depots a power has on the map."""

    power: str
    on_map: int = Field(ge=0)


def depots(sheet: Sheet[Campaign], request: DepotsRequest) -> None:
    """Whether a power has so many depots (DP-1)."""
    power = find_power(sheet.rulebook, request.power)
    limit: int = scenario(sheet.rulebook, sheet.state.scenario)["powers"][power]["depot_limit"]
    if request.on_map > limit:
        raise NotAllowed(f"{power} has {limit} depots, not {request.on_map} (DP-1)", code="depots")
    sheet.say(f"{power} has {limit} depots: {request.on_map} on the map, {limit - request.on_map} to place.", "DP-1")
    sheet.outcome = f"{power} may have {request.on_map} depots on the map"


# --- Sieges and retreats ---------------------------------------------------------------------------------------


class SiegeRequest(Frozen):
    """`check siege`: a city, its garrison limit, the factors that would assault it; what the besiegers have."""

    city: Said
    holds: int | None = Field(default=None, ge=0)
    assault: int | None = Field(default=None, ge=0)
    artillery: bool = False
    pellew: bool = False
    blockaded: bool = False


def siege(sheet: Sheet[Campaign], request: SiegeRequest) -> None:
    """Whether a city may be besieged now, by how many assaulted, at what siege roll (SG-1, SG-2, AN-5, PM-4)."""
    state, figures = sheet.state, _figures(sheet.rulebook, "siege")
    city = " ".join(request.city.split())
    winter = after_winter(sheet) is not None
    if fold(city) == "amsterdam" and neutrals(sheet) and not winter:
        raise NotAllowed(
            "Amsterdam can be besieged only in winter while the armed neutrality lasts (AN-5)", code="amsterdam"
        )
    if fold(city) in ("venice", "venetia") and in_force(state, "Venetia with Corfu") and not request.blockaded:
        raise NotAllowed(
            "Venice can be besieged only if it is blockaded too, until Venetia is conquered (PM-4)",
            "if it is blockaded: --blockaded",
            "venice",
        )
    if fold(city) == "amsterdam":
        sheet.say("Amsterdam has no fletches in winter." if winter else "Amsterdam has two fletches.", "PM-6")
    bonus = 0
    if request.artillery:
        bonus += figures["artillery"]
        sheet.say(f"Siege roll {figures['artillery']:+}: an artillery corps is there.", "SG-1")
    if request.pellew:
        leaders.refuse_unless_at_hand(sheet, "Pellew")
        bonus += figures["pellew"]
        sheet.say(f"Siege roll {figures['pellew']:+}: Pellew's stack blockades the port.", "NL-4")
    if request.assault is not None:
        if request.holds is None:
            raise RefereeError("how many factors the fortress can hold is not said", "write --holds N", "no-figure")
        if request.assault > request.holds:
            raise NotAllowed(
                f"{request.assault} factors may not assault {city}: it holds {request.holds}, so no more than that "
                "besides artillery and guard (SG-2)",
                code="too-many",
            )
        sheet.say(f"{request.assault} factors may assault, artillery and guard besides.", "SG-2")
    sheet.outcome = f"{city} may be besieged" + (f", siege roll {bonus:+}" if bonus else "")


class RetreatRequest(Frozen):
    """`check retreat`: where to, and where the attackers marched or reinforced from."""

    to: Said
    attackers_from: list[Said] = []
    surrounded: bool = False
    landed: bool = False
    island: bool = False


def retreat(sheet: Sheet[Campaign], request: RetreatRequest) -> None:
    """Whether a beaten army may retreat there (RT-1 to RT-4, AM-7.5.2.10)."""
    if request.landed:
        raise NotAllowed(
            "corps that landed, or came over a crossing arrow, and must retreat surrender whole, leaders too, "
            "unless an attacking corps came by land (AM-7.5.2.10, AM-7.5.2.10a)",
            code="surrenders",
        )
    if request.island:
        raise NotAllowed("on an island with no area free of enemies the army surrenders (RT-4)", code="surrenders")
    if request.surrounded:
        sheet.say(f"Surrounded: any area is open, {request.to} too.", "RT-1")
        sheet.say("Pursuit losses are doubled, and all of the second half are prisoners.", "RT-2", "RT-3")
    elif fold(request.to) in {fold(a) for a in request.attackers_from}:
        raise NotAllowed(
            f"no retreat to {request.to}: an attacker marched or reinforced from there (RT-1)", code="attacked-from"
        )
    else:
        sheet.say(f"No attacker came from {request.to}.", "RT-1")
    sheet.outcome = f"the army may retreat to {request.to}"


# --- Manpower --------------------------------------------------------------------------------------------------


class ManpowerRequest(Frozen):
    """`check manpower`: a minor, its printed manpower, and who holds it where the ledger does not say."""

    minor: str
    printed: int = Field(ge=0)


def manpower(sheet: Sheet[Campaign], request: ManpowerRequest) -> None:
    """What manpower a minor yields: half of an Ottoman one, with the exceptions (OE-1 to OE-4, PM-1)."""
    state = sheet.state
    minor = find_minor(sheet.rulebook, request.minor)
    comes = request.printed
    irish = state.minors.get("Ireland")
    if minor == "Ireland" and irish and irish.held == "conquered":
        comes = -(-request.printed // 2)
        sheet.say("Ireland, free and conquered: half of its manpower, rounded up, and of its money.", "IR-7", "R-277")
    elif minor == "Switzerland" and in_force(state, "poor Switzerland"):
        comes = 0
        sheet.say("Switzerland is worth 0/0 until 1796.", "PM-1")
    elif line := ottoman.manpower(sheet, minor):
        comes = -(-request.printed // 2) if line.half else request.printed
        sheet.say(line.says, *line.rules)
    else:
        sheet.say(f"{minor}: all of it.", "OE-1")
    sheet.outcome = f"{minor} yields {comes} manpower"


ADJUDICATORS = (
    Adjudicator("check stack", StackRequest, stack),
    Adjudicator("check forage", ForageRequest, forage),
    Adjudicator("check supply", SupplyRequest, supply),
    Adjudicator("check depots", DepotsRequest, depots),
    Adjudicator("check siege", SiegeRequest, siege),
    Adjudicator("check retreat", RetreatRequest, retreat),
    Adjudicator("check manpower", ManpowerRequest, manpower),
)
