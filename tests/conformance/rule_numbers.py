"""Every number that a rule is made of: in its code and what that calls, its input, outcomes, tables and readings.

Its cases are left out: they hold numbers by the dozen, and a slip in the prose would be found among them.
"""

import inspect
import re
import types
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache
from itertools import chain
from typing import Any

import msgspec
from msgspec.structs import fields

from undercroft.faces.manual.dice_tables import shown
from undercroft.interpret.lookups import tables_of
from undercroft.kernel.rules import AnyRule, Book, Rule

SPELT = {
    word: number
    for number, words in enumerate(
        (
            "zero nobody nothing",
            "one once first single",
            "two twice second half double both",
            "three third",
            "four fourth quarter",
            "five fifth",
            "six sixth",
            "seven",
            "eight eighth",
            "nine",
            "ten tenth",
            "eleven",
            "twelve",
        )
    )
    for word in words.split()
} | {"fifteen": 15, "eighteen": 18, "twenty": 20, "thirty": 30, "sixty": 60}
SECONDS = {"minute": 60, "hour": 3600}
"""What the code counts in seconds, and the prose in words."""


def numbers_in(text: str) -> set[int]:
    """Every number in a text, in figures or as a word; the sides of dice aside."""
    plain = re.sub(r"\b\d*d\d+", " ", text.replace("_", ""))
    return _figures(plain) | {SPELT[word] for word in re.findall(r"[a-z]+", text.lower()) if word in SPELT}


def _figures(text: str) -> set[int]:
    return {int(found.replace(",", "")) for found in re.findall(r"\d{1,3}(?:,\d{3})+|\d+", text)}


def numbers_of(rule: AnyRule, book: Book, told: str) -> set[int]:
    """Every number that the rule is made of; as minutes or hours, too, where the text has those."""
    tables = (numbers_in(shown(table)) for table in tables_of(rule, book))
    readings = (numbers_in(f"{reading.question} {reading.choice} {reading.because}") for reading in rule.readings)
    code = chain(_of_function(rule.ask, set()), *(_of_class(kind, set()) for kind in (rule.given, *rule.outcomes)))
    found = {*code, *chain(*tables), *chain(*readings)}
    units = {unit for word, unit in SECONDS.items() if word in told}
    return found | {number // unit for number in found for unit in units if number % unit == 0}


def _of_function(function: Any, seen: set[Any]) -> Iterator[int]:
    """The constants of a function, and of the books' functions, types and values that it uses."""
    asks = inspect.unwrap(function.ask if isinstance(function, Rule) else function)
    if not isinstance(asks, types.FunctionType) or asks in seen or not asks.__module__.startswith("undercroft.books"):
        return
    seen.add(asks)
    yield from _of_code(asks.__code__)
    names = set(_names(asks.__code__))
    values = [asks.__globals__[name] for name in names if name in asks.__globals__]
    modules = [value for value in values if isinstance(value, types.ModuleType)]
    for value in (*values, *(getattr(module, name, None) for module in modules for name in names)):
        if isinstance(value, types.FunctionType | Rule):
            yield from _of_function(value, seen)
        elif isinstance(value, type):
            yield from _of_class(value, seen)
        elif not isinstance(value, types.ModuleType):
            yield from _of_value(value)


def _of_class(kind: type, seen: set[Any]) -> Iterator[int]:
    """The bounds and defaults of a struct, the values of an enumeration, and the constants of the methods of either."""
    if not kind.__module__.startswith("undercroft.books"):
        return
    if issubclass(kind, msgspec.Struct):
        for field in fields(kind):
            yield from _figures(repr(field.type))
            yield from () if field.default is msgspec.NODEFAULT else _of_value(field.default)
    if issubclass(kind, Enum):
        yield from _of_value([member.value for member in kind])
    for value in vars(kind).values():
        yield from _of_function(value.fget if isinstance(value, property) else value, seen)


def _of_code(code: types.CodeType) -> Iterator[int]:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _of_code(constant)
        elif not isinstance(constant, str):
            yield from _of_value(constant)


def _of_value(value: Any) -> Iterator[int]:
    """The whole numbers within a value, above and below the line of a fraction."""
    match value:
        case bool() | None:
            pass
        case int():
            yield abs(value)
        case Fraction():
            yield from (abs(value.numerator), value.denominator)
        case Mapping():
            yield from _of_value([*value, *value.values()])
        case Iterable() if not isinstance(value, str):
            yield from (number for part in value for number in _of_value(part))
        case _:
            yield from _of_text(re.sub(r"\b0x[0-9a-f]+", "", repr(value)))


@cache
def _of_text(text: str) -> frozenset[int]:
    return frozenset(_figures(text))


def _names(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            yield from _names(inner)


def numbers_read(rule: AnyRule) -> Iterator[tuple[str, set[int]]]:
    """The names and numbers of what its functions look things up in: of each value where it is by name, else of all."""
    for name, value in _read(rule.ask, set()):
        if isinstance(value, Mapping):
            yield name, set(_of_value([*value.values()]))


def _read(function: Any, seen: set[Any]) -> Iterator[tuple[str, Any]]:
    asks = inspect.unwrap(function)
    if asks in seen or not asks.__module__.startswith("undercroft.books"):
        return
    seen.add(asks)
    for name in _names(asks.__code__):
        value = asks.__globals__.get(name)
        if isinstance(value, types.FunctionType):
            yield from _read(value, seen)
        else:
            yield name, value
