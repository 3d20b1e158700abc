"""The group of naval commands, which two modules fill."""

from eia_ref.cli.shared import commands

app = commands("naval", "At sea: morale, battle, blockade, evasion, supply.")
