"""Ports, blockade boxes and sea areas as they are named; ports in which no fleet can be shut up (LA-6)."""

from __future__ import annotations

import re

from eia_ref.core import names
from eia_ref.core.errors import NotAllowed, RefereeError, quoted
from eia_ref.core.rulebook import Rulebook

PORT, BOX = "port of ", "blockade box of "
_PORT, _BOX = r"(?P<port>port|harbour|harbor)", r"(?:blockade box|box|bb)"
WAYS = (  # a port or its box as it may be typed: `in the port of Brest`, `bb Brest`, `Brest harbour`
    re.compile(rf"(?:(?:in|at) )?(?:the )?(?:{_PORT}|{_BOX})(?: of)?(?: (?P<name>.+))?", re.IGNORECASE),
    re.compile(rf"(?P<name>.+?)(?:'s)? (?:{_PORT}|{_BOX})", re.IGNORECASE),
)
AT_SEA = "at sea, "


def place(said: str) -> str:
    """A place as it is kept: `port of Brest`, `blockade box of Brest`; anything else is a sea area.

    Refuses a port or a blockade box without a name, which is no place (R-44).
    """
    words = " ".join(said.split())
    found = next((m for way in WAYS if (m := way.fullmatch(words))), None)
    if found is None:
        return capital(words[len(AT_SEA) :] if words.casefold().startswith(AT_SEA) else words)
    kept = PORT if found["port"] else BOX
    if not found["name"]:
        raise RefereeError(f"{quoted(words)}: of which port?", f'as in "{kept}Brest"', "no-port")
    return kept + capital(found["name"])


def capital(name: str) -> str:
    """A name as it begins a sentence, whatever else is in it."""
    return name[:1].upper() + name[1:]


def where(at: str) -> str:
    """A place in a sentence: `in the port of Brest`, `at sea, Bay of Biscay`."""
    return f"in the {at}" if in_port(at) or in_box(at) else f"at sea, {at}"


def in_port(at: str) -> bool:
    """Whether a place is a port."""
    return at.startswith(PORT)


def in_box(at: str) -> bool:
    """Whether a place is a blockade box."""
    return at.startswith(BOX)


def port_name(said: str) -> str:
    """The port meant: `Brest`, also where it was typed as `port of Brest`. Refuses an empty one."""
    name = place(said).removeprefix(PORT).removeprefix(BOX)
    if not name:
        raise RefereeError("the port has no name", "name the port", "no-port")
    return name


def open_port(rulebook: Rulebook, said: str) -> str | None:
    """The sea area a port and its blockade box belong to, where nobody can be shut up in it (LA-6)."""
    seas: dict[str, str] = {names.fold(p): sea for p, sea in rulebook.table("sea")["open_ports"].items()}
    return seas.get(names.fold(port_name(said)))


def refuse_open_port(rulebook: Rulebook, port: str) -> None:
    """Refuses a blockade where nobody can be shut in (LA-6)."""
    if sea := open_port(rulebook, port):
        raise NotAllowed(
            f"{port_name(port)}'s port and blockade box belong to the {sea}: no fleet can be shut in there (LA-6)",
            f"fight it as a battle on the {sea}",
            "open-port",
        )
