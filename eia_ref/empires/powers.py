"""The seven powers by name, and the calendar of the campaign year (R-04, R-05)."""

from __future__ import annotations

from eia_ref.core import names
from eia_ref.core.calendar import Month
from eia_ref.core.position import Position
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.options import option
from eia_ref.empires.state import Campaign, Mark


def all_powers(rulebook: Rulebook) -> list[str]:
    """The powers, in the order a random one is drawn."""
    return [p["name"] for p in rulebook.table("powers")["power"]]


def find_power(rulebook: Rulebook, name: str) -> str:
    """The power a player means by `fra`, `GB` or `France`; refuses others with the nearest."""
    table = rulebook.table("powers")["power"]
    also = {word: p["name"] for p in table for word in p["also"]}
    return names.find(name, [p["name"] for p in table], "power", also)


def economic_months(rulebook: Rulebook) -> tuple[int, ...]:
    """The months with an economic phase, by number."""
    return tuple(rulebook.table("calendar")["economic"])


def next_phase(rulebook: Rulebook, month: Month) -> Month:
    """The first economic phase not yet held, this month's included (R-06)."""
    return month.until_next(economic_months(rulebook))


def phase_of(position: Position[Campaign], power: str) -> Month:
    """The first economic phase that power has not held: the next month's on, where it has collected (R-06, R-114)."""
    state = position.state
    return next_phase(position.rulebook, state.month.plus(1) if collected(power) in state.once else state.month)


def collected(power: str) -> Mark:
    """The mark of a power that has collected in this month's economic phase."""
    return Mark(what="collected", whom=power)


def winter_months(position: Position[Campaign]) -> tuple[int, ...]:
    """The months of winter by the campaign's option (R-05)."""
    return tuple(position.rulebook.table("calendar")["winter"][option(position, "winter")])


def after_winter(position: Position[Campaign]) -> Month | None:
    """The first month after the winter the campaign is in; None in summer."""
    winter = winter_months(position)
    if position.state.month.number not in winter:
        return None
    return position.state.month.until_next(tuple(n for n in range(1, 13) if n not in winter))
