"""How a campaign begins: the first page's balances, and what `new` brings into force."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from eia_ref.core import names
from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.calendar import Month
from eia_ref.core.effects import changes
from eia_ref.core.errors import BadSetting, CantApply, RefereeError, quoted
from eia_ref.core.game import NEW, SETTINGS
from eia_ref.core.position import Position
from eia_ref.core.requests import NewRequest, SettingsRequest
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import Setting
from eia_ref.empires.decisions import leave_open
from eia_ref.empires.endings import first_month_without
from eia_ref.empires.facts import CampaignBegins
from eia_ref.empires.lasting import begin
from eia_ref.empires.options import option
from eia_ref.empires.powers import find_power
from eia_ref.empires.state import FORM, Campaign, Minor, Power

SCENARIOS = {"1789": Month("1789-01")}
LISTS = ("areas",)  # lists of the whole map
POWER_LISTS = ("fleets", "depots")  # lists by power
FIGURES = ("political", "money", "infantry", "guard", "cavalry", "ships", "depots")


def scenario(rulebook: Rulebook, name: str) -> dict[str, Any]:
    """A scenario's data; refuses one there is not."""
    found = names.find(name, SCENARIOS, "scenario")
    return rulebook.table(f"scenario-{found}")


def goal(position: Position[Campaign], power: str) -> int:
    """The victory goal a power plays for (R-35)."""
    figures = scenario(position.rulebook, position.state.scenario)["powers"][power]
    found: int = figures["goal" if option(position, "goal") == "standard" else "extended_goal"]
    return found


def opening(rulebook: Rulebook, name: str, start: Month, settings: dict[str, Setting]) -> Campaign:
    """The state of a campaign's first page (House rules: Political track, Forces, VPs, Minors)."""
    from eia_ref.empires.charts import track  # only a beginning needs these two
    from eia_ref.empires.leaders.arrivals import at_start

    data = scenario(rulebook, name)
    if not data["start"] <= start <= data["last"]:
        raise RefereeError(
            f"{start} is not in the scenario", f"it goes from {data['start']} to {data['last']} (VI-3)", "start"
        )
    campaign = Campaign(
        turn=start,
        scenario=names.find(name, SCENARIOS, "scenario"),
        settings=settings,
        colonial_trade=data["colonial_trade"],
        form=FORM,
        boxes=track(rulebook),
        powers={p: Power(**{k: v[k] for k in FIGURES}) for p, v in data["powers"].items()},
        minors={m: Minor(**v) for m, v in data["minors"].items()},
    )
    campaign.leaders = at_start(Position(rulebook, campaign))
    return campaign


def check(position: Position[Campaign]) -> None:
    """Refuses a state with powers, boxes or settings the rules do not know. Raises RefereeError."""
    rulebook, state = position.rulebook, position.state
    known = scenario(rulebook, state.scenario)["powers"]
    if odd := next((p for p in (*state.powers, *known) if (p in known) != (p in state.powers)), None):
        raise RefereeError(f"powers: {odd} is not as in the scenario", code="powers")
    for name, power in state.powers.items():
        try:
            state.moved(power.political, 0)
        except CantApply as e:
            raise RefereeError(f"powers.{name}.political: {e.message}", code="powers") from None
    options = rulebook.table("options")
    for name, data in options.items():
        if state.settings.get(name, data["choices"][0]) not in data["choices"]:
            raise RefereeError(f"settings.{name} is no choice", code="option")
    for thing in state.in_force:
        if thing.what not in rulebook.table("in-force"):
            raise RefereeError(f"in_force: {thing.what} is not in the rules", code="in-force")
    listed = {leader["name"] for leader in rulebook.table("leaders")["leader"]} if state.leaders else set()
    for name, leader in state.leaders.items():
        if name not in listed and leader.made is None:
            raise RefereeError(f"leaders: {name} is not in the rules", code="leaders")
    if state.charts:
        _known_cells(position)
    for name in state.collected:
        if name not in known:
            raise RefereeError(f"collected: {name} is no power of the scenario", code="powers")
    for duty in state.duties:
        if duty.what not in rulebook.table("duties"):
            raise RefereeError(f"duties: {duty.what} is not in the rules", code="duty")
    for decision in state.decisions:
        if decision.about not in rulebook.table("decisions"):
            raise RefereeError(f"decisions: {decision.about} is not in the rules", code="decision")


def _known_cells(position: Position[Campaign]) -> None:
    from eia_ref.core.charts import charts

    for cell in position.state.charts:
        if cell.partition(": ")[0] not in charts(position.rulebook):
            raise RefereeError(f"charts: {cell} is in no chart of the rules", code="chart")


def begin_campaign(sheet: Sheet[Campaign], request: NewRequest) -> None:
    """The first entry: what the house rules put in force, and what has to be decided first."""
    from eia_ref.empires.leaders.arrivals import bring_into_force

    data = scenario(sheet.rulebook, request.scenario)
    sheet.say(f"{data['title']}: forces, money and political status as the house rules set them up.", "TR-1")
    at_start = data["at_start"]
    begun = [begin(sheet, what) for what in at_start["in_force"] if not _over(sheet, what)]
    sheet.say(f"{len(begun)} special rules are in force; eia-ref agenda lists them.")
    bring_into_force(sheet)
    for about in at_start["decisions"]:
        leave_open(sheet, about)
    sheet.tell(CampaignBegins())
    sheet.outcome = f"{request.start.name} begins"


def _over(position: Position[Campaign], what: str) -> bool:
    """Whether something that ends on a date is over before a later start."""
    date = first_month_without(position, what)
    return date is not None and date <= position.state.month


def settings(rulebook: Rulebook, options: Mapping[str, Any], lists: Mapping[str, Any]) -> dict[str, Setting]:
    """The header's options, defaults filled in, and its lists; refuses what it does not know by name."""
    known = rulebook.table("options")
    for name in options:
        if name not in known:
            raise BadSetting(
                ("campaign", "options", name), f"there is no option {name}", "known: " + ", ".join(known)
            )
    out: dict[str, Setting] = {}
    for name, data in known.items():
        chosen = options.get(name, data["choices"][0])
        if chosen not in data["choices"]:
            said = json.dumps(chosen, ensure_ascii=False, default=str)
            hint = "choices: " + ", ".join(data["choices"])
            loc = ("campaign", "options", name)
            raise BadSetting(loc, f"option {name}: {said} is no choice ({data['rule']})", hint)
        out[name] = chosen
    for name, value in lists.items():
        loc = ("campaign", "lists", name)
        if name in LISTS:
            out[name] = _list(loc, value)
        elif name in POWER_LISTS and isinstance(value, Mapping):
            out |= _by_power(rulebook, loc, value)
        else:
            hint = f"known: {', '.join(LISTS)}; and by power, as [campaign.lists.fleets]: {', '.join(POWER_LISTS)}"
            raise BadSetting(loc, f"{name} is no list the referee draws from", hint)
    return out


def _by_power(rulebook: Rulebook, loc: tuple[str, ...], table: Mapping[str, Any]) -> dict[str, Setting]:
    """The lists of a table by power; refuses a power there is not, or one by two of its names."""
    out: dict[str, Setting] = {}
    for word, own in table.items():
        try:
            name = f"{loc[-1]}.{find_power(rulebook, word)}"
        except RefereeError as e:
            raise BadSetting((*loc, word), f"list of {loc[-1]}: {e.message}", e.hint) from None
        if name in out:
            raise BadSetting((*loc, word), f"list of {loc[-1]}: {word} has one already", "put the two together")
        out[name] = _list((*loc, word), own)
    return out


def _list(loc: tuple[str, ...], value: Any) -> list[str]:
    """A list of names; refuses other things in it, an empty name, or a name twice."""
    name = ".".join(loc[2:])
    if not isinstance(value, list) or not all(isinstance(v, str) and v.strip() for v in value):
        raise BadSetting(loc, f"{name} must be a list of names", 'write it as ["Bavaria", "Tyrol"]')
    folded = [names.fold(v) for v in value]
    twice = next((v for v, f in zip(value, folded, strict=True) if folded.count(f) > 1), None)
    if twice is not None:
        raise BadSetting(loc, f"{name} has {quoted(twice)} twice", "name it only once")
    return value


def take_up(sheet: Sheet[Campaign], request: SettingsRequest) -> None:
    """What changed in the header is taken up, setting by setting."""
    for effect in changes(sheet.state.settings, request.settings):
        sheet.apply(effect)
        rule = sheet.rulebook.table("options").get(effect.name, {"rule": "R-17"})["rule"]
        sheet.say(f"The header says: {effect.words()}.", rule)
    sheet.outcome = "header taken up"


ADJUDICATORS = (
    Adjudicator(NEW, NewRequest, begin_campaign),
    Adjudicator(SETTINGS, SettingsRequest, take_up),
)
