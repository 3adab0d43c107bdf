"""Armour worn, as each book counts it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil

from msgspec import Struct

from undercroft.books.neverwhere.characters import PLAIN_AC
from undercroft.books.sovereign.arms import Armor, Wearing, combat_armor_class
from undercroft.books.sovereign.units import Attribute
from undercroft.books.violence.equipment import EQUIPMENT, Item
from undercroft.kernel.script import Script
from undercroft.table.bridge_numbers import modifier, number
from undercroft.table.people import Person
from undercroft.table.things import Carried, Thing, Worn

SHIELD = "shield"

BY_VIOLENCE: Mapping[Armor, Item] = {
    Armor.NONE: Item.UNARMOURED,
    Armor.LEATHER: Item.LIGHT_ARMOUR,
    Armor.CHAIN: Item.MEDIUM_ARMOUR,
    Armor.PLATE: Item.HEAVY_ARMOUR,
}
_BY_NAME: Mapping[str, Armor] = {name: suit for suit, item in BY_VIOLENCE.items() for name in (suit.value, item.value)}


class Dress(Struct, frozen=True):
    """What somebody wears: the heaviest of their armour, and perhaps a shield."""

    armour: Armor = Armor.NONE
    shield: bool = False

    @property
    def words(self) -> str:
        """The armour in words."""
        worn = "no armour" if self.armour is Armor.NONE else self.armour.value
        return f"{worn} and shield" if self.shield else worn

    @property
    def heavy(self) -> bool:
        """Whether it is heavy clothing in the heat."""
        return self.armour is Armor.PLATE


def dress(person: Person, things: Iterable[Thing]) -> Dress:
    """What somebody wears of these things; worn is what they carry readied, and broken armour is none."""
    readied = (thing for thing in things if thing.place == Carried(person.id, Worn.READIED) and not thing.broken)
    worn = {thing.item for thing in readied if thing.count}
    suits = [_BY_NAME[item] for item in worn if item in _BY_NAME]
    return Dress(max(suits, key=list(Armor).index, default=Armor.NONE), SHIELD in worn)


def is_armour(item: str) -> bool:
    """Whether that is worn for protection."""
    return item == SHIELD or (item in _BY_NAME and _BY_NAME[item] is not Armor.NONE)


def natural_ac(person: Person) -> int:
    """Violence's armour class of the bare skin; nothing, for most."""
    return number(person, "natural_ac", 0)


def violence_ac(person: Person, things: Iterable[Thing]) -> int:
    """Armour class by Violence: by how heavy the armour is, and a shield."""
    wearing = dress(person, things)
    armour = EQUIPMENT[BY_VIOLENCE[wearing.armour]].ac or 0
    shield = (EQUIPMENT[Item.SHIELD].ac or 0) if wearing.shield else 0
    return number(person, "ac", armour + shield + natural_ac(person))


def sovereign_ac(person: Person, things: Iterable[Thing]) -> int:
    """Armour class by Sovereign: armour, shield and DEX."""
    wearing = dress(person, things)
    given = Wearing(wearing.armour, wearing.shield, modifier(person, Attribute.DEX))
    return number(person, "armour_class", combat_armor_class(Script(), given).ac)


def neverwhere_ac(violence_ac: int, reflexes: Fraction) -> int:
    """The armour class that a throw by Neverwhere must beat, of somebody armoured by Violence."""
    return PLAIN_AC + ceil(reflexes) + violence_ac
