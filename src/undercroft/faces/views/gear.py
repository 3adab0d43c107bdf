"""What somebody carries, at hand and packed away, with what can be done with each thing."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from undercroft.books.sovereign.equipment import in_coins
from undercroft.kernel import wire
from undercroft.table.campaign import Campaign
from undercroft.table.carrying import Drop, Pack
from undercroft.table.loads import Load, load
from undercroft.table.people import Person
from undercroft.table.reaching import called
from undercroft.table.things import Thing, Worn

"""To a piece of gold."""


class Item(Struct, frozen=True):
    """One thing on somebody, and the commands that move it."""

    id: str
    name: str
    kind: str
    points: int
    worth: str
    note: str
    drop: Any
    pack: Any
    """To the other of the two places."""


class Gear(Struct, frozen=True):
    """All that somebody carries."""

    load: Load
    readied: tuple[Item, ...]
    stowed: tuple[Item, ...]


def gear(known: Campaign, person: Person) -> Gear:
    """What somebody has about them."""
    return Gear(
        load(known, person),
        tuple(_item(person, thing, Worn.STOWED) for thing in known.carried_by(person.id, Worn.READIED) if thing.count),
        tuple(_item(person, thing, Worn.READIED) for thing in known.carried_by(person.id, Worn.STOWED) if thing.count),
    )


def _item(person: Person, thing: Thing, other: Worn) -> Item:
    return Item(
        thing.id,
        called(thing),
        thing.kind.value,
        thing.points,
        worth(thing.worth),
        thing.note,
        wire.plain(Drop(person.id, thing.id)),
        wire.plain(Pack(person.id, thing.id, other)),
    )


def worth(coppers: int | None) -> str:
    """Such as 50g; nothing for what is worth nothing."""
    if coppers is None:
        return "worth unknown"
    return in_coins(coppers) if coppers else ""
