"""Effects: the only way a state changes. Small, typed, readable in the ledger, each with its opposite.

What a game knows is its own classes and the frame's, told apart by `kind`.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Literal, TypeVar

from eia_ref.core.errors import CantApply
from eia_ref.core.frozen import Frozen
from eia_ref.core.state import Decision, Duty, Filled, InForce, Remembered, Setting, State, put, take
from eia_ref.core.turn import Turn

S = TypeVar("S", bound=State)
T = TypeVar("T", bound=Remembered)


# How a duty ends: done, set aside with a reason, no longer asked for, or its time is over and nobody did it.
Ended = Literal["done", "set aside", "lapsed", "passed over"]


class Effect(Frozen):
    """One change. `apply` makes it or raises CantApply; `opposite` gives what takes it back.

    An effect on something remembered inherits that thing's fields: see Begins and Ends.
    """

    quiet: ClassVar[bool] = False  # bookkeeping, told otherwise: listed only where an entry is shown in full
    of_turn: ClassVar[bool] = False  # of what is to be done, or counted, in a turn: gone with its end
    kind: str

    @abstractmethod
    def apply(self, state: Any) -> None:
        """Changes `state`, which is the caller's copy; checks bounds first."""

    def opposite(self) -> "Effect":
        """The effect that puts back what was there before.

        By its fields: `change` the other way, `was` and `now` in each other's place, `done` or not done.
        """
        said, back = self.__dict__, dict[str, Any]()
        if "change" in said:
            back["change"] = -said["change"]
        if "done" in said:
            back["done"] = not said["done"]
        if "now" in said:
            back |= {"was": said["now"], "now": said["was"]}
        if not back:
            raise TypeError(f"{self.kind}: an effect of this kind has to say its opposite itself")
        return self.model_copy(update=back)

    @abstractmethod
    def words(self) -> str:
        """The change in a few words, for people."""


class Begins(InForce, Effect):
    """Something comes into force."""

    kind: Literal["in force"] = "in force"

    def apply(self, state: State) -> None:
        put(state.in_force, as_a(InForce, self))

    def opposite(self) -> Effect:
        return as_a(Ends, self)

    def words(self) -> str:
        last = f" to the end of {self.until.plus(-1).name}" if self.until else ""
        return f"in force: {self.name}{last}"


class Ends(InForce, Effect):
    """Something is no longer in force. Holds all of it, so that it can be put back as it was."""

    kind: Literal["no longer in force"] = "no longer in force"

    def apply(self, state: State) -> None:
        take(state.in_force, as_a(InForce, self), self.what)

    def opposite(self) -> Effect:
        return as_a(Begins, self)

    def words(self) -> str:
        return f"no longer in force: {self.name}"


class Opens(Decision, Effect):
    """A decision is left open."""

    quiet = True
    kind: Literal["decision open"] = "decision open"

    def apply(self, state: State) -> None:
        put(state.decisions, as_a(Decision, self))

    def opposite(self) -> Effect:
        return as_a(Closes, self)

    def words(self) -> str:
        return f"decision {self.id} open: {self.about}"


class Closes(Decision, Effect):
    """A decision is no longer open. Holds all of it, so that it can be opened again."""

    quiet = True
    kind: Literal["decision closed"] = "decision closed"

    def apply(self, state: State) -> None:
        take(state.decisions, as_a(Decision, self), "decision")

    def opposite(self) -> Effect:
        return as_a(Opens, self)

    def words(self) -> str:
        return f"decision {self.id} closed: {self.about}"


class Arises(Duty, Effect):
    """A duty arises."""

    quiet = True  # told among what is to do
    of_turn = True
    kind: Literal["duty"] = "duty"

    def apply(self, state: State) -> None:
        put(state.duties, as_a(Duty, self))

    def opposite(self) -> Effect:
        return as_a(Discharged, self)

    def words(self) -> str:
        return f"to do: {self.what}{f' ({self.about})' if self.about else ''}"


class Discharged(Duty, Effect):
    """A duty is no longer one. Holds all of it, so that it can be put back; `ended` is how it came to its end."""

    quiet = True
    of_turn = True
    kind: Literal["duty over"] = "duty over"
    ended: Ended = "lapsed"

    def apply(self, state: State) -> None:
        take(state.duties, as_a(Duty, self), self.what)

    def opposite(self) -> Effect:
        return as_a(Arises, self)

    def words(self) -> str:
        return f"{self.ended}: {self.what}{f' ({self.about})' if self.about else ''}"


class BroughtUp(Effect):
    """The ledger remembers more kinds of things from now on than it did when it was begun."""

    quiet = True
    kind: Literal["form"] = "form"
    was: int
    now: int

    def apply(self, state: State) -> None:
        if state.form != self.was:
            raise CantApply(f"the ledger's form is {state.form}, not {self.was}")
        state.form = self.now

    def words(self) -> str:
        return f"form {self.was}, now {self.now}"


class TurnBegins(Effect):
    """The next turn begins; or, where that is taken back, the one before it goes on."""

    quiet = True
    kind: Literal["turn", "month"]  # the key of a page of the game
    was: Turn
    now: Turn

    def apply(self, state: State) -> None:
        forward = self.now == self.was.plus(1)
        if state.turn != self.was or not (forward or self.was == self.now.plus(1)):
            raise CantApply(f"{self.now} can't follow {state.turn}")
        state.turn = self.now
        if forward:
            state.turn_began()

    def words(self) -> str:
        return f"{self.now.name} {'begins' if self.now > self.was else 'goes on'}"


class Changes(Effect):
    """A setting of the campaign's header is taken up. A side left out means: not set."""

    kind: Literal["setting"] = "setting"
    name: str
    was: Setting | None = None
    now: Setting | None = None

    def apply(self, state: State) -> None:
        if state.settings.get(self.name) != self.was:
            raise CantApply(f"the setting {self.name} is no longer as it was")
        if self.now is None:
            state.settings.pop(self.name, None)
        else:
            state.settings[self.name] = self.now

    def words(self) -> str:
        was, now = self.was, self.now
        if isinstance(was, list) and isinstance(now, list):
            come, gone = [n for n in now if n not in was], [n for n in was if n not in now]
            parts = [f"{', '.join(names)} {verb}" for names, verb in ((come, "added"), (gone, "taken out")) if names]
            return f"{self.name}: {'; '.join(parts) or 'in another order'}"
        return f"{self.name}: {_said(was)}, now {_said(now)}"


class ChartFilled(Effect):
    """A cell of a chart is filled in for this campaign. A side left out means: not filled in."""

    kind: Literal["chart"] = "chart"
    cell: str
    was: Filled | None = None
    now: Filled | None = None

    def apply(self, state: State) -> None:
        if state.charts.get(self.cell) != self.was:
            raise CantApply(f"{self.cell} is no longer filled in as it was")
        if self.now is None:
            state.charts.pop(self.cell, None)
        else:
            state.charts[self.cell] = self.now

    def words(self) -> str:
        return f"{self.cell}: {self.now.value}" if self.now else f"{self.cell}: not filled in"


EFFECTS: tuple[type[Effect], ...] = (
    *(Begins, Ends, Opens, Closes, Arises, Discharged, BroughtUp, TurnBegins, Changes, ChartFilled),
)  # of every game


def changes(was: Mapping[str, Setting], now: Mapping[str, Setting]) -> list[Changes]:
    """What makes the one settings into the other."""
    names = [*was, *(n for n in now if n not in was)]
    return [Changes(name=n, was=was.get(n), now=now.get(n)) for n in names if was.get(n) != now.get(n)]


def _said(value: Setting | None) -> str:
    if value is None:
        return "not set"
    return ", ".join(value) or "nobody" if isinstance(value, list) else value


def as_a(kind: type[T], thing: Remembered) -> T:
    """A remembered thing as another class of the same fields: the effect on it, the opposite, or itself."""
    shared = type(thing).model_fields.keys() & kind.model_fields.keys() - {"kind"}
    return kind(**{name: getattr(thing, name) for name in shared})


def apply(state: S, effects: Iterable[Effect]) -> S:
    """The state with the effects applied in order; `state` itself is left as it was. Raises CantApply."""
    new = state.copied()
    for effect in effects:
        effect.apply(new)
    return new
