"""What an audit finds: each finding with its tier, its place, what was expected and found, and what to do."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from eia_ref.core.frozen import Frozen
from eia_ref.core.turn import Turn
from eia_ref.ledger.document import Loc

RESTORE = "eia-ref audit repair says what can be put back; else restore the file from a copy"

Tier = Literal["chain", "replay", "rules"]


class Finding(NamedTuple):
    """One thing that is wrong: a code, where it is, what was expected and found, and what to do.

    `tier`: it can't be read, or was changed since it was written; it does not come out again as it was; no rule
    allows it.
    """

    code: str
    file: str
    line: int
    message: str
    entry: int | None = None
    field: str = ""
    expected: str = ""
    found: str = ""
    hint: str = RESTORE
    tier: Tier = "chain"


class Waived(NamedTuple):
    """A finding that is let stand, by which entry and why."""

    finding: Finding
    by: int
    because: str


@dataclass
class Report:
    """What an audit saw: how much, what is wrong, what is let stand, and what is still to do (`notes`).

    `turn` is what a page is.
    """

    turn: type[Turn]
    pages: int = 0
    entries: int = 0
    replayed: int = 0
    findings: list[Finding] = field(default_factory=list)
    waived: list[Waived] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    head: str = ""


class WaiveRequest(Frozen):
    """`audit waive`: a finding by its code and its entry, and why it is let stand."""

    code: str
    entry: int
    because: str


class RepairRequest(Frozen):
    """`audit repair --accept`: an entry whose changes were edited by hand, why, and what is to be true instead."""

    entry: int
    because: str
    instead: list[dict[str, Any]]


class Waiver(NamedTuple):
    """A waiver as it stands in the ledger: its entry, the line of it, and what was asked."""

    number: int
    line: int
    asked: WaiveRequest


def waive(found: Sequence[Finding], waivers: Sequence[Waiver], file: str) -> tuple[list[Finding], list[Waived]]:
    """Sets apart what is waived; a waiver that lets nothing stand is a finding itself (R-241)."""
    left: list[Finding] = []
    apart: list[Waived] = []
    for finding in found:
        by = next((w for w in waivers if (w.asked.code, w.asked.entry) == (finding.code, finding.entry)), None)
        if by is None or finding.tier == "chain":
            left.append(finding)
        else:
            apart.append(Waived(finding, by.number, by.asked.because))
    used = {w.by for w in apart}
    for waiver in waivers:
        if waiver.number not in used:
            what = f"{waiver.asked.code} of entry {waiver.asked.entry}"
            message = f"entry {waiver.number} waives {what}, and there is no such finding (R-241)"
            hint = f'take the waiver back: eia-ref void {waiver.number} --because "REASON"'
            left.append(Finding("waiver", file, waiver.line, message, waiver.number, hint=hint, tier="rules"))
    return left, apart


def dotted(loc: Loc) -> str:
    """A place in a block, for people: `effects.1.change`."""
    return ".".join(str(x + 1) if isinstance(x, int) else x for x in loc)


def apart(expected: Any, found: Any) -> tuple[str, str]:
    """Two plain values that differ, for people: of lists of other lengths only what the one has and not the other."""
    lists = isinstance(expected, list) and isinstance(found, list)
    if lists and expected and found and len(expected) != len(found):
        only = [x for x in expected if x not in found], [x for x in found if x not in expected]
        if any(only):
            missing, more = (in_words(part) if part else "nothing more" for part in only)
            return missing, more
    return in_words(expected), in_words(found)


def in_words(value: Any) -> str:
    """A plain value, for people."""
    if value is None:
        return "nothing"
    return value if isinstance(value, str) else json.dumps(_said(value), ensure_ascii=False)


def _said(value: Any) -> Any:
    """A plain value without what it does not say."""
    if isinstance(value, dict):
        return {k: _said(v) for k, v in value.items() if v is not None}
    return [_said(v) for v in value] if isinstance(value, list) else value
