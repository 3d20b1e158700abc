"""TOML, read fast: by tomli's compiled reader. What that refuses, tomllib refuses in its own words."""

from __future__ import annotations

from typing import Any

import tomli


def loads(text: str) -> dict[str, Any]:
    """A document as plain values. Raises ValueError with line and column, RecursionError where it is too deep."""
    try:
        return tomli.loads(text)
    except (ValueError, RecursionError):
        import tomllib

        return tomllib.loads(text)
