"""Poland's revolt: Russia's protectorate tries after each "no event" until it is free (PL-11 to PL-15, R-50)."""

from collections.abc import Sequence
from fractions import Fraction

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.calendar import Month
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.position import Position
from eia_ref.empires.effects import MinorHeld, Sets
from eia_ref.empires.lasting import end
from eia_ref.empires.polish_provinces import POLAND, table
from eia_ref.empires.relations import in_force
from eia_ref.empires.state import Campaign

PROTECTORATE = "Polish protectorate"


class RevoltRequest(Frozen):
    """`poland revolt`: a try that the month's event did not bring, and why."""

    because: str


def bonus(position: Position[Campaign]) -> int:
    """What is added to the die of the next try: one for each six that failed (PL-12)."""
    tries: int = table(position.rulebook)["revolt"]["tries"]
    return position.state.poland.tries // tries


def needed(position: Position[Campaign]) -> int:
    """The least that the die of the next try must show for a revolt."""
    return max(1, int(table(position.rulebook)["revolt"]["revolts"]) - bonus(position))


def no_event(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """What "no event" does in Poland: a try at a revolt, until it has revolted (PL-11, R-50)."""
    try_revolt(sheet)


def try_revolt(sheet: Sheet[Campaign]) -> None:
    """One try: a die, and what the tries that failed add to it (PL-11, PL-12)."""
    figures = table(sheet.rulebook)["revolt"]
    plus = bonus(sheet)
    die = sheet.roll(figures["die"], "Poland's revolt")
    tries = sheet.state.poland.tries
    sum = f"{die} + {plus} for {tries} tries that failed = {die + plus}" if plus else f"{die}"
    if die + plus >= figures["revolts"]:
        sheet.say(f"Poland's revolt: {sum}, and {figures['revolts']} or more was needed.", "PL-11", "PL-12", "R-50")
        revolt(sheet)
        return
    sheet.apply(Sets(part="poland", field="tries", was=tries, now=tries + 1))
    sheet.say(
        f"Poland's revolt: {sum}, {figures['revolts']} was needed; Poland stays quiet.", "PL-11", "PL-12", "R-50"
    )


def revolt(sheet: Sheet[Campaign]) -> None:
    """Poland revolts: it is an independent minor of all its territory, and Russia is out (PL-13 to PL-15)."""
    state = sheet.state
    sheet.apply(Sets(part="poland", field="revolted", now=state.month))
    was = state.minors[POLAND]
    sheet.apply(MinorHeld(minor=POLAND, was_held=was.held, was_by=was.by, held="neutral"))
    sheet.say("Poland revolts: an independent minor of all territory marked (P).", "PL-13")
    if protectorate := in_force(state, PROTECTORATE):
        end(sheet, protectorate, "PL-14")
    sheet.say("Every Russian depot in Poland is destroyed.", "PL-14")
    sheet.say("Forcible access to Poland is barred: an attempt is a declaration of war on it.", "PL-15")


def ask_revolt(sheet: Sheet[Campaign], request: RevoltRequest) -> None:
    """A try outside the month's event. Refuses one after the revolt, and one without a reason."""
    if not request.because.strip():
        raise RefereeError(
            "a try comes with each no event by itself; for one more a reason is needed", 'add --because "REASON"'
        )
    if since := sheet.state.poland.revolted:
        raise NotAllowed(f"Poland revolted in {since.name} (R-50)", "eia-ref poland show", "revolted")
    sheet.say(f"One more try: {request.because.strip()}", "R-50")
    try_revolt(sheet)
    sheet.outcome = "Poland revolts" if sheet.state.poland.revolted else "Poland stays quiet"


def chances(position: Position[Campaign], months: int) -> list[tuple[Month, Fraction]]:
    """The exact chance that Poland has revolted by the end of each of so many months, this one first (R-50, R-145).

    One roll a month on the event table, this month's only if it is not rolled yet; of a Poland that has not
    revolted.
    """
    figures = table(position.rulebook)["revolt"]
    die, every, needed = figures["die"], figures["tries"], figures["revolts"]
    quiet, found = {position.state.poland.tries: Fraction(1)}, []
    for n in range(months):
        month = position.state.month.plus(n)
        after: dict[int, Fraction] = {}
        for tries, chance in quiet.items():
            for more, part in _rolls(position, month).items():
                stays = chance * part
                for t in range(tries, tries + more):
                    stays *= Fraction(min(die, max(0, needed - 1 - t // every)), die)
                after[tries + more] = after.get(tries + more, Fraction(0)) + stays
        quiet = after
        found.append((month, 1 - sum(quiet.values(), Fraction(0))))
    return found


def _rolls(position: Position[Campaign], month: Month) -> dict[int, Fraction]:
    """The chance of so many tries in a month; none where its event is rolled already."""
    if month == position.state.month and position.state.rolled:
        return {0: Fraction(1)}
    from eia_ref.empires.revolution.forecast import monthly  # only a forecast asks

    return monthly(position, month)


ADJUDICATORS = (Adjudicator("poland revolt", RevoltRequest, ask_revolt),)
