"""The armour a person wears, by each book."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil

from msgspec import Struct

from undercroft.books.neverwhere.characters import PLAIN_AC
from undercroft.books.sovereign.arms import Armor, Wearing, combat_armor_class
from undercroft.books.sovereign.units import Attribute
from undercroft.books.violence.equipment import EQUIPMENT, Item
from undercroft.kernel.script import Script
from undercroft.table.bridge.numbers import modifier, number
from undercroft.table.state.people import Person
from undercroft.table.state.things import Carried, Thing, Worn

SHIELD = "shield"

BY_VIOLENCE: Mapping[Armor, Item] = {
    Armor.NONE: Item.UNARMOURED,
    Armor.LEATHER: Item.LIGHT_ARMOUR,
    Armor.CHAIN: Item.MEDIUM_ARMOUR,
    Armor.PLATE: Item.HEAVY_ARMOUR,
}
_BY_NAME: Mapping[str, Armor] = {name: suit for suit, item in BY_VIOLENCE.items() for name in (suit.value, item.value)}


class Dress(Struct, frozen=True):
    """What a person wears: their heaviest armour, and a shield if they have one."""

    armour: Armor = Armor.NONE
    shield: bool = False

    @property
    def words(self) -> str:
        """The armour in words."""
        worn = "no armour" if self.armour is Armor.NONE else self.armour.value
        return f"{worn} and shield" if self.shield else worn

    @property
    def heavy(self) -> bool:
        """Whether it counts as heavy clothing in the heat."""
        return self.armour is Armor.PLATE


def dress(person: Person, things: Iterable[Thing]) -> Dress:
    """The armour a person wears: readied armour among these things that is not broken."""
    readied = (thing for thing in things if thing.place == Carried(person.id, Worn.READIED) and not thing.broken)
    worn = {thing.item for thing in readied if thing.count}
    suits = [_BY_NAME[item] for item in worn if item in _BY_NAME]
    return Dress(max(suits, key=list(Armor).index, default=Armor.NONE), SHIELD in worn)


def is_armour(item: str) -> bool:
    """Whether an item is armour or a shield."""
    return item == SHIELD or (item in _BY_NAME and _BY_NAME[item] is not Armor.NONE)


def natural_ac(person: Person) -> int:
    """Violence's armour class of bare skin; 0 for most people."""
    return number(person, "natural_ac", 0)


def violence_ac(person: Person, things: Iterable[Thing]) -> int:
    """Armour class by Violence, from the armour and shield."""
    wearing = dress(person, things)
    armour = EQUIPMENT[BY_VIOLENCE[wearing.armour]].ac or 0
    shield = (EQUIPMENT[Item.SHIELD].ac or 0) if wearing.shield else 0
    return number(person, "ac", armour + shield + natural_ac(person))


def sovereign_ac(person: Person, things: Iterable[Thing]) -> int:
    """Armour class by Sovereign, from the armour, shield and DEX."""
    wearing = dress(person, things)
    given = Wearing(wearing.armour, wearing.shield, modifier(person, Attribute.DEX))
    return number(person, "armour_class", combat_armor_class(Script(), given).ac)


def neverwhere_ac(violence_ac: int, reflexes: Fraction) -> int:
    """The armour class a throw by Neverwhere must beat, for a target armoured by Violence."""
    return PLAIN_AC + ceil(reflexes) + violence_ac
