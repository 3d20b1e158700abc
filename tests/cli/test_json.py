"""JSON: one object, of one shape, whatever was typed and wherever it goes."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from eia_ref.cli.main import main
from tests.cli.tools import ADJUDICATES, FAMINE, READS, REFUSED
from tests.conftest import Ref

SHAPE = ["entry", "turn", "command", "rules", "dice", "outcome", "text", "effects", "open", "written"]


def one_object(out: str) -> dict[str, Any]:
    """The one JSON object that is all of stdout."""
    assert out.endswith("}\n")
    assert out.count("\n") == 1
    found = json.loads(out)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(
    ("typed", "code"), READS + REFUSED, ids=lambda v: " ".join(v) if isinstance(v, tuple) else None
)
def test_json_is_one_object_and_keeps_the_code(ref: Ref, under_way: Path, typed: tuple[str, ...], code: int) -> None:
    before = under_way.read_bytes()
    plain, as_json = ref(*typed), ref(*typed, "--json")
    assert (plain.code, as_json.code) == (code, code)
    found = one_object(as_json.out)
    assert as_json.err == ""
    if code and typed[:2] != ("rules", "search"):
        assert list(found) == ["error"]
    if "error" in found:
        assert list(found["error"]) == ["code", "message", "hint"]
        assert all(isinstance(v, str) for v in found["error"].values())
        assert found["error"]["message"]
        assert plain.out == ""
        assert found["error"]["message"] in plain.err
    elif not code:
        assert plain.err == ""
    assert under_way.read_bytes() == before


@pytest.mark.parametrize("typed", ADJUDICATES, ids=" ".join)
@pytest.mark.usefixtures("trade")
def test_an_adjudication_as_json(ref: Ref, spring: Path, typed: tuple[str, ...]) -> None:
    if typed[0] != "settle":
        ref("settle", "1.17", "neither")
    ref(*FAMINE)
    number = ref("log", "--head", "--json").json["entry"] + 1
    said = ref(*typed, "--json", "-c", "spring") if typed[0] != "new" else ref(*typed, "--json")
    assert said.code == 0
    assert said.err == ""
    found = one_object(said.out)
    assert list(found)[: len(SHAPE)] == SHAPE
    assert found["entry"] == (1 if typed[0] == "new" else number)
    assert found["turn"] == "1789-01"
    assert found["command"] == (typed[0] if typed[0] in ("new", "settle", "void", "raid") else " ".join(typed[:2]))
    assert found["written"] is True
    for die in found["dice"]:
        assert list(die) == ["sides", "value", "for", "source"]
        assert 1 <= die["value"] <= die["sides"]
    for decision in found["open"]:
        assert list(decision) == ["id", "rule", "question"]
    assert all("kind" in e for e in found["effects"])
    assert all(isinstance(line, str) for line in found["text"])
    assert isinstance(found["outcome"], str)


def test_the_shape_the_design_gives(ref: Ref, spring: Path) -> None:
    found = ref(*FAMINE, "--json").json
    assert {k: found[k] for k in SHAPE if k not in ("text", "effects", "rules")} == {
        "entry": 2,
        "turn": "1789-01",
        "command": "event roll",
        "dice": [
            {"sides": 100, "value": 53, "for": "random event", "source": "table"},
            {"sides": 3, "value": 2, "for": "areas with famine", "source": "table"},
            {"sides": 5, "value": 4, "for": "area 1 with famine", "source": "table"},
            {"sides": 4, "value": 1, "for": "area 2 with famine", "source": "table"},
        ],
        "outcome": "famine",
        "open": [],
        "written": True,
    }
    assert {"EV-50", "R-07", "R-17"} <= set(found["rules"])
    assert [e["place"] for e in found["effects"] if e["kind"] == "in force"] == ["Hesse", "Bavaria"]


def test_json_errors_have_a_code_a_message_and_a_hint(ref: Ref, under_way: Path) -> None:
    found = {
        " ".join(typed): ref(*typed, "--json").json["error"]["code"]
        for typed in (("event", "roll"), ("status", "narnia"), ("show", "99"), ("void", "2"), ("frobnicate",))
    }
    assert found == {
        "event roll": "event-rolled",
        "status narnia": "unknown-name",
        "show 99": "no-entry",
        "void 2": "no-reason",
        "frobnicate": "unknown-name",
    }


def test_json_stays_json_in_another_encoding(ref: Ref, spring: Path) -> None:
    """A pipe that takes only latin-1 gets JSON all the same; what it can't say is escaped as JSON does."""
    ref("settle", "1.17", "both", "--note", "Fürst 日本 🎲")
    out = io.BytesIO()
    for encoding in ("ascii", "latin-1", "utf-8"):
        stream = io.TextIOWrapper(out, encoding=encoding, errors="backslashreplace", write_through=True)
        with mock.patch("sys.stdout", stream):
            assert main(["show", "2", "--json"]) == 0
            assert main(["status", "ö🎲", "--json"]) == 2
        lines = out.getvalue().decode(encoding).splitlines()
        assert json.loads(lines[-2])["note"] == "Fürst 日本 🎲"
        assert "ö🎲" in json.loads(lines[-1])["error"]["message"]
        stream.detach()


def test_an_error_in_json_is_json_whatever_was_typed(spring: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for word in ("\x1b[31m", "a\nb", '"', "\\", "\udcff", "\u2028", "é🎲"):
        capsys.readouterr()
        assert main(["status", word, "--json"]) == 2
        said = capsys.readouterr()
        assert said.err == ""
        assert json.loads(said.out)["error"]["code"] == "unknown-name"
