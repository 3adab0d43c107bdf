"""The names of gear in a file where they differ from the items' own, and the value of coins."""

from collections.abc import Mapping

from undercroft.books.sovereign.arms import Armor, WeaponId
from undercroft.books.sovereign.equipment import COPPER_A_GOLD, COPPER_A_SILVER
from undercroft.table.gear import prices

OTHERWISE: Mapping[str, str] = {
    **{
        bought: f"they are used one by one: write {ware.item} x{ware.pieces}"
        for bought, ware in prices.WARES.items()
        if bought != ware.item
    },
    WeaponId.UNARMED.value: "leave it out: everybody has bare hands",
    WeaponId.SHIELD_BASH.value: "list the shield",
    Armor.NONE.value: "leave it out: people without armour need no entry",
}
"""Names from the lists that are not single things to carry, and what to write instead."""

COPPERS: Mapping[str, int] = {"gold": COPPER_A_GOLD, "silver": COPPER_A_SILVER, "copper": 1}
"""The value of a coin of each metal, the most valuable first."""
