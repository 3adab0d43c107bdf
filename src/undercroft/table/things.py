"""Things: gear, coins and treasure, each lying somewhere."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from undercroft.table.names import CreaturesId, HexId, PersonId, SiteId, ThingId, ZoneId


class Worn(StrEnum):
    """How somebody carries a thing."""

    READIED = "readied"
    STOWED = "stowed"


class Carried(Struct, frozen=True, tag="carried"):
    """On a person."""

    by: PersonId
    how: Worn = Worn.STOWED


class Lying(Struct, frozen=True, tag="lying"):
    """In a zone of a site."""

    site: SiteId
    zone: ZoneId


class Left(Struct, frozen=True, tag="left"):
    """In the open, in a hex of the lands."""

    hex: HexId


class Guarded(Struct, frozen=True, tag="guarded"):
    """On or with creatures of a site."""

    site: SiteId
    by: CreaturesId


class Gone(Struct, frozen=True, tag="gone"):
    """Used up, sold or left behind for good."""


Place: TypeAlias = Carried | Lying | Left | Guarded | Gone


class Kind(StrEnum):
    """What a thing is for."""

    GEAR = "gear"
    WEAPON = "weapon"
    ARMOUR = "armour"
    SHIELD = "shield"
    LIGHT = "light"
    OIL = "oil"
    FOOD = "food"
    WATER = "water"
    COINS = "coins"
    TREASURE = "treasure"


class Thing(Struct, frozen=True):
    """One thing, or several alike. `points` is the load of all of them.

    `worth` is in coppers for all of them. Whoever was not told what it is worth has None there.
    """

    id: ThingId
    name: str
    kind: Kind
    place: Place
    count: int = 1
    points: int = 0
    worth: int | None = None
    appraised: bool = True
    """Whether the people who see it know what it is worth."""
    item: str = ""
    """Its name in the book's list of gear, weapons or armour, where it has one."""
    burnt: int = 0
    """Seconds that a light has burnt already."""
    broken: bool = False
    """Armour that protects nobody until it is mended."""
    note: str = ""
    found: bool | None = None
    """Whether it was won in an adventure and is not counted yet; not said of what nobody has moved since."""


def parted(thing: Thing, count: int) -> tuple[Thing, Thing]:
    """So many of a heap, and the rest of it; load and worth are shared out and nothing is lost."""
    points = thing.points * count // thing.count
    worth = None if thing.worth is None else thing.worth * count // thing.count
    left = None if thing.worth is None or worth is None else thing.worth - worth
    some = replace(thing, count=count, points=points, worth=worth)
    return some, replace(thing, count=thing.count - count, points=thing.points - points, worth=left)
