"""Every number that a rule is made of: in its source and what that calls, its input, outcomes, tables and cases."""

import inspect
import re
import types
from collections.abc import Iterator
from functools import cache
from typing import Any

from undercroft.faces.manual.case_files import case_text
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


def numbers_in(text: str) -> set[int]:
    """Every number in a text, in figures or as a word; the sides of dice aside."""
    plain = re.sub(r"\b\d*d\d+", " ", text.replace("_", ""))
    figures = {int(found.replace(",", "")) for found in re.findall(r"\d{1,3}(?:,\d{3})+|\d+", plain)}
    return figures | {SPELT[word] for word in re.findall(r"[a-z]+", text.lower()) if word in SPELT}


def numbers_of(rule: AnyRule, book: Book) -> set[int]:
    """Every number that the rule is made of."""
    parts = [*(_source(kind) for kind in (rule.given, *rule.outcomes)), case_text(rule)]
    parts += [shown(table) for table in tables_of(rule, book)]
    parts += _texts(rule.ask, set())
    return {number for part in parts for number in _numbers(part)}


@cache
def _numbers(text: str) -> frozenset[int]:
    return frozenset(numbers_in(text))


def _source(what: Any) -> str:
    return inspect.getsource(what)


def _texts(function: Any, seen: set[Any]) -> Iterator[str]:
    """The source of a function, and of the books' functions and values that it uses."""
    asks = inspect.unwrap(function.ask if isinstance(function, Rule) else function)
    if asks in seen or not isinstance(asks, types.FunctionType) or not asks.__module__.startswith("undercroft.books"):
        return
    seen.add(asks)
    yield _source(asks)
    for name in _names(asks.__code__):
        value = asks.__globals__.get(name)
        if isinstance(value, types.FunctionType | Rule):
            yield from _texts(value, seen)
        elif isinstance(value, type):
            yield _source(value) if value.__module__.startswith("undercroft.books") else ""
        elif value is not None and not isinstance(value, types.ModuleType):
            yield repr(value)


def _names(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            yield from _names(inner)
