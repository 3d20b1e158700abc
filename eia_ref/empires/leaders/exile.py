"""Exile: who goes, what a return costs line by line, and who may not come back yet (Exile; R-36)."""

from typing import NamedTuple

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.calendar import Month
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.position import Position
from eia_ref.core.rulebook import Rulebook
from eia_ref.empires.leaders.arrivals import MONTHS, drive_out
from eia_ref.empires.leaders.leaders import (
    AT_HAND,
    BACK,
    RANKS,
    Card,
    card,
    change,
    driven_out,
    find_leader,
    in_exile,
    power_served,
    side_served,
    status_in_words,
)
from eia_ref.empires.points import move_points
from eia_ref.empires.powers import find_power
from eia_ref.empires.state import Campaign

ZONES = {"D": 1, "N": 0, "I": -1, "F": -2}  # dominant, neutral, instability, fiasco


class ExileRequest(Frozen):
    """`leaders exile`: who, and why."""

    leader: str
    because: str = ""


class ReturnRequest(Frozen):
    """`leaders return`: who; `ratings` where his counter prints none; `power` that pays for a minor's leader."""

    leader: str
    ratings: str = ""
    power: str = ""


class Cost(NamedTuple):
    """What a return costs: thirds of a point for the ratings, points for rank and zone, and the whole rounded up."""

    ratings: tuple[int, int, int]
    rank: str
    zone: str

    @property
    def points(self) -> int:
        """Political points, on the exact fraction rounded up, never below 0 (EX-2, R-36)."""
        thirds = sum(self.ratings) + 3 * (RANKS.index(self.rank) + ZONES[self.zone])
        return max(0, -(-thirds // 3))

    def lines(self, zone: str) -> list[str]:
        """The sum, line by line; `zone` in words."""
        s, t, m = self.ratings
        total = s + t + m
        whole, rest = divmod(total, 3)
        third = f"{whole}" + (f" {rest}/3" if rest else "")
        return [
            f"Ratings: ({s} + {t} + {m}) / 3 = {third}.",
            f"Rank {self.rank}: {RANKS.index(self.rank):+}.",
            f"Political zone, {zone}: {ZONES[self.zone]:+}.",
            f"Rounded up: {self.points} political {'point' if self.points == 1 else 'points'}.",
        ]


def cost(found: Card, box: str, ratings: tuple[int, int, int] | None = None) -> Cost:
    """What the return of a counter costs a power whose marker is in that box. Refuses one without figures."""
    if found.strategic and found.tactical and found.maximum:
        ratings = (found.strategic, found.tactical, found.maximum)
    if ratings is None:
        raise RefereeError(
            f"{found.name} has no ratings in the house rules, and the cost needs them (EX-2)",
            "say what the table plays him with: --ratings 233",
            "no-ratings",
        )
    return Cost(ratings, found.rank or "D", box[0])


def exile(sheet: Sheet[Campaign], request: ExileRequest) -> None:
    """A leader goes into exile. Refuses one who has not come, is there already, or is lost."""
    name = find_leader(sheet, request.leader)
    leader = sheet.state.leaders.get(name)
    if leader is None or leader.status not in (*AT_HAND, "off the map", "wounded", "prisoner"):
        how = status_in_words(sheet.state, name) if leader else "not yet come"
        raise NotAllowed(f"{name} can't be exiled: {how}", "eia-ref leaders list shows who is where", "not-at-hand")
    found = card(sheet, name)
    why = f": {request.because.strip()}" if request.because.strip() else ""
    sheet.say(f"{name} of {found.side} goes into exile{why}.", found.clause)
    drive_out(sheet, name)
    sheet.outcome = f"{name} is in exile"


def may_return(position: Position[Campaign], name: str) -> Month | None:
    """The first month in which a leader in exile may come back; None: now."""
    since = position.state.leaders[name].since
    if card(position, name).rank == "A" and position.state.month < since.plus(MONTHS):
        return since.plus(MONTHS)
    return None


def come_back(sheet: Sheet[Campaign], request: ReturnRequest) -> None:
    """A leader comes back from exile and is paid for. Refuses before his time, or what can't be paid (EX-1, EX-3)."""
    state = sheet.state
    name = find_leader(sheet, request.leader)
    leader = state.leaders.get(name)
    if leader is None or leader.status != "in exile":
        how = status_in_words(state, name) if leader else "not yet come"
        hint = f"in exile: {', '.join(in_exile(sheet)) or 'nobody'}"
        raise NotAllowed(f"{name} is not in exile: {how}", hint, "not-in-exile")
    found = card(sheet, name)
    if driven_out(sheet, found):
        raise NotAllowed(
            f"the Revolution has driven {name} out (FR-06a)",
            "he comes back with the émigrés at stage 11, or with the Bourbons (R-257)",
            "driven-out",
        )
    if first := may_return(sheet, name):
        raise NotAllowed(
            f"{name}, of rank A, is in exile since {leader.since.name}, and for 12 months at least (EX-1)",
            f"a return is possible in {first.name}",
            "too-early",
        )
    power = _payer(sheet, found, request.power)
    box = state.power(power).political
    price = cost(card(sheet, BACK.get(name, name)), box, _ratings(request.ratings))
    lines = price.lines(_zone(sheet.rulebook, box))
    room = -state.room(box, -price.points)
    if room < price.points:
        raise NotAllowed(
            f"{power} at {box} can't pay {price.points} points for {name}: the track has {room} left (EX-3)",
            " ".join(lines),
            "cant-pay",
        )
    serves = side_served(sheet, found)
    sheet.say(f"{name} comes back to {serves} from exile; {power} pays.", "EX-2", "R-36")
    for line in lines:
        sheet.say(line, "EX-2")
    if price.points:
        move_points(sheet, power, -price.points)
    change(sheet, name, "available")
    sheet.outcome = f"{name} is back for {price.points} PP"


def _payer(position: Position[Campaign], found: Card, said: str) -> str:
    """Who pays: the leader's power, or whoever controls his minor."""
    power = find_power(position.rulebook, said) if said else ""
    if found.power:
        serves = side_served(position, found)
        if power not in ("", serves):
            raise RefereeError(f"{found.name} serves {serves}, not {power}", "leave out --power", "other-side")
        return serves
    known = power or power_served(position, found)
    if not known:
        raise RefereeError(
            f"the ledger does not say who controls {found.minor}, and so who pays for {found.name}",
            "name the power: --power POWER",
            "no-payer",
        )
    return known


def _ratings(said: str) -> tuple[int, int, int] | None:
    """Ratings as typed, `233` or `2-3-3`; None where none are."""
    digits = said.replace("-", "").strip()
    if not said:
        return None
    if not (len(digits) == 3 and digits.isascii() and digits.isdigit()) or any(not 1 <= int(d) <= 6 for d in digits):
        raise RefereeError(
            f"--ratings {said!r} is no three ratings", "strategic, tactical, maximum, as 233", "ratings"
        )
    s, t, m = (int(d) for d in digits)
    return s, t, m


def _zone(rulebook: Rulebook, box: str) -> str:
    zones = rulebook.table("charts/political-status")["zone"]
    return str(next(z["name"] for z in zones if z["letter"] == box[0]))


ADJUDICATORS = (
    Adjudicator("leaders exile", ExileRequest, exile),
    Adjudicator("leaders return", ReturnRequest, come_back),
)
