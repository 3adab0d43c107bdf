"""Which rules of the books the table settles by itself: those its modules name, and those that these are made of."""

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from types import CodeType, FunctionType, ModuleType
from typing import Any

from undercroft import table
from undercroft.books import RULES
from undercroft.kernel.rules import Rule


def reached() -> frozenset[str]:
    """The ids of every rule that some step, offer or refusal of the table can come to."""
    found = {rule.id for module in _modules() for rule in _named_in(module)}
    waiting = list(found)
    while waiting:
        parts = {rule.id for rule in _made_of(RULES[waiting.pop()].ask)} - found
        found |= parts
        waiting += parts
    return frozenset(found)


def _modules() -> Iterable[ModuleType]:
    names = (each.name for each in pkgutil.walk_packages(table.__path__, f"{table.__name__}."))
    return [
        importlib.import_module(name)
        for name in names
        if not name.endswith(("rulings.words", "rulings.spoken_for", "rulings.target_numbers", "rulings.any_rule"))
    ]


def _named_in(module: ModuleType) -> Iterable[Rule[Any, Any, Any]]:
    for name, value in vars(module).items():
        if isinstance(value, Rule) and value.id in RULES:
            yield value
        elif isinstance(value, ModuleType) and value.__name__.startswith("undercroft.books"):
            yield from _asked_of(module, name, value)


def _asked_of(module: ModuleType, name: str, book: ModuleType) -> Iterable[Rule[Any, Any, Any]]:
    """Rules that are named by way of their chapter: `injury.take_damage`."""
    for function in _functions(module):
        words = function.__code__.co_names
        if name in words:
            yield from (
                rule for key in words if isinstance(rule := getattr(book, key, None), Rule) and rule.id in RULES
            )
    for value in vars(module).values():
        listed = value if isinstance(value, tuple) else tuple(value.values()) if isinstance(value, Mapping) else ()
        yield from (each for each in listed if isinstance(each, Rule) and each.id in RULES)


def _functions(module: ModuleType) -> Iterable[FunctionType]:
    """The functions of a module, and the methods of its classes."""
    own = [value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__]
    methods = (method for kind in own if isinstance(kind, type) for method in vars(kind).values())
    return [function for function in (*own, *methods) if isinstance(function, FunctionType)]


def _made_of(function: Any) -> Iterable[Rule[Any, Any, Any]]:
    """The rules that a rule settles on its way, itself or by what it calls."""
    seen: set[Any] = set()
    found: list[Rule[Any, Any, Any]] = []
    waiting = [function]
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        for name in _words(one.__code__):
            value = one.__globals__.get(name)
            if isinstance(value, Rule):
                found.append(value)
            elif isinstance(value, FunctionType) and value.__module__.startswith("undercroft.books"):
                waiting.append(value)
    return found


def _words(code: CodeType) -> Iterable[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _words(inner)
