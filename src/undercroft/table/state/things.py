"""Things: gear, coins and treasure, and where each of them is."""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from undercroft.table.state.ids import CreaturesId, HexId, PersonId, SiteId, ThingId, ZoneId, slug


class Worn(StrEnum):
    """How a person carries a thing."""

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


class InHex(Struct, frozen=True, tag="left"):
    """Outdoors, in a hex."""

    hex: HexId


class Guarded(Struct, frozen=True, tag="guarded"):
    """In the keeping of a site's creatures."""

    site: SiteId
    by: CreaturesId


class Gone(Struct, frozen=True, tag="gone"):
    """Used up, sold or left behind for good."""


ThingPlace: TypeAlias = Carried | Lying | InHex | Guarded | Gone


class ThingKind(StrEnum):
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
    """A thing, or several alike. `points` is the encumbrance of all of them.

    `worth` is in coppers for all of them, and None for a seat that was not told.
    """

    id: ThingId
    name: str
    kind: ThingKind
    place: ThingPlace
    count: int = 1
    points: int = 0
    worth: int | None = None
    appraised: bool = True
    """Whether the people who see the thing know its worth."""
    item: str = ""
    """The name in the book's list of gear, weapons or armour, if it has one."""
    burnt: int = 0
    """Seconds a light has burnt already."""
    broken: bool = False
    """Whether armour gives no protection until it is mended."""
    note: str = ""
    shot: int = 0
    """Missiles of a quiver that were shot and lie about."""
    spent: int = 0
    """Missiles of a quiver that are destroyed or lost."""
    found: bool | None = None
    """Whether it is loot not yet counted for experience; empty for a thing that nobody has moved."""
    dragged: PersonId | None = None
    """The person that is dragged, if this load is one."""


def is_a(thing: Thing, item: str) -> bool:
    """Whether a thing is such an item: by its item, or by its name if it has none. A wooden tool is an item of its own.

    >>> place = Carried(PersonId("maud"))
    >>> is_a(Thing(ThingId("a"), "Old shovel", ThingKind.GEAR, place), "shovel")
    True
    >>> is_a(Thing(ThingId("a"), "Wooden shovel", ThingKind.GEAR, place), "shovel")
    False
    """
    if thing.item:
        return thing.item == item
    name = "".join(sign for sign in thing.name if sign not in "'\N{RIGHT SINGLE QUOTATION MARK}")
    words, wanted = slug(name).split("-"), slug(item.replace("_", " ")).split("-")
    return words[-len(wanted) :] == wanted and (WOODEN in wanted or WOODEN not in words)


PICK, SHOVEL, WOODEN = "pick", "shovel", "wooden"


def wooden(tool: str) -> str:
    """The item that is the same tool of wood."""
    return f"{WOODEN}_{tool}"


def parted(thing: Thing, count: int) -> tuple[Thing, Thing]:
    """Split a heap into `count` of it and the rest, with points and worth divided between them."""
    points = part_of(thing.points, count, thing.count)
    worth = None if thing.worth is None else part_of(thing.worth, count, thing.count)
    left = None if thing.worth is None or worth is None else thing.worth - worth
    some = replace(thing, count=count, points=points, worth=worth)
    return some, replace(thing, count=thing.count - count, points=thing.points - points, worth=left)


def part_of(amount: int, count: int, of: int) -> int:
    """The part of an amount that goes with so many of a heap, rounded down."""
    return amount * count // of


def seen_thing(thing: Thing) -> Thing:
    """A thing as players see it: without its worth until it is appraised."""
    return thing if thing.appraised else replace(thing, worth=None)
