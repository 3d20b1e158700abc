"""Repair of what a power cut or an editor has done. Never silently, and never without the file as it was beside it.

What changes nothing in a ledger is done when asked for repair at all: a torn end set aside, a byte order mark and
line ends of Windows taken off. A block edited by hand is only shown, until it is said to put it back (R-243).
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from eia_ref.core.adjudication import Adjudication
from eia_ref.core.effects import apply
from eia_ref.core.errors import CantApply, LedgerFault, NotAllowed, RefereeError
from eia_ref.core.game import REPAIR
from eia_ref.ledger.audit import looked_over
from eia_ref.ledger.clerk import Clerk, Result, Said, plain
from eia_ref.ledger.compare import Broken
from eia_ref.ledger.document import Document
from eia_ref.ledger.findings import RepairRequest
from eia_ref.ledger.read import GameNamed, entries_from, open_ledger, parts, unreadable, voided_by
from eia_ref.ledger.restore import Edited, edited, put_back
from eia_ref.ledger.void import instead
from eia_ref.ledger.write import flush_folder, locked, set_aside, write_flushed

MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}


@dataclass
class Repaired:
    """What was done (or would be), where the file as it was is kept, and what is edited: put back or not.

    `result` is the entry that makes true what had been edited, where that was asked for; `left` counts the
    findings of the chain where no block is edited, and so none can be put back.
    """

    done: list[str] = field(default_factory=list)
    kept_in: Path | None = None
    edited: list[Edited] = field(default_factory=list)
    put_back: list[Edited] = field(default_factory=list)
    result: Result | None = None
    left: int = 0


class Asked(NamedTuple):
    """What to do beyond what changes nothing: put back all that can be proven; accept one entry too, and why."""

    restore: bool = False
    accept: int | None = None
    because: str = ""


def repair(path: Path, game_named: GameNamed, asked: Asked, said: Said, dry_run: bool) -> Repaired:
    """Repairs a ledger, under its lock. Raises LedgerFault where there is nothing that could be repaired."""
    said.refuse_dice("a repair")
    try:
        if not path.is_file():
            raise LedgerFault(f"{path}: no such file", "begin a campaign: eia-ref new NAME", "file")
        with locked(path):
            real = path.resolve() if path.is_symlink() else path  # the file is replaced, not the link
            return _repair(real, game_named, asked, said, dry_run)
    except OSError as e:
        raise unreadable(path, e) from None


def _repair(path: Path, game_named: GameNamed, asked: Asked, said: Said, dry_run: bool) -> Repaired:
    it = Repaired()
    was = path.read_bytes()
    work = path if not dry_run else _beside(path, "trial")
    try:
        _normal(path, work, was, it)
        _torn(path, work, game_named, it, dry_run)
        report, broken = looked_over(work, game_named)
        it.left = 0 if broken else sum(f.tier == "chain" for f in report.findings)
        it.edited = [edited(b, follows) for b, follows in _followed(work, broken)]
        if chosen := _chosen(it.edited, asked):
            _put_back(path, work, game_named, it, chosen, asked, said)
        return it
    finally:
        if dry_run:
            work.unlink(missing_ok=True)


def _normal(path: Path, work: Path, was: bytes, it: Repaired) -> None:
    """Takes off a byte order mark and line ends of Windows, which say nothing."""
    data = was
    mark = next((m for m in MARKS if data.startswith(m)), None)
    if mark:
        try:
            data = data.decode(MARKS[mark]).encode("utf-8")
        except UnicodeDecodeError:
            raise LedgerFault(
                f"{path}: begins with a byte order mark and is no text", "restore it from a copy", "encoding"
            ) from None
        it.done.append("the byte order mark is taken off" if len(mark) == 3 else "it is UTF-8 again, not UTF-16")
    if lines := data.count(b"\r\n"):
        data = data.replace(b"\r\n", b"\n")
        it.done.append(f"line ends of Windows are plain ones again: {lines}")
    if data != was or work != path:
        _replace(path, work, data, it if data != was else None)


def _torn(path: Path, work: Path, game_named: GameNamed, it: Repaired, dry_run: bool) -> None:
    """Sets aside what was never finished, as the next command that writes would."""
    try:
        ledger = open_ledger(work, game_named)
    except LedgerFault as e:
        if e.code in ("bom", "no-page", "format", "encoding", "file"):
            raise
        return  # what is amiss in it the audit says
    if ledger.torn:
        if dry_run:
            work.write_bytes(work.read_bytes()[: ledger.end])
            it.done.append(f"the last block, never finished ({len(ledger.torn)} bytes), is set aside")
        else:
            set_aside(ledger)
            it.done.append(f"the last block, never finished, is set aside in {ledger.torn_in}")


def _followed(path: Path, broken: Sequence[Broken]) -> list[tuple[Broken, str]]:
    """Each broken block with the link of the block after it, which tells its hash too."""
    _, pages = parts(path)
    at = {part.at: i for i, part in enumerate(pages)}
    return [(b, _link_after(pages, at[b.part.at], b.at)) for b in broken]


def _link_after(pages: Sequence[Document], page: int, index: int | None) -> str:
    """What the block after an entry, or after a page's opening, says it follows; empty after the last one."""
    entries = pages[page].raw.get("entry", [])
    after = 0 if index is None else index + 1
    if after < len(entries):
        link = entries[after].get("previous")
    elif page + 1 < len(pages):
        link = pages[page + 1].raw.get("previous")
    else:
        link = ""
    return link if isinstance(link, str) else ""


def _chosen(found: Sequence[Edited], asked: Asked) -> list[Edited]:
    """What is to be put back. Refuses to accept an entry that was not edited, or that can't be proven."""
    proven = [e for e in found if e.text is not None]
    if asked.accept is None:
        return proven if asked.restore else []
    one = next((e for e in found if e.entry == asked.accept), None)
    if one is None:
        raise RefereeError(
            f"entry {asked.accept} was not edited since it was written",
            "eia-ref audit repair lists what was",
            "whole",
        )
    if one.text is None or one.was is None:
        raise NotAllowed(
            f"what entry {asked.accept} was can't be proven from its hash (R-243)",
            "restore the file from a copy",
            "not-proven",
        )
    if not any(loc[0] == "effects" for loc, _, _ in one.differs):
        raise NotAllowed(
            f"entry {asked.accept} changes nothing else than it did: there is nothing to make true (R-243)",
            f"put it back with --restore; to have it otherwise: eia-ref void {asked.accept}, and adjudicate it again",
            "no-change",
        )
    return proven


def _put_back(
    path: Path, work: Path, game_named: GameNamed, it: Repaired, chosen: list[Edited], asked: Asked, said: Said
) -> None:
    """Puts blocks back as they were; then, where that is asked for, makes true by an entry what had been edited."""
    data = put_back(work.read_bytes(), chosen)
    if asked.accept is not None:
        trial = _beside(path, "new")
        try:
            trial.write_bytes(data)
            one = next(e for e in chosen if e.entry == asked.accept)
            it.result, block = _accepted(trial, game_named, one, asked, said)
        except LedgerFault as e:
            raise LedgerFault(e.message.replace(str(trial), str(path)), e.hint, e.code) from None
        finally:
            trial.unlink(missing_ok=True)
        data += block
    _replace(path, work, data, it)
    it.put_back = chosen


def _accepted(path: Path, game_named: GameNamed, one: Edited, asked: Asked, said: Said) -> tuple[Result, bytes]:
    """The entry that makes true what an entry had been edited to."""
    ledger = open_ledger(path, game_named)
    if ledger.tampered:
        raise LedgerFault(ledger.tampered[0].message, "restore the file from a copy", "chain")
    number = asked.accept
    assert number is not None
    assert one.was is not None
    pairs = entries_from(ledger, number)
    if by := voided_by([p.page.entry[i] for p, i in pairs]).get(number):
        raise NotAllowed(f"entry {number} is void, by entry {by}", "put it back with --restore", "void-already")
    found = one.broken.part.raw["entry"][one.broken.at]["effects"]
    part, index = pairs[0]
    effects = instead(part.effects(ledger.game, index), one.broken.part.effects(ledger.game, one.broken.at or 0))
    clerk = Clerk.at(ledger)
    try:
        after = apply(clerk.state, effects)
    except CantApply as e:
        raise NotAllowed(f"entry {number} can't be accepted as edited: {e.message}", code="cant-apply") from None
    text = (
        f"R-243: Entry {number} was edited by hand; it is put back as it was written, and what was put there "
        f"instead holds from now on: {asked.because.rstrip('.')}.",
    )
    done = Adjudication(f"entry {number} as edited", ("R-243",), (), text, effects, (), after)
    request = RepairRequest(entry=number, because=asked.because, instead=found)
    result = clerk.enter(REPAIR, plain(request), done, said)
    ends = b"" if ledger.part.data.endswith(b"\n") else b"\n"
    return result, ends + "".join(clerk.blocks).encode()


def _replace(path: Path, work: Path, data: bytes, it: Repaired | None) -> None:
    """Puts other bytes in the place of a file, whole or not at all; the ledger as it was is kept beside it, once."""
    if it is not None and it.kept_in is None and work == path:
        it.kept_in = _free(path, "before-repair")
        write_flushed(it.kept_in, path.read_bytes())
    new = _beside(path, "repaired")
    try:
        write_flushed(new, data)
        shutil.copymode(path, new)
        new.replace(work)
    finally:
        new.unlink(missing_ok=True)
    flush_folder(path.parent)


def _beside(path: Path, what: str) -> Path:
    """A file of ours beside the ledger, for the time of the repair."""
    return path.with_name(f".{path.name}.{os.getpid()}.{what}")


def _free(path: Path, what: str) -> Path:
    """A name beside the ledger that is still free."""
    n = 1
    while (found := path.with_name(f"{path.name}.{what}-{n}")).exists():
        n += 1
    return found
