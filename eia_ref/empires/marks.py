"""What may be done only once in a month, and is marked when it is done."""

from __future__ import annotations

from eia_ref.core.adjudication import Sheet
from eia_ref.core.errors import NotAllowed
from eia_ref.empires.effects import Once
from eia_ref.empires.state import Campaign, Mark


def only_once(sheet: Sheet[Campaign], what: Mark, already: str, hint: str = "", code: str = "once") -> None:
    """Marks something as done that is done once in a month; refuses it a second time, in these words."""
    if what in sheet.state.once:
        raise NotAllowed(already, hint, code)
    mark(sheet, what)


def mark(sheet: Sheet[Campaign], what: Mark) -> None:
    """Keeps something in mind to the end of the month, however often it is said."""
    if what not in sheet.state.once:
        sheet.apply(_once(sheet, what, done=True))


def forget(sheet: Sheet[Campaign], what: Mark) -> None:
    """What is marked is so no longer."""
    sheet.apply(_once(sheet, what, done=False))


def _once(sheet: Sheet[Campaign], what: Mark, done: bool) -> Once:
    return Once(month=sheet.state.month, done=done, **{name: getattr(what, name) for name in Mark.model_fields})
