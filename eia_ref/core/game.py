"""A game is a value: its state, its effects, its adjudicators, its rules folder, its few own answers."""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar, cast, get_args

from pydantic import ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.effects import EFFECTS, Effect
from eia_ref.core.errors import RefereeError
from eia_ref.core.faults import Did, Fault
from eia_ref.core.frozen import Frozen
from eia_ref.core.position import Position
from eia_ref.core.rulebook import Rulebook, root
from eia_ref.core.state import Decision, InForce, Setting, State
from eia_ref.core.turn import Turn

S = TypeVar("S", bound=State)
R = TypeVar("R", bound=Frozen)

# The adjudicators every game has: the first entry, the last of a turn, the header taken up, a decision answered,
# and what a ledger of an earlier form did not remember taken up.
NEW, TURN, SETTINGS, SETTLE, TAKE_UP = "new", "turn next", "settings", "settle", "take up"
VOID, WAIVE, REPAIR = "void", "audit waive", "audit repair"
BY_LEDGER = (VOID, WAIVE, REPAIR)  # adjudicated by the ledger itself
BY_FRAME = {  # module -> commands, the same in every game that has not its own
    "eia_ref.core.duties": ("duty done", "duty set-aside"),
    "eia_ref.core.charts": ("chart fill",),
}


class Due(NamedTuple):
    """A line of the agenda that is no duty: what is to come, or may be done, when, by which rule, what to type."""

    what: str
    rule: str
    turn: Turn | None = None
    id: str = ""
    type: tuple[str, ...] = ()


class View(NamedTuple):
    """Where things stand: a table (`right` columns of figures), then sections, and the same as plain data."""

    heads: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    right: Sequence[int] = ()
    sections: Sequence[tuple[str, Sequence[Sequence[str]]]] = ()
    data: Mapping[str, Any] = {}


@dataclass(eq=False, repr=False)
class Game(Generic[S]):
    """What the frame needs to know of a game.

    `opening` gives the first page's state; `settings` checks and normalises the header's options and lists;
    `agenda` lists what is to come or may be done beyond decisions, duties and things with an end; `question`,
    `options`, `in_words` put into words what the state keeps as names; `notes` says what is only assumed; `status`
    shows all powers or one, with what `more` says or without; `find_player` finds a power by any of its names;
    `adjudicators` are those at hand, `modules` names the modules whose ADJUDICATORS are loaded only when one of
    their commands is used; `check` refuses a state the rules do not know; `faults` says what no rule allows in a
    state, and in the entry it comes from if there is one; `follow` does what comes of what a command has done, once
    it has done it; `former_opening` and `former_effect` give what earlier code has written in today's form; `rules`
    is its rules folder where that is not the one of its name.
    """

    name: str
    title: str
    scenarios: Mapping[str, Turn]
    state: type[S]
    effects: Sequence[type[Effect]]
    opening: Callable[[Rulebook, str, Any, dict[str, Setting]], S]  # the third is a turn of the game
    settings: Callable[[Rulebook, Mapping[str, Any], Mapping[str, Any]], dict[str, Setting]]
    agenda: Callable[[Position[S]], list[Due]]
    question: Callable[[Rulebook, Decision], str]
    options: Callable[[Rulebook, Decision], list[str]]
    in_words: Callable[[Rulebook, InForce], str]
    notes: Callable[[Position[S]], list[str]]
    status: Callable[[Position[S], str, bool], View]
    more: str  # what `status --all` adds, as "The ship too."
    find_player: Callable[[Rulebook, str], str]
    adjudicators: Sequence[Adjudicator[S, Any]] = ()
    modules: Mapping[str, Sequence[str]] = field(default_factory=dict)
    check: Callable[[Position[S]], None] = lambda position: None
    faults: Callable[[Position[S], Did[S] | None], list[Fault]] = lambda position, did: []
    former_opening: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda table: table
    former_effect: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda table: table
    form: int = 1  # of the states that this code writes; an older ledger is brought up by the adjudicator TAKE_UP
    follow: Callable[[Sheet[S]], None] = lambda sheet: None
    version: int = 1  # raised when code decides otherwise on the same figures: another rulebook
    header: str = ""  # comment lines for the game master, written into a new ledger
    rules: Path | None = None

    @functools.cached_property
    def rulebook(self) -> Rulebook:
        """The game's rules folder."""
        return Rulebook(self.rules or root() / self.name, self.version)

    @property
    def turn(self) -> type[Turn]:
        """What a page is, by the game's state."""
        return cast("type[Turn]", self.state.model_fields["turn"].annotation)

    @functools.cached_property
    def registry(self) -> dict[str, Adjudicator[S, Any]]:
        """The adjudicators at hand, by command; others come to them when first used."""
        return {a.command: self._followed(a) for a in self.adjudicators}

    @functools.cached_property
    def commands(self) -> dict[str, str]:
        """The module of each command that is loaded only when used."""
        every = {**BY_FRAME, **self.modules}
        return {command: module for module, commands in every.items() for command in commands}

    @functools.cached_property
    def _kinds(self) -> dict[str, type[Effect]]:
        """The frame's effects and the game's own, by kind."""
        known = (*EFFECTS, *self.effects)
        return {kind: e for e in known for kind in get_args(e.model_fields["kind"].annotation)}

    def answers_to(self, decision: Decision) -> tuple[str, ...]:
        """What to type to answer a decision: the command with the first answer, then the others below it."""
        typed = f"eia-ref settle {decision.id} "
        words = [f'"{a}"' if " " in a else a for a in self.options(self.rulebook, decision)]
        return tuple((typed if i == 0 else " " * len(typed)) + word for i, word in enumerate(words))

    def players(self, header: Mapping[str, str]) -> dict[str, str]:
        """A header's players by power; refuses a power there is not, and one named twice."""
        found: dict[str, str] = {}
        for said, player in header.items():
            power = self.find_player(self.rulebook, said)
            if power in found:
                raise RefereeError(f"{power} is named twice", "name each power once", "twice")
            found[power] = player
        return found

    def adjudicator(self, command: str) -> Adjudicator[S, Any]:
        """The adjudicator of a command; refuses a command the game does not have."""
        if command not in self.registry and command in self.commands:
            found: Sequence[Adjudicator[S, Any]] = import_module(self.commands[command]).ADJUDICATORS
            self.registry.update({a.command: self._followed(a) for a in found})
        try:
            return self.registry[command]
        except KeyError:
            raise RefereeError(f"{self.title} has no command {command!r}", code="no-command") from None

    def _followed(self, adjudicator: Adjudicator[S, Any]) -> Adjudicator[S, Any]:
        """The adjudicator with what follows from whatever it has changed."""

        def resolve(sheet: Sheet[S], request: Any) -> None:
            adjudicator.resolve(sheet, request)
            self.follow(sheet)

        return adjudicator._replace(resolve=resolve)

    def effect_from(self, table: Mapping[str, Any]) -> Effect:
        """An effect as it stands in a ledger; only its own kind is built. Raises pydantic's ValidationError."""
        table = self.former_effect(table)
        kind = table.get("kind")
        if not isinstance(kind, str) or kind not in self._kinds:
            said = PydanticCustomError("no_kind" if kind is None else "no_effect", "no effect")
            raise ValidationError.from_exception_data("effect", [InitErrorDetails(type=said, input=table)])
        return self._kinds[kind].model_validate(table)


def request_for(kind: type[R], **said: Any) -> R:
    """A request from what was said at the terminal. Refuses what does not fit, by the field's name."""
    try:
        return kind(**said)
    except ValidationError as e:
        first = e.errors()[0]
        where = ".".join(str(x) for x in first["loc"])
        raise RefereeError(f"{where}: {misfit(first)}", "--help after the command says what each word is") from None


def misfit(error: Mapping[str, Any]) -> str:
    """What pydantic says of a value, in a game master's words."""
    limits = {"greater_than_equal": ("at least", "ge"), "less_than_equal": ("at most", "le")}
    if error["type"] in limits:
        how, key = limits[error["type"]]
        return f"must be {how} {error['ctx'][key]}"
    said: str = error["msg"].removeprefix("Value error, ")
    return said[:1].lower() + said[1:]
