"""What follows a fight at sea: losses by nation, points, Nelson's coming, luck, and the fate of disabled ships."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from eia_ref.core.adjudication import Sheet
from eia_ref.core.errors import NotAllowed
from eia_ref.core.odds import decimal
from eia_ref.empires.combat import HIGHEST, LOWEST, loss, row, shares, signed
from eia_ref.empires.effects import Once, Sets
from eia_ref.empires.leaders import change
from eia_ref.empires.naval import UNBROKEN, Fight
from eia_ref.empires.naval_sides import SIDES, Encounter, Ships, Sided, cell, listed, numbers, power_of
from eia_ref.empires.points import move_points
from eia_ref.empires.state import Campaign

MOST_POINTS = 3
AFTER = "naval-aftermath"


def refuse_twice(sheet: Sheet[Campaign], request: Encounter, what: str) -> None:
    """Refuses the same fight twice in a month, unless it is said to be another (R-38, R-210)."""
    first = f"{what}, {request.whose()}"
    done = [w for w in sheet.state.once if w == first or w.startswith(f"{first}, ")]
    if done and not request.another:
        raise NotAllowed(
            f"a {what} of these is in the ledger this month already (R-38)",
            'if it is another one, say so: --another "REASON"',
            "twice",
        )
    if request.another:
        sheet.say(f"Another one in the same month: {request.another}", "R-38")
    name = f"{first}, {len(done) + 1}" if done else first
    sheet.apply(Once(month=sheet.state.month, what=name))


def finish(
    sheet: Sheet[Campaign],
    request: Encounter,
    sides: Sequence[Sided],
    before: Fight,
    after: Fight,
    won: int | None,
    expected: tuple[Fraction, Fraction],
    chances: Sequence[Fraction],
    contributions: tuple[Ships, Ships] | None = None,
    rules: tuple[str, ...] = ("R-203",),
) -> tuple[Ships, Ships]:
    """Tells losses, luck, and who has won; moves points; gives the ships disabled, side by side, by contribution."""
    lost = [was.ships - now.ships for was, now in zip(before[:2], after[:2], strict=True)]
    among = contributions or (sides[0].ships, sides[1].ships)
    disabled = (shares(lost[0], among[0]), shares(lost[1], among[1]))
    sheet.say("")
    for said, of, many in zip(SIDES, among, disabled, strict=True):
        told = ", ".join(f"{name} {many[name]} of {of[name]}" for name in of)
        sheet.say(f"Disabled of the {said}: {told}.", "R-202" if len(of) > 1 else "R-41")
    sheet.say(
        f"Expected: {decimal(expected[0])} of the attacker, {decimal(expected[1])} of the defender; "
        f"the attacker wins {percent(chances[0])}, the defender {percent(chances[1])}."
    )
    for i, side in enumerate(sides):
        _luck(sheet, side, expected, chances[i], (lost[i], lost[1 - i]), won == i, i)
    if won is None:
        sheet.outcome = (
            f"{sides[0].name} against {sides[1].name}: a draw, {lost[0]} {_ships(lost[0])} disabled against {lost[1]}"
        )
        sheet.say("Neither side has won: no political points.", *rules)
    else:
        winner, loser = sides[won], sides[1 - won]
        verb = "beats" if len(winner.ships) == 1 else "beat"
        how = "is broken" if after[1 - won].broke != UNBROKEN else "has no ship left"  # type: ignore[union-attr]
        sheet.say(f"The {loser.side} {how}: the {winner.side} wins.", *rules)
        sheet.outcome = (
            f"{winner.name} {verb} {loser.name}: {lost[won]} {_ships(lost[won])} disabled against {lost[1 - won]}"
        )
        _points(sheet, request, winner, loser)
        _nelson(sheet, winner)
    return disabled


def percent(chance: Fraction) -> str:
    """A chance for people: `61.3%`."""
    return f"{decimal(chance * 100, 1)}%"


def _ships(number: int) -> str:
    return "ship" if number == 1 else "ships"


def _luck(
    sheet: Sheet[Campaign],
    side: Sided,
    expected: tuple[Fraction, Fraction],
    chance: Fraction,
    came: tuple[int, int],
    has_won: bool,
    i: int,
) -> None:
    """What each nation of a side could expect, by its part of the ships, beside what came."""
    lost, hit = (shares(n, side.ships) if n <= side.strength else _spread_out(n, side.ships) for n in came)
    for name, ships in side.ships.items():
        part = Fraction(ships, side.strength)
        sheet.expect(name, "ships lost", decimal(expected[i] * part), lost[name])
        sheet.expect(name, "ships hit", decimal(expected[1 - i] * part), hit[name])
        sheet.expect(name, "battles won", decimal(chance), int(has_won))


def _spread_out(total: int, among: Ships) -> Ships:
    """A number greater than the ships it is credited to, split like a loss."""
    times = total // sum(among.values())
    rest = shares(total % sum(among.values()), among)
    return {name: times * n + rest[name] for name, n in among.items()}


def _points(sheet: Sheet[Campaign], request: Encounter, winner: Sided, loser: Sided) -> None:
    """Half a point for each beaten fleet, rounded up, at most 3; Nelson's own power has one more (R-34, R-204)."""
    fleets = request.fleets(loser.side)
    if not fleets:
        sheet.say(
            f"No political points are moved: nobody says how many fleets were beaten (--{loser.side}-fleets N).",
            "R-34",
        )
        return
    total = sum(fleets.values())
    gain = half(total)
    pays: Counter[str] = Counter()
    for name, many in fleets.items():
        if power := power_of(sheet, name):
            pays[power] += many
    sheet.say(f"Half of {total} beaten {'fleet' if total == 1 else 'fleets'}, rounded up, at most 3: {gain}.", "R-34")
    card = sheet.rulebook.table("naval")["leader"].get(winner.leader, {})
    for power in _powers(sheet, winner.ships):
        more: int = card.get("points", 0) if card.get("power") == power else 0
        sheet.say(f"{power} {gain + more:+}{f', {more} of it for {winner.leader}' if more else ''}.", "R-34", "R-204")
        move_points(power, gain + more, sheet)
    for power, many in pays.items():
        sheet.say(f"{power} {-half(many):+}, for {many} of them.", "R-34", "R-204")
        move_points(power, -half(many), sheet)


def half(fleets: int) -> int:
    """Half, rounded up, at most 3."""
    return min(MOST_POINTS, -(-fleets // 2))


def _powers(sheet: Sheet[Campaign], ships: Mapping[str, int]) -> list[str]:
    return list(dict.fromkeys(p for p in (power_of(sheet, name) for name in ships) if p))


def _nelson(sheet: Sheet[Campaign], winner: Sided) -> None:
    """Nelson comes with Britain's first victory at sea (NL-2)."""
    if "Britain" not in winner.ships or sheet.state.naval.won:
        return
    sheet.apply(Sets(part="naval", field="won", was=False, now=True))
    if "Nelson" in sheet.state.leaders:
        return
    change(sheet, "Nelson", "available")
    sheet.say("Britain has won its first battle at sea: Nelson is available.", "NL-2", "R-208")


# --- Disabled ships --------------------------------------------------------------------------------------------


def aftermath(
    sheet: Sheet[Campaign],
    request: Encounter,
    sides: Sequence[Sided],
    fight: Fight,
    won: int | None,
    disabled: tuple[Ships, Ships],
) -> None:
    """The chase, hulks, and the way to port, by the charts the game master has; the rest is named (R-209)."""
    own = [Counter({k: v for k, v in d.items() if v}) for d in disabled]
    hulks: Counter[str] = Counter()
    if won is not None:
        loser = 1 - won
        left = {n: sides[loser].ships[n] - disabled[loser][n] for n in sides[loser].ships}
        chased = _pursuit(sheet, sides[loser], fight[won].ships, left)  # type: ignore[union-attr]
        own[loser].update(chased)
        hulks = _capture(sheet, own[loser])
        own[loser] -= hulks
    ports(sheet, own[0] + own[1])
    if won is not None:
        _hulks_home(sheet, sides[1 - won], hulks)
    if any(s.leader for s in sides):
        sheet.say("Still to do: the casualty roll of each leader who took part.", "LC-1")


def _pursuit(sheet: Sheet[Campaign], loser: Sided, ships: int, left: Ships) -> Ships:
    """The general chase: further ships of the beaten side disabled."""
    if not any(left.values()):
        return {}
    by: int = sheet.rulebook.table("naval")["leader"].get(loser.leader, {}).get("pursuit", 0)
    gravina = f", with {signed(by)} to the die against {loser.leader} (NL-13)" if by else ""
    chart = [cell(sheet, AFTER, f"chase, row {n}") for n in range(LOWEST, HIGHEST + 1)]
    if not all(chart):
        sheet.say(f"Still to do: the chase of the beaten{gravina}; its chart is to be filled in.", "R-209")
        return {}
    die = sheet.roll(6, "chase of the beaten")
    at = row(die, by)
    part = numbers(AFTER, f"chase, row {at}", chart[at])[0]
    many = min(loss(sheet.rulebook, ships, part), sum(left.values()))
    chased = shares(many, left)
    told = ", ".join(f"{n} {name}" for name, n in chased.items() if n) or "none"
    rules = ["R-209", *(["NL-13"] if by else [])]
    sheet.say(f"Chase: {die} {signed(by)}, {part}% of {ships}: {many} more disabled ({told}).", *rules)
    return {name: n for name, n in chased.items() if n}


def _capture(sheet: Sheet[Campaign], disabled: Mapping[str, int]) -> Counter[str]:
    """Disabled ships of the beaten side that become the victor's hulks."""
    hulks: Counter[str] = Counter()
    if not sum(disabled.values()):
        return hulks
    on = faces(sheet, "hulks on")
    if not on:
        many = sum(disabled.values())
        sheet.say(
            f"Still to do: which of the beaten side's {many} disabled become hulks of the victor; "
            "the chart is to be filled in.",
            "R-209",
        )
        return hulks
    for name, many in disabled.items():
        taken = sum(sheet.roll(6, f"capture of {name}'s ship {n + 1}") in on for n in range(many))
        hulks[name] = taken
        sheet.say(f"{taken} of {name}'s {many} disabled {_ships(many)} taken.", "R-209")
    return +hulks


def faces(sheet: Sheet[Campaign], name: str) -> list[int]:
    """The faces of a d6 in a cell; none where it is empty."""
    return numbers(AFTER, name, cell(sheet, AFTER, name))


def ports(sheet: Sheet[Campaign], disabled: Mapping[str, int]) -> None:
    """Each disabled ship's way to a friendly port."""
    if not sum(disabled.values()):
        return
    on = faces(sheet, "ports on")
    if not on:
        told = listed([f"{n} of {name}" for name, n in disabled.items() if n])
        sheet.say(f"Still to do: the way to port of disabled ships, {told}; the chart is to be filled in.", "R-209")
        return
    for name, many in disabled.items():
        safe = _home(sheet, name, many, on)
        sheet.say(f"{safe} of {name}'s {many} disabled {_ships(many)} in port, {many - safe} sunk.", "R-209")


def _home(sheet: Sheet[Campaign], name: str, many: int, on: Sequence[int]) -> int:
    return sum(sheet.roll(6, f"way to port of {name}'s ship {n + 1}") in on for n in range(many))


def _hulks_home(sheet: Sheet[Campaign], loser: Sided, hulks: Mapping[str, int]) -> None:
    """Hulks on their way to the victor's port; those that sink under Gravina's eyes go back to Spain (NL-14)."""
    on = faces(sheet, "ports on")
    returns = sheet.rulebook.table("naval")["leader"].get(loser.leader, {}).get("hulks_return", False)
    if not on:
        if returns:
            sheet.say("A Spanish hulk that sinks on its way goes back to Spain, and rolls for its own port.", "NL-14")
        return
    for name, many in hulks.items():
        safe = _home(sheet, f"the hulk {name}", many, on)
        sheet.say(f"{safe} of {many} hulks from {name} in the victor's port.", "R-209")
        if returns and name == "Spain" and many > safe:
            back = _home(sheet, "the hulk gone back to Spain", many - safe, on)
            sheet.say(f"{many - safe} sunk on the way, back to Spain; {back} in a Spanish port.", "NL-14")
