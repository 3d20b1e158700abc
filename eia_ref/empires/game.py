"""The game as a value: everything the frame needs to know of it."""

from __future__ import annotations

from eia_ref.core.faults import Did, Fault
from eia_ref.core.game import NEW, SETTINGS, SETTLE, TURN, Game
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import Decision
from eia_ref.empires import memory, month, powers, scenario, status
from eia_ref.empires.effects import CampaignEffect
from eia_ref.empires.state import Campaign
from eia_ref.empires.subjects import every

HEADER = """\
# [campaign.options]: see `eia-ref rules show R-05`, R-10 and R-35.
# [campaign.lists]: the names random draws are made from (R-17): areas and exiles here, leaders, fleets and
# depots by power in tables such as [campaign.lists.leaders]. The next command that writes takes changes up.
"""


COMMANDS: dict[str, tuple[str, ...]] = {  # module -> its commands
    "scenario": (NEW, SETTINGS),
    "month": (TURN,),
    "settle": (SETTLE,),
    "events": ("event roll",),
    "naval_battle": ("naval morale", "naval battle"),
    "raid": ("raid",),
}


def _options(rulebook: Rulebook, decision: Decision) -> list[str]:
    free = [memory.OWN_WORDS] if memory.takes_any_words(rulebook, decision) else []
    return [*memory.answers(rulebook, decision), *free]


def _notes(rulebook: Rulebook, state: Campaign) -> list[str]:
    found = []
    chart = rulebook.table("charts/political-status")
    if chart["sure"] == "assumed":
        boxes = ", ".join(f"{z['letter']} {z['boxes']}" for z in chart["zone"])
        found.append(f"R-33: the political track's boxes are assumed, {boxes}")
    return found + [note for subject in every() for note in subject.notes(rulebook, state)]


def _faults(rulebook: Rulebook, state: Campaign, did: Did[Campaign] | None) -> list[Fault]:
    from eia_ref.empires.faults import faults  # only an audit asks

    return faults(rulebook, state, did)


EMPIRES = Game(
    name="empires",
    title="Empires in Arms, house rules 1789-1815",
    scenarios=scenario.SCENARIOS,
    state=Campaign,
    effect=CampaignEffect,
    modules={f"eia_ref.empires.{module}": commands for module, commands in COMMANDS.items()},
    opening=scenario.opening,
    settings=scenario.settings,
    agenda=month.agenda,
    question=memory.question,
    options=_options,
    in_words=memory.in_words,
    notes=_notes,
    check=scenario.check,
    faults=_faults,
    status=status.view,
    find_player=powers.find_power,
    header=HEADER,
)
