"""National modifiers as they are typed, for a roll for control."""

import re

from eia_ref.core.errors import RefereeError


def modifiers(said: list[str]) -> dict[str, int]:
    """Pairs such as `Austria=+1`; refuses what is no pair, and a power twice."""
    found: dict[str, int] = {}
    for words in said:
        name, _, number = (w.strip() for w in words.partition("="))
        if not (name and re.fullmatch(r"[+-]?\d", number, re.ASCII)):
            raise RefereeError(f"--modifier {words!r} is no pair", 'write it as --modifier "Austria=+1, Prussia=0"')
        if name in found:
            raise RefereeError(f"--modifier: {name} is there twice", "name it only once")
        found[name] = int(number)
    return found
