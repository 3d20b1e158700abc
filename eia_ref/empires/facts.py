"""What has happened that changes nothing by itself, and that other subjects act on."""

from typing import NamedTuple


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
