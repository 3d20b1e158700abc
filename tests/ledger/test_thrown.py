"""Dice the referee threw for a command that was then refused: kept beside the ledger, and used when it is done."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from eia_ref.ledger.audit import audit
from eia_ref.ledger.model import Entry
from eia_ref.ledger.thrown import Thrown, kept, save
from tests.conftest import Ran, Ref
from tests.ledger.tools import refused
from tests.toy import next_tide, play, take_back, throws, toy_named

# --- On a ledger -----------------------------------------------------------------------------------------------


def sail(path: Path, player: str = "Anna", ports: tuple[str, ...] = (), winds: int = 1, **more: Any) -> Entry:
    """`sail`, which is refused without ports after its dice have fallen."""
    return play(path, "sail", player=player, ports=list(ports), winds=winds, **more).entry


def thrown(path: Path) -> list[Thrown]:
    """What is kept beside the ledger."""
    return kept(path)


def test_who_is_refused_gets_no_other_dice(harbour: Path) -> None:
    """Nothing is written, and the dice stand for when it is typed again; then they are in the ledger."""
    before = harbour.read_bytes()
    refused("no-list", sail, harbour)
    assert harbour.read_bytes() == before
    (kept_now,) = thrown(harbour)
    refused("no-list", sail, harbour)
    assert thrown(harbour) == [kept_now]
    assert "wind 1" in refused("dice-stand", sail, harbour, dice="3 ...")
    entry = sail(harbour, ports=("Åbo", "Oslo"))
    assert entry.dice[0] == kept_now.dice[0]
    assert "thrown for it before" in entry.text[0]
    assert thrown(harbour) == []
    assert not list(harbour.parent.glob("*.thrown*"))
    assert audit(harbour, toy_named).findings == []


def test_two_refused_do_not_shake_off_each_others_dice(harbour: Path) -> None:
    """Kept apart by what makes them the same; one done leaves the other."""
    refused("no-list", sail, harbour)
    refused("no-list", sail, harbour, "Bertil")
    anna, bertil = thrown(harbour)
    assert sail(harbour, "Bertil", ("Åbo",)).dice == bertil.dice
    assert thrown(harbour) == [anna]
    throws(harbour, "2")
    assert sail(harbour, "Anna", ("Åbo",)).dice == anna.dice


def test_refused_sooner_the_second_time(harbour: Path) -> None:
    """With fewer dice fallen the second time, the others are kept all the same."""
    refused("no-list", sail, harbour, winds=3)
    (first,) = thrown(harbour)
    refused("no-list", sail, harbour, winds=1)
    assert len(thrown(harbour)[0].dice) == 3
    refused("no-list", sail, harbour, winds=4)
    assert [d.value for d in sail(harbour, ports=("Åbo",), winds=3).dice] == [d.value for d in first.dice]


def test_void_and_then_refused(harbour: Path) -> None:
    """Dice of a void entry and dice thrown since stand together, each by its name."""
    sail(harbour, ports=("Åbo",), dice="5")
    take_back(harbour, 3)
    refused("no-list", sail, harbour, winds=2)
    (since,) = thrown(harbour)
    assert [d.purpose for d in since.dice] == ["wind 2"]
    entry = sail(harbour, ports=("Åbo",), winds=2)
    assert [(d.value, d.source) for d in entry.dice] == [(5, "entry"), (since.dice[0].value, "engine")]
    assert "of entry 3, which is void, and thrown for it before" in entry.text[0]
    take_back(harbour, 5)
    assert [d.value for d in sail(harbour, ports=("Åbo",), winds=2).dice] == [5, since.dice[0].value]
    assert audit(harbour, toy_named).findings == []


def test_dice_used_up_are_not_used_again(harbour: Path) -> None:
    """Where a crash left them lying, an entry made since tells that they are in the ledger."""
    refused("no-list", sail, harbour)
    left = thrown(harbour)
    sail(harbour, ports=("Åbo",))
    save(harbour, left)
    assert sail(harbour, ports=("Åbo",), dice="3").dice[0].source == "table"
    assert thrown(harbour) == []


def test_a_new_month_has_new_dice(harbour: Path) -> None:
    refused("no-list", sail, harbour)
    next_tide(harbour)
    assert [t.turn for t in thrown(harbour)] == ["tide-001"]  # whose end may still be taken back
    assert sail(harbour, ports=("Åbo",), dice="3").dice[0].source == "table"


@pytest.mark.parametrize("data", [b"", b"\xff", b"a = ", b"thrown = 1", b"[[thrown]]\nmonth = 1\n", b"[thrown]\n"])
def test_a_file_of_thrown_dice_that_is_none(harbour: Path, data: bytes) -> None:
    """It is as if it were not there: it stops nobody."""
    harbour.with_name("harbour.toml.thrown").write_bytes(data)
    assert sail(harbour, ports=("Åbo",), dice="3").dice[0].source == "table"


def test_dice_that_can_not_be_kept(harbour: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder nobody may write to, that is what is said."""

    def no_right(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "write_text", no_right)
    assert "permission denied" in refused("file", sail, harbour)


# --- At the command line ---------------------------------------------------------------------------------------


RESISTANCE = [90, 2]  # a d100 of 91, a resistance movement, and a d7 of 3, France: of whose depots there is no list
ROLL = ("event", "roll")


def resistance(ref: Ref) -> Ran:
    """A roll that comes to a row with no list to draw from."""
    with mock.patch("secrets.randbelow", side_effect=RESISTANCE):
        return ref(*ROLL)


def test_nothing_is_written_and_the_dice_stand(ref: Ref, spring: Path) -> None:
    before = spring.read_bytes()
    said = resistance(ref)
    assert said.code == 2
    assert "--depots" in said.err
    assert "the dice the referee has thrown stand (R-08)" in said.err
    assert spring.read_bytes() == before
    kept = spring.with_name("spring.toml.thrown").read_text(encoding="utf-8")
    assert "value = 91" in kept
    assert resistance(ref).code == 2  # typing it again changes nothing
    with mock.patch("secrets.randbelow", side_effect=[1, 3]):
        done = ref(*ROLL, "--depots", "Ulm, Vienna, Munich", "--json").json
    assert [(d["value"], d["source"]) for d in done["dice"]] == [
        (91, "engine"),
        (3, "engine"),
        (2, "engine"),
        (4, "engine"),
    ]
    assert "R-08" in done["rules"]
    assert "thrown for it before" in done["text"][0]
    assert not spring.with_name("spring.toml.thrown").exists()
    assert ref("audit").code == 0


def test_table_dice_do_not_replace_them_without_a_reason(ref: Ref, spring: Path) -> None:
    resistance(ref)
    said = ref(*ROLL, "--dice", "12 1")
    assert said.code == 1
    assert "91 for random event" in said.err
    done = ref(*ROLL, "--dice", "12 1", "--new-dice", "we roll ourselves", "--json").json
    assert done["outcome"] == "no event"
    assert "we roll ourselves" in done["text"][0]
    assert not spring.with_name("spring.toml.thrown").exists()


def test_another_command_or_month_is_not_touched_by_them(ref: Ref, spring: Path) -> None:
    resistance(ref)
    assert ref("settle", "1.17", "neither").code == 0
    assert spring.with_name("spring.toml.thrown").exists()
    assert ref("turn", "next", "--leave-open").code == 0
    assert ref(*ROLL, "--dice", "12 1").code == 0  # the next month's event is another one


def test_dice_of_the_table_and_of_a_trial_are_not_kept(ref: Ref, spring: Path) -> None:
    assert ref(*ROLL, "--dice", "62 3").code == 2
    with mock.patch("secrets.randbelow", side_effect=RESISTANCE):
        assert ref(*ROLL, "--dry-run").code == 2
    assert not spring.with_name("spring.toml.thrown").exists()


def test_a_broken_file_of_thrown_dice_is_as_none(ref: Ref, spring: Path) -> None:
    spring.with_name("spring.toml.thrown").write_bytes(b"\xff = [")
    assert ref(*ROLL, "--dice", "12 1").code == 0


def test_of_dice_begun_at_the_table_and_gone_on_by_the_referee(ref: Ref, spring: Path) -> None:
    """`--dice "91 ..."`: all of them stand, and what to type again is said so that it works."""
    with mock.patch("secrets.randbelow", side_effect=[2]):
        said = ref(*ROLL, "--dice", "91 ...")
    assert said.code == 2
    assert "leave out --dice" in said.err
    assert ref(*ROLL, "--dice", "91 ...", "--depots", "Ulm").code == 1
    assert ref(*ROLL, "--depots", "Ulm").code == 0


def test_files_beside_the_ledger_that_are_in_the_way_are_named(ref: Ref, spring: Path) -> None:
    """A folder where the dice, or the lock, are to be."""
    thrown, lock = (spring.with_name(f"spring.toml.{end}") for end in ("thrown", "lock"))
    thrown.mkdir()
    said = resistance(ref)
    assert said.code == 3
    assert "spring.toml.thrown: " in said.err
    lock.unlink(missing_ok=True)
    lock.mkdir()
    said = ref(*ROLL, "--dice", "12 1")
    assert said.code == 3
    assert "spring.toml.lock: " in said.err
