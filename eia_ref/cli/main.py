"""The root of the command line: finds a command, loads only its module, turns every error into one line."""

import contextlib
import os
import re
import sys
from copy import copy
from importlib import import_module
from typing import Any

import typer
from typer.exceptions import Abort, TyperException

from eia_ref import __version__, games
from eia_ref.cli.shared import Forgiving
from eia_ref.core.errors import RefereeError
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
    "rules": "eia_ref.cli.rules",
}
HELP = "A referee for the table: one command resolves one thing by the rules, and the ledger remembers it."


class Root(Forgiving):
    """The commands of the frame, with those of the games before the record; each loaded when it is used."""

    next_word = ""  # what stands after a command's first word

    def list_commands(self, ctx: Any) -> list[str]:
        frame = list(FRAME)
        at = frame.index("log")
        return [*frame[:at], *(c for g in games.GAMES.values() for c in g.commands), *frame[at:]]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        module = FRAME.get(cmd_name) or next(
            (g.commands[cmd_name] for g in games.GAMES.values() if cmd_name in g.commands), None
        )
        if module is None:
            return None
        app = import_module(module).app
        wanted = (cmd_name, self.next_word)
        if only := [c for c in app.registered_commands if c.name in wanted]:
            app = copy(app)  # which builds the command that is wanted, and not the others beside it
            app.registered_commands = only
        found: Any = typer.main.get_command(app)
        return found if found.name == cmd_name else found.commands[cmd_name]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        self.next_word = args[1] if len(args) > 1 else ""
        return super().resolve_command(ctx, args)


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
