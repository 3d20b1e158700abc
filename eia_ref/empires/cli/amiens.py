"""The peace of Amiens: whether Britain has to offer it, France's answer, Britain's battles in it."""

from typing import Annotated, Literal

import typer

from eia_ref.cli.resolve import resolve
from eia_ref.cli.shared import Shared, command, commands
from eia_ref.core.game import request_for
from eia_ref.empires import relations
from eia_ref.empires.revolution.amiens import FOUGHT, PEACE, AnswerRequest, BattleRequest
from eia_ref.empires.revolution.offer import amiens_figures, why_not
from eia_ref.show.out import HEAD

app = commands("amiens", "The peace of Amiens: show, answer, battle.")


@command(app, "show")
def show(shared: Shared) -> None:
    """Show whether the peace is on, or due, and Pitt's die."""
    ledger = shared.ledger(trusted=True)
    rulebook, state = ledger.game.rulebook, ledger.state
    peace, why = relations.in_force(state, PEACE), why_not(ledger.position)
    data = amiens_figures(rulebook)
    until = str(peace.until.plus(-1)) if peace and peace.until else None
    shared.out.json(
        {
            "turn": str(state.month),
            "peace_to_the_end_of": until,
            "offer_due": not why,
            "why_not": why,
            "fought": FOUGHT in state.once,
            "colonial_trade": state.colonial_trade,
            "sixes": state.revolution.sixes,
        }
    )
    beyond = f"{state.revolution.sixes} of {data['sixes_beyond']} sixes beyond {data['ceiling']}$ (PI-4)"
    rows = [
        ("offer", "Britain must make it now: eia-ref amiens answer (AP-1)" if not why else f"not due: {why} (AP-1)"),
        ("peace", f"to the end of {until}: no declaration on any major power (AP-2)" if until else "not on (AP-2)"),
        ("colonial trade", f"{state.colonial_trade}$; {beyond}"),
    ]
    if peace:
        rows.append(
            ("Pitt", "no die: Britain fought (PI-1)" if FOUGHT in state.once else "a d6 at the turn's end (PI-1)")
        )
    shared.out.line(f"{state.month.name} · peace of Amiens", HEAD)
    shared.out.line()
    shared.out.grid(rows, ("", ""))


@command(app, "answer", writes=True)
def answer(
    shared: Shared,
    said: Annotated[Literal["accept", "refuse"], typer.Argument(metavar="ANSWER", help="accept or refuse.")],
) -> None:
    """Say whether France takes the peace Britain offers."""
    resolve(shared, "amiens answer", request_for(AnswerRequest, answer=said))


@command(app, "battle", writes=True)
def battle(
    shared: Shared,
    name: Annotated[str, typer.Argument(metavar="BATTLE", help="Which, if that is to be kept.")] = "",
) -> None:
    """Say that Britain fought on land this turn."""
    resolve(shared, "amiens battle", request_for(BattleRequest, battle=" ".join(name.split())))
