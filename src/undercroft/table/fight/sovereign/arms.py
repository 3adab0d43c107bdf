"""Weapons in hand, as a fight by Sovereign uses them."""

from collections.abc import Iterable

from msgspec import Struct

from undercroft.books.sovereign.arms import WEAPONS, Trait, WeaponId
from undercroft.books.sovereign.combat import Action
from undercroft.books.sovereign.units import Attribute, Skill
from undercroft.books.violence.equipment import EQUIPMENT, Item
from undercroft.table import bridge
from undercroft.table.fight.weapons import MELEE, RANGED
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import PersonId, ThingId
from undercroft.table.state.people import Person
from undercroft.table.state.things import Thing, Worn

TRAINED_TO_SHOOT = 1
"""The level of Shoot from which nocking an arrow is free."""


class Arm(Struct, frozen=True):
    """A weapon and a way to use it."""

    name: str
    skill: Skill
    attributes: tuple[Attribute, ...]
    damage: str
    thing: ThingId | None = None
    ranged: bool = False
    thrown: bool = False
    shock: int | None = None
    shock_ac: int | None = None
    traits: frozenset[Trait] = frozenset()
    range_ft: int | None = None
    most_ft: int | None = None
    adds: Skill | None = None
    """A skill that counts for the damage."""

    @property
    def id(self) -> ThingId:
        """The name of the weapon in an attack; bare hands are `unarmed`."""
        return ThingId(WeaponId.UNARMED.value) if self.thing is None else self.thing

    @property
    def unarmed(self) -> bool:
        """Whether these are bare hands."""
        return self.thing is None

    @property
    def shoots(self) -> bool:
        """Whether it is a bow or a crossbow, useless in melee."""
        return self.ranged and not self.thrown

    def reload(self, shoot: int) -> Action | None:
        """How it is made ready for the next shot at that level of Shoot; None if it need not be."""
        if Trait.SLOW_RELOAD in self.traits:
            return Action.RELOAD_CROSSBOW
        if Trait.RELOAD in self.traits:
            return Action.NOCK_ARROW_TRAINED if shoot >= TRAINED_TO_SHOOT else Action.NOCK_ARROW
        return None


def arms_of(known: Campaign, who: PersonId) -> tuple[Arm, ...]:
    """Every way a character can attack with readied weapons, bare hands last."""
    readied = (thing for thing in known.carried_by(who, Worn.READIED) if thing.count)
    return (*(arm for thing in readied for arm in _ways(thing.item, thing)), *_ways(WeaponId.UNARMED.value, None))


def arm_of(known: Campaign, who: PersonId, thing: ThingId | None, *, thrown: bool | None = None) -> Arm | None:
    """A weapon that a character has in hand, used in a way; without a name, the first."""
    found = (arm for arm in arms_of(known, who) if thing in (None, arm.id) and thrown in (None, arm.thrown))
    return next(found, None)


def skill_with(person: Person, arm: Arm) -> int:
    """A character's level in the skill that a weapon uses."""
    return bridge.skill(person, arm.skill)


def _ways(item: str, thing: Thing | None) -> Iterable[Arm]:
    if item in MELEE or item in RANGED:
        yield _of_violence(Item(item), thing)
    elif item in set(WeaponId):
        yield from _of_sovereign(WeaponId(item), thing)


def _of_violence(item: Item, thing: Thing | None) -> Arm:
    """A weapon that only Violence describes: its damage, without Shock."""
    line, ranged = EQUIPMENT[item], item in RANGED
    return Arm(
        thing.name if thing is not None else item.value,
        Skill.SHOOT if ranged else Skill.STAB,
        (Attribute.DEX,) if ranged else (Attribute.STR,),
        line.damage or "1d4",
        thing.id if thing is not None else None,
        ranged=ranged,
    )


def _of_sovereign(id: WeaponId, thing: Thing | None) -> Iterable[Arm]:
    row = WEAPONS[id]
    name = thing.name if thing is not None else "bare hands"
    bow = bool({Trait.RELOAD, Trait.SLOW_RELOAD} & set(row.traits))
    only_thrown = Trait.NUMEROUS in row.traits
    traits, damage, held = frozenset(row.traits), f"1d{row.weapon_die}", thing.id if thing is not None else None
    if not only_thrown:
        skill = Skill.BRAWL if id is WeaponId.UNARMED else Skill.SHOOT if bow else Skill.STAB
        yield Arm(
            name, skill, row.attributes, damage, held, ranged=bow, shock=row.shock, shock_ac=row.shock_ac,
            traits=traits, range_ft=row.range_ft if bow else None, most_ft=row.most_ft if bow else None, adds=row.adds,
        )  # fmt: skip
    if Trait.THROWN in row.traits:
        yield Arm(
            name if only_thrown else f"{name}, thrown", Skill.SHOOT, (Attribute.DEX,), damage, held, ranged=True,
            thrown=True, traits=traits, range_ft=row.range_ft, most_ft=row.most_ft,
        )  # fmt: skip
