"""How a page and an entry are laid out as TOML: a figure a line where there is more than one thing to say.

tomli-w writes every key and value; only the arrangement is ours, because a ledger is read by people and
a block must end with its hash.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import tomli_w

WIDTH = 100
SHORT = 40  # names as short as this stand several to a line


def _pair(key: str, value: Any) -> str:
    return tomli_w.dumps({key: value}).rstrip("\n")


def _value(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key_text(k)} = {_value(v)}" for k, v in value.items()) + " }" if value else "{}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(_value(v) for v in value) + "]"
    return _pair("x", value)[4:]


def key_text(key: str) -> str:
    """A key, in quotes where TOML wants them."""
    return _pair(key, 0)[:-4]


def line(key: str, value: Any) -> str:
    """`key = value`, with a list of tables, or of long text, one item a line; many short names wrapped."""
    flat = f"{key_text(key)} = {_value(value)}"
    if not isinstance(value, list) or not value:
        return flat
    if not isinstance(value[0], Mapping) and len(flat) <= WIDTH:
        return flat
    items = [f"{_value(v)}," for v in value]
    if all(len(item) <= SHORT for item in items) and not isinstance(value[0], Mapping):
        rows = items[:1]
        for item in items[1:]:
            if len(rows[-1]) + len(item) < WIDTH - 4:
                rows[-1] += f" {item}"
            else:
                rows.append(item)
        items = rows
    return "\n".join([f"{key_text(key)} = [", *(f"    {item}" for item in items), "]"])


def lines(table: Mapping[str, Any]) -> str:
    """A table's keys, a line each, in the order given; nested tables inline."""
    return "\n".join(line(k, v) for k, v in table.items())


def _fits(key: str, table: Mapping[str, Any]) -> bool:
    """Whether a table of plain values stands on one line of its own."""
    plain = not any(isinstance(v, Mapping | list) for v in table.values())
    return plain and len(table) < 6 and len(line(key, table)) <= WIDTH


def tables(name: str, table: Mapping[str, Any]) -> str:
    """[name] and its keys; a table that holds tables becomes [name.key] after them."""
    deep = {k: v for k, v in table.items() if isinstance(v, Mapping) and not _fits(k, v)}
    flat = {k: v for k, v in table.items() if k not in deep}
    parts = [f"[{name}]" + ("\n" + lines(flat) if flat else "")]
    parts += [f"[{name}.{key_text(k)}]\n" + lines(v) for k, v in deep.items()]
    return "\n\n".join(parts)


def entry_text(entry: Mapping[str, Any]) -> str:
    """An entry's block. The hash must be its last key."""
    return f"\n[[turn.entry]]\n{lines(entry)}\n"


def page_text(page: Mapping[str, Any]) -> str:
    """A page's block, without entries. It ends with its seal's hash."""
    head = {k: v for k, v in page.items() if k not in ("opening", "seal")}
    rule = "#" + "-" * (WIDTH - 1)
    return (
        f"\n{rule}\n[[turn]]\n{lines(head)}\n\n"
        f"{tables('turn.opening', page['opening'])}\n\n{tables('turn.seal', page['seal'])}\n"
    )
