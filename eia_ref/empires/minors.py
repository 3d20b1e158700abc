"""Minor countries by name: which there are, which groups they belong to, who controls them."""

from __future__ import annotations

import functools
import string
from collections.abc import Iterator

from eia_ref.core import names
from eia_ref.core.adjudication import Sheet
from eia_ref.core.errors import RefereeError
from eia_ref.core.position import Position
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.endings import ends_passed_on
from eia_ref.empires.lasting import end
from eia_ref.empires.powers import all_powers, find_power
from eia_ref.empires.relations import PERSIA, holder, in_force
from eia_ref.empires.state import Campaign

KEPT = "forces kept"
NEUTRALITY = "armed neutrality"


@functools.cache
def all_minors(rulebook: Rulebook) -> tuple[str, ...]:
    """The minors the rules name."""
    return tuple(m["name"] for m in rulebook.table("minors")["minor"])


@functools.cache
def group(rulebook: Rulebook, name: str) -> tuple[str, ...]:
    """The minors of a group: "armed neutrality", "Holy Roman Empire", "Ottoman Empire", "Africa"."""
    return tuple(m["name"] for m in rulebook.table("minors")["minor"] if name in m.get("groups", []))


def find_minor(rulebook: Rulebook, said: str, new: bool = False) -> str:
    """The minor a player means. With `new`, a name the rules do not have is taken, its words capitalised (R-170)."""
    table = rulebook.table("minors")["minor"]
    also = {word: m["name"] for m in table for word in m.get("also", [])}
    try:
        return names.find(said, all_minors(rulebook), "minor", also)
    except RefereeError:
        if new and said.strip():
            if names.fold(said) in {names.fold(p) for p in all_powers(rulebook)}:
                raise RefereeError(f"{string.capwords(said)} is no minor", "name a minor", "no-minor") from None
            return string.capwords(said)
        raise


def find_party(rulebook: Rulebook, said: str, new: bool = False) -> str:
    """The power, the minor or Persia that is meant; refuses others with the nearest."""
    if said in _parties(rulebook):
        return said
    found = list(_meant(rulebook, said))
    if len(found) == 1:
        return found[0]
    if found:
        raise RefereeError(f"{said!r} may mean {' or '.join(found)}", "write more of it", "unknown-name")
    try:
        return find_minor(rulebook, said, new)
    except RefereeError as e:
        every = [p["name"] for p in rulebook.table("powers")["power"]] + list(all_minors(rulebook))
        near = names.nearest(names.fold(said), {names.fold(n): n for n in every}, set())
        hint = f"{near}; a minor of another name: --minor"
        raise RefereeError(f"no power or minor is called {said!r}", hint, e.code) from None


@functools.cache
def _parties(rulebook: Rulebook) -> frozenset[str]:
    """Every power and minor by its full name, and Persia."""
    return frozenset((*all_powers(rulebook), *all_minors(rulebook), PERSIA))


def _meant(rulebook: Rulebook, said: str) -> Iterator[str]:
    """What a word may mean: a power, a minor, Persia; a whole name before a beginning."""
    found = []
    for find in (find_power, find_minor, _persia):
        try:
            found.append(find(rulebook, said))
        except RefereeError:
            continue
    whole = [f for f in found if names.fold(f) == names.fold(said)]
    yield from whole or found


def _persia(rulebook: Rulebook, said: str) -> str:
    return names.find(said, [PERSIA], "power")


def is_major(state: Campaign, party: str) -> bool:
    """Whether a party is a major power."""
    return party in state.powers


def home(position: Position[Campaign], minor: str) -> tuple[str, str] | None:
    """The power whose province it is as long as it is no minor, and by which rule (IR-7, MI-Fd)."""
    rulebook = position.rulebook
    data = next((m["home"] for m in rulebook.table("minors")["minor"] if m["name"] == minor and "home" in m), None)
    return (data["of"], data["rule"]) if data and minor not in position.state.minors else None


def parts(rulebook: Rulebook, during: str) -> dict[str, str]:
    """What is no minor of its own but a part of one, as long as that is in force."""
    data = {m["name"]: m["part"] for m in rulebook.table("minors")["minor"] if "part" in m}
    return {minor: part["of"] for minor, part in data.items() if part["during"] == during}


def whole(position: Position[Campaign], minor: str) -> str:
    """The minor it is a part of at present: Mecklenburg is Sweden's while the armed neutrality lasts (AN-4)."""
    neutrality = in_force(position.state, NEUTRALITY)
    return parts(position.rulebook, neutrality.what).get(minor, minor) if neutrality else minor


def neutrals(position: Position[Campaign]) -> list[str]:
    """The minors of the armed neutrality that no power controls; none once it is over or suspended (AN-9, AN-10)."""
    if not in_force(position.state, NEUTRALITY):
        return []
    return [m for m in group(position.rulebook, NEUTRALITY) if not controller(position, m)]


def controller(position: Position[Campaign], minor: str) -> str | None:
    """The power that controls a minor: its holder, or Turkey for a member of the Ottoman Empire (MI-Ta)."""
    state = position.state
    if whose := home(position, minor):
        return whose[0]
    by = holder(state, minor)
    if by is None and minor not in state.minors and minor in group(position.rulebook, "Ottoman Empire"):
        return "Turkey" if in_force(state, "Ottoman Empire") else None
    return by


def forces_back(sheet: Sheet[Campaign], minor: str, *rules: str) -> None:
    """The forces of a minor that were kept off the map come back (EV-26b, R-118, R-251)."""
    if thing := in_force(sheet.state, KEPT, minor):
        end(sheet, thing, thing.rule, *rules)


def passed_on(sheet: Sheet[Campaign], minor: str) -> None:
    """What ends when a minor changes hands without a conquest: ceded, or neutral by a revolt."""
    for thing in list(sheet.state.in_force):
        if ends_passed_on(sheet.rulebook, thing.what, minor):
            end(sheet, thing)


def controlled(position: Position[Campaign], power: str) -> list[str]:
    """The minors a power controls."""
    every = dict.fromkeys([*position.state.minors, *group(position.rulebook, "Ottoman Empire")])
    return [m for m in every if controller(position, m) == power]
