"""How a campaign begins: the first page's balances, and what `new` brings into force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eia_ref.core import names
from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.calendar import Month
from eia_ref.core.effects import Changes
from eia_ref.core.errors import RefereeError
from eia_ref.core.game import NEW, SETTINGS, NewRequest, SettingsRequest
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import Setting
from eia_ref.empires.memory import begin, leave_open
from eia_ref.empires.powers import find_power
from eia_ref.empires.state import Campaign, Minor, Power

SCENARIOS = {"1789": Month("1789-01")}
LISTS = ("areas", "exiles")  # lists of the whole map
POWER_LISTS = ("leaders", "fleets", "depots")  # lists by power
FIGURES = ("political", "money", "infantry", "guard", "cavalry", "ships", "depots")


def scenario(rulebook: Rulebook, name: str) -> dict[str, Any]:
    """A scenario's data; refuses one there is not."""
    found = names.find(name, SCENARIOS, "scenario")
    return rulebook.table(f"scenario-{found}")


def opening(rulebook: Rulebook, name: str, start: Month, settings: dict[str, Setting]) -> Campaign:
    """The state of a campaign's first page (House rules: Political track, Forces, VPs, Minors)."""
    data = scenario(rulebook, name)
    zones = rulebook.table("charts/political-status")["zone"]
    if not data["start"] <= start <= data["last"]:
        raise RefereeError(
            f"{start} is not in the scenario", f"it goes from {data['start']} to {data['last']} (VI-3)", "start"
        )
    return Campaign(
        month=start,
        settings=settings,
        colonial_trade=data["colonial_trade"],
        boxes={z["letter"]: z["boxes"] for z in zones},
        powers={p: Power(**{k: v[k] for k in FIGURES}) for p, v in data["powers"].items()},
        minors={m: Minor(**v) for m, v in data["minors"].items()},
    )


def begin_campaign(request: NewRequest, sheet: Sheet[Campaign]) -> None:
    """The first entry: what the house rules put in force, and what has to be decided first."""
    data = scenario(sheet.rulebook, request.scenario)
    sheet.say(f"{data['title']}: forces, money and political status as the house rules set them up.", "TR-1")
    at_start = data["at_start"]
    begun = [begin(sheet, what) for what in at_start["in_force"] if not _over(what, sheet)]
    sheet.say(f"{len(begun)} special rules are in force; eia-ref agenda lists them.")
    for about in at_start["decisions"]:
        leave_open(sheet, about)
    sheet.outcome = f"{request.start.name} begins"


def _over(what: str, sheet: Sheet[Campaign]) -> bool:
    """Whether something that ends on a date is over before a later start."""
    until = sheet.rulebook.table("in-force")[what].get("until")
    return until is not None and until <= sheet.state.month


def settings(rulebook: Rulebook, options: Mapping[str, Any], lists: Mapping[str, Any]) -> dict[str, Setting]:
    """The header's options, defaults filled in, and its lists; refuses what it does not know by name."""
    known = rulebook.table("options")
    for name in options:
        if name not in known:
            raise RefereeError(f"[campaign.options] has no {name}", "known: " + ", ".join(known), "option")
    out: dict[str, Setting] = {}
    for name, option in known.items():
        chosen = options.get(name, option["choices"][0])
        if chosen not in option["choices"]:
            raise RefereeError(
                f"[campaign.options] {name} = {chosen!r} is no choice ({option['rule']})",
                "choices: " + ", ".join(option["choices"]),
                "option",
            )
        out[name] = chosen
    for name, value in lists.items():
        if name in LISTS:
            out[name] = _list(f"[campaign.lists] {name}", value)
        elif name in POWER_LISTS and isinstance(value, Mapping):
            out |= _by_power(rulebook, name, value)
        else:
            raise RefereeError(
                f"[campaign.lists] {name} is no list the referee draws from",
                f"known: {', '.join(LISTS)}; and by power, under [campaign.lists.leaders] and so on: "
                f"{', '.join(POWER_LISTS)}",
                "list",
            )
    return out


def _by_power(rulebook: Rulebook, name: str, table: Mapping[str, Any]) -> dict[str, Setting]:
    """The lists of a table by power; refuses a power there is not, or one by two of its names."""
    out: dict[str, Setting] = {}
    for word, own in table.items():
        where = f"[campaign.lists.{name}] {word}"
        try:
            power = find_power(rulebook, word)
        except RefereeError as e:
            raise RefereeError(f"{where}: {e.message}", e.hint, e.code) from None
        if f"{name}.{power}" in out:
            raise RefereeError(f"{where}: {power} has a list already", "put the two together", "list")
        out[f"{name}.{power}"] = _list(where, own)
    return out


def _list(where: str, value: Any) -> list[str]:
    """A list of names; refuses other things in it, an empty name, or a name twice."""
    if not isinstance(value, list) or not all(isinstance(v, str) and v.strip() for v in value):
        raise RefereeError(f'{where} must be a list of names, as ["Bavaria", "Tyrol"]', code="list")
    folded = [names.fold(v) for v in value]
    twice = next((v for v, f in zip(value, folded, strict=True) if folded.count(f) > 1), None)
    if twice is not None:
        raise RefereeError(f"{where} has {twice!r} twice", code="list")
    return value


def take_up(request: SettingsRequest, sheet: Sheet[Campaign]) -> None:
    """What changed in the header is taken up, setting by setting."""
    was, now = sheet.state.settings, request.settings
    for name in [*was, *(n for n in now if n not in was)]:
        if was.get(name) != now.get(name):
            effect = Changes(name=name, was=was.get(name), now=now.get(name))
            sheet.apply(effect)
            rule = sheet.rulebook.table("options").get(name, {"rule": "R-17"})["rule"]
            sheet.say(f"The header says: {effect.words()}.", rule)
    sheet.outcome = "header taken up"


ADJUDICATORS = (
    Adjudicator(NEW, NewRequest, begin_campaign),
    Adjudicator(SETTINGS, SettingsRequest, take_up),
)
