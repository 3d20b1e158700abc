"""The group of political commands, which two modules fill."""

from eia_ref.cli.shared import commands

app = commands("pp", "Politics: war, alliances, peace, political and victory points.")
