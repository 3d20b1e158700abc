"""The clerk: adjudicates on the state as it stands, and turns the results into blocks of the ledger."""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from pydantic import ValidationError

from eia_ref.core.adjudication import Adjudication, adjudicate
from eia_ref.core.dice import Dice, Die, EngineDice, RecordedDice
from eia_ref.core.effects import Changes, changes
from eia_ref.core.errors import BadSetting, NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.game import BY_LEDGER, NEW, SETTINGS, SETTLE, TAKE_UP, Game
from eia_ref.core.position import Position
from eia_ref.core.state import Setting, State
from eia_ref.core.turn import Turn
from eia_ref.ledger.model import Entry
from eia_ref.ledger.read import Ledger, entries_of_turn, unreadable, voided_by
from eia_ref.ledger.replay import request_of
from eia_ref.ledger.thrown import Thrown, beside, kept, save
from eia_ref.ledger.write import append, encoded, entry_block, page_block

FRAME = (NEW, SETTINGS, SETTLE, TAKE_UP, *BY_LEDGER)  # the frame's own commands, which roll no dice


class Said(NamedTuple):
    """What a game master says with any command: who, a note, the dice, or why new ones (R-08)."""

    by: str = ""
    note: str = ""
    dice: Dice | None = None
    new_dice: str = ""

    def refuse_dice(self, what: str) -> None:
        """Refuses dice where none are rolled."""
        if self.dice:
            self.dice.finish()
        if self.new_dice:
            raise RefereeError(f"--new-dice: {what} rolls no dice", "leave it out")


class Result(NamedTuple):
    """An adjudication with its entry, and the turn it belongs to."""

    turn: Turn
    entry: Entry
    done: Adjudication


class Clerk:
    """Adjudicates one thing after another from a state on, and keeps the blocks to be written together.

    `rulebook` is the one the page was opened under; `before` are the entries of this turn so far, whose dice
    may stand; `thrown` are dice thrown for commands that were refused, and `refused` those of one refused now;
    `done` is what has been adjudicated here, by command and what makes it the same; `brought` is the entry by which
    a ledger of an earlier form was brought up; `opened` the turns that were opened before (see Page).
    """

    def __init__(
        self,
        game: Game[Any],
        state: State,
        number: int,
        head: str,
        rulebook: str = "",
        before: Sequence[Entry] = (),
        thrown: Sequence[Thrown] = (),
    ) -> None:
        self.game = game
        self.state = state
        self.number = number
        self.head = head
        self.rulebook = rulebook
        self.before = before
        self.thrown = thrown
        self.refused: Thrown | None = None
        self.done: set[tuple[str, str]] = set()
        self.blocks: list[str] = []
        self.brought: Result | None = None
        self.opened: Mapping[str, int] = {}

    @classmethod
    def at(cls, ledger: Ledger[Any]) -> Clerk:
        """A clerk at the end of this ledger."""
        page = ledger.page
        before, thrown = entries_of_turn(ledger), kept(ledger.path)
        clerk = cls(ledger.game, ledger.state, page.count, page.head, page.rulebook, before, thrown)
        clerk.opened = page.opened
        return clerk

    def adjudicate(self, command: str, request: Frozen, said: Said) -> Result:
        """Decides a request on the state as it stands, with the dice said, or with those that stand (R-08).

        A ledger of an earlier form is brought up first, by an entry of its own.
        """
        if command != TAKE_UP:
            self.bring_up(said.by)
        asked = request.model_dump(mode="json", exclude_defaults=True)
        encoded(json.dumps(asked, ensure_ascii=False))
        adjudicator = self.game.adjudicator(command)
        same = adjudicator.same(request)
        dice, lead = self._dice(command, same, said)
        try:
            done = adjudicate(Position(self.game.rulebook, self.state), adjudicator, request, dice, self.number + 1)
        except RefereeError as e:
            if any(d.source == "engine" for d in e.dice):
                before = self._thrown(command, same)
                fallen = dice_that_stand([before.dice if before else [], e.dice])
                self.refused = Thrown(
                    turn=self.state.turn, command=command, same=same, after=self.number, dice=fallen
                )
            raise
        self.done.add((command, same))
        return self.enter(command, asked, done, said, lead)

    def bring_up(self, by: str = "") -> None:
        """A ledger of an earlier form remembers from now on what today's does."""
        if self.state.form < self.game.form:
            from eia_ref.core.requests import TakeUpRequest  # once in a ledger

            self.brought = self.adjudicate(TAKE_UP, TakeUpRequest(form=self.game.form), Said(by=by))

    def enter(
        self,
        command: str,
        request: Mapping[str, Any],
        done: Adjudication,
        said: Said,
        lead: tuple[str, ...] = (),
        voids: tuple[int, ...] = (),
    ) -> Result:
        """Makes the entry of an adjudication, and goes on from it. `lead` are lines that come first."""
        turn = self.state.turn
        rulebook = self.game.rulebook.digest()
        raw, text = entry_block(
            {
                "number": self.number + 1,
                "time": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
                "by": said.by,
                "command": command,
                "rules": list(dict.fromkeys([*done.rules, *(["R-08"] if lead else [])])),
                "rulebook": rulebook if rulebook != self.rulebook else "",
                "request": dict(request),
                "dice": [plain(d) for d in done.dice],
                "effects": [plain(e) for e in done.effects],
                "outcome": done.outcome,
                "text": [*lead, *done.text],
                "note": said.note,
                "open": [plain(o) for o in done.open],
                "luck": [plain(x) for x in done.luck],
                "voids": list(voids),
                "previous": self.head,
            }
        )
        self.blocks.append(text)
        self.state, self.number, self.head = done.after, self.number + 1, raw["hash"]
        return Result(turn, Entry.model_validate_json(json.dumps(raw)), done)

    def open_page(self) -> None:
        """Begins the page of the turn the state has come to: all that is true now, under a seal."""
        self.opened = {turn: n for turn, n in self.opened.items() if turn >= self.state.turn}
        self.rulebook = self.game.rulebook.digest()
        opening = self.state.model_dump(mode="json", by_alias=True, exclude_none=True, exclude={"turn"})
        raw, text = page_block(
            {
                self.state.turn.key: str(self.state.turn),
                "rulebook": self.rulebook,
                "entries": self.number,
                "previous": self.head,
                **({"opened": dict(self.opened)} if self.opened else {}),
                "opening": opening,
            }
        )
        self.head = raw["seal"]["hash"]
        self.blocks.append(text)

    def _dice(self, command: str, same: str, said: Said) -> tuple[Dice, tuple[str, ...]]:
        stands, whose = ([], "") if command in FRAME else self._standing(command, same)
        if not stands:
            if said.new_dice:
                now = f"this {self.game.turn.unit}"
                raise RefereeError(f"--new-dice: no dice of {command} stand {now}", "leave it out")
            return said.dice or EngineDice(), ()
        if said.new_dice:
            why = f"R-08: New dice, though those {whose} stand: {said.new_dice}"
            return said.dice or EngineDice(), (why,)
        if said.dice is not None:
            raise NotAllowed(
                f"the dice {whose} stand (R-08): " + ", ".join(f"{d.value} for {d.purpose}" for d in stands),
                'leave out --dice and --ask; or say why there are to be others: --new-dice "REASON"',
                "dice-stand",
            )
        return RecordedDice(stands, EngineDice()), (f"R-08: The dice {whose} stand and are used again.",)

    def _standing(self, command: str, same: str) -> tuple[list[Die], str]:
        """The dice that stand for a request, as they are to be written, and whose they are in words."""
        void, thrown = self._void(command, same), self._thrown(command, same)
        own = thrown.dice if thrown else []
        found = dice_that_stand([*(e.dice for e in void), own])
        numbers = [str(e.number) for e in void if any(die is stands for die in e.dice for stands in found)]
        whose = []
        if len(numbers) == 1:
            whose.append(f"of entry {numbers[0]}, which is void,")
        elif numbers:
            whose.append(f"of entries {' and '.join(numbers)}, which are void,")
        if own:
            whose.append("thrown for it before")
        stands = [d if any(d is o for o in own) else d.model_copy(update={"source": "entry"}) for d in found]
        return stands, " and ".join(whose)

    def _thrown(self, command: str, same: str) -> Thrown | None:
        """The dice thrown this turn when the same was refused, if it has not been done since."""
        asked = (self.state.turn, command, same)
        thrown = next((t for t in self.thrown if (t.turn, t.command, t.same) == asked), None)
        used = thrown and any(e.number > thrown.after for e in self.before if self._is(e, command, same))
        return None if used else thrown

    def _void(self, command: str, same: str) -> list[Entry]:
        """The void entries of this turn for this request, since the last one for it that is not void."""
        void = voided_by(self.before)
        found: list[Entry] = []
        for entry in self.before:
            if self._is(entry, command, same):
                found = [*found, entry] if entry.number in void else []
        return found

    def _is(self, entry: Entry, command: str, same: str) -> bool:
        """Whether an entry is of this command, and the same."""
        if entry.command != command:
            return False
        adjudicator = self.game.adjudicator(command)
        try:
            return adjudicator.same(request_of(adjudicator, entry)) == same
        except ValidationError:
            return False  # made by another eia-ref, in which the command could be asked otherwise


def dice_that_stand(void: Sequence[Sequence[Die]]) -> list[Die]:
    """The dice that stand of entries one after another for the same, the last one's first (R-08).

    An earlier entry's die stands where the later ones threw none for its purpose: else voiding twice would
    throw it again. A die taken over from another entry counts there, and only while that one is void.
    """
    found: list[Die] = []
    for dice in reversed(void):
        have = Counter((d.sides, d.purpose) for d in found)
        for die in dice:
            if die.source == "entry":
                continue
            if have[die.sides, die.purpose]:
                have[die.sides, die.purpose] -= 1
            else:
                found.append(die)
    return found


def plain(value: Frozen) -> dict[str, Any]:
    """A value as TOML and JSON hold it."""
    return value.model_dump(mode="json", by_alias=True, exclude_none=True)


def header_changes(ledger: Ledger[Any]) -> list[Changes]:
    """What the game master has changed in the header since it was last taken up. Refuses what is no setting."""
    return changes(ledger.state.settings, _header_settings(ledger))


def _header_settings(ledger: Ledger[Any]) -> dict[str, Setting]:
    campaign = ledger.header.campaign
    try:
        return ledger.game.settings(ledger.game.rulebook, campaign.options, campaign.lists)
    except BadSetting as e:
        raise RefereeError(f"{ledger.head.place(e.loc)}: {e.message}", e.hint, e.code) from None
    except RefereeError as e:
        raise RefereeError(f"{ledger.path}: {e.message}", e.hint, e.code) from None


def take_up_header(clerk: Clerk, ledger: Ledger[Any], said: Said) -> Result | None:
    """What the game master changed in the header becomes an entry before anything rests on it."""
    now = _header_settings(ledger)
    if now == clerk.state.settings:
        return None
    from eia_ref.core.requests import SettingsRequest  # few commands find a header changed

    return clerk.adjudicate(SETTINGS, SettingsRequest(settings=now), Said(by=said.by))


def as_brought_up(ledger: Ledger[Any]) -> State:
    """The state of a ledger as the next command that writes will have brought it up; nothing is written."""
    clerk = Clerk.at(ledger)
    clerk.bring_up()
    return clerk.state


def write(clerk: Clerk, ledger: Ledger[Any]) -> None:
    """Appends everything the clerk has decided as one block."""
    append(ledger, "".join(clerk.blocks))
    left = [t for t in clerk.thrown if _stands(t, clerk) and (t.command, t.same) not in clerk.done]
    if len(left) < len(clerk.thrown):
        with contextlib.suppress(OSError):  # they are known to be used up by the entry
            save(ledger.path, left)


def _stands(thrown: Thrown, clerk: Clerk) -> bool:
    """Whether thrown dice are of this turn, or of one that can still be opened again."""
    now = clerk.state.turn
    return now == thrown.turn or now == thrown.turn.plus(1) or now.plus(1) == thrown.turn


def keep_thrown(clerk: Clerk, ledger: Ledger[Any], refusal: RefereeError) -> None:
    """Keeps the dice the referee threw for a command that is now refused, and says so in the refusal."""
    if new := clerk.refused:
        typed = ", and are not typed again: leave out --dice" if any(d.source == "table" for d in new.dice) else ""
        refusal.hint = f"{refusal.hint}; the dice the referee has thrown stand (R-08){typed}".removeprefix("; ")
        others = [t for t in clerk.thrown if (t.turn, t.command, t.same) != (new.turn, new.command, new.same)]
        try:
            save(ledger.path, [*(t for t in others if _stands(t, clerk)), new])
        except OSError as e:
            raise unreadable(beside(ledger.path), e) from None
