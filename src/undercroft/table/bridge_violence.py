"""A character by Violence's numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

from undercroft.books.sovereign.units import Attribute
from undercroft.table.bridge_armour import violence_ac
from undercroft.table.bridge_numbers import number, score
from undercroft.table.house import Cunning, HouseRules
from undercroft.table.people import Person
from undercroft.table.things import Thing


class Violence(Struct, frozen=True):
    """What a fight asks of somebody. Health is their hit points: there is one pool."""

    agility: int
    brawn: int
    cunning: int
    health: int
    scars: int
    ac: int
    health_max: int
    hd: int


_CUNNING: Mapping[Cunning, Callable[[int, int], int]] = {
    Cunning.INTELLIGENCE: lambda intelligence, _: intelligence,
    Cunning.WISDOM: lambda _, wisdom: wisdom,
    Cunning.BEST: max,
}


def violence(person: Person, things: Iterable[Thing], house: HouseRules) -> Violence:
    """The three scores, health, Scars and armour class; of the things, what this person wears counts."""
    return Violence(
        agility=number(person, "agility", score(person, Attribute.DEX)),
        brawn=number(person, "brawn", score(person, Attribute.STR)),
        cunning=cunning(person, house),
        health=person.hp,
        scars=person.scars,
        ac=violence_ac(person, things),
        health_max=person.hp_max,
        hd=hit_dice(person),
    )


def cunning(person: Person, house: HouseRules) -> int:
    """Cunning, from the score that the house says."""
    derived = _CUNNING[house.cunning_from](score(person, Attribute.INT), score(person, Attribute.WIS))
    return number(person, "cunning", derived)


def hit_dice(person: Person) -> int:
    """Hit Dice, as Violence counts hirelings and creatures: the level, unless set."""
    return number(person, "hd", person.sheet.level)
