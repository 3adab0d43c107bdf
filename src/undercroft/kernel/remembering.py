"""A cache of results for values that never change."""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import TypeVar

T = TypeVar("T")


def remembering(most: int) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Cache the results of a function by the identity of its first argument and the values of the others.

    The first argument itself is kept with the results and compared by identity, because hashing or comparing it would
    take longer than most functions do. It must never change. When `most` results are kept, all are dropped in one step,
    which is safe while other threads ask.
    """

    def made(function: Callable[..., T]) -> Callable[..., T]:
        kept: dict[Hashable, tuple[object, T]] = {}

        @wraps(function)
        def found(value: object, *rest: Hashable) -> T:
            key = (id(value), *rest) if rest else id(value)
            known = kept.get(key)
            if known is None:
                if len(kept) >= most:
                    kept.clear()
                known = kept[key] = (value, function(value, *rest))
            return known[1]

        return found

    return made
