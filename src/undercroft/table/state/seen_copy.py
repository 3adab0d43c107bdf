"""The copy of a thing, a door or a trap that players see: the fields it shares with the true one."""

from functools import cache
from typing import TypeVar

from msgspec import Struct

S = TypeVar("S", bound=Struct)


def as_seen(kind: type[S], truth: Struct, **others: object) -> S:
    """What players see of a true thing: its values in the fields of that kind, with `others` in place of theirs."""
    shared = {name: getattr(truth, name) for name in _shared(kind, type(truth))}
    return kind(**{**shared, **others})


@cache
def _shared(kind: type[Struct], true: type[Struct]) -> tuple[str, ...]:
    """The names of what both kinds have."""
    return tuple(name for name in kind.__struct_fields__ if hasattr(true, name))
