"""The Bourbons restored: the track goes back to 0, and the Revolution has longer (R-24)."""

from __future__ import annotations

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.errors import NotAllowed
from eia_ref.core.frozen import Frozen
from eia_ref.empires.effects import Sets
from eia_ref.empires.memory import end
from eia_ref.empires.revolution import emigres
from eia_ref.empires.revolution.forecast import pace
from eia_ref.empires.revolution.revolution import MUTINEER, carry_out, refuse_undecided
from eia_ref.empires.revolution.track import FRANCE, begun_by, end_date, of_the_track, stage, stages
from eia_ref.empires.state import Campaign


class RestoreRequest(Frozen):
    """`revolution restore`: the power that demands the Bourbons' return in its peace with France."""

    power: str


def restore(request: RestoreRequest, sheet: Sheet[Campaign]) -> None:
    """The Bourbons come back: the track to 0, its effects anew, the end date moved (R-24)."""
    state, every = sheet.state, stages(sheet.rulebook)
    data = sheet.rulebook.table("revolution")
    power, at = request.power, stage(state)
    if state.revolution.king == "executed":
        raise NotAllowed("Louis XVI is dead: the Bourbons can't be restored (BO-1)", code="king-dead")
    refuse_undecided(state)
    if not data["restored_from"] <= at < every[-1].number:
        why = "there are no émigrés any more" if at == every[-1].number else "the Bourbons still have their throne"
        raise NotAllowed(f"at stage {at} {why} (R-141)", code="not-fallen")
    victors = surrendered_to(state)
    if power not in victors:
        raise NotAllowed(
            f"France has not surrendered unconditionally to {power} in {state.month.name} (BO-2, R-142)",
            "the Bourbons' return is a pick of such a surrender: eia-ref pp peace unconditional",
            "no-surrender",
        )
    controller = emigres.emigre_controller(sheet.rulebook, state, victors)
    if controller != power:
        raise NotAllowed(
            f"{power} does not control the émigrés, {controller} does (BO-1, EM-2)", code="not-the-controller"
        )
    sheet.say(f"{power} demands the return of the Bourbons, one pick of France's unconditional surrender.", "BO-2")
    _back_to_0(sheet)
    _later(int(data["months_later"]), sheet)
    for line in pace(sheet.rulebook, sheet.state).in_words():
        sheet.say(line, "BO-5", "R-24")
    sheet.outcome = "the Bourbons restored"


def surrendered_to(state: Campaign) -> list[str]:
    """The powers to which France has surrendered unconditionally this month."""
    return [
        t.against
        for t in state.in_force
        if (t.what, t.whom, t.where, t.since) == ("surrendered", FRANCE, "unconditional", state.month) and t.against
    ]


def _back_to_0(sheet: Sheet[Campaign]) -> None:
    """What the track has brought is over, the émigrés are the royal army, and stage 0 holds anew."""
    sheet.cite("BO-3", "BO-6")
    emigres.go(sheet, "EM-14", "The émigrés are the army of royal France from now on, their guard corps with them.")
    first = stages(sheet.rulebook)[0]
    for thing in of_the_track(sheet.rulebook, sheet.state):
        by = begun_by(sheet.rulebook, sheet.state, thing)
        if by and by.number > first.number:
            end(sheet, thing, "BO-3")
    for thing in [t for t in sheet.state.in_force if t.what == MUTINEER]:
        end(sheet, thing, "BO-3")
    sheet.apply(Sets(part="revolution", field="stage", was=stage(sheet.state), now=first.number))
    sheet.say(f"The track begins again at stage {first.name}.", "BO-3", first.rule)
    carry_out(first, sheet)


def _later(months: int, sheet: Sheet[Campaign]) -> None:
    """The end date moves so many months on."""
    was = end_date(sheet.rulebook, sheet.state)
    now = was.plus(months)
    sheet.apply(Sets(part="revolution", field="end", was=sheet.state.revolution.end, now=str(now)))
    restored = sheet.state.revolution.restored
    sheet.apply(Sets(part="revolution", field="restored", was=restored, now=restored + 1))
    sheet.say(f"The Revolution is to end in {now.name}, not in {was.name}.", "BO-4")


ADJUDICATORS = (Adjudicator("revolution restore", RestoreRequest, restore),)
