"""A view of where things stand: a heading, its table, its sections, and last the line that matters."""

from __future__ import annotations

from eia_ref.core.game import View
from eia_ref.show.out import HEAD, Out


def show_view(out: Out, view: View, head: str = "", last: str = "") -> None:
    """Prints the view; as JSON its data and nothing else."""
    out.json(dict(view.data))
    if head:
        out.line(head, HEAD)
    if view.rows:
        out.line()
        out.table(list(view.heads), [list(row) for row in view.rows], tuple(view.right))
    for name, lines in view.sections:
        out.line()
        if name:
            out.line(name, HEAD)
        out.grid(lines, ("",) * max(map(len, lines), default=0))
    if last:
        out.line()
        out.line(last, HEAD)
