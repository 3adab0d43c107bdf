"""What was found out about a value that never changes, kept as long as it is likely to be asked for again."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import TypeVar

T = TypeVar("T")


def remembering(most: int) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """The results of a function, by which very first value it was given, and by what the others are.

    The value itself is kept with them and compared by identity: hashing or comparing it would take longer than most
    functions do. It must never change. When so many are kept, all are forgotten: that is one step, whoever else asks.
    """

    def made(function: Callable[..., T]) -> Callable[..., T]:
        kept: dict[tuple[Hashable, ...], tuple[object, T]] = {}

        @wraps(function)
        def found(value: object, *rest: Hashable) -> T:
            key = (id(value), *rest)
            known = kept.get(key)
            if known is None:
                if len(kept) >= most:
                    kept.clear()
                known = kept[key] = (value, function(value, *rest))
            return known[1]

        return found

    return made
