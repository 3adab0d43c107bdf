"""The ids in a value, found by the types of its fields."""

import types
from collections.abc import Callable, Collection, Mapping
from functools import cache
from hashlib import blake2b
from typing import Annotated, Any, NewType, TypeAlias, Union, cast, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields, replace

from undercroft.kernel import wire
from undercroft.table.state.ids import COMPOUND, FAMILIES, PLAIN_COMMAND, WORDS, Family

Families: TypeAlias = tuple[Family, ...]
Swap: TypeAlias = Callable[[Families, str], str]
"""Gives another id for an id of one of these families."""
Behind: TypeAlias = Callable[[str, str], str]
"""Gives an id for a room, by the door that leads there and the room's own id."""
Reread: TypeAlias = Callable[[Mapping[str, Any], Callable[[Struct], Struct]], Mapping[str, Any]]
"""Changes a command that is kept as plain values."""


class Swapping(Struct, frozen=True):
    """How ids are swapped for others, and how a plain command is read for that."""

    swap: Swap
    reread: Reread
    behind: Behind | None = None
    look: "Look | None" = None
    """How things with ids look: they are taken in that order, so that new ids do not tell how the old ones sort."""

    def of(self, value: Struct) -> Struct:
        """A value with all its ids swapped."""
        kind = type(value)
        parts = _parts(kind)
        if hasattr(kind, "id_kinds"):
            parts = {**parts, **_dependent(value)}
        if self.behind is not None and hasattr(kind, "LEADS_TO"):
            parts = {**parts, **_leading(value, self.behind)}
        news: dict[str, object] = {}
        for name, part in parts.items():
            old = getattr(value, name)
            new = part(self, old)
            if new is not old:
                news[name] = new
        return replace(value, **news) if news else value


_Part: TypeAlias = Callable[[Swapping, Any], Any]
"""Swaps the ids in a value of one type."""


UNKNOWN = "~"
"""In place of an id that nobody knows; it comes after all others."""


class Look(Struct, frozen=True):
    """How things look to people: by what they know of them, whatever the campaign's ids are."""

    known: Swap
    """Gives the id by which people know a thing, or `UNKNOWN`."""
    shuffle: bytes
    """The table's key to the order of things that look alike."""

    def order(self, value: object, id: str, as_known: str = "") -> tuple[str, str, bytes, bytes]:
        """A key that sorts things by their names and by what else is known of them.

        Things that look alike are in an order of their own at every table, by a secret of the table.
        """
        swapping = Swapping(self.known, lambda plain, _change: plain)
        seen = wire.encode(swapping.of(value) if isinstance(value, Struct) else value)
        return str(getattr(value, "name", "")), as_known, seen, shuffled(id, self.shuffle)


def shuffled(id: str, shuffle: bytes) -> bytes:
    """A key that sorts ids in an order that nobody can foresee without the table's secret."""
    return blake2b(id.encode(), key=shuffle, digest_size=8).digest()


@cache
def _parts(kind: type[Struct]) -> Mapping[str, _Part]:
    """The fields of a struct that may have ids."""
    found = ((field.name, _part(field.type)) for field in fields(kind))
    return {name: part for name, part in found if part is not None}


def _dependent(value: Struct) -> Mapping[str, _Part]:
    """The text fields that are ids, by the other fields of the struct."""
    kinds: Mapping[str, Any] = getattr(value, "id_kinds")  # noqa: B009 - of a struct that has them
    found = ((name, _part(kind)) for name, kind in kinds.items())
    return {name: part for name, part in found if part is not None}


def _leading(value: Struct, behind: Behind) -> Mapping[str, _Part]:
    """The field with the rooms that a door leads to, of which some may be unseen."""
    leads: str = getattr(value, "LEADS_TO")  # noqa: B009 - of a struct that has it
    door: str = getattr(value, "id")  # noqa: B009 - of a struct that has one
    return {leads: lambda _, rooms: tuple(behind(door, room) for room in rooms)}


@cache
def _part(kind: Any) -> _Part | None:  # noqa: ANN401 - a type is a value here
    """How the ids in a value of this type are swapped; None if it can have none."""
    if kind in FAMILIES:
        return _id(FAMILIES[kind])
    if kind in COMPOUND:
        return _compound(*COMPOUND[kind])
    if isinstance(kind, NewType):
        return _part(kind.__supertype__)
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _command if PLAIN_COMMAND in args[1:] else _part(args[0])
    if origin in (Union, types.UnionType):
        return _either(tuple(part for each in args if (part := _part(each)) is not None))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(_part(args[0]), _part(args[1]))
    if isinstance(origin, type) and issubclass(origin, Collection):
        return _collection(tuple(_part(each) for each in args if each is not Ellipsis), whole=Ellipsis not in args)
    return _inner if isinstance(kind, type) and issubclass(kind, Struct) else None


def _id(families: Families) -> _Part:
    def swapped(by: Swapping, id: Any) -> Any:  # noqa: ANN401 - an id, or the other side of a union
        return by.swap(families, id) if type(id) is str and id not in WORDS else id

    return swapped


def _compound(word: str, kind: Any) -> _Part:  # noqa: ANN401 - a type is a value here
    inner = _id(FAMILIES[kind])

    def swapped(by: Swapping, id: Any) -> Any:  # noqa: ANN401 - an id, or the other side of a union
        if type(id) is not str or not id.startswith(word):
            return id
        return word + inner(by, id.removeprefix(word))

    return swapped


def _inner(by: Swapping, value: Any) -> Any:  # noqa: ANN401 - a struct, or the other side of a union
    return by.of(value) if isinstance(value, Struct) else value


def _command(by: Swapping, plain: Any) -> Any:  # noqa: ANN401 - a plain command, or None
    return None if plain is None else by.reread(plain, by.of)


def _either(parts: tuple[_Part, ...]) -> _Part | None:
    """Each part leaves alone what is not of its type."""

    def swapped(by: Swapping, value: Any) -> Any:  # noqa: ANN401 - of one of the types
        for part in parts:
            new = part(by, value)
            if new is not value:
                return new
        return value

    return swapped if len(parts) > 1 else next(iter(parts), None)


def _is_a(value: object, *kinds: type) -> bool:
    return isinstance(value, kinds) and bool(value)


def _mapping(keys: _Part | None, values: _Part | None) -> _Part | None:
    if keys is None and values is None:
        return None

    def swapped(by: Swapping, value: Any) -> Any:  # noqa: ANN401 - a mapping, or the other side of a union
        if not _is_a(value, Mapping):
            return value
        pairs = [*cast("Mapping[Any, Any]", value).items()]
        if by.look is not None and keys is not None and len(pairs) > 1:
            pairs = _as_they_look(pairs, keys, by.look)
        return {
            key if keys is None else keys(by, key): each if values is None else values(by, each) for key, each in pairs
        }

    return swapped


def _as_they_look(pairs: list[tuple[Any, Any]], keys: _Part, look: Look) -> list[tuple[Any, Any]]:
    known = Swapping(look.known, lambda plain, _change: plain)
    return sorted(pairs, key=lambda pair: look.order(pair[1], str(pair[0]), str(keys(known, pair[0]))))


def _collection(parts: tuple[_Part | None, ...], *, whole: bool) -> _Part | None:
    """Of a tuple of different types each member has its own part; else all have the first."""
    if not any(parts):
        return None

    def swapped(by: Swapping, value: Any) -> Any:  # noqa: ANN401 - a collection, or the other side of a union
        if not _is_a(value, tuple, frozenset, list):
            return value
        each = parts if whole and len(parts) == len(value) else parts[:1] * len(value)
        members = (
            one if part is None else part(by, one)
            for part, one in zip(each, cast("Collection[Any]", value), strict=True)
        )
        return type(value)(members)

    return swapped
