"""Plain values as items of a TOML document. Needs tomlkit, which only writing does."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import cast

import tomlkit
from tomlkit.container import Container
from tomlkit.items import AoT, Array, InlineTable, Item, Table, Trivia, Whitespace

from undercroft.exchange.campaignfile.toml_tree import Inline, Tree

WIDTH = 110


def filled(tree: Tree) -> Container:
    """The values of a table first, then the tables within it."""
    items = {name: _item(value) for name, value in tree.items()}
    tables = {name: item for name, item in items.items() if isinstance(item, Table | AoT)}
    whole = _container((name, item) for name, item in items.items() if name not in tables)
    whole.parsing(False)
    for name, item in tables.items():
        whole.append(name, item)
    return whole


def _container(items: Iterable[tuple[str | None, Item]]) -> Container:
    """The items in their order. A container marked as parsed does not search for the place of each."""
    whole = Container(parsed=True)
    for name, item in items:
        whole.append(name, item)
    return whole


def _item(value: object) -> Item:
    match value:
        case Fraction():
            return tomlkit.item(value.numerator if value.denominator == 1 else str(value))
        case str() if "\n" in value and "\r" not in value:
            return _long(value)
        case bool() | int() | str():
            return tomlkit.item(value)
        case Mapping():
            return Table(filled(cast("Tree", value)), Trivia(), is_aot_element=False)
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
