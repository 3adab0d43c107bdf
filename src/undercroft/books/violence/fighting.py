"""Fighting: the attribute of an attack, and a d20 between armour and attribute."""

from enum import IntEnum, StrEnum
from typing import Annotated

from undercroft.books.violence.scars import SCAR_READINGS, Bending, Scarred
from undercroft.books.violence.units import ArmourClass, Attribute, HitDice, Score
from undercroft.kernel.dice import D20, Ask, Dice
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says

FIGHTING = Cite("Violence", "Fighting")


# Which attribute


class Means(StrEnum):
    """The means of an attack."""

    RANGED = "ranged"
    MELEE = "melee"
    MAGIC_OR_TRICKERY = "magic_or_trickery"


ATTACK_ATTRIBUTE = {
    Means.RANGED: Attribute.AGILITY,
    Means.MELEE: Attribute.BRAWN,
    Means.MAGIC_OR_TRICKERY: Attribute.CUNNING,
}


class Approach(Given, frozen=True):
    """How a fighter wants to attack."""

    kind: Annotated[Means, says("at range, hand to hand, or by magic or trickery")]
    override: Annotated[Attribute | None, says("another attribute, if the referee accepts the reason")] = None


class Chosen(Outcome, frozen=True, tag="attribute"):
    """The attribute to roll against."""

    name: Attribute


TRICKERY_FIRST = Reading(
    id="violence.choose-attribute/trickery",
    question="Which attribute is used for a spell cast from afar, or a feint with a sword?",
    choice="Cunning: magic and trickery come before range and reach.",
    because="Cunning covers magic and trickery, in whatever way they are used.",
)


@rule("violence.choose-attribute", FIGHTING, readings=(TRICKERY_FIRST,))
def choose_attribute(dice: Dice, given: Approach) -> Chosen:
    """Shoot with Agility, strike with Brawn, trick or enchant with Cunning, unless you have a good reason."""
    return Chosen(given.override or ATTACK_ATTRIBUTE[given.kind])


# The attack


class Blow(IntEnum):
    """The result of an attack."""

    MISS = 0
    MISS_EXACT = 1
    ARMOUR_WORN = 2
    WORN_EXACT = 3
    HIT = 4
    HIT_EXACT = 5


def attacked(roll: int, attribute: int, ac: int, exact_requires_hit: bool) -> Blow:
    """Above the AC and not above the attribute hits; the two exact numbers have results of their own."""
    if ac < roll < attribute:
        return Blow.HIT
    if ac < roll == attribute:
        return Blow.HIT_EXACT
    exact = roll == attribute and not exact_requires_hit
    if roll == ac > 0:
        return Blow.WORN_EXACT if exact else Blow.ARMOUR_WORN
    return Blow.MISS_EXACT if exact else Blow.MISS


def is_hit(blow: Blow) -> bool:
    """Whether damage is rolled."""
    return blow in (Blow.HIT, Blow.HIT_EXACT)


def is_exact(blow: Blow) -> bool:
    """Whether the target is stunned and another attack follows."""
    return blow in (Blow.HIT_EXACT, Blow.WORN_EXACT, Blow.MISS_EXACT)


def ac_after(blow: Blow, ac: int) -> int:
    """The target's AC afterwards."""
    return worn(ac) if blow in (Blow.ARMOUR_WORN, Blow.WORN_EXACT) else ac


def worn(ac: int) -> int:
    """An AC after a blow that damages the armour."""
    return max(0, ac - 1)


class Attack(Scarred, frozen=True, kw_only=True):
    """A fighter attacks."""

    attribute: Annotated[Score, says("the attribute used")]
    ac: Annotated[ArmourClass, says("Armour Class of the target")]
    exact_requires_hit: Annotated[bool, says("must a roll of exactly the attribute also hit, to stun?")] = False


class Hit(Outcome, frozen=True, tag="hit"):
    """Roll the weapon's damage."""

    r: int
    damage_factor: int = 1


class HitExact(Hit, frozen=True, tag="hit_exact"):
    """Roll the weapon's damage; the target is stunned, and the attacker attacks again."""


class ArmourWorn(Outcome, frozen=True, tag="armour_worn"):
    """No damage, but the armour is worn down by 1."""

    r: int
    ac: int


class WornExact(ArmourWorn, frozen=True, tag="worn_exact"):
    """No damage, but the armour is worn down by 1, the target is stunned, and the attacker attacks again."""


class Miss(Outcome, frozen=True, tag="miss"):
    """No effect."""

    r: int


class MissExact(Miss, frozen=True, tag="miss_exact"):
    """No damage, but the target is stunned, and the attacker attacks again."""


EXACT_ALWAYS_STUNS = Reading(
    id="violence.attack/exact",
    question="Must a roll of exactly the attribute also beat the armour to stun the target?",
    choice="No. It stuns all the same, and another attack follows; it just does not hit.",
    because="Neither of the two sentences on exact rolls asks for a hit.",
    switch="exact_requires_hit",
    options=(Option(False, "an exact roll stuns, hit or not"), Option(True, "only an exact roll that hits stuns")),
)
ARMOUR_AT_THE_ATTRIBUTE = Reading(
    id="violence.attack/both",
    question="What if the number rolled is both AC and attribute, or is a 0 where there is no armour?",
    choice="Both exact results apply, and nothing hits; a roll moved to 0 against AC 0 is a plain miss.",
    because="A hit must lie above the AC, and armour that is not there cannot wear.",
)
HIDDEN_ARMOUR = Reading(
    id="violence.attack/secret",
    question="Does the attacker know the AC when deciding whether to use Scars?",
    choice="No; the referee keeps it secret, and attackers know only their own attribute.",
    because="Nothing on the page makes it public.",
)


@rule(
    "violence.attack",
    FIGHTING,
    readings=(EXACT_ALWAYS_STUNS, ARMOUR_AT_THE_ATTRIBUTE, HIDDEN_ARMOUR, *SCAR_READINGS),
)
def attack(ask: Ask, given: Attack) -> Hit | HitExact | ArmourWorn | WornExact | MissExact | Miss:
    """A d20 hits if it is above their AC and not above your attribute; either number exactly has an extra effect."""
    roll = Bending(ask, given).roll("attack", D20)
    return outcome_of(attacked(roll, given.attribute, given.ac, given.exact_requires_hit), roll, given.ac)


def outcome_of(
    blow: Blow, roll: int, ac: int, factor: int = 1
) -> Hit | HitExact | ArmourWorn | WornExact | MissExact | Miss:
    """The outcome for a result."""
    match blow:
        case Blow.HIT:
            return Hit(roll, factor)
        case Blow.HIT_EXACT:
            return HitExact(roll, factor)
        case Blow.ARMOUR_WORN:
            return ArmourWorn(roll, ac_after(blow, ac))
        case Blow.WORN_EXACT:
            return WornExact(roll, ac_after(blow, ac))
        case Blow.MISS_EXACT:
            return MissExact(roll)
        case Blow.MISS:
            return Miss(roll)


# Foes' attacks


class EnemyExact(StrEnum):
    """The effect of a foe's exact Attack."""

    SAME = "same"
    DOUBLE = "double"
    BOTH = "both"


MIGHTY_HD = 9
NATURAL_TOP = 20


class EnemyAttack(Given, frozen=True):
    """A foe attacks an adventurer."""

    attack: Annotated[Score, says("the foe's Attack, 11 and its Hit Dice")]
    ac: Annotated[ArmourClass, says("Armour Class of the adventurer")]
    hd: Annotated[HitDice, says("the foe's Hit Dice, where the rule for mighty foes is used")] = 0
    exact_requires_hit: Annotated[bool, says("must a roll of exactly the Attack also hit, to stun?")] = False
    enemy_exact: Annotated[EnemyExact, says("what an exact Attack does: stuns, doubles damage, or both")] = (
        EnemyExact.SAME
    )
    high_hd_rule: Annotated[bool, says("do foes of 9 and more Hit Dice miss only below the AC?")] = False


def enemy_attacked(roll: int, attack: int, ac: int, exact_requires_hit: bool, stuns: bool, mighty: bool) -> Blow:
    """Like any attack, but the mighty miss only below the AC, and under a rival rule no one is stunned."""
    blow = attacked(roll, attack, ac, exact_requires_hit or not stuns)
    if mighty and roll >= ac:
        blow = Blow.HIT_EXACT if roll == attack else Blow.HIT
    return Blow.HIT if blow == Blow.HIT_EXACT and not stuns else blow


def damage_factor(roll: int, attack: int, doubles: bool, mighty: bool) -> int:
    """How many times a foe's damage counts."""
    return 2 if (doubles and roll == attack) or (mighty and roll == NATURAL_TOP) else 1


ENEMIES_STUN_TOO = Reading(
    id="violence.enemy-attack/exact",
    question="Does a foe's exact Attack stun and strike again, or double its damage as the page on foes has it?",
    choice="It stuns and strikes again, as an adventurer's does.",
    because="This page has foes attack in the same way, and it comes before the others.",
    switch="enemy_exact",
    options=(
        Option("same", "it stuns, and the foe attacks again"),
        Option("double", "it doubles the damage and stuns nobody"),
        Option("both", "it stuns, attacks again, and doubles the damage"),
    ),
)
NO_MIGHTY_ENEMIES = Reading(
    id="violence.enemy-attack/mighty",
    question="Do foes of 9 Hit Dice and more miss only below the AC, with double damage on a 20?",
    choice="No. If the referee wants that rule, every roll of the AC or more hits, and damage is still never doubled "
    "twice.",
    because="The page on foes says so, but this page has no such exception.",
    switch="high_hd_rule",
    options=(
        Option(False, "all foes alike"),
        Option(True, "foes of 9 Hit Dice and more hit with the AC or more, and a 20 does double damage"),
    ),
)


@rule("violence.enemy-attack", FIGHTING, readings=(EXACT_ALWAYS_STUNS, ENEMIES_STUN_TOO, NO_MIGHTY_ENEMIES))
def enemy_attack(dice: Dice, given: EnemyAttack) -> Hit | HitExact | ArmourWorn | WornExact | MissExact | Miss:
    """Foes attack as you do, between their Attack and your AC, with both exact results and no Scars."""
    roll = dice.total("foe's attack", D20)
    mighty = given.high_hd_rule and given.hd >= MIGHTY_HD
    stuns = given.enemy_exact is not EnemyExact.DOUBLE
    blow = enemy_attacked(roll, given.attack, given.ac, given.exact_requires_hit, stuns, mighty)
    factor = damage_factor(roll, given.attack, given.enemy_exact is not EnemyExact.SAME, mighty)
    return outcome_of(blow, roll, given.ac, factor)
