"""Tools that a rule knows and Sovereign's list does not: what they are called, cost and weigh.

No book has a price for shovels and picks: they cost what a crowbar costs, wooden ones half of it, and they are as
unwieldy as a pole. The belt pouch is Violence's.
"""

from collections.abc import Mapping

from undercroft.books.sovereign.encumbrance import POINTS, Size
from undercroft.books.sovereign.equipment import COPPER_A_SILVER, GEAR, Gear, Item
from undercroft.books.sovereign.units import Load
from undercroft.books.violence import equipment as violence
from undercroft.table.state.things import PICK, SHOVEL, wooden


def _digging(price_c: int) -> Gear:
    return Gear(price_c, GEAR[Item.POLE_10FT].points)


_IRON, _WOOD = _digging(GEAR[Item.CROWBAR].price_c), _digging(GEAR[Item.CROWBAR].price_c // 2)
_POUCH = violence.EQUIPMENT[violence.Item.BELT_POUCH]

TOOLS: Mapping[str, Gear] = {
    PICK: _IRON,
    SHOVEL: _IRON,
    wooden(PICK): _WOOD,
    wooden(SHOVEL): _WOOD,
    violence.Item.BELT_POUCH.value: Gear(_POUCH.sp * COPPER_A_SILVER, Load(POINTS[Size.POCKET])),
}
"""Price and load of each tool."""
