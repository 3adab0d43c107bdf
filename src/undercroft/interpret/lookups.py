"""The tables that a rule uses, found in the rule's code, and the contents of their rows."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import CodeType, FunctionType
from typing import Any, TypeAlias, cast, get_args

from msgspec import Struct
from msgspec.structs import astuple

from undercroft.interpret.words import told
from undercroft.kernel.dice import Formula
from undercroft.kernel.notation import text
from undercroft.kernel.rules import AnyRule, Book, Outcome
from undercroft.kernel.tables import BookListing, Table

AnyTable: TypeAlias = Table[Any]


def tables_of(rule: AnyRule, book: Book) -> list[AnyTable]:
    """The book's tables that belong to the rule."""
    return [table for table in book.tables if rule in _readers(table, book.rules)]


def listings_of(rule: AnyRule, book: Book) -> list[BookListing]:
    """The book's listings that the rule reads."""
    return [listing for listing in book.listings if rule in _listing_readers(listing, book.rules)]


@cache
def _listing_readers(listing: BookListing, rules: tuple[AnyRule, ...]) -> list[AnyRule]:
    return [rule for rule in rules if _mentions(rule, lambda value: value is listing.rows)]


@cache
def _readers(table: AnyTable, rules: tuple[AnyRule, ...]) -> list[AnyRule]:
    """The rules that have the table's name or mention it; failing that, those below its name that throw its dice."""
    named = [rule for rule in rules if rule.id == table.name or _mentions(rule, lambda value: value is table)]
    below = (rule for rule in rules if rule.id.startswith(f"{table.name}."))
    return named or [rule for rule in below if _mentions(rule, lambda value: value == table.roll)]


def _mentions(rule: AnyRule, wanted: Callable[[object], bool]) -> bool:
    package = rule.ask.__module__.rpartition(".")[0]
    return any(wanted(value) for value in _mentioned(rule.ask, package, set()))


def _mentioned(function: Callable[..., object], package: str, seen: set[str]) -> Iterator[object]:
    """The objects that a function names, itself or through functions of the same book, but not through other rules."""
    if not isinstance(function, FunctionType) or not function.__module__.startswith(package):
        return
    seen.add(function.__qualname__)
    for name in _names(function.__code__):
        value = function.__globals__.get(name)
        yield value
        if isinstance(value, FunctionType) and value.__qualname__ not in seen:
            yield from _mentioned(value, package, seen)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)


def grid(table: AnyTable) -> list[list[str]]:
    """A table as people write it, its headings first."""
    of = columns(table)
    head = [table.number if isinstance(table.roll, range) else text(table.roll)]
    rows = [[str(span), *cells(value, of)] for span, value in table.rows]
    return [[*head, *(column.replace("_", " ") for column in of or (table.gives,))], *rows]


def columns(table: AnyTable) -> tuple[str, ...]:
    """The fields of the table's rows, if all rows are records of one kind."""
    kinds: set[type[Any]] = {type(value) for _, value in table.rows}
    kind = kinds.pop()
    return kind.__struct_fields__ if not kinds and issubclass(kind, Struct) and kind not in get_args(Formula) else ()


def grids_of(rule: AnyRule, book: Book) -> list[tuple[str, list[list[str]]]]:
    """Every table that belongs to the rule, by its name and as people write it, the headings first."""
    rolled = [(table.name, grid(table)) for table in tables_of(rule, book)]
    return rolled + [(of.name, [list(of.heads), *lines(of)]) for of in listings_of(rule, book)]


def lines(listing: BookListing) -> list[list[str]]:
    """The rows of a listing, what each is found by first, as people write them; numbers in their order."""
    inner = list(dict.fromkeys(key for value in listing.rows.values() for key in _parts(value)))
    numbered = all(isinstance(key, int) for key in listing.rows)
    keys = sorted(listing.rows) if numbered else list(listing.rows)
    return [[_short(key), *map(_short, _columns(listing.rows[key], inner))] for key in keys]


def _columns(value: object, inner: list[object]) -> tuple[object, ...]:
    if inner:
        return tuple(_parts(value).get(key) for key in inner)
    return astuple(value) if isinstance(value, Struct) else (value,)


def _parts(value: object) -> Mapping[object, object]:
    """What a row holds under names of its own; nothing if it is one value or a record."""
    return cast("Mapping[object, object]", value) if isinstance(value, Mapping) else {}


def _short(value: object) -> str:
    """As tables have it: a dash for nothing, and commas in large numbers."""
    if value is None or value == ():
        return "\N{EN DASH}"
    return f"{value:,}" if type(value) is int else _told(value)


def cells(value: object, of: tuple[str, ...]) -> list[str]:
    """The contents of a row, column by column, as people write them."""
    parts = astuple(value) if of and isinstance(value, Struct) else (value,)
    return [_short(part) for part in parts]


def _told(value: object) -> str:
    if isinstance(value, Formula):
        return text(value)
    match value:
        case type() if issubclass(value, Outcome):
            return str(value.__struct_config__.tag).replace("_", " ")
        case tuple():
            return ", ".join(_told(part) for part in cast("tuple[object, ...]", value))
        case _:
            return told(value)
