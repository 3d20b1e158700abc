"""Duties in words, and their end: by the table's own word, set aside with a reason, or with its time.

The rules folder explains them in duties.toml, by name; rules/README.md says what each key means.
"""

from collections.abc import Iterable, Mapping, Sequence
from string import Formatter
from typing import Any, NamedTuple, TypeVar

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.errors import NotAllowed, RefereeError, quoted
from eia_ref.core.frozen import Frozen
from eia_ref.core.position import Position
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import Concerns, Duty, State

S = TypeVar("S", bound=State)

DONE, SET_ASIDE = "duty done", "duty set-aside"
LAST = 99  # the step of duties that name none


class DoneRequest(Frozen):
    """`duty done`: what the table has done on the board, by its id or its name, and what came of it."""

    duty: str
    came: str = ""


class SetAsideRequest(Frozen):
    """`duty set-aside`: a duty that is not done, by its id or its name, and why not."""

    duty: str
    because: str


def explained(rulebook: Rulebook, what: str) -> Mapping[str, Any]:
    """What duties.toml says of a duty. Refuses one it does not know."""
    data: Mapping[str, Any] | None = rulebook.table("duties").get(what)
    if data is None:
        raise RefereeError(f"duty {quoted(what)} is not in the rules", "eia-ref audit says where it is from", "duty")
    return data


def in_words(rulebook: Rulebook, duty: Duty) -> str:
    """A duty for people: `Suvorov commanded in a battle and has had no casualty roll`."""
    words: str = explained(rulebook, duty.what)["words"]
    return words.format_map(duty.model_dump())


def typed(rulebook: Rulebook, duty: Duty) -> tuple[str, ...]:
    """What there is to type for it, one line for each way; `duty done` where the table does it on the board."""
    data = explained(rulebook, duty.what)
    fields = duty.model_dump(exclude_none=True)
    lines = [line.format_map(fields) for line in data.get("type", []) if _fields_of(line) <= fields.keys()]
    if data.get("by_hand"):
        lines.append(f"eia-ref duty done {duty.id}")
    return tuple(lines)


def _fields_of(line: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(line) if name}


def in_order(position: Position[State]) -> list[Duty]:
    """All duties, in the order of a turn's steps."""
    state = position.state
    return sorted(state.duties, key=lambda d: (explained(position.rulebook, d.what).get("step", LAST), d.order))


class Task(NamedTuple):
    """One duty, or several of one kind told as one."""

    duties: Sequence[Duty]
    words: str
    rule: str
    type: tuple[str, ...]
    must: bool


def tasks(rulebook: Rulebook, duties: Iterable[Duty]) -> list[Task]:
    """Duties as they are told, those of one kind together where the rules have words for that."""
    groups: dict[tuple[str, ...], list[Duty]] = {}
    for duty in duties:
        together = "together" in explained(rulebook, duty.what)
        groups.setdefault((duty.what, duty.rule, str(duty.must), "" if together else duty.id), []).append(duty)
    return [_task(rulebook, those) for those in groups.values()]


def _task(rulebook: Rulebook, those: Sequence[Duty]) -> Task:
    first = those[0]
    words = in_words(rulebook, first)
    if len(those) > 1:
        fields = {k: ", ".join(dict.fromkeys(str(getattr(d, k)) for d in those)) for k in Concerns.model_fields}
        words = explained(rulebook, first.what)["together"].format_map(fields)
    return Task(those, words, first.rule, typed(rulebook, first), first.must)


def musts(position: Position[State]) -> list[Task]:
    """The duties that keep the turn from ending."""
    return tasks(position.rulebook, [d for d in in_order(position) if d.must])


def done(sheet: Sheet[S], request: DoneRequest) -> None:
    """The table has done on the board what nothing else enters. Refuses a duty that a command does."""
    came = " ".join(request.came.split())
    for duty in _meant(sheet, request.duty):
        if not explained(sheet.rulebook, duty.what).get("by_hand"):
            by = typed(sheet.rulebook, duty)[0]
            raise NotAllowed(
                f"{in_words(sheet.rulebook, duty)}: a command does that ({duty.rule})",
                f'{by}; or, if it is not to be done: eia-ref duty set-aside {duty.id} --because "REASON"',
                "by-command",
            )
        sheet.say(f"Done: {in_words(sheet.rulebook, duty)}{f': {came}' if came else ''}.", duty.rule)
        sheet.end_duty(duty)
        sheet.outcome = f"{duty.what}: {came or 'done'}"


def set_aside(sheet: Sheet[S], request: SetAsideRequest) -> None:
    """A duty, or all of one name, is not done, for a reason (R-390)."""
    those = _meant(sheet, request.duty)
    because = " ".join(request.because.split()).rstrip(".")
    if not because:
        raise RefereeError(
            "it needs a reason", f'eia-ref duty set-aside {those[0].id} --because "REASON"', "no-reason"
        )
    for task in tasks(sheet.rulebook, those):
        sheet.say(f"Set aside: {task.words}. Because: {because}.", task.rule, "R-390")
    for duty in those:
        sheet.end_duty(duty, "set aside")
    sheet.outcome = f"{those[0].what} is set aside"


def _meant(position: Position[S], said: str) -> list[Duty]:
    """The duty of that id, or all of that name. Refuses one there is not."""
    found = [d for d in position.state.duties if said in (d.id, d.what)]
    if not found:
        there = ", ".join(d.id for d in position.state.duties) or "none"
        raise RefereeError(
            f"there is no duty {said or '...'}", f"there are: {there}; eia-ref agenda says more", "no-duty"
        )
    return found


ADJUDICATORS: tuple[Adjudicator[State, Any], ...] = (
    Adjudicator(DONE, DoneRequest, done),
    Adjudicator(SET_ASIDE, SetAsideRequest, set_aside),
)
