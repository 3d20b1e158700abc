"""Letting a finding of the audit stand: an entry that names it, with the reason. Nothing is hidden by it."""

from __future__ import annotations

from typing import Any

from eia_ref.core.adjudication import Adjudication
from eia_ref.core.errors import NotAllowed, RefereeError
from eia_ref.core.game import WAIVE
from eia_ref.ledger.audit import audit
from eia_ref.ledger.clerk import Clerk, Result, Said, plain
from eia_ref.ledger.findings import WaiveRequest
from eia_ref.ledger.read import Ledger


def let_stand(clerk: Clerk, ledger: Ledger[Any], code: str, number: int, because: str, said: Said) -> Result:
    """Waives the findings of that code on that entry (R-241).

    Raises RefereeError where there is none, NotAllowed where it is the chain that is broken.
    """
    said.refuse_dice("a waiver")
    of_entry = [f for f in audit(ledger.path, lambda name: clerk.game).findings if f.entry == number]
    found = [f for f in of_entry if f.code == code]
    if not found:
        others = ", ".join(dict.fromkeys(f.code for f in of_entry))
        hint = f"its findings: {others}" if others else "eia-ref audit lists the findings there are"
        raise RefereeError(f"the audit finds no {code} of entry {number}", hint, "no-finding")
    if any(f.tier == "chain" for f in found):
        raise NotAllowed(
            f"entry {number} was changed after it was written; that is never waived (R-241)",
            "eia-ref audit repair says what can be put back",
            "never-waived",
        )
    text = [f"R-241: It stands that {f.message}: {because.rstrip('.')}." for f in found]
    outcome = f"{code} of entry {number} is waived"
    done = Adjudication(outcome, ("R-241",), (), tuple(text), (), (), clerk.state)
    return clerk.enter(WAIVE, plain(WaiveRequest(code=code, entry=number, because=because)), done, said)
