"""Political and victory points."""

from __future__ import annotations

from eia_ref.empires.cli.group_pp import app

__all__ = ["app"]
