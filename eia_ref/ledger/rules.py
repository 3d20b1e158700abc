"""The audit's third tier, and its chores: what no rule allows, and what is only still to do (R-240)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from eia_ref.core import duties
from eia_ref.core.effects import Effect
from eia_ref.core.faults import Did, Fault, out_of_time, passed_over
from eia_ref.core.game import BY_LEDGER, NEW, SETTINGS, SETTLE, TAKE_UP, TURN, Game
from eia_ref.core.position import Position
from eia_ref.core.state import State
from eia_ref.ledger.model import Entry

ONCE = (NEW, TURN, SETTINGS, SETTLE, TAKE_UP, *BY_LEDGER)  # what is done by them can't be done twice by mistake
SOME = 6  # turns, or entries, that are named


class Against:
    """Holds states and entries against the rules, one after another. What stands wrong is said once.

    `chores` has what is only worth knowing, each with the turns of it.
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.standing: set[Fault] = set()
        self.chores: dict[str, list[str]] = {}
        self.asked: dict[tuple[str, str, str], list[Entry]] = {}

    def opening(self, state: State) -> list[Fault]:
        """What is newly wrong as a page opens."""
        return self._new([*out_of_time(state), *self.game.faults(Position(self.game.rulebook, state), None)], state)

    def entry(self, entry: Entry, before: State, after: State, effects: Sequence[Effect]) -> list[Fault]:
        """What an entry has made wrong."""
        if not effects:
            return []
        did = Did(entry.command, entry.request, before, effects)
        found = [*out_of_time(after), *self.game.faults(Position(self.game.rulebook, after), did)]
        if entry.command == TURN:
            left = [f"{d.about} ({d.rule})" for d in before.decisions]
            left += [f"{task.words} ({task.rule})" for task in duties.musts(Position(self.game.rulebook, before))]
            found += passed_over(self.game.turn.unit, left, entry.request)
        if entry.command not in ONCE and not entry.dice:
            asked = json.dumps(entry.request, sort_keys=True)
            self.asked.setdefault((before.turn, entry.command, asked), []).append(entry)
        return self._new(found, before)

    def _new(self, found: Sequence[Fault], state: State) -> list[Fault]:
        for fault in found:
            if fault.chore:
                self.chores.setdefault(fault.message, []).append(str(state.turn))
        faults = [f for f in dict.fromkeys(found) if not f.chore]
        new = [f for f in faults if f not in self.standing]
        self.standing = set(faults)
        return new

    def notes(self, void: Mapping[int, int]) -> list[str]:
        """The chores in words, and what may have been typed twice."""
        said = [f"{what}: {_some(list(dict.fromkeys(turns)))}" for what, turns in self.chores.items()]
        for (turn, command, _), entries in self.asked.items():
            numbers = [str(e.number) for e in entries if e.number not in void]
            if len(numbers) > 1:
                said.append(f"{turn}: entries {_some(numbers)} ask the same of {command}: is one typed twice?")
        return said


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:SOME]) + (f" and {len(names) - SOME} more" if len(names) > SOME else "")
