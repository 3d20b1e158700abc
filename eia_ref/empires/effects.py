"""The game's own effects, and the closed union of all it knows."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from eia_ref.core.calendar import Month
from eia_ref.core.effects import Begins, Changes, Closes, Effect, Ends, MonthBegins, Opens, as_a
from eia_ref.core.errors import CantApply
from eia_ref.core.state import put, take
from eia_ref.empires.state import Campaign, Held, Minor, Owed


class PoliticalPoints(Effect):
    """A power's marker moves along the political track."""

    kind: Literal["political points"] = "political points"
    power: str
    change: int

    def apply(self, state: Campaign) -> None:
        power = state.power(self.power)
        box = state.moved(power.political, self.change)
        state.powers[self.power] = power.model_copy(update={"political": box})

    def opposite(self) -> PoliticalPoints:
        return PoliticalPoints(power=self.power, change=-self.change)

    def words(self) -> str:
        return f"{self.power} {self.change:+} PP"


class Money(Effect):
    """A power's saved money changes, in $."""

    kind: Literal["money"] = "money"
    power: str
    change: int

    def apply(self, state: Campaign) -> None:
        power = state.power(self.power)
        if power.money + self.change < 0:
            raise CantApply(f"{self.power} has {power.money}$, and {-self.change}$ would go")
        state.powers[self.power] = power.model_copy(update={"money": power.money + self.change})

    def opposite(self) -> Money:
        return Money(power=self.power, change=-self.change)

    def words(self) -> str:
        return f"{self.power} {self.change:+}$"


class ColonialTrade(Effect):
    """British colonial trade changes, in $ each economic phase."""

    kind: Literal["colonial trade"] = "colonial trade"
    change: int

    def apply(self, state: Campaign) -> None:
        if state.colonial_trade + self.change < 0:
            raise CantApply("British colonial trade can't fall below 0")
        state.colonial_trade += self.change

    def opposite(self) -> ColonialTrade:
        return ColonialTrade(change=-self.change)

    def words(self) -> str:
        return f"British colonial trade {self.change:+}$"


class Owes(Owed, Effect):
    """Something waits for a power's next economic phase (R-12)."""

    kind: Literal["owed"] = "owed"

    def apply(self, state: Campaign) -> None:
        state.power(self.power)
        put(state.owed, as_a(Owed, self))

    def opposite(self) -> Settles:
        return as_a(Settles, self)

    def words(self) -> str:
        return f"{self.power} {self.on} {self.by} in the economic phase of {self.phase.name}"


class Settles(Owed, Effect):
    """What waited is no longer owed."""

    kind: Literal["no longer owed"] = "no longer owed"

    def apply(self, state: Campaign) -> None:
        take(state.owed, as_a(Owed, self), self.what)

    def opposite(self) -> Owes:
        return as_a(Owes, self)

    def words(self) -> str:
        return f"{self.power} {self.on} {self.by}: no longer owed"


class MinorHeld(Effect):
    """A minor country changes hands. A side without a power is neutral."""

    kind: Literal["minor"] = "minor"
    minor: str
    was_held: Held
    was_by: str | None = None
    held: Held
    by: str | None = None

    def apply(self, state: Campaign) -> None:
        was = state.minors.get(self.minor, Minor(held="neutral"))
        if (was.held, was.by) != (self.was_held, self.was_by):
            raise CantApply(f"{self.minor} is no longer held as it was")
        state.minors[self.minor] = Minor(held=self.held, by=self.by)

    def opposite(self) -> MinorHeld:
        return MinorHeld(minor=self.minor, was_held=self.held, was_by=self.by, held=self.was_held, by=self.was_by)

    def words(self) -> str:
        return f"{self.minor}: {self.held}" + (f" by {self.by}" if self.by else "")


class EventRolled(Effect):
    """The random event of a month has been rolled."""

    kind: Literal["event rolled"] = "event rolled"
    was: Month | None = None
    now: Month | None = None

    def apply(self, state: Campaign) -> None:
        if state.rolled != self.was:
            raise CantApply("another event was rolled meanwhile")
        state.rolled = self.now

    def opposite(self) -> EventRolled:
        return EventRolled(was=self.now, now=self.was)

    def words(self) -> str:
        if self.now and (not self.was or self.was < self.now):
            return f"the event of {self.now.name} is rolled"
        return f"the event of {self.was.name} is not rolled" if self.was else "no event is rolled"


CampaignEffect = Annotated[
    Begins
    | Ends
    | Opens
    | Closes
    | MonthBegins
    | Changes
    | PoliticalPoints
    | Money
    | ColonialTrade
    | Owes
    | Settles
    | MinorHeld
    | EventRolled,
    Field(discriminator="kind"),
]
