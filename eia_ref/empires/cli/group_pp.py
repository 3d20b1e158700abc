"""The group `pp`: its commands are in several modules of this folder."""

from __future__ import annotations

from eia_ref.cli.shared import commands

app = commands("pp", "Politics: points, wars, alliances, peace.")
