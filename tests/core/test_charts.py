"""Charts: what a cell may hold, and that every cell printed holds it."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from eia_ref.core.charts import Holds, cells, charts, known, printed
from eia_ref.core.position import Position
from eia_ref.core.state import Filled
from eia_ref.games import GAMES, game_named
from tests.core.tools import refused, state
from tests.toy import TOY

RULES = TOY.rulebook
ROW = Holds(count=[2, 3], least=1, most=6)


@pytest.mark.parametrize(
    ("holds", "said", "value"),
    [
        (Holds(), "-12", -12),
        (Holds(), "+3", 3),
        (Holds(), "x", None),
        (Holds(), "", None),
        (Holds(), "1.5", None),
        (Holds(), "٣", None),
        (Holds(least=1, most=6), "0", None),
        (Holds(least=1, most=6), "7", None),
        (Holds(least=1), "700", 700),
        (Holds(one_of=["red", "dark blue"]), " Dark  BLUE ", "dark blue"),
        (Holds(one_of=["red"]), "r", None),
        (Holds(one_of=[0, 5]), "5", 5),
        (ROW, " 1  6", "1 6"),
        (ROW, "1", None),
        (ROW, "1 2 3 4", None),
        (ROW, "1 2 / 3 4", None),
        (Holds(rows=2, one_of=["a", "b"], count=[1, 2]), "a b/A", "a b / a"),
        (Holds(rows=2, one_of=["a", "b"], count=[1, 2]), "a b", None),
        (Holds(text=True), "D retreats; BoP +1", "D retreats; BoP +1"),
        (Holds(text=True), "0", 0),
        (Holds(text=True), " ", None),
    ],
)
def test_what_a_cell_may_hold(holds: Holds, said: str, value: object) -> None:
    """A figure, a word of a list, or so many in a row; anything else is None."""
    assert holds.read(said) == value
    assert type(holds.read(said)) is type(value)
    if value is not None:
        assert holds.read(str(value)) == value  # as it is kept


@pytest.mark.parametrize("odd", [{"lest": 1}, {"least": "1"}, {"count": 2}, {"one_of": "red"}])
def test_what_is_no_holds(odd: dict[str, Any]) -> None:
    """A slip in a chart's file is refused, not overlooked."""
    with pytest.raises(ValidationError):
        Holds.model_validate(odd)


@pytest.mark.parametrize("game", [*map(game_named, GAMES), TOY], ids=lambda game: game.name)
def test_every_cell_printed_holds_what_it_may(game: Any) -> None:
    """And counted cells go by a figure."""
    for chart in charts(game.rulebook):
        for name, cell in cells(game.rulebook, None, chart).items():
            assert cell.value is None or cell.holds.read(str(cell.value)) == cell.value, (chart, name)
            example = cell.holds.example
            assert not example or cell.holds.read(example) is not None, (chart, name)
        for row in printed(game.rulebook, chart).counted:
            assert isinstance(printed(game.rulebook, chart).cells[row.of].value, int)


def test_cells_that_go_by_another() -> None:
    """As many as the campaign says, else the rulebook."""
    assert [c for c in cells(RULES, None, "harbours") if c.startswith("depth")] == ["depth1", "depth2"]
    more = state(charts={"harbours: basins": Filled(value=3, by="Anna")})
    assert [c for c in cells(RULES, more, "harbours") if c.startswith("depth")] == ["depth1", "depth2", "depth3"]
    assert known(Position(RULES, more), "harbours", "basins") == 3
    assert known(Position(RULES, more), "harbours", "depth3") is None


def test_a_chart_there_is_not() -> None:
    refused("no-rules", lambda: cells(RULES, None, "moon"))
