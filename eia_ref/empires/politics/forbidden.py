"""What forbids a declaration of war: treaties, the Revolution, Amiens, an invaded home, a sphere of influence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from eia_ref.core.names import in_a_row
from eia_ref.core.state import InForce
from eia_ref.empires.minors import is_major
from eia_ref.empires.polish_provinces import POLAND
from eia_ref.empires.politics.declaration import Declaration, Party
from eia_ref.empires.relations import ALLIANCE, ENFORCED_PEACE, PERSIA, WAR, between, enemies, in_force, towards
from eia_ref.empires.state import Campaign
from eia_ref.empires.wars import OPENING_SIDES, OPENING_WAR


class Refusal(NamedTuple):
    """Why a declaration is not allowed: a word for the matrix, the reason in full, what can be done, the code."""

    word: str
    says: str
    hint: str = ""
    code: str = "not-allowed"


def refusals(state: Campaign, declaration: Declaration) -> list[Refusal]:
    """All that forbids a declaration of war, whatever it would cost."""
    if refusal := _nonsense(state, declaration):
        return [refusal]
    return [refusal for party in declaration.parties for refusal in _forbidden(state, declaration, party)]


def bar_of_call(state: Campaign, declaration: Declaration) -> Refusal | None:
    """Why an ally can't be called to that war (R-281); an alliance with the enemy is no such bar (AL-8)."""
    return next((r for r in refusals(state, declaration) if r.code != "ally"), None)


def _nonsense(state: Campaign, declaration: Declaration) -> Refusal | None:
    """What can be no declaration of war at all."""
    power, against, target = declaration.power, declaration.against, declaration.target
    if power == target:
        return Refusal("", f"{power} can't declare war on itself (R-30)", code="on-itself")
    if target == PERSIA:
        return Refusal("", "a war with Persia comes with its invasion, not by declaration (R-14)", code="persia")
    if against == POLAND and (gone := state.poland.gone):
        return Refusal("gone", f"Poland is no more since {gone.name} (PA-9)", code="gone")
    if against == POLAND and power == declaration.protector:
        return Refusal("own", f"{power} may not declare war on Poland, its protectorate (PL-5)", code="protectorate")
    if declaration.controller == power:
        return Refusal("own", f"{power} controls {against} (R-172)", code="own-minor")
    for other in dict.fromkeys((against, target)):
        if war := between(state, WAR, power, other):
            says = f"{power} and {other} are at war already, since {war.since.name} (R-38)"
            return Refusal("war", says, code="at-war")
    return None


def _forbidden(state: Campaign, declaration: Declaration, party: Party) -> Iterator[Refusal]:
    """What forbids the war on one of the parties; with why it is declared on one that is not meant (R-183)."""
    found = [*_by_treaty(state, declaration, party), *_by_revolution(state, declaration, party)]
    found += (_by_position if party.major else _by_sphere)(state, declaration, party)
    for refusal in found:
        why = f"; the war is one on {party.name}: {party.why}"
        yield refusal if party.meant else refusal._replace(says=f"{refusal.says}{why}")


def _by_position(state: Campaign, declaration: Declaration, party: Party) -> Iterator[Refusal]:
    """What forbids a war on any major power: the peace of Amiens; an invaded home nation, but not at the moment of
    forcible access, when only an enforced peace does (AM-10.3.4.3)."""
    power, asked, thing = declaration.power, declaration.asked, in_force(state, "peace of Amiens")
    if thing and power in (thing.whom, thing.against):
        says = f"the peace of Amiens forbids {power} a war on any major power to the end of {_last(thing)} (AP-2)"
        yield Refusal("Amiens", says, _from(thing), "amiens")
    if (
        asked.invaded
        and not (party.meant and asked.forcible)
        and (now := [e for e in enemies(state, power) if is_major(state, e)])
    ):
        says = (
            f"{power} is at war with {in_a_row(now)} and has unbesieged enemy infantry corps in its home nation: "
            f"no war on a further major power (AM-4.2.2.2)"
        )
        yield Refusal("invaded", says, code="invaded")


def _last(thing: InForce) -> str:
    """The last month of something with an end."""
    assert thing.until
    return thing.until.plus(-1).name


def _from(thing: InForce) -> str:
    """From when on something with an end forbids no war any more."""
    assert thing.until
    return f"allowed from {thing.until.name}"


def _by_treaty(state: Campaign, declaration: Declaration, party: Party) -> Iterator[Refusal]:
    """Alliance, enforced peace, and a peace that binds one side only."""
    power, other, asked = declaration.power, party.name, declaration.asked
    opening = next((d for d in state.decisions if d.about == OPENING_WAR), None)
    if opening and {power, other} == set(OPENING_SIDES):
        says = f"{' and '.join(OPENING_SIDES)} first decide in secret whether they fight, at no price (RU-1)"
        yield Refusal("open", says, f"eia-ref settle {opening.id}, or eia-ref wills seal", "opening-war")
    alliance = between(state, ALLIANCE, power, other)
    if alliance and not (party.meant and (asked.forcible or asked.trade_broken)):
        says = f"{power} and {other} are allied since {alliance.since.name} (AL-5)"
        yield Refusal("ally", says, f"eia-ref pp break {power} {other} comes first", "ally")
    if owed := between(state, "must surrender", power, other):
        says = f"{owed.whom} must surrender to {owed.against} first: no war between them ({owed.rule})"
        hint = f"eia-ref pp peace conditional {owed.whom} {owed.against}"
        yield Refusal("peace", says, hint, "must-surrender")
    if party.meant and asked.trade_broken and towards(state, "trade embargo", other, power):
        return  # a peace on trade that is broken does not protect who broke it
    for what, thing in (
        ("at enforced peace", between(state, ENFORCED_PEACE, power, other)),
        ("bound by its peace not to declare war", towards(state, "no war on the victor", power, other)),
    ):
        if thing:
            says = f"{power} is {what} with {other} to the end of {_last(thing)} ({thing.rule})"
            yield Refusal("peace", says, _from(thing), "enforced-peace")


def _by_revolution(state: Campaign, declaration: Declaration, party: Party) -> Iterator[Refusal]:
    """The stages of the Revolution in which France may not declare war, or not be declared on."""
    if declaration.power == "France" and (thing := in_force(state, "no French wars")):
        yield Refusal("no wars", f"France may not declare war now ({thing.rule})", code="no-french-wars")
    if party.name == "France" and (thing := in_force(state, "no wars on France")):
        yield Refusal("no wars", f"nobody may declare war on France now ({thing.rule})", code="no-wars-on-france")


def _by_sphere(state: Campaign, declaration: Declaration, party: Party) -> Iterator[Refusal]:
    """A sphere of influence covers the minors that touch an area the victor controls; the ledger has no map."""
    power, apart = declaration.power, declaration.asked.apart
    for thing in state.in_force:
        if thing.what == "sphere of influence" and thing.whom == power and not apart:
            victor = thing.against
            says = (
                f"{power} is in the sphere of influence of {victor} to the end of {_last(thing)}: "
                f"no war on {party.name} if it touches an area {victor} controls (PC-2)"
            )
            yield Refusal("sphere", says, "if it touches none: --apart", "sphere")
