"""The one idea: request + state + dice -> adjudication. The same function resolves, previews and replays.

An adjudicator's function gets a sheet (a copy of the state, the rulebook, the dice, and room to write what
it decides) and its request. It returns nothing and touches nothing else.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar, Unpack

from eia_ref.core.dice import Dice, Die, list_changed
from eia_ref.core.effects import Arises, Discharged, Effect, Ended, Opens, as_a
from eia_ref.core.errors import CantApply, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.position import Position
from eia_ref.core.state import Concerned, Duty, State
from eia_ref.core.turn import Turn

S = TypeVar("S", bound=State)
R = TypeVar("R", bound=Frozen)
RULES = re.compile(r"((?:[A-Z]+-[A-Za-z0-9.]+)(?:, [A-Z]+-[A-Za-z0-9.]+)*): (.*)", re.DOTALL)


class Open(Frozen):
    """A decision an adjudication leaves open, as it is told."""

    id: str
    rule: str
    question: str


class Luck(Frozen):
    """What was to be expected, as a decimal (`3.42`), and what came: of `what`, for `who`."""

    who: str
    what: str
    expected: str
    came: int


class Adjudication(NamedTuple):
    """What was decided: by which rules, with which dice, in which words, what changes, what stays open.

    `luck` is what was expected beside what came; `after` is the state with the effects applied, which is not
    written into the entry.
    """

    outcome: str
    rules: tuple[str, ...]
    dice: tuple[Die, ...]
    text: tuple[str, ...]
    effects: tuple[Effect, ...]
    open: tuple[Open, ...]
    after: State
    luck: tuple[Luck, ...] = ()


class Sheet(Position[S]):
    """The sheet an adjudicator writes on. `state` already has every effect written so far."""

    def __init__(self, position: Position[S], dice: Dice, number: int) -> None:
        super().__init__(position.rulebook, position.state.copied())
        self.number = number
        self._dice = dice
        self._count = 0
        self.outcome = ""
        self.rules: dict[str, None] = {}
        self.rolled: list[Die] = []
        self.text: list[str] = []
        self.effects: list[Effect] = []
        self.open: list[Open] = []
        self.luck: list[Luck] = []
        self.news: list[object] = []  # effects applied and facts told, until the game has followed them
        self.before: S = position.state  # as it was before the first of the news

    def roll(self, sides: int, purpose: str) -> int:
        """One die, 1 to `sides`, for this purpose."""
        die = self._dice.roll(sides, purpose)
        self.rolled.append(die)
        return die.value

    def draw(self, names: Sequence[str], purpose: str) -> str:
        """One of the names, by a die over the list (R-17); the only one there is needs no die.

        Refuses where the die has drawn another name before: then the list is not the same.
        """
        if not names:
            raise RefereeError(f"there is nothing to draw from for {purpose}", code="no-list")
        if len(names) == 1:
            self._dice.unneeded(purpose)
            return names[0]
        die = self._dice.roll(len(names), purpose)
        name = names[die.value - 1]
        self.rolled.append(die.model_copy(update={"drew": name}))
        if die.drew not in (None, name):
            raise list_changed(
                f"the die for {purpose} drew {die.drew}; from the list as it is now it would be {name}"
            )
        return name

    def cite(self, *rules: str) -> None:
        """These rules were applied."""
        self.rules.update(dict.fromkeys(rules))

    def say(self, words: str, *rules: str) -> None:
        """One line of the answer, with the rules it applies."""
        self.cite(*rules)
        self.text.append(f"{', '.join(rules)}: {words}" if rules else words)

    def apply(self, *effects: Effect) -> None:
        """Changes, in order. Raises CantApply, and then nothing of the sheet is written."""
        for effect in effects:
            effect.apply(self.state)
            self.effects.append(effect)
            self.news.append(effect)

    def tell(self, fact: object) -> None:
        """News of what changes nothing by itself, as a battle won: whom it concerns acts on it."""
        self.news.append(fact)

    def new_id(self) -> str:
        """An id for something the ledger remembers from this entry: `17.1`, `17.2` ..."""
        self._count += 1
        return f"{self.number}.{self._count}"

    def leave_open(
        self, about: str, rule: str, question: str, whom: str | None = None, detail: str | None = None
    ) -> None:
        """Leaves a decision open: `question` is what people read, `about` what the rules folder knows."""
        id = self.new_id()
        self.cite(rule)
        self.apply(Opens(id=id, about=about, rule=rule, since=self.state.turn, whom=whom, detail=detail))
        self.open.append(Open(id=id, rule=rule, question=question))

    def leave_to_do(
        self,
        what: str,
        until: Turn | None = None,
        rule: str = "",
        must: bool | None = None,
        count: int | None = None,
        **concerns: Unpack[Concerned],
    ) -> Duty:
        """Leaves a duty of duties.toml, to be done by `until` or as its data say; the one that is there, if it is.

        `concerns` are the fields of Concerns, as `person="Suvorov"`; `rule` and `must` where they are not the data's.
        """
        for there in self.state.duties:
            if there.is_(what, **concerns) and there.count == count:
                return there
        data = self.rulebook.table("duties")[what]
        if until is None and "turns" in data:
            until = self.state.turn.plus(data["turns"])
        duty = Arises(
            id=self.new_id(),
            what=what,
            rule=rule or data["rule"],
            since=self.state.turn,
            until=until,
            must=data.get("must", True) if must is None else must,
            count=count,
            **concerns,
        )
        self.cite(duty.rule)
        self.apply(duty)
        return duty

    def discharge(self, what: str, ended: Ended = "done", **concerns: Unpack[Concerned]) -> list[Duty]:
        """Ends all duties of that name that concern these, and gives them; none where there are none."""
        over = [d for d in self.state.duties if d.is_(what, **concerns)]
        for duty in over:
            self.end_duty(duty, ended)
        return over

    def end_duty(self, duty: Duty, ended: Ended = "done") -> None:
        """A duty comes to its end."""
        self.apply(as_a(Discharged, duty).model_copy(update={"ended": ended}))

    def expect(self, who: str, what: str, expected: str, came: int) -> None:
        """Keeps what was to be expected, as a decimal, beside what came."""
        self.luck.append(Luck(who=who, what=what, expected=expected, came=came))

    def done(self) -> Adjudication:
        """The adjudication as written. Dice given and not asked for are refused."""
        self._dice.finish()
        return Adjudication(
            outcome=self.outcome,
            rules=tuple(self.rules),
            dice=tuple(self.rolled),
            text=tuple(self.text),
            effects=tuple(self.effects),
            open=tuple(self.open),
            after=self.state,
            luck=tuple(self.luck),
        )


class Adjudicator(NamedTuple, Generic[S, R]):
    """A command's entry in the registry: its name, what may be asked, and the function that decides.

    `same` names what makes two requests one and the same adjudication, whose dice stand when it is made
    again after a void (R-08): by default the whole request.
    """

    command: str
    request: type[R]
    resolve: Callable[[Sheet[S], R], None]
    same: Callable[[R], str] = lambda request: request.model_dump_json()


def adjudicate(
    position: Position[S], adjudicator: Adjudicator[S, Any], request: Frozen, dice: Dice, number: int
) -> Adjudication:
    """Decides one request. `number` is the entry's; the position is left as it was. Raises RefereeError."""
    sheet = Sheet(position, dice, number)
    try:
        adjudicator.resolve(sheet, request)
        if not sheet.outcome:
            raise RefereeError(f"{adjudicator.command} came to no outcome", code="no-outcome")
        return sheet.done()
    except RefereeError as e:
        if isinstance(e, CantApply):
            e = CantApply(f"{adjudicator.command}: {e.message}", e.hint)
        e.dice = tuple(sheet.rolled)
        raise e from None


def split_rules(line: str) -> tuple[str, str]:
    """A line of an answer as (rules, words): `R-08, R-17: ...` has two rules."""
    found = RULES.match(line)
    return (found[1], found[2]) if found else ("", line)
