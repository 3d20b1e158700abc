"""The French émigrés: who controls them, how they come and go, and Naples, which goes with them (EM, MI-F)."""

import re
from collections.abc import Sequence
from typing import Any

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.effects import Closes, as_a
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.names import fold, in_a_row
from eia_ref.core.position import Position
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import Decision
from eia_ref.empires import relations
from eia_ref.empires.decisions import leave_open
from eia_ref.empires.effects import MinorHeld
from eia_ref.empires.lasting import begin, end, in_words
from eia_ref.empires.leaders import leaders
from eia_ref.empires.minors import KEPT
from eia_ref.empires.powers import economic_months
from eia_ref.empires.state import Campaign, Minor
from eia_ref.empires.throne import EMIGRES, NAPLES_FIGHTS, emigre_controller, emigres_on_map
from eia_ref.empires.wars import end_war, make_war

GUERRILLAS, UNDER_TURKEY = "French guerrillas", "guerrillas under Turkey"
ARRIVE = "émigrés arrive"
INCOME = "émigrés' income"
FRANCE, ROYALIST = "France", "royalist"


class PlaceRequest(Frozen):
    """`emigres place`: the areas of France where they are set up, and with how many corps counters."""

    areas: list[str]
    corps: int


def emigre_figures(rulebook: Rulebook) -> dict[str, Any]:
    """The émigrés' figures: see rules/empires/revolution.toml."""
    found: dict[str, Any] = rulebook.table("revolution")["emigres"]
    return found


def controls_guerrillas(position: Position[Campaign]) -> str | None:
    """The power that controls the guerrillas of France; None where France has no guerrilla value."""
    if relations.in_force(position.state, GUERRILLAS) is None:
        return None
    turkish = relations.in_force(position.state, UNDER_TURKEY)
    return turkish.whom if turkish else emigre_controller(position)


def royalists(position: Position[Campaign]) -> list[str]:
    """The royalist leaders that the émigrés have (EM-7)."""
    there = leaders.at_hand(position, emigre_controller(position))
    found = [n for n in there if leaders.card(position, n).faction == ROYALIST]
    return found if emigres_on_map(position.state) else []


def controller_changed(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """After a change of war or peace: says who controls the émigrés and what goes with them, if another does."""
    was = emigre_controller(Position(sheet.rulebook, before))
    now = emigre_controller(sheet)
    if now == was:
        return
    rule = "EM-2" if relations.at_war(sheet.state, now, FRANCE) else "EM-3"
    if emigres_on_map(before) and emigres_on_map(sheet.state):
        sheet.say(f"The émigrés pass from {was} to {now}.", rule, "R-25")
    if controls_guerrillas(sheet) == now:
        sheet.say(f"The guerrillas of France pass from {was} to {now}.", "FR-06c", "R-25")
    naples = emigre_figures(sheet.rulebook)["naples"]
    held = sheet.state.minors.get(naples)
    if held and held.by == was and relations.in_force(sheet.state, NAPLES_FIGHTS):
        _hand_over(sheet, naples, held, now)


def come(sheet: Sheet[Campaign]) -> None:
    """The émigrés come onto the map, and Naples goes over to them."""
    controller = emigre_controller(sheet)
    begin(sheet, EMIGRES)
    why = "EM-2" if relations.at_war(sheet.state, controller, FRANCE) else "EM-3"
    sheet.say(f"The émigrés come onto the map under {controller}, anywhere in France but Paris.", "EM-8", why)
    sheet.say(
        "They get 4 infantry, 1 cavalry and a corps counter, and as many other counters as they want.",
        "EM-11",
        "EM-9",
    )
    leave_open(sheet, ARRIVE, controller)
    _royalists(sheet, controller)
    naples = emigre_figures(sheet.rulebook)["naples"]
    held = sheet.state.minors.get(naples)
    if held is None or (held.held, held.by) != ("free state", FRANCE):
        sheet.say(f"{naples} is no free state of France, and stays as it is.", "MI-Fa", "R-138")
        return
    _hand_over(sheet, naples, held, controller)
    make_war(sheet, naples, FRANCE)
    thing = begin(sheet, NAPLES_FIGHTS, whom=naples, against=FRANCE)
    sheet.say(f"{in_words(sheet.rulebook, thing)}.", "MI-Fa")


def _royalists(sheet: Sheet[Campaign], controller: str) -> None:
    """The royalist leaders in exile are at the disposal of the émigrés' controller (EM-7, R-139)."""
    royal = [c.name for c in leaders.cards(sheet.rulebook).values() if c.faction == ROYALIST]
    exiled = [name for name in royal if leaders.status(sheet.state, name) == "in exile"]
    for name in exiled:
        leaders.change(sheet, name, "available", rule="EM-7")
    if exiled:
        sheet.say(f"{controller} has {', '.join(exiled)}, over émigrés alone.", "EM-7", "R-139")


def go(sheet: Sheet[Campaign], rule: str, words: str) -> None:
    """There are no more émigrés, for what reason `words` say; Naples, if it fought with them, is neutral."""
    thing = relations.in_force(sheet.state, EMIGRES)
    if thing is None:
        return
    sheet.say(words, rule)
    end(sheet, thing, rule)
    for open_still in [d for d in sheet.state.decisions if d.about == ARRIVE]:
        sheet.apply(as_a(Closes, open_still))
    fights = relations.in_force(sheet.state, NAPLES_FIGHTS)
    if fights is None:
        return
    end(sheet, fights, "MI-Fb")
    naples = emigre_figures(sheet.rulebook)["naples"]
    if relations.at_war(sheet.state, naples, FRANCE):
        end_war(sheet, naples, FRANCE)
    held = sheet.state.minors[naples]
    if held.held == "free state" and held.by not in (None, FRANCE):
        sheet.apply(MinorHeld(minor=naples, was_held=held.held, was_by=held.by, held="neutral"))
        begin(sheet, KEPT, whom=naples, rule="MI-Fb")
        sheet.say(f"{naples} is neutral; its forces leave the map and come back as strong with it.", "MI-Fb")


def fights_on(position: Position[Campaign], other: str) -> bool:
    """Whether it is Naples, which fights France as long as there are émigrés (MI-Fa, R-137)."""
    naples = relations.in_force(position.state, NAPLES_FIGHTS)
    return naples is not None and naples.whom == other


def income_due(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """The émigrés have come, or gone, or are another's: who collects for them changes with that (EM-5)."""
    there, whose = emigres_on_map(sheet.state), emigre_controller(sheet)
    over = [d for d in sheet.state.duties if d.what == INCOME and not (there and d.whom == whose)]
    for duty in over:
        sheet.end_duty(duty, "lapsed")
    if over or not emigres_on_map(before):
        income(sheet)


def income(sheet: Sheet[Campaign]) -> None:
    """In an economic phase the controller of émigrés on the map collects and buys for them (EM-5, EM-6)."""
    if emigres_on_map(sheet.state) and sheet.state.month.number in economic_months(sheet.rulebook):
        sheet.leave_to_do(INCOME, whom=emigre_controller(sheet))


def _hand_over(sheet: Sheet[Campaign], naples: str, held: Minor, to: str) -> None:
    if held.by != to:
        sheet.apply(MinorHeld(minor=naples, was_held=held.held, was_by=held.by, held=held.held, by=to))
    sheet.say(f"{naples} is with the émigrés, under {to}.", "MI-Fa")


def place(sheet: Sheet[Campaign], request: PlaceRequest) -> None:
    """Where the émigrés are set up when they come. Refuses Paris, and more corps than they have."""
    waiting = next((d for d in sheet.state.decisions if d.about == ARRIVE), None)
    if waiting is None:
        raise NotAllowed(
            "no émigrés are waiting to be set up: they come at stage 11, once (EM-8)",
            "eia-ref emigres show says where they stand",
            "no-emigres",
        )
    sheet.apply(as_a(Closes, waiting))
    _set_up(sheet, request.areas, request.corps)


def settled(sheet: Sheet[Campaign], decision: Decision, answer: str) -> None:
    """The same said to `settle`, as "Lyon, Toulon, 3 corps"; one counter where no number is said."""
    said = [" ".join(part.split()) for part in answer.split(",") if part.strip()]
    counters = [part for part in said if part[0].isdigit()]
    corps = counters[0].split()[0] if counters else "1"
    if len(counters) > 1 or not (corps.isascii() and corps.isdigit() and len(corps) < 4):
        raise RefereeError(
            f"{', '.join(counters)}: one number of corps is to be said (EM-12)", '"Lyon, Toulon, 3 corps"', "corps"
        )
    _set_up(sheet, [part for part in said if part not in counters], int(corps))


def _set_up(sheet: Sheet[Campaign], areas: Sequence[str], corps: int) -> None:
    most: int = emigre_figures(sheet.rulebook)["corps"]
    if not 1 <= corps <= most:
        raise RefereeError(f"{corps} corps: the émigrés have {most} counters (EM-12)", f"say 1 to {most}", "corps")
    if not areas:
        raise RefereeError("no area is named", "name one or more areas of France", "no-area")
    if any("paris" in re.findall(r"\w+", fold(area)) for area in areas):
        raise NotAllowed("the émigrés are not set up in Paris (EM-8)", "name other areas of France", "paris")
    counters = "1 corps counter" if corps == 1 else f"{corps} corps counters"
    sheet.say(f"The émigrés are set up in {in_a_row(areas)}, with {counters}, at no cost.", "EM-8", "EM-9", "EM-12")
    sheet.outcome = f"émigrés in {in_a_row(areas)}"


ADJUDICATORS = (Adjudicator("emigres place", PlaceRequest, place),)
