"""The game's own effects."""

import json
from typing import Literal, TypeVar

from pydantic import ValidationError

from eia_ref.core.calendar import Month
from eia_ref.core.effects import Effect, as_a
from eia_ref.core.errors import CantApply
from eia_ref.core.state import put, take
from eia_ref.empires.state import Campaign, Fleet, Held, Leader, Mark, Minor, Owed

T = TypeVar("T")


class Moves(Effect):
    """So many more of something a power has, or fewer."""

    power: str
    change: int


class PoliticalPoints(Moves):
    """A power's marker moves along the political track."""

    kind: Literal["political points"] = "political points"

    def apply(self, state: Campaign) -> None:
        power = state.power(self.power)
        box = state.moved(power.political, self.change)
        state.powers[self.power] = power.model_copy(update={"political": box})

    def words(self) -> str:
        return f"{self.power} {self.change:+} PP"


class Money(Moves):
    """A power's saved money changes, in $."""

    kind: Literal["money"] = "money"

    def apply(self, state: Campaign) -> None:
        _save(state, self, "money", "$")

    def words(self) -> str:
        return f"{self.power} {self.change:+}$"


class Manpower(Moves):
    """A power's saved manpower changes, in points."""

    kind: Literal["manpower"] = "manpower"

    def apply(self, state: Campaign) -> None:
        _save(state, self, "manpower", " manpower")

    def words(self) -> str:
        return f"{self.power} {self.change:+} manpower"


class VictoryPoints(Moves):
    """A power's victory points change. A bid may take them below 0."""

    kind: Literal["victory points"] = "victory points"

    def apply(self, state: Campaign) -> None:
        power = state.power(self.power)
        state.powers[self.power] = power.model_copy(update={"victory": power.victory + self.change})

    def words(self) -> str:
        return f"{self.power} {self.change:+} VP"


class Collected(Effect):
    """A power's victory points of a month's economic phase are collected, or no longer. Quiet: told as points."""

    quiet = True
    of_turn = True
    kind: Literal["collected"] = "collected"
    month: Month
    power: str
    points: int
    done: bool = True

    def apply(self, state: Campaign) -> None:
        if self.month != state.month:
            return
        if (self.power in state.collected) == self.done:
            raise CantApply(f"{self.power}'s victory points are {'' if self.done else 'not '}collected already")
        if self.done:
            state.collected[self.power] = self.points
        else:
            del state.collected[self.power]

    def words(self) -> str:
        return f"{self.power} has {'' if self.done else 'no longer '}collected {self.points} VP in {self.month.name}"


class Sets(Effect):
    """A figure or a word of one part of the state is another now. A side left out means: none."""

    quiet = True
    kind: Literal["set"] = "set"
    part: Literal["revolution", "persia", "poland", "naval"]
    field: str
    was: int | bool | str | None = None
    now: int | bool | str | None = None

    def apply(self, state: Campaign) -> None:
        part = getattr(state, self.part)
        if self.field not in type(part).model_fields:
            raise CantApply(f"{self.part} has no {self.field}")
        was = getattr(part, self.field)
        if was != self.was or isinstance(was, bool) != isinstance(self.was, bool):
            raise CantApply(f"{self.part}: {self.field} is no longer as it was")
        try:
            new = type(part).model_validate_json(json.dumps({**part.model_dump(mode="json"), self.field: self.now}))
        except ValidationError as e:
            raise CantApply(f"{self.part}: {self.field} can't be {self.now}: {e.errors()[0]['msg']}") from None
        setattr(state, self.part, new)

    def words(self) -> str:
        was, now = ("none" if v is None else v for v in (self.was, self.now))
        return f"{self.part}, {self.field}: {was}, now {now}"


class LeaderIs(Effect):
    """It stands otherwise with a leader. A side left out means: not yet come."""

    kind: Literal["leader"] = "leader"
    leader: str
    was: Leader | None = None
    now: Leader | None = None

    def apply(self, state: Campaign) -> None:
        _becomes(state.leaders, self.leader, self.was, self.now, f"it no longer stands with {self.leader} as it did")

    def words(self) -> str:
        if self.now is None:
            return f"{self.leader}: not yet come"
        if self.was and self.now.count != self.was.count and self.now.status == self.was.status:
            return f"{self.leader}: {self.now.count or 0} done towards a promotion"
        by = f" of {self.now.by}" if self.now.by else ""
        until = self.now.until
        if until and self.now.status == "awaited":
            return f"{self.leader}: awaited in {until.name}"
        last = f" to the end of {until.plus(-1).name}" if until else ""
        return f"{self.leader}: {self.now.status}{by}{last}"


class FleetIs(Effect):
    """It stands otherwise with a fleet. A side left out means: not on the map. Strengths are secret (FS-1)."""

    quiet = True
    kind: Literal["fleet"] = "fleet"
    fleet: str
    was: Fleet | None = None
    now: Fleet | None = None

    def apply(self, state: Campaign) -> None:
        _becomes(
            state.fleets, self.fleet, self.was, self.now, f"it no longer stands with fleet {self.fleet} as it did"
        )

    def words(self) -> str:
        if self.now is None:
            return f"{self.fleet}: no longer on the map"
        shut_in = f", blockaded since {self.now.blockaded_since.name}" if self.now.blockaded_since else ""
        return f"{self.fleet} ({self.now.power}): {self.now.ships} ships, {self.now.at}{shut_in}"


class Once(Mark, Effect):
    """Something that may be done only once in a month is done, or no longer. Of an earlier month nothing is kept."""

    quiet = True
    of_turn = True
    kind: Literal["once"] = "once"
    month: Month
    done: bool = True

    def apply(self, state: Campaign) -> None:
        if self.month != state.month:
            return
        mark = self.mark
        if (mark in state.once) == self.done:
            raise CantApply(f"{mark.name} is {'done already' if self.done else 'not done'} in {state.month.name}")
        if self.done:
            state.once.append(mark)
            state.once.sort(key=lambda m: m.order)
        else:
            state.once.remove(mark)

    @property
    def mark(self) -> Mark:
        """What is done, by itself."""
        return Mark(**{name: getattr(self, name) for name in Mark.model_fields})

    def words(self) -> str:
        return f"{'once' if self.done else 'no longer'} in {self.month.name}: {self.name}"


class TrackBoxes(Effect):
    """A zone of the political track has so many boxes. No marker may lose the box it stands in."""

    kind: Literal["track"] = "track"
    zone: str
    was: int
    now: int

    def apply(self, state: Campaign) -> None:
        if state.boxes.get(self.zone) != self.was:
            raise CantApply(f"zone {self.zone} has no longer {self.was} boxes")
        state.boxes[self.zone] = self.now
        for name, power in state.powers.items():
            if power.political not in state.track():
                raise CantApply(f"{name} stands at {power.political}")

    def words(self) -> str:
        return f"zone {self.zone}: {self.now} boxes"


class ColonialTrade(Effect):
    """British colonial trade changes, in $ each economic phase."""

    kind: Literal["colonial trade"] = "colonial trade"
    change: int

    def apply(self, state: Campaign) -> None:
        if state.colonial_trade + self.change < 0:
            raise CantApply("British colonial trade can't fall below 0")
        state.colonial_trade += self.change

    def words(self) -> str:
        return f"British colonial trade {self.change:+}$"


class Owes(Owed, Effect):
    """Something waits for a power's next economic phase (R-12)."""

    kind: Literal["owed"] = "owed"

    def apply(self, state: Campaign) -> None:
        state.power(self.power)
        put(state.owed, as_a(Owed, self))

    def opposite(self) -> Effect:
        return as_a(Settles, self)

    def words(self) -> str:
        return f"{self.power} {self.on} {self.by} in the economic phase of {self.phase.name}"


class Settles(Owed, Effect):
    """What waited is no longer owed."""

    kind: Literal["no longer owed"] = "no longer owed"

    def apply(self, state: Campaign) -> None:
        take(state.owed, as_a(Owed, self), self.what)

    def opposite(self) -> Effect:
        return as_a(Owes, self)

    def words(self) -> str:
        return f"{self.power} {self.on} {self.by}: no longer owed"


class MinorHeld(Effect):
    """A minor country changes hands. A side without a power is neutral; one that says nothing: not listed yet."""

    kind: Literal["minor"] = "minor"
    minor: str
    was_held: Held | None = None
    was_by: str | None = None
    held: Held | None = None
    by: str | None = None

    def apply(self, state: Campaign) -> None:
        was = state.minors.get(self.minor)
        as_it_was = (was.held, was.by) == (self.was_held, self.was_by) if was else self.was_held in (None, "neutral")
        if not as_it_was:
            raise CantApply(f"{self.minor} is no longer held as it was")
        if self.held is None:
            state.minors.pop(self.minor, None)
        else:
            state.minors[self.minor] = Minor(held=self.held, by=self.by)

    def opposite(self) -> Effect:
        return MinorHeld(minor=self.minor, was_held=self.held, was_by=self.by, held=self.was_held, by=self.was_by)

    def words(self) -> str:
        return f"{self.minor}: {self.held or 'neutral'}" + (f" by {self.by}" if self.by else "")


class EventRolled(Effect):
    """A random event of a month is rolled, or no longer counts as rolled. Of an earlier month nothing is counted."""

    quiet = True
    of_turn = True
    kind: Literal["event rolled"] = "event rolled"
    month: Month
    change: int = 1

    def apply(self, state: Campaign) -> None:
        if self.month != state.month:
            return
        if state.rolled + self.change < 0:
            raise CantApply(f"no event of {self.month.name} is rolled")
        state.rolled += self.change

    def words(self) -> str:
        return f"an event of {self.month.name} is {'rolled' if self.change > 0 else 'no longer rolled'}"


def _save(state: Campaign, effect: Moves, what: str, unit: str) -> None:
    """So many more of what a power has saved; never below 0."""
    power = state.power(effect.power)
    left = getattr(power, what) + effect.change
    if left < 0:
        raise CantApply(f"{effect.power} has {left - effect.change}{unit}, and {-effect.change}{unit} would go")
    state.powers[effect.power] = power.model_copy(update={what: left})


def _becomes(things: dict[str, T], name: str, was: T | None, now: T | None, otherwise: str) -> None:
    """What is kept by a name is another now, or no longer kept. Raises CantApply where it was not as said."""
    if things.get(name) != was:
        raise CantApply(otherwise)
    if now is None:
        things.pop(name, None)
    else:
        things[name] = now


OWN: tuple[type[Effect], ...] = (
    PoliticalPoints,
    Money,
    Manpower,
    VictoryPoints,
    Collected,
    Sets,
    LeaderIs,
    FleetIs,
    Once,
    TrackBoxes,
    ColonialTrade,
    Owes,
    Settles,
    MinorHeld,
    EventRolled,
)
