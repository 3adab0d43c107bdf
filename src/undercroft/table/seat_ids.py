"""The ids that a seat is sent in place of the campaign's own, which may say too much.

A seat gets an id for a thing when it is first told of it. The id shows how many things the seat was told of before, and
nothing else. Every fact passes here on its way to a seat, and every command of a player on its way back.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from copy import copy
from hashlib import blake2b
from typing import Any, Self, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from undercroft.kernel import wire
from undercroft.kernel.units import SeatId
from undercroft.table.engine.id_fields import UNKNOWN, Families, Look, Swapping
from undercroft.table.gear.prices import WARES
from undercroft.table.registry import ANY_COMMAND
from undercroft.table.state.ids import Family, ZoneId
from undercroft.table.world.group_maps import MapShared
from undercroft.table.world.sightings import ObstacleSeen, ZoneSeen

S = TypeVar("S", bound=Struct)


def is_in_a_book(families: Families, id: str) -> bool:
    """Whether everybody knows the id, since a book's price list has it."""
    return families == (Family.WARE,) and id in WARES


class NotGiven(Exception):
    """A command has an id that its seat was never given."""


class NamedThing(Struct, frozen=True):
    """A thing of the campaign."""

    family: Family
    id: str
    door: str = ""
    """Of a room that the seat has not seen: the door that leads there."""


class SeatIds:
    """The ids that one seat of a table was given, for things in the order in which it was told of them."""

    def __init__(self, table: str, seat: SeatId, named: Iterable[NamedThing] = (), shuffle: bytes = b"") -> None:
        self._salt = f"{table}/{seat}/"
        self._shuffle = shuffle
        self._given: dict[NamedThing, str] = {}
        self._meant: dict[str, NamedThing] = {}
        self.lasting = True
        """Whether the last value would be sent just so again, whatever ids the seat is given meanwhile."""
        for each in named:
            self._name(each)

    @property
    def _look(self) -> Look:
        """How things look to the seat: by the ids that it was given."""
        return Look(self._looked_at, self._shuffle)

    def _looked_at(self, families: Families, id: str) -> str:
        """The id by which the seat knows a thing: the order of things that it does not know yet may change."""
        self.lasting &= NamedThing(families[0], id) in self._given
        return self._given_already(families, id) or UNKNOWN

    @property
    def named(self) -> tuple[NamedThing, ...]:
        """Everything that has an id for this seat."""
        return tuple(self._given)

    @property
    def count(self) -> int:
        """How many ids the seat was given."""
        return len(self._given)

    def copied(self) -> Self:
        """The same ids, to go their own way from here."""
        own = copy(self)
        vars(own).update(_given=dict(self._given), _meant=dict(self._meant))
        return own

    def sent(self, value: S) -> S:
        """A fact, or another value with ids, as the seat is sent it. Things new to the seat get an id."""
        self.lasting = not isinstance(value, ZoneSeen | ObstacleSeen | MapShared)
        sent = Swapping(self._give, _reread, self._behind, self._look).of(value)
        if isinstance(value, ZoneSeen | ObstacleSeen | MapShared) and (behind := self._known_by_doors(value.rooms)):
            sent = replace(sent, behind=behind)
        return cast("S", sent)

    def meant(self, value: S) -> S:
        """What the seat sent, with the campaign's own ids. Raises `NotGiven` for an id that the seat was not given."""
        return cast("S", Swapping(self._find, _reread).of(value))

    def as_known(self, value: S) -> S:
        """A value with the campaign's own ids, with the seat's where it was given one."""
        given = Swapping(
            lambda families, id: self._given_already(families, id) or id,
            _reread,
            lambda door, room: self._behind_already(door, room) or room,
        )
        return cast("S", given.of(value))

    def _give(self, families: Families, id: str) -> str:
        """The seat's id for a thing; if it has it by a later family, another by the first may come to have its name."""
        if is_in_a_book(families, id):
            return id
        given = self._given_already(families, id) or self._name(NamedThing(families[0], id))
        self.lasting &= NamedThing(families[0], id) in self._given
        return given

    def _behind(self, door: str, room: str) -> str:
        """The seat's id for a room at an end of a door: one for each door, unless the room had one before the door."""
        return self._behind_already(door, room) or self._name(NamedThing(Family.ZONE, room, door))

    def _behind_already(self, door: str, room: str) -> str | None:
        return self._given.get(NamedThing(Family.ZONE, room, door)) or self._given.get(NamedThing(Family.ZONE, room))

    def _known_by_doors(self, rooms: Collection[ZoneId]) -> Mapping[str, str]:
        """The ids of rooms by the doors that lead there, each with the room's id."""
        named = ((named, given) for named, given in self._given.items() if named.door and named.id in rooms)
        return {given: self._given[NamedThing(Family.ZONE, each.id)] for each, given in named}

    def _given_already(self, families: Families, id: str) -> str | None:
        for family in families:
            given = self._given.get(NamedThing(family, id))
            if given is not None:
                return given
        return None

    def _find(self, families: Families, given: str) -> str:
        """The campaign's own id of a thing that the seat names."""
        if is_in_a_book(families, given):
            return given
        named = self._meant.get(given)
        if named is None or named.family not in families:
            raise NotGiven(given)
        return named.id

    def _name(self, named: NamedThing) -> str:
        """A new id: it sorts behind those given before, and no other seat has it."""
        number = len(self._given) + 1
        mark = blake2b(f"{self._salt}{number}".encode(), digest_size=3).hexdigest()
        given = self._given[named] = f"i{number:05}-{mark}"
        self._meant[given] = named
        return given


def _reread(plain: Mapping[str, Any], change: Callable[[Struct], Struct]) -> Mapping[str, Any]:
    """A plain command with its ids changed. Other values stay as they are, and are refused later."""
    try:
        command: Struct = wire.from_plain(ANY_COMMAND, plain)
    except wire.Unreadable:
        return plain
    changed: Mapping[str, Any] = wire.plain(change(command))
    return changed
