"""A character by Violence's numbers."""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.sovereign.units import Attribute, SkillLevel
from undercroft.books.violence.enemies import ATTACK_BASE
from undercroft.books.violence.fighting import (
    EXACT_ALWAYS_STUNS,
    ArmourWorn,
    Attack,
    Hit,
    HitExact,
    Miss,
    MissExact,
    WornExact,
    attacked,
    outcome_of,
)
from undercroft.books.violence.scars import SCAR_READINGS, Bending
from undercroft.books.violence.units import MOST_GROWN
from undercroft.kernel.dice import D20, Ask
from undercroft.kernel.rules import Cite, Reading, rule, says
from undercroft.table.bridge.armour import violence_ac
from undercroft.table.bridge.numbers import number, score
from undercroft.table.state.house_rules import Cunning, HouseRules
from undercroft.table.state.people import Person
from undercroft.table.state.things import Thing


class Violence(Struct, frozen=True):
    """A person's numbers in a fight by Violence. Health is their hit points."""

    agility: int
    brawn: int
    cunning: int
    health: int
    scars: int
    ac: int
    health_max: int
    hd: int
    attack: int


_CUNNING: Mapping[Cunning, Callable[[int, int], int]] = {
    Cunning.INTELLIGENCE: lambda intelligence, _: intelligence,
    Cunning.WISDOM: lambda _, wisdom: wisdom,
    Cunning.BEST: max,
}


def violence(person: Person, things: Iterable[Thing], house: HouseRules) -> Violence:
    """A person's numbers by Violence, with the armour they wear among these things."""
    return Violence(
        agility=number(person, "agility", score(person, Attribute.DEX)),
        brawn=number(person, "brawn", score(person, Attribute.STR)),
        cunning=cunning(person, house),
        health=person.hp,
        scars=person.scars,
        ac=violence_ac(person, things),
        health_max=person.hp_max,
        hd=hit_dice(person),
        attack=number(person, "attack", ATTACK_BASE + hit_dice(person)),
    )


def cunning(person: Person, house: HouseRules) -> int:
    """Cunning, from the score the house rules name."""
    derived = _CUNNING[house.cunning_from](score(person, Attribute.INT), score(person, Attribute.WIS))
    return number(person, "cunning", derived)


def hit_dice(person: Person) -> int:
    """Hit Dice by Violence: the level, unless set by hand."""
    return number(person, "hd", person.sheet.level)


class TrainedAttack(Attack, frozen=True, kw_only=True):
    """An attack by a character of a Sovereign class."""

    attack_bonus: Annotated[int, Meta(ge=-20, le=40), says("attack bonus of class and level")]
    skill: Annotated[SkillLevel, says("Stab, Shoot or Brawl")]


WHAT_TRAINING_DOES = Reading(
    id="house.attack/training",
    question="What are an attack bonus and a combat skill worth where a d20 must land between armour and attribute?",
    choice="Both are added to the attribute, but not past 18; each point beyond that adds one to the damage.",
    because="Every level and every point of skill then counts, and the exact number stays on the die.",
)


@rule(
    "house.attack",
    Cite("The table", "Trained fighters"),
    readings=(WHAT_TRAINING_DOES, EXACT_ALWAYS_STUNS, *SCAR_READINGS),
)
def trained_attack(ask: Ask, given: TrainedAttack) -> Hit | HitExact | ArmourWorn | WornExact | MissExact | Miss:
    """A Violence attack with an attribute raised by training."""
    attribute = trained(given.attribute, given.attack_bonus + given.skill)
    roll = Bending(ask, given).roll("attack", D20)
    return outcome_of(attacked(roll, attribute, given.ac, given.exact_requires_hit), roll, given.ac)


def trained(attribute: int, training: int) -> int:
    """The attack attribute raised by training."""
    return max(1, min(attribute + training, max(attribute, MOST_GROWN)))


def surplus(attribute: int, training: int) -> int:
    """The damage bonus from training: the part that exceeds the attribute's limit."""
    return max(0, attribute + training - trained(attribute, training))
