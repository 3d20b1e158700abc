"""Taking back: an entry that names the one it voids, the reason, and the opposite effects. Nothing is deleted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import ValidationError

from eia_ref.core.adjudication import Adjudication
from eia_ref.core.effects import Arises, Discharged, Effect, TurnBegins, apply
from eia_ref.core.errors import CantApply, NotAllowed, RefereeError
from eia_ref.core.game import BY_LEDGER, NEW, REPAIR, SETTINGS, TAKE_UP, TURN, VOID, Game
from eia_ref.core.requests import TurnRequest
from eia_ref.core.state import State
from eia_ref.ledger.clerk import Clerk, Result, Said, plain
from eia_ref.ledger.document import Document
from eia_ref.ledger.model import Entry
from eia_ref.ledger.read import Ledger, changed, entries_from, entry_numbered, voided_by
from eia_ref.ledger.replay import again, request_of

NEVER = {  # `unit`: what the game calls a turn
    NEW: "the campaign's beginning stays; begin another ledger instead",
    TAKE_UP: "it only says what the ledger owed already",
    SETTINGS: "it only says what the header says: edit the header back",
}


def void(clerk: Clerk, ledger: Ledger[Any], number: int, because: str, cascade: bool, said: Said) -> list[Result]:
    """Voids an entry, and with `cascade` those that rest on it, the last one first.

    Raises NotAllowed where it is void already, may never be voided, or others rest on it; LedgerFault where its
    page or a later one was changed after it was written.
    """
    said.refuse_dice("a void")
    entry_numbered(ledger, number)
    pairs = entries_from(ledger, number)
    for part in dict.fromkeys(part for part, _ in pairs):
        if faults := changed(part):
            raise faults[0]
    entries = [part.page.entry[i] for part, i in pairs]
    target, void_now = entries[0], voided_by(entries)
    unit = clerk.game.turn.unit
    if target.command in NEVER:
        why = NEVER[target.command].format(unit=unit)
        raise NotAllowed(f"entry {number} ({target.command}) can't be voided", why, "never-void")
    if number in void_now:
        raise NotAllowed(
            f"entry {number} is void already, by entry {void_now[number]}",
            f"to have it stand again: eia-ref void {void_now[number]}",
            "void-already",
        )
    if turns(clerk.game, *pairs[0]):
        _refuse_taken_up(clerk, ledger, number)
        resting = _after_turn(pairs, void_now)
        _refuse_unkept(ledger, pairs[0])
    else:
        resting = resting_on(ledger, pairs, void_now)
    _refuse_never(clerk.game, number, resting)
    if resting and not cascade:
        named = ", ".join(f"{e.number} ({e.command}: {e.outcome})" for e in (p.page.entry[i] for p, i in resting))
        raise NotAllowed(
            f"later entries rest on entry {number}: {named}",
            f"void them too, the last one first: eia-ref void {number} --cascade",
            "rests-on",
        )
    done, turn = [], clerk.state.turn
    for part, i in [*reversed(resting), pairs[0]]:
        done.append(_void_one(clerk, part, i, because, number, said))
    if clerk.state.turn != turn:
        first, last = pairs[0][0].page, ledger.page
        opened = {str(page.turn): page.opened.get(str(page.turn), page.entries) for page in (first, last)}
        clerk.opened = {**last.opened, **opened}
        clerk.open_page()
    return done


def _after_turn(pairs: list[tuple[Document, int]], void_now: dict[int, int]) -> list[tuple[Document, int]]:
    """What has been entered after the end of a turn and stands: all of it rests on that."""
    first = pairs[0][0].page.entry[pairs[0][1]].number
    entries = [(part, i, part.page.entry[i]) for part, i in pairs[1:]]
    return [
        (part, i)
        for part, i, entry in entries
        if entry.number not in void_now and not (entry.command == VOID and entry.voids[0] >= first)
    ]


def _refuse_unkept(ledger: Ledger[Any], end: tuple[Document, int]) -> None:
    """Refuses to open a turn again that an earlier eia-ref ended: it did not keep what is needed for that."""
    part, index = end
    before = part.opening(ledger.game)
    for i in range(index):
        before = apply(before, part.effects(ledger.game, i))
    effects = part.effects(ledger.game, index)
    if apply(apply(before, effects), opposites(effects)) != before:
        turn = part.page.turn
        raise NotAllowed(
            f"{turn.name} was ended by an earlier eia-ref, which did not keep what opening it again takes",
            f"what came of it is put right with entries of this {turn.unit}",
            "never-void",
        )


def turns(game: Game[Any], part: Document, index: int) -> bool:
    """Whether an entry ends a turn, or takes the end of one back."""
    return any(isinstance(e, TurnBegins) for e in part.effects(game, index))


def _refuse_taken_up(clerk: Clerk, ledger: Ledger[Any], number: int) -> None:
    """Refuses to open a turn again in the block that takes a changed header up: that would stand after its end."""
    if clerk.number != ledger.page.count:
        raise NotAllowed(
            f"entry {number} can't be voided: the header has changed since, and what that changes stands after it",
            "edit the header back first",
            "never-void",
        )


def _refuse_never(game: Game[Any], number: int, resting: Sequence[tuple[Document, int]]) -> None:
    """Refuses to void an entry on which rests what is never voided, or what ends a turn."""
    unit = game.turn.unit
    for part, i in resting:
        entry = part.page.entry[i]
        if entry.command in NEVER:
            why = NEVER[entry.command].format(unit=unit)
        elif turns(game, part, i):
            why = f"a {unit} is opened again only while nothing stands after its end: eia-ref void {entry.number}"
        else:
            continue
        raise NotAllowed(
            f"entry {number} can't be voided: entry {entry.number} ({entry.command}) rests on it",
            f"{why}; what came of it is put right with entries of this {unit}",
            "never-void",
        )


def _void_one(clerk: Clerk, part: Document, index: int, because: str, first: int, said: Said) -> Result:
    entry = part.page.entry[index]
    effects = taken_back(part.effects(clerk.game, index), clerk.state)
    try:
        after = apply(clerk.state, effects)
    except CantApply as e:
        raise NotAllowed(f"entry {entry.number} can't be taken back: {e.message}", code="cant-apply") from None
    why = because if entry.number == first else f"it rests on entry {first}: {because}"
    text = [f"Entry {entry.number} ({entry.command}: {entry.outcome}) is void: {why.rstrip('.')}."]
    stand = bool(entry.dice) and part.page.turn == after.turn
    if stand:
        text.append(f"R-08: Its dice stand if the same is adjudicated again this {clerk.game.turn.unit}.")
    elif entry.dice:
        text.append(f"It was of {part.page.turn.name}, which has ended, and is not adjudicated again.")
    elif part.page.turn != after.turn:
        text.append(
            f"It was of {part.page.turn.name}, which has ended: what is owed in its place is entered by hand."
        )
    if entry.command == TURN:
        text.append(f"R-391: {after.turn.name} goes on as it was before its end.")
    rules = (*(("R-08",) if stand else ()), *(("R-391",) if entry.command == TURN else ()))
    done = Adjudication(f"entry {entry.number} is void", rules, (), tuple(text), effects, (), after)
    return clerk.enter(VOID, {"entry": entry.number, "because": because}, done, said, voids=(entry.number,))


def opposites(effects: Sequence[Effect]) -> tuple[Effect, ...]:
    """What takes these effects back, the last one first."""
    return tuple(e.opposite() for e in reversed(effects))


def taken_back(effects: Sequence[Effect], state: State) -> tuple[Effect, ...]:
    """What takes these effects back on a later state: their opposites, but for duties whose time is over by then.

    A duty that is over already is not ended once more, and one whose turn has ended does not come back.
    """
    every = opposites(effects)
    turn = next((e.now for e in every if isinstance(e, TurnBegins)), state.turn)
    duties, back = {d.id for d in state.duties}, []
    for effect in every:
        if isinstance(effect, Arises):
            if effect.until is not None and effect.until <= turn:
                continue
            duties.add(effect.id)
        elif isinstance(effect, Discharged):
            if effect.id not in duties:
                continue
            duties.remove(effect.id)
        back.append(effect)
    return tuple(back)


def instead(was: Sequence[Effect], now: Sequence[Effect]) -> tuple[Effect, ...]:
    """What takes back those effects of `was` that are not among `now`, and makes those of `now` that were not."""
    gone, come = list(was), []
    for effect in now:
        if effect in gone:
            gone.remove(effect)
        else:
            come.append(effect)
    return (*opposites(gone), *come)


def resting_on(
    ledger: Ledger[Any], pairs: list[tuple[Document, int]], void_now: dict[int, int]
) -> list[tuple[Document, int]]:
    """The later entries that would have come out otherwise, or could not have been, without the first of `pairs`.

    Each is adjudicated again on the state there would have been. Voided entries and their voids cancel out.
    """
    part, index = pairs[0]
    state = part.opening(ledger.game)
    for i in range(index):
        state = apply(state, part.effects(ledger.game, i))
    first = part.page.entry[index].number
    gone = {first}
    resting = []
    for part, i in pairs[1:]:
        entry = part.page.entry[i]
        if entry.number in void_now or (entry.command == VOID and entry.voids[0] >= first):
            continue
        lost = _void_already(ledger, entry, gone) or (entry.command == REPAIR and entry.request["entry"] in gone)
        after = None if lost else _without(ledger, part, i, entry, state)
        if after is None:
            resting.append((part, i))
            gone.add(entry.number)
        else:
            state = after
    return resting


def _void_already(ledger: Ledger[Any], entry: Entry, gone: set[int]) -> bool:
    """Whether this is a void that could not have been: what it takes back is void without those that are gone."""
    if entry.command != VOID:
        return False
    since = [part.page.entry[i] for part, i in entries_from(ledger, entry.voids[0])]
    return entry.voids[0] in voided_by([e for e in since if e.number < entry.number and e.number not in gone])


def _without(ledger: Ledger[Any], part: Document, index: int, entry: Entry, state: State) -> State | None:
    """The state after the entry, had it come on `state`; None if it would have come out otherwise."""
    game = ledger.game
    try:
        if entry.command in BY_LEDGER or part.page.rulebook_of(entry) != game.rulebook.digest():
            return apply(state, part.effects(game, index))
        try:
            request = request_of(game.adjudicator(entry.command), entry)
        except ValidationError:  # made by another eia-ref, in which the command could be asked otherwise
            return apply(state, part.effects(game, index))
        if isinstance(request, TurnRequest):
            request = request.model_copy(update={"left_open": True})  # what was left to do is no effect
        done = again(game, entry, request, state)
    except RefereeError:
        return None
    found = part.effects(game, index)
    if isinstance(request, TurnRequest):
        same = _lasting(done.effects) == _lasting(found)
    else:
        same = list(done.effects) == found
    return done.after if same and done.outcome == entry.outcome else None


def _lasting(effects: Iterable[Effect]) -> list[dict[str, Any]]:
    """What an end of a turn did that lasts: not what was left to do in it, nor ids, which count that too."""
    return [{k: v for k, v in plain(e).items() if k != "id"} for e in effects if not e.of_turn]
