"""The sealed wills of Russia and Turkey at the start."""

import sys
from typing import Annotated

import typer

from eia_ref.cli.resolve import resolve
from eia_ref.cli.shared import Shared, command, commands
from eia_ref.core.errors import RefereeError
from eia_ref.core.game import request_for
from eia_ref.core.names import find

app = commands("wills", "Sealed wills of Russia and Turkey: seal, reveal.")
Choice = Annotated[str, typer.Option(metavar="CHOICE", help="fight or peace.")]
Word = Annotated[str, typer.Option(metavar="WORD", help="The secret word.")]


@command(app, "seal", writes=True)
def seal(
    shared: Shared,
    power: Annotated[str, typer.Argument(metavar="POWER", help="Russia or Turkey.")],
    choice: Choice = "",
    word: Word = "",
    seal: Annotated[str, typer.Option(metavar="HEX", help="A seal made elsewhere, 64 hex digits.")] = "",
) -> None:
    """Seal a will: the ledger keeps its hash, not the will."""
    from eia_ref.empires.politics.wills import CHOICES, SealRequest, sealed
    from eia_ref.empires.powers import find_power

    power = find_power(shared.game().rulebook, power)
    if not seal:
        choice = find(choice or _asked("fight or peace? ", "--choice fight|peace"), CHOICES, "choice")
        seal = sealed(power, choice, word or _asked("a secret word: ", "--word WORD"))
    resolve(shared, "wills seal", request_for(SealRequest, power=power, seal=seal.lower()))


@command(app, "reveal", writes=True)
def reveal(
    shared: Shared,
    russia: Choice,
    russian_word: Word,
    turkey: Choice,
    turkish_word: Word,
) -> None:
    """Reveal both wills together, and carry out what they come to."""
    from eia_ref.empires.politics.wills import CHOICES, RevealRequest

    said = {"russia": find(russia, CHOICES, "choice"), "turkey": find(turkey, CHOICES, "choice")}
    words = {"russian_word": russian_word, "turkish_word": turkish_word}
    resolve(shared, "wills reveal", request_for(RevealRequest, **said, **words))


def _asked(question: str, option: str) -> str:
    """What a player types unseen; where no terminal is there, an option is wanted."""
    if not sys.stdin.isatty():
        raise RefereeError(
            f"{option.partition(' ')[0]} is missing",
            f"add {option}; at a terminal it is asked for, unseen",
            "missing",
        )
    from getpass import getpass

    return getpass(question)
