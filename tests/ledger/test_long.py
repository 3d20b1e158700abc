"""Long ledgers, big pages, and reading them piece by piece."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from eia_ref.core.dice import EngineDice
from eia_ref.core.errors import RefereeError
from eia_ref.core.game import TURN
from eia_ref.core.requests import TurnRequest
from eia_ref.ledger import read, write
from eia_ref.ledger.audit import audit
from eia_ref.ledger.begin import header_text
from eia_ref.ledger.clerk import Clerk, Said
from eia_ref.ledger.read import entry_numbered, parts
from tests.toy import (
    BEGINNING,
    TOY,
    ThrowRequest,
    clean,
    next_tide,
    opened,
    throws,
    toy_named,
)

MONTHS = 27 * 12


@pytest.fixture(scope="module")
def years(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """27 years of three entries a month, as many commands would have written them."""
    path = tmp_path_factory.mktemp("years") / "harbour.toml"
    work = Clerk(TOY, TOY.opening(TOY.rulebook, "plain", BEGINNING.start, {"limit": "low"}), 0, "")
    work.open_page()
    request = TOY.registry["new"].request(scenario="plain", start=BEGINNING.start, settings={"limit": "low"})
    work.adjudicate("new", request, Said())
    for n in range(MONTHS - 1):
        for player in ("Anna", "Bertil"):
            careful = ThrowRequest(player=player, stake=1, careful=True)
            dice = RecordedThrow(6 if n % 2 else 2)
            work.adjudicate("throw", careful, Said(note=f"month {n}", dice=dice))
        work.adjudicate(TURN, TurnRequest(left_open=True), Said())
        work.open_page()
    write.create(path, header_text(TOY, BEGINNING) + "".join(work.blocks))
    return path


class RecordedThrow(EngineDice):
    """Dice that always fall the same."""

    def __init__(self, value: int) -> None:
        self.value = value

    def roll(self, sides: int, purpose: str) -> Any:
        return super().roll(sides, purpose).model_copy(update={"value": self.value})


def test_opening_reads_the_header_and_the_last_page_only(years: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It costs the same in the twenty-seventh year as in the first."""
    real, read_bytes = Path.open, [0]

    class Counting:
        def __init__(self, file: Any) -> None:
            self.file = file

        def __getattr__(self, name: str) -> Any:
            return getattr(self.file, name)

        def __enter__(self) -> Counting:
            return self

        def __exit__(self, *_: object) -> None:
            self.file.close()

        def read(self, size: int = -1) -> bytes:
            data: bytes = self.file.read(size)
            read_bytes[0] += len(data)
            return data

    monkeypatch.setattr(Path, "open", lambda self, *more, **also: Counting(real(self, *more, **also)))
    ledger = opened(years)
    assert ledger.state.turn == BEGINNING.start.plus(MONTHS - 1)
    assert ledger.page.count == 1 + 3 * (MONTHS - 1)
    assert years.stat().st_size > 10 * read.CHUNK
    assert read_bytes[0] < 2 * read.CHUNK + 2 * len(ledger.part.data)


def test_old_entries_are_found(years: Path) -> None:
    """By number, wherever they stand; a number there is not is refused."""
    ledger = opened(years)
    for number in (1, 2, 4, 5, 500, ledger.page.count - 1, ledger.page.count):
        part, i = entry_numbered(ledger, number)
        assert part.page.entry[i].number == number
    assert len(read.entries_from(ledger, 1)) == ledger.page.count
    for number in (0, -1, ledger.page.count + 1):
        with pytest.raises(RefereeError, match=f"there is no entry {number}") as refusal:
            entry_numbered(ledger, number)
        assert refusal.value.exit_code == 2


def test_all_of_it_audits(years: Path) -> None:
    report = audit(years, toy_named)
    assert report.findings == []
    assert (report.pages, report.entries) == (MONTHS, 1 + 3 * (MONTHS - 1))


@pytest.mark.parametrize("chunk", [1, 2, 7, 8, 9, 10, 11, 100, "page - 1", "page", "page + 1", "2 pages"])
def test_wherever_the_pieces_read_end(lived: Path, monkeypatch: pytest.MonkeyPatch, chunk: int | str) -> None:
    """A page's head may lie across two pieces, or exactly between them."""
    expected = [opened(lived).state, *(p.data for p in parts(lived)[1])]
    page = len(opened(lived).part.data)
    sizes = {"page - 1": page - 1, "page": page, "page + 1": page + 1, "2 pages": len(expected[-2]) + page}
    monkeypatch.setattr(read, "CHUNK", sizes.get(str(chunk), chunk))
    ledger = opened(lived)
    assert [ledger.state, *(p.data for p in parts(lived)[1])] == expected
    assert [p.data for p in read.parts_back(ledger)] == expected[:0:-1]


def test_big_pages_and_big_headers(lived: Path) -> None:
    """Bigger than a piece that is read at a time: comments in the header, a note on the page."""
    lived.write_bytes(b"# a long story\n" * 20_000 + lived.read_bytes())
    throws(lived, said=Said(note="a long story " * 20_000))
    assert opened(lived).page.count == 13
    throws(lived)
    next_tide(lived)
    assert clean(lived)
    with lived.open("rb") as file:
        assert read.read_head(lived, file).header().campaign.name == "Harbour"


def test_the_heads_of_pages_may_have_a_comment(lived: Path) -> None:
    """A page is found by its [[turn]], whatever is written after it on its line; not by a mention of it."""
    data = lived.read_bytes().replace(b"\n[[turn]]\n", b"\n[[turn]]  # [[turn]] \xe2\x99\x9f\n")
    lived.write_bytes(b"# [[turn]]\n" + data.replace(b'"Harbour"', b'"[[turn]]"', 1))
    assert len(parts(lived)[1]) == 3
    throws(lived)
    assert clean(lived)
