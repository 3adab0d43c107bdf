"""Worlds whose every id is another: what players are sent must not show it."""

import re
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar, cast

from msgspec import Struct

from undercroft.kernel import wire
from undercroft.table.engine.id_fields import Families, Swapping
from undercroft.table.registry import ANY_COMMAND
from undercroft.table.seat_ids import is_in_a_book
from undercroft.table.state.campaign import Campaign
from undercroft.table.world.campaign_start import Begin

S = TypeVar("S", bound=Struct)
K = TypeVar("K")
V = TypeVar("V")

ID_MARK = "quxoid"
"""In every other id."""
PURSE = "-purse"


class OtherIds:
    """Other ids for everything that a campaign begins with. They sort the other way round, and carry a mark."""

    def __init__(self) -> None:
        self._other: dict[str, str] = {}
        self._now = Campaign()

    def of(self, value: S, now: Campaign) -> S:
        """A command with the other ids; the first command names everything there is."""
        self._now = now
        swap = self._named if isinstance(value, Begin) else self._known
        return cast("S", Swapping(swap, _reread).of(value))

    def _named(self, families: Families, id: str) -> str:
        """Another id; a purse keeps the one by which its owner's coins go there."""
        if is_in_a_book(families, id):
            return id
        if id.endswith(PURSE):
            return self._named(families, id.removesuffix(PURSE)) + PURSE
        return self._other.setdefault(id, f"{ID_MARK}-{9999 - len(self._other)}")

    def _known(self, _: Families, id: str) -> str:
        """The other id of a thing, or of one that play made of such ids, such as the first of a band."""
        if id in self._other or f'"{id}"'.encode() in wire.encode(self._now):
            return self._other.get(id, id)
        longest = "|".join(re.escape(own) for own in sorted(self._other, key=len, reverse=True))
        return re.sub(rf"(?<![^-])({longest})(?![^-])", lambda found: self._other[found[0]], id)


def _reread(plain: Mapping[str, Any], change: Callable[[Struct], Struct]) -> Mapping[str, Any]:
    changed: Mapping[str, Any] = wire.plain(change(wire.from_plain(ANY_COMMAND, plain)))
    return changed


def first(world: Mapping[K, V], plain: Mapping[K, V]) -> dict[K, V]:
    """What only a richer world has, before what a plain one has too, and the last of it first."""
    secret = [id for id in world if id not in plain]
    return {id: world[id] for id in (*reversed(secret), *plain) if id in world}


_now: list[type[OtherIds]] = []


def ids_of_a_new_table() -> OtherIds | None:
    """The other ids of a table that is made now; None outside `other_ids`."""
    return _now[-1]() if _now else None


@contextmanager
def other_ids() -> Generator[None]:
    """Every table made meanwhile has other ids than its commands say."""
    _now.append(OtherIds)
    try:
        yield
    finally:
        _now.pop()
