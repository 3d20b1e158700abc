"""What a block must have been before somebody edited it: whatever its hash, or the next one's link, proves.

Two things lead back: what comes out again from the request and the dice, and the figures themselves, tried one by
one. Only what has the right hash counts (R-243); nothing is guessed.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, NamedTuple, cast

from eia_ref.ledger.compare import Broken, differences
from eia_ref.ledger.document import Document, Loc
from eia_ref.ledger.model import chain_hash, chain_text
from eia_ref.ledger.read import HASH_LINE
from eia_ref.ledger.write import entry_block, page_block

NEAR = 500  # whole numbers that are tried for one that may have been edited
ENTRY = re.compile(rb"^\[\[turn\.entry\]\]", re.MULTILINE)
COMMENT = re.compile(rb"^[ \t]*#[^\n]*\n", re.MULTILINE)
HERE = "\ue000 the figure that is tried \ue000"
CHAIN = ("previous", "hash", "seal", "entry")  # not figures of the block's own content


class Edited(NamedTuple):
    """A block that was edited: what differs from what it was, as (field, expected, found), and its text as it was.

    Without `text` it can't be proven what it was, and what differs is only what comes out otherwise. `line` is
    where it stands in the file.
    """

    broken: Broken
    line: int
    differs: list[tuple[Loc, Any, Any]]
    was: Mapping[str, Any] | None
    text: bytes | None

    @property
    def entry(self) -> int | None:
        """The entry's number; None for the opening of a page."""
        return None if self.broken.at is None else self.broken.number


def edited(broken: Broken, follows: str) -> Edited:
    """What was edited in a block. `follows` is the link of the block after it, empty where there is none."""
    raw = _content(broken)
    line = broken.part.line(("opening",) if broken.at is None else ("entry", broken.at))
    kept = {k: v for k, v in raw.items() if k not in ("hash", "seal", "entry")}
    hash = raw["hash"] if broken.at is not None else raw["seal"]["hash"]
    was = _found(kept, broken, {hash.lower(), follows})
    if was is None:
        meant = broken.meant
        differs = [d for k, v in meant.items() for d in differences(v, kept.get(k, _nothing(v)), (k,))]
        return Edited(broken, line, differs, None, None)
    text = entry_block(was)[1] if broken.at is not None else page_block(was)[1]
    differs = differences(was, kept)
    if chain_hash(was) != hash:
        differs.append((("hash",), chain_hash(was), hash))
    return Edited(broken, line, differs, was, text[text.index("[[turn") :].encode())


def _nothing(meant: Any) -> Any:
    """What stands for a list that is not written because it is empty."""
    return [] if isinstance(meant, list) else None


def _content(broken: Broken) -> dict[str, Any]:
    raw = broken.part.raw
    content: dict[str, Any] = raw if broken.at is None else raw["entry"][broken.at]
    return content


def place(part: Document, index: int | None) -> tuple[int, int]:
    """From where to where in the part's bytes a block stands: to the end of the line with its hash."""
    heads = [m.start() for m in ENTRY.finditer(part.data)]
    at = 0 if index is None else heads[index]
    stop = next((h for h in heads if h > at), len(part.data))
    ends = [m.end() for m in HASH_LINE.finditer(part.data, at, stop)]
    return at, ends[-1] if ends else stop


def put_back(data: bytes, those: list[Edited]) -> bytes:
    """A ledger's bytes with these blocks as they were. Comments that stood in a block stand before it."""
    for one in sorted(those, key=lambda e: -(e.broken.part.at + place(e.broken.part, e.broken.at)[0])):
        assert one.text is not None
        part = one.broken.part
        at, end = (part.at + n for n in place(part, one.broken.at))
        comments = b"".join(COMMENT.findall(data[at:end])) if one.broken.at is not None else b""
        data = data[:at] + comments + one.text + data[end:]
    return data


def _found(kept: dict[str, Any], broken: Broken, hashes: set[str]) -> dict[str, Any] | None:
    """What the block must have been to have one of these hashes, likeliest first; None if nothing proves it."""
    linked = {"number": broken.number} if broken.at is not None else {"entries": broken.number}
    bases = [kept, {**kept, "previous": broken.link, **linked}]
    for base in bases:
        for candidate in (base, *_come_out_again(base, broken)):
            if chain_hash(candidate) in hashes:
                return candidate
    return next((found for base in bases if (found := _by_figure(base, hashes))), None)


def _come_out_again(base: dict[str, Any], broken: Broken) -> Iterator[dict[str, Any]]:
    """With those parts that follow from the rest as they follow from it, all or some of them."""
    if broken.at is None and "opening" in broken.meant:
        opening = base["opening"]
        for loc, expected, _ in differences(broken.meant["opening"], opening):
            opening = _with(opening, loc, expected)
        yield {**base, **broken.meant, "opening": opening}
        yield {**base, **broken.meant}
        return
    other = [k for k, v in broken.meant.items() if base.get(k, _nothing(v)) != v]
    for many in range(len(other), 0, -1):
        for keys in combinations(other, many):
            new = {**base, **{k: broken.meant[k] for k in keys}}
            yield {k: v for k, v in new.items() if v != [] or k in ("rules", "dice", "effects", "text")}


def _by_figure(base: dict[str, Any], hashes: set[str]) -> dict[str, Any] | None:
    """With one whole number another one, or one digit within a text, so that it has one of these hashes.

    There may be hundreds of thousands of them: what stands before the figure is hashed once for all of its others.
    """
    for loc, value in _leaves({k: v for k, v in base.items() if k not in CHAIN}, ()):
        others = _others(value)
        if not others:
            continue
        before, _, after = chain_text(_with(base, loc, HERE)).partition(json.dumps(HERE, ensure_ascii=False))
        begun, rest = hashlib.sha256(before.encode()), after.encode()
        for other in others:
            tried = begun.copy()
            tried.update(json.dumps(other, ensure_ascii=False).encode() + rest)
            if tried.hexdigest() in hashes:
                return cast("dict[str, Any]", _with(base, loc, other))
    return None


def _others(value: Any) -> list[Any]:
    """What an edited figure may have been: another whole number, or a text with one of its digits another one."""
    if isinstance(value, int) and not isinstance(value, bool):
        digits = (int(t) for t in _other_digits(str(value)))
        return list(dict.fromkeys([*digits, *range(-NEAR, NEAR + 1)]))
    return list(_other_digits(value)) if isinstance(value, str) else []


def _other_digits(text: str) -> Iterator[str]:
    """The text with each of its digits another one."""
    for i, c in enumerate(text):
        if c in "0123456789":
            yield from (f"{text[:i]}{d}{text[i + 1 :]}" for d in "0123456789" if d != c)


def _leaves(value: Any, loc: Loc) -> Iterator[tuple[Loc, Any]]:
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _leaves(item, (*loc, key))
    else:
        yield loc, value


def _with(value: Any, loc: Loc, new: Any) -> Any:
    """A plain value with another one at this place; none there takes the key out."""
    if not loc:
        return new
    step, rest = loc[0], loc[1:]
    if isinstance(value, list):
        return [_with(v, rest, new) if i == step else v for i, v in enumerate(value)]
    if new is None and not rest:
        return {k: v for k, v in value.items() if k != step}
    return {**value, step: _with(value.get(step, {}), rest, new)}
