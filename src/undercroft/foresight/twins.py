"""Twins of the books' verdicts and of the order of play: the same code, compiled, watched, or with one part replaced.

A function that calls another needs a twin of both, so a twin has its own names for the functions it calls.
"""

from collections.abc import Callable, Mapping
from types import CodeType, FunctionType
from typing import Any, TypeAlias

Function: TypeAlias = Callable[..., Any]
Make: TypeAlias = Callable[[FunctionType], Function]
"""Makes a twin of a function whose own calls are twins already."""


class Twins:
    """A family of twins, in which `replaced` functions stand for others."""

    def __init__(self, make: Make, replaced: Mapping[Function, Function] | None = None) -> None:
        self._make = make
        self._replaced = dict(replaced or {})
        self._made: dict[Function, Function] = {}

    def of(self, function: Function) -> Function:
        """The twin of a function."""
        found = self._replaced.get(function, function)
        if function not in self._made:
            if not isinstance(found, FunctionType):
                raise TypeError(f"{found} has no code of its own")
            names = dict(found.__globals__)
            for name in _names(found.__code__):
                called = names.get(name)
                if isinstance(called, FunctionType) and called.__module__.startswith("undercroft."):
                    names[name] = self.of(called)
            twin = FunctionType(found.__code__, names, function.__name__, found.__defaults__, found.__closure__)
            twin.__module__, twin.__qualname__ = function.__module__, function.__qualname__
            twin.__annotations__ = function.__annotations__
            self._made[function] = self._make(twin)
        return self._made[function]


def _names(code: CodeType) -> tuple[str, ...]:
    """The names that code refers to, its inner functions' too."""
    inner = (name for part in code.co_consts if isinstance(part, CodeType) for name in _names(part))
    return (*code.co_names, *inner)
