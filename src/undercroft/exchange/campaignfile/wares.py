"""What gear is called in a file: the ids of Sovereign's lists, each with its name, its kind and its load."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from undercroft.books.delving.timers import LightKind
from undercroft.books.sovereign.arms import Armor, WeaponId
from undercroft.books.sovereign.encumbrance import POINTS, Size
from undercroft.books.sovereign.equipment import COPPER_A_GOLD, COPPER_A_SILVER
from undercroft.table import purses, wares
from undercroft.table.things import Kind


class Ware(Struct, frozen=True):
    """What is known of an item by its id; `points` encumber whoever carries `lot` of them."""

    name: str
    kind: Kind
    points: int
    lot: int = 1

    def load(self, count: int) -> int:
        """What so many encumber."""
        return -(-count // self.lot) * self.points


WARES: Mapping[str, Ware] = {
    **{ware.item: Ware(ware.name, ware.kind, ware.points, ware.pieces) for ware in wares.WARES.values()},
    LightKind.CANDLE.value: Ware("candle", Kind.LIGHT, POINTS[Size.POCKET]),
    purses.COINS: Ware("coins", Kind.COINS, POINTS[Size.POCKET]),
}
"""Every item a file may name."""

OTHERWISE: Mapping[str, str] = {
    **{
        bought: f"they are used one by one: write {ware.item} x{ware.pieces}"
        for bought, ware in wares.WARES.items()
        if bought != ware.item
    },
    WeaponId.UNARMED.value: "bare hands need not be listed",
    WeaponId.SHIELD_BASH.value: "list the shield",
    Armor.NONE.value: "who wears nothing lists nothing",
}
"""Names from the lists that are no single things to carry, and what to write instead."""

COPPERS: Mapping[str, int] = {"gold": COPPER_A_GOLD, "silver": COPPER_A_SILVER, "copper": 1}
"""What a coin of each metal is worth, the dearest first."""
