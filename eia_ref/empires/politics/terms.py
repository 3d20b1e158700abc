"""The terms of a surrender: which conditions of peace there are, who may pick them, which stand (R-176 to R-179)."""

import functools
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from pydantic import TypeAdapter

from eia_ref.core import names
from eia_ref.core.adjudication import Sheet
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.position import Position
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.politics.cessions import home_provinces_gone, refuse_no_home
from eia_ref.empires.state import Campaign

Kind = Literal["informal", "lapse", "conditional", "unconditional"]
KINDS: tuple[Kind, ...] = ("informal", "lapse", "conditional", "unconditional")
VICTOR, UNCONDITIONAL = "victor", "victor, unconditional"


class Condition(Frozen):
    """A condition of peace: rules/README.md says what each key means."""

    of: Literal["loser", "victor", "victor, unconditional"]
    says: str
    cancels: str = ""
    bars: str = ""
    not_with: list[str] = []
    begins: str = ""
    turned: bool = False
    months: int | Literal["peace"] | None = None
    provinces: int = 0
    owed: list[str] = []
    thirds: list[str] = []
    repeats: bool = False
    loser: str = ""
    decides: str = ""
    rule: str = "R-176"


class PeaceRequest(Frozen):
    """`pp peace`: how, that is the kind; of a surrender the power that surrenders, and to whom.

    `loser`: its own pick. `picks`, `cede`, `minors`: by victor, conditions, home provinces, minors. `months`: by
    condition, how long, where the base facts do not say. `thirds`: reparations in two phases. `forced`: the loser
    can collect no manpower and must accept (FP-1). `persia`: it surrenders to Persia at the same time.
    """

    how: Kind
    power: str
    to: list[str]
    loser: str = ""
    picks: dict[str, list[str]] = {}
    cede: dict[str, list[str]] = {}
    minors: dict[str, list[str]] = {}
    months: dict[str, int] = {}
    thirds: bool = False
    forced: bool = False
    persia: bool = False


@functools.cache
def conditions(rulebook: Rulebook) -> dict[str, Condition]:
    """The conditions of peace there are, by name."""
    table = rulebook.table("peace")["conditions"]
    return TypeAdapter(dict[str, Condition]).validate_python(table)


def find_condition(rulebook: Rulebook, said: str) -> str:
    """The condition meant; refuses others with the nearest."""
    return names.find(said, conditions(rulebook), "condition of peace")


def picks_allowed(sheet: Sheet[Campaign], request: PeaceRequest, victors: Sequence[str]) -> dict[str, list[str]]:
    """What each victor's picks come to, those that stand; refuses what may not be picked."""
    known = conditions(sheet.rulebook)
    _nothing_idle(request, known)
    most = sheet.rulebook.table("peace")["picks"]
    for victor, picked in request.picks.items():
        if victor not in victors:
            raise RefereeError(f"{victor} is no victor here", f"victors: {', '.join(victors)}", "no-victor")
        if len(picked) > most:
            raise NotAllowed(
                f"{victor} picks {len(picked)} conditions, and {most} is the most (R-176)", code="too-many-picks"
            )
        for name in picked:
            _may_pick(request, name, known[name])
    _one_of_each(request, victors, known)
    stand = {v: list(request.picks.get(v, [])) for v in victors}
    if request.how == "unconditional":
        if request.loser:
            raise NotAllowed("in an unconditional surrender the loser picks nothing (R-176)", code="loser-picks")
        return stand
    own, picks = request.loser, {name: c for name, c in known.items() if c.of == "loser"}
    if not own or known[own].of != "loser":
        raise RefereeError(
            f"{request.power} picks one condition of A (R-176)",
            f"--loser {next(iter(picks))}; they are {', '.join(f'{name} {c.says}' for name, c in picks.items())}",
            "no-loser-pick",
        )
    sheet.say(f"{request.power} picks {own}: {known[own].says}.", "R-176")
    for victor in victors:
        stand[victor] = _two_of_three(sheet, victor, stand[victor], known[own].cancels)
    return stand


def _two_of_three(sheet: Sheet[Campaign], victor: str, picked: list[str], cancels: str) -> list[str]:
    """Of a victor's three picks two stand: without the one cancelled, else the first two (R-178)."""
    if cancels in picked:
        sheet.say(f"It takes away {cancels}, which {victor} has picked.", "R-178")
        return [c for c in picked if c != cancels]
    if len(picked) == 3:
        sheet.say(f"It takes away nothing {victor} has picked: {picked[2]}, its third, does not stand.", "R-178")
    return picked[:2]


def _nothing_idle(request: PeaceRequest, known: Mapping[str, Condition]) -> None:
    """Refuses a length or thirds that no condition picked has a use for."""
    picked = {name for names in request.picks.values() for name in names}
    for name in request.months:
        if name not in picked or known[name].months != 0:
            why = "is not picked" if name not in picked else "has its own length, or none"
            raise RefereeError(f"--months {name}: {name} {why} (R-176)", "leave it out", "no-use")
    if request.thirds and "B.3" not in picked:
        raise RefereeError("--thirds: B.3 is not picked (R-176)", "leave it out", "no-use")


def _may_pick(request: PeaceRequest, name: str, condition: Condition) -> None:
    """Whether a victor may pick this in this kind of peace."""
    if condition.of == "loser":
        raise NotAllowed(f"{name} is a condition for the loser to pick (R-176)", "--loser", "loser-s-pick")
    if condition.of == UNCONDITIONAL and request.how == "conditional":
        rule = "PC-1" if condition.rule.startswith("PC") else condition.rule
        raise NotAllowed(
            f"{name} can be picked in an unconditional surrender only ({rule})", code="unconditional-only"
        )
    if condition.loser and condition.loser != request.power:
        raise NotAllowed(f"{name} concerns a surrender of {condition.loser} ({condition.rule})", code="not-the-loser")
    if name == "B.3" and request.persia:
        raise NotAllowed("Persia has picked B.3 already, before all others (PS-19)", code="repeated")


def _one_of_each(request: PeaceRequest, victors: Sequence[str], known: Mapping[str, Condition]) -> None:
    """No condition twice but C.6, and none beside one it excludes; the earlier in turn has it (R-179)."""
    taken: dict[str, str] = {}
    for victor, name in in_turn(request.picks, victors):
        if name in taken and not known[name].repeats:
            raise NotAllowed(
                f"{name} is picked by {taken[name]} already, and {victor} can't have it too (R-179)", code="repeated"
            )
        if clash := next((c for c in known[name].not_with if c in taken), None):
            raise NotAllowed(f"{name} can't stand beside {clash} (R-176)", code="excluded")
        taken[name] = victor


def in_turn(picks: Mapping[str, Sequence[str]], victors: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The victors' picks in the order they are made: the first of each in turn, then the second of each ..."""
    for n in range(max((len(p) for p in picks.values()), default=0)):
        for victor in victors:
            if n < len(picks.get(victor, [])):
                yield victor, picks[victor][n]


def check_cessions(
    position: Position[Campaign], request: PeaceRequest, victors: Sequence[str], picks: Mapping[str, Sequence[str]]
) -> None:
    """Home provinces: as many as the conditions give, and three in all over all victors (FC-16)."""
    known, loser = conditions(position.rulebook), request.power
    most = position.rulebook.table("peace")["home_provinces"]
    barred = known[request.loser].bars if request.loser else ""
    for victor in {*request.cede, *request.minors} - {*victors}:
        raise RefereeError(f"{victor} is no victor here", f"victors: {', '.join(victors)}", "no-victor")
    for victor in victors:
        given = [c for c in picks[victor] if known[c].provinces]
        may = sum(known[c].provinces for c in given if c != barred)
        wants = request.cede.get(victor, [])
        if len(wants) > may:
            says = (
                f"{victor} may take {may} home province{'s' if may != 1 else ''} by what it picks, not {len(wants)}"
            )
            idle = next(
                (c for c in request.picks.get(victor, []) if known[c].provinces and c not in picks[victor]), ""
            )
            hint = f"{idle}, its third pick, does not stand (R-178): pick it first or second" if idle else ""
            raise NotAllowed(f"{says} (R-176)", hint or "B.7 gives one, C.4 up to three", "provinces")
        if may and not wants:
            raise RefereeError(
                f"{victor} picks {given[0]}, and no home province is named",
                f'--cede "{victor}=PROVINCE"',
                "no-province",
            )
    every = [p for v in victors for p in request.cede.get(v, [])]
    before = home_provinces_gone(position.state, loser)
    folded = [names.fold(p) for p in (*before, *every)]
    if twice := next((p for p in every if folded.count(names.fold(p)) > 1), None):
        raise NotAllowed(f"{twice} can be ceded once (R-176)", code="province-twice")
    if len(folded) > most:
        raise NotAllowed(
            f"{len(folded)} home provinces of {loser} would go ({', '.join((*before, *every))}): {most} is the most, "
            f"over all victors (R-176)",
            code="too-many-provinces",
        )
    for province in every:
        refuse_no_home(position, loser, province)
