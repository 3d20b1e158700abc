"""A new ledger: never over a file, whole or not at all."""

from __future__ import annotations

import errno
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

from eia_ref.core.errors import LedgerFault
from eia_ref.ledger.begin import begin, header_text
from eia_ref.ledger.clerk import Said
from tests.ledger.tools import report
from tests.toy import (
    BEGINNING,
    TOY,
    begin_toy,
    beside,
    clean,
    opened,
    throws,
)


def test_a_new_ledger_is_never_over_a_file(lived: Path, lived_bytes: bytes) -> None:
    with pytest.raises(LedgerFault, match="exists already"):
        begin_toy(lived)
    with pytest.raises(LedgerFault, match="exists already"):
        begin_toy(lived.parent)
    assert lived.read_bytes() == lived_bytes
    assert beside(lived) == {}


def test_a_header_reads_back_as_it_was_said(tmp_path: Path) -> None:
    """Names and players of any letters, lists of any name: nothing in them is taken for the ledger's own text."""
    odd = '[[turn]]\nhash = "x"\n# a "b" \\ \r\t🎲\x00'
    said = BEGINNING._replace(name=odd, players={odd: odd, "Anna": ""}, lists={"ports": [odd, "Åbo"]})
    path = tmp_path / "a.toml"
    begin(path, TOY, said, Said(), dry_run=False)
    campaign = opened(path).header.campaign
    assert (campaign.name, campaign.players) == (odd, {odd: odd, "Anna": ""})
    assert campaign.lists == {"ports": [odd, "Åbo"]}
    assert [(f.code, f.tier) for f in report(path).findings] == [("header", "chain")]  # no player is called so
    text = header_text(TOY, BEGINNING._replace(lists={"a b": {"c d": ["e"]}}))
    assert tomllib.loads(text)["campaign"]["lists"] == {"a b": {"c d": ["e"]}}


def test_a_new_ledger_makes_its_folder(tmp_path: Path) -> None:
    assert clean(begin_toy(tmp_path / "a" / "b" / "c.toml"))
    (tmp_path / "file").write_text("")
    with pytest.raises(LedgerFault, match=r"(a.toml: not a directory|file is a file, not a folder)"):
        begin_toy(tmp_path / "file" / "a.toml")


def test_a_file_system_without_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A memory stick: the ledger is put in its place otherwise, and still never over another."""

    def no_link(*_: Any) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_link)
    path = begin_toy(tmp_path / "a.toml")
    assert clean(path)
    data = path.read_bytes()
    with pytest.raises(LedgerFault, match="exists already"):
        begin_toy(path)
    assert path.read_bytes() == data
    assert beside(path) == {}


def test_a_folder_that_can_not_be_flushed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system does not open folders, the ledger stands all the same, and that is not an error."""
    real = os.open

    def no_folders(path: Any, flags: int, *more: Any, **also: Any) -> int:
        if Path(path).is_dir():
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(path, flags, *more, **also)

    monkeypatch.setattr(os, "open", no_folders)
    assert clean(begin_toy(tmp_path / "a.toml"))


def test_leavings_of_earlier_accidents_are_in_nobodys_way(lived: Path) -> None:
    """A lock and a half-made new ledger may be left behind by a crash."""
    lived.with_name("harbour.toml.lock").write_text("12345")
    lived.with_name(f".other.toml.{os.getpid()}.new").write_text("half")
    throws(lived)
    assert clean(lived)
    assert clean(begin_toy(lived.with_name("other.toml")))
    assert beside(lived).keys() == {"other.toml"}
