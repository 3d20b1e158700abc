"""What is made by running commands: the worked campaigns, and the README's session and list of commands.

Command lines in tests/campaigns/NAME.txt make campaigns/example.toml and tests/campaigns/NAME.toml.
`python -m tests.worked` makes everything again; tests/test_worked.py checks that nothing has drifted.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

from eia_ref.cli.main import main
from eia_ref.cli.reference import with_table

ROOT = Path(__file__).parent.parent
HERE = Path(__file__).parent / "campaigns"
EXAMPLE = ROOT / "campaigns" / "example.toml"
README = ROOT / "README.md"
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)


@contextlib.contextmanager
def empty_folder() -> Iterator[Path]:
    """A new folder to be in, 80 columns wide, with no settings of the user's."""
    was = Path.cwd()
    clean = {k: v for k, v in os.environ.items() if not k.startswith("EIA_")}
    with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, {**clean, "COLUMNS": "80"}, clear=True):
        os.chdir(folder)
        try:
            yield Path(folder)
        finally:
            os.chdir(was)


def run(words: list[str]) -> tuple[int, str]:
    """A command line's exit code and all it said."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        return main(words), said.getvalue()


def ledger_of(script: Path) -> Path:
    """Where the ledger of a script stands."""
    return EXAMPLE if script.stem == "example" else script.with_suffix(".toml")


def make(script: Path) -> bytes:
    """The ledger a script's commands make. `! CODE ...` expects that exit code; `header FILE` edits the header."""
    with empty_folder():
        for line in script.read_text(encoding="utf-8").splitlines():
            words = shlex.split(line, comments=True)
            if words[:1] == ["header"]:
                (ledger,) = Path("campaigns").glob("*.toml")
                lists = (script.parent / words[1]).read_text(encoding="utf-8")
                text = ledger.read_text(encoding="utf-8")
                ledger.write_text(text.replace("[campaign.lists]\n", "[campaign.lists]\n" + lists), encoding="utf-8")
            elif words:
                want, words = (int(words[1]), words[2:]) if words[0] == "!" else (0, words)
                code, said = run(words)
                assert code == want, f"{script.name}: {line}: exit {code}\n{said}"
        (ledger,) = Path("campaigns").glob("*.toml")
        return ledger.read_bytes()


def session(readme: str) -> str:
    """The README's text with its session run anew: after each `$ eia-ref ...` what that command says."""

    def block(found: re.Match[str]) -> str:
        parts = []
        for line in found[1].splitlines():
            if line.startswith("$ eia-ref "):
                _, said = run(shlex.split(line)[2:])
                parts.append(f"{line}\n{said}")
        return "```console\n" + "\n".join(parts) + "```"

    with empty_folder():
        return CONSOLE.sub(block, readme)


def remake() -> None:
    """Makes everything again."""
    for script in sorted(HERE.glob("*.txt")):
        ledger_of(script).write_bytes(make(script))
    README.write_text(session(with_table(README.read_text(encoding="utf-8"))), encoding="utf-8")
    sys.stdout.write("made again: the worked campaigns, and the README's session and commands\n")


if __name__ == "__main__":
    remake()
