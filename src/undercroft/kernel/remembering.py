"""A cache of results for values that never change."""

from collections.abc import Callable, Hashable, Sequence
from functools import wraps
from operator import is_
from typing import Generic, TypeVar, cast

T = TypeVar("T")


class Same(Generic[T]):
    """A value that is compared by identity, to be one of the other arguments of a function that is remembered."""

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is cast("Same[object]", other).value


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
            key = (id(value), rest) if rest else id(value)
            known = kept.get(key)
            if known is None:
                if len(kept) >= most:
                    kept.clear()
                known = kept[key] = (value, function(value, *rest))
            return known[1]

        return found

    return made


def begins_with(values: Sequence[object], others: Sequence[object]) -> bool:
    """Whether the first values are the very same as the others."""
    return len(others) <= len(values) and all(map(is_, others, values))
