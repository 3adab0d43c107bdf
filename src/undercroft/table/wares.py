"""What can be bought: Sovereign's gear, armour and weapons, as things to carry. Prices and loads are the book's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.delving.timers import LightKind
from undercroft.books.sovereign.arms import ARMOUR, SHIELD, Armed, Armor, WeaponId, gear_weapons
from undercroft.books.sovereign.encumbrance import POINTS, Size
from undercroft.books.sovereign.equipment import COPPER_A_GOLD, Item, Shopping, gear_table
from undercroft.kernel.script import Script
from undercroft.table import purses
from undercroft.table.names import PersonId, ThingId
from undercroft.table.things import Carried, Kind, Thing, Worn


class Ware(Struct, frozen=True):
    """One thing on the list: what it is afterwards, how many come with it, its price in coppers and its load."""

    item: str
    name: str
    kind: Kind
    price_c: int
    points: int
    pieces: int = 1

    def load(self, count: int) -> int:
        """What so many single ones encumber; a begun lot counts whole."""
        return -(-count // self.pieces) * self.points


class Lot(Struct, frozen=True, forbid_unknown_fields=True):
    """So many of one ware, by its name in the book, kept ready or packed away."""

    ware: str
    count: Annotated[int, Meta(ge=1, le=1000)] = 1
    readied: bool = False


_KINDS: Mapping[Item, Kind] = {
    Item.TORCHES_2: Kind.LIGHT,
    Item.LANTERN: Kind.LIGHT,
    Item.OIL_COMMON_PINT: Kind.OIL,
    Item.OIL_MILITARY_PINT: Kind.OIL,
    Item.RATION_DAY: Kind.FOOD,
    Item.WATERSKIN: Kind.WATER,
}
_NAMES: Mapping[Item, str] = {
    Item.HEALERS_KIT: "healer's kit",
    Item.THIEVES_TOOLS: "thieves' tools",
    Item.TORCHES_2: "torches",
    Item.OIL_COMMON_PINT: "lamp oil, a pint",
    Item.OIL_MILITARY_PINT: "military oil, a pint",
    Item.RATION_DAY: "rations",
    Item.ROPE_50FT: "rope, 50 feet",
    Item.IRON_SPIKES_6: "six iron spikes",
    Item.HAMMER_SMALL: "small hammer",
    Item.MIRROR_HAND: "hand mirror",
    Item.POLE_10FT: "ten-foot pole",
    Item.QUIVER_ARROWS: "quiver of arrows",
    Item.CHEST_HOLDS_50: "chest",
}
_PIECES: Mapping[Item, tuple[str, int]] = {Item.TORCHES_2: ("torch", 2)}
"""Wares that are several single things afterwards."""

_BARE_HANDS = (WeaponId.SHIELD_BASH, WeaponId.UNARMED)


def _gear() -> Iterable[tuple[str, Ware]]:
    for item in Item:
        ware = gear_table(Script(), Shopping(item))
        single, pieces = _PIECES.get(item, (item.value, 1))
        name, kind = _NAMES.get(item, item.replace("_", " ")), _KINDS.get(item, Kind.GEAR)
        yield item.value, Ware(single, name, kind, ware.price_c, ware.points, pieces)


def _arms() -> Iterable[tuple[str, Ware]]:
    for suit, armour in ARMOUR.items():
        if suit is not Armor.NONE:
            yield suit.value, Ware(suit.value, suit.value, Kind.ARMOUR, armour.price_g * COPPER_A_GOLD, armour.points)
    yield "shield", Ware("shield", "shield", Kind.SHIELD, SHIELD.price_g * COPPER_A_GOLD, SHIELD.points)
    for id in WeaponId:
        if id not in _BARE_HANDS:
            name, weapon = id.replace("_", " "), gear_weapons(Script(), Armed(id))
            yield id.value, Ware(id.value, name, Kind.WEAPON, weapon.price_g * COPPER_A_GOLD, weapon.points)


WARES: Mapping[str, Ware] = dict((*_gear(), *_arms()))
"""Everything on the lists, by its name there."""


ITEMS: Mapping[str, Ware] = {
    **{ware.item: ware for ware in WARES.values()},
    LightKind.CANDLE.value: Ware(LightKind.CANDLE.value, "candle", Kind.LIGHT, 0, POINTS[Size.POCKET]),
    purses.COINS: Ware(purses.COINS, "coins", Kind.COINS, 0, POINTS[Size.POCKET]),
}
"""The same by what they are one by one, and what no list sells."""


def price(lots: Iterable[Lot]) -> int:
    """What they cost together, in coppers."""
    return sum(WARES[lot.ware].price_c * lot.count for lot in lots)


def thing(id: ThingId, lot: Lot, who: PersonId) -> Thing:
    """A lot in somebody's hands, or pack."""
    ware = WARES[lot.ware]
    return Thing(
        id,
        ware.name,
        ware.kind,
        Carried(who, Worn.READIED if lot.readied else Worn.STOWED),
        count=ware.pieces * lot.count,
        points=ware.points * lot.count,
        worth=ware.price_c * lot.count,
        item=ware.item,
    )


def within(lots: Iterable[Lot], coins: int, readied: int, stowed: int) -> tuple[Lot, ...]:
    """Those of the lots, in their order, that there is money and room for; what cannot be readied is packed away."""
    bought: list[Lot] = []
    for lot in lots:
        cost, load = price((lot,)), WARES[lot.ware].points * lot.count
        if cost > coins:
            continue
        if lot.readied and load <= readied:
            readied -= load
            bought.append(lot)
        elif load <= stowed:
            stowed -= load
            bought.append(Lot(lot.ware, lot.count))
        else:
            continue
        coins -= cost
    return tuple(bought)
