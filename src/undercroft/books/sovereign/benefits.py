"""Advancement Benefits: what a new level gives."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.sovereign.classes import Classed, ClassId, attack_bonus
from undercroft.books.sovereign.hit_points import DIE_HARD, HitDice, PlainDie, class_die, hit_dice
from undercroft.books.sovereign.saves import save_target
from undercroft.books.sovereign.units import HitPoints, Level, Modifier
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says

ADVANCEMENT_BENEFITS = Cite("Sovereign", "Advancement Benefits")
BY_CLASS = Cite("Sovereign", "Advancement Benefits", beyond="Classes")

FEAT_LEVELS = frozenset({2, 5, 7, 10})


# One level up


class Benefit(StrEnum):
    """The benefits of a level, in order."""

    HP = "hp"
    SAVES = "saves"
    ATTACK = "attack"
    POINTS = "points"
    FEAT = "feat"
    MAGIC = "magic"


class LevelUp(Given, frozen=True):
    """A Delver with enough experience."""

    level: Annotated[int, Meta(ge=1, le=9), says("level before")]
    in_settlement: Annotated[bool, says("in a settlement?")]


class Advanced(Outcome, frozen=True, tag="advanced"):
    """The new level, whether it gives a Feat, and the benefits in order."""

    level: int
    feat: bool
    benefits: tuple[Benefit, ...]


class NoAdvance(StrEnum):
    """Why there is no new level yet."""

    NOT_IN_SETTLEMENT = "not_in_settlement"


class AdvanceRefused(Outcome, frozen=True, tag="refused"):
    """No new level yet."""

    reason: NoAdvance


@rule("sovereign.advance.procedure", ADVANCEMENT_BENEFITS)
def advance(dice: Dice, given: LevelUp) -> Advanced | AdvanceRefused:
    """In a settlement, one level at a time: hit points, saves, attack, points, a Feat at some levels, magic."""
    if not given.in_settlement:
        return AdvanceRefused(NoAdvance.NOT_IN_SETTLEMENT)
    level = given.level + 1
    feat = level in FEAT_LEVELS
    return Advanced(level, feat, tuple(benefit for benefit in Benefit if feat or benefit is not Benefit.FEAT))


# More HP


class DieHardDice(StrEnum):
    """Which dice get Die Hard's +2."""

    EVERY = "every"
    FIRST = "first"
    NONE = "none"


class Growing(Given, frozen=True, kw_only=True):
    """A Delver who has gained a level."""

    class_id: Annotated[ClassId | None, says("class; may be left out if a hit die is named")] = None
    new_level: Annotated[int, Meta(ge=2, le=10), says("level just reached")]
    con_mod: Annotated[Modifier, says("CON")]
    current_max: Annotated[HitPoints, Meta(ge=1, le=1_000), says("most hit points until now")]
    die_hard: Annotated[bool, says("has the Die Hard feat?")] = False
    hit_die: Annotated[PlainDie | None, says("sides of a plain hit die, instead of the class's")] = None
    die_hard_dice: Annotated[DieHardDice, says("which dice Die Hard's +2 is added to")] = DieHardDice.EVERY

    def __post_init__(self) -> None:
        if self.class_id is None and self.hit_die is None:
            raise ValueError("give a class or a hit die")


class MoreHitPoints(Outcome, frozen=True, tag="hit_points"):
    """What was rolled, and the new maximum."""

    rolled: HitPoints
    hp_max: HitPoints


DIE_HARD_EVERY_LEVEL = Reading(
    id="sovereign.advance.hp/die-hard",
    question="Die Hard adds 2 to a new character's roll. Does it add to the dice of later levels?",
    choice="To every die, before the minimum of 1; a Delver who takes the feat late gets 2 for each level at once.",
    because="The game's page of feats gives it +2 hit points a level.",
    switch="die_hard_dice",
    options=(
        Option("every", "+2 on every hit die"),
        Option("first", "+2 on the first hit die only"),
        Option("none", "on no die of a later level"),
    ),
)
HIT_POINTS_RISE_TOO = Reading(
    id="sovereign.advance.hp/current",
    question="Do current hit points rise with the maximum?",
    choice="Yes, by as much.",
    because="The text speaks only of the maximum; a Delver who improves should not be worse hurt.",
)


@rule("sovereign.advance.hp", ADVANCEMENT_BENEFITS, readings=(DIE_HARD_EVERY_LEVEL, HIT_POINTS_RISE_TOO))
def advance_hp(dice: Dice, given: Growing) -> MoreHitPoints:
    """Roll a hit die for every level; a better total is the new maximum, otherwise it goes up by one."""
    sides, adds = class_die(given.class_id, given.hit_die)
    adds += given.con_mod
    hard = _hard_dice(given)
    rolled = sum(
        hit_dice(dice, HitDice(count, sides, adds + more)).rolled
        for count, more in ((hard, DIE_HARD), (given.new_level - hard, 0))
        if count
    )
    return MoreHitPoints(HitPoints(rolled), HitPoints(new_maximum(rolled, given.current_max)))


def _hard_dice(given: Growing) -> int:
    """How many of the dice get Die Hard's +2."""
    of = {DieHardDice.EVERY: given.new_level, DieHardDice.FIRST: 1, DieHardDice.NONE: 0}
    return of[given.die_hard_dice] if given.die_hard else 0


def new_maximum(rolled: int, current: int) -> int:
    """The roll if it is higher, otherwise one more than before."""
    return max(rolled, current + 1)


# Better Saves


class AtLevel(Given, frozen=True):
    """A Delver's level."""

    level: Annotated[Level, says("level")]


class SaveBase(Outcome, frozen=True, tag="base"):
    """The target of every save before attributes."""

    base: int


@rule("sovereign.advance.saves", ADVANCEMENT_BENEFITS)
def advance_saves(dice: Dice, given: AtLevel) -> SaveBase:
    """Saves start at 15 and improve by one with every level."""
    return SaveBase(save_target(given.level, 0))


# Improved Attack Bonus


class AttackBonus(Outcome, frozen=True, tag="attack"):
    """The bonus added to attacks."""

    attack_bonus: int


@rule("sovereign.advance.attack", BY_CLASS)
def advance_attack(dice: Dice, given: Classed) -> AttackBonus:
    """The attack bonus grows with the level, by the table of the class."""
    return AttackBonus(attack_bonus(given.class_id, given.level))


# A new Feat


class NewFeat(Outcome, frozen=True, tag="feat"):
    """Whether the level gives a Feat."""

    feat: bool


@rule("sovereign.advance.feat", ADVANCEMENT_BENEFITS)
def advance_feat(dice: Dice, given: AtLevel) -> NewFeat:
    """Levels 2, 5, 7 and 10 give a new Feat, or the next level of a known Feat."""
    return NewFeat(given.level in FEAT_LEVELS)


# More Spells and Arts


class Caster(StrEnum):
    """The kind of Mage."""

    FULL = "full"
    TWO_PARTIAL_MAGES = "two_partial_mages"
    NONE = "none"


class Casting(Struct, frozen=True):
    """At levels 1 to 10: the highest level of spell, spells cast a day, and spells prepared."""

    highest: tuple[int, ...]
    cast: tuple[int, ...]
    prepared: tuple[int, ...]


SPELLS = {
    Caster.FULL: Casting(
        highest= (1, 1, 2, 2, 3, 3, 4,  4,  5,  5),
        cast=    (1, 1, 2, 2, 3, 3, 4,  4,  5,  6),
        prepared=(3, 3, 4, 5, 6, 7, 8,  9,  10, 12),
    ),
    Caster.TWO_PARTIAL_MAGES: Casting(
        highest= (1, 1, 1, 2, 2, 2, 3,  3,  3,  4),
        cast=    (1, 1, 2, 2, 2, 3, 3,  4,  4,  5),
        prepared=(3, 4, 5, 6, 8, 9, 10, 12, 13, 15),
    ),
}  # fmt: skip


class Mage(Given, frozen=True):
    """A character who may cast spells."""

    caster: Annotated[Caster, says("a full Mage, a Mage of two partial classes, or none")]
    level: Annotated[Level, says("level")]


class Spells(Outcome, frozen=True, tag="spells"):
    """The highest spell level, the castings a day, and the spells prepared."""

    max_spell_level: int
    cast: int
    prepared: int


class NoSpells(Outcome, frozen=True, tag="none"):
    """No magic."""


@rule("sovereign.advance.magic", BY_CLASS)
def advance_magic(dice: Dice, given: Mage) -> Spells | NoSpells:
    """Mages cast more and higher spells as they advance."""
    if given.caster is Caster.NONE:
        return NoSpells()
    casting, at = SPELLS[given.caster], given.level - 1
    return Spells(casting.highest[at], casting.cast[at], casting.prepared[at])
