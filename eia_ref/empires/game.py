"""The game as a value: everything the frame needs to know of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eia_ref.core.faults import Did, Fault
from eia_ref.core.game import NEW, SETTINGS, SETTLE, TAKE_UP, TURN, Game
from eia_ref.core.position import Position
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import Decision
from eia_ref.empires import consequences, decisions, lasting, month, powers, scenario, status
from eia_ref.empires.effects import OWN
from eia_ref.empires.state import FORM, Campaign
from eia_ref.empires.subjects import every

HEADER = """\
# [campaign.options]: see `eia-ref rules show R-05`, R-10, R-14, R-34, R-35, R-151, R-217, R-268.
# [campaign.lists]: the names random draws are made from (R-17): areas here, fleets and depots by power in
# tables such as [campaign.lists.fleets]. The next command that writes takes changes up.
"""


OLD_MARK = 4  # keys of a mark as 0.3.0 wrote it: kind, month, what, done


COMMANDS: dict[str, tuple[str, ...]] = {  # module -> its commands
    "scenario": (NEW, SETTINGS),
    "month": (TURN,),
    "settle": (SETTLE,),
    "taking_up": (TAKE_UP,),
    "events.events": ("event roll",),
    "places.polish_revolt": ("poland revolt",),
    "places.polish_wars": ("poland control", "poland surrender", "poland victory"),
    "events.control": ("event control",),
    "events.collect": ("economy collect",),
    "events.balances": ("economy spend", "economy adjust"),
    "charts": ("chart fill",),
    "politics.declare": ("pp dow",),
    "politics.alliance": ("pp ally", "pp break", "pp call"),
    "politics.peace": ("pp peace",),
    "politics.access": ("pp access", "pp cede"),
    "politics.scores": ("pp battle", "pp siege"),
    "politics.minors_at_war": ("pp control",),
    "politics.territory": ("pp forced", "pp conquer", "pp egypt"),
    "politics.rulings": ("pp adjust", "pp dominance"),
    "politics.victory": ("pp vp", "pp burn", "pp victory", "pp bids"),
    "revolution.manual": ("revolution advance", "revolution choose", "revolution corps"),
    "revolution.bourbons": ("revolution restore",),
    "revolution.emigres": ("emigres place",),
    "revolution.amiens": ("amiens answer", "amiens battle"),
    "naval.battle": ("naval morale", "naval battle"),
    "naval.sortie": ("naval blockade-battle",),
    "naval.raid": ("raid",),
    "naval.counters": ("naval fleet",),
    "naval.launching": ("naval launch", "naval port-falls"),
    "naval.blockade": ("naval blockade-test", "naval break"),
    "naval.sea": ("naval evade", "naval flee", "naval scuttle", "naval supply-check"),
    "naval.admirals": ("naval leader",),
    "leaders.manual": ("leaders arrive", "leaders promote", "leaders leave", "leaders place", "leaders generate"),
    "leaders.casualties": ("leaders casualty", "leaders capture", "leaders free"),
    "leaders.exile": ("leaders exile", "leaders return"),
    "persia.war": (
        *("persia control", "persia losses", "persia supply", "persia surrender", "persia coup"),
        *("persia loan", "persia spend"),
    ),
    "politics.wills": ("wills seal", "wills reveal"),
    "places.ireland": ("ireland rise", "ireland end"),
    "places.land": (
        *("check stack", "check forage", "check supply", "check depots", "check siege", "check retreat"),
        "check manpower",
    ),
    "places.prisoners": ("land pursuit", "land prisoners"),
}


def _options(rulebook: Rulebook, decision: Decision) -> list[str]:
    free = [decisions.own_words(rulebook, decision)] if decisions.takes_any_words(rulebook, decision) else []
    return [*decisions.answers(rulebook, decision), *free]


def _notes(position: Position[Campaign]) -> list[str]:
    return [note for subject in every() for note in subject.notes(position)]


def _faults(position: Position[Campaign], did: Did[Campaign] | None) -> list[Fault]:
    from eia_ref.empires.faults import faults  # only an audit asks

    return faults(position, did)


def _former_opening(table: Mapping[str, Any]) -> Mapping[str, Any]:
    if table.get("form", 1) >= FORM:
        return table
    from eia_ref.empires import former  # only ledgers of 0.3.0 and before

    return former.opening(table)


def _former_effect(table: Mapping[str, Any]) -> Mapping[str, Any]:
    if "where" not in table and (table.get("kind") != "once" or len(table) > OLD_MARK):
        return table
    from eia_ref.empires import former  # as above

    return former.effect(table)


EMPIRES = Game(
    name="empires",
    title="Empires in Arms, house rules 1789-1815",
    scenarios=scenario.SCENARIOS,
    state=Campaign,
    effects=OWN,
    modules={f"eia_ref.empires.{module}": commands for module, commands in COMMANDS.items()},
    opening=scenario.opening,
    settings=scenario.settings,
    agenda=month.agenda,
    former_opening=_former_opening,
    former_effect=_former_effect,
    form=FORM,
    question=decisions.question,
    options=_options,
    in_words=lasting.in_words,
    notes=_notes,
    check=scenario.check,
    faults=_faults,
    follow=consequences.follow,
    version=2,
    status=status.view,
    more="Minors and their forces too.",
    find_player=powers.find_power,
    header=HEADER,
)
