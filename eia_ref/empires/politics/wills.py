"""The sealed wills of Russia and Turkey at the start: written down in secret, revealed together (RU-1, R-52).

A will is sealed as a hash over the power, what it wants and a word only its player knows. The ledger keeps the
hash, never the will; when both are revealed, anybody can check that neither was changed.
"""

import hashlib
import re
from collections.abc import Sequence

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.effects import Closes, Ends, as_a
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.state import Decision
from eia_ref.empires.lasting import begin
from eia_ref.empires.politics.politics import opening_war
from eia_ref.empires.powers import find_power
from eia_ref.empires.relations import in_force
from eia_ref.empires.state import Campaign
from eia_ref.empires.subjects import Subject
from eia_ref.empires.wars import OPENING_SIDES, OPENING_WAR

WILL = "sealed will"
CHOICES = ("fight", "peace")
SHORTEST = 4  # letters of the secret word


def sealed(power: str, choice: str, word: str) -> str:
    """The hash that seals a will. Refuses a word too short to keep a secret."""
    if len(word.strip()) < SHORTEST:
        raise RefereeError(
            f"the secret word is shorter than {SHORTEST} letters",
            "choose a longer one, and remember it",
            "short-word",
        )
    return hashlib.sha256(f"{power}: {choice}: {word.strip()}".encode()).hexdigest()


class SealRequest(Frozen):
    """`wills seal`: whose will, and its seal."""

    power: str
    seal: str


class RevealRequest(Frozen):
    """`wills reveal`: what each wants, and the word each sealed it with."""

    russia: str
    russian_word: str
    turkey: str
    turkish_word: str


def seal(sheet: Sheet[Campaign], request: SealRequest) -> None:
    """Keeps the seal of one will; refuses a second one, and another power than the two."""
    power = find_power(sheet.rulebook, request.power)
    if power not in OPENING_SIDES:
        raise NotAllowed(
            f"{power} has no part in the opening war (RU-1)", f"{' and '.join(OPENING_SIDES)} have", "not-asked"
        )
    _opening(sheet.state)
    if not re.fullmatch("[0-9a-f]{64}", request.seal):
        raise RefereeError("a seal is 64 hex digits", "eia-ref wills seal makes it of the will and a word", "seal")
    if in_force(sheet.state, WILL, power):
        raise NotAllowed(f"{power}'s will is sealed already (R-52)", "eia-ref wills reveal opens both", "sealed")
    begin(sheet, WILL, whom=power, seal=request.seal)
    sheet.say(f"{power}'s will is sealed: {request.seal[:12]}.", "RU-1", "R-52")
    sheet.discharge("seal a will", whom=power)
    _duties(sheet)
    sheet.outcome = f"{power}'s will is sealed"


def reveal(sheet: Sheet[Campaign], request: RevealRequest) -> None:
    """Opens both wills together and carries out what they come to; refuses a will that is not the one sealed."""
    decision = _opening(sheet.state)
    sheet.discharge("reveal the wills")
    fights = {}
    for power, choice, word in (
        (OPENING_SIDES[0], request.russia, request.russian_word),
        (OPENING_SIDES[1], request.turkey, request.turkish_word),
    ):
        will = in_force(sheet.state, WILL, power)
        if will is None:
            raise NotAllowed(f"{power}'s will is not sealed yet (R-52)", f"eia-ref wills seal {power}", "not-sealed")
        if will.seal != sealed(power, choice, word):
            raise NotAllowed(
                f"that is not the will {power} sealed in {will.since.name} (R-52)",
                "the same choice and the same word, letter by letter",
                "other-will",
            )
        fights[power] = choice == "fight"
        sheet.apply(as_a(Ends, will))
        sheet.say(f"{power} wants {'to fight' if fights[power] else 'peace'}, as sealed.", "R-52")
    one = next((p for p in OPENING_SIDES if fights[p]), "")
    answer = {0: "neither fights", 1: f"only {one} fights", 2: "both fight"}[sum(fights.values())]
    sheet.apply(as_a(Closes, decision))
    sheet.say(sheet.rulebook.table("decisions")[OPENING_WAR]["answers"][answer]["words"], decision.rule)
    sheet.outcome = f"{OPENING_WAR}: {answer}"
    opening_war(sheet, decision, answer)


def _opening(state: Campaign) -> Decision:
    """The opening war's decision; refuses where it is settled."""
    decision = next((d for d in state.decisions if d.about == OPENING_WAR), None)
    if decision is None:
        raise NotAllowed("the opening war of Russia and Turkey is decided (RU-1)", "eia-ref status", "decided")
    return decision


def _duties(sheet: Sheet[Campaign]) -> None:
    """Whose will is still to be sealed, once one of them is; or that both are to be revealed (R-52)."""
    have = [p for p in OPENING_SIDES if in_force(sheet.state, WILL, p)]
    left = [p for p in OPENING_SIDES if p not in have]
    if have and left:
        sheet.leave_to_do("seal a will", whom=left[0])
    elif have:
        sheet.leave_to_do("reveal the wills")


def opened(sheet: Sheet[Campaign], news: Sequence[object], before: Campaign) -> None:
    """A will is no longer sealed: the table has settled the opening war without it (R-275)."""
    for what in ("seal a will", "reveal the wills"):
        sheet.discharge(what, ended="lapsed")


SUBJECT = Subject(duties=_duties)
ADJUDICATORS = (
    Adjudicator("wills seal", SealRequest, seal),
    Adjudicator("wills reveal", RevealRequest, reveal),
)
