"""What a month's random event may bring, exactly: the table's own code, run over every way the dice can fall.

Dice that change nothing asked for here (which leader of a power, how many guerrillas) are not varied.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from eia_ref.core.adjudication import Sheet
from eia_ref.core.dice import Dice, Die, make
from eia_ref.core.effects import Arises, Begins, Effect, Opens
from eia_ref.core.odds import distribution
from eia_ref.core.position import Position
from eia_ref.core.state import Setting
from eia_ref.empires.consequences import follow
from eia_ref.empires.effects import ColonialTrade, LeaderIs, Manpower, Money, Owes, PoliticalPoints, Sets
from eia_ref.empires.event_table import RollRequest, Row, rows
from eia_ref.empires.events.events import play
from eia_ref.empires.leaders.leaders import card
from eia_ref.empires.minors import controller
from eia_ref.empires.state import Campaign

STEP = "a step of the Revolution"
TRY = "a try at a revolt in Poland"
REVOLT = "Poland revolts"
ENTRY = 999_999_998  # the number of an entry that is never made; the next one is a second event's

Outcome = tuple[str, frozenset[str]]  # the row, and what it brings of what may be asked for


class Chance(NamedTuple):
    """The chance of something in one roll, exactly; and in this month at least once, from `low` to `high`.

    Row 100 is followed to both its rolls; a second 100 in the same month is what is left between the two.
    """

    roll: Fraction
    low: Fraction
    high: Fraction


@dataclass
class Chances:
    """The chances from where a campaign stands. `one` is what one roll brings, row 100 aside."""

    position: Position[Campaign]
    _one: dict[Hashable, dict[Outcome, Fraction]] = field(default_factory=dict)
    _after: dict[Hashable, Campaign] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.position = Position(self.position.rulebook, _with_names(self.position.state))
        self._after[_key(self.position)] = self.position.state
        self._next: dict[tuple[Hashable, Outcome], dict[Hashable, Fraction]] = {}

    def one(self) -> dict[Outcome, Fraction]:
        """The exact chance of each outcome of one roll; they add up to 1 less the chance of row 100."""
        return self._single(_key(self.position))

    def of(self, what: str) -> Chance:
        """The chance of one thing: STEP, TRY, REVOLT, or a power's name."""
        here = _key(self.position)
        again = self._again()
        once = _total(self._single(here), what)
        first_hits, second_hits, open_ended = Fraction(0), Fraction(0), again
        for outcome, chance in self._single(here).items():
            if what in outcome[1]:
                first_hits += chance
                continue
            open_ended += chance * again
            for after, part in self._next[here, outcome].items():
                second_hits += part * _total(self._single(after), what)
        low = once + again * (first_hits + second_hits)
        return Chance(roll=once, low=low, high=low + again * open_ended)

    def touching(self, power: str) -> list[tuple[Row, Fraction]]:
        """The rows that can touch a power, each with its chance in one roll."""
        found = [(row, _total(self.one(), power, row.id)) for row in self._rows()]
        return [(row, chance) for row, chance in found if chance]

    def _rows(self) -> list[Row]:
        return [row for row in rows(self.position.rulebook) if not row.again]

    def _again(self) -> Fraction:
        return sum((chance_of(row) for row in rows(self.position.rulebook) if row.again), Fraction(0))

    def _single(self, at: Hashable) -> dict[Outcome, Fraction]:
        """What one roll brings from a state, told apart by what matters; and where each outcome leads."""
        if at not in self._one:
            found: dict[Outcome, Fraction] = {}
            for row in self._rows():
                for (outcome, after), chance in self._row(self._after[at], row).items():
                    part = chance * chance_of(row)
                    found[outcome] = found.get(outcome, Fraction(0)) + part
                    leads = self._next.setdefault((at, outcome), {})
                    leads[after] = leads.get(after, Fraction(0)) + part
            self._one[at] = found
        return self._one[at]

    def _row(self, state: Campaign, row: Row) -> dict[tuple[Outcome, Hashable], Fraction]:
        """One row over every way its dice can fall."""

        def run(dice: Dice) -> tuple[Outcome, Hashable]:
            number = ENTRY if state is self.position.state else ENTRY + 1
            sheet = Sheet(Position(self.position.rulebook, state), _Varied(dice, row.persia is not None), number)
            play(sheet, row, RollRequest())
            follow(sheet)
            after = _key(sheet)
            self._after.setdefault(after, sheet.state)
            return (row.id, frozenset(_brings(sheet))), after

        return distribution(run)


def chance_of(row: Row) -> Fraction:
    """The chance of a row in one roll."""
    return Fraction(row.last - row.first + 1, 100)


class _Varied:
    """Dice of which only those are varied that change something asked for; of the others a 1 stands for all.

    They are the random power's, the exile's who comes back, Persia's in its own rows (`every`), and Poland's, which
    have it in their purpose.
    """

    def __init__(self, dice: Dice, every: bool) -> None:
        self.dice = dice
        self.every = every

    def roll(self, sides: int, purpose: str) -> Die:
        if self.every or purpose in ("random power", "random exile") or "Poland" in purpose:
            return self.dice.roll(sides, purpose)
        return make(sides, 1, purpose, "engine")

    def unneeded(self, purpose: str) -> None:
        pass

    def finish(self) -> None:
        pass


def _brings(sheet: Sheet[Campaign]) -> Iterator[str]:
    """What came of a row, of all that may be asked for."""
    for die in sheet.rolled:
        if die.purpose == "random power" and die.drew:
            yield die.drew
    for effect in sheet.effects:
        yield from _of(sheet, effect)


def _of(position: Position[Campaign], effect: Effect) -> Iterator[str]:
    rulebook, state = position.rulebook, position.state
    if isinstance(effect, Sets) and (effect.part, effect.field) == ("revolution", "stage"):
        yield STEP
    if isinstance(effect, Sets) and effect.part == "poland":
        yield TRY
    if isinstance(effect, Sets) and (effect.part, effect.field) == ("poland", "revolted"):
        yield REVOLT
    if isinstance(effect, PoliticalPoints | Money | Manpower | Owes):
        yield effect.power
    if isinstance(effect, ColonialTrade):
        yield "Britain"
    if isinstance(effect, Arises | Begins | Opens) and effect.whom in state.powers:
        yield str(effect.whom)
    if isinstance(effect, LeaderIs) and (of := card(position, effect.leader).power) in state.powers:
        yield of
    for row in rows(rulebook):
        if row.garrison and isinstance(effect, Begins) and effect.what == row.begins:
            holder = controller(position, row.garrison.where)
            yield from [holder] if holder in state.powers else []


def _key(position: Position[Campaign]) -> Hashable:
    """What of a state can matter to the next roll of the same month."""
    rulebook, state = position.rulebook, position.state
    begun = {row.begins for row in rows(rulebook)}
    things = sorted(t.name for t in state.in_force if t.what not in begun)
    owed = sorted((o.what, o.power) for o in state.owed if any(row.free_of == o.what for row in rows(rulebook)))
    return (state.revolution, state.poland, state.persia, tuple(things), tuple(owed))


def _with_names(state: Campaign) -> Campaign:
    """The state with as many names in each list as any row can want, so that no die is needed for one."""
    lists: dict[str, Setting] = {"areas": ["area 1", "area 2", "area 3"]}
    for power in state.powers:
        lists |= {f"fleets.{power}": ["fleet"], f"depots.{power}": ["depot"]}
    return state.model_copy(update={"settings": {**state.settings, **lists}, "fleets": {}})


def _total(outcomes: dict[Outcome, Fraction], what: str, row: str = "") -> Fraction:
    """The chance of what is asked, in any row or in one."""
    return sum((c for (id, brings), c in outcomes.items() if what in brings and row in ("", id)), Fraction(0))
