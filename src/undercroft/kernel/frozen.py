"""An immutable mapping, so that inputs and outcomes can be compared, hashed and always written the same way."""

from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from typing import TypeVar, cast

V = TypeVar("V")


class FrozenMap(Mapping[str, V]):
    """Names to values, kept in the order of the names.

    >>> FrozenMap({"b": 2, "a": 1})
    FrozenMap({'a': 1, 'b': 2})
    """

    __slots__ = ("_of",)

    def __init__(self, of: Mapping[str, V] | None = None) -> None:
        if of and "" in of:
            raise ValueError("a name cannot be empty")
        self._of: dict[str, V] = dict(sorted((of or {}).items()))

    def __getitem__(self, name: str) -> V:
        return self._of[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)

    def __contains__(self, name: object) -> bool:
        return name in self._of

    def keys(self) -> KeysView[str]:
        """The names in their order."""
        return self._of.keys()

    def values(self) -> ValuesView[V]:
        """The values in the order of their names."""
        return self._of.values()

    def items(self) -> ItemsView[str, V]:
        """Names and values in the order of the names."""
        return self._of.items()

    def __hash__(self) -> int:
        return hash(tuple(self._of.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and self._of == dict(cast("Mapping[str, V]", other))

    def __repr__(self) -> str:
        return f"FrozenMap({self._of!r})"
