"""The requests of the adjudicators every game has."""

from eia_ref.core.frozen import Frozen
from eia_ref.core.state import Setting
from eia_ref.core.turn import Turn


class NewRequest(Frozen):
    """A campaign begins."""

    scenario: str
    start: Turn
    settings: dict[str, Setting] = {}


class TurnRequest(Frozen):
    """The turn ends. `left_open` says the game master passes over what is still to do."""

    left_open: bool = False


class SettingsRequest(Frozen):
    """The header's settings, all of them, as they now stand."""

    settings: dict[str, Setting]


class TakeUpRequest(Frozen):
    """A ledger remembers from now on what this form of it does."""

    form: int


class SettleRequest(Frozen):
    """A decision left open is answered."""

    decision: str
    answer: str
