"""Exact odds beforehand: of a battle at sea, and of a port raid. Writes nothing and rolls nothing."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from eia_ref.cli.shared import Shared, command, commands
from eia_ref.core.adjudication import Sheet, split_rules
from eia_ref.core.dice import RecordedDice
from eia_ref.core.odds import Spread, decimal, percent
from eia_ref.empires.cli.at_sea import as_battle, as_raid, as_sortie
from eia_ref.empires.naval import battle as naval_battle
from eia_ref.empires.naval import raid, sortie
from eia_ref.empires.naval import raiding as naval_raid
from eia_ref.empires.naval.battle import BattleRequest
from eia_ref.empires.naval.raid import RaidRequest
from eia_ref.empires.naval.rounds import ROUNDS, Fight, winner
from eia_ref.empires.naval.sides import SIDES, Sided, with_fleets
from eia_ref.empires.naval.sortie import SortieRequest
from eia_ref.show.out import HEAD, Out

app = commands("odds", "Exact odds beforehand; nothing is rolled or written.")
at_sea = commands("naval", "Of a battle at sea.")
app.add_typer(at_sea)


def _battle(shared: Shared, request: BattleRequest) -> None:
    """Show the exact odds of a battle at sea; options as for naval battle."""
    _fight(shared, _sheet(shared), request)


def _sortie(shared: Shared, request: SortieRequest) -> None:
    """Show the exact odds of a blockade battle; options as for it."""
    sheet = _sheet(shared)
    _fight(shared, sheet, sortie.ready(sheet, request))


def _fight(shared: Shared, sheet: Sheet[Any], request: BattleRequest) -> None:
    ready = naval_battle.prepare(sheet, with_fleets(sheet, request))
    spread = naval_battle.spread(sheet.rulebook, ready)
    _show(shared, sheet, ready.sides, ready.before, spread, winner, [(f"round {n}", n) for n in ROUNDS])


def _raid(shared: Shared, request: RaidRequest) -> None:
    """Show the exact odds of a port raid; options as for raid."""
    sheet = _sheet(shared)
    ready = raid.prepare(sheet, with_fleets(sheet, request))
    spread = raid.spread(sheet.rulebook, ready)
    rounds = [(f"round {n}", n) for n in ROUNDS]
    when = [("guns in", naval_raid.IN), *rounds, ("guns out", naval_raid.OUT)] if ready.raid.guns else rounds
    _show(shared, sheet, ready.sides, ready.before, spread, lambda f: naval_raid.won(ready.before, f), when)


command(at_sea, "battle")(as_battle(_battle))
command(at_sea, "blockade-battle")(as_sortie(_sortie))
command(app, "raid")(as_raid(_raid))


def _sheet(shared: Shared) -> Sheet[Any]:
    """A sheet on the campaign as it stands, without dice."""
    ledger = shared.ledger(trusted=True)
    return Sheet(ledger.position, RecordedDice([]), 0)


class Summary(NamedTuple):
    """A fight's outcomes put together, each list by side: who wins, what is lost at the mean, least and most.

    `breaks`: the chance to break, by round of `when`; `gone`: that no ship is left.
    """

    wins: list[Fraction]
    lost: list[Fraction]
    most: list[list[int]]
    breaks: list[list[Fraction]]
    gone: list[Fraction]

    @property
    def draw(self) -> Fraction:
        """The chance that nobody wins."""
        return 1 - sum(self.wins, Fraction())


def _summary(
    before: Fight, spread: Spread[Fight], won: Callable[[Fight], int | None], when: Sequence[tuple[str, int]]
) -> Summary:
    """The spread of a fight, put together."""
    return Summary(
        wins=[spread.chance(lambda f, i=i: won(f) == i) for i in (0, 1)],  # type: ignore[misc]  # i is bound
        lost=[spread.mean(lambda f, i=i: _lost(before, f, i)) for i in (0, 1)],  # type: ignore[misc]  # as above
        most=[[_lost(before, f, i) for f in spread.weights] for i in (0, 1)],
        breaks=[
            [spread.chance(lambda f, i=i, n=n: f[i].broke == n) for _, n in when]  # type: ignore[misc]  # as above
            for i in (0, 1)
        ],
        gone=[spread.chance(lambda f, i=i: not f[i].ships) for i in (0, 1)],  # type: ignore[misc]  # as above
    )


def _show(
    shared: Shared,
    sheet: Sheet[Any],
    sides: Sequence[Sided],
    before: Fight,
    spread: Spread[Fight],
    won: Callable[[Fight], int | None],
    when: Sequence[tuple[str, int]],
) -> None:
    """What was said, when each side breaks, what each loses, and last who wins."""
    found, names = _summary(before, spread, won, when), [name for name, _ in when]
    shared.out.json(
        {
            "wins": {side: _json(found.wins[i]) for i, side in enumerate(SIDES)},
            "draw": _json(found.draw),
            "expected_losses": {side: decimal(found.lost[i]) for i, side in enumerate(SIDES)},
            "breaks": {
                side: {name: _json(b) for name, b in zip(names, found.breaks[i], strict=True)}
                for i, side in enumerate(SIDES)
            },
            "no_ships_left": {side: _json(found.gone[i]) for i, side in enumerate(SIDES)},
            "text": sheet.text,
            "rules": list(sheet.rules),
        }
    )
    shared.out.rules([split_rules(line) for line in sheet.text])
    _tables(shared.out, sides, found, names)


def _tables(out: Out, sides: Sequence[Sided], found: Summary, names: Sequence[str]) -> None:
    """When each side breaks, what each loses, and who wins."""
    out.line()
    heads = ["breaks", *names, "at all", "no ships"]
    rows = [
        [s, *map(percent, b), percent(sum(b, Fraction())), percent(g)]
        for s, b, g in zip(SIDES, found.breaks, found.gone, strict=True)
    ]
    out.table(heads, rows, range(1, len(heads)))
    out.line()
    losses = [
        [side, sides[i].name, str(sides[i].strength), decimal(found.lost[i]), f"{min(most)} to {max(most)}"]
        for i, (side, most) in enumerate(zip(SIDES, found.most, strict=True))
    ]
    out.table(["disabled", "", "of", "expected", "from"], losses, (2, 3, 4))
    out.line()
    attacker, defender = map(percent, found.wins)
    out.line(f"The attacker wins {attacker}, the defender {defender}; drawn {percent(found.draw)}.", HEAD)


def _lost(before: Fight, after: Fight, i: int) -> int:
    was, now = (before.attacker, after.attacker) if i == 0 else (before.defender, after.defender)
    return was.ships - now.ships


def _json(chance: Fraction) -> dict[str, str]:
    return {"exact": str(chance), "percent": decimal(chance * 100)}
