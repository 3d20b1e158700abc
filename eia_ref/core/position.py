"""Where a campaign stands, as its rules are asked about it: the rulebook with the state."""

from typing import Generic, TypeVar

from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import State

S_co = TypeVar("S_co", bound=State, covariant=True)  # who asks of any State may be handed a game's own


class Position(Generic[S_co]):
    """A rulebook with a state. What asks the rules about a state takes one; a sheet is one too."""

    def __init__(self, rulebook: Rulebook, state: S_co) -> None:
        self.rulebook = rulebook
        self.state = state
