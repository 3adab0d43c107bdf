"""Which tables a rule looks things up in, found in its code, and how they are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from types import CodeType, FunctionType
from typing import Any, TypeAlias, cast

from msgspec import Struct

from tools.manual.examples import examples
from tools.manual.markdown import plain, short, table
from undercroft.interpret.words import told
from undercroft.kernel.dice import Chance, Formula, Labelled, Negative, Number, Product, Roll, Sum, Throw
from undercroft.kernel.notation import text
from undercroft.kernel.rules import AnyRule, Book, Outcome
from undercroft.kernel.tables import Table

AnyTable: TypeAlias = Table[Any]
_FORMULA = (Roll, Number, Sum, Product, Negative, Chance, Labelled)


def tables_of(rule: AnyRule, book: Book) -> list[AnyTable]:
    """The book's tables that the rule is read with."""
    return [dice_table for dice_table in book.tables if rule in _readers(dice_table, book.rules)]


@cache
def _readers(dice_table: AnyTable, rules: tuple[AnyRule, ...]) -> list[AnyRule]:
    """The rules that bear the table's name or mention it; failing that, those below its name that throw its dice."""
    named = [rule for rule in rules if rule.id == dice_table.name or _is_mentioned(dice_table, rule)]
    below = (rule for rule in rules if rule.id.startswith(f"{dice_table.name}."))
    return named or [rule for rule in below if dice_table.roll in _thrown(rule)]


def _thrown(rule: AnyRule) -> list[Formula]:
    throws = (asked.question for of in examples(rule) if of.ruling for asked in of.ruling.throws)
    return [question.roll for question in throws if isinstance(question, Throw)]


def _is_mentioned(dice_table: AnyTable, rule: AnyRule) -> bool:
    package = rule.ask.__module__.rpartition(".")[0]
    return any(value is dice_table for value in _mentioned(rule.ask, package, set()))


def _mentioned(function: Callable[..., object], package: str, seen: set[str]) -> Iterator[object]:
    """What a function names, and what the functions of the same book that it names do; rules have their own page."""
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


def shown(dice_table: AnyTable) -> str:
    """A table as its page has it."""
    columns = _columns(dice_table)
    head = (_dice(dice_table), *(plain(column.replace("_", " ")) for column in columns or ("what it says",)))
    return table(head, ((str(span), *_cells(value, columns)) for span, value in dice_table.rows))


def _dice(dice_table: AnyTable) -> str:
    return "number" if isinstance(dice_table.roll, range) else text(dice_table.roll)


def _columns(dice_table: AnyTable) -> tuple[str, ...]:
    """The fields of its rows, where all rows are records of one kind."""
    kinds: set[type[Any]] = {type(value) for _, value in dice_table.rows}
    kind = kinds.pop()
    return kind.__struct_fields__ if not kinds and issubclass(kind, Struct) and kind not in _FORMULA else ()


def _cells(value: object, columns: tuple[str, ...]) -> list[str]:
    parts = [getattr(value, column) for column in columns] if columns else [value]
    return [short(plain(_told(part))) for part in parts]


def _told(value: object) -> str:
    match value:
        case Roll() | Number() | Sum() | Product() | Negative() | Chance() | Labelled():
            return text(value)
        case type() if issubclass(value, Outcome):
            return str(value.__struct_config__.tag).replace("_", " ")
        case tuple():
            return ", ".join(_told(part) for part in cast("tuple[object, ...]", value))
        case _:
            return told(value)
