"""A declaration of war, prepared: who declares it, on whom, and with whom that is one (R-31, R-32, R-172).

It is prepared once, as a value. `forbidden` says what forbids it, `price` what it costs, `declare` carries it out.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from eia_ref.core.frozen import Frozen
from eia_ref.core.position import Position
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.endings import ended_by_dominance
from eia_ref.empires.minors import controller, group, home, is_major, whole
from eia_ref.empires.polish_provinces import POLAND, by_own_rules, protector
from eia_ref.empires.relations import PERSIA, at_war, in_force, towards
from eia_ref.empires.state import Campaign, Mark

FREE_WAR = "free war"
Note = tuple[str, tuple[str, ...]]  # words for the table, and the rules


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


class Party(NamedTuple):
    """One on whom war is declared, a `major` power or a minor; `why` it comes with the target, by which rules."""

    name: str
    major: bool
    why: str = ""
    rules: tuple[str, ...] = ()

    @property
    def meant(self) -> bool:
        """Whether it is the target itself."""
        return not self.why


class Declaration(NamedTuple):
    """A declaration of war, prepared.

    `against` is the power or minor named, or the minor of which that is a part; `controller` the power that controls
    this minor. `target` is the one the war is on, that controller or `against`. `parties` are all on whom it is
    declared, the target first; `shared` names what brings the others into it, as "armed neutrality", and `alone`
    what would, if it were not a free war. `protector` has Poland as its protectorate. `asked` is the request, with
    what the ledger can't know; `notes` say on whom it is, where that is not the one named.
    """

    power: str
    against: str
    controller: str | None
    target: str
    parties: tuple[Party, ...]
    shared: str
    alone: str
    protector: str | None
    asked: DowRequest
    notes: tuple[Note, ...]

    @property
    def majors(self) -> list[str]:
        """The major powers it is on."""
        return [party.name for party in self.parties if party.major]


def forcing(power: str, host: str) -> Mark:
    """The mark of a power that has gone through another's territory by forcible access this month (AM-10.3.4.2)."""
    return Mark(what="forcible access", whom=power, against=host)


def prepare(position: Position[Campaign], asked: DowRequest) -> Declaration:
    """A declaration of war as it was asked for, prepared; nothing is refused here."""
    state = position.state
    power, against = asked.power, whole(position, asked.against)
    own_target = is_major(state, against) or against == PERSIA or by_own_rules(state, against)
    by = None if is_major(state, against) else controller(position, against)
    target, notes = against, list[Note]()
    if by and by != power and not own_target:
        target = by
        notes.append(_on_controller(position, against, by))
    shared, alone = _shared(position, power, target)
    return Declaration(
        power=power,
        against=against,
        controller=by,
        target=target,
        parties=tuple(_parties(position, power, target, shared)),
        shared=shared,
        alone=alone,
        protector=protector(state),
        asked=asked,
        notes=tuple(notes),
    )


def _on_controller(position: Position[Campaign], minor: str, by: str) -> Note:
    """A war on a minor that a power controls, or on a province of its, is one on that power (R-172)."""
    whose = home(position, minor)
    how, rules = (f"a province of {by}", (whose[1],)) if whose else (f"controlled by {by}", ())
    return f"{minor} is {how}: a war on it is one on {by}.", ("R-172", *rules)


def shared_wars(rulebook: Rulebook) -> dict[str, Any]:
    """What makes a war on one a war on others too, by the name of what is in force: see politics.toml."""
    found: dict[str, Any] = rulebook.table("politics")["shared"]
    return found


def _shared(position: Position[Campaign], power: str, target: str) -> tuple[str, str]:
    """What brings others into the war (R-31, R-32), and what does not since it is a free war (AN-8)."""
    for name, data in shared_wars(position.rulebook).items():
        of = target in (data["on"] if "on" in data else group(position.rulebook, name))
        if not of or power not in data.get("by", (power,)) or not in_force(position.state, name):
            continue
        if ended_by_dominance(position, name):  # HR-5, before the month's beginning has told it
            continue
        free = "not_free_war" in data and towards(position.state, FREE_WAR, power, target)
        return ("", name) if free else (name, "")
    return "", ""


def _parties(position: Position[Campaign], power: str, target: str, shared: str) -> Iterator[Party]:
    """All on whom the war is declared, the target first; not those it is at war with already."""
    state = position.state
    yield Party(target, is_major(state, target), rules=("R-30",))
    more: list[Party] = []
    if shared:
        data = shared_wars(position.rulebook)[shared]
        members = [m for m in group(position.rulebook, shared) if not controller(position, m)]
        more = [Party(m, False, data["why"], tuple(data["rules"])) for m in members]
        more += [Party(p, True, data["why"], tuple(data["rules"])) for p in data["also"] if p != power]
    if target == POLAND and (whose := protector(state)):
        more.append(Party(whose, True, "Poland is its protectorate", ("PL-6",)))
    for party in more:
        if party.name != target and not at_war(state, power, party.name):
            yield party
