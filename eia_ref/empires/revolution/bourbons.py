"""The Bourbons restored: the track goes back to 0, and the Revolution has longer (R-24)."""

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.effects import Closes, as_a
from eia_ref.core.errors import NotAllowed
from eia_ref.core.frozen import Frozen
from eia_ref.core.state import Decision
from eia_ref.empires.effects import Sets
from eia_ref.empires.lasting import end
from eia_ref.empires.revolution import emigres
from eia_ref.empires.revolution.forecast import pace
from eia_ref.empires.revolution.revolution import carry_out, mutiny_over
from eia_ref.empires.state import Campaign
from eia_ref.empires.subjects import Subject
from eia_ref.empires.throne import RETURN, refuse_return
from eia_ref.empires.track import begun_by, end_date, of_the_track, stage, stages


class RestoreRequest(Frozen):
    """`revolution restore`: the power that demands the Bourbons' return in its peace with France."""

    power: str


def restore(sheet: Sheet[Campaign], request: RestoreRequest) -> None:
    """The Bourbons come back, as a peace with France has it. Refuses it where none does (BO-2, R-255)."""
    refuse_return(sheet)
    power = request.power
    demand = next((d for d in sheet.state.decisions if (d.about, d.whom) == (RETURN, power)), None)
    if demand is None:
        raise NotAllowed(
            f"{power} has not picked the Bourbons' return in an unconditional surrender of France (BO-2, R-255)",
            f"eia-ref pp peace unconditional France {power} --pick Bourbons",
            "no-pick",
        )
    sheet.apply(as_a(Closes, demand))
    _restored(sheet, power)
    sheet.outcome = "the Bourbons restored"


def _answered(sheet: Sheet[Campaign], demand: Decision, answer: str) -> None:
    """The same said to `settle`: they come back, or the pick is given up."""
    if answer == "restore":
        refuse_return(sheet)
        _restored(sheet, str(demand.whom))


def _restored(sheet: Sheet[Campaign], power: str) -> None:
    """The track to 0, its effects anew, the end date moved (R-24)."""
    sheet.say(f"{power} demands the return of the Bourbons, one pick of France's unconditional surrender.", "BO-2")
    _back_to_0(sheet)
    _later(sheet, int(sheet.rulebook.table("revolution")["months_later"]))
    for line in pace(sheet).in_words():
        sheet.say(line, "BO-5", "R-24")


def _back_to_0(sheet: Sheet[Campaign]) -> None:
    """What the track has brought is over, the émigrés are the royal army, and stage 0 holds anew."""
    sheet.cite("BO-3", "BO-6")
    emigres.go(sheet, "EM-14", "The émigrés are the army of royal France from now on, their guard corps with them.")
    first = stages(sheet.rulebook)[0]
    for thing in of_the_track(sheet):
        by = begun_by(sheet, thing)
        if by and by.number > first.number:
            end(sheet, thing, "BO-3")
    mutiny_over(sheet, "BO-3")
    sheet.apply(Sets(part="revolution", field="stage", was=stage(sheet.state), now=first.number))
    sheet.say(f"The track begins again at stage {first.name}.", "BO-3", first.rule)
    carry_out(sheet, first)


def _later(sheet: Sheet[Campaign], months: int) -> None:
    """The end date moves so many months on."""
    was = end_date(sheet)
    now = was.plus(months)
    sheet.apply(Sets(part="revolution", field="end", was=sheet.state.revolution.end, now=str(now)))
    restored = sheet.state.revolution.restored
    sheet.apply(Sets(part="revolution", field="restored", was=restored, now=restored + 1))
    sheet.say(f"The Revolution is to end in {now.name}, not in {was.name}.", "BO-4")


SUBJECT = Subject(answers={RETURN: _answered})
ADJUDICATORS = (Adjudicator("revolution restore", RestoreRequest, restore),)
