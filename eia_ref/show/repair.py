"""A repair for people and for programs: what was done, what had been edited, and what there is to do about it."""

from __future__ import annotations

from typing import Any

from eia_ref.ledger.findings import apart, dotted
from eia_ref.ledger.repair import Repaired
from eia_ref.ledger.restore import Edited
from eia_ref.show.entry import entry_json
from eia_ref.show.out import BAD, GOOD, HEAD, Out, count


def repaired_json(it: Repaired, written: bool) -> dict[str, Any]:
    """What a repair did, as --json prints it."""
    return {
        "done": it.done,
        "left": it.left,
        "kept_in": str(it.kept_in) if it.kept_in else None,
        "edited": [
            {
                "entry": e.entry,
                "turn": _turn(e),
                "line": e.line,
                "proven": e.text is not None,
                "put_back": e in it.put_back,
                "fields": [{"field": dotted(at), "expected": a, "found": b} for at, a, b in e.differs],
            }
            for e in it.edited
        ],
        "entry": entry_json(it.result.entry, it.result.turn, written) if it.result else None,
        "written": written,
    }


def show_repaired(out: Out, it: Repaired, written: bool) -> None:
    """Everything that was done and found; last, what to type."""
    for done in it.done:
        out.grid([("done", done)], ("", ""))
    for one in it.edited:
        out.line()
        what = f"entry {one.entry}" if one.entry else f"the opening of {_turn(one)}"
        state = "put back" if one in it.put_back else "can be put back" if one.text else "can't be proven"
        out.line(f"line {one.line}: {what} was edited: {state}", "" if one.text else BAD)
        was = "was" if one.text else "comes out as"
        differs = [(dotted(at), *apart(*both)) for at, *both in one.differs]
        rows = [[(at, was, a), ("", "found", b)] for at, a, b in differs]
        out.grid([row for pair in rows for row in pair], ("", "", ""))
    out.line()
    if it.kept_in:
        out.line(f"The ledger as it was is kept in {it.kept_in}.")
    if it.result:
        entry = it.result.entry
        out.line(f"Entry {entry.number} makes true what entry {entry.request['entry']} was edited to.")
    if not written and (it.done or it.put_back):
        out.line("Only a trial: nothing is written.", HEAD)
        return
    left = [e for e in it.edited if e not in it.put_back]
    edited = count(len(left), "block")
    proven = [e for e in left if e.text is not None]
    if proven:
        number = next(
            (e.entry for e in proven if e.entry and any(at[0] == "effects" for at, _, _ in e.differs)), None
        )
        if number:
            out.line(f'To accept a change by an entry: eia-ref audit repair --accept {number} --because "REASON"')
        out.line(f"{edited} edited. To put back what is proven: eia-ref audit repair --restore", HEAD)
    elif left:
        out.line(f"{edited} edited, and nothing proves what stood there: restore the file from a copy.", HEAD)
    elif it.left:
        found = count(it.left, "finding")
        out.line(f"{found} of eia-ref audit, and no block to put back: restore from a copy.", HEAD)
    elif it.done or it.put_back:
        out.line("Repaired. Next: eia-ref audit", f"{HEAD} {GOOD}")
    else:
        out.line("Nothing to repair.", f"{HEAD} {GOOD}")


def _turn(one: Edited) -> str:
    return str(one.broken.part.page.turn)
