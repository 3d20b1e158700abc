"""Poland: a Russian protectorate that tries to revolt, and what becomes of it (House rules: POLAND)."""

from __future__ import annotations

from typing import Any

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.effects import MinorHeld, Sets
from eia_ref.empires.memory import end
from eia_ref.empires.relations import in_force
from eia_ref.empires.state import Campaign

POLAND = "Poland"
PROTECTORATE = "Polish protectorate"


class RevoltRequest(Frozen):
    """`poland revolt`: a try that the month's event did not bring, and why."""

    because: str


def table(rulebook: Rulebook) -> dict[str, Any]:
    """Poland's figures."""
    return rulebook.table("poland")


def bonus(rulebook: Rulebook, state: Campaign) -> int:
    """What is added to the die of the next try: one for each six that failed (PL-12)."""
    tries: int = table(rulebook)["revolt"]["tries"]
    return state.poland.tries // tries


def no_event(sheet: Sheet[Campaign]) -> None:
    """What "no event" does in Poland: a try at a revolt, until it has revolted (PL-11, R-50)."""
    if sheet.state.poland.revolted:
        return
    figures = table(sheet.rulebook)["revolt"]
    plus = bonus(sheet.rulebook, sheet.state)
    die = sheet.roll(figures["die"], "Poland's revolt")
    tries = sheet.state.poland.tries
    sum = f"{die} + {plus} for {tries} tries that failed = {die + plus}" if plus else f"{die}"
    if die + plus >= figures["revolts"]:
        sheet.say(f"Poland's revolt: {sum}, and {figures['revolts']} or more was needed.", "PL-11", "PL-12", "R-50")
        revolt(sheet)
        return
    sheet.apply(Sets(part="poland", field="tries", was=tries, now=tries + 1))
    sheet.say(f"Poland's revolt: {sum}, {figures['revolts']} was needed; Poland stays quiet.", "PL-11", "PL-12", "R-50")


def revolt(sheet: Sheet[Campaign]) -> None:
    """Poland revolts: it is an independent minor of all its territory, and Russia is out (PL-13 to PL-15)."""
    state = sheet.state
    sheet.apply(Sets(part="poland", field="revolted", now=state.month))
    was = state.minors[POLAND]
    sheet.apply(MinorHeld(minor=POLAND, was_held=was.held, was_by=was.by, held="neutral"))
    sheet.say("Poland revolts: an independent minor of all territory marked (P).", "PL-13")
    if protectorate := in_force(state, PROTECTORATE):
        end(sheet, protectorate, "PL-14")
    sheet.say("Every Russian depot in Poland is destroyed; take it off the map.", "PL-14")
    sheet.say("Forcible access to Poland is barred: an attempt is a declaration of war on it.", "PL-15")


def ask_revolt(request: RevoltRequest, sheet: Sheet[Campaign]) -> None:
    """A try outside the month's event. Refuses one after the revolt, and one without a reason."""
    if not request.because.strip():
        raise RefereeError(
            "a try comes with each no event by itself; for one more a reason is needed", 'add --because "REASON"'
        )
    if since := sheet.state.poland.revolted:
        raise NotAllowed(f"Poland revolted in {since.name} (R-50)", "eia-ref poland show", "revolted")
    sheet.say(f"One more try: {request.because.strip()}", "R-50")
    no_event(sheet)
    sheet.outcome = "Poland revolts" if sheet.state.poland.revolted else "Poland stays quiet"


ADJUDICATORS = (Adjudicator("poland revolt", RevoltRequest, ask_revolt),)
