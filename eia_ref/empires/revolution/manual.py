"""What a table says of the Revolution: the track moved by hand, a fate decided, the corps Bonaparte has beaten."""

from typing import Literal

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.effects import Closes, as_a
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.names import fold
from eia_ref.core.position import Position
from eia_ref.core.state import Duty
from eia_ref.empires import consequences as news
from eia_ref.empires.facts import Won
from eia_ref.empires.leaders import leaders, rolls
from eia_ref.empires.marks import only_once
from eia_ref.empires.revolution.revolution import decided, has_come, step
from eia_ref.empires.state import Campaign, Mark
from eia_ref.empires.throne import refuse_undecided, undecided
from eia_ref.empires.track import last_by_dice, stage, stages

MOST_CORPS = 50  # more than the counters of any enemy


class AdvanceRequest(Frozen):
    """`revolution advance`: so many steps by hand; why, where no event would move the track."""

    steps: int = 1
    because: str = ""


class ChooseRequest(Frozen):
    """`revolution choose`: what France decides about the king, or about the queen."""

    answer: Literal["execute", "spare"]


class CorpsRequest(Frozen):
    """`revolution corps`: enemy corps that Bonaparte has beaten, and in which battle."""

    corps: int
    battle: str = ""


def advance(sheet: Sheet[Campaign], request: AdvanceRequest) -> None:
    """Moves the track by hand: up to 47 with a reason, from there only when the leader has come (R-23)."""
    every = stages(sheet.rulebook)
    if not 1 <= request.steps <= every[-1].number:
        raise RefereeError(f"{request.steps} steps: the track has {every[-1].number}", "say how many, as 1", "steps")
    at = stage(sheet.state)
    if at + request.steps > every[-1].number:
        raise NotAllowed(f"the track stands at {at} and ends at {every[-1].number} (FR-49)", code="end-of-track")
    while stage(sheet.state) < at + request.steps:
        following = every[stage(sheet.state) + 1]
        if following.needs and not has_come(sheet, following.needs):
            raise NotAllowed(
                f"stage {following.name}, waits until {following.needs} is available (R-23)",
                "eia-ref revolution corps N counts the enemy corps Bonaparte has beaten",
                "needs-leader",
            )
        if not following.needs and not request.because:
            raise NotAllowed(
                f'up to stage {last_by_dice(sheet.rulebook)} "no event" moves the track (FR-G1)',
                'eia-ref event roll; to move it by hand all the same: --because "REASON"',
                "by-dice",
            )
        if following.needs:
            refuse_undecided(sheet.state)
        if request.because and not sheet.text:
            sheet.say(f"By hand, because: {request.because}")
        step(sheet)
        news.follow(sheet)
    sheet.outcome = f"stage {stages(sheet.rulebook)[stage(sheet.state)].name}"


def choose(sheet: Sheet[Campaign], request: ChooseRequest) -> None:
    """France decides about the king, or the queen: the fate that is open first. Refuses where none is (R-22)."""
    still = undecided(sheet.state)
    if still is None:
        raise NotAllowed(
            "nobody's fate is open: stage 21 asks once about the king, 25 once about the queen (R-22)",
            f"the track stands at {stage(sheet.state)}; eia-ref revolution show",
            "no-choice",
        )
    sheet.apply(as_a(Closes, still))
    sheet.outcome = f"{still.about}: {request.answer}"
    sheet.say(sheet.rulebook.table("decisions")[still.about]["answers"][request.answer]["words"], still.rule)
    decided(sheet, still, request.answer)


def bonaparte(position: Position[Campaign]) -> tuple[str, int | None, int] | None:
    """Bonaparte's counter that has come, the corps it has to beat to rise, and those it has; None before he has."""
    cards: dict[str, int] = position.rulebook.table("revolution")["bonaparte"]["beats"]
    card = leaders.now(position, next(iter(cards)))
    if leaders.status(position.state, card) in (None, *leaders.GONE):
        return None
    return card, cards.get(card), position.state.leaders[card].count or 0


def corps(sheet: Sheet[Campaign], request: CorpsRequest) -> None:
    """Counts enemy corps that Bonaparte has beaten, and promotes him when there are enough (LD-F5, LD-F6)."""
    if not 1 <= request.corps <= MOST_CORPS:
        raise RefereeError(
            f"{request.corps} corps: a battle has 1 to {MOST_CORPS}", "say how many enemy corps were beaten", "corps"
        )
    now = bonaparte(sheet)
    if now is None:
        raise NotAllowed("Bonaparte has not come, or is lost: stage 33 brings him (FR-33)", code="no-bonaparte")
    card, beats, beaten = now
    if beats is None:
        raise NotAllowed(f"{card} rises no further (LD-F8)", "nothing is to be counted", "no-promotion")
    if request.battle:
        counted = Mark(what="corps beaten by Bonaparte", place=fold(request.battle))
        only_once(
            sheet,
            counted,
            f"the corps beaten at {request.battle} are counted already this month (R-38)",
            "another battle of that name: give it another one",
            "counted",
        )
    at = f" at {request.battle}" if request.battle else ""
    sheet.say(f"{card} has beaten {request.corps} enemy corps{at}.", "LD-F5" if beats == 3 else "LD-F6")
    for duty in _owed(sheet, request):
        sheet.end_duty(duty)
    sheet.outcome = f"{beaten + request.corps} corps beaten"
    sheet.tell(Won(card, request.corps, field=False))
    news.follow(sheet)
    risen = bonaparte(sheet)
    if risen and risen[0] != card:
        sheet.outcome = f"{card} becomes {risen[0]}"


def _owed(position: Position[Campaign], request: CorpsRequest) -> list[Duty]:
    """The battle these corps were beaten in, of those that wait to be counted: by its name, else by their number."""
    waiting = [d for d in position.state.duties if d.what == rolls.CORPS]
    named = [d for d in waiting if request.battle and fold(d.place or "") == fold(request.battle)]
    as_many = [d for d in waiting if d.count == request.corps]
    return (named or as_many or waiting)[:1] if named or as_many or len(waiting) == 1 else []


ADJUDICATORS = (
    Adjudicator("revolution advance", AdvanceRequest, advance, same=lambda request: str(request.steps)),
    Adjudicator("revolution choose", ChooseRequest, choose),
    Adjudicator("revolution corps", CorpsRequest, corps),
)
