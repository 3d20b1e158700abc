"""Twenty-seven years of random months: no timer is there past its end, nothing owed is used twice or lost."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from typing import Any

import pytest

from eia_ref.core.adjudication import Adjudication, adjudicate
from eia_ref.core.calendar import Month
from eia_ref.core.dice import Dice, Die, RecordedDice, make
from eia_ref.core.effects import Begins, Ends
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.game import SETTLE, TURN
from eia_ref.core.position import Position
from eia_ref.core.requests import SettleRequest, TurnRequest
from eia_ref.empires.decisions import answers
from eia_ref.empires.effects import Owes, Settles
from eia_ref.empires.event_table import RollRequest
from eia_ref.empires.events.balances import SpendRequest
from eia_ref.empires.events.collect import CollectRequest
from eia_ref.empires.events.control import EVENTS, ControlRequest
from eia_ref.empires.events.palestine import GARRISON
from eia_ref.empires.game import EMPIRES
from eia_ref.empires.minors import all_minors
from eia_ref.empires.month import agenda
from eia_ref.empires.state import Campaign, Owed
from tests.empires.tools import RULES, opening

MONTHS = 27 * 12
LEAST = {  # what of each command has to be allowed in all those months, and of a hundred that are asked for
    "event roll": (MONTHS, 100),
    TURN: (MONTHS, 100),
    "economy collect": (400, 100),
    "economy spend": (400, 98),
    SETTLE: (30, 90),
    "event control": (10, 30),  # of minors drawn at random many are held already, or at war
}


class _Chance:
    """Dice of a random number generator, so that a failure can be played again from its seed."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def roll(self, sides: int, purpose: str) -> Die:
        return make(sides, self.chance.randint(1, sides), purpose, "engine")

    def unneeded(self, purpose: str) -> None:
        pass

    def finish(self) -> None:
        pass


class _Table:
    """A table that plays at random, and keeps its own books of what is owed and what has an end."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311  a seed to play a failure again
        self.state: Campaign = opening()
        self.number = 1
        self.owed: dict[str, Owed] = {}
        self.used: Counter[str] = Counter()
        self.ends: dict[str, Month | None] = {}
        self.asked: Counter[str] = Counter()  # by command
        self.allowed: Counter[str] = Counter()

    def do(self, command: str, request: Any, dice: Dice | None = None) -> Adjudication:
        """One command; the books are kept from what it changes."""
        self.number += 1
        self.asked[command] += 1
        adjudicator = EMPIRES.adjudicator(command)
        done = adjudicate(
            Position(RULES, self.state), adjudicator, request, dice or _Chance(self.chance), self.number
        )
        self.allowed[command] += 1
        for effect in done.effects:
            if isinstance(effect, Owes):
                assert effect.id not in self.owed
                self.owed[effect.id] = effect
            elif isinstance(effect, Settles):
                self.used[effect.id] += 1
            elif isinstance(effect, Begins):
                self.ends[effect.id] = effect.until
            elif isinstance(effect, Ends):
                self.ends.pop(effect.id, None)
        after: Any = done.after
        self.state = after
        return done

    def month(self) -> None:
        """An event, its decisions, in an economic phase what the powers collect and pay; and the month's end."""
        roll = RollRequest(again="for the test") if self.state.rolled else RollRequest()
        self.do("event roll", roll)
        self.decide()
        if self.state.month.number in (3, 6, 9, 12):
            for power in self.state.in_play():
                self.collect(power)
        due = {d.id: d.turn for d in agenda(Position(RULES, self.state)) if d.id in self.owed}
        assert due == {o.id: o.phase for o in self.state.owed}  # the agenda forgets nothing
        self.do(TURN, TurnRequest(left_open=True))
        self.decide()
        self.look()

    def decide(self) -> None:
        for decision in list(self.state.decisions):
            known = sorted(answers(RULES, decision))
            answer = self.chance.choice(known) if known else "as the table decided"
            if decision.about == GARRISON:
                answer = str(self.chance.randint(0, 25))
            with contextlib.suppress(RefereeError):  # what can't be tried for, or takes more than a word, stays open
                if decision.about in EVENTS and self.chance.random() < 0.8:
                    self.attempt(decision.id)
                else:
                    self.do(SETTLE, SettleRequest(decision=decision.id, answer=answer), RecordedDice([]))

    def attempt(self, decision: str) -> None:
        power = next(d.whom for d in self.state.decisions if d.id == decision)
        minor = self.chance.choice(all_minors(RULES))
        oppose = [p for p in self.state.in_play() if p != power and self.chance.random() < 0.3]
        held = self.state.minors.get(minor)
        rolling = [power, held.by] if held and held.by else [power, *oppose]
        request = ControlRequest(
            minor=minor,
            decision=decision,
            oppose=[] if held and held.by else oppose,
            modifiers={} if minor in ("Finland", "Poland") else {str(p): 0 for p in rolling},
            troops=None if self.chance.random() < 0.2 else True,
        )
        self.do("event control", request)

    def collect(self, power: str) -> None:
        """Most powers collect in the ledger, some pay their upkeep before, some after, some not at all."""
        spend = SpendRequest(power=power, money=self.chance.randint(0, 3), upkeep=True)
        for step in self.chance.choice([("collect", "pay"), ("pay", "collect"), ("collect",), ("pay",), ()]):
            if step == "collect":
                figures = {k: self.chance.randint(0, 40) for k in ("tax", "trade", "manpower")}
                self.do("economy collect", CollectRequest(power=power, **figures))
            else:
                with contextlib.suppress(NotAllowed):  # more than it has
                    self.do("economy spend", spend)

    def look(self) -> None:
        """What must hold as a month begins."""
        month = self.state.month
        assert [t.name for t in self.state.in_force if t.until and t.until <= month] == []
        assert {t.id for t in self.state.in_force} == set(self.ends)
        assert [d for d in self.ends.values() if d and d <= month] == []
        assert set(self.used.values()) <= {1}
        waiting = {id for id in self.owed if not self.used[id]}
        assert {o.id for o in self.state.owed} == waiting
        assert [o.what for o in self.state.owed if o.phase < month] == []
        harvests = Counter(o.power for o in self.state.owed if o.what == "good harvest")
        assert set(harvests.values()) <= {1}  # 32-34 does not add to itself
        revolts = Counter(t.since.year for t in self.state.in_force if t.what == "Wahhabist revolt")
        assert set(revolts.values()) <= {1}  # 85-88 once a calendar year
        assert self.state.colonial_trade >= 0


@pytest.mark.parametrize("seed", [1789, 1815])
def test_twenty_seven_years_of_random_months(seed: int) -> None:
    table = _Table(seed)
    for _ in range(MONTHS):
        table.month()
    assert table.state.month == "1816-01"
    assert len(table.owed) > 40  # the test would be idle otherwise
    assert len(table.used) > 40
    assert set(table.asked) == set(LEAST)
    for command, (least, share) in LEAST.items():
        allowed, asked = table.allowed[command], table.asked[command]
        assert allowed >= least, command
        assert 100 * allowed >= share * asked, command
