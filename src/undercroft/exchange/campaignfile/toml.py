"""Writing plain values as TOML: tables with headings, small tables on one line, long lists one item a line."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias, cast

import tomlkit
from msgspec import Struct
from tomlkit.container import Container
from tomlkit.items import AoT, Array, InlineTable, Item, Table, Trivia, Whitespace

WIDTH = 110

Tree: TypeAlias = Mapping[str, Any]


class Inline(Struct, frozen=True):
    """A table to be written on one line."""

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
    return _filled(tree).as_string().lstrip("\n")


def _filled(tree: Tree) -> Container:
    """The values of a table first, then the tables within it."""
    items = {name: _item(value) for name, value in tree.items()}
    tables = {name: item for name, item in items.items() if isinstance(item, Table | AoT)}
    filled = _container((name, item) for name, item in items.items() if name not in tables)
    filled.parsing(False)
    for name, item in tables.items():
        filled.append(name, item)
    return filled


def _container(items: Iterable[tuple[str | None, Item]]) -> Container:
    """The items in their order. A container marked as parsed does not search for the place of each."""
    filled = Container(parsed=True)
    for name, item in items:
        filled.append(name, item)
    return filled


def _item(value: object) -> Item:
    match value:
        case Fraction():
            return tomlkit.item(value.numerator if value.denominator == 1 else str(value))
        case str() if "\n" in value and "\r" not in value:
            return _long(value)
        case bool() | int() | str():
            return tomlkit.item(value)
        case Mapping():
            return Table(_filled(cast("Tree", value)), Trivia(), is_aot_element=False)
        case Inline(of=of):
            return _inline(of)
        case list() | tuple():
            return _list([_item(part) for part in cast("Sequence[object]", value)])
        case _:
            raise TypeError(f"no TOML for {type(value).__name__}")


def _long(text: str) -> Item:
    """A text of several lines, beginning on its own line: TOML drops the line break after the quotation marks."""
    written = tomlkit.string(text, multiline=True).as_string()
    return tomlkit.value(written if text.startswith("\n") else written.replace('"""', '"""\n', 1))


def _inline(tree: Tree) -> InlineTable:
    blank = [(None, Whitespace(" "))] * bool(tree)
    parts = [*blank, *((name, _item(value)) for name, value in tree.items()), *blank]
    return InlineTable(_container(parts), Trivia(), new=True)


def _list(parts: list[Item]) -> Array | AoT:
    if parts and all(isinstance(part, Table) for part in parts):
        return AoT(cast("list[Table]", parts))
    array = Array([item for part in parts for item in (part, Whitespace(", "))][:-1], Trivia())
    return array.multiline(len(array.as_string()) > WIDTH)
