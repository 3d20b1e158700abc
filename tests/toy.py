"""A game for the frame to run that has nothing of the house rules: two players, their coins, and one ship.

It is a value like any other game, with its own state, effects, adjudicators and rules folder. Below it, the few
steps by which a test plays it on a ledger, without the command line.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

import typer
from pydantic import Field

from eia_ref.cli.resolve import tell
from eia_ref.cli.shared import Shared, command
from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.charts import known
from eia_ref.core.dice import Dice, TableDice
from eia_ref.core.effects import Begins, Changes, Closes, Effect, as_a
from eia_ref.core.errors import CantApply, NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.game import NEW, SETTINGS, SETTLE, TURN, Due, Game, View
from eia_ref.core.names import find as find_name
from eia_ref.core.position import Position
from eia_ref.core.requests import NewRequest, SettingsRequest, SettleRequest, TurnRequest
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import Decision, InForce, Setting, State, find
from eia_ref.core.turn import Turn
from eia_ref.core.turn_end import next_turn, pass_over
from eia_ref.ledger.audit import audit
from eia_ref.ledger.begin import Beginning, begin
from eia_ref.ledger.clerk import Clerk, Result, Said, keep_thrown, take_up_header, write
from eia_ref.ledger.read import Ledger, open_ledger
from eia_ref.ledger.void import void
from eia_ref.ledger.write import writing

RULES = Path(__file__).parent / "toy_rules"
PLAYERS = ("Anna", "Bertil")


class Tide(Turn):
    """What a page of the toy is: a tide, written `tide-001`."""

    __slots__ = ()
    form = re.compile(r"tide-\d{3}", re.ASCII)
    example = "tide-001"
    unit, units = "tide", "tides"

    @property
    def name(self) -> str:
        return f"the {int(self[5:])}. tide"

    def plus(self, count: int) -> Tide:
        return Tide.typed(f"tide-{int(self[5:]) + count:03d}")


class Harbour(State):
    """Coins by player, and whose the ship is."""

    turn: Tide
    purse: dict[str, int]
    ship: str | None = None


class Coins(Effect):
    """A player's coins change."""

    kind: Literal["coins"] = "coins"
    player: str
    change: int

    def apply(self, state: Harbour) -> None:
        has = state.purse.get(self.player)
        if has is None:
            raise CantApply(f"no player is called {self.player}")
        if has + self.change < 0:
            raise CantApply(f"{self.player} has {has} coins, and {-self.change} would go")
        state.purse[self.player] = has + self.change

    def opposite(self) -> Coins:
        return Coins(player=self.player, change=-self.change)

    def words(self) -> str:
        return f"{self.player} {self.change:+} coins"


class ShipGoes(Effect):
    """The ship changes hands. A side left out is nobody."""

    kind: Literal["ship"] = "ship"
    was: str | None = None
    ship: str | None = None  # named like its kind, as an effect may be

    def apply(self, state: Harbour) -> None:
        if state.ship != self.was:
            raise CantApply("the ship is no longer whose it was")
        state.ship = self.ship

    def opposite(self) -> ShipGoes:
        return ShipGoes(was=self.ship, ship=self.was)

    def words(self) -> str:
        return f"the ship is {self.ship or 'nobody'}'s"


class ThrowRequest(Frozen):
    """A player throws for a stake; a careful one does not throw again after a six."""

    player: str
    stake: int = Field(ge=1)
    careful: bool = False


class BuyRequest(Frozen):
    """A player buys the ship, of nobody or of the other."""

    player: str
    price: int = Field(ge=0)


class SailRequest(Frozen):
    """A player sails to a port, drawn from these or from the ledger's list, after so many throws for the wind."""

    player: str
    ports: list[str] = []
    winds: int = 1


def opening(rulebook: Rulebook, scenario: str, start: Tide, settings: dict[str, Setting]) -> Harbour:
    """Everybody has the same purse."""
    purse = rulebook.table("harbour")["purse"]
    return Harbour(turn=start, settings=settings, purse=dict.fromkeys(PLAYERS, purse))


def settings(rulebook: Rulebook, options: Mapping[str, Any], lists: Mapping[str, Any]) -> dict[str, Setting]:
    """One option, and one list."""
    if unknown := [*(k for k in options if k != "limit"), *(k for k in lists if k != "ports")]:
        raise RefereeError(f"the toy has no {unknown[0]}", code="option")
    limit = options.get("limit", "low")
    if limit not in list(rulebook.table("harbour")["limit"]):
        raise RefereeError(f"[campaign.options] limit = {limit!r} is no choice", "choices: low, high", "option")
    return {"limit": limit, **lists}


def new(sheet: Sheet[Harbour], request: NewRequest) -> None:
    """The first entry leaves open who is to have the ship."""
    sheet.say("The harbour opens.", "T-0")
    sheet.leave_open("first ship", "T-0", "Who has the ship?")
    sheet.outcome = f"{request.start} begins"


def take_up(sheet: Sheet[Harbour], request: SettingsRequest) -> None:
    """What changed in the header."""
    for name in sorted({*sheet.state.settings, *request.settings}):
        was, now = sheet.state.settings.get(name), request.settings.get(name)
        if was != now:
            sheet.apply(Changes(name=name, was=was, now=now))
    sheet.outcome = "header taken up"


def throw(sheet: Sheet[Harbour], request: ThrowRequest) -> None:
    """T-1: a six wins twice the stake and is thrown again, a five leaves a prize, a one brings a storm."""
    limit = sheet.rulebook.table("harbour")["limit"][sheet.state.settings["limit"]]
    if request.stake > limit:
        raise NotAllowed(f"the stake is {limit} at most (T-1)", "stake less", "limit")
    value, won = sheet.roll(6, "throw"), 0
    if value == 6:
        won = 2 * request.stake
        if not request.careful and sheet.roll(6, "second throw") == 1:
            won = 0
    elif value == 5:
        sheet.leave_open("prize", "T-1", f"Coins or the ship for {request.player}?", whom=request.player)
    else:
        won = -request.stake
    if value == 1:
        until = sheet.state.turn.plus(sheet.rulebook.table("harbour")["storm"])
        sheet.apply(
            Begins(id=sheet.new_id(), what="storm", rule="T-1", since=sheet.state.turn, until=until, place="harbour")
        )
    if won:
        sheet.apply(Coins(player=request.player, change=won))
    sheet.say(f"{request.player} throws {value}.", "T-1")
    sheet.outcome = f"{won:+}"


def buy(sheet: Sheet[Harbour], request: BuyRequest) -> None:
    """The ship for coins, which its owner gets."""
    was = sheet.state.ship
    if was == request.player:
        raise NotAllowed(f"{was} has the ship (T-2)", code="has-it")
    sheet.apply(Coins(player=request.player, change=-request.price))
    if was:
        sheet.apply(Coins(player=was, change=request.price))
    sheet.apply(ShipGoes(was=was, ship=request.player))
    sheet.say(f"{request.player} has the ship.", "T-2")
    sheet.outcome = "bought"


def sail(sheet: Sheet[Harbour], request: SailRequest) -> None:
    """Wind by wind, then a port and its toll; refused where there is none to draw from, though dice have fallen."""
    for n in range(request.winds):
        sheet.roll(6, f"wind {n + 1}")
    ports = request.ports or sheet.state.settings.get("ports")
    if not isinstance(ports, list):
        raise RefereeError("no ports to draw from (T-3)", "name them", "no-list")
    sheet.outcome = f"to {sheet.draw(ports, 'port')}"
    toll = known(sheet, "harbours", "toll")
    if isinstance(toll, int):
        sheet.apply(Coins(player=request.player, change=-toll))


def settle(sheet: Sheet[Harbour], request: SettleRequest) -> None:
    """The first ship goes to a player; a prize is coins or the ship."""
    decision = find(sheet.state.decisions, request.decision)
    if decision is None:
        raise RefereeError(f"no decision {request.decision} is open", code="no-decision")
    answer = find_name(request.answer, options(sheet.rulebook, decision), "answer")
    sheet.apply(as_a(Closes, decision))
    if answer == "coins":
        sheet.apply(Coins(player=decision.whom or "", change=3))
    else:
        sheet.apply(ShipGoes(was=sheet.state.ship, ship=decision.whom or answer))
    sheet.outcome = f"{decision.about}: {answer}"


def turn(sheet: Sheet[Harbour], request: TurnRequest) -> None:
    """The tide ends; whoever has the ship pays for it, as far as there are coins."""
    pass_over(sheet, request)
    next_turn(sheet, lambda thing: in_words(sheet.rulebook, thing))
    owner = sheet.state.ship
    if owner and (pays := min(sheet.rulebook.table("harbour")["upkeep"], sheet.state.purse[owner])):
        sheet.apply(Coins(player=owner, change=-pays))


def agenda(position: Position[Harbour]) -> list[Due]:
    """Nothing beyond what the frame lists."""
    return []


def options(rulebook: Rulebook, decision: Decision) -> list[str]:
    """What answers a decision."""
    return ["coins", "ship"] if decision.about == "prize" else list(PLAYERS)


def in_words(rulebook: Rulebook, thing: InForce) -> str:
    """Something in force, for people."""
    return f"{thing.what} in the {thing.place}"


def status(position: Position[Harbour], player: str, more: bool) -> View:
    """A purse a row; with more of it, whose the ship is."""
    state = position.state
    rows = [[p, str(n)] for p, n in state.purse.items() if player in ("", p)]
    sections = [("Ship", [[state.ship or "nobody"]])] if more else []
    data = {"purse": state.purse, "ship": state.ship}
    return View(heads=("player", "coins"), rows=rows, right=(1,), sections=sections, data=data)


TOY: Game[Harbour] = Game(
    name="toy",
    title="Coins in the harbour",
    scenarios={"plain": Tide("tide-001")},
    state=Harbour,
    effects=(Coins, ShipGoes),
    adjudicators=(
        Adjudicator(NEW, NewRequest, new),
        Adjudicator(SETTINGS, SettingsRequest, take_up),
        Adjudicator(SETTLE, SettleRequest, settle),
        Adjudicator(TURN, TurnRequest, turn),
        Adjudicator("throw", ThrowRequest, throw, same=lambda request: request.player),
        Adjudicator("ship buy", BuyRequest, buy),
        Adjudicator("sail", SailRequest, sail, same=lambda request: request.player),
    ),
    opening=opening,
    settings=settings,
    agenda=agenda,
    question=lambda rulebook, decision: f"{decision.about}?",
    options=options,
    in_words=in_words,
    notes=lambda position: [],
    status=status,
    more="The ship too.",
    find_player=lambda rulebook, name: find_name(name, PLAYERS, "player"),
    rules=RULES,
)

# The toy's own command line, as a game has one: `eia-ref throw Anna 2`, `eia-ref sail Anna`; a group is toy_ship.py.
COMMANDS = {"throw": "tests.toy", "sail": "tests.toy", "ship": "tests.toy_ship"}
app = typer.Typer()


@command(app, "throw", writes=True)
def throw_command(shared: Shared, player: str, stake: int, careful: bool = False) -> None:
    """Throw a die."""
    request = ThrowRequest(player=player, stake=stake, careful=careful)
    ledger, result = shared.adjudicate("throw", request)
    tell(shared, ledger.game, result)


@command(app, "sail", writes=True)
def sail_command(shared: Shared, player: str) -> None:
    """Sail to a port."""
    ledger, result = shared.adjudicate("sail", SailRequest(player=player))
    tell(shared, ledger.game, result)


# --- Playing it on a ledger ------------------------------------------------------------------------------------


def toy_named(name: str) -> Game[Any]:
    """The one game there is."""
    if name != "toy":
        raise RefereeError(f"no game is called {name!r}", "known: toy", "unknown-name")
    return TOY


BEGINNING = Beginning("Harbour", "plain", Tide("tide-001"), {}, {}, {"Anna": "Åsa"})


def begin_toy(path: Path, game: Game[Any] = TOY) -> Path:
    """A new ledger of the toy."""
    begin(path, game, BEGINNING, Said(), dry_run=False)
    return path


def play(path: Path, command: str, dice: str | Dice | None = None, said: Said | None = None, **asked: Any) -> Result:
    """One command on a ledger, as the command line does it."""
    said = said or Said(dice=TableDice(dice) if isinstance(dice, str) else dice)
    with writing(path, toy_named) as ledger:
        clerk = Clerk.at(ledger)
        take_up_header(clerk, ledger, said)
        adjudicator = TOY.adjudicator(command)
        try:
            result = clerk.adjudicate(command, adjudicator.request(**asked), said)
        except RefereeError as e:
            keep_thrown(clerk, ledger, e)
            raise
        if command == TURN:
            clerk.open_page()
        write(clerk, ledger)
        return result


def throws(path: Path, dice: str | None = None, player: str = "Anna", stake: int = 1, **more: Any) -> Result:
    """`throw`, the toy's one command with dice."""
    return play(path, "throw", dice, player=player, stake=stake, **more)


def next_tide(path: Path) -> Result:
    """`turn next --leave-open`."""
    return play(path, TURN, left_open=True)


def take_back(
    path: Path, number: int, cascade: bool = False, said: Said | None = None, because: str = "a test"
) -> list[Result]:
    """`void NUMBER --because "a test"`."""
    with writing(path, toy_named) as ledger:
        clerk = Clerk.at(ledger)
        take_up_header(clerk, ledger, Said())
        results = void(clerk, ledger, number, because, cascade, said or Said())
        write(clerk, ledger)
        return results


def opened(path: Path) -> Ledger[Any]:
    """The ledger as it opens."""
    return open_ledger(path, toy_named)


def lived_toy(path: Path) -> Path:
    """A ledger of the toy that has seen three tides: every kind of entry, comments of the game master's."""
    begin_toy(path)
    play(path, "settle", decision="1.1", answer="anna")
    throws(path, "6 4", stake=2)
    throws(path, "1", "Bertil", stake=3)
    next_tide(path)
    write_at_end(path, "# a wet tide\n")
    throws(path, "5", said=Said(dice=TableDice("5"), by="Åsa", note='she said "no"\n\tand left \\ 🎲'))
    play(path, "settle", decision="6.1", answer="coins")
    play(path, "ship buy", player="Bertil", price=4)
    take_back(path, 8)
    next_tide(path)
    throws(path, "3")
    throws(path, "2", "Bertil")
    return path


def write_at_end(path: Path, text: str) -> None:
    """What a game master writes at the end of the file, by hand."""
    with path.open("ab") as file:
        file.write(text.encode())


def at_length(times: int) -> int:
    """So often, in a slow test; a fifth of it where CI asks for a shorter one with EIA_SLOW=short."""
    return times // 5 if os.environ.get("EIA_SLOW") == "short" else times


def lines_of(path: Path) -> list[str]:
    """The file's lines."""
    return path.read_bytes().decode("utf-8", "replace").split("\n")


def clean(path: Path) -> bool:
    """Whether an audit finds nothing; fails with what it finds."""
    found = audit(path, toy_named).findings
    assert found == []
    return True


def beside(path: Path) -> dict[str, bytes]:
    """The other files in the folder, but for the lock."""
    return {p.name: p.read_bytes() for p in path.parent.iterdir() if p != path and p.suffix != ".lock"}


def in_child(work: Callable[[], object]) -> int:
    """Runs `work` in a process of its own; what the system says of its end."""
    pid = os.fork()
    if not pid:
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    return os.waitpid(pid, 0)[1]
