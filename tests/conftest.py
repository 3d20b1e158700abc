"""What the tests share: a place for campaigns, the command line in this process, states and ledgers at hand."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import settings

from eia_ref.cli.main import main
from tests.toy import lived_toy

pytest.register_assert_rewrite(*(f"tests.{room}.tools" for room in ("cli", "core", "empires", "ledger", "show")))


# CI must say of a change what it says of the change, not of the day: there the same examples are tried each time.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")


class Ran(NamedTuple):
    """What a command line came to."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Its one JSON object."""
        return json.loads(self.out)


Ref = Callable[..., Ran]  # the fixture `ref`


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to play in, 80 columns wide, no settings of the tester's."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("EIA_CAMPAIGN", "EIA_DEBUG", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def ref(place: Path, capsys: pytest.CaptureFixture[str]) -> Ref:
    """`ref("event", "roll", "--dice", "53 2 1")` runs a command line as typed, without a new process."""

    def run(*args: str) -> Ran:
        capsys.readouterr()
        code = main(list(args))
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return Ran(code, said.out, said.err)

    return run


@pytest.fixture
def spring(ref: Ref, place: Path) -> Path:
    """A campaign of one month, with areas to draw from; its ledger."""
    assert ref("new", "Spring", "--areas", "Bavaria, Tyrol, Saxony, Hesse, Tuscany").code == 0
    return place / "campaigns" / "spring.toml"


@pytest.fixture(scope="session")
def lived_bytes(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A ledger of the toy's of three months and twelve entries."""
    return lived_toy(tmp_path_factory.mktemp("lived") / "harbour.toml").read_bytes()


@pytest.fixture
def lived(tmp_path: Path, lived_bytes: bytes) -> Path:
    """That ledger, to play on, or to meddle with."""
    path = tmp_path / "harbour.toml"
    path.write_bytes(lived_bytes)
    return path
