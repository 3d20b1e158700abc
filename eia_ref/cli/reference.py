"""The list of commands in the README, made from the commands: `python -m eia_ref.cli.reference README.md`."""

import sys
from pathlib import Path
from typing import Any

import typer

from eia_ref.cli.main import app
from eia_ref.cli.shared import WRITES

BEGIN, END = "<!-- commands: made by python -m eia_ref.cli.reference -->", "<!-- end of commands -->"

MOST = 3  # options listed of a command


def commands() -> list[tuple[str, str]]:
    """Every command as it is typed, with its first own options, and what it does in one line."""
    root: Any = typer.main.get_command(app)
    return [found for name in root.list_commands(None) for found in _in(name, root.get_command(None, name))]


def _in(name: str, command: Any) -> list[tuple[str, str]]:
    """A command, or those of a group, of its groups too."""
    inner = getattr(command, "commands", {})
    alone = [] if inner and not command.params else [(" ".join([name, *_words(command)]), command.help or "")]
    return alone + [found for sub, leaf in inner.items() for found in _in(f"{name} {sub}", leaf)]


def _words(command: Any) -> list[str]:
    """Its arguments, and of its own options those that fit: three; the others are in its help."""
    own = [p for p in command.params if p.name not in WRITES and p.name != "help"]
    arguments = [
        (p.metavar if p.required else f"[{p.metavar}]") + (" ..." if p.nargs < 0 else "")
        for p in own
        if p.param_type_name == "argument"
    ]
    options = [
        f"[{p.opts[0]}]" if p.is_flag else f"[{p.opts[0]} {p.metavar}]" for p in own if p.param_type_name == "option"
    ]
    return [*arguments, *(options if len(options) <= MOST else [*options[: MOST - 1], "..."])]


def table() -> str:
    """The list as Markdown."""
    rows = [f"| `{typed}` | {does.splitlines()[0]} |" for typed, does in commands()]
    return "\n".join(["| command | what it does |", "| --- | --- |", *rows])


def with_table(readme: str) -> str:
    """The README's text with the list as it should be."""
    before, _, rest = readme.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(with_table(path.read_text(encoding="utf-8")), encoding="utf-8")
