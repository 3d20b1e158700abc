"""Names drawn at random for an event: a power in play, a fleet, a depot, a conquered minor (R-04, R-17)."""

from __future__ import annotations

from eia_ref.core import names
from eia_ref.core.adjudication import Sheet
from eia_ref.core.errors import RefereeError
from eia_ref.core.position import Position
from eia_ref.core.state import Setting
from eia_ref.empires.event_table import ListName, RollRequest, Row
from eia_ref.empires.relations import fleets_of
from eia_ref.empires.scenario import scenario
from eia_ref.empires.state import Campaign

NONE = "none"  # typed where a power has no fleet, or no depot in an enemy area


def random_power(sheet: Sheet[Campaign], row: Row) -> str | None:
    """A random power in play (R-04); only of those not owed `free_of` already (R-11)."""
    powers = sheet.state.in_play()
    if row.free_of:
        have = [o.power for o in sheet.state.owed if o.what == row.free_of]
        free = [p for p in powers if p not in have]
        if not free:
            sheet.say(f"Every power has a {row.free_of} to come already: nothing happens.", row.id, "R-104")
            return None
        if have:
            sheet.say(f"A {row.free_of} is to come for {' and '.join(have)}: another power is drawn.", row.id, "R-11")
        powers = free
    sheet.cite("R-04")
    return sheet.draw(powers, "random power")


def from_list(
    sheet: Sheet[Campaign], row: Row, which: ListName, power: str | None, request: RollRequest
) -> str | None:
    """A name drawn from a list (R-17); None, and said, where the list is there and empty."""
    found = listed(sheet, which, power, request, row)
    if not found:
        what = {"minors": "conquered minor", "depots": "depot in an enemy area"}.get(which, which.removesuffix("s"))
        sheet.say(f"{power} has no {what}: nothing happens.", row.id, "R-106")
        return None
    sheet.cite("R-17")
    return sheet.draw(found, f"random {which.removesuffix('s')}")


def listed(sheet: Sheet[Campaign], which: ListName, power: str | None, request: RollRequest, row: Row) -> list[str]:
    """The list to draw from: the ledger's, or what the command line says of it; refuses where there is neither.

    Where the ledger keeps a list, names typed must be in it (R-17). Where it keeps none, `none` says there are none.
    """
    given: list[str] = getattr(request, which)
    if which == "minors":
        return _minors(sheet, power, given)
    kept = _kept(sheet, which, power)
    if isinstance(kept, list):
        one = which.removesuffix("s")
        return _once_each(which, [names.find(n, kept, f"{one} of {power}" if power else one) for n in given]) or kept
    if given:
        return [] if which != "areas" and [names.fold(n) for n in given] == [NONE] else given
    raise no_list(row, which, "the ledger keeps no list of " + _list_name(which, power))


def _kept(sheet: Sheet[Campaign], which: ListName, power: str | None) -> Setting | None:
    """The list the ledger keeps: the header's, or its fleets where it has any of the power's (R-274)."""
    if which == "fleets" and power and (fleets := fleets_of(sheet.state, power)):
        sheet.cite("R-274")
        return fleets
    return sheet.state.settings.get(f"{which}.{power}" if power else which)


def _minors(position: Position[Campaign], power: str | None, given: list[str]) -> list[str]:
    """The minors a power has conquered, by the ledger; those named may add what the ledger does not list yet."""
    listed = position.state.minors
    by_fold = {names.fold(n): n for n in listed}
    meant = _once_each("minors", [by_fold.get(names.fold(n), n) for n in given])
    for name in meant:
        held = listed.get(name)
        if held and (held.by, held.held) != (power, "conquered"):
            by = f"{held.held} of {held.by}" if held.by else held.held
            raise RefereeError(f"--minors: {name} is {by}, not conquered by {power}", "name others", "minor")
    first = list(scenario(position.rulebook, position.state.scenario)["minors"])
    conquered = [n for n, m in listed.items() if (m.by, m.held) == (power, "conquered")]
    return meant or sorted(conquered, key=lambda n: (first.index(n) if n in first else len(first), n))


def _once_each(which: str, meant: list[str]) -> list[str]:
    """The names, each only once; refuses one that is there by two of its spellings."""
    twice = next((n for n in meant if meant.count(n) > 1), None)
    if twice:
        raise RefereeError(f"--{which}: {twice} is named twice", "name each only once")
    return meant


def _list_name(which: str, power: str | None) -> str:
    return f"{power}'s {which}" if power else which


def no_list(row: Row, which: str, why: str) -> RefereeError:
    """The refusal for want of names."""
    none = "" if which == "areas" else f"; --{which} {NONE} if there are none"
    return RefereeError(
        f"{row.id} {row.name}: {why} to draw from (R-17)",
        f'type the same again with --{which} "NAME, NAME, ..." (or keep the list in the header, [campaign.lists])'
        f"{none}",
        "no-list",
    )
