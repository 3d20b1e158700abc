"""A view of where things stand: a heading, its table, its sections, and last the line that matters."""

from __future__ import annotations

from collections.abc import Sequence

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
    show_sections(out, view.sections)
    if last:
        out.line()
        out.line(last, HEAD)


def show_sections(out: Out, sections: Sequence[tuple[str, Sequence[Sequence[str]]]]) -> None:
    """Each section under its name, if it has one."""
    for name, lines in sections:
        out.line()
        out.line(name, HEAD)
        out.grid(lines, ("",) * max(map(len, lines), default=0))
