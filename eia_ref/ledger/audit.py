"""Audit: the whole ledger, read and chained, then every entry adjudicated again and held against the rules.

All findings at once, in tiers; what is only still to do is a note.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from eia_ref.core.adjudication import Adjudication
from eia_ref.core.effects import Effect, TurnBegins, apply
from eia_ref.core.errors import BadSetting, LedgerFault, RefereeError
from eia_ref.core.faults import Fault
from eia_ref.core.game import BY_LEDGER, NEW, REPAIR, VOID, WAIVE, Game
from eia_ref.core.position import Position
from eia_ref.core.requests import NewRequest
from eia_ref.core.state import State
from eia_ref.ledger.compare import Broken, differences, sealed, written, written_in
from eia_ref.ledger.document import Document, Loc
from eia_ref.ledger.findings import (
    RESTORE,
    Finding,
    RepairRequest,
    Report,
    Waiver,
    WaiveRequest,
    apart,
    dotted,
    waive,
)
from eia_ref.ledger.model import Entry, Page
from eia_ref.ledger.read import GameNamed, game_of, parts, voided_by
from eia_ref.ledger.replay import again, request_of
from eia_ref.ledger.rules import Against
from eia_ref.ledger.void import instead, taken_back

TAKE_BACK = "take it back with eia-ref void, or "
STANDS = TAKE_BACK + 'say why it stands: eia-ref audit waive {} --entry {} --because "REASON"'
SEALED = "what it should be comes from the entries before; eia-ref audit repair says whether it can be put back"


def audit(path: Path, game_named: GameNamed) -> Report:
    """Audits a ledger. Raises LedgerFault only where there is nothing to audit: no file, no header."""
    return looked_over(path, game_named)[0]


def looked_over(path: Path, game_named: GameNamed) -> tuple[Report, list[Broken]]:
    """The audit of a ledger, and the blocks that were changed after they were written."""
    head, pages = parts(path)
    run = _Audit(path, game_of(head, game_named))
    return run.run(head, pages), run.broken


class _Audit:
    """The run through the pages: `state` is what the ledger should have come to so far."""

    def __init__(self, path: Path, game: Game[Any]) -> None:
        self.path = path
        self.game = game
        self.report = Report(turn=game.turn)
        self.state: State | None = None
        self.last: Page | None = None
        self.count = 0
        self.head = ""
        self.effects: dict[int, list[Effect]] = {}
        self.first: dict[str, int] = {}  # entries before the page that first opened a turn
        self.begun: dict[str, Any] = {}
        self.voiding: list[Entry] = []
        self.other_rules: dict[str, list[str]] = {}
        self.against = Against(game)
        self.waivers: list[Waiver] = []
        self.broken: list[Broken] = []
        self.edited = False  # whether the entry that is looked at is

    def run(self, head: Document, pages: list[Document]) -> Report:
        for i, part in enumerate(pages):
            try:
                self._page(part, first=i == 0)
            except LedgerFault as e:
                self._unreadable(part, e)
        self._torn(pages[-1])
        self._header(head)
        void = voided_by(self.voiding)
        report = self.report
        report.entries, report.head = self.count, self.head
        standing = [f for f in report.findings if f.tier != "rules" or f.entry not in void]
        standing = [self._if_void(f, void) for f in standing]
        waivers = [w for w in self.waivers if w.number not in void]
        report.findings, report.waived = waive(standing, waivers, str(self.path))
        report.findings.sort(key=lambda f: f.line)
        report.notes += self._notes(void)
        return report

    def _if_void(self, finding: Finding, void: Mapping[int, int]) -> Finding:
        """A finding with what to do; an entry that is void already is not taken back once more."""
        if finding.entry is None or finding.entry not in void or not finding.hint.startswith(TAKE_BACK):
            return finding
        hint = f"it is void already, by entry {void[finding.entry]}; {finding.hint.removeprefix(TAKE_BACK)}"
        return finding._replace(hint=hint)

    def _notes(self, void: Mapping[int, int]) -> list[str]:
        """What is only worth knowing, or still to do."""
        notes = []
        for digest, turns in self.other_rules.items():
            said = turns[0] if turns[0] == turns[-1] else f"{turns[0]} to {turns[-1]}"
            notes.append(
                f"{said}: made under another rulebook ({digest}); chain and balances checked, "
                "not adjudicated again under today's"
            )
        notes += self.against.notes(void)
        if self.state is not None:
            notes += [f"decision {d.id} is open: {d.about} ({d.rule})" for d in self.state.decisions]
            notes += self.game.notes(Position(self.game.rulebook, self.state))
        return notes

    def _header(self, head: Document) -> None:
        """The header's settings: known to the game, and taken up. Scenario and start are what it began with."""
        campaign = head.header().campaign
        begun = {} if self.broken else self.begun
        for name in ("scenario", "start"):
            said = str(getattr(campaign, name))
            was = begun.get(name, said)
            if said != was:
                self._add(
                    "header",
                    head.line(("campaign", name)),
                    f"the header: {name}: not what the campaign began with",
                    field=f"campaign.{name}",
                    expected=was,
                    found=said,
                    hint=f'write {name} = "{was}"; what a campaign began with does not change',
                )
        try:
            self.game.players(campaign.players)
        except RefereeError as e:
            line = head.line(("campaign", "players"))
            self._add("header", line, f"the header: players: {e.message}", hint=e.hint)
        try:
            now = self.game.settings(self.game.rulebook, campaign.options, campaign.lists)
        except RefereeError as e:
            loc = e.loc if isinstance(e, BadSetting) else ("campaign",)
            self._add("header", head.line(loc), f"the header: {e.message}", hint=e.hint)
            return
        if self.state is not None and now != self.state.settings:
            self.report.notes.append("the header has changed; the next command that writes takes it up")

    def _torn(self, last: Document) -> None:
        """What stands after the last whole block."""
        torn = self.path.stat().st_size - last.at - len(last.data)
        if torn > 0:
            self._add(
                "torn",
                last.lines_before + last.data.count(b"\n") + 1,
                f"the last block was never finished ({torn} bytes)",
                hint="the next command that writes sets it aside in a file beside the ledger; so does "
                "eia-ref audit repair",
            )

    def _unreadable(self, part: Document, fault: LedgerFault) -> None:
        line, _, message = fault.message.removeprefix(f"{self.path}:").partition(": ")
        if line.isdigit():
            self._add(fault.code, int(line), message)
        else:
            self._add(fault.code, part.line(()), fault.message)
        self.state = self.last = None  # what follows is judged from its own opening

    def _add(self, code: str, line: int, message: str, **more: Any) -> None:
        self.report.findings.append(Finding(code, str(self.path), line, message, **more))

    def _differs(self, code: str, line: int, message: str, **more: Any) -> None:
        """A finding of the second tier: it does not come out again as it was."""
        entry = more.get("entry")
        hint = STANDS.format(code, entry) if entry and not self.edited else RESTORE
        self._add(code, line, message, tier="replay", **{"hint": hint, **more})

    def _page(self, part: Document, first: bool) -> None:
        page = part.page
        opening = part.opening(self.game)
        self.report.pages += 1
        broken = part.opening_broken()
        if broken:
            self._add(
                "chain",
                part.line(("opening",)),
                f"the opening of {page.turn} was changed after it was written",
                hint=SEALED,
            )
        meant, number, link = self.state, self.count, self.head
        if meant is not None and self.last is not None:
            self._joins(part, page, opening)
        elif first:
            meant, number, link = self._begins(part, page, opening), 0, ""
        if broken:
            self.broken.append(Broken(part, None, number, link, sealed(meant, self._opened(page))))
        if not broken or self.state is None or page.previous != self.head:
            self.state, self.count = opening, page.entries
        # else: of a changed opening what follows is judged by what it should say
        for fault in self.against.opening(self.state):
            self._breaks(fault, part.line(("opening",)))
        self.first.setdefault(str(page.turn), page.entries)
        self.head = page.seal.hash
        for i, entry in enumerate(page.entry):
            self._entry(part, i, entry)
        self.last = page

    def _begins(self, part: Document, page: Page, opening: State) -> State | None:
        """The first page opens with the scenario: with this state, where that can be told."""
        if page.entries or page.previous:
            self._add("chain", part.line(("entries",)), "the ledger's first page is missing")
        elif page.rulebook == self.game.rulebook.digest() and page.entry:
            try:
                asked = NewRequest.model_validate(page.entry[0].request)
                meant: State = self.game.opening(self.game.rulebook, asked.scenario, page.turn, asked.settings)
            except Exception as e:
                self._differs("opening", part.line(("entry", 0)), f"the scenario can't be set up: {_why(e)}", entry=1)
                return None
            self._balances(part, meant, opening)
            return meant
        return None

    def _joins(self, part: Document, page: Page, opening: State) -> None:
        """A page follows the one before it: turn, count, hash, and every balance carried forward."""
        assert self.state is not None
        assert self.last is not None
        if page.turn != self.state.turn:
            self._add(
                page.turn.key,
                part.line((page.turn.key,)),
                f"{page.turn} follows {self.last.turn}",
                expected=str(self.state.turn),
                found=str(page.turn),
            )
        if page.opened != self._opened(page):
            self._add(
                "opened",
                part.line(("opened",)),
                f"{page.turn} was opened before otherwise than it says",
                expected=str(self._opened(page)),
                found=str(page.opened),
            )
        if (page.entries, page.previous) != (self.count, self.head):
            self._add(
                "chain",
                part.line(("entries",)),
                f"{page.turn} does not follow the last entry before it: entries are missing, moved or changed",
                expected=f"{self.count} entries, {self.head}",
                found=f"{page.entries} entries, {page.previous}",
            )
        self._balances(part, self.state, opening)

    def _opened(self, page: Page) -> dict[str, int]:
        """The turns from this page's on that were opened before, and how many entries there were then."""
        again = str(page.turn) in self.first
        return {turn: n for turn, n in self.first.items() if turn >= page.turn} if again else {}

    def _balances(self, part: Document, meant: State, opening: State) -> None:
        """Every balance a page opens with, against what the entries before come to."""
        if meant == opening:
            return
        want = meant.model_dump(mode="json", by_alias=True, exclude={"turn"})
        have = opening.model_dump(mode="json", by_alias=True, exclude={"turn"})
        for loc, *both in differences(want, have):
            expected, found = apart(*both)
            self._differs(
                "opening",
                part.line(("opening", *loc)),
                f"the opening of {part.page.turn}: {dotted(loc)} is not what the entries before come to",
                field=dotted(loc),
                expected=expected,
                found=found,
                hint=SEALED,
            )

    def _entry(self, part: Document, i: int, entry: Entry) -> None:
        at: Loc = ("entry", i)
        broken = self.edited = part.entry_broken(i)
        number, link = self.count + 1, self.head
        if entry.number != number:
            self._add(
                "number",
                part.line((*at, "number")),
                f"entry {entry.number} stands where {number} should be: entries were taken out or moved",
                entry=entry.number,
                expected=str(number),
                found=str(entry.number),
            )
        elif entry.previous != link:
            self._add(
                "chain",
                part.line((*at, "previous")),
                f"entry {entry.number} does not follow the one before it",
                entry=entry.number,
                expected=link,
                found=entry.previous,
            )
        if broken:
            self._add(
                "chain",
                part.line(at),
                f"entry {entry.number} was changed after it was written",
                entry=entry.number,
            )
        self.count, self.head = entry.number, entry.hash
        effects = part.effects(self.game, i)
        done = self._meant(part, i, entry, effects)
        if broken:
            meant = written(done) if done is not None else {}
            self.broken.append(Broken(part, i, number, link, meant))
            if done is not None:
                effects = list(done.effects)  # what follows is judged by what a changed entry should say
        self.effects[entry.number] = effects
        if entry.command == NEW:
            self.begun = self.begun or entry.request
        if entry.voids:
            self.voiding.append(entry)
        assert self.state is not None
        before = self.state
        if done is not None and entry.command not in BY_LEDGER and list(done.effects) == effects:
            self.state = done.after
        else:
            self._apply(part, i, entry, effects)
        for fault in self.against.entry(entry, before, self.state, effects):
            self._breaks(fault, part.line(at), entry.number)

    def _apply(self, part: Document, i: int, entry: Entry, effects: Sequence[Effect]) -> None:
        """Goes on from the effects of an entry, if they can be."""
        assert self.state is not None
        try:
            self.state = apply(self.state, effects)
        except RefereeError as e:
            line = part.line(("entry", i))
            self._differs("bounds", line, f"entry {entry.number}: {e.message}", entry=entry.number)

    def _breaks(self, fault: Fault, line: int, entry: int | None = None) -> None:
        """A finding of the third tier: no rule allows it."""
        message = f"entry {entry}: {fault.message}" if entry else fault.message
        hint = STANDS.format(fault.code, entry) if entry else SEALED
        self._add(fault.code, line, message, entry=entry, hint=hint, tier="rules")

    def _meant(self, part: Document, i: int, entry: Entry, found: Sequence[Effect]) -> Adjudication | None:
        """What the entry should have come to, by adjudicating it again; None where that can't be."""
        try:
            if entry.command == VOID:
                return self._made_by_ledger(part, i, entry, self._void(part, i, entry), found)
            if entry.command == WAIVE:
                asked = WaiveRequest.model_validate(entry.request)
                self.waivers.append(Waiver(entry.number, part.line(("entry", i)), asked))
                return self._made_by_ledger(part, i, entry, [], found)
            if entry.command == REPAIR:
                return self._made_by_ledger(part, i, entry, self._instead(entry), found)
            rulebook = part.page.rulebook_of(entry)
            if rulebook != self.game.rulebook.digest():
                self.other_rules.setdefault(rulebook, []).append(str(part.page.turn))
                return None
            assert self.state is not None
            request = request_of(self.game.adjudicator(entry.command), entry)
            done = again(self.game, entry, request, self.state)
        except Exception as e:  # on a state that was changed by hand an adjudicator may stumble over anything
            self._differs(
                "replay",
                part.line(("entry", i)),
                f"entry {entry.number} ({entry.command}) can't be adjudicated again: {_why(e)}",
                entry=entry.number,
            )
            return None
        self.report.replayed += 1
        self._compare(part, i, entry, done, found)
        return done

    def _made_by_ledger(
        self, part: Document, i: int, entry: Entry, meant: Sequence[Effect] | None, found: Sequence[Effect]
    ) -> Adjudication | None:
        """An entry the ledger itself adjudicates: its effects follow from the entries before; words are its own."""
        if meant is None:
            return None
        assert self.state is not None
        self.report.replayed += 1
        done = Adjudication(entry.outcome, tuple(entry.rules), (), tuple(entry.text), tuple(meant), (), self.state)
        self._compare(part, i, entry, done, found)
        return done

    def _void(self, part: Document, i: int, entry: Entry) -> list[Effect] | None:
        """What a void takes back."""
        number = entry.number
        known = self.effects.get(entry.voids[0]) if entry.voids == [entry.request.get("entry")] else None
        if known is None:
            said = f"entry {number} voids an entry there is not"
            self._differs("void", part.line(("entry", i)), said, entry=number)
            return None
        if by := voided_by(self.voiding).get(entry.voids[0]):
            said = f"entry {number} voids entry {entry.voids[0]}, which is void already, by entry {by}"
            self._differs("void", part.line(("entry", i)), said, entry=number)
        if standing := self._after_turn(entry):
            some = ", ".join(map(str, standing))
            said = f"entry {number} takes back the end of a {self.game.turn.unit}, after which stands entry {some}"
            self._differs("void", part.line(("entry", i)), said, entry=number)
        try:
            assert self.state is not None
            return list(taken_back(known, self.state))
        except RefereeError as e:
            self._differs("void", part.line(("entry", i)), f"entry {number}: {e.message}", entry=number)
            return None

    def _after_turn(self, entry: Entry) -> list[int]:
        """What stands between the end of a turn and the entry that takes it back; nothing may."""
        if not any(isinstance(e, TurnBegins) for e in self.effects[entry.voids[0]]):
            return []
        gone = {*voided_by(self.voiding), *(e.number for e in self.voiding)}
        return [n for n in range(entry.voids[0] + 1, entry.number) if n not in gone]

    def _instead(self, entry: Entry) -> list[Effect]:
        """What makes true what somebody had put by hand."""
        asked = RepairRequest.model_validate(entry.request)
        if asked.entry not in self.effects:
            raise RefereeError(f"there is no entry {asked.entry} before it")
        return list(instead(self.effects[asked.entry], [self.game.effect_from(e) for e in asked.instead]))

    def _compare(self, part: Document, i: int, entry: Entry, done: Adjudication, found: Sequence[Effect]) -> None:
        """Everything an entry came to, against what it comes to now."""
        ids = [o.id for o in done.open], [o.id for o in entry.open]
        come_to = (list(done.effects), done.outcome, ids[0], list(done.luck))
        if come_to == (list(found), entry.outcome, ids[1], entry.luck):
            return
        meant, have = written(done), written_in(entry)
        meant["open"], have["open"] = ids
        for name in ("outcome", "effects", "open", "luck"):
            for loc, *both in differences(meant[name], have[name]):
                full: Loc = (name, *loc)
                expected, there = apart(*both)
                self._differs(
                    "replay",
                    part.line(("entry", i, *full)),
                    f"entry {entry.number} ({entry.command}): {dotted(full)} is not what its request and dice "
                    "come to",
                    entry=entry.number,
                    field=dotted(full),
                    expected=expected,
                    found=there,
                )


def _why(error: Exception) -> str:
    if isinstance(error, RefereeError):
        return error.message
    if isinstance(error, ValidationError):
        return str(error.errors()[0]["msg"])
    return f"{type(error).__name__}: {error}"
