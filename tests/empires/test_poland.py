"""Poland's chances, against every way the months can fall; and Kosciuszko's country as `poland show` has it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from eia_ref.core.calendar import Month
from eia_ref.core.position import Position
from eia_ref.core.state import InForce
from eia_ref.empires.places import poland, polish_revolt, polish_wars
from eia_ref.empires.revolution.forecast import monthly
from eia_ref.empires.state import Campaign, Poland
from tests.empires.tools import RULES, asked_of, opening, to_do


def _state(tries: int, month: str = "1789-01") -> Campaign:
    state = opening(month)
    state.poland = Poland(tries=tries)
    return state


@pytest.mark.parametrize("tries", [0, 4, 5, 6, 11, 29, 30])
def test_the_chances_are_those_of_every_way_the_months_can_fall(tries: int) -> None:
    """Months of 0, 1, 2 ... no events, each with its tries: a d6 and one for each six that failed, 6 is a revolt."""
    state = _state(tries, "1789-02")
    months = [Month("1789-02"), Month("1789-03"), Month("1789-04")]
    for n in (1, 2, 3):
        quiet = Fraction(0)
        for way in product(*(monthly(Position(RULES, state), m).items() for m in months[:n])):
            failed, stays = tries, Fraction(1)
            for many, chance in way:
                stays *= chance
                for _ in range(many):
                    stays *= Fraction(sum(die + failed // 6 < 6 for die in range(1, 7)), 6)
                    failed += 1
            quiet += stays
        assert polish_revolt.chances(Position(RULES, state), n)[-1] == (months[n - 1], 1 - quiet)


def test_this_month_counts_only_while_its_event_is_not_rolled() -> None:
    state = _state(0)
    (first, _), *_ = polish_revolt.chances(Position(RULES, state), 2)
    assert first == "1789-01"
    state.rolled = 1
    assert polish_revolt.chances(Position(RULES, state), 1) == [(Month("1789-01"), Fraction(0))]


def test_five_sixes_of_tries_make_the_next_one_certain() -> None:
    state = _state(30)
    chance = polish_revolt.chances(Position(RULES, state), 1)[0][1]
    assert chance == 1 - monthly(Position(RULES, state), state.month)[0]


def test_the_months_that_are_shown() -> None:
    """This month and every third; without this one once its event is rolled, since it has no chance any more."""
    state = _state(0)

    def months() -> list[str]:
        return [
            row[0] for row in dict(poland.view(Position(RULES, state))[0].sections)["Revolt"] if row[2] == "R-50"
        ][1:]

    quarters = [
        f"by the end of {m} {year}" for year in (1789, 1790) for m in ("March", "June", "September", "December")
    ]
    assert months() == ["by the end of January 1789", *quarters]
    state.rolled = 1
    assert months() == quarters


def test_a_poland_that_is_no_more_has_no_army_to_show() -> None:
    state = _state(0)
    shown, _ = poland.view(Position(RULES, state))
    assert "Army" in dict(shown.sections)
    assert shown.data["army"]["infantry"] == 40
    state.poland = Poland(revolted=Month("1790-01"), gone=Month("1795-01"))
    shown, last = poland.view(Position(RULES, state))
    assert not shown.sections
    assert shown.data["army"] is None
    assert last == "Poland is no more since January 1795 (PA-9)."


def test_a_power_sees_what_it_has_of_poland() -> None:
    """PL-30: Posen is Prussia's home province; Podolia, which it took too, is not; Masovia is Austria's now."""
    state = _state(0, "1793-01")
    had = (("ceded by Poland", "Prussia", "Posen"), ("Polish home province", "Prussia", "Posen"))
    had += (("ceded by Poland", "Prussia", "Podolia"), ("ceded by Poland", "Austria", "Masovia"))
    had += (("Polish home province", "Prussia", "Masovia"),)
    state.in_force += [
        InForce(id=f"9.{n}", what=what, rule="PL-21", since=state.month, whom=whom, place=where)
        for n, (what, whom, where) in enumerate(had)
    ]
    (section,) = polish_wars.status(Position(RULES, state), "Prussia")
    assert section == (
        "From Poland",
        [["Posen", "a home province", "PL-30"], ["Podolia", "no home province", "PL-30"]],
    )
    assert (
        polish_wars.status(Position(RULES, state), None) == polish_wars.status(Position(RULES, state), "Spain") == []
    )


def test_an_economic_phase_in_war_is_poland_s_too() -> None:
    """PA-2: at war, protected or independent, Poland is reinforced; at peace it is not."""
    for revolted in (None, Month("1790-01")):
        state = _state(0, "1793-03")
        state.poland = Poland(revolted=revolted)
        assert "PA-2" not in [t.rule for t in to_do(asked_of(state))]
        war = InForce(id="9.9", what="war", rule="R-30", since=state.month, whom="Austria", against="Poland")
        state.in_force.append(war)
        assert "PA-2" in [t.rule for t in to_do(asked_of(state))]
        state.turn = Month("1793-04")
        assert "PA-2" not in [t.rule for t in to_do(asked_of(state))]


def test_what_may_come_of_a_war_on_independent_poland_is_on_the_agenda_while_it_lasts() -> None:
    """PL-19, PL-24: its surrender, and a victory over each enemy; with one province left that one is enough."""
    state = _state(0, "1793-03")
    state.poland = Poland(revolted=Month("1790-01"))
    assert polish_wars.agenda(Position(RULES, state)) == []
    for n, enemy in enumerate(("Austria", "Prussia"), 1):
        state.in_force.append(
            InForce(id=f"9.{n}", what="war", rule="R-30", since=state.month, whom=enemy, against="Poland")
        )
    due = polish_wars.agenda(Position(RULES, state))
    assert [d.rule for d in due] == ["PL-19", "PL-24", "PL-24"]
    assert [d.type for d in due[1:]] == [("eia-ref poland victory Austria",), ("eia-ref poland victory Prussia",)]
    assert due[0].what.startswith("all cities of 2 of Poland's provinces")
    for n, province in enumerate(list(RULES.table("poland")["provinces"])[1:], 3):
        state.in_force.append(
            InForce(
                id=f"9.{n}", what="ceded by Poland", rule="PL-21", since=state.month, whom="Austria", place=province
            )
        )
    assert polish_wars.agenda(Position(RULES, state))[0].what.startswith("all cities of 1 of Poland's provinces")
