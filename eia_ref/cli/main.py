"""The root of the command line: finds a command, loads only its module, turns every error into one line."""

import contextlib
import functools
import os
import re
import sys
from collections.abc import Sequence
from copy import copy
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from typing import Any

import typer
from typer.exceptions import Abort, TyperException

from eia_ref import __version__, games
from eia_ref.cli.shared import Forgiving, Shared, campaigns
from eia_ref.core.errors import RefereeError
from eia_ref.core.game import Game
from eia_ref.core.names import find, fold
from eia_ref.ledger.read import game_said
from eia_ref.show.out import error

# The frame's own commands: where each is. A module's app is the group, or holds the command by its name.
FRAME = {
    "new": "eia_ref.cli.campaign",
    "status": "eia_ref.cli.campaign",
    "agenda": "eia_ref.cli.campaign",
    "settle": "eia_ref.cli.campaign",
    "duty": "eia_ref.cli.duty",
    "turn": "eia_ref.cli.turn",
    "log": "eia_ref.cli.record",
    "show": "eia_ref.cli.record",
    "void": "eia_ref.cli.record",
    "audit": "eia_ref.cli.audit",
    "chart": "eia_ref.cli.chart",
    "rules": "eia_ref.cli.rules",
}
HELP = "A referee for the table: one command resolves one thing by the rules, and the ledger remembers it."


class Root(Forgiving):
    """The frame's commands, with those of the campaign's game before the record; each loaded when it is used."""

    args: Sequence[str] | None = None  # the command line as typed, where there is one

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        self.args = tuple(args)
        return super().parse_args(ctx, args)

    @functools.cached_property
    def meant(self) -> str | None:
        """The game of the campaign that is meant, if there is one."""
        return None if self.args is None else game_meant(self.args)

    @property
    def game(self) -> str:
        """The game whose commands are listed and understood."""
        return self.meant or games.DEFAULT

    def list_commands(self, ctx: Any) -> list[str]:
        frame = list(FRAME)
        at = frame.index("log")
        return [*frame[:at], *games.GAMES[self.game].commands, *frame[at:]]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        module = FRAME.get(cmd_name) or games.GAMES[self.game].commands.get(cmd_name)
        if module is None:
            return None
        app = import_module(module).app
        wanted = (cmd_name, self.args[1] if self.args and len(self.args) > 1 else "")
        if only := [c for c in app.registered_commands if c.name in wanted]:
            app = copy(app)  # which builds the command that is wanted, and not the others beside it
            app.registered_commands = only
        found: Any = typer.main.get_command(app)
        found = found if found.name == cmd_name else found.commands[cmd_name]
        if cmd_name in FRAME:
            in_words_of(games.game_named(self.game), found)
        return found

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        try:
            return super().resolve_command(ctx, args)
        except RefereeError:
            refuse_other_game(args[0], self.meant, self.list_commands(ctx))
            raise


def game_meant(args: Sequence[str]) -> str | None:
    """The game of the campaign a command line is about: by -c, EIA_CAMPAIGN, or the ledgers in ./campaigns.

    `new` has its own, by --game. None where there is no campaign, several of several games, or one that names no
    game there is.
    """
    if args[:1] and "new".startswith(args[0]):
        said = last_said(args, "--game")
        names = [said] if said else []
    else:
        named = last_said(args, "-c", "--campaign")
        try:
            paths = [Shared(campaign=None if named is None else Path(named)).path()]
        except RefereeError:
            paths = campaigns() if named is None else []
        names = list(dict.fromkeys(map(game_said, paths)))
    with contextlib.suppress(RefereeError):
        if len(names) == 1:
            return find(names[0], games.GAMES, "game")
    return None


def last_said(args: Sequence[str], *options: str) -> str | None:
    """What an option was given, wherever it stands, in any of the ways it may be written; None where it was not."""
    said = None
    for word, after in zip_longest(args, args[1:]):
        if word == "--":
            break
        for option in options:
            if word == option:
                said = after
            elif option.startswith("--") and word.startswith(f"{option}="):
                said = word.removeprefix(f"{option}=")
            elif not option.startswith("--") and word.startswith(option) and not word.startswith("--"):
                said = word.removeprefix(option)
    return said


def refuse_other_game(word: str, meant: str | None, known: Sequence[str]) -> None:
    """Refuses a command of another game than the campaign's, by the names of both. `known` are those there are."""
    game = meant or games.DEFAULT
    if any(name.startswith(fold(word)) for name in known):
        return
    for other in games.GAMES:
        try:
            command = find(word, games.GAMES[other].commands if other != game else (), "command")
        except RefereeError:
            continue
        here = "this campaign's game is" if meant else "no one campaign is meant, and without one the game is"
        raise RefereeError(
            f"{command} is a command of {games.game_named(other).title}; {here} {games.game_named(game).title}",
            "eia-ref --help lists its commands; name another campaign with -c NAME",
            "other-game",
        )


def in_words_of(game: Game[Any], command: Any) -> None:
    """Puts the game's words into the help of a command of the frame: what a turn is called, what --all adds."""
    unit = game.turn.unit
    words = {"{turn}": unit, "{turns}": game.turn.units, "{TURN}": unit.upper(), "{more}": game.more}
    for thing in (command, *command.params):
        for part in ("help", "short_help", "metavar"):
            text = getattr(thing, part, None) or ""
            for key in (key for key in words if key in text):
                text = text.replace(key, words[key])
                setattr(thing, part, text)
    for inner in getattr(command, "commands", {}).values():
        in_words_of(game, inner)


app = typer.Typer(
    cls=Root,
    name="eia-ref",
    help=HELP,
    epilog="Exit codes: 0 done; 1 the answer is no; 2 bad words or bad input; 3 ledger can't be read or written.",
    rich_markup_mode=None,
    add_completion=False,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def root(ctx: typer.Context, version: bool = typer.Option(False, "--version", help="The version.")) -> None:
    if version:
        print(f"eia-ref {__version__}")
    elif ctx.invoked_subcommand is None:
        print(ctx.get_help())


def main(args: list[str]) -> int:
    """Runs one command line; returns the exit code. Nothing a user types gives a traceback."""
    as_json = "--json" in args
    try:
        code = typer.main.get_command(app).main(args, prog_name="eia-ref", standalone_mode=False)
        sys.stdout.flush()
        if code == 130:  # how typer passes on a Ctrl-C
            raise KeyboardInterrupt
        return code if isinstance(code, int) else 0
    except RefereeError as e:
        error(e.code, e.message, e.hint or _rule_of(e.message), as_json)
        return e.exit_code
    except TyperException as e:
        ctx = getattr(e, "ctx", None)
        hint = f"{ctx.command_path} --help" if ctx else "--help after the command"
        hint = f"{hint} says what can be typed"
        if "No such option" in e.message and args and args[0].startswith("-"):
            hint = "options stand after the command, as in: eia-ref status -c NAME"
        if "extra argument" in e.message:
            hint = f"dice go after --dice, and what has blanks in quotes; {hint}"
        error("usage", _in_words(e.format_message()), hint, as_json)
        return 2
    except (Abort, KeyboardInterrupt):
        error("stopped", "stopped; nothing is written", "", as_json)
        return 2
    except (BrokenPipeError, SystemExit):  # typer and rich leave so when whoever read has gone
        _no_more_output()
        return 0
    except OSError as e:
        why = (e.strerror or str(e)).lower()
        if e.filename is not None:
            error("file", f"{e.filename}: {why}", "check the path, the folder and its rights", as_json)
        else:
            _no_more_output()
            error("output", f"can't print: {why}", "eia-ref log says what is written", False)
        return 3
    except Exception as e:
        if os.environ.get("EIA_DEBUG"):
            raise
        error(
            "fault",
            f"a fault in eia-ref itself: {type(e).__name__}: {e}",
            "a block is written whole or not at all; please report it, with what EIA_DEBUG=1 shows",
            as_json,
        )
        return 3


def _rule_of(message: str) -> str:
    """What there is to type about a refusal that has nothing better: the rule it names."""
    found = re.findall(r"\(([A-Z]{1,4}-[\w.]*\w)", message)
    return f"the rule: eia-ref rules show {found[-1]}" if found else ""


def _in_words(usage: str) -> str:
    """What is wrong with an option or an argument, in a game master's words."""
    said = re.fullmatch(r"Invalid value for (.+?): (.*)", usage, re.DOTALL)
    if not said:
        return usage
    what, why = said[1].replace("'", ""), said[2].removeprefix("Value error, ")
    if "integer" in why:
        return f"{what} must be a whole number"
    limit = re.fullmatch(r"Input should be (greater|less) than or equal to (\S+)", why)
    return (
        f"{what} must be at {'least' if limit[1] == 'greater' else 'most'} {limit[2]}" if limit else f"{what}: {why}"
    )


def _no_more_output() -> None:
    """What is still to be printed has nowhere to go, and must not fail again at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run() -> None:
    """The console script."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # closed: it reads nothing, prints nowhere, and no ledger gets its number
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), "r" if name == "stdin" else "w"))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = main(sys.argv[1:])
        sys.stdout.flush()
    except OSError:  # an error as JSON, and nowhere to print it
        _no_more_output()
        code = 3
    sys.exit(code)
