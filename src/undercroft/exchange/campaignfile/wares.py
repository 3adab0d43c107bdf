"""What gear is called in a file: the ids of Sovereign's lists, each with its name, its kind and its load."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from undercroft.books.delving.timers import LightKind
from undercroft.books.sovereign.arms import ARMOUR, SHIELD, WEAPONS, Armor, WeaponId
from undercroft.books.sovereign.encumbrance import POINTS, Size
from undercroft.books.sovereign.equipment import COPPERS, GEAR, Item
from undercroft.table.things import Kind

BUNDLE = 2
"""Torches are listed in bundles of so many, and burn one by one."""


class Ware(Struct, frozen=True):
    """What is known of an item by its id; `points` encumber whoever carries `lot` of them."""

    name: str
    kind: Kind
    points: int
    lot: int = 1

    def load(self, count: int) -> int:
        """What so many encumber."""
        return -(-count // self.lot) * self.points


_NAMES = {
    Item.HEALERS_KIT: "healer's kit",
    Item.THIEVES_TOOLS: "thieves' tools",
    Item.LANTERN: "lantern",
    Item.OIL_COMMON_PINT: "pint of oil",
    Item.OIL_MILITARY_PINT: "pint of military oil",
    Item.TINDERBOX: "tinderbox",
    Item.RATION_DAY: "day's rations",
    Item.WATERSKIN: "waterskin",
    Item.ROPE_50FT: "rope, 50 feet",
    Item.IRON_SPIKES_6: "iron spikes, six",
    Item.CROWBAR: "crowbar",
    Item.GRAPPLING_HOOK: "grappling hook",
    Item.HAMMER_SMALL: "small hammer",
    Item.MIRROR_HAND: "hand mirror",
    Item.POLE_10FT: "pole, 10 feet",
    Item.QUIVER_ARROWS: "quiver of arrows",
    Item.BLANKET: "blanket",
    Item.MANACLES: "manacles",
    Item.LOCK: "lock",
    Item.CHEST_HOLDS_50: "chest",
}

_KINDS = {
    Item.LANTERN: Kind.LIGHT,
    Item.OIL_COMMON_PINT: Kind.OIL,
    Item.OIL_MILITARY_PINT: Kind.OIL,
    Item.RATION_DAY: Kind.FOOD,
    Item.WATERSKIN: Kind.WATER,
}

_SUITS = {Armor.LEATHER: "leather armour", Armor.CHAIN: "chain armour", Armor.PLATE: "plate armour"}
_BARE_HANDS = frozenset({WeaponId.UNARMED, WeaponId.SHIELD_BASH})

WARES: Mapping[str, Ware] = {
    **{item: Ware(name, _KINDS.get(item, Kind.GEAR), GEAR[item].points) for item, name in _NAMES.items()},
    LightKind.TORCH: Ware("torch", Kind.LIGHT, GEAR[Item.TORCHES_2].points, BUNDLE),
    LightKind.CANDLE: Ware("candle", Kind.LIGHT, POINTS[Size.POCKET]),
    **{armor: Ware(name, Kind.ARMOUR, ARMOUR[armor].points) for armor, name in _SUITS.items()},
    "shield": Ware("shield", Kind.SHIELD, SHIELD.points),
    **{
        weapon: Ware(weapon.replace("_", " "), Kind.WEAPON, WEAPONS[weapon].points)
        for weapon in WEAPONS
        if weapon not in _BARE_HANDS
    },
}
"""Every item a file may name."""

OTHERWISE: Mapping[str, str] = {
    Item.TORCHES_2: "torches burn one by one: write torch x2",
    WeaponId.UNARMED: "bare hands need not be listed",
    WeaponId.SHIELD_BASH: "list the shield",
    Armor.NONE: "who wears nothing lists nothing",
}
"""Names from the lists that are no things one could carry, and what to write instead."""

COINS = tuple(COPPERS)
"""The kinds of coins, dearest first."""


def coin_name(coin: str) -> str:
    """What a heap of coins is called."""
    return f"{coin} pieces"


def coin_worth(coin: str, count: int) -> int:
    """What so many coins are worth, in coppers."""
    return COPPERS[coin] * count
