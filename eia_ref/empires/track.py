"""The track of the French Revolution as data: its stages, and which of them begin and end what is in force."""

import functools
from typing import Literal

from pydantic import Field, TypeAdapter

from eia_ref.core.calendar import Month
from eia_ref.core.frozen import Frozen
from eia_ref.core.position import Position
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import InForce
from eia_ref.empires import relations
from eia_ref.empires.state import Campaign, LeaderStatus

FRANCE = "France"
Who = Literal["king", "queen"]


class Flag(Frozen):
    """Something in force that a stage begins, or, sides left out meaning any, ends; under which clause."""

    what: str
    rule: str
    whom: str | None = None
    against: str | None = None
    months: int | None = None

    def is_of(self, other: "Flag | InForce") -> bool:
        """Whether it is the same thing as another, sides left out meaning any."""
        sides = ((self.whom, other.whom), (self.against, other.against))
        return self.what == other.what and all(mine in (None, its) for mine, its in sides)


class Note(Frozen):
    """What is done on the map, under which clause; what that leaves to do (duties.toml), and of how much."""

    rule: str
    words: str
    duty: str = ""
    count: int | None = None


class LeadersChange(Frozen):
    """Leaders France loses, a faction or all but one, and how it stands with them then; a faction it has back."""

    rule: str
    lost: str
    status: LeaderStatus | None = None
    back: str = ""


class Alliances(Frozen):
    """Alliances of France that end at no cost: all, but for one, or only one."""

    rule: str
    keep: str = ""
    with_: str = Field(default="", alias="with")


class Stage(Frozen):
    """A stage of the track: rules/README.md says what each key means."""

    number: int
    title: str
    rule: str
    decides: Who | None = None
    points: int = 0
    money: int = 0
    treasury: int | None = None
    losses: dict[str, int] = {}
    peace: str = ""
    alliances: Alliances | None = None
    ends: list[Flag] = []
    begins: list[Flag] = []
    leaders: LeadersChange | None = None
    random_leaders: int = 0
    emigres: Literal["come", "go"] | None = None
    mutiny: bool = False
    notes: list[Note] = []
    needs: str = ""
    dominance: bool = False

    @property
    def name(self) -> str:
        """For people: `21, Execution of Louis XVI`."""
        return f"{self.number}, {self.title}"


@functools.cache
def stages(rulebook: Rulebook) -> list[Stage]:
    """The stages, in order."""
    return TypeAdapter(list[Stage]).validate_python(rulebook.table("revolution")["stage"])


def stage(state: Campaign) -> int:
    """The stage the Revolution stands at."""
    return state.revolution.stage


def royalists_gone(position: Position[Campaign]) -> bool:
    """Whether France has lost its royalist leaders (FR-06a)."""
    state = position.state
    return any(s.leaders and s.leaders.lost == "royalist" for s in stages(position.rulebook)[: stage(state) + 1])


def last_by_dice(rulebook: Rulebook) -> int:
    """The stage from which the dice no longer move the track (FR-47)."""
    return int(rulebook.table("revolution")["last_by_dice"])


def infantry_morale(state: Campaign) -> int:
    """The morale of French infantry in tenths: 30, while dominant 40, from stage 44 to 49 35 (FR-44b, FR-49c)."""
    if relations.in_force(state, "French infantry at 3.5"):
        return 35
    return 40 if relations.dominant(state, FRANCE) else 30


def begun_by(position: Position[Campaign], thing: InForce) -> Stage | None:
    """The stage that brought something into force; None for what is not of the track."""
    before = stages(position.rulebook)[: stage(position.state) + 1]
    return next((s for s in before if any(f.is_of(thing) and f.rule == thing.rule for f in s.begins)), None)


def ended_by(position: Position[Campaign], thing: InForce) -> Stage | None:
    """The stage to come that ends something in force; None where none does."""
    if thing.until is not None:
        return None
    after = stages(position.rulebook)[stage(position.state) + 1 :]
    return next((s for s in after if any(f.is_of(thing) for f in s.ends)), None)


def of_the_track(position: Position[Campaign]) -> list[InForce]:
    """What the track has brought into force, or will end."""
    both = (begun_by, ended_by)
    return [t for t in position.state.in_force if any(by(position, t) for by in both)]


def end_date(position: Position[Campaign]) -> Month:
    """The month in which the Revolution is to be over (R-24)."""
    return position.state.revolution.end or Month(position.rulebook.table("revolution")["end"])
