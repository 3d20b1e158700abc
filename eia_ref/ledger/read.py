"""Opening a ledger: the header and the last page only. The rest of the file is read when it is asked for."""

from __future__ import annotations

import errno
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO, Generic, TypeVar

from eia_ref.core.errors import CantApply, LedgerFault, RefereeError
from eia_ref.core.game import TURN, VOID, Game
from eia_ref.core.position import Position
from eia_ref.core.state import State
from eia_ref.ledger.document import MEND, Document
from eia_ref.ledger.model import Entry, Header, Page

PAGE = re.compile(rb"^\[\[turn\]\][ \t]*(?:#.*)?\r?$", re.MULTILINE)
HASH = re.compile(rb'^hash = "[0-9a-f]{64}"[ \t]*(?:#.*)?\r?$', re.MULTILINE)
# What ends a turn, or takes its end back: another page is due with it, in the same block.
ENDS_TURN = re.compile(
    rb'^command = "%s"|\{ kind = "\w+", was = "[^"]+", now = "[^"]+" \}' % TURN.encode(), re.MULTILINE
)
AFTER = re.compile(rb"[ \t]*(?:#[^\n]*|\r)?(?:\n|\Z)")
BEGIN = (b"[[turn.entry]]\n", b"[[turn]]\n")
GAME = re.compile(rb"""^[ \t]*game[ \t]*=[ \t]*["']([^"'\n]*)["'][ \t]*(?:#.*)?\r?$""", re.MULTILINE)
HASH_LINE = re.compile(rb"^[ \t]*hash\b[^\n]*\n", re.MULTILINE)
CHUNK = 1 << 16

S = TypeVar("S", bound=State)
GameNamed = Callable[[str], Game[Any]]


@dataclass(eq=False, repr=False)
class Ledger(Generic[S]):
    """A ledger as opened: its header (and where that stands), its last page, the state at the end of it.

    `end` is where the whole blocks end, `torn` what comes after (the beginning of a block that was never
    finished) and `torn_in` where it was set aside, `tampered` what the last page's chain says against it.
    """

    path: Path
    game: Game[S]
    head: Document
    header: Header
    part: Document
    state: S
    torn: bytes = b""
    torn_in: Path | None = None
    tampered: list[LedgerFault] = field(default_factory=list)

    @property
    def page(self) -> Page:
        """The last page."""
        return self.part.page

    @property
    def end(self) -> int:
        """Where the whole blocks end."""
        return self.part.at + len(self.part.data)

    @property
    def position(self) -> Position[S]:
        """The game's rulebook with the state at the end."""
        return Position(self.game.rulebook, self.state)


def open_ledger(path: Path, game_named: GameNamed) -> Ledger[Any]:
    """Reads the header and the last page. Raises LedgerFault for what can't be trusted.

    A torn end is left for the next writer to set aside, and said by `torn`.
    """
    try:
        with _opened(path) as file:
            head = read_head(path, file)
            header = head.header()
            part, torn = _last_whole(path, file, len(head.data))
    except OSError as e:
        raise unreadable(path, e) from None
    game = game_of(head, game_named)
    return Ledger(path, game, head, header, part, _state_at_end(part, game), torn, tampered=changed(part))


def _opened(path: Path) -> BinaryIO:
    """The file, to read; refuses folders, and devices and pipes, which might never end."""
    if path.exists() and not path.is_file():
        raise LedgerFault(f"{path} is no file", "name the ledger itself with -c", "file")
    return path.open("rb")


def game_of(head: Document, game_named: GameNamed) -> Game[Any]:
    """The game the header names. Raises LedgerFault for one there is not, and for a start that is no turn of it."""
    campaign = head.header().campaign
    try:
        game = game_named(campaign.game)
    except LedgerFault:
        raise
    except RefereeError as e:
        raise LedgerFault(f"{head.place(('campaign', 'game'))}: game: {e.message}", e.hint, e.code) from None
    try:
        game.turn(campaign.start)
    except ValueError as e:
        raise head.fault(("campaign", "start"), str(e)) from None
    return game


def read_head(path: Path, file: BinaryIO) -> Document:
    """The header's part."""
    file.seek(0)
    data = b""
    while chunk := file.read(CHUNK):
        data += chunk
        if found := PAGE.search(data):
            return Document(path, 0, data[: found.start()])
    if not data:
        raise LedgerFault(f"{path} is empty", "name another with -c, or begin one: eia-ref new NAME", "no-page")
    Document(path, 0, data).header()  # says what is wrong with it, if that is the reason
    raise LedgerFault(
        f"{path} has no [[turn]]: it is no ledger, or was cut short", "restore it from a copy", "no-page"
    )


def game_said(path: Path) -> str:
    """The name of the game a ledger's header gives, by a look at its first bytes; empty where they don't say.

    Not checked: whoever opens the ledger does that.
    """
    try:
        with _opened(path) as file:
            data = file.read(CHUNK)
    except (OSError, ValueError, RefereeError):
        return ""
    page = PAGE.search(data)
    found = GAME.search(data, 0, page.start() if page else len(data))
    return found[1].decode("utf-8", "replace") if found else ""


def read_header(path: Path) -> Header:
    """The header alone."""
    try:
        with _opened(path) as file:
            return read_head(path, file).header()
    except OSError as e:
        raise unreadable(path, e) from None


def _last_whole(path: Path, file: BinaryIO, first: int) -> tuple[Document, bytes]:
    """The last page's part as far as it is whole, and what is torn after it."""
    size = file.seek(0, 2)
    at = last_page(file, first, size)
    file.seek(at)
    data = file.read(size - at)
    whole = whole_length(data)
    if not whole and unfinished(data) and at > first:
        # The page was never finished, so neither was the end of the turn before it: they are one block.
        page, at = at, last_page(file, first, at)
        file.seek(at)
        data = file.read(size - at)
        whole = whole_length(data[: page - at])
    torn = data[whole:]
    if not unfinished(torn):
        # Not the beginning of a block: somebody wrote it. It reads as part of the page, or is refused.
        return Document(path, at, data), b""
    if not whole:
        raise LedgerFault(f"{path} has no whole page", "restore it from a copy", "no-page")
    return Document(path, at, data[:whole]), torn


def whole_length(data: bytes) -> int:
    """How much of a page's bytes is whole blocks, comments after them included; 0 if not even the page is.

    A block ends with its hash. The entry that ends a turn, or takes its end back, and the page after it are one
    block, so that entry at the end of a page with no whole page after it is torn.
    """
    ends = [m.end() for m in HASH.finditer(data)]
    if not ends:
        return 0
    last = data.rfind(b"\n[[turn.entry]]", 0, ends[-1])
    if last >= 0 and ENDS_TURN.search(data, last, ends[-1]):
        ends.pop()
    end = ends[-1] if ends else 0
    while end and (after := AFTER.match(data, end)) and after.end() > end:
        end = after.end()
    return end


def unfinished(data: bytes) -> bool:
    """Whether this is what a power cut leaves of a block: its beginning, or zeros, and no line that ends one.

    A whole line with a hash that is none was changed by somebody, and is not set aside but refused.
    """
    text = data.replace(b"\r\n", b"\n").rstrip(b"\0")
    begun = any(text.startswith(b) or b.startswith(text) for b in BEGIN)
    return begun and all(HASH.match(m[0]) for m in HASH_LINE.finditer(text))


def last_page(file: BinaryIO, first: int, end: int) -> int:
    """Where the last page before `end` begins; the file is read backwards from there."""
    data, at = b"", end
    while True:
        step = min(CHUNK, at - first)
        at -= step
        file.seek(at)
        data = file.read(step) + data
        found = [at + m.start() for m in PAGE.finditer(data)]
        if found and (found[-1] > at or at == first):  # at `at` itself it may be the end of a longer line
            return found[-1]
        if at == first:
            return first


def parts(path: Path) -> tuple[Document, list[Document]]:
    """The whole file but a torn end: the header's part and every page's."""
    try:
        with _opened(path) as file:
            head = read_head(path, file)
            head.header()
            last, _ = _last_whole(path, file, len(head.data))
            file.seek(0)
            data = file.read(last.at)
    except OSError as e:
        raise unreadable(path, e) from None
    starts = [*(m.start() for m in PAGE.finditer(data)), last.at]
    return head, [*(Document(path, a, data[a:b]) for a, b in pairwise(starts)), last]


def parts_back(ledger: Ledger[Any]) -> Iterator[Document]:
    """The pages from the last one backwards, each read only when asked for."""
    yield ledger.part
    end = ledger.part.at
    try:
        with ledger.path.open("rb") as file:
            first = len(read_head(ledger.path, file).data)
            while end > first:
                at = last_page(file, first, end)
                file.seek(at)
                yield Document(ledger.path, at, file.read(end - at))
                end = at
    except OSError as e:
        raise unreadable(ledger.path, e) from None


def entry_numbered(ledger: Ledger[Any], number: int) -> tuple[Document, int]:
    """An entry's page and its place in it; refuses a number there is not."""
    if not 1 <= number <= ledger.page.count:
        raise RefereeError(f"there is no entry {number}", f"the ledger has 1 to {ledger.page.count}", "no-entry")
    for part in parts_back(ledger):
        if part.page.entries < number <= part.page.count:
            return part, number - part.page.entries - 1
    raise LedgerFault(f"{ledger.path}: entry {number} is missing", "eia-ref audit says more", "chain")


def entries_from(ledger: Ledger[Any], number: int) -> list[tuple[Document, int]]:
    """The entry and all later ones, each as its page and its place in it."""
    found: list[list[tuple[Document, int]]] = []
    for part in parts_back(ledger):
        page = part.page
        found.insert(0, [(part, i) for i in range(len(page.entry)) if page.entries + i + 1 >= number])
        if page.entries < number:
            break
    return [pair for page_pairs in found for pair in page_pairs]


def entries_of_turn(ledger: Ledger[Any]) -> list[Entry]:
    """The entries of the last page's turn so far, on whichever page, with the voids in between."""
    page = ledger.page
    first = page.opened.get(str(page.turn))
    if first is None:
        return page.entry
    pairs = [(part.page, part.page.entry[i]) for part, i in entries_from(ledger, first + 1)]
    return [entry for of, entry in pairs if of.turn == page.turn or entry.command == VOID]


def voided_by(entries: Sequence[Entry]) -> dict[int, int]:
    """Which of these entries are void, and by which entry. A void that is itself void counts no more."""
    void: dict[int, int] = {}
    for entry in reversed(entries):
        if entry.number not in void:
            void |= dict.fromkeys(entry.voids, entry.number)
    return void


def _state_at_end(part: Document, game: Game[Any]) -> Any:
    """The state at the end of the last page; refuses one that the rules do not know."""
    state = part.opening(game)
    try:
        game.check(Position(game.rulebook, state))
    except RefereeError as e:
        where = part.place(("opening", *e.message.partition(":")[0].split(".")))
        raise LedgerFault(f"{where}: the opening of {part.page.turn}: {e.message}", MEND, "opening") from None
    for i, entry in enumerate(part.page.entry):
        for effect in part.effects(game, i):
            try:
                effect.apply(state)
            except CantApply as e:
                raise LedgerFault(
                    f"{part.place(('entry', i))}: entry {entry.number}: {e.message}",
                    "eia-ref audit lists everything that is wrong",
                    "cant-apply",
                ) from None
    return state


def changed(part: Document) -> list[LedgerFault]:
    """What a page's chain says against it."""
    page, faults = part.page, []
    if part.opening_broken():
        faults.append(_changed(part.place(("opening",)), f"the opening of {page.turn}"))
    previous = page.seal.hash
    for i, entry in enumerate(page.entry):
        at = ("entry", i)
        if entry.number != page.entries + i + 1 or entry.previous != previous:
            faults.append(
                LedgerFault(
                    f"{part.place(at)}: entry {entry.number} does not follow the one before it",
                    "an entry was taken out or moved: restore the file from a copy",
                    "chain",
                )
            )
        if part.entry_broken(i):
            faults.append(_changed(part.place(at), f"entry {entry.number}"))
        previous = entry.hash
    return faults


def _changed(where: str, what: str) -> LedgerFault:
    return LedgerFault(
        f"{where}: {what} was changed after it was written",
        "eia-ref audit repair says what can be put back; else restore the file from a copy",
        "chain",
    )


def unreadable(path: Path, error: OSError) -> LedgerFault:
    """An operating system's refusal, in words."""
    why = error.strerror or str(error)
    hint = "check the path, the folder and its rights"
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        hint = "nothing is written; make room on the disk and type it again"
    return LedgerFault(f"{path}: {why[:1].lower() + why[1:]}", hint, "file")
