"""Random legal campaigns of years, for audits to be held against: any command of the game, with random requests.

What is asked is made from a request's own fields and from the names there are in the campaign; what the referee
refuses is passed over, as it would be at the table. The dice are the engine's, from a seed, so that the same
campaign is made again.
"""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, get_args, get_origin
from unittest import mock

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from eia_ref.core.calendar import Month
from eia_ref.core.errors import RefereeError
from eia_ref.core.game import NEW, SETTINGS, SETTLE, TAKE_UP, TURN
from eia_ref.core.requests import SettleRequest, TurnRequest
from eia_ref.empires.events.events import RollRequest
from eia_ref.games import game_named
from eia_ref.ledger.begin import Beginning, begin
from eia_ref.ledger.clerk import Clerk, Said, write
from eia_ref.ledger.void import void
from eia_ref.ledger.write import writing

GAME = game_named("empires")
POWERS = ["Austria", "Britain", "France", "Prussia", "Russia", "Spain", "Turkey"]
AREAS = ["Bavaria", "Tyrol", "Saxony", "Hesse", "Tuscany", "Flanders", "Corsica", "Öland"]
LISTS: dict[str, Any] = {
    "areas": AREAS,
    "exiles": ["Dumouriez", "Moreau"],
    **{kind: {p: [f"{p} {kind} {n}" for n in (1, 2)] for p in POWERS} for kind in ("leaders", "fleets", "depots")},
}
FRAMES_OWN = (NEW, TURN, SETTINGS, SETTLE, TAKE_UP, "event roll")
WHY = ("because", "another", "vote", "terms", "battle", "again")  # fields of the table's own words
NAMES: dict[str, str] = {  # what the names in a field are of, by the field's name; of powers where it is not here
    **dict.fromkeys(("leader", "leaders", "name", "attacker_leader", "defender_leader", "beaten"), "leaders"),
    **dict.fromkeys(("minor", "minors", "held", "over", "what", "province", "warsaw"), "minors"),
    **dict.fromkeys(("at", "area", "areas", "city", "waters"), "areas"),
    **dict.fromkeys(WHY, "why"),
    "duty": "duties",
}
TRIES = 20  # for each entry that is wanted
OFTEN = 0.12  # how often something is said that may be left out


def lists() -> dict[str, Any]:
    """Those of the lists that the game draws from."""
    found = {}
    for name, names in LISTS.items():
        with contextlib.suppress(RefereeError):
            GAME.settings(GAME.rulebook, {}, {name: names})
            found[name] = names
    return found


class Years:
    """One campaign being played. `entries` counts what was written, by command; `refused` what was not."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path = path
        self.random = random.Random(seed)  # noqa: S311  a campaign must be made again the same
        self.entries: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        new = Beginning("Years", "1789", Month("1789-01"), {}, lists(), {})
        begin(path, GAME, new, Said(), dry_run=False)
        self.commands = [c for c in GAME.commands if c not in FRAMES_OWN]

    def play(self, months: int, a_month: int) -> None:
        """So many months, with about so many entries each beside the event, the decisions and the month's end."""
        with mock.patch("secrets.randbelow", self.random.randrange):
            for _ in range(months):
                self._month(a_month)

    def _month(self, a_month: int) -> None:
        with writing(self.path, game_named) as ledger:
            clerk = Clerk.at(ledger)
            self._try(clerk, "event roll", RollRequest())
            self._settle(clerk)
            wanted = clerk.number + a_month
            for _ in range(a_month * TRIES):
                if clerk.number < wanted:
                    command = self._command()
                    self._try(clerk, command, self._request(command, clerk.state))
            while clerk.number < wanted:  # another event is always allowed, with a reason
                self._try(clerk, "event roll", RollRequest(again="as agreed"))
            self._settle(clerk)
            write(clerk, ledger)
        if self.random.random() < 0.3:
            self._void()
        with writing(self.path, game_named) as ledger:
            clerk = Clerk.at(ledger)
            assert self._try(clerk, TURN, TurnRequest(left_open=True))
            clerk.open_page()
            write(clerk, ledger)

    def _command(self) -> str:
        """A command, rather one that has come seldom."""
        if self.random.random() < 0.5:
            return self.random.choice(self.commands)
        weights = [1000 // (1 + self.entries[c]) + 1 for c in self.commands]
        return self.random.choices(self.commands, weights)[0]

    def _try(self, clerk: Clerk, command: str, request: Any) -> bool:
        """Whether the referee allows it."""
        if request is None:
            return False
        try:
            clerk.adjudicate(command, request, Said())
        except (RefereeError, LookupError):  # the latter: a name of another kind, which no command line hands over
            self.refused[command] += 1
            return False
        self.entries[command] += 1
        return True

    def _settle(self, clerk: Clerk) -> None:
        """Answers most of what is open, by one of the answers there are or in the table's own words."""
        for decision in list(clerk.state.decisions):
            answer = self.random.choice(GAME.options(GAME.rulebook, decision) or ["as agreed"])
            if self.random.random() < 0.9:
                self._try(clerk, SETTLE, SettleRequest(decision=decision.id, answer=answer))

    def _void(self) -> None:
        """Takes back one of the last entries, with what rests on it."""
        with writing(self.path, game_named) as ledger:
            clerk = Clerk.at(ledger)
            number = ledger.page.count - self.random.randrange(5)
            try:
                void(clerk, ledger, number, "a test", True, Said())
            except RefereeError:
                self.refused["void"] += 1
            else:
                self.entries["void"] += clerk.number - ledger.page.count
                write(clerk, ledger)

    # --- What is asked -----------------------------------------------------------------------------------------

    def _request(self, command: str, state: Any) -> Any:
        """A random request of a command; None where no such request can be asked."""
        kind = GAME.adjudicator(command).request
        asked = {}
        for name, field in kind.model_fields.items():
            if field.is_required() or self.random.random() < OFTEN:
                asked[name] = self._value(name, field, state)
        try:
            return kind(**asked)
        except ValidationError:
            return None

    def _value(self, name: str, field: FieldInfo, state: Any) -> Any:
        return self._of(field.annotation, lambda: self._name(name, state), state)

    def _of(self, kind: Any, name: Callable[[], str], state: Any) -> Any:
        """A value of a type: `name` gives one of the names that fit the field."""
        some = self.random.randint
        origin, of = get_origin(kind), get_args(kind)
        if kind is bool:
            return self.random.random() < 0.3
        if kind is int:
            return self.random.choice([1, 1, 2, 3, some(1, 12), some(1, 60)])
        if kind is str:
            return name()
        if kind is Month:
            return state.month.plus(some(-2, 24))
        if origin is Literal:
            return self.random.choice(of)
        if origin is list:
            items = [self._of(of[0], name, state) for _ in range(some(1, 2))]
            return [] if None in items else list(dict.fromkeys(items))
        if origin is dict and get_origin(of[1]) is list:
            return {}
        if origin is dict:
            return {name(): self._of(of[1], name, state) for _ in range(some(1, 2))}
        if of:  # one of several types
            return self._of(self.random.choice(of), name, state)
        return None

    def _name(self, field: str, state: Any) -> str:
        pools: dict[str, Sequence[str]] = {
            "powers": POWERS,
            "leaders": list(state.leaders) or ["Mack"],
            "minors": list(state.minors),
            "areas": AREAS,
            "duties": [d.id for d in state.duties] or ["1.1"],
            "why": ["as agreed", "the players' vote"],
        }
        return self.random.choice(pools[NAMES.get(field, "powers")])
