"""The blockade battle: those shut in a port against all who blockade it (BL-8), a third fleet with them (BB-3)."""

from eia_ref.core import names
from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.effects import Closes, as_a
from eia_ref.core.errors import RefereeError
from eia_ref.core.state import Decision
from eia_ref.empires.naval.battle import BattleRequest, fight
from eia_ref.empires.naval.blockade import lift
from eia_ref.empires.naval.counters import OPEN
from eia_ref.empires.naval.fleets import at_box, at_port, find_fleet, mutinous, power_of, ships_of
from eia_ref.empires.naval.ports import port_name, refuse_open_port
from eia_ref.empires.naval.sides import same
from eia_ref.empires.naval.still_owed import fought_together, owe_retreat
from eia_ref.empires.powers import find_power
from eia_ref.empires.state import Campaign


class SortieRequest(BattleRequest):
    """`naval blockade-battle`: whose stack is shut in, and where; `relief` where a third fleet fights with it.

    The attackers are those inside, the defenders all who blockade them. A side that is not said is made up of the
    ledger's fleets there.
    """

    power: str
    harbour: str
    relief: bool = False


def sortie(sheet: Sheet[Campaign], request: SortieRequest) -> None:
    """The battle, the decision that asked for it closed, and the port free where the blockaders are beaten."""
    port = port_name(request.harbour)
    fought = ready(sheet, request)
    named = [find_fleet(sheet.state, said) for said in fought.attacker_named]
    third = [name for name in named if name not in at_port(sheet.state, port)]
    won = fight(sheet, fought)
    power = find_power(sheet.rulebook, request.power)
    for decision in list(sheet.state.decisions):
        if _of(decision, power, port):
            sheet.apply(as_a(Closes, decision))
            sheet.say(f"The blockade battle off {port} is fought.", "BL-8")
    if request.relief:
        fought_together(sheet, port)
    if won == 0:
        lift(sheet, port, "R-272")
    elif won == 1:
        owe_retreat(sheet, third)


def ready(sheet: Sheet[Campaign], request: SortieRequest) -> SortieRequest:
    """The battle as it is fought: all the sides, the blockaders in theirs, the others out of port (R-271)."""
    power, port = find_power(sheet.rulebook, request.power), port_name(request.harbour)
    refuse_open_port(sheet.rulebook, port)
    if request.port and not request.relief:
        raise RefereeError(
            "those inside began their turn in port, and nobody else did (R-271)",
            "leave out --port; it goes with --relief",
            "port",
        )
    if request.relief:
        sheet.say(
            f"{power}'s stack in {port} and a third fleet fight all the blockaders: a blockade battle.",
            "BB-3",
            "R-271",
        )
    else:
        sheet.say(f"{power}'s stack in {port} fights all the blockaders: a blockade battle.", "BL-8", "R-271")
        if not any(_of(d, power, port) for d in sheet.state.decisions):
            sheet.say(f"The ledger has no test of {power}'s that began one (eia-ref naval blockade-test).", "R-271")
    changed: dict[str, object] = {"blockading": "defender"}
    if not request.relief:
        changed["port"] = ["attacker"]
    if not request.attacker and not request.attacker_named:
        changed["attacker_named"] = _inside(sheet, power, port)
    if not request.defender and not request.defender_named:
        changed["defender_named"] = list(at_box(sheet.state, port))
    fought = request.model_copy(update=changed)
    by = [*fought.attacker, *ships_of(sheet.state, fought.attacker_named)]
    if by and power not in [power_of(sheet, n) for n in by]:
        raise RefereeError(
            f"{power} has no ships among the attackers, and its stack is the one shut in",
            "name its ships with --attacker",
            "not-inside",
        )
    inside = at_port(sheet.state, port)
    if (
        request.relief
        and not fought.attacker
        and all(find_fleet(sheet.state, n) in inside for n in fought.attacker_named)
    ):
        raise RefereeError(
            "no third fleet is among the attackers (BB-3)",
            f'name them all: --attacker "{"+".join([*fought.attacker_named, "FLEET"])}"; or leave out --relief',
            "no-third",
        )
    return fought


def _of(decision: Decision, power: str, port: str) -> bool:
    """Whether it is the battle of that power off that port that is left open."""
    about = (decision.about, decision.whom, names.fold(decision.detail or ""))
    return about == (OPEN, power, names.fold(port))


def _inside(sheet: Sheet[Campaign], power: str, port: str) -> list[str]:
    """The power's fleets in the port that can come out; one in mutiny stays."""
    found = [n for n, f in at_port(sheet.state, port).items() if f.counter and power_of(sheet, f.power) == power]
    for name in found:
        if mutiny := mutinous(sheet, name):
            sheet.say(f"{name} is in mutiny and stays in the port.", mutiny.rule)
    return [n for n in found if not mutinous(sheet, n)]


ADJUDICATORS = (
    Adjudicator(
        "naval blockade-battle",
        SortieRequest,
        sortie,
        same=lambda r: f"{names.fold(r.harbour)} {names.fold(r.power)} {same(r)}",
    ),
)
