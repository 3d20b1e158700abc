"""What passes from one power to another, by a peace or to an ally: minors, and provinces ceded before (AM-8.8)."""

from __future__ import annotations

from eia_ref.core.adjudication import Sheet
from eia_ref.core.effects import Ends, as_a
from eia_ref.core.errors import NotAllowed
from eia_ref.core.names import fold
from eia_ref.core.position import Position
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import InForce
from eia_ref.empires.effects import MinorHeld
from eia_ref.empires.lasting import begin
from eia_ref.empires.minors import all_minors, home, passed_on
from eia_ref.empires.polish_provinces import CEDED as POLISH
from eia_ref.empires.polish_provinces import HOME, POLAND, table
from eia_ref.empires.politics.territory import guests
from eia_ref.empires.state import Campaign

PROVINCE = "ceded province"


def _called(state: Campaign, what: str, name: str) -> InForce | None:
    """A ceded province of that name, however it is typed."""
    return next((t for t in state.in_force if t.what == what and fold(t.place or "") == fold(name)), None)


def polish(rulebook: Rulebook, name: str) -> str | None:
    """The Polish province of that name, however it is typed."""
    return next((p for p in table(rulebook)["provinces"] if fold(p) == fold(name)), None)


def polish_home(state: Campaign, power: str, name: str) -> bool:
    """Whether a Polish province is a home province of that power (PL-30, R-232)."""
    home = _called(state, HOME, name)
    return home is not None and home.whom == power


def home_provinces_gone(state: Campaign, loser: str) -> list[str]:
    """The home provinces that have gone from it this month, Polish ones with them."""
    now = [t for t in state.in_force if t.since == state.month and t.place]
    own = [t for t in now if (t.what, t.whom) == (PROVINCE, loser)]
    was_polish = [t for t in now if t.what == POLISH and t.whom != loser and polish_home(state, loser, str(t.place))]
    return [str(t.place) for t in (*own, *was_polish)]


def hand_on(sheet: Sheet[Campaign], power: str, to: str, what: str) -> str:
    """A minor, or a province that was ceded before, passes on; its name. Refuses what the power does not hold."""
    if polish(sheet.rulebook, what):
        return hand_on_polish(sheet, power, to, what)
    province = _called(sheet.state, PROVINCE, what)
    if province is None or province.against != power or not province.place:
        _minor(sheet, power, to, what)
        return what
    sheet.apply(as_a(Ends, province))
    if to == province.whom:
        sheet.say(f"{power} gives {province.place} back to {to}, whose home province it is.", "AM-8.8")
    else:
        begin(sheet, PROVINCE, whom=province.whom, against=to, place=province.place)
        sheet.say(f"{power} cedes {province.place}, a province of {province.whom}, to {to}.", "AM-8.8")
        no_supply(sheet)
    return province.place


def hand_on_polish(sheet: Sheet[Campaign], power: str, to: str, what: str) -> str:
    """A province that was taken from Poland passes on; its name (R-278)."""
    province = _called(sheet.state, POLISH, what)
    if province is None or province.whom != power or not province.place:
        holds = province.whom if province else POLAND
        name = polish(sheet.rulebook, what)
        raise NotAllowed(f"{power} does not hold {name}, {holds} does (AM-8.8)", "eia-ref poland show", "not-held")
    sheet.apply(as_a(Ends, province))
    begin(sheet, POLISH, whom=to, place=province.place)
    sheet.say(f"{power} cedes {province.place}, once Poland's, to {to}.", "AM-8.8", "R-278")
    if _called(sheet.state, HOME, what) and not polish_home(sheet.state, to, what):
        no_supply(sheet)
    return province.place


def no_supply(sheet: Sheet[Campaign]) -> None:
    """What cities of a ceded home province are no more (AM-7.2.3.1)."""
    sheet.say("Its cities are no source of supply, unless a free state takes the province in.", "AM-7.2.3.1")


def refuse_no_home(position: Position[Campaign], loser: str, name: str) -> None:
    """Refuses as a home province what is none of the loser's, or gone already."""
    state = position.state
    if known := polish(position.rulebook, name):
        if not polish_home(state, loser, known):
            raise NotAllowed(
                f"{known} is no home province of {loser} (PL-30)",
                f'what it took from Poland passes beside the picks: --minors "{known}"',
                "no-home-province",
            )
        return
    minor = next((m for m in (*all_minors(position.rulebook), *state.minors) if fold(m) == fold(name)), None)
    if minor and (home(position, minor) or ("", ""))[0] != loser:
        raise NotAllowed(
            f"{minor} is a minor and no home province of {loser} (AM-8.8)",
            f'a conquered minor passes beside the picks: --minors "{minor}"',
            "no-home-province",
        )
    province = _called(state, PROVINCE, name)
    if province and province.whom == loser:
        raise NotAllowed(
            f"{loser} has ceded {province.place} to {province.against} already, in {province.since.name} (AM-8.8)",
            "name one it still has",
            "not-held",
        )
    if province:
        own = f'what was ceded to it passes beside the picks: --minors "{province.place}"'
        raise NotAllowed(
            f"{province.place} is a home province of {province.whom}, not of {loser} (AM-8.8)",
            own if province.against == loser else f"{province.against} holds it",
            "no-home-province",
        )


def _minor(sheet: Sheet[Campaign], power: str, to: str, minor: str) -> None:
    """A minor passes on. Refuses a free state (AM-8.8a), and what the power does not hold."""
    was = sheet.state.minors.get(minor)
    if was is None or was.by != power:
        raise NotAllowed(f"{power} does not hold {minor} (AM-8.8)", code="not-held")
    if was.held != "conquered":
        raise NotAllowed(f"{minor} is a {was.held} of {power}, and can't be ceded (AM-8.8a)", code="free-state")
    sheet.apply(MinorHeld(minor=minor, was_held=was.held, was_by=was.by, held=was.held, by=to))
    sheet.say(f"{power} cedes {minor} to {to}.", "AM-8.8")
    guests(sheet, minor, power, to)
    passed_on(sheet, minor)
