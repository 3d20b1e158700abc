"""What has happened that changes nothing by itself, and that other subjects act on: told with `sheet.tell`."""

from __future__ import annotations

from typing import NamedTuple

from eia_ref.core.state import InForce


class CampaignBegins(NamedTuple):
    """A campaign begins: its first month asks for what each month does."""


class NoEvent(NamedTuple):
    """The month's event is no event: the Revolution goes on, and Poland may revolt (R-10)."""


class RanOut(NamedTuple):
    """The time of something in force is over, or its zone of the political track is reached."""

    thing: InForce


class DeclaredWar(NamedTuple):
    """A power has declared war; `by_call`: in answer to an ally's call."""

    power: str
    by_call: bool = False


class Won(NamedTuple):
    """A leader has won in command and beaten so many corps; `field`: it was a field battle."""

    leader: str
    corps: int = 0
    field: bool = True


class WonAtSea(NamedTuple):
    """A power has won a battle at sea."""

    power: str


class Commanded(NamedTuple):
    """These leaders, as they were typed, commanded in a battle; an empty word is nobody."""

    leaders: tuple[str, ...]


class FoughtOnLand(NamedTuple):
    """These powers have fought a battle or a siege on land."""

    powers: tuple[str, ...]


Fact = CampaignBegins | NoEvent | RanOut | DeclaredWar | Won | WonAtSea | Commanded | FoughtOnLand
