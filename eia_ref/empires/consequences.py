"""What follows from what has happened: which subject acts on which news, in which order.

Whoever changes something need not know whom it concerns. An effect applied is news, and so is a fact told; when a
command has done what it does, each listener of HEARS whose news has come acts on it, in this order, until there is
none. A listener is a function `(sheet, news, before)`: the news of its kinds, and the state before the first of it.
Its module is loaded when its news comes, and not before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from eia_ref.core.adjudication import Sheet
from eia_ref.core.effects import Begins, Closes, Ends, TurnBegins
from eia_ref.core.errors import RefereeError
from eia_ref.core.position import Position
from eia_ref.core.state import Decision, InForce
from eia_ref.empires.effects import FleetIs, LeaderIs, MinorHeld, Sets, VictoryPoints
from eia_ref.empires.facts import CampaignBegins, Commanded, DeclaredWar, FoughtOnLand, NoEvent, RanOut, Won, WonAtSea
from eia_ref.empires.powers import economic_months
from eia_ref.empires.relations import ALLIANCE, ALONE, DOMINANCE, SURRENDERED, WAR
from eia_ref.empires.state import Campaign

EMIGRES = "émigrés"
LEADERS = ("casualty roll", "corps beaten by Bonaparte", "prisoner after a peace")
FLEETS = ("retreat", "leave the box", "leave the port", "ships left", "blockaded or not", "still blockaded or not")
BATTLES = ("battle in a box", "blockade combat", "battle not evaded")
SUING = ("sue for peace", "sue Poland for peace", "sue Persia for peace")
POLISH = ("control of Poland", "Poland's economic phase", "Poland's last economic phase")
MOST = 100  # rounds of news after one command: more than the Revolution has stages


class News(NamedTuple):
    """A kind of news: a class of effects or facts; of things in force, decisions and figures only those so called."""

    kind: type[Any]
    what: str = ""


class Hears(NamedTuple):
    """A listener, as module.function of this package; the news it acts on; whether that can concern it now."""

    listener: str
    news: tuple[News, ...]
    when: Callable[[Position[Campaign]], bool] = lambda position: True


WAR_BEGINS, WAR_ENDS = News(Begins, WAR), News(Ends, WAR)
STAGE = News(Sets, "revolution.stage")


def _past_the_dice(position: Position[Campaign]) -> bool:
    """Whether the Revolution has come to where Bonaparte moves the track (FR-47)."""
    last: int = position.rulebook.table("revolution")["last_by_dice"]
    return position.state.revolution.stage >= last


def _polish_wars(position: Position[Campaign]) -> bool:
    """Whether Poland is independent, and still there."""
    return position.state.poland.revolted is not None and position.state.poland.gone is None


def _polish_war(position: Position[Campaign]) -> bool:
    """Whether Poland is at war, or something is in force or to be done for its war."""
    on = any("Poland" in (t.whom, t.against) for t in position.state.in_force if t.what in (WAR, ALONE))
    return on or _owing(*POLISH)(position)


def _while(*what: str) -> Callable[[Position[Campaign]], bool]:
    """Whether one of these is in force."""
    return lambda position: any(thing.what in what for thing in position.state.in_force)


def _owing(*what: str) -> Callable[[Position[Campaign]], bool]:
    """Whether one of these is still to be done."""
    return lambda position: any(duty.what in what for duty in position.state.duties)


def _phase(position: Position[Campaign]) -> bool:
    """Whether the month has an economic phase."""
    return position.state.month.number in economic_months(position.rulebook)


def _at_minors(position: Position[Campaign]) -> bool:
    """Whether minors are at war, or what follows from that is in force or to be done."""
    state = position.state
    at_war = any(t.what == WAR and not {t.whom, t.against} <= state.powers.keys() for t in state.in_force)
    return at_war or _while("controlled in war", ALONE)(position) or _owing("control of a minor")(position)


HEARS: Sequence[Hears] = (
    Hears(
        "leaders.arrivals.light_cavalry_due",
        (News(RanOut, "La Salle's Light Cavalry waits"), News(LeaderIs)),
    ),
    Hears("politics.politics.alliance_ran_out", (News(RanOut, ALLIANCE),)),
    Hears("politics.politics.neutrality_over", (News(RanOut, "armed neutrality"),)),
    Hears("persia.persia.invasion_ran_out", (News(RanOut, "Persian invasion"),)),
    Hears("events.palestine.revolt_ran_out", (News(RanOut, "Wahhabist revolt"),)),
    Hears("places.ottoman.dissolve", (News(RanOut, "Ottoman Empire"),)),
    Hears("revolution.revolution.no_event", (News(NoEvent),)),
    Hears("places.polish_revolt.no_event", (News(NoEvent),), lambda position: not position.state.poland.revolted),
    Hears("leaders.news.won", (News(Won),)),
    Hears("leaders.news.won_at_sea", (News(WonAtSea),)),
    Hears("leaders.news.commanded", (News(Commanded),)),  # whoever has risen by it has the casualty roll
    Hears("leaders.news.surrendered", (News(Begins, SURRENDERED),)),
    Hears("leaders.news.declared_war", (News(DeclaredWar),)),
    Hears("leaders.news.poland_destroyed", (News(Sets, "poland.gone"),)),
    Hears("revolution.amiens.fought_on_land", (News(FoughtOnLand),)),
    Hears("politics.dominance.empire_ends", (News(TurnBegins), News(Begins, DOMINANCE))),
    Hears("leaders.arrivals.due", (News(TurnBegins), News(LeaderIs), STAGE, News(Begins, DOMINANCE))),
    Hears("leaders.rolls.counters_change", (News(LeaderIs),), _owing(*LEADERS)),
    Hears("leaders.arrivals.war_counts", (WAR_BEGINS,)),
    Hears("leaders.arrivals.minors_at_war", (WAR_BEGINS, WAR_ENDS)),
    Hears("leaders.arrivals.prisoners_of_peace", (WAR_ENDS,)),
    Hears("revolution.revolution.month_of_mutiny", (News(TurnBegins),)),
    Hears(
        "revolution.revolution.follow_bonaparte",
        (
            *(News(TurnBegins), News(LeaderIs), STAGE),
            *(News(Closes, "fate of Louis XVI"), News(Closes, "fate of Marie Antoinette")),
        ),
        _past_the_dice,
    ),
    Hears("revolution.emigres.controller_changed", (WAR_BEGINS, WAR_ENDS), _while("émigrés", "French guerrillas")),
    Hears(
        "revolution.emigres.income_due",
        (News(Begins, EMIGRES), News(Ends, EMIGRES), WAR_BEGINS, WAR_ENDS),
        lambda position: position.state.month.number in economic_months(position.rulebook),
    ),
    Hears("revolution.amiens.offer_due", (WAR_BEGINS, WAR_ENDS, STAGE)),
    Hears(
        "politics.politics.co_operation_denied",
        (WAR_BEGINS, News(Begins, "denied co-operation")),
        _while("denied co-operation"),
    ),
    Hears("politics.politics.access_over", (News(Ends, ALLIANCE),)),
    Hears("politics.dominance.at_peace", (WAR_ENDS, WAR_BEGINS)),
    Hears("politics.forced.war_over", (WAR_ENDS,), _owing(*SUING)),
    Hears("politics.minors_at_war.wars_changed", (WAR_BEGINS, WAR_ENDS), _at_minors),
    Hears("politics.egypt.enemy_changed", (WAR_BEGINS, WAR_ENDS, News(MinorHeld)), _phase),
    Hears("politics.victory.goal_reached", (News(VictoryPoints), News(Begins, "out of the game"))),
    Hears("places.polish_wars.wars_changed", (WAR_BEGINS, WAR_ENDS, News(Sets, "poland.revolted")), _polish_war),
    Hears("politics.wills.opened", (News(Ends, "sealed will"),)),
    Hears("places.polish_wars.ended_elsewhere", (WAR_ENDS,), _polish_wars),
    Hears(
        "naval.counters.blockades_end",
        (WAR_ENDS,),
        lambda position: bool(position.state.fleets or position.state.decisions),
    ),
    Hears("naval.still_owed.fleets_move", (News(FleetIs),), _owing(*FLEETS)),
    Hears("naval.still_owed.peace_made", (WAR_ENDS,), _owing(*BATTLES)),
    Hears("month.what_month", (News(TurnBegins),)),
    Hears("month.what_is_to_do", (News(TurnBegins), News(CampaignBegins))),
)


def kinds(news: object) -> tuple[News, ...]:
    """The kinds of news that an effect or a fact is: its class, and with it what it is called."""
    whole = News(type(news))
    if isinstance(news, RanOut):
        return whole, News(RanOut, news.thing.what)
    if isinstance(news, InForce):
        return whole, News(type(news), news.what)
    if isinstance(news, Decision):
        return whole, News(type(news), news.about)
    if isinstance(news, Sets):
        return whole, News(Sets, f"{news.part}.{news.field}")
    return (whole,)


def follow(sheet: Sheet[Campaign]) -> None:
    """Lets every listener act on the news, and on what comes of that, until there is none."""
    for _ in range(MOST):
        if not sheet.news:
            return
        news, before = [(kinds(new), new) for new in sheet.news], sheet.before
        sheet.news, sheet.before = [], sheet.state.copied()
        come = {kind for every, _ in news for kind in every}
        for hears in HEARS:
            if come.isdisjoint(hears.news) or not hears.when(sheet):
                continue
            its = [new for every, new in news if not set(hears.news).isdisjoint(every)]
            module, _, function = hears.listener.rpartition(".")
            getattr(import_module(f"eia_ref.empires.{module}"), function)(sheet, its, before)
    raise RefereeError("what follows has no end", "nothing is written; report it", "no-end")
