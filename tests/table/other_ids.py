"""Worlds whose every id is another, and whose file has everything in another order: players must not see it."""

import re
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel import wire
from undercroft.table.engine.id_fields import Families, Swapping
from undercroft.table.registry import ANY_COMMAND
from undercroft.table.seat_ids import is_in_a_book
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.things import Carried
from undercroft.table.world.campaign_start import Begin

S = TypeVar("S", bound=Struct)
K = TypeVar("K")
V = TypeVar("V")

ID_MARK = "quxoid"
"""In every other id."""
PURSE = "-purse"


class OtherIds:
    """Other ids for everything that a campaign begins with. They sort the other way round, and carry a mark."""

    def __init__(self, *, reorders: bool = True) -> None:
        self._reorders = reorders
        self._other: dict[str, str] = {}
        self._now = Campaign()

    def of(self, value: S, now: Campaign) -> S:
        """A command with the other ids; the first command names everything there is."""
        self._now = now
        if isinstance(value, Begin):
            return cast("S", Swapping(self._named, _reread).of(in_another_order(value) if self._reorders else value))
        return cast("S", Swapping(self._known, _reread).of(value))

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


def in_another_order(opening: Begin) -> Begin:
    """A campaign with what nobody has seen yet in another order; people, and what they carry, stay as they are."""
    lying = iter([thing for thing in opening.things if not isinstance(thing.place, Carried)][::-1])
    return replace(
        opening,
        things=tuple(thing if isinstance(thing.place, Carried) else next(lying) for thing in opening.things),
        sites=tuple(_reversed(site) for site in opening.sites[::-1]),
        lands=replace(_reversed(opening.lands), ways=opening.lands.ways[::-1]),
        bestiary=opening.bestiary[::-1],
        tables=opening.tables[::-1],
        pictures=opening.pictures[::-1],
        handouts=opening.handouts[::-1],
    )


def _reversed(value: S) -> S:
    """A struct with every mapping of structs in it the other way round."""
    news: dict[str, Any] = {}
    for field in value.__struct_fields__:
        held = getattr(value, field)
        if isinstance(held, Mapping):
            turned = [(id, _reversed(each) if isinstance(each, Struct) else each) for id, each in held.items()]
            news[field] = dict(turned[::-1])
        elif isinstance(held, Struct):
            news[field] = _reversed(held)
    return replace(value, **news)


def first(world: Mapping[K, V], plain: Mapping[K, V]) -> dict[K, V]:
    """What only a richer world has, before what a plain one has too, and the last of it first."""
    secret = [id for id in world if id not in plain]
    return {id: world[id] for id in (*reversed(secret), *plain) if id in world}


_now: list[Callable[[], OtherIds]] = []


def ids_of_a_new_table() -> OtherIds | None:
    """The other ids of a table that is made now; None outside `other_ids`."""
    return _now[-1]() if _now else None


@contextmanager
def other_ids(*, reorders: bool = True) -> Generator[None]:
    """Every table made meanwhile has other ids than its commands say, and another order in its file if not told not."""
    _now.append(partial(OtherIds, reorders=reorders))
    try:
        yield
    finally:
        _now.pop()
