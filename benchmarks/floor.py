"""The floor of a command: a typer app that uses the same libraries and does nothing.

It builds one pydantic model, reads a TOML document, takes a lock, and prints one rich table. What a command of
the referee costs beyond this is the referee's own.

    python benchmarks/floor.py FILE
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import typer
from filelock import FileLock
from pydantic import BaseModel, ConfigDict
from rich.console import Console
from rich.table import Table

app = typer.Typer(rich_markup_mode=None, add_completion=False)


class Header(BaseModel):
    """One model."""

    model_config = ConfigDict(frozen=True, strict=True)

    format: int
    campaign: dict[str, object]


@app.command()
def show(file: Path) -> None:
    """Read the header of a ledger and print its keys."""
    with FileLock(file.with_name(file.name + ".lock")):
        head = file.read_text(encoding="utf-8").partition("\n[[turn]]")[0]
    header = Header.model_validate(tomllib.loads(head))
    table = Table("key", "value")
    for key, value in header.campaign.items():
        table.add_row(key, str(value))
    Console().print(table)


if __name__ == "__main__":
    app()
