"""Plain values written as TOML: tables with their headings, small tables in one line, long lists one item a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias, cast

from msgspec import Struct

WIDTH = 110

Tree: TypeAlias = Mapping[str, Any]

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_NAMED = {"\b": "\\b", "\t": "\\t", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


class Inline(Struct, frozen=True):
    """A table to be written in one line."""

    of: Tree


def dumped(tree: Tree) -> str:
    """A document: a mapping is a table, a list of mappings a list of tables.

    >>> print(dumped({"name": "Crypt", "zones": {"hall": {"glance": "Long."}}}))
    name = "Crypt"
    <BLANKLINE>
    [zones.hall]
    glance = "Long."
    <BLANKLINE>
    """
    return "\n".join(_table(tree, ())).lstrip("\n") + "\n"


def _table(tree: Tree, path: tuple[str, ...]) -> Iterator[str]:
    """First what a table says itself, then the tables in it."""
    for name, value in tree.items():
        if not _is_table(value) and not _is_list_of_tables(value):
            yield f"{key(name)} = {literal(value)}"
    for name, value in tree.items():
        here = (*path, name)
        if _is_table(value):
            if not value or any(not _is_table(part) for part in value.values()):
                yield f"\n[{_dotted(here)}]"
            yield from _table(value, here)
        elif _is_list_of_tables(value):
            for part in value:
                yield f"\n[[{_dotted(here)}]]"
                yield from _table(part, here)


def _is_table(value: object) -> bool:
    return isinstance(value, Mapping)


def _is_list_of_tables(value: object) -> bool:
    return isinstance(value, list) and value != [] and all(map(_is_table, cast("Sequence[object]", value)))


def _dotted(path: Sequence[str]) -> str:
    return ".".join(map(key, path))


def key(name: str) -> str:
    """A key, in quotation marks where it needs them."""
    return name if _BARE.fullmatch(name) else _quoted(name)


def literal(value: object) -> str:
    """A value on the right of an equals sign."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case Fraction():
            return str(value) if value.denominator == 1 else f'"{value}"'
        case str():
            return _long(value) if "\n" in value else _quoted(value)
        case Inline(of=of):
            parts = ", ".join(f"{key(name)} = {literal(part)}" for name, part in of.items())
            return f"{{ {parts} }}" if parts else "{}"
        case list() | tuple():
            return _list([literal(part) for part in cast("Sequence[object]", value)])
        case _:
            raise TypeError(f"no TOML for {type(value).__name__}")


def _list(parts: list[str]) -> str:
    line = f"[{', '.join(parts)}]"
    if len(line) <= WIDTH:
        return line
    return "".join(("[\n", *(f"    {part},\n" for part in parts), "]"))


def _quoted(text: str) -> str:
    return f'"{"".join(map(_escaped, text))}"'


def _long(text: str) -> str:
    """A text of several lines, as it stands; the first line break belongs to the quotation marks."""
    return f'"""\n{"".join(sign if sign == chr(10) else _escaped(sign) for sign in text)}"""'


def _escaped(sign: str) -> str:
    if sign in _NAMED:
        return _NAMED[sign]
    return f"\\u{ord(sign):04x}" if ord(sign) < 0x20 or ord(sign) == 0x7F else sign
