"""Names are forgiving: case, accents and endings may be missing; a near miss is answered with the nearest."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterable, Mapping

from eia_ref.core.errors import RefereeError, quoted


@functools.lru_cache(maxsize=4096)
def fold(name: str) -> str:
    """A name without case, accents and outer blanks, for comparing."""
    bare = unicodedata.normalize("NFKD", name.strip().casefold())
    return " ".join("".join(c for c in bare if not unicodedata.combining(c)).split())


def as_typed(name: str) -> str:
    """A name as it is typed at the terminal: in quotes where it has more than one word."""
    return f'"{name}"' if " " in name else name


def in_a_row(names: Iterable[str]) -> str:
    """Names in a sentence: `Baden, Hesse and Prussia`; nothing for none."""
    *first, last = list(names) or [""]
    return f"{', '.join(first)} and {last}" if first else last


def find(name: str, names: Iterable[str], what: str, also: Mapping[str, str] | None = None) -> str:
    """The one of `names` that `name` means: itself, another word for it in `also`, or its only beginning.

    `what` says what is looked for ("power", "campaign"), for the refusal.
    """
    names = list(names)
    if name in names:
        return name
    known = {fold(n): n for n in names}
    known |= {fold(k): v for k, v in (also or {}).items() if v in known.values()}
    word = fold(name)
    if word in known:
        return known[word]
    begin = {v for k, v in known.items() if k.startswith(word)} if word else set()
    if len(begin) == 1:
        return begin.pop()
    raise RefereeError(f"no {what} is called {quoted(name)}", nearest(word, known, begin), "unknown-name")


def nearest(word: str, known: Mapping[str, str], begin: set[str]) -> str:
    """What to say when a name is not known: what it may have meant, else all there are."""
    if begin:
        some = sorted(begin)
        return "it may mean " + (" or ".join(some) if len(some) <= 10 else f"one of {len(some)}: {some[0]} ...")
    from difflib import get_close_matches

    close = dict.fromkeys(known[k] for k in get_close_matches(word, known, n=3))
    if close:
        return "the nearest: " + ", ".join(close)
    all_names = list(dict.fromkeys(known.values()))
    return f"known: {', '.join(all_names) or 'none'}" if len(all_names) <= 20 else f"{len(all_names)} are known"
