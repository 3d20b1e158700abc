"""What follows a fight at sea: losses by nation, points, Nelson's coming, luck, and the fate of disabled ships."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from eia_ref.core.adjudication import Sheet
from eia_ref.core.names import in_a_row
from eia_ref.core.odds import Spread, decimal, percent
from eia_ref.empires.facts import Commanded, WonAtSea
from eia_ref.empires.naval.combat import HIGHEST, LOWEST, loss, row, shares, signed
from eia_ref.empires.naval.fleets import lose, power_of
from eia_ref.empires.naval.rounds import UNBROKEN, Fight, check
from eia_ref.empires.naval.sides import SIDES, Encounter, Ships, Sided, cell, numbers
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
    if option(sheet.rulebook, sheet.state, "naval_points") != "by fleets":
        sheet.say(
            "In this campaign the points of battles at sea are decided at the table: eia-ref pp adjust.", "R-34"
        )
        return
    fleets = request.fleets(loser.side)
    if not fleets and request.in_no_fleet(loser.side, sheet.state) == loser.strength:
        sheet.say("The ships beaten are in no fleet: no fleet, no political points.", "R-34", "LA-2")
        return
    if not fleets:
        how = f"--{loser.side}-fleets N"
        sheet.say(
            f"No political points are moved: nobody says how many fleets were beaten. To move them, void this entry "
            f"and type it again with {how}: its dice stand (R-08).",
            "R-34",
        )
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


def _powers(sheet: Sheet[Campaign], ships: Mapping[str, int]) -> list[str]:
    return list(dict.fromkeys(p for p in (power_of(sheet, name) for name in ships) if p))


# --- Disabled ships --------------------------------------------------------------------------------------------


def aftermath(sheet: Sheet[Campaign], fought: Fought, disabled: tuple[Ships, Ships]) -> None:
    """The chase, hulks, and the way to port, by the charts the game master has; the rest is named (R-209)."""
    own = [Counter({k: v for k, v in d.items() if v}) for d in disabled]
    gone: Counter[str] = Counter()
    if fought.won is not None:
        beaten = 1 - fought.won
        loser = fought.sides[beaten]
        left = {n: loser.ships[n] - disabled[beaten][n] for n in loser.ships}
        victor = (fought.after.attacker, fought.after.defender)[fought.won]
        own[beaten].update(_pursuit(sheet, loser, victor.ships, left))
        hulks = _capture(sheet, own[beaten])
        _whose_hulks(sheet, fought.sides[fought.won], own[beaten])
        own[beaten] -= hulks
        gone += hulks
        gone += ports(sheet, own[0] + own[1])
        gone -= _hulks_home(sheet, loser, hulks)
    else:
        gone += ports(sheet, own[0] + own[1])
    charts = ("ports on",) if fought.won is None else ("hulks on", "ports on")
    write_fleets(sheet, fought.request, gone, any(own) and not all(faces(sheet, c) for c in charts))
    sheet.tell(Commanded(tuple(s.leader for s in fought.sides)))


def _pursuit(sheet: Sheet[Campaign], loser: Sided, ships: int, left: Ships) -> Ships:
    """The general chase: further ships of the beaten side disabled."""
    if not any(left.values()):
        return {}
    by: int = sheet.rulebook.table("naval")["leader"].get(loser.leader, {}).get("pursuit", 0)
    chart = [cell(sheet, AFTER, f"chase, row {n}") for n in range(LOWEST, HIGHEST + 1)]
    if not all(chart):
        against = f", with {signed(by)} to the die against {loser.leader} (NL-13)" if by else ""
        sheet.say(f"Still to do: the chase of the beaten{against}; its chart is to be filled in.", "R-209")
        return {}
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
    if not sum(disabled.values()):
        return hulks
    on = faces(sheet, "hulks on")
    if not on:
        sheet.say(
            f"Still to do: which of the beaten side's {sum(disabled.values())} disabled become hulks of the victor; "
            "the chart is to be filled in.",
            "R-209",
        )
        return hulks
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


def faces(sheet: Sheet[Campaign], name: str) -> list[int]:
    """The faces of a d6 in a cell; none where it is empty."""
    return numbers(AFTER, name, cell(sheet, AFTER, name))


def ports(sheet: Sheet[Campaign], disabled: Mapping[str, int]) -> Counter[str]:
    """Each disabled ship's way to a friendly port; gives those that sink, by nation."""
    sunk: Counter[str] = Counter()
    if not sum(disabled.values()):
        return sunk
    on = faces(sheet, "ports on")
    if not on:
        told = in_a_row([f"{n} of {name}" for name, n in disabled.items() if n])
        sheet.say(f"Still to do: the way to port of disabled ships, {told}; the chart is to be filled in.", "R-209")
        return sunk
    for name, many in disabled.items():
        safe = _home(sheet, name, many, on)
        sunk[name] = many - safe
        sheet.say(f"{safe} of {name}'s {many} disabled in port, {many - safe} sunk.", "R-209")
    return +sunk


def _home(sheet: Sheet[Campaign], name: str, many: int, on: Sequence[int]) -> int:
    return sum(sheet.roll(6, f"way to port of {name}'s ship {n + 1}") in on for n in range(many))


def _hulks_home(sheet: Sheet[Campaign], loser: Sided, hulks: Mapping[str, int]) -> Counter[str]:
    """Hulks on their way to the victor's port; gives those that go back to Spain and reach a port (NL-14)."""
    saved: Counter[str] = Counter()
    returns = sheet.rulebook.table("naval")["leader"].get(loser.leader, {}).get("hulks_return")
    on = faces(sheet, "ports on")
    if not on:
        if returns:
            sheet.say("A Spanish hulk that sinks on its way goes back to Spain, and rolls for its own port.", "NL-14")
        return saved
    for name, many in hulks.items():
        safe = _home(sheet, f"the hulk {name}", many, on)
        sheet.say(f"{safe} of {many} hulks from {name} in the victor's port.", "R-209")
        if name == returns and many > safe:
            saved[name] = _home(sheet, f"the hulk gone back to {name}", many - safe, on)
            sheet.say(f"{many - safe} sunk on the way, back to {name}; {saved[name]} in its own port.", "NL-14")
    return saved


def write_fleets(sheet: Sheet[Campaign], request: Encounter, gone: Mapping[str, int], unknown: bool) -> None:
    """Ships lost for good leave the ledger's fleets that fought, those without fleets bearing their part (R-211).

    `unknown`: the fate of some disabled ships is open.
    """
    named = [*request.attacker_named, *request.defender_named]
    for power, many in gone.items():
        own = {n: sheet.state.fleets[n].ships for n in named if sheet.state.fleets[n].power == power}
        if not own:
            continue
        rest = request.attacker.get(power, 0) + request.defender.get(power, 0) - sum(own.values())
        for name, ships in shares(many, {**own, "": rest}).items():
            if name and ships:
                sheet.say(f"{name} has {ships} fewer.", "R-211")
                lose(sheet, name, ships)
    if named and unknown:
        sheet.say(
            "The ledger's fleets keep disabled ships until it is known that they are lost: "
            "eia-ref naval fleet NAME --ships N.",
            "R-211",
        )
