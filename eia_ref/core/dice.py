"""Dice: the only randomness there is. A die is asked for by its purpose and kept with its source.

Four ways to have a die: the engine rolls it, the table names it (`--dice`), the table is asked for it
(`--ask`), or an entry has it already. No seed: nobody can look ahead.
"""

from collections.abc import Callable, Sequence
from typing import Literal, Protocol

from pydantic import Field

from eia_ref.core.errors import NotAllowed, RefereeError, quoted
from eia_ref.core.frozen import Frozen

Source = Literal["engine", "table", "entry"]
REST = "..."  # in --dice: the referee rolls what comes after


class Die(Frozen):
    """One die as it fell: `value` of 1 to `sides`, what it was for, who rolled it, and the name it drew if any."""

    sides: int = Field(ge=1)
    value: int = Field(ge=1)
    purpose: str = Field(alias="for")
    source: Source
    drew: str | None = None


class Dice(Protocol):
    """Where dice come from.

    `roll` answers one die; `unneeded` is told that a purpose needs none; `finish` refuses dice nobody asked for.
    """

    def roll(self, sides: int, purpose: str) -> Die: ...

    def unneeded(self, purpose: str) -> None: ...

    def finish(self) -> None: ...


class EngineDice:
    """The referee's own dice, from the operating system's randomness."""

    def roll(self, sides: int, purpose: str) -> Die:
        from secrets import randbelow

        return make(sides, randbelow(sides) + 1, purpose, "engine")

    def unneeded(self, purpose: str) -> None:
        pass

    def finish(self) -> None:
        pass


class TableDice:
    """Dice rolled at the table, in the order they will be asked for.

    `text` is what was typed after --dice: whole numbers, blanks or commas between, `00` for 100 on a d100;
    `...` at the end leaves the rest to the referee.
    """

    def __init__(self, text: str) -> None:
        words = text.replace(",", " ").split()
        self.engine = EngineDice() if words[-1:] == [REST] else None
        self.words = words[:-1] if self.engine else words
        self.used: list[str] = []
        if not words:
            raise RefereeError("--dice is empty", 'write the dice in order, as in --dice "53 4"')
        for word in self.words:
            if not (word.isascii() and word.isdigit() and len(word) <= 6):
                raise RefereeError(
                    f"--dice: {quoted(word)} is no whole number", 'write the dice in order, as in --dice "53 4"'
                )

    def roll(self, sides: int, purpose: str) -> Die:
        if len(self.used) == len(self.words):
            if self.engine:
                return self.engine.roll(sides, purpose)
            given = " ".join([*self.used, "N"])
            raise RefereeError(
                f"one more die is needed: a d{sides} for {purpose}",
                f'type the same again with --dice "{given}", or --dice "{" ".join([*self.used, REST])}" '
                "and the referee rolls the rest",
                "die-missing",
            )
        word = self.words[len(self.used)]
        self.used.append(word)
        value = 100 if sides == 100 and word == "00" else int(word)
        check(sides, value, f"die {len(self.used)} of --dice, {word},", purpose)
        return make(sides, value, purpose, "table")

    def unneeded(self, purpose: str) -> None:
        pass

    def finish(self) -> None:
        left = self.words[len(self.used) :]
        if left and not self.used:
            raise RefereeError("no dice are asked for", "leave out --dice", "die-left-over")
        if left:
            raise RefereeError(
                f"--dice has {len(left)} more than was asked for: {' '.join(left[:10])}{' ...' * (len(left) > 10)}",
                f'the dice asked for end after --dice "{" ".join(self.used)}"',
                "die-left-over",
            )


class AskedDice:
    """Each die asked for by its purpose, so that the players roll. `ask` gets the question, gives the words."""

    def __init__(self, ask: Callable[[str], str]) -> None:
        self.ask = ask

    def roll(self, sides: int, purpose: str) -> Die:
        question = f"d{sides}, {purpose}: "
        while True:
            answer = self.ask(question)  # where nobody is there to answer, that is not asked again
            try:
                dice = TableDice(answer)
                die = dice.roll(sides, purpose)
                dice.finish()
                return die
            except RefereeError as e:
                question = f"{e.message}\nd{sides}, {purpose}: "

    def unneeded(self, purpose: str) -> None:
        pass

    def finish(self) -> None:
        pass


class RecordedDice:
    """The dice of an entry, for another adjudication of the same. A die is found by its purpose and sides.

    `after` rolls the dice the entry does not have (dice that stand, R-08); without it a missing die refuses
    (audit).
    """

    def __init__(self, dice: Sequence[Die], after: Dice | None = None) -> None:
        self.left = list(dice)
        self.after = after

    def roll(self, sides: int, purpose: str) -> Die:
        for i, die in enumerate(self.left):
            if (die.sides, die.purpose) == (sides, purpose):
                check(sides, die.value, "the recorded die", purpose)
                del self.left[i]
                return die
        if self.after is None:
            raise RefereeError(f"no recorded die: a d{sides} for {purpose}", code="die-missing")
        self.unneeded(purpose)
        return self.after.roll(sides, purpose)

    def unneeded(self, purpose: str) -> None:
        """A die that stands may not be shaken off by a list of another length."""
        die = next((d for d in self.left if d.purpose == purpose), None)
        if self.after is not None and die is not None:
            raise list_changed(
                f"a d{die.sides} for {purpose} stands, and the list to draw from has another length now"
            )

    def finish(self) -> None:
        if self.after is not None:
            self.after.finish()
        elif self.left:
            die = self.left[0]
            raise RefereeError(f"a die nobody asks for: d{die.sides}, {die.purpose}", code="die-left-over")


def list_changed(why: str) -> NotAllowed:
    """The refusal of a draw whose die stands and whose list is no longer the same (R-08)."""
    hint = 'draw from the same list; or say why there are to be other dice: --new-dice "REASON"'
    return NotAllowed(f"{why} (R-08)", hint, "list-changed")


def make(sides: int, value: int, purpose: str, source: Source) -> Die:
    """A die, by the names it has in code."""
    return Die.model_construct(sides=sides, value=value, purpose=purpose, source=source)


def check(sides: int, value: int, which: str, purpose: str) -> None:
    """Refuses a value a die of so many sides doesn't have."""
    if not 1 <= value <= sides:
        also = "; 00 is 100" if sides == 100 else ""
        raise RefereeError(f"{which} is out of range: {purpose} is a d{sides}, 1 to {sides}{also}", code="die-range")
