"""Names as they are said, and the ones meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eia_ref.core import names
from eia_ref.core.errors import RefereeError
from tests.core.tools import refused

POWERS = ["Austria", "Britain", "France", "Prussia", "Russia", "Spain", "Turkey"]
ALSO = {"GB": "Britain", "England": "Britain", "Ottomans": "Turkey", "nobody": "Nowhere"}


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("France", "France"),
        ("FRANCE", "France"),
        ("fra", "France"),
        (" fRa ", "France"),
        ("f", "France"),
        ("gb", "Britain"),
        ("Engl", "Britain"),
        ("Ottomans", "Turkey"),
        ("Fránce", "France"),
        ("ＦＲＡ", "France"),
    ],
)
def test_names_are_forgiving(said: str, meant: str) -> None:
    """Case, accents, outer blanks, the end of the name."""
    assert names.find(said, POWERS, "power", ALSO) == meant


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        ("Frence", "the nearest: France"),
        ("usia", "the nearest: "),
        ("", "known: Austria, Britain, France, Prussia, Russia, Spain, Turkey"),
        ("   ", "known: "),
        ("xyz", "known: "),
        ("nobody", "known: "),  # another word for a name there is not here
        ("\udcff", "known: "),
        ("[bold]", "known: "),
    ],
)
def test_names_that_are_not_known(said: str, hint: str) -> None:
    """The nearest, or all there are."""
    refusal = refused("unknown-name", lambda: names.find(said, POWERS, "power", ALSO))
    assert refusal.message == f"no power is called {said!r}"
    assert refusal.hint.startswith(hint)


def test_a_beginning_of_two() -> None:
    """Both are named; a whole name that begins another is itself."""
    refusal = refused("unknown-name", lambda: names.find("sa", ["Saxony", "Sardinia"], "area"))
    assert refusal.hint == "it may mean Sardinia or Saxony"
    assert names.find("sax", ["Sax", "Saxony"], "area") == "Sax"
    assert refused("unknown-name", lambda: names.find("a", [], "area")).hint == "known: none"


def test_folding() -> None:
    assert names.fold("  Émigré   Straße ") == "emigre strasse"
    assert names.fold("Łódź") == names.fold("łódź")


@given(st.text(max_size=20))
def test_any_name(said: str) -> None:
    """One of them, or a refusal of one line."""
    try:
        assert names.find(said, POWERS, "power", ALSO) in POWERS
    except RefereeError as e:
        refusal = e.message
    else:
        return
    assert len(refusal) < 200
    assert "\n" not in refusal
