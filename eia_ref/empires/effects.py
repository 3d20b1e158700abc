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
    """A random event of a month is rolled, or no longer counts as rolled. Of an earlier month nothing is counted."""

    quiet = True
    kind: Literal["event rolled"] = "event rolled"
    month: Month
    change: int = 1

    def apply(self, state: Campaign) -> None:
        if self.month != state.month:
            return
        if state.rolled + self.change < 0:
            raise CantApply(f"no event of {self.month.name} is rolled")
        state.rolled += self.change

    def opposite(self) -> EventRolled:
        return EventRolled(month=self.month, change=-self.change)

    def words(self) -> str:
        return f"an event of {self.month.name} is {'rolled' if self.change > 0 else 'no longer rolled'}"


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
