"""TOML, read fast: by tomli's compiled reader. What that refuses, tomllib refuses in its own words."""

from __future__ import annotations

import tomllib
from typing import Any

import tomli

DecodeError = tomllib.TOMLDecodeError


def loads(text: str) -> dict[str, Any]:
    """A document as plain values. Raises DecodeError with line and column, RecursionError where it is too deep."""
    try:
        return tomli.loads(text)
    except (ValueError, RecursionError):
        return tomllib.loads(text)
