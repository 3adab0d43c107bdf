"""What can be bought: Sovereign's gear, armour and weapons, with the book's prices and loads."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.delving.timers import LightKind
from undercroft.books.sovereign.arms import ARMOUR, SHIELD, Armed, Armor, WeaponId, gear_weapons
from undercroft.books.sovereign.encumbrance import POINTS, Size
from undercroft.books.sovereign.equipment import COPPER_A_GOLD, Item, Shopping, gear_table
from undercroft.kernel.script import Script
from undercroft.table.gear import money
from undercroft.table.gear.tools import TOOLS
from undercroft.table.state.ids import PersonId, ThingId, WareId
from undercroft.table.state.things import Carried, Thing, ThingKind, Worn


class Ware(Struct, frozen=True):
    """An item on the price list: the thing it becomes, its price in coppers, its load and the pieces in a lot."""

    item: str
    name: str
    kind: ThingKind
    price_c: int
    points: int
    pieces: int = 1

    def load(self, count: int) -> int:
        """The load of a number of pieces; a begun lot counts whole."""
        return -(-count // self.pieces) * self.points


class Lot(Struct, frozen=True, forbid_unknown_fields=True):
    """A number of one item, by its name in the book, readied or packed away."""

    ware: WareId
    count: Annotated[int, Meta(ge=1, le=1000)] = 1
    readied: bool = False


_KINDS: Mapping[Item, ThingKind] = {
    Item.TORCHES_2: ThingKind.LIGHT,
    Item.LANTERN: ThingKind.LIGHT,
    Item.OIL_COMMON_PINT: ThingKind.OIL,
    Item.OIL_MILITARY_PINT: ThingKind.OIL,
    Item.RATION_DAY: ThingKind.FOOD,
    Item.WATERSKIN: ThingKind.WATER,
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
"""Items that are sold as several pieces."""

_BARE_HANDS = (WeaponId.SHIELD_BASH, WeaponId.UNARMED)


def _gear() -> Iterable[tuple[str, Ware]]:
    for item in Item:
        ware = gear_table(Script(), Shopping(item))
        single, pieces = _PIECES.get(item, (item.value, 1))
        name, kind = _NAMES.get(item, item.replace("_", " ")), _KINDS.get(item, ThingKind.GEAR)
        yield item.value, Ware(single, name, kind, ware.price_c, ware.points, pieces)


def _arms() -> Iterable[tuple[str, Ware]]:
    for suit, armour in ARMOUR.items():
        if suit is not Armor.NONE:
            yield (
                suit.value,
                Ware(suit.value, suit.value, ThingKind.ARMOUR, armour.price_g * COPPER_A_GOLD, armour.points),
            )
    yield "shield", Ware("shield", "shield", ThingKind.SHIELD, SHIELD.price_g * COPPER_A_GOLD, SHIELD.points)
    for id in WeaponId:
        if id not in _BARE_HANDS:
            name, weapon = id.replace("_", " "), gear_weapons(Script(), Armed(id))
            yield id.value, Ware(id.value, name, ThingKind.WEAPON, weapon.price_g * COPPER_A_GOLD, weapon.points)


def _tools() -> Iterable[tuple[str, Ware]]:
    for item, tool in TOOLS.items():
        yield item, Ware(item, item.replace("_", " "), ThingKind.GEAR, tool.price_c, tool.points)


WARES: Mapping[str, Ware] = dict((*_gear(), *_tools(), *_arms()))
"""Everything on the price lists, by its name there."""


def ware_named(said: str, wares: Mapping[str, Ware] = WARES) -> str | None:
    """The ware that people mean, by its id, its name or some of its words; None if none or several.

    >>> ware_named("torch"), ware_named("Rope"), ware_named("six spikes"), ware_named("oil")
    ('torches_2', 'rope_50ft', 'iron_spikes_6', None)
    """
    if said in wares:
        return said
    words = said.casefold().replace("_", " ").split()
    whole = " ".join(words)
    exact = [id for id, ware in wares.items() if whole in (ware.item.replace("_", " "), ware.name.casefold())]
    found = exact or [id for id in wares if words and all(_in_name(word, id, wares) for word in words)]
    return found[0] if len(found) == 1 else None


def wares_like(said: str, wares: Mapping[str, Ware] = WARES) -> list[str]:
    """The names of a few wares that people may mean."""
    words = said.casefold().replace("_", " ").split()
    speak_of = [ware.name for id, ware in wares.items() if any(_in_name(word, id, wares) for word in words)]
    return speak_of[:4] or get_close_matches(said.casefold(), [ware.name for ware in wares.values()], n=2)


def wares_found(said: str, wares: Mapping[str, Ware] = WARES) -> list[str]:
    """The wares that have every word in their names; all wares without a word.

    >>> wares_found("torch"), wares_found("long bow"), len(wares_found("")) == len(WARES)
    (['torches_2'], [], True)
    """
    words = said.casefold().replace("_", " ").split()
    return [id for id in wares if all(_in_name(word, id, wares) for word in words)]


def _in_name(word: str, id: str, wares: Mapping[str, Ware]) -> bool:
    ware = wares[id]
    listed = f"{id.replace('_', ' ')} {ware.item} " if id in WARES else ""
    return any(part.startswith(word) for part in f"{listed}{ware.name}".casefold().split())


ITEMS: Mapping[str, Ware] = {
    **{ware.item: ware for ware in WARES.values()},
    LightKind.CANDLE.value: Ware(LightKind.CANDLE.value, "candle", ThingKind.LIGHT, 0, POINTS[Size.POCKET]),
    money.COINS: Ware(money.COINS, "coins", ThingKind.COINS, 0, POINTS[Size.POCKET]),
}
"""The same by the name of a single piece, with candles and coins, which no list sells."""


def price(lots: Iterable[Lot], wares: Mapping[str, Ware] = WARES) -> int:
    """The price of lots together, in coppers."""
    return sum(wares[lot.ware].price_c * lot.count for lot in lots)


def thing(id: ThingId, lot: Lot, who: PersonId, own: Mapping[str, Ware] | None = None) -> Thing:
    """A lot in a character's hands or pack; `own` are wares that are not on the price list."""
    ware = WARES.get(lot.ware) or (own or {})[lot.ware]
    return Thing(
        id,
        ware.name,
        ware.kind,
        Carried(who, Worn.READIED if lot.readied else Worn.STOWED),
        count=ware.pieces * lot.count,
        points=ware.points * lot.count,
        worth=ware.price_c * lot.count,
        item=ware.item if lot.ware in WARES else "",
    )


def affordable(lots: Iterable[Lot], coins: int, readied: int, stowed: int) -> tuple[Lot, ...]:
    """The lots, in order, that a character can pay for and carry; what cannot be readied is packed away."""
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


def thrifty(lots: Iterable[Lot]) -> tuple[Lot, ...]:
    """The lots for a small purse: the cheapest weapon in the place of any other, and the cheapest lots first."""
    arms = [id for id, ware in WARES.items() if ware.kind is ThingKind.WEAPON]
    cheapest = min(arms, key=lambda id: (WARES[id].price_c, WARES[id].points))
    others = [lot for lot in lots if lot.ware not in arms]
    return (Lot(cheapest, readied=True), *sorted(others, key=lambda lot: price((lot,))))
