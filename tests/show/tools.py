"""What the tests of the look share: the command as a process, its environment, a long note."""

from __future__ import annotations

import os
import sys

COMMAND = [sys.executable, "-m", "eia_ref"]
LONG = "A note that is longer than one line of a terminal, because the players argued about it for half an hour. "


def environment(**more: str) -> dict[str, str]:
    """The tester's environment without what changes the look."""
    drop = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "EIA_CAMPAIGN", "EIA_DEBUG", "PYTHONIOENCODING")
    kept = {k: v for k, v in os.environ.items() if k not in drop}
    return {**kept, "TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", **more}
