"""What follows a fight at sea: losses by nation, points, Nelson's coming, luck, and the fate of disabled ships."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from eia_ref.core.adjudication import Sheet
from eia_ref.core.odds import Spread, decimal, percent
from eia_ref.core.position import Position
from eia_ref.core.state import Concerned
from eia_ref.empires.facts import Commanded, WonAtSea
from eia_ref.empires.naval.combat import HIGHEST, LOWEST, loss, row, shares, signed
from eia_ref.empires.naval.fleets import lose, power_of
from eia_ref.empires.naval.rounds import UNBROKEN, Fight, check
from eia_ref.empires.naval.sides import SIDES, Encounter, Ships, Sided, cell, numbers
from eia_ref.empires.naval.still_owed import after, owe_fate, owe_ships_left
from eia_ref.empires.options import option
from eia_ref.empires.politics.battle_points import AT_SEA, award, meeting, only_once
from eia_ref.empires.state import Campaign

AFTER = "naval-aftermath"


class Fought(NamedTuple):
    """A fight that is over. `contributions` are what each side's losses are split over, `rules` who wins by."""

    request: Encounter
    sides: tuple[Sided, Sided]
    contributions: tuple[Ships, Ships]
    before: Fight
    after: Fight
    won: int | None
    rules: tuple[str, ...]

    @property
    def lost(self) -> tuple[int, int]:
        """The ships disabled, side by side."""
        return (
            self.before.attacker.ships - self.after.attacker.ships,
            self.before.defender.ships - self.after.defender.ships,
        )

    @property
    def disabled(self) -> tuple[Ships, Ships]:
        """The same by contribution (R-202)."""
        a, d = (shares(n, among) for n, among in zip(self.lost, self.contributions, strict=True))
        return a, d


def refuse_twice(sheet: Sheet[Campaign], request: Encounter, what: str) -> None:
    """Refuses the same fight twice in a month, unless it is said to be another (R-38, R-210).

    Neutral minors beside a power do not make it another one (R-273).
    """
    one, other = (_powers(sheet, request.ships(side)) or list(request.ships(side)) for side in SIDES)
    only_once(sheet, meeting(what, one, other), "", request.another, [meeting(AT_SEA, one, other)])


def settle(
    sheet: Sheet[Campaign], fought: Fought, odds: Spread[Fight], won: Callable[[Fight], int | None]
) -> tuple[Ships, Ships]:
    """Tells losses, luck and who has won, and moves points; gives the ships disabled, by contribution.

    `odds` is every way the fight could have gone, `won` who has won in each. Refuses what contradicts itself.
    """
    check(fought.before, fought.after, fought.won)
    disabled = fought.disabled
    sheet.say("")
    for side, of, many in zip(SIDES, fought.contributions, disabled, strict=True):
        told = ", ".join(f"{name} {many[name]} of {of[name]}" for name in of)
        sheet.say(f"Disabled of the {side}: {told}.", "R-202" if len(of) > 1 else "R-41")
    _expected(sheet, fought, odds, won)
    a, d = fought.lost
    if fought.won is None:
        sheet.outcome = (
            f"{fought.sides[0].name} against {fought.sides[1].name}: a draw, {_ships(a)} disabled against {d}"
        )
        sheet.say("Neither side has won: no political points.", *fought.rules)
        return disabled
    winner, loser = fought.sides[fought.won], fought.sides[1 - fought.won]
    beaten = (fought.after.attacker, fought.after.defender)[1 - fought.won]
    how = "is broken" if beaten.broke != UNBROKEN else "has no ship left"
    sheet.say(f"The {loser.side} {how}: the {winner.side} wins.", *fought.rules)
    own, enemy = (a, d) if fought.won == 0 else (d, a)
    verb = "beats" if len(winner.ships) == 1 else "beat"
    sheet.outcome = f"{winner.name} {verb} {loser.name}: {_ships(own)} disabled against {enemy}"
    _points(sheet, fought.request, winner, loser)
    if "Britain" in winner.ships:
        sheet.tell(WonAtSea("Britain"))
    return disabled


def _ships(number: int) -> str:
    return f"{number} {'ship' if number == 1 else 'ships'}"


def _expected(
    sheet: Sheet[Campaign], fought: Fought, odds: Spread[Fight], won: Callable[[Fight], int | None]
) -> None:
    """What each side could expect, told, and for each nation of it kept beside what came."""
    before = fought.before
    lost = (
        odds.mean(lambda f: before.attacker.ships - f.attacker.ships),
        odds.mean(lambda f: before.defender.ships - f.defender.ships),
    )
    wins = (odds.chance(lambda f: won(f) == 0), odds.chance(lambda f: won(f) == 1))
    sheet.say(
        f"Expected: {decimal(lost[0])} of the attacker, {decimal(lost[1])} of the defender; "
        f"the attacker wins {percent(wins[0])}, the defender {percent(wins[1])}."
    )
    for i, side in enumerate(fought.sides):
        own, hit = (_credited(fought.lost[k], side.ships) for k in (i, 1 - i))
        for name, ships in side.ships.items():
            part = Fraction(ships, side.strength)
            sheet.expect(name, "ships lost", decimal(lost[i] * part), own[name])
            sheet.expect(name, "ships hit", decimal(lost[1 - i] * part), hit[name])
            sheet.expect(name, "battles won", decimal(wins[i]), int(fought.won == i))


def _credited(total: int, among: Ships) -> Ships:
    """A number split like a loss, though it may be greater than the ships it is credited to."""
    times, rest = divmod(total, sum(among.values()))
    left = shares(rest, among)
    return {name: times * n + left[name] for name, n in among.items()}


def _points(sheet: Sheet[Campaign], request: Encounter, winner: Sided, loser: Sided) -> None:
    """Points by the fleets beaten (R-34); those of minors are their holder's, of neutral ones nobody's (R-204)."""
    terms = after(sheet, "fight at sea", request.another)
    if option(sheet, "naval_points") != "by fleets":
        sheet.leave_to_do("points at sea", terms=terms)
        return
    fleets = request.fleets(loser.side)
    if not fleets and request.in_no_fleet(sheet.state, loser.side) == loser.strength:
        sheet.say("The ships beaten are in no fleet: no fleet, no political points.", "R-34", "LA-2")
        return
    if not fleets:
        sheet.say(
            f"No political points are moved: nobody says how many fleets were beaten. Voided and typed again with "
            f"--{loser.side}-fleets N the battle moves them: its dice stand (R-08).",
            "R-34",
        )
        sheet.leave_to_do("fleets beaten", whom=loser.name, how=loser.side, terms=terms)
        return
    lost: Counter[str] = Counter()
    neutral = 0
    for name, many in fleets.items():
        power = power_of(sheet, name)
        if power:
            lost[power] += many
        else:
            neutral += many
    sheet.cite("R-204")
    award(sheet, _powers(sheet, winner.ships), dict(lost), winner.leader, loser.leader, naval=True, others=neutral)


def _powers(position: Position[Campaign], ships: Mapping[str, int]) -> list[str]:
    return list(dict.fromkeys(p for p in (power_of(position, name) for name in ships) if p))


# --- Disabled ships --------------------------------------------------------------------------------------------


def aftermath(sheet: Sheet[Campaign], fought: Fought, disabled: tuple[Ships, Ships]) -> None:
    """The chase, hulks, and the way to port, by the charts the game master has; the rest is owed (R-209)."""
    own = [Counter({k: v for k, v in d.items() if v}) for d in disabled]
    gone: Counter[str] = Counter()
    terms = after(sheet, "battle", fought.request.another)
    unknown: set[str] = set()
    hulks: Counter[str] = Counter()
    if fought.won is not None:
        beaten = 1 - fought.won
        loser = fought.sides[beaten]
        left = {n: loser.ships[n] - disabled[beaten][n] for n in loser.ships}
        chased = _pursuit(sheet, fought, left, terms)
        if chased is None:
            unknown.update(loser.ships)
        own[beaten].update(chased or {})
        _whose_hulks(sheet, fought.sides[fought.won], own[beaten])
        if own[beaten] and not faces(sheet, "hulks on"):
            owe_fate(sheet, "capture, and way to port", own[beaten], terms)
            unknown.update(own[beaten])
            own[beaten].clear()
        hulks = _capture(sheet, own[beaten])
        own[beaten] -= hulks
    gone += hulks
    sunk = ports(sheet, own[0] + own[1], terms)
    unknown.update(*(own if sunk is None else ()))
    gone += sunk or Counter()
    if fought.won is not None:
        gone -= _hulks_home(sheet, fought, hulks, terms)
    write_fleets(sheet, fought.request, gone, unknown, terms)
    sheet.tell(Commanded(tuple(s.leader for s in fought.sides)))


def _pursuit(sheet: Sheet[Campaign], fought: Fought, left: Ships, terms: str) -> Ships | None:
    """The general chase: further ships of the beaten side disabled; None where its chart is empty, and it is owed."""
    assert fought.won is not None
    if not any(left.values()):
        return {}
    winner, loser = fought.sides[fought.won], fought.sides[1 - fought.won]
    ships = (fought.after.attacker, fought.after.defender)[fought.won].ships
    by: int = sheet.rulebook.table("naval")["leader"].get(loser.leader, {}).get("pursuit", 0)
    chart = [cell(sheet, AFTER, f"chase, row {n}") for n in range(LOWEST, HIGHEST + 1)]
    if not all(chart):
        sides = Concerned(whom=loser.name, against=winner.name, terms=terms)
        if by:  # NL-13
            sides |= Concerned(person=loser.leader, how=signed(by))
        sheet.leave_to_do("chase of a leader" if by else "chase", count=ships, **sides)
        return None
    die = sheet.roll(6, "chase of the beaten")
    at = row(die, by)
    part = numbers(AFTER, f"chase, row {at}", chart[at])[0]
    many = min(loss(sheet.rulebook, ships, part), sum(left.values()))
    chased = {name: n for name, n in shares(many, left).items() if n}
    told = ", ".join(f"{n} {name}" for name, n in chased.items()) or "none"
    rules = ["R-209", *(["NL-13"] if by else [])]
    sheet.say(f"Chase: {die} {signed(by)}, {part}% of {ships}: {many} more disabled ({told}).", *rules)
    return chased


def _capture(sheet: Sheet[Campaign], disabled: Mapping[str, int]) -> Counter[str]:
    """Disabled ships of the beaten side that become the victor's hulks."""
    hulks: Counter[str] = Counter()
    on = faces(sheet, "hulks on")
    for name, many in disabled.items():
        hulks[name] = sum(sheet.roll(6, f"capture of {name}'s ship {n + 1}") in on for n in range(many))
        sheet.say(f"{hulks[name]} of {name}'s {many} disabled become hulks of the victor.", "R-209", "LA-4")
    return +hulks


def _whose_hulks(sheet: Sheet[Campaign], winner: Sided, disabled: Mapping[str, int]) -> None:
    """Says to whom the hulks of a minor among the victors belong (LA-4)."""
    for name in winner.ships:
        if name in sheet.state.powers or not sum(disabled.values()):
            continue
        if power := power_of(sheet, name):
            sheet.say(f"Hulks that {name} has taken belong to {power}.", "LA-4")
        else:
            sheet.say(f"{name} is a minor and owns no hulks, and no power controls it.", "LA-4")


def faces(position: Position[Campaign], name: str) -> list[int]:
    """The faces of a d6 in a cell; none where it is empty."""
    return numbers(AFTER, name, cell(position, AFTER, name))


def ports(sheet: Sheet[Campaign], disabled: Mapping[str, int], terms: str) -> Counter[str] | None:
    """Each disabled ship's way to a friendly port; gives those that sink, by nation. None: the chart is empty."""
    sunk: Counter[str] = Counter()
    if not sum(disabled.values()):
        return sunk
    on = faces(sheet, "ports on")
    if not on:
        owe_fate(sheet, "way to port", disabled, terms)
        return None
    for name, many in disabled.items():
        safe = _home(sheet, name, many, on)
        sunk[name] = many - safe
        sheet.say(f"{safe} of {name}'s {many} disabled in port, {many - safe} sunk.", "R-209")
    return +sunk


def _home(sheet: Sheet[Campaign], name: str, many: int, on: Sequence[int]) -> int:
    return sum(sheet.roll(6, f"way to port of {name}'s ship {n + 1}") in on for n in range(many))


def _hulks_home(sheet: Sheet[Campaign], fought: Fought, hulks: Mapping[str, int], terms: str) -> Counter[str]:
    """Hulks on their way to the victor's port; gives those that go back to Spain and reach a port (NL-14)."""
    assert fought.won is not None
    saved: Counter[str] = Counter()
    winner, loser = fought.sides[fought.won], fought.sides[1 - fought.won]
    returns = sheet.rulebook.table("naval")["leader"].get(loser.leader, {}).get("hulks_return")
    on = faces(sheet, "ports on")
    if returns and not (on and faces(sheet, "hulks on")):
        sheet.say("A Spanish hulk that sinks on its way goes back to Spain, and rolls for its own port.", "NL-14")
    for name, many in hulks.items():
        if not on:
            rule = "NL-14" if name == returns else "R-209"
            sheet.leave_to_do("hulks", rule=rule, whom=winner.name, against=name, terms=terms, count=many)
            continue
        safe = _home(sheet, f"the hulk {name}", many, on)
        sheet.say(f"{safe} of {many} hulks from {name} in the victor's port.", "R-209")
        if name == returns and many > safe:
            saved[name] = _home(sheet, f"the hulk gone back to {name}", many - safe, on)
            sheet.say(f"{many - safe} sunk on the way, back to {name}; {saved[name]} in its own port.", "NL-14")
    return saved


def write_fleets(
    sheet: Sheet[Campaign], request: Encounter, gone: Mapping[str, int], unknown: Collection[str], terms: str
) -> None:
    """Ships lost for good leave the ledger's fleets that fought, those without fleets bearing their part (R-211).

    `unknown` are the nations of whose disabled ships the fate is open.
    """
    named = [*request.attacker_named, *request.defender_named]
    fleets = sheet.state.fleets
    for power, many in gone.items():
        own = {n: fleets[n].ships for n in named if fleets[n].power == power}
        if not own:
            continue
        rest = request.attacker.get(power, 0) + request.defender.get(power, 0) - sum(own.values())
        for name, ships in shares(many, {**own, "": rest}).items():
            if name and ships:
                sheet.say(f"{name} has {ships} fewer.", "R-211")
                lose(sheet, name, ships)
    owe_ships_left(sheet, (n for n in named if n in fleets and fleets[n].power in unknown), terms)
