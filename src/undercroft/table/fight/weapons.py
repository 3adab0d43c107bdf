"""Weapons of two books, as a fight by Violence uses them."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from msgspec import Struct

from undercroft.books.sovereign.arms import WEAPONS, Trait, WeaponId
from undercroft.books.sovereign.units import Attribute as SovereignAttribute
from undercroft.books.sovereign.units import Skill
from undercroft.books.violence.equipment import EQUIPMENT, Item, Special
from undercroft.books.violence.fighting import ATTACK_ATTRIBUTE, Means
from undercroft.books.violence.units import Attribute
from undercroft.kernel.remembering import remembering
from undercroft.table import bridge
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import Prowess
from undercroft.table.state.ids import BARE_HANDS, PersonId, ThingId
from undercroft.table.state.people import Person
from undercroft.table.state.things import Thing, Worn

_SMALL, _MEDIUM, _LARGE = Item.SMALL_MELEE, Item.MEDIUM_MELEE, Item.LARGE_MELEE

LIKE: Mapping[WeaponId, Item] = {
    WeaponId.HAND_AXE: _MEDIUM,
    WeaponId.WAR_AXE: _LARGE,
    WeaponId.BLACKJACK: _SMALL,
    WeaponId.LARGE_BOW: Item.MEDIUM_RANGED,
    WeaponId.SMALL_BOW: Item.MEDIUM_RANGED,
    WeaponId.CLUB: _SMALL,
    WeaponId.GREAT_CLUB: _LARGE,
    WeaponId.CROSSBOW: Item.LARGE_RANGED,
    WeaponId.DAGGER: _SMALL,
    WeaponId.POLEARM: _LARGE,
    WeaponId.GREAT_HAMMER: _LARGE,
    WeaponId.MACE: _MEDIUM,
    WeaponId.HEAVY_SPEAR: _LARGE,
    WeaponId.LIGHT_SPEAR: _MEDIUM,
    WeaponId.THROWING_BLADE: Item.SMALL_RANGED,
    WeaponId.STAFF: _MEDIUM,
    WeaponId.STILETTO: _SMALL,
    WeaponId.GREAT_SWORD: _LARGE,
    WeaponId.LONG_SWORD: _MEDIUM,
    WeaponId.SHORT_SWORD: _MEDIUM,
    WeaponId.SHIELD_BASH: _SMALL,
    WeaponId.UNARMED: _SMALL,
}
"""The weapon of Violence whose traits a weapon of Sovereign has; the damage stays Sovereign's."""

MELEE = frozenset({_SMALL, _MEDIUM, _LARGE})
RANGED = frozenset({Item.SMALL_RANGED, Item.MEDIUM_RANGED, Item.LARGE_RANGED})
UNARMED = WeaponId.UNARMED
_ATTRIBUTES = {SovereignAttribute.STR: Attribute.BRAWN, SovereignAttribute.DEX: Attribute.AGILITY}


class Reload(StrEnum):
    """What reloading a weapon takes."""

    NOTHING = "nothing"
    MOVE = "move"
    ACTION = "action"


_RELOADS = {Special.RELOAD_MOVE: Reload.MOVE, Special.BEATS_ARMOUR: Reload.ACTION}


class Weapon(Struct, frozen=True):
    """A weapon and a way to use it."""

    name: str
    means: Means
    damage: str
    attributes: tuple[Attribute, ...]
    """The attributes it can be used with, the usual one first."""
    skill: Skill
    thing: ThingId | None = None
    initiative: int = 0
    beats_armour: bool = False
    reload: Reload = Reload.NOTHING

    @property
    def id(self) -> ThingId:
        """The name of the weapon in an attack; bare hands are `unarmed`."""
        return BARE_HANDS if self.thing is None else self.thing


@remembering(1024)
def weapons_of(known: Campaign, who: PersonId) -> tuple[Weapon, ...]:
    """Every way a character can attack with readied weapons, bare hands last."""
    person = known.people[who]
    readied = known.carried_by(who, Worn.READIED)
    armed = tuple(weapon for thing in readied if thing.count for weapon in _ways(known, person, thing))
    return (*armed, *_ways(known, person, None))


def weapon_of(known: Campaign, who: PersonId, thing: ThingId | None, means: Means | None = None) -> Weapon | None:
    """A weapon that a character has in hand, used in a way; without a name, the first."""
    found = (
        weapon for weapon in weapons_of(known, who) if thing in (None, weapon.id) and means in (None, weapon.means)
    )
    return next(found, None)


def initiative_of(known: Campaign, who: PersonId) -> int:
    """The initiative modifier of the weapon in hand."""
    return weapons_of(known, who)[0].initiative


def _ways(known: Campaign, person: Person, thing: Thing | None) -> Iterable[Weapon]:
    item = UNARMED.value if thing is None else thing.item
    if item in MELEE or item in RANGED:
        yield _of_violence(Item(item), thing)
    elif item in set(WeaponId):
        yield from _of_sovereign(known, person, WeaponId(item), thing)


def _of_violence(item: Item, thing: Thing | None) -> Weapon:
    line = EQUIPMENT[item]
    means = Means.MELEE if item in MELEE else Means.RANGED
    return Weapon(
        thing.name if thing is not None else item.value,
        means,
        line.damage or "",
        (ATTACK_ATTRIBUTE[means],),
        Skill.STAB if means is Means.MELEE else Skill.SHOOT,
        thing.id if thing is not None else None,
        line.initiative,
        line.special is Special.BEATS_ARMOUR,
        _RELOADS.get(line.special, Reload.NOTHING) if line.special is not None else Reload.NOTHING,
    )


def _of_sovereign(known: Campaign, person: Person, id: WeaponId, thing: Thing | None) -> Iterable[Weapon]:
    """A weapon of Sovereign: its own damage with the traits of Violence; a throwing weapon can also be thrown."""
    row = WEAPONS[id]
    like = _of_violence(LIKE[id], thing)
    adds = max(0, bridge.skill(person, row.adds)) if row.adds is not None else 0
    damage = f"1d{row.weapon_die}+{adds}" if adds else f"1d{row.weapon_die}"
    name = thing.name if thing is not None else "bare hands"
    skill = Skill.BRAWL if id is UNARMED else like.skill
    attributes = tuple(_ATTRIBUTES[attribute] for attribute in row.attributes)
    if like.means is Means.MELEE:
        usual = attributes if known.house.prowess is Prowess.SOVEREIGN else like.attributes
        yield Weapon(name, Means.MELEE, damage, usual, skill, like.thing, like.initiative)
    if like.means is Means.RANGED or Trait.THROWN in row.traits:
        shot = like if like.means is Means.RANGED else _of_violence(Item.SMALL_RANGED, thing)
        thrown = name if shot is like else f"{name}, thrown"
        yield Weapon(
            thrown, Means.RANGED, damage, shot.attributes, Skill.SHOOT, shot.thing, shot.initiative,
            shot.beats_armour, shot.reload,
        )  # fmt: skip
