"""Audit: the whole ledger, read and chained, then every entry adjudicated again. All findings at once."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from eia_ref.core.effects import Effect, apply
from eia_ref.core.errors import BadSetting, LedgerFault, RefereeError
from eia_ref.core.game import VOID, Game, NewRequest
from eia_ref.core.state import State
from eia_ref.ledger.clerk import plain
from eia_ref.ledger.model import Entry, Page
from eia_ref.ledger.part import Loc, Part
from eia_ref.ledger.read import GameNamed, game_of, parts, voided_by
from eia_ref.ledger.replay import again, request_of
from eia_ref.ledger.void import opposites

RESTORE = "put it back as it was, or restore the file from a copy"


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong: a code, where it is, what was expected and found, and what to do."""

    code: str
    file: str
    line: int
    message: str
    entry: int | None = None
    field: str = ""
    expected: str = ""
    found: str = ""
    hint: str = RESTORE


@dataclass
class Report:
    """What an audit saw: how much, what is wrong, and what is worth knowing though nothing is wrong."""

    pages: int = 0
    entries: int = 0
    replayed: int = 0
    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    head: str = ""


def audit(path: Path, game_named: GameNamed) -> Report:
    """Audits a ledger. Raises LedgerFault only where there is nothing to audit: no file, no header."""
    head, pages = parts(path)
    return _Audit(path, game_of(head, game_named)).run(head, pages)


class _Audit:
    """The run through the pages: `state` is what the ledger should have come to so far."""

    def __init__(self, path: Path, game: Game[Any]) -> None:
        self.path = path
        self.game = game
        self.report = Report()
        self.state: State | None = None
        self.last: Page | None = None
        self.count = 0
        self.head = ""
        self.effects: dict[int, list[Effect]] = {}
        self.entries: list[Entry] = []
        self.other_rules: dict[str, list[str]] = {}

    def run(self, head: Part, pages: list[Part]) -> Report:
        for i, part in enumerate(pages):
            try:
                self._page(part, first=i == 0)
            except LedgerFault as e:
                self._unreadable(part, e)
        self._torn(pages[-1])
        self._header(head)
        report = self.report
        report.entries, report.head = self.count, self.head
        for digest, months in self.other_rules.items():
            said = months[0] if months[0] == months[-1] else f"{months[0]} to {months[-1]}"
            report.notes.append(
                f"{said}: made under another rulebook ({digest}); chain and balances checked, "
                "not adjudicated again under today's"
            )
        if self.state is not None:
            report.notes += self.game.notes(self.game.rulebook, self.state)
        report.findings.sort(key=lambda f: f.line)
        return report

    def _header(self, head: Part) -> None:
        """The header's settings: known to the game, and taken up."""
        campaign = head.header().campaign
        try:
            now = self.game.settings(self.game.rulebook, campaign.options, campaign.lists)
        except RefereeError as e:
            loc = e.loc if isinstance(e, BadSetting) else ("campaign",)
            self._add("header", head.line(loc), f"the header: {e.message}", hint=e.hint)
            return
        if self.state is not None and now != self.state.settings:
            self.report.notes.append("the header has changed; the next command that writes takes it up")

    def _torn(self, last: Part) -> None:
        """What stands after the last whole block."""
        torn = self.path.stat().st_size - last.at - len(last.data)
        if torn > 0:
            self._add(
                "torn",
                last.lines_before + last.data.count(b"\n") + 1,
                f"the last block was never finished ({torn} bytes)",
                hint="the next command that writes sets it aside in a file beside the ledger",
            )

    def _unreadable(self, part: Part, fault: LedgerFault) -> None:
        line, _, message = fault.message.removeprefix(f"{self.path}:").partition(": ")
        if line.isdigit():
            self._add(fault.code, int(line), message)
        else:
            self._add(fault.code, part.line(()), fault.message)
        self.state = self.last = None  # what follows is judged from its own opening

    def _add(self, code: str, line: int, message: str, **more: Any) -> None:
        self.report.findings.append(Finding(code, str(self.path), line, message, **more))

    def _page(self, part: Part, first: bool) -> None:
        page = part.page
        opening = part.opening(self.game)
        self.report.pages += 1
        broken = part.opening_broken()
        if broken:
            self._add(
                "chain",
                part.line(("opening",)),
                f"the opening of {page.month} was changed after it was written",
            )
        if self.state is not None and self.last is not None:
            self._joins(part, page, opening)
        elif first:
            self._begins(part, page, opening)
        if not broken or self.state is None or page.previous != self.head:
            self.state, self.count = opening, page.entries
        # else: of a changed opening what follows is judged by what it should say
        self.head = page.seal.hash
        for i, entry in enumerate(page.entry):
            self._entry(part, i, entry)
        self.last = page

    def _begins(self, part: Part, page: Page, opening: State) -> None:
        """The first page opens with the scenario."""
        if page.entries or page.previous:
            self._add("chain", part.line(("entries",)), "the ledger's first page is missing")
        elif page.rulebook == self.game.rulebook.digest() and page.entry:
            try:
                asked = NewRequest.model_validate_json(json.dumps(page.entry[0].request))
                meant = self.game.opening(self.game.rulebook, asked.scenario, page.month, asked.settings)
            except Exception as e:
                self._add("opening", part.line(("entry", 0)), f"the scenario can't be set up: {_why(e)}", entry=1)
                return
            self._balances(part, meant, opening)

    def _joins(self, part: Part, page: Page, opening: State) -> None:
        """A page follows the one before it: month, count, hash, and every balance carried forward."""
        assert self.state is not None
        assert self.last is not None
        if page.month != self.last.month.plus(1):
            self._add(
                "month",
                part.line(("month",)),
                f"{page.month} follows {self.last.month}",
                expected=str(self.last.month.plus(1)),
                found=str(page.month),
            )
        if (page.entries, page.previous) != (self.count, self.head):
            self._add(
                "chain",
                part.line(("entries",)),
                f"{page.month} does not follow the last entry before it: entries are missing, moved or changed",
                expected=f"{self.count} entries, {self.head}",
                found=f"{page.entries} entries, {page.previous}",
            )
        self._balances(part, self.state, opening)

    def _balances(self, part: Part, meant: State, opening: State) -> None:
        want = meant.model_dump(mode="json", by_alias=True, exclude={"month"})
        have = opening.model_dump(mode="json", by_alias=True, exclude={"month"})
        for loc, expected, found in differences(want, have):
            self._add(
                "opening",
                part.line(("opening", *loc)),
                f"the opening of {part.page.month}: {_dotted(loc)} is not what the entries before come to",
                field=_dotted(loc),
                expected=_said(expected),
                found=_said(found),
            )

    def _entry(self, part: Part, i: int, entry: Entry) -> None:
        at: Loc = ("entry", i)
        broken = part.entry_broken(i)
        if entry.number != self.count + 1:
            self._add(
                "number",
                part.line((*at, "number")),
                f"entry {entry.number} stands where {self.count + 1} should be: entries were taken out or moved",
                entry=entry.number,
                expected=str(self.count + 1),
                found=str(entry.number),
            )
        elif entry.previous != self.head:
            self._add(
                "chain",
                part.line((*at, "previous")),
                f"entry {entry.number} does not follow the one before it",
                entry=entry.number,
                expected=self.head,
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
        meant = self._meant(part, i, entry)
        if broken and meant is not None:
            effects = meant  # what follows is judged by what a changed entry should say
        self.effects[entry.number] = effects
        self.entries.append(entry)
        assert self.state is not None
        try:
            self.state = apply(self.state, effects)
        except RefereeError as e:
            self._add("bounds", part.line(at), f"entry {entry.number}: {e.message}", entry=entry.number)

    def _meant(self, part: Part, i: int, entry: Entry) -> list[Effect] | None:
        """The effects the entry should have, by adjudicating it again; None where that can't be."""
        if entry.command == VOID:
            return self._void_meant(part, i, entry)
        rulebook = part.page.rulebook_of(entry)
        if rulebook != self.game.rulebook.digest():
            self.other_rules.setdefault(rulebook, []).append(str(part.page.month))
            return None
        assert self.state is not None
        try:
            request = request_of(self.game.adjudicator(entry.command), entry)
            done = again(self.game, entry, request, self.state)
        except Exception as e:  # on a state that was changed by hand an adjudicator may stumble over anything
            self._add(
                "replay",
                part.line(("entry", i)),
                f"entry {entry.number} ({entry.command}) can't be adjudicated again: {_why(e)}",
                entry=entry.number,
            )
            return None
        self.report.replayed += 1
        self._compare(part, i, entry, "outcome", done.outcome, entry.outcome)
        self._compare(part, i, entry, "effects", [plain(e) for e in done.effects], entry.effects)
        self._compare(part, i, entry, "open", [o.id for o in done.open], [o.id for o in entry.open])
        self._compare(part, i, entry, "luck", [plain(x) for x in done.luck], [plain(x) for x in entry.luck])
        return list(done.effects)

    def _void_meant(self, part: Part, i: int, entry: Entry) -> list[Effect] | None:
        known = self.effects.get(entry.voids[0]) if entry.voids == [entry.request.get("entry")] else None
        if known is None:
            self._add(
                "void",
                part.line(("entry", i)),
                f"entry {entry.number} voids an entry there is not",
                entry=entry.number,
            )
            return None
        if by := voided_by(self.entries).get(entry.voids[0]):
            self._add(
                "void",
                part.line(("entry", i)),
                f"entry {entry.number} voids entry {entry.voids[0]}, which is void already, by entry {by}",
                entry=entry.number,
            )
        try:
            meant = list(opposites(known))
        except RefereeError as e:
            self._add("void", part.line(("entry", i)), f"entry {entry.number}: {e.message}", entry=entry.number)
            return None
        self.report.replayed += 1
        self._compare(part, i, entry, "effects", [plain(e) for e in meant], entry.effects)
        return meant

    def _compare(self, part: Part, i: int, entry: Entry, name: str, meant: Any, found: Any) -> None:
        for loc, expected, have in differences(meant, found):
            full: Loc = (name, *loc)
            self._add(
                "replay",
                part.line(("entry", i, *full)),
                f"entry {entry.number} ({entry.command}): {_dotted(full)} is not what its request and dice come to",
                entry=entry.number,
                field=_dotted(full),
                expected=_said(expected),
                found=_said(have),
            )


def _why(error: Exception) -> str:
    if isinstance(error, RefereeError):
        return error.message
    if isinstance(error, ValidationError):
        return str(error.errors()[0]["msg"])
    return f"{type(error).__name__}: {error}"


def differences(meant: Any, found: Any, loc: Loc = ()) -> list[tuple[Loc, Any, Any]]:
    """Every place where two plain values differ, as (where, expected, found)."""
    if isinstance(meant, dict) and isinstance(found, dict):
        keys = [*meant, *(k for k in found if k not in meant)]
        return [d for k in keys for d in differences(meant.get(k), found.get(k), (*loc, k))]
    if isinstance(meant, list) and isinstance(found, list) and len(meant) == len(found):
        return [d for i, (a, b) in enumerate(zip(meant, found, strict=True)) for d in differences(a, b, (*loc, i))]
    return [] if meant == found and type(meant) is type(found) else [(loc, meant, found)]


def _dotted(loc: Loc) -> str:
    return ".".join(str(x + 1) if isinstance(x, int) else x for x in loc)


def _said(value: Any) -> str:
    if value is None:
        return "nothing"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
