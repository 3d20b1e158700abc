"""The French Revolution: where the track stands and what it has in force; its steps, choices and forecast."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from eia_ref.cli.resolve import resolve
from eia_ref.cli.shared import Shared, command, commands
from eia_ref.core.calendar import Month
from eia_ref.core.clauses import every_clause
from eia_ref.core.errors import RefereeError
from eia_ref.core.game import request_for
from eia_ref.core.position import Position
from eia_ref.core.state import InForce
from eia_ref.empires.lasting import in_words
from eia_ref.empires.powers import find_power
from eia_ref.empires.revolution.bourbons import RestoreRequest
from eia_ref.empires.revolution.emigres import controls_guerrillas
from eia_ref.empires.revolution.manual import AdvanceRequest, ChooseRequest, CorpsRequest, bonaparte
from eia_ref.empires.state import Campaign
from eia_ref.empires.throne import undecided
from eia_ref.empires.track import (
    Stage,
    begun_by,
    end_date,
    ended_by,
    infantry_morale,
    last_by_dice,
    of_the_track,
    stage,
    stages,
)
from eia_ref.show.out import HEAD, RULE

app = commands("revolution", "The French Revolution: its track, choices, forecast.")


@command(app, "show")
def show(
    shared: Shared,
    number: Annotated[int | None, typer.Argument(metavar="STAGE", help="A stage, to see what it does.")] = None,
) -> None:
    """Show where the Revolution stands, or what one stage does."""
    if number is not None:
        _show_stage(shared, number)
        return
    ledger = shared.ledger(trusted=True)
    rulebook, state, position = ledger.game.rulebook, ledger.state, ledger.position
    out = shared.out
    this = stages(rulebook)[stage(state)]
    things = [(t, begun_by(position, t), ended_by(position, t)) for t in of_the_track(position)]
    out.json(_show_json(position, this, things))
    out.line(f"{state.month.name} · stage {this.name}", HEAD)
    out.line()
    rows = [
        (str(by.number) if by else "", thing.rule, _until(thing, ends), in_words(rulebook, thing))
        for thing, by, ends in sorted(things, key=lambda x: x[1].number if x[1] else -1)
    ]
    out.line("In force: the stage that set it, the rule, to which stage or month")
    out.grid(rows, (HEAD, RULE, "", ""))
    out.line()
    out.grid(_facts(position), ("", ""))
    out.line()
    out.line(_next_words(position))


def _until(thing: InForce, ends: Stage | None) -> str:
    if thing.until:
        return str(thing.until.plus(-1))
    return f"to {ends.number}" if ends else "stays"


def _facts(position: Position[Campaign]) -> list[tuple[str, str]]:
    """What the ledger keeps of the Revolution beside what is in force."""
    from eia_ref.empires.revolution.forecast import pace

    state = position.state
    own = state.revolution
    morale = infantry_morale(state)
    rows = [
        ("Louis XVI", f"{own.king} (FR-21d)"),
        ("Marie Antoinette", f"{own.queen} (FR-25c)"),
        ("French infantry", f"morale {morale // 10}{'.5' if morale % 10 else ''} (FR-44b, FR-49c)"),
        ("ends", f"{end_date(position).name} (R-24)"),
    ]
    if guerrillas := controls_guerrillas(position):
        rows.append(("guerrillas", f"value 3 in all France, controlled by {guerrillas} (R-133)"))
    if own.restored:
        rows.append(("Bourbons restored", f"{own.restored} time{'s' * (own.restored > 1)} (BO-4)"))
    if now := bonaparte(position):
        card, beats, beaten = now
        rows.append(
            (card, f"{beaten} of {beats} enemy corps beaten (LD-F5, LD-F6)" if beats else "rises no further (LD-F8)")
        )
    if stage(state) < last_by_dice(position.rulebook):
        rows += [("pace", f"{line.rstrip('.')} (BO-5)") for line in pace(position).in_words()]
    return rows


def _next_words(position: Position[Campaign]) -> str:
    state = position.state
    every = stages(position.rulebook)
    if stage(state) == every[-1].number:
        return "The track is at its end."
    following = every[stage(state) + 1]
    if following.needs and (still := undecided(state)):
        return f"Next: France decides the {still.about}: eia-ref settle {still.id} (R-146)"
    return f"Next: stage {following.name}, " + (
        f"once {following.needs} is available (R-23)" if following.needs else 'with the next "no event" (FR-G1)'
    )


def _show_json(
    position: Position[Campaign], this: Stage, things: Sequence[tuple[InForce, Stage | None, Stage | None]]
) -> dict[str, Any]:
    state = position.state
    return {
        "turn": str(state.month),
        "stage": this.number,
        "title": this.title,
        "in_force": [
            {
                **thing.model_dump(mode="json", exclude_none=True),
                "words": in_words(position.rulebook, thing),
                "set_by": by.number if by else None,
                "ended_by": ends.number if ends else None,
            }
            for thing, by, ends in things
        ],
        "facts": dict(_facts(position)),
        "infantry_morale": infantry_morale(state),
        "end": str(end_date(position)),
        **state.revolution.model_dump(mode="json", exclude={"end", "stage"}),
    }


def _show_stage(shared: Shared, number: int) -> None:
    rulebook = shared.game().rulebook
    every = stages(rulebook)
    if not 0 <= number <= every[-1].number:
        raise RefereeError(f"there is no stage {number}", f"the track goes from 0 to {every[-1].number}", "no-stage")
    this = every[number]
    clauses = [c for c in every_clause(rulebook) if c.id.rstrip("abcdefg") == f"FR-{number:02d}"]
    shared.out.json({"stage": number, "title": this.title, "clauses": {c.id: c.says for c in clauses}})
    shared.out.line(f"Stage {this.name}", HEAD)
    shared.out.grid([(c.id, c.says) for c in clauses], (RULE, ""))


@command(app, "advance", writes=True, minus=True)
def advance(
    shared: Shared,
    steps: Annotated[int, typer.Argument(metavar="STEPS", help="How many steps.")] = 1,
    because: Annotated[str, typer.Option(metavar="REASON", help='Why, where "no event" would move it.')] = "",
) -> None:
    """Move the track by hand: for a reason, or to 48 and 49."""
    resolve(shared, "revolution advance", request_for(AdvanceRequest, steps=steps, because=because.strip()))


@command(app, "choose", writes=True)
def choose(
    shared: Shared,
    execute: Annotated[bool, typer.Option("--execute", help="France executes the king, or the queen.")] = False,
    spare: Annotated[bool, typer.Option("--spare", help="France spares him, or her.")] = False,
) -> None:
    """Say whether France executes the king, or the queen."""
    if execute == spare:
        raise RefereeError("one of the two has to be said", "--execute or --spare", "usage")
    resolve(shared, "revolution choose", request_for(ChooseRequest, answer="execute" if execute else "spare"))


@command(app, "corps", writes=True, minus=True)
def corps(
    shared: Shared,
    number: Annotated[int, typer.Argument(metavar="N", help="Enemy corps beaten.")],
    battle: Annotated[str, typer.Option(metavar="NAME", help="The battle; the same is not counted twice.")] = "",
) -> None:
    """Count the enemy corps that Bonaparte has beaten."""
    resolve(shared, "revolution corps", request_for(CorpsRequest, corps=number, battle=" ".join(battle.split())))


@command(app, "restore", writes=True)
def restore(
    shared: Shared,
    power: Annotated[str, typer.Argument(metavar="POWER", help="Who demands the Bourbons' return.")],
) -> None:
    """Bring back the Bourbons: the track begins again at 0."""
    name = find_power(shared.game().rulebook, power)
    resolve(shared, "revolution restore", request_for(RestoreRequest, power=name))


@command(app, "forecast")
def forecast(
    shared: Shared,
    number: Annotated[int | None, typer.Argument(metavar="STAGE", help="One stage, month by month.")] = None,
) -> None:
    """Show when the dice reach the later stages, and the pace."""
    from eia_ref.empires.revolution.forecast import forecast, pace
    from eia_ref.empires.scenario import scenario

    ledger = shared.ledger(trusted=True)
    rulebook, state, out, position = ledger.game.rulebook, ledger.state, shared.out, ledger.position
    at, last = stage(state), last_by_dice(rulebook)
    if at >= last:
        raise RefereeError(f"the dice do not move the track from stage {last} on (FR-47)", _next_words(position))
    if number is not None and not at < number <= last:
        raise RefereeError(f"stage {number} is not to come by dice", f"name one from {at + 1} to {last}", "no-stage")
    end = end_date(position)
    horizon = max(Month(scenario(rulebook, state.scenario)["last"]).plus(1), end)
    months, chances = forecast(position, horizon)
    if number is not None:
        _show_forecast(shared, number, list(zip(months, chances[number], strict=True)))
        return
    rows = [[str(s), stages(rulebook)[s].title, *_reached(months, chances[s], end)] for s in chances]
    needed = pace(position)
    heads = ("stage", "", "10%", "50%", "90%", "in time")
    out.json(
        {
            "stage": at,
            "end": str(end),
            "pace": {
                "steps": needed.steps,
                "months": needed.months,
                "needed": None if needed.needed is None else str(needed.needed),
                "gives": str(needed.gives),
            },
            "stages": [dict(zip(("stage", "title", "10%", "50%", "90%", "by_end"), r, strict=True)) for r in rows],
        }
    )
    out.line("The month by which each stage is reached with that chance (R-145);")
    out.line(f"last, the chance that it is reached in time, before {end.name} (R-24)")
    out.line()
    out.table(heads, rows, right=(0, 5))
    out.line()
    for line in needed.in_words():
        out.line(f"{line.rstrip('.')} (R-24).")


def _reached(months: Sequence[Month], chances: Sequence[Any], end: Month) -> list[str]:
    """The months by which a stage is reached at 10%, 50% and 90%, and the chance that it is before the end."""
    from eia_ref.core.odds import percent

    by = [next((str(m) for m, c in zip(months, chances, strict=True) if c * 10 >= n), "later") for n in (1, 5, 9)]
    before_end = sum(month < end for month in months)
    return [*by, percent(chances[before_end - 1]) if before_end else ""]


def _show_forecast(shared: Shared, number: int, found: Sequence[tuple[Month, Any]]) -> None:
    """One stage, month by month."""
    from eia_ref.core.odds import percent

    out = shared.out
    out.json({"stage": number, "by": {str(m): f"{c.numerator}/{c.denominator}" for m, c in found}})
    title = stages(shared.game().rulebook)[number].name
    out.line(f"Stage {title}: the chance that it is reached by the end of", HEAD)
    out.grid([(m.name, percent(c)) for m, c in _worth_showing(found)], ("", ""))


def _worth_showing(found: Sequence[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """The months in which the chance is neither nothing nor, to a tenth of a percent, all."""
    shown = [f for f in found if f[1] * 2000 >= 1 and (1 - f[1]) * 2000 >= 1]
    return shown or list(found[:1])
