"""An entry adjudicated again: the same request and dice, on a state of one's choice. Audit and void both do."""

from __future__ import annotations

import json
from typing import Any

from eia_ref.core.adjudication import Adjudication, Adjudicator, adjudicate
from eia_ref.core.dice import RecordedDice
from eia_ref.core.frozen import Frozen
from eia_ref.core.game import Game
from eia_ref.core.position import Position
from eia_ref.core.state import State
from eia_ref.ledger.model import Entry


def request_of(adjudicator: Adjudicator[Any, Any], entry: Entry) -> Frozen:
    """What was asked. Raises pydantic's ValidationError where another eia-ref let it be asked otherwise."""
    request: Frozen = adjudicator.request.model_validate_json(json.dumps(entry.request))
    return request


def again(game: Game[Any], entry: Entry, request: Frozen, state: State) -> Adjudication:
    """The entry's command on this state with the dice it had. Raises RefereeError where it can't be."""
    adjudicator = game.adjudicator(entry.command)
    return adjudicate(Position(game.rulebook, state), adjudicator, request, RecordedDice(entry.dice), entry.number)
