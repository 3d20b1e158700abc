"""The group of political commands, which two modules fill."""

from __future__ import annotations

from eia_ref.cli.shared import commands

app = commands("pp", "Politics: war, alliances, peace, political and victory points.")
