"""The rules: a clause or ruling by its id, a search in them, and how many the referee handles."""

import re
from typing import Annotated

import typer

from eia_ref.cli.shared import Shared, command, commands
from eia_ref.core.clauses import Clause, Decided, every_clause, every_ruling
from eia_ref.core.errors import NotAllowed
from eia_ref.core.names import find, fold
from eia_ref.show.out import HEAD, RULE

app = commands("rules", "The rules: show, search, coverage.")


def _bare(id: str) -> str:
    """An id as people also write it: with fewer zeros."""
    return re.sub(r"-0+(?=\d)", "-", id)


def _json(rule: Clause | Decided) -> dict[str, str]:
    return rule.model_dump()


@command(app, "show")
def show(
    shared: Shared,
    id: Annotated[str, typer.Argument(metavar="ID", help="A clause or ruling, as R-08.")],
) -> None:
    """Show a clause or a ruling in our words, and how it is handled."""
    rulebook = shared.game().rulebook
    rules: list[Clause | Decided] = [*every_clause(rulebook), *every_ruling(rulebook)]
    known = {r.id: r for r in rules}
    rule = known[find(id, known, "rule", {_bare(i): i for i in known})]
    shared.out.json(_json(rule))
    shared.out.line(f"{rule.id} · {rule.heading}", HEAD)
    shared.out.line(rule.says)
    if isinstance(rule, Clause):
        by = f": eia-ref {rule.by}" if rule.by else ""
        shared.out.line(f"{rule.handled}{by}", RULE)
    elif rule.option:
        shared.out.line(f"option: {rule.option}", RULE)


@command(app, "search")
def search(
    shared: Shared,
    words: Annotated[list[str], typer.Argument(metavar="WORDS", help="All of them, in any order.")],
) -> None:
    """Find clauses and rulings that have all the words."""
    rulebook = shared.game().rulebook
    wanted = [fold(w) for w in " ".join(words).split()]
    rules: list[Clause | Decided] = [*every_clause(rulebook), *every_ruling(rulebook)]
    found = [r for r in rules if all(f" {w}" in _words(r) for w in wanted)]
    shared.out.json({"rules": [_json(r) for r in found]})
    if not found:
        if shared.as_json:
            raise typer.Exit(1)
        raise NotAllowed(f"no rule has {' '.join(words)!r}", "try fewer words", "no-rule")
    shared.out.grid([(r.id, r.says) for r in found], (RULE, ""))
    shared.out.line()
    shared.out.line(f"{len(found)} of {len(rules)} clauses and rulings.", HEAD)


def _words(rule: Clause | Decided) -> str:
    """A rule's words, a blank before each."""
    return " " + " ".join(re.findall(r"[\w.-]+|[^\w\s]", fold(f"{rule.id} {rule.heading} {rule.says}")))


@command(app, "coverage")
def coverage(shared: Shared) -> None:
    """Count the clauses by how the referee handles them."""
    rulebook = shared.game().rulebook
    clauses, rulings = every_clause(rulebook), every_ruling(rulebook)
    kinds = ("adjudicated", "checked", "reminded", "reference", "not yet")
    count = {k: sum(c.handled == k for c in clauses) for k in kinds}
    handled = len(clauses) - count["not yet"]
    shared.out.json({"clauses": len(clauses), "handled": handled, **count, "rulings": len(rulings)})
    shared.out.grid([(k, str(n)) for k, n in count.items()], ("", ""))
    shared.out.line()
    shared.out.line(f"{len(rulings)} rulings on what the clauses leave open.")
    shared.out.line()
    shared.out.line(f"{handled} of {len(clauses)} clauses are handled ({100 * handled // len(clauses)}%).", HEAD)
