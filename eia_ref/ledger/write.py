"""Writing: under a lock, only at the end, one block at a time, flushed to disk or taken back."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from eia_ref.core import toml
from eia_ref.core.errors import LedgerFault, RefereeError
from eia_ref.ledger.model import chain_hash
from eia_ref.ledger.read import GameNamed, Ledger, open_ledger, unreadable
from eia_ref.ledger.text import entry_text, page_text

WAIT = 10.0  # seconds the second game master waits for the first


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Nobody else writes this ledger meanwhile. Raises LedgerFault when another holds it too long."""
    from filelock import FileLock, Timeout

    where = path
    try:
        real = path.resolve()  # one lock, by whatever link the ledger is named
        lock = FileLock(real.with_name(real.name + ".lock"), timeout=WAIT)
        where = path.with_name(path.name + ".lock") if path.name == real.name else Path(lock.lock_file)
        lock.acquire()
    except Timeout:
        raise LedgerFault(
            f"{path} is being written by another eia-ref (waited {WAIT:.0f} seconds)",
            "wait for the other game master, then type it again",
            "locked",
        ) from None
    except OSError as e:
        raise unreadable(where, e) from None
    try:
        yield
    finally:
        lock.release()


@contextlib.contextmanager
def writing(path: Path, game_named: GameNamed) -> Iterator[Ledger[Any]]:
    """The ledger, looked at under the lock, its torn end set aside, ready to be added to.

    Refuses a page that was changed after it was written: what is added would rest on it.
    """
    try:
        there = path.exists()
    except OSError as e:
        raise unreadable(path, e) from None
    if not there:
        raise LedgerFault(f"{path}: no such file", "begin a campaign: eia-ref new NAME", "file")
    if not path.is_file():
        raise LedgerFault(f"{path} is no file", "name the ledger itself with -c", "file")
    with locked(path):
        ledger = open_ledger(path, game_named)
        if ledger.tampered:
            raise ledger.tampered[0]
        if ledger.torn:
            set_aside(ledger)
        yield ledger


def set_aside(ledger: Ledger[Any]) -> None:
    """Keeps the torn end in a file beside the ledger, then cuts it off."""
    try:
        ledger.torn_in = torn_path(ledger)
        write_flushed(ledger.torn_in, ledger.torn)
        flush_folder(ledger.path.parent)
        with ledger.path.open("r+b") as file:
            file.truncate(ledger.end)
            os.fsync(file.fileno())
    except OSError as e:
        raise unreadable(ledger.path, e) from None


def torn_path(ledger: Ledger[Any]) -> Path:
    """Where a torn end is kept: beside the ledger, by the last whole entry. Never over another one."""
    stem = f"{ledger.path.name}.torn-after-{ledger.page.count}"
    n, path = 1, ledger.path.with_name(stem)
    while path.exists() and not (path.is_file() and path.read_bytes() == ledger.torn):
        n += 1
        path = ledger.path.with_name(f"{stem}-{n}")
    return path


def write_flushed(path: Path, data: bytes) -> None:
    """Writes a file and flushes it to disk. Raises OSError."""
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def append(ledger: Ledger[Any], block: str) -> None:
    """Adds a block at the end and flushes it to disk; on failure the file is as it was. Raises LedgerFault."""
    data = encoded(block)
    if ledger.part.data and not ledger.part.data.endswith(b"\n"):
        data = b"\n" + data
    try:
        with ledger.path.open("r+b", buffering=0) as file:
            if file.seek(0, 2) != ledger.end:
                raise LedgerFault(f"{ledger.path} was changed meanwhile", "type it again", "changed")
            try:
                written = 0
                while written < len(data):
                    written += file.write(data[written:])
                os.fsync(file.fileno())
            except BaseException:
                file.truncate(ledger.end)
                os.fsync(file.fileno())
                raise
    except OSError as e:
        raise unreadable(ledger.path, e) from None


def create(path: Path, text: str) -> None:
    """A new ledger, whole or not at all; never over an existing file. Raises LedgerFault."""
    data = encoded(text)
    if not path.name:
        raise LedgerFault(f"{path} is no file", "name the ledger itself with -c", "file")
    temporary = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise LedgerFault(
            f"{path.parent} is a file, not a folder", "name another with -c FOLDER/FILE", "file"
        ) from None
    except OSError as e:
        raise unreadable(path, e) from None
    try:
        try:
            write_flushed(temporary, data)
            try:
                os.link(temporary, path)
            except FileExistsError:
                raise
            except OSError:  # a file system without hard links, as on a memory stick
                with path.open("xb"):
                    pass
                temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
        flush_folder(path.parent)
    except FileExistsError:
        raise _exists(path) from None
    except OSError as e:
        raise unreadable(path, e) from None


def refuse_existing(path: Path) -> None:
    """Refuses to begin a ledger where a file is."""
    if os.path.lexists(path):
        raise _exists(path)


def _exists(path: Path) -> LedgerFault:
    return LedgerFault(f"{path} exists already", "choose another name, or continue it with -c", "exists")


def flush_folder(folder: Path) -> None:
    """So that the new name outlasts a power cut too, where folders can be flushed. The file stands already."""
    with contextlib.suppress(OSError):
        fd = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)


def encoded(block: str) -> bytes:
    """UTF-8; refuses half a surrogate pair before a byte is written."""
    try:
        return block.encode("utf-8")
    except UnicodeEncodeError as e:
        raise RefereeError(
            f"the text has a character that is no text: {e.object[e.start]!r}", "type it anew", "encoding"
        ) from None


def entry_block(content: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """An entry with its hash, and its block of text. What is absent or empty by choice is left out."""
    kept = {k: v for k, v in content.items() if v not in ("", []) or k in ("rules", "dice", "effects", "text")}
    encoded(json.dumps(kept, ensure_ascii=False))
    entry = {**kept, "hash": chain_hash(kept)}
    text = entry_text(entry)
    _reads_as(text, ("turn", "entry"), entry)
    return entry, text


def page_block(content: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """A page with its seal, and its block of text."""
    encoded(json.dumps(content, ensure_ascii=False))
    page = {**content, "seal": {"hash": chain_hash(content)}}
    text = page_text(page)
    _reads_as(text, ("turn",), page)
    return page, text


def _reads_as(text: str, keys: tuple[str, ...], meant: Mapping[str, Any]) -> None:
    """Checks before writing that the block reads back as what was meant, to the letter."""
    found: Any = toml.loads(text)
    for key in keys:
        found = found[key]
        found = found[0] if isinstance(found, list) else found
    if found != meant:
        raise LedgerFault("the block to be written would not read back as it is", code="block")
