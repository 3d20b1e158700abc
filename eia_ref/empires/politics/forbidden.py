"""What forbids a declaration of war: treaties, the Revolution, Amiens, an invaded home, a sphere of influence."""

from __future__ import annotations

from collections.abc import Iterator

from eia_ref.core.names import in_a_row
from eia_ref.core.rulebook import Rulebook
from eia_ref.core.state import InForce
from eia_ref.empires.minors import controller, is_major
from eia_ref.empires.politics.declaration import DowRequest, Refusal, protected
from eia_ref.empires.relations import ALLIANCE, ENFORCED_PEACE, WAR, between, enemies, holder, in_force, towards
from eia_ref.empires.state import Campaign


def nonsense(rulebook: Rulebook, state: Campaign, ask: DowRequest, target: str) -> Refusal | None:
    """What can be no declaration of war at all."""
    power, said = ask.power, ask.against
    if power == target:
        return Refusal("", f"{power} can't declare war on itself (R-30)", code="on-itself")
    if target == "Persia":
        return Refusal("", "a war with Persia comes with its invasion, not by declaration (R-14)", code="persia")
    if said == "Poland" and (gone := state.poland.gone):
        return Refusal("gone", f"Poland is no more since {gone.name} (PA-9)", code="gone")
    if said == "Poland" and protected(state) and power == holder(state, said):
        return Refusal("own", "Russia may not declare war on Poland, its protectorate (PL-5)", code="protectorate")
    if not is_major(state, target) and controller(rulebook, state, said) == power:
        return Refusal("own", f"{power} controls {said} (R-172)", code="own-minor")
    for party in dict.fromkeys((said, target)):
        if war := between(state, WAR, power, party):
            says = f"{power} and {party} are at war already, since {war.since.name} (R-38)"
            return Refusal("war", says, code="at-war")
    return None


def forbidden(state: Campaign, ask: DowRequest, who: str, why: str) -> Iterator[Refusal]:
    """What forbids the war on one of the parties; `why` it is declared on, where it is not the one meant (R-183)."""
    found = [*_by_treaty(state, ask, who, meant=not why), *_by_revolution(state, ask.power, who)]
    found += _by_position(state, ask, meant=not why) if is_major(state, who) else _by_sphere(state, ask, who)
    for refusal in found:
        yield refusal._replace(says=f"{refusal.says}; the war is one on {who}: {why}") if why else refusal


def _by_position(state: Campaign, ask: DowRequest, meant: bool) -> Iterator[Refusal]:
    """What forbids a war on any major power: the peace of Amiens; an invaded home nation, but not at the moment of
    forcible access, when only an enforced peace does (AM-10.3.4.3)."""
    power, thing = ask.power, in_force(state, "peace of Amiens")
    if thing and power in (thing.whom, thing.against):
        says = f"the peace of Amiens forbids {power} a war on any major power to the end of {_last(thing)} (AP-2)"
        yield Refusal("Amiens", says, _from(thing), "amiens")
    if (
        ask.invaded
        and not (meant and ask.forcible)
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


def _by_treaty(state: Campaign, ask: DowRequest, who: str, meant: bool) -> Iterator[Refusal]:
    """Alliance, enforced peace, and a peace that binds one side only; `meant`: the war is meant for this one."""
    power = ask.power
    opening = next((d for d in state.decisions if d.about == "Russo-Turkish war"), None)
    if opening and {power, who} == {"Russia", "Turkey"}:
        says = "Russia and Turkey first decide in secret whether they fight, at no price (RU-1)"
        yield Refusal("open", says, f"eia-ref settle {opening.id}, or eia-ref wills seal", "opening-war")
    alliance = between(state, ALLIANCE, power, who)
    if alliance and not (meant and (ask.forcible or ask.trade_broken)):
        says = f"{power} and {who} are allied since {alliance.since.name} (AL-5)"
        yield Refusal("ally", says, f"eia-ref pp break {power} {who} comes first", "ally")
    if owed := between(state, "must surrender", power, who):
        says = f"{owed.whom} must surrender to {owed.against} first: no war between them ({owed.rule})"
        hint = f"eia-ref pp peace conditional {owed.whom} {owed.against}"
        yield Refusal("peace", says, hint, "must-surrender")
    if meant and ask.trade_broken and towards(state, "trade embargo", who, power):
        return  # a peace on trade that is broken does not protect who broke it
    for what, thing in (
        ("at enforced peace", between(state, ENFORCED_PEACE, power, who)),
        ("bound by its peace not to declare war", towards(state, "no war on the victor", power, who)),
    ):
        if thing:
            says = f"{power} is {what} with {who} to the end of {_last(thing)} ({thing.rule})"
            yield Refusal("peace", says, _from(thing), "enforced-peace")


def _by_revolution(state: Campaign, power: str, who: str) -> Iterator[Refusal]:
    """The stages of the Revolution in which France may not declare war, or not be declared on."""
    if power == "France" and (thing := in_force(state, "no French wars")):
        yield Refusal("no wars", f"France may not declare war now ({thing.rule})", code="no-french-wars")
    if who == "France" and (thing := in_force(state, "no wars on France")):
        yield Refusal("no wars", f"nobody may declare war on France now ({thing.rule})", code="no-wars-on-france")


def _by_sphere(state: Campaign, ask: DowRequest, minor: str) -> Iterator[Refusal]:
    """A sphere of influence covers the minors that touch an area the victor controls; the ledger has no map."""
    for thing in state.in_force:
        if thing.what == "sphere of influence" and thing.whom == ask.power and not ask.apart:
            victor = thing.against
            says = (
                f"{ask.power} is in the sphere of influence of {victor} to the end of {_last(thing)}: "
                f"no war on {minor} if it touches an area {victor} controls (PC-2)"
            )
            yield Refusal("sphere", says, "if it touches none: --apart", "sphere")
