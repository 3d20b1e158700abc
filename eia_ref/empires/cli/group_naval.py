"""The group of naval commands, which two modules fill."""

from __future__ import annotations

from eia_ref.cli.shared import commands

app = commands("naval", "At sea: morale, battle, blockade, evasion, supply.")
