"""What the campaign remembers beyond the frame: powers, what is owed to them, minors, British trade."""

from typing import Literal

from pydantic import Field

from eia_ref.core.calendar import Month
from eia_ref.core.errors import CantApply
from eia_ref.core.frozen import Frozen
from eia_ref.core.state import Concerns, Remembered, State

Held = Literal["conquered", "free state", "protectorate", "sponsored", "neutral"]


class Power(Frozen):
    """A major power's balances: box on the political track, $ saved, factors, ships, depots on the map.

    `manpower` is what is saved of it, `victory` the victory points collected.
    """

    political: str
    money: int = Field(ge=0)
    infantry: int = Field(ge=0)
    guard: int = Field(ge=0)
    cavalry: int = Field(ge=0)
    ships: int = Field(ge=0)
    depots: int = Field(ge=0)
    in_play: bool = True
    manpower: int = Field(default=0, ge=0)
    victory: int = 0


class Minor(Frozen):
    """How a minor country is held, and by which power; neutral ones by none."""

    held: Held
    by: str | None = None


class Owed(Remembered):
    """What waits for a power's economic phase in `phase` (R-06, R-12): `on` what, `by` how much."""

    what: str
    rule: str
    power: str
    on: str
    by: str
    since: Month
    phase: Month


class Mark(Concerns):
    """What is done in a month and may be done only once in it: `what`, and all that tells it from another.

    `sides` are the two parties of a fight, each by name; `another` is what tells a second one from the first (R-38).
    """

    what: str
    sides: list[list[str]] | None = None
    another: str | None = None

    @property
    def name(self) -> str:
        """For people: `naval battle of Britain against France at Brest: in the evening`."""
        of = " of " + " against ".join(" and ".join(side) for side in self.sides) if self.sides else ""
        whom = f" of {self.whom}" if self.whom else ""
        of += f"{whom} against {self.against}" if self.against else whom
        at = f" at {self.place}" if self.place else ""
        more = f" ({which})" if (which := self.unit or self.person) else ""
        return f"{self.what}{of}{at}{more}" + (f": {self.another}" if self.another else "")

    @property
    def order(self) -> tuple[str, str, str]:
        """Marks by what they are and whom they concern, whenever they came."""
        return self.what, str(self.sides), self.name


LeaderStatus = Literal[
    "awaited",  # comes in the month `until`
    "available",
    "on the map",
    "off the map",
    "wounded",
    "in exile",
    "prisoner",
    "replaced",  # by another counter of the same person
    "removed",
    "dead",
]


class Made(Frozen):
    """The figures of a leader whom no list of the house rules has: a talented general (R-16)."""

    power: str
    strategic: int = Field(ge=1, le=5)
    tactical: int = Field(ge=1, le=5)
    maximum: int = Field(ge=1, le=6)
    rank: Literal["A", "B", "C", "D"]
    cavalry: bool = False


class Leader(Frozen):
    """How it stands with a leader: since when, until when if that is known, by which rule, a prisoner of whom.

    `count` is how much is done towards a promotion, corps beaten or wars; `counted` the id of the war counted last.
    """

    status: LeaderStatus
    since: Month
    until: Month | None = None
    by: str | None = None
    rule: str | None = None
    count: int | None = Field(default=None, ge=0)
    counted: str | None = None
    made: Made | None = None


Fate = Literal["alive", "executed"]


class Revolution(Frozen):
    """Where the French Revolution stands: its stage, and when it is to end, where not on its first date.

    `king` and `queen` are their fates, `restored` how often the Bourbons have come back, `sixes` Pitt's that
    wait for another (PI-4).
    """

    stage: int = Field(default=0, ge=0, le=49)
    end: Month | None = None
    king: Fate = "alive"
    queen: Fate = "alive"
    restored: int = Field(default=0, ge=0)
    sixes: int = Field(default=0, ge=0)


class Persia(Frozen):
    """Persia at war: who controls it, $ in its purse, factors lost, months in a row without its source of supply.

    Whom it has invaded, and since when, is in force: see eia_ref/empires/persia.py.
    """

    controller: str | None = None
    purse: int = Field(default=0, ge=0)
    losses: int = Field(default=0, ge=0)
    cut_off: int = Field(default=0, ge=0)


class Poland(Frozen):
    """Poland: how often it has tried to revolt and failed, since when it is its own master, since when no more."""

    tries: int = Field(default=0, ge=0)
    revolted: Month | None = None
    gone: Month | None = None


class Naval(Frozen):
    """What the campaign remembers of the war at sea: whether Nelson has used melee, so that it is open to all."""

    melee: bool = False


class Fleet(Frozen):
    """A fleet in the ledger: of which power or minor, its ships, where, and shut in by a blockade since when.

    Without a counter it is what was launched in a port and belongs to no fleet yet (LA-3).
    """

    power: str
    ships: int = Field(ge=1)
    at: str
    counter: bool = True
    blockaded_since: Month | None = None


FORM = 2  # of the states this code writes: 1 knew no duties
ZONES = ("F", "I", "N", "D")  # of the political track, from the worst to the best


class Campaign(State):
    """The state of a campaign.

    `rolled` counts this month's events, `once` is what may be done only once in a month and is done; `boxes` is
    the political track, zones from the worst to the best (R-33). A leader who is not in `leaders` has not come.
    `collected` are the victory points of this month's economic phase, by power.
    """

    turn: Month
    scenario: str
    rolled: int = Field(default=0, ge=0)
    colonial_trade: int = Field(ge=0)
    boxes: dict[str, int]
    powers: dict[str, Power]
    minors: dict[str, Minor]
    owed: list[Owed] = []
    once: list[Mark] = []
    leaders: dict[str, Leader] = {}
    collected: dict[str, int] = {}
    revolution: Revolution = Revolution()
    persia: Persia = Persia()
    poland: Poland = Poland()
    naval: Naval = Naval()
    fleets: dict[str, Fleet] = {}

    @property
    def month(self) -> Month:
        """The turn, by the name it has in the rules (R-05)."""
        return self.turn

    def turn_began(self) -> None:
        self.rolled = 0
        self.once = []
        self.collected = {}

    def power(self, name: str) -> Power:
        """A power's balances. Raises CantApply for a name there is not."""
        if name not in self.powers:
            raise CantApply(f"no power is called {name}")
        return self.powers[name]

    def in_play(self) -> list[str]:
        """The powers in play, in the order a random one is drawn (R-04): by name, whatever the order in a file."""
        return sorted(name for name, power in self.powers.items() if power.in_play)

    def track(self) -> list[str]:
        """The boxes of the political track, from the worst to the best."""
        return [f"{zone}{n}" for zone in ZONES for n in range(1, self.boxes.get(zone, 0) + 1)]

    def moved(self, box: str, points: int) -> str:
        """The box so many points up or down the track. Raises CantApply beyond its ends."""
        track = self.track()
        if box not in track:
            raise CantApply(f"the political track has no box {box}")
        at = track.index(box) + points
        if not 0 <= at < len(track):
            raise CantApply(f"{points:+} from {box} leads off the political track")
        return track[at]

    def room(self, box: str, points: int) -> int:
        """The part of these points that the track has room for."""
        step = 1 if points > 0 else -1
        done = 0
        while done != points:
            try:
                self.moved(box, done + step)
            except CantApply:
                break
            done += step
        return done
