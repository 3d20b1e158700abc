"""What every command does the same: the shared options, the campaign file, the dice, the way out."""

import contextlib
import functools
import inspect
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from eia_ref import games
from eia_ref.core.dice import AskedDice, Dice, TableDice
from eia_ref.core.effects import Effect
from eia_ref.core.errors import RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.game import Game
from eia_ref.core.names import find, fold
from eia_ref.ledger.clerk import (
    Clerk,
    Result,
    Said,
    as_brought_up,
    header_changes,
    keep_thrown,
    take_up_header,
    write,
)
from eia_ref.ledger.read import Ledger, open_ledger, read_header
from eia_ref.ledger.write import writing
from eia_ref.show.out import Out, warn

READS: dict[str, Any] = {
    "campaign": (
        Annotated[
            Path | None,
            typer.Option(
                "-c", "--campaign", metavar="FILE", help="The campaign's ledger, or its name. [EIA_CAMPAIGN]"
            ),
        ],
        None,
    ),
    "as_json": (Annotated[bool, typer.Option("--json", help="One JSON object and nothing else.")], False),
    "plain": (Annotated[bool, typer.Option("--plain", help="No colour, no boxes, no wrapping.")], False),
}
WRITES: dict[str, Any] = {
    "dice": (
        Annotated[str | None, typer.Option(metavar="DICE", help='Dice rolled at the table, in order: "53 4".')],
        None,
    ),
    "ask": (Annotated[bool, typer.Option("--ask", help="Ask for each die by its purpose.")], False),
    "new_dice": (
        Annotated[str, typer.Option(metavar="REASON", help="Why new dice, though those of a void entry stand.")],
        "",
    ),
    "dry_run": (Annotated[bool, typer.Option("--dry-run", help="Adjudicate and write nothing.")], False),
    "note": (Annotated[str, typer.Option(metavar="TEXT", help="A note kept with the entry.")], ""),
    "by": (Annotated[str, typer.Option(metavar="NAME", help="Who says so.")], ""),
    **READS,
}


class Forgiving(TyperGroup):
    """A group whose commands may be shortened, and whose near misses are answered with the nearest."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if not args[0].startswith("-"):
            try:
                args = [find(args[0], self.list_commands(ctx), "command"), *args[1:]]
            except RefereeError as e:
                hint = f"{e.hint}; {ctx.command_path} --help lists them" if e.hint.endswith("are known") else e.hint
                raise RefereeError(e.message, hint, e.code) from None
        return super().resolve_command(ctx, args)


def commands(name: str = "", help: str = "") -> typer.Typer:
    """A set of commands; with a name, a group of its own that lists them when none is given."""
    app = typer.Typer(name=name or None, help=help, cls=Forgiving, rich_markup_mode=None, add_completion=False)
    if name:

        @app.callback(invoke_without_command=True)
        def group(ctx: typer.Context) -> None:
            if ctx.invoked_subcommand is None:
                print(ctx.get_help())

    return app


@dataclass(repr=False)
class Shared:
    """The shared options as typed."""

    campaign: Path | None = None
    as_json: bool = False
    plain: bool = False
    dice: str | None = None
    ask: bool = False
    new_dice: str = ""
    dry_run: bool = False
    note: str = ""
    by: str = ""

    @functools.cached_property
    def out(self) -> Out:
        """Where the command prints."""
        return Out(self.as_json, self.plain)

    def path(self) -> Path:
        """The campaign's ledger: -c, else EIA_CAMPAIGN, else the only one in ./campaigns. Refuses with a list."""
        there = {p.stem: p for p in campaigns()}
        said = self.named() or (_at_home(Path(env)) if (env := os.environ.get("EIA_CAMPAIGN")) else None)
        if said is not None:
            stem = said.name.removesuffix(".toml")
            if len(said.parts) == 1 and stem in there and not (said.suffix and _is_there(said)):
                return there[stem]
            if len(said.parts) != 1 or said.suffix or _is_there(said):
                return said  # a file; what is amiss with it is said when it is opened
            return there[find(stem, there, "campaign")]
        if len(there) == 1:
            return next(iter(there.values()))
        if there:
            raise RefereeError(
                f"there are {len(there)} campaigns: {', '.join(there)}",
                "name one with -c NAME, or set EIA_CAMPAIGN",
                "which-campaign",
            )
        raise RefereeError(
            "no campaign here: ./campaigns has no ledger",
            "begin one with eia-ref new NAME, or name one with -c FILE",
            "no-campaign",
        )

    def named(self) -> Path | None:
        """What -c names."""
        return _at_home(self.campaign) if self.campaign is not None else None

    def more(self, path: Path | None = None) -> str:
        """` -c NAME`, where what is typed next needs it as well to reach this campaign (`path`: a new one)."""
        if self.campaign is None and path is None:
            return ""
        path = path or self.path()
        with contextlib.suppress(RefereeError, OSError):
            if Shared().path().resolve() == path.resolve():
                return ""
        import shlex

        return f" -c {shlex.quote(path.stem if path in campaigns() else str(path))}"

    def ledger(self, trusted: bool = False) -> Ledger[Any]:
        """The campaign's ledger, to read. What is amiss but stops nobody from reading is said.

        `trusted`: what is to be told are the balances, and a page that was changed is refused.
        """
        ledger = open_ledger(self.path(), games.game_named)
        if trusted and ledger.tampered:
            raise ledger.tampered[0]
        if ledger.torn:
            warn(f"{ledger.path}: the last block was never finished; the next command that writes sets it aside")
        for fault in ledger.tampered:
            warn(fault.message)
        if ledger.state.form < ledger.game.form and not ledger.tampered:
            ledger.state = as_brought_up(ledger)
        try:
            changes = header_changes(ledger)
        except RefereeError as e:
            warn(f"{e.message}; {e.hint}")
        else:
            if changes:
                warn(f"the header has changed, which the next command that writes takes up: {_told(changes)}")
        return ledger

    def game(self) -> Game[Any]:
        """The campaign's game; without a campaign, the first there is."""
        try:
            path = self.path()
        except RefereeError:
            if self.campaign is not None:
                raise
            return games.game_named(games.DEFAULT)
        return games.game_named(read_header(path).campaign.game)

    def said(self) -> Said:
        """Who, what note, which dice."""
        if self.ask and self.dice is not None:
            raise RefereeError("--dice and --ask exclude each other", "leave one of them out")
        dice: Dice | None = None
        if self.dice is not None:
            dice = TableDice(self.dice)
        elif self.ask:
            dice = AskedDice(ask)
        return Said(" ".join(self.by.split()), self.note, dice, self.new_dice)

    def adjudicate(self, command: str, request: Frozen) -> tuple[Ledger[Any], Result]:
        """Decides one request on the campaign and writes it, unless it is only a trial."""
        results: list[Result] = []

        def work(clerk: Clerk, ledger: Ledger[Any], said: Said) -> None:
            results.append(clerk.adjudicate(command, request, said))

        return self.work(work), results[-1]

    def preview(self, command: str, request: Frozen) -> Result:
        """Decides one request on the campaign as it stands and writes nothing."""
        return Clerk.at(self.ledger(trusted=True)).adjudicate(command, request, Said())

    def work(self, work: Callable[[Clerk, Ledger[Any], Said], None]) -> Ledger[Any]:
        """Lets a clerk work on the campaign, under the lock; what it decides is written as one block."""
        said = self.said()
        path = self.path()
        if self.dry_run:
            ledger = open_ledger(path, games.game_named)
            clerk = Clerk.at(ledger)
            take_up_header(clerk, ledger, said)
            work(clerk, ledger, said)
            return ledger
        with writing(path, games.game_named) as ledger:
            if ledger.torn:
                warn(f"{path}: the last block was never finished; set aside in {ledger.torn_in}")
            clerk = Clerk.at(ledger)
            taken = take_up_header(clerk, ledger, said)
            try:
                work(clerk, ledger, said)
            except RefereeError as e:
                keep_thrown(clerk, ledger, e)
                raise
            write(clerk, ledger)
        if new := clerk.brought:
            warn(f"the ledger is of an earlier eia-ref: entry {new.entry.number} takes up what it did not keep")
        if taken:
            warn(f"the header has changed, taken up in entry {taken.entry.number}: {_told(taken.done.effects)}")
        return ledger


def _at_home(path: Path) -> Path:
    """The path, with a ~ it begins with made the home folder, as a shell does it."""
    try:
        return path.expanduser()
    except RuntimeError:  # nobody's home
        return path


def _is_there(path: Path) -> bool:
    """Whether there is such a file; a name no file can have is not there."""
    try:
        return path.exists()
    except OSError:
        return False


def campaigns() -> list[Path]:
    """The ledgers in ./campaigns: no folders, and no files that editors and systems hide there."""
    return sorted(p for p in Path("campaigns").glob("[!.]*.toml") if not p.is_dir())


def command(
    app: typer.Typer, name: str, writes: bool = False, minus: bool = False
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Makes a function a command of `app`, with the shared options beside its own; it gets them as `shared`.

    `minus`: an argument may be a number below 0, as -2.
    """

    def wrap(function: Callable[..., None]) -> Callable[..., None]:
        own = [p for p in inspect.signature(function).parameters.values() if p.name != "shared"]
        common = WRITES if writes else READS

        @functools.wraps(function)
        def run(**said: Any) -> None:
            shared = Shared(**{k: said.pop(k) for k in common})
            function(shared, **said)

        keyword = inspect.Parameter.KEYWORD_ONLY
        parameters = [p.replace(kind=keyword) for p in own]
        parameters += [
            inspect.Parameter(k, keyword, default=default, annotation=kind) for k, (kind, default) in common.items()
        ]
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # read by inspect
        run.__annotations__ = {p.name: p.annotation for p in parameters}
        told = (function.__doc__ or "").partition("\n\n")[0]
        settings = {"ignore_unknown_options": True} if minus else None
        app.command(name, context_settings=settings, short_help=told)(run)
        return function

    return wrap


def alone(app: typer.Typer) -> Callable[[Callable[[Shared], None]], Callable[[Shared], None]]:
    """Makes a function what a group does where none of its commands is named; it gets the shared options."""

    def wrap(function: Callable[[Shared], None]) -> Callable[[Shared], None]:
        def run(ctx: typer.Context, **said: Any) -> None:
            shared = Shared(**said)
            if ctx.invoked_subcommand is None:
                function(shared)
            elif shared != Shared():
                typed = f"eia-ref {ctx.info_name} {ctx.invoked_subcommand}"
                raise RefereeError("options stand after the command", f"as in: {typed} -c NAME", "usage")

        keyword = inspect.Parameter.KEYWORD_ONLY
        parameters = [inspect.Parameter("ctx", keyword, annotation=typer.Context)]
        parameters += [inspect.Parameter(k, keyword, default=d, annotation=kind) for k, (kind, d) in READS.items()]
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # read by inspect
        run.__annotations__ = {p.name: p.annotation for p in parameters}
        app.callback(invoke_without_command=True)(run)
        return function

    return wrap


def reason(shared: Shared, said: str, question: str, typed: str) -> str:
    """Why something is done, kept for good: as said, else the note, else asked for. Refuses none."""
    found = said.strip() or shared.note.strip()
    if not found and sys.stdin.isatty():
        found = ask(f"{question} ").strip()
    if not found:
        raise RefereeError(f"it needs a reason: {question}", f'{typed} --because "REASON"', "no-reason")
    return found


def _told(changes: Sequence[Effect]) -> str:
    """Changes of the header; of many only how many."""
    return "; ".join(c.words() for c in changes) if len(changes) <= 3 else f"{len(changes)} settings"


def ask(question: str) -> str:
    """One answer from the terminal; the question goes to stderr."""
    sys.stderr.write(question)
    sys.stderr.flush()
    answer = sys.stdin.readline()
    if not answer:
        sys.stderr.write("\n")
        raise RefereeError(
            f"nobody answered: {question.strip().splitlines()[-1].removesuffix(':')}",
            "everything asked is an option too",
            "no-answer",
        )
    return answer


def names_in(said: list[str] | None) -> list[str]:
    """A repeatable option of names, commas between: `--areas "Bavaria, Tyrol"`. Refuses a name twice."""
    names = [" ".join(n.split()) for part in said or [] for n in part.split(",") if n.strip()]
    if said and not names:
        raise RefereeError("a list of names is empty", "name some, or leave the option out")
    folded = [fold(n) for n in names]
    twice = next((n for n, f in zip(names, folded, strict=True) if folded.count(f) > 1), None)
    if twice:
        raise RefereeError(f"{twice!r} is named twice", "name each only once")
    return names


def entry_number(said: str) -> int:
    """An entry's number as typed."""
    if not (said.isascii() and said.isdigit() and len(said) <= 40):
        raise RefereeError(f"{said!r} is no entry's number", "write a whole number, as 17; eia-ref log lists them")
    return int(said)
