"""The game's page on equipment: weapons and armour."""

from enum import StrEnum
from typing import Annotated

from msgspec import Struct

from undercroft.books.violence.units import Silver
from undercroft.kernel.dice import Dice
from undercroft.kernel.notation import parse
from undercroft.kernel.rules import Cite, Given, Outcome, rule, says


class Item(StrEnum):
    """Weapons, armour, and two other things that matter in a fight."""

    SMALL_MELEE = "small melee"
    MEDIUM_MELEE = "medium melee"
    LARGE_MELEE = "large melee"
    SMALL_RANGED = "small ranged"
    MEDIUM_RANGED = "medium ranged"
    LARGE_RANGED = "large ranged"
    UNARMOURED = "unarmoured"
    LIGHT_ARMOUR = "light armour"
    MEDIUM_ARMOUR = "medium armour"
    HEAVY_ARMOUR = "heavy armour"
    SHIELD = "shield"
    HELMET = "helmet"
    BELT_POUCH = "belt pouch"


class Special(StrEnum):
    """A special effect of an item."""

    BEATS_PRONE = "ignores the armour of the prone"
    RELOAD_FREE = "reloads at once"
    RELOAD_MOVE = "reloading is a move"
    BEATS_ARMOUR = "ignores armour; reloading takes a Round"
    SAVES_ONCE = "can be given up to cancel one damage roll"
    AT_HAND = "keeps one item at hand, without a check"


class Figures(Struct, frozen=True):
    """A line of the list: price, damage, modifiers to initiative and AC, and special effects."""

    sp: int
    damage: str | None = None
    initiative: int = 0
    ac: int | None = None
    special: Special | None = None


SMALL, MEDIUM, LARGE = "1d6-1", "1d6", "2d6k1"

EQUIPMENT = {
    Item.SMALL_MELEE:   Figures(4, SMALL, special=Special.BEATS_PRONE),
    Item.MEDIUM_MELEE:  Figures(8, MEDIUM),
    Item.LARGE_MELEE:   Figures(12, LARGE, initiative=2),
    Item.SMALL_RANGED:  Figures(4, SMALL, initiative=-2, special=Special.RELOAD_FREE),
    Item.MEDIUM_RANGED: Figures(8, MEDIUM, special=Special.RELOAD_MOVE),
    Item.LARGE_RANGED:  Figures(12, LARGE, special=Special.BEATS_ARMOUR),
    Item.UNARMOURED:    Figures(0, ac=0),
    Item.LIGHT_ARMOUR:  Figures(30, ac=3),
    Item.MEDIUM_ARMOUR: Figures(50, ac=5),
    Item.HEAVY_ARMOUR:  Figures(80, ac=7),
    Item.SHIELD:        Figures(15, ac=1),
    Item.HELMET:        Figures(10, special=Special.SAVES_ONCE),
    Item.BELT_POUCH:    Figures(1, special=Special.AT_HAND),
}  # fmt: skip


WORN = frozenset({Item.UNARMOURED, Item.LIGHT_ARMOUR, Item.MEDIUM_ARMOUR, Item.HEAVY_ARMOUR})


class Carried(Given, frozen=True):
    """A weapon or a suit of armour."""

    item: Annotated[Item, says("the weapon or armour")]
    shield: Annotated[bool, says("is a shield carried with the armour?")] = False

    def __post_init__(self) -> None:
        if self.shield and self.item not in WORN:
            raise ValueError("a shield goes with armour, or with none")


class Stats(Outcome, frozen=True, tag="stats"):
    """Its price and effects, including a shield; for a weapon, the damage of one hit."""

    sp: Silver
    damage: int | None
    initiative: int
    ac: int | None
    special: Special | None


@rule("violence.equipment", Cite("Violence", "Fighting", beyond="Equipment"))
def equipment(dice: Dice, given: Carried) -> Stats:
    """Bigger weapons do more damage, heavier armour protects more, and a shield adds 1 to any armour."""
    line = EQUIPMENT[given.item]
    damage = None if line.damage is None else max(0, dice.total("damage", parse(line.damage)))
    if not given.shield:
        return Stats(Silver(line.sp), damage, line.initiative, line.ac, line.special)
    both = (line, EQUIPMENT[Item.SHIELD])
    return Stats(Silver(sum(part.sp for part in both)), None, 0, sum(part.ac or 0 for part in both), None)
