"""Rights between powers: access given and taken back (AL-1, PC-4), and minors and provinces ceded (AM-8.8)."""

from eia_ref.core.adjudication import Adjudicator, Sheet
from eia_ref.core.calendar import Month
from eia_ref.core.effects import Ends, as_a
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.frozen import Frozen
from eia_ref.core.names import in_a_row
from eia_ref.empires.lasting import begin
from eia_ref.empires.minors import is_major
from eia_ref.empires.politics.access_refused import refuse_denied, refuse_unallied
from eia_ref.empires.politics.cessions import hand_on
from eia_ref.empires.relations import DARDANELLES, allied, at_war, enemies, through_dardanelles, towards
from eia_ref.empires.state import Campaign


class AccessRequest(Frozen):
    """`pp access`: the power whose territory it is, who is let through; on what terms, to the end of which month.

    `revoke` takes it back. `leave`: the victor of a denied co-operation allows it. `dardanelles`: Turkey lets the
    guest pass the Dardanelles, and nothing else.
    """

    power: str
    guest: str
    revoke: bool = False
    terms: str = ""
    last: Month | None = None
    leave: bool = False
    dardanelles: bool = False


class CedeRequest(Frozen):
    """`pp cede`: a power gives a minor or a ceded province it holds to an ally, without a peace."""

    power: str
    to: str
    what: str


def access(sheet: Sheet[Campaign], request: AccessRequest) -> None:
    """Gives another power access, or takes it back."""
    owner, guest, state = request.power, request.guest, sheet.state
    if owner == guest:
        raise NotAllowed(f"{owner} is named twice", "name two powers", "on-itself")
    have = towards(state, "access", guest, owner)
    if request.revoke:
        _revoke(sheet, owner, guest)
        return
    if at_war(state, owner, guest):
        raise NotAllowed(f"{owner} and {guest} are at war (AL-1)", code="at-war")
    wider = have is not None and through_dardanelles(have) and not request.dardanelles
    if have and not wider:
        raise NotAllowed(f"{guest} has access since {have.since.name} (AL-1)", code="has-access")
    if request.dardanelles and owner != "Turkey":
        raise NotAllowed(
            f"the Dardanelles are Turkey's, not {owner}'s (AL-1)", "leave out --dardanelles", "not-turkey"
        )
    refuse_denied(sheet, owner, guest, request.leave)
    if not request.dardanelles:
        refuse_unallied(sheet, owner, guest, "; through the Dardanelles alone: --dardanelles")
    if request.last is not None and request.last < state.month:
        raise RefereeError(f"{request.last.name} is past: it is {state.month.name}", "", "past")
    until = request.last.plus(1) if request.last else None
    if have:
        sheet.apply(as_a(Ends, have))
    where = ", ".join(x for x in (DARDANELLES if request.dardanelles else "", request.terms) if x)
    begin(sheet, "access", whom=guest, against=owner, terms=where or None, until=until)
    if not request.dardanelles:
        sheet.discharge("access after a change of hands", whom=guest, against=owner)
    last = f", to the end of {request.last.name}" if request.last else ""
    terms = f" on these terms: {request.terms}" if request.terms else ""
    through = " through the Dardanelles" if request.dardanelles else ""
    sheet.say(f"{owner} gives {guest} access{through}{terms}{last}.", "AL-1", "R-268")
    sheet.outcome = f"{owner} gives {guest} access{through}"


def _revoke(sheet: Sheet[Campaign], owner: str, guest: str) -> None:
    if thing := towards(sheet.state, "access by peace", guest, owner):
        assert thing.until
        raise NotAllowed(
            f"{guest} has access by a peace, to the end of {thing.until.plus(-1).name} (AM-10.3.1.2)", code="by-peace"
        )
    have = towards(sheet.state, "access", guest, owner)
    if have is None:
        raise NotAllowed(f"{guest} has no access to the territory of {owner} (AL-1)", code="no-access")
    sheet.apply(as_a(Ends, have))
    sheet.say(f"{owner} takes back the access of {guest}.", "AL-1")
    sheet.outcome = f"{owner} takes back the access of {guest}"


def cede(sheet: Sheet[Campaign], request: CedeRequest) -> None:
    """Cedes to an ally, while at peace with all major powers (AM-8.8); by a formal peace: pp peace."""
    power, to, what, state = request.power, request.to, request.what, sheet.state
    if not (is_major(state, to) and allied(state, power, to)):
        raise NotAllowed(
            f"{power} may cede to an ally only, and {to} is none (AM-8.8)",
            "or by a formal peace: eia-ref pp peace",
            "not-allied",
        )
    if war := [e for e in enemies(state, power) if is_major(state, e)]:
        raise NotAllowed(
            f"{power} may cede while at peace with all major powers, and is at war with {in_a_row(war)} (AM-8.8)",
            "or by a formal peace: eia-ref pp peace",
            "at-war",
        )
    what = hand_on(sheet, power, to, what)
    sheet.outcome = f"{power} cedes {what} to {to}"


ADJUDICATORS = (
    Adjudicator("pp access", AccessRequest, access),
    Adjudicator("pp cede", CedeRequest, cede),
)
