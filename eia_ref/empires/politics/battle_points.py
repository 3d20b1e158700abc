"""What a battle on land or at sea earns and costs, and when it is the same as one entered before (R-34, R-38)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from eia_ref.core.adjudication import Sheet
from eia_ref.core.charts import figure
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.names import fold
from eia_ref.empires.charts import POINTS
from eia_ref.empires.leaders.leaders import card, find_leader, power_served, refuse_unless_at_hand, swing
from eia_ref.empires.marks import mark
from eia_ref.empires.options import option
from eia_ref.empires.points import move_points
from eia_ref.empires.state import Campaign, Mark

AT_SEA = "fight at sea"  # a battle or a raid of which only the points are entered
SEA_FIGHTS = ("naval battle", "raid")
CELLS = "battle won, corps to a point", "battle lost, corps to a point"  # for the winner, for the loser
AT_SEA_CELLS = ("battle at sea, fleets to a point",) * 2


def meeting(what: str, one: Iterable[str], other: Iterable[str]) -> Mark:
    """The mark of a fight, whoever of the two attacked: `naval battle of Britain against France`."""
    return Mark(what=what, sides=sorted(sorted(side) for side in (one, other)))


def only_once(
    sheet: Sheet[Campaign], what: Mark, place: str = "", another: str = "", alike: Sequence[Mark] = ()
) -> None:
    """Refuses what is entered this month already (R-38), unless it is said to be `another` one.

    Two with places are the same where the places are; without a place it may be any of them. `alike` is what else
    it would be entered as.
    """
    where, other = " ".join(place.split()), another.strip()
    same = [o for o in sheet.state.once if any(_is_same(o, one, where) for one in (what, *alike))]
    this = what.model_copy(update={"place": where or None, "another": other or None})
    if other:
        if not same:
            named = this.model_copy(update={"another": None}).name
            raise RefereeError(
                f"no {named} is entered in {sheet.state.month.name}", "leave out --another", "no-other"
            )
        sheet.say(f"Another one in the same month: {other}.", "R-38")
        same = [o for o in same if fold(o.name) == fold(this.name)]
    if same:
        raise NotAllowed(
            f"the {same[0].name} is entered already in {sheet.state.month.name} (R-38)",
            'if this is another one: --another "WHAT ELSE IT IS"',
            "entered-already",
        )
    mark(sheet, this)


def _is_same(entered: Mark, what: Mark, where: str) -> bool:
    """Whether what is entered may be this one, at that place."""
    is_it = (entered.what, entered.sides) == (what.what, what.sides)
    return is_it and (not where or not entered.place or fold(entered.place) == fold(where))


def award(
    sheet: Sheet[Campaign],
    won: list[str],
    lost: dict[str, int],
    leader: str = "",
    beaten: str = "",
    naval: bool = False,
    others: int = 0,
    neutrals: Sequence[str] = (),
) -> None:
    """Moves the markers for a battle. `lost` has each loser's corps, at sea its fleets; `others` are nobody's.

    `neutrals`: minors that took part and no power controls; their commanders move nobody's marker.

    Each power of the winning side gains by all the corps beaten, each loser loses by its own (R-186); what a
    commander adds is his own power's alone (R-34).
    """
    unit = "fleets" if naval else "corps"
    one = "fleet" if naval else "corps"
    most = figure(sheet, POINTS, "battle, at most")
    if naval and option(sheet, "naval_points") != "by fleets":
        raise NotAllowed(
            "this campaign decides the points of battles at sea at the table (R-34)",
            "eia-ref pp adjust POWER POINTS --because TEXT",
            "naval-points",
        )
    gain, loss = (figure(sheet, POINTS, cell) for cell in (AT_SEA_CELLS if naval else CELLS))
    beaten_units = sum(lost.values()) + others
    changes: dict[str, int] = {}
    for power in won:
        changes[power] = min(-(-beaten_units // gain), most)
        sheet.say(
            f"{power} gains {changes[power]}: {beaten_units} {one if beaten_units == 1 else unit} of the loser.",
            "R-34",
        )
    for power, count in lost.items():
        changes[power] = -min(-(-count // loss), most)
        sheet.say(f"{power} loses {-changes[power]}: {count} {one if count == 1 else unit} of its own.", "R-34")
    for name, side, sign in ((leader, won, 1), (beaten, list(lost), -1)):
        if name.strip():
            power, points = _commander(sheet, name, [*side, *neutrals], sign)
            if power in changes:
                changes[power] += points
    for power, change in changes.items():
        move_points(sheet, power, change)


def _commander(sheet: Sheet[Campaign], said: str, side: list[str], sign: int) -> tuple[str, int]:
    """What a side's commander adds, and to whom: royalty either way, Nelson when he wins, nobody else (R-34)."""
    name = find_leader(sheet, said)
    leader = card(sheet, name)
    power = power_served(sheet, leader) or leader.side
    if power not in side:
        raise RefereeError(
            f"{name} leads for {power}, which is not on the side that {'won' if sign > 0 else 'lost'}",
            f"that side: {', '.join(side)}",
            "commander",
        )
    stands = sheet.state.leaders.get(name)
    if stands is None or stands.since < sheet.state.month:  # who fell in this battle commanded in it
        refuse_unless_at_hand(sheet, name)
    if power not in sheet.state.powers:
        sheet.say(f"{name} commanded for {power}, which has no points.", "R-301")
        return power, 0
    turn = swing(leader)[0 if sign > 0 else 1]
    points = turn * figure(sheet, POINTS, "leader in command") if turn else 0
    much = f"{power} {'gains' if sign > 0 else 'loses'} {abs(points)} more" if points else "nothing more"
    alone = ", and its allies nothing" if points > 0 and len(side) > 1 else ""
    sheet.say(f"{name} commanded: {much}{alone}.", "R-34", *(("LD-0",) if leader.royal else ()))
    return power, points
