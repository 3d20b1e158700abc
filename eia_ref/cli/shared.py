"""What every command does the same: the shared options, the campaign file, the dice, the way out."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from eia_ref import games
from eia_ref.core.dice import AskedDice, Dice, TableDice
from eia_ref.core.errors import RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.game import Game
from eia_ref.ledger.clerk import Clerk, Result, Said, take_up_header, write
from eia_ref.ledger.read import Ledger, open_ledger, read_header
from eia_ref.ledger.write import writing
from eia_ref.show.out import Out

READS: dict[str, Any] = {
    "campaign": (
        Annotated[
            Path | None,
            typer.Option("-c", "--campaign", metavar="FILE", help="The campaign's ledger.", envvar="EIA_CAMPAIGN"),
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


@dataclass(frozen=True)
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
        """The campaign's ledger: -c or EIA_CAMPAIGN, else the only one in ./campaigns; else refuses with a list."""
        there = sorted(Path("campaigns").glob("*.toml"))
        if self.campaign is not None:
            named = [p for p in there if p.stem == str(self.campaign)]
            return named[0] if named and not self.campaign.exists() else self.campaign
        if len(there) == 1:
            return there[0]
        if there:
            raise RefereeError(
                f"there are {len(there)} campaigns: {', '.join(p.stem for p in there)}",
                "name one with -c NAME, or set EIA_CAMPAIGN",
                "which-campaign",
            )
        raise RefereeError(
            "no campaign here: ./campaigns has no ledger",
            "begin one with eia-ref new NAME, or name one with -c FILE",
            "no-campaign",
        )

    def ledger(self) -> Ledger[Any]:
        """The campaign's ledger, to read. A torn end or a changed page is said, and does not stop reading."""
        ledger = open_ledger(self.path(), games.game_named)
        if ledger.torn:
            warn(f"{ledger.path}: the last block was never finished; the next command that writes sets it aside")
        for fault in ledger.tampered:
            warn(fault.message)
        return ledger

    def game(self) -> Game[Any]:
        """The campaign's game; without a campaign, the first there is."""
        try:
            path = self.path()
        except RefereeError:
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
        return Said(self.by, self.note, dice, self.new_dice)

    def adjudicate(self, command: str, request: Callable[[Ledger[Any]], Frozen]) -> tuple[Ledger[Any], Result]:
        """Decides one request on the campaign and writes it, unless it is only a trial."""
        results: list[Result] = []

        def work(clerk: Clerk, ledger: Ledger[Any], said: Said) -> None:
            results.append(clerk.adjudicate(command, request(ledger), said))

        return self.work(work), results[-1]

    def work(self, work: Callable[[Clerk, Ledger[Any], Said], None]) -> Ledger[Any]:
        """Lets a clerk work on the campaign, under the lock; what it decides is written as one block."""
        said = self.said()
        path = self.path()
        if self.dry_run:
            ledger = self.ledger()
            clerk = Clerk.at(ledger)
            take_up_header(clerk, ledger, said)
            work(clerk, ledger, said)
            return ledger
        with writing(path, games.game_named) as ledger:
            if ledger.torn:
                warn(f"{path}: the last block was never finished; set aside in {ledger.torn_in}")
            clerk = Clerk.at(ledger)
            take_up_header(clerk, ledger, said)
            work(clerk, ledger, said)
            write(clerk, ledger)
            return ledger


def command(
    app: typer.Typer, name: str, writes: bool = False
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Makes a function a command of `app`, with the shared options beside its own. It gets them as `shared`."""

    def wrap(function: Callable[..., None]) -> Callable[..., None]:
        own = [p for p in inspect.signature(function, eval_str=True).parameters.values() if p.name != "shared"]
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
        app.command(name)(run)
        return function

    return wrap


def ask(question: str) -> str:
    """One answer from the terminal; the question goes to stderr."""
    sys.stderr.write(question)
    sys.stderr.flush()
    answer = sys.stdin.readline()
    if not answer:
        raise RefereeError(
            f"nobody answered: {question.strip().splitlines()[-1]}", "everything asked is an option too", "no-answer"
        )
    return answer


def warn(words: str) -> None:
    """Something worth knowing that stops nothing."""
    sys.stderr.write(f"note: {words}\n")


def names_in(said: list[str] | None) -> list[str]:
    """A repeatable option of names, commas between: `--areas "Bavaria, Tyrol"`. Refuses a name twice."""
    from eia_ref.core.names import fold

    names = [" ".join(n.split()) for part in said or [] for n in part.split(",") if n.strip()]
    folded = [fold(n) for n in names]
    twice = next((n for n, f in zip(names, folded, strict=True) if folded.count(f) > 1), None)
    if twice:
        raise RefereeError(f"{twice!r} is named twice", "name each only once")
    return names
