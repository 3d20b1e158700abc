"""A declaration of war as it is looked at: what was asked, what came of it, on whom it is (R-31, R-32, R-172)."""

from collections.abc import Iterator
from typing import NamedTuple

from eia_ref.core.frozen import Frozen
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.minors import controller, group, home, is_major
from eia_ref.empires.relations import at_war, dominant, in_force, towards
from eia_ref.empires.state import Campaign, Mark

Note = tuple[str, tuple[str, ...]]  # words for the table, and the rules
Party = tuple[str, str, tuple[str, ...]]  # on whom, why it comes with it, by which rules


class DowRequest(Frozen):
    """`pp dow`: who on whom, and what the ledger can't know of the board.

    `call`: an ally at war with it has called. `invaded`: unbesieged enemy infantry corps stand in the home nation.
    `forcible`: the other is using forcible access at this moment. `trade_broken`: the other trades against its
    peace. `apart`: the minor touches no area of the power in whose sphere of influence the declaring power is.
    `african`: the other has an African province.
    """

    power: str
    against: str
    call: bool = False
    invaded: bool = False
    forcible: bool = False
    trade_broken: bool = False
    apart: bool = False
    african: bool = False


class Line(NamedTuple):
    """A line of a declaration's price: political points, what for, by which rules."""

    points: int
    says: str
    rules: tuple[str, ...]


class Refusal(NamedTuple):
    """Why a declaration is not allowed: a word for the matrix, the reason in full, what can be done, the code."""

    word: str
    says: str
    hint: str = ""
    code: str = "not-allowed"


class OnAll(NamedTuple):
    """One war of a declaration: on whom, why it comes with it, its price."""

    against: str
    why: str
    rules: tuple[str, ...]
    lines: tuple[Line, ...]

    @property
    def points(self) -> int:
        """The price of this war, 0 or less."""
        return sum(line.points for line in self.lines)


class Declaration(NamedTuple):
    """A declaration of war looked at: what forbids it, the wars it makes, notes on what follows."""

    power: str
    target: str
    refusals: tuple[Refusal, ...]
    wars: tuple[OnAll, ...]
    notes: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def points(self) -> int:
        """The price of it all, 0 or less."""
        return sum(war.points for war in self.wars)


def forcing(power: str, host: str) -> Mark:
    """The mark of a power that has gone through another's territory by forcible access this month (AM-10.3.4.2)."""
    return Mark(what="forcible access", whom=power, against=host)


def target_of(rulebook: Rulebook, state: Campaign, ask: DowRequest) -> tuple[str, list[Note]]:
    """Whom the war is on: of a minor that a power controls, that power (R-172)."""
    said = ask.against
    if is_major(state, said) or said == "Persia" or own_poland(state, said):
        return said, []
    by = controller(rulebook, state, said)
    if by is None or by == ask.power:
        return said, []
    whose = home(rulebook, state, said)
    how, rules = (f"a province of {by}", (whose[1],)) if whose else (f"controlled by {by}", ())
    return by, [(f"{said} is {how}: a war on it is one on {by}.", ("R-172", *rules))]


def own_poland(state: Campaign, said: str) -> bool:
    """Whether it is Poland, protected or independent, with its own rules on war (PL-6, PL-16, R-265)."""
    held = state.minors.get("Poland")
    return said == "Poland" and (held is None or held.held != "conquered")


def protected(state: Campaign) -> bool:
    """Whether Poland is Russia's protectorate."""
    held = state.minors.get("Poland")
    return held is not None and held.held == "protectorate"


def parties(rulebook: Rulebook, state: Campaign, ask: DowRequest, target: str) -> Iterator[Party]:
    """All on whom the war is declared, the one meant first."""
    power = ask.power
    yield target, "", ("R-30",)
    more: list[Party] = []
    if on_neutrality(rulebook, state, power, target):
        members = [m for m in group(rulebook, "armed neutrality") if not controller(rulebook, state, m)]
        members += [m for m in ("Russia",) if m != power]
        more = [(m, "one of the armed neutrality", ("AN-2", "R-31")) for m in members]
    if on_empire(rulebook, state, power, target):
        other = "Prussia" if power == "Austria" else "Austria"
        members = [m for m in group(rulebook, "Holy Roman Empire") if not controller(rulebook, state, m)]
        more = [(m, "one of the empire", ("HR-2", "R-32")) for m in [*members, other]]
    if target == "Sardinia" and in_force(state, "Sardinia under Britain") and power != "Britain":
        more = [("Britain", "Sardinia stands under Britain", ("SA-3",))]
    if target == "Poland" and protected(state):
        more = [("Russia", "Poland is its protectorate", ("PL-6",))]
    for who, why, rules in more:
        if who != target and not at_war(state, power, who):
            yield who, why, rules


def on_neutrality(rulebook: Rulebook, state: Campaign, power: str, target: str) -> bool:
    """Whether the war is one on the armed neutrality (AN-2); France's free war on Holland is not (AN-8)."""
    free = (power, target) == ("France", "Holland") and towards(state, "free war", power, target)
    return target in group(rulebook, "armed neutrality") and neutrality_stands(rulebook, state) and not free


def neutrality_stands(rulebook: Rulebook, state: Campaign) -> bool:
    """Whether the armed neutrality holds: not while powers control every minor in it (AN-9, AN-10)."""
    free = [m for m in group(rulebook, "armed neutrality") if not controller(rulebook, state, m)]
    return in_force(state, "armed neutrality") is not None and bool(free)


def on_empire(rulebook: Rulebook, state: Campaign, power: str, target: str) -> bool:
    """Whether the war is one of Austria or Prussia on the Holy Roman Empire (HR-2)."""
    members = group(rulebook, "Holy Roman Empire")
    return target in members and power in ("Austria", "Prussia") and empire_stands(state)


def empire_stands(state: Campaign) -> bool:
    """Whether the rule of the Holy Roman Empire still holds (HR-5)."""
    gone = state.month.year >= 1800 and any(dominant(state, p) for p in ("France", "Austria", "Prussia"))
    return in_force(state, "Holy Roman Empire") is not None and not gone
