"""Format 1: a header, pages of a turn, entries of one adjudication each, and the chain through them."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from pydantic import AliasChoices, Field

from eia_ref.core.adjudication import Luck, Open
from eia_ref.core.dice import Die
from eia_ref.core.frozen import Frozen
from eia_ref.core.turn import Turn

FORMAT = 1


class Campaign(Frozen):
    """The header's [campaign]: written once by `new`, then the game master's to edit.

    `start` is a turn of the game, which is known only by its name.
    """

    name: str
    game: str
    scenario: str
    start: str
    options: dict[str, Any] = {}
    lists: dict[str, Any] = {}
    players: dict[str, str] = {}


class Header(Frozen):
    """The top of a ledger."""

    format: int
    campaign: Campaign


class Entry(Frozen):
    """One adjudication. `hash` covers all the others, `previous` included, so the chain can't be mended.

    `rulebook` is there only where it is another than the page's: the rules changed within the turn.
    """

    number: int
    time: str
    by: str = ""
    command: str
    rules: list[str]
    rulebook: str = ""
    request: dict[str, Any]
    dice: list[Die]
    effects: list[dict[str, Any]]
    outcome: str
    text: list[str]
    note: str = ""
    open: list[Open] = []
    luck: list[Luck] = []
    voids: list[int] = []
    previous: str
    hash: str


class Seal(Frozen):
    """The end of a page's opening: a hash over all of it, the first link of the page's entries."""

    hash: str


class Page(Frozen):
    """One turn: what was true when it opened (`entries` before it, the last hash, balances), then its entries.

    `opened` is there only after the end of a turn was taken back: how many entries there were when this turn and
    those after it were opened first, so that their dice stand.
    """

    turn: Turn = Field(validation_alias=AliasChoices("turn", "month"))
    rulebook: str
    entries: int
    previous: str
    opening: dict[str, Any]
    seal: Seal
    entry: list[Entry] = []
    opened: dict[str, int] = {}

    def rulebook_of(self, entry: Entry) -> str:
        """The rulebook an entry of this page was made under."""
        return entry.rulebook or self.rulebook

    @property
    def head(self) -> str:
        """The last hash."""
        return self.entry[-1].hash if self.entry else self.seal.hash

    @property
    def count(self) -> int:
        """Entries in the ledger up to the end of this page."""
        return self.entries + len(self.entry)


def chain_hash(content: Mapping[str, Any]) -> str:
    """The hash of an entry (all but `hash`) or of a page's opening (all but `seal` and `entry`), 64 hex digits.

    Over the content as TOML reads it, so that comments and blanks do not matter, and every figure does.
    """
    return hashlib.sha256(chain_text(content).encode()).hexdigest()


def chain_text(content: Mapping[str, Any]) -> str:
    """What the hash is made over."""
    left = {k: v for k, v in content.items() if k not in ("hash", "seal", "entry")}
    return json.dumps(left, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)
