"""Hit Points."""

from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.classes import CLASS_TABLE, HIT_DIE, ClassId
from undercroft.books.sovereign.units import MOST_DICE, HitPoints, Modifier
from undercroft.kernel.dice import D8, Dice, Roll
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says

HIT_POINTS = Cite("Sovereign", "Hit Points")

LEAST_OF_A_DIE = 1
DIE_HARD = 2

PlainDie = Annotated[int, Meta(ge=2, le=12)]
"""The sides of a hit die."""


# Hit dice


class HitDice(Given, frozen=True):
    """Hit dice to roll."""

    count: Annotated[int, Meta(ge=1, le=10), says("how many hit dice")]
    sides: Annotated[PlainDie, says("sides of each die")] = HIT_DIE
    adds: Annotated[int, Meta(ge=-20, le=20), says("what class, CON and feats add to each")] = 0


class HitDiceRolled(Outcome, frozen=True, tag="rolled"):
    """The total of the dice."""

    rolled: HitPoints


@rule("sovereign.hp.dice", HIT_POINTS)
def hit_dice(dice: Dice, given: HitDice) -> HitDiceRolled:
    """Additions count for each hit die, and no die is worth less than 1."""
    count, sides, adds = given.count, given.sides, given.adds
    if adds >= 0:
        return HitDiceRolled(HitPoints(dice.total("hit dice", Roll(count, sides)) + count * adds))
    if count == 1:
        return HitDiceRolled(HitPoints(hit_die_worth(dice.total("hit die", Roll(1, sides)), adds)))
    # Rolled in halves, so that the odds follow equal sums once: ten single dice would have too many ways to fall.
    half = hit_dice(dice, HitDice(count // 2, sides, adds)).rolled
    rest = hit_dice(dice, HitDice(count - count // 2, sides, adds)).rolled
    return HitDiceRolled(HitPoints(half + rest))


def hit_die_worth(face: int, adds: int) -> int:
    """One die with its addition, at least 1."""
    return max(LEAST_OF_A_DIE, face + adds)


# A new character


class NewDelver(Given, frozen=True, kw_only=True):
    """A Delver about to begin."""

    class_id: Annotated[ClassId | None, says("class; may be left out if a hit die is named")] = None
    con_mod: Annotated[Modifier, says("CON")]
    die_hard: Annotated[bool, says("has the Die Hard feat?")] = False
    hit_die: Annotated[PlainDie | None, says("sides of a plain hit die, instead of the class's")] = None

    def __post_init__(self) -> None:
        if self.class_id is None and self.hit_die is None:
            raise ValueError("give a class or a hit die")


class FirstHitPoints(Outcome, frozen=True, tag="hit_points"):
    """The maximum, and the current hit points."""

    hp_max: HitPoints


THE_CLASS_DIE = Reading(
    id="sovereign.hp.initial/die",
    question="Which hit die does a class have?",
    choice="d6 with −1 for Mages, 0 for Experts, +2 for Warriors; a plain die may be named instead.",
    because="The document points to the class page, and that is what it says.",
)
ONE_AFTER_ALL = Reading(
    id="sovereign.hp.initial/least",
    question="Is the minimum of 1 point applied before Die Hard's +2 or after?",
    choice="After everything.",
    because="The text sets the minimum for the final value of the die.",
)


@rule("sovereign.hp.initial", HIT_POINTS, readings=(THE_CLASS_DIE, ONE_AFTER_ALL))
def hp_initial(dice: Dice, given: NewDelver) -> FirstHitPoints:
    """A new character rolls one hit die and adds CON, and +2 with Die Hard."""
    sides, adds = class_die(given.class_id, given.hit_die)
    adds += given.con_mod + (DIE_HARD if given.die_hard else 0)
    return FirstHitPoints(hit_dice(dice, HitDice(1, sides, adds)).rolled)


def class_die(class_id: ClassId | None, hit_die: int | None) -> tuple[int, int]:
    """The sides of the hit die, and what the class adds to it."""
    if hit_die is not None or class_id is None:
        return hit_die or HIT_DIE, 0
    return HIT_DIE, CLASS_TABLE[class_id].die_bonus


# NPCs


class Creature(Given, frozen=True):
    """An NPC or a monster."""

    hd: Annotated[Fraction, says("hit dice; 1/2 for the least of creatures")]

    def __post_init__(self) -> None:
        if not 0 < self.hd <= MOST_DICE:
            raise ValueError(f"hit dice must be above 0 and at most {MOST_DICE}")


class NpcHitPoints(Outcome, frozen=True, tag="hit_points"):
    """The creature's hit points."""

    hp: HitPoints


PART_OF_A_DIE = Reading(
    id="sovereign.hp.npc/part",
    question="How many hit points does a creature of less than one hit die have, or of one and a half?",
    choice="Below one, that part of a d8, rounded up; above one, the fraction is dropped.",
    because="Such creatures appear in the experience awards, without their hit points.",
)


@rule("sovereign.hp.npc", HIT_POINTS, readings=(PART_OF_A_DIE,))
def hp_npc(dice: Dice, given: Creature) -> NpcHitPoints:
    """NPCs roll a d8 for each hit die."""
    parts, whole = given.hd.as_integer_ratio()
    rolled = dice.total("hit points", Roll(dice_of_npc(parts, whole), D8.sides))
    return NpcHitPoints(HitPoints(npc_hit_points(rolled, parts, whole)))


def dice_of_npc(numerator: int, denominator: int) -> int:
    """The dice that an NPC's hit points are rolled with: one for each whole hit die, and one for less than a die."""
    return max(1, numerator // denominator)


def npc_hit_points(rolled: int, numerator: int, denominator: int) -> int:
    """The hit points of an NPC with those hit dice; of less than a whole die they are a part, rounded up."""
    return -(-rolled * numerator // denominator) if numerator < denominator else rolled
