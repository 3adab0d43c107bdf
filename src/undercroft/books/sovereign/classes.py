"""Classes, as far as these rules need them: hit dice, attack bonus and a few abilities."""

from enum import StrEnum
from typing import Annotated

from msgspec import Struct

from undercroft.books.sovereign.units import Level
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says

CLASSES = Cite("Sovereign", "Hit Points", beyond="Classes")

HIT_DIE = 6


class ClassId(StrEnum):
    """The classes, and the pairs of partial classes."""

    EXPERT = "expert"
    MAGE = "mage"
    WARRIOR = "warrior"
    PARTIAL_EXPERT_MAGE = "partial_expert_mage"
    PARTIAL_WARRIOR_MAGE = "partial_warrior_mage"
    PARTIAL_WARRIOR_EXPERT = "partial_warrior_expert"
    TWO_PARTIAL_MAGES = "two_partial_mages"


CLASS_NAMES = {
    ClassId.EXPERT: "Expert",
    ClassId.MAGE: "Mage",
    ClassId.WARRIOR: "Warrior",
    ClassId.PARTIAL_EXPERT_MAGE: "Expert/Mage",
    ClassId.PARTIAL_WARRIOR_MAGE: "Warrior/Mage",
    ClassId.PARTIAL_WARRIOR_EXPERT: "Warrior/Expert",
    ClassId.TWO_PARTIAL_MAGES: "Mage/Mage",
}
"""The classes in words; a pair of partial classes by its two halves."""


class Class(Struct, frozen=True):
    """The addition to each hit die, the attack bonus at levels 1 to 10, and the first feats."""

    die_bonus: int
    attack: tuple[int, ...]
    starting_feats: str


_GOOD = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
_FAIR = (1, 2, 2, 3, 4, 5, 5, 6, 6, 7)
_SOME = (0, 1, 1, 2, 2, 3, 3, 4, 4, 5)
_POOR = (0, 0, 0, 0, 1, 1, 1, 1, 1, 2)

CLASS_TABLE = {
    ClassId.EXPERT:                 Class(0,  _SOME, "1 non-combat + 1 any"),
    ClassId.MAGE:                   Class(-1, _POOR, "1 any"),
    ClassId.WARRIOR:                Class(2,  _GOOD, "1 combat + 1 any"),
    ClassId.PARTIAL_EXPERT_MAGE:    Class(0,  _SOME, "1 non-combat + 1 any"),
    ClassId.PARTIAL_WARRIOR_MAGE:   Class(2,  _FAIR, "1 combat + 1 any"),
    ClassId.PARTIAL_WARRIOR_EXPERT: Class(2,  _FAIR, "1 combat + 1 non-combat + 1 any"),
    ClassId.TWO_PARTIAL_MAGES:      Class(-1, _POOR, "1 any"),
}  # fmt: skip

QUICK_LEARNERS = frozenset({ClassId.EXPERT, ClassId.PARTIAL_EXPERT_MAGE, ClassId.PARTIAL_WARRIOR_EXPERT})


class Classed(Given, frozen=True):
    """A Delver's class and level."""

    class_id: Annotated[ClassId, says("class, or pair of partial classes")]
    level: Annotated[Level, says("level")]


class ClassRow(Outcome, frozen=True, tag="class"):
    """What the class gives at that level."""

    die_bonus: int
    attack_bonus: int
    starting_feats: str


BONUS_ON_EACH_DIE = Reading(
    id="sovereign.class.table/die",
    question="A class page says 2d6-2 at second level. Is that −2 once, or −1 on each die?",
    choice="−1 on each die.",
    because="Constitution and the minimum of 1 point are counted for each die as well.",
)


@rule("sovereign.class.table", CLASSES, readings=(BONUS_ON_EACH_DIE,))
def class_table(dice: Dice, given: Classed) -> ClassRow:
    """Each class has its hit die, its attack bonus and its first feats."""
    row = CLASS_TABLE[given.class_id]
    return ClassRow(row.die_bonus, attack_bonus(given.class_id, given.level), row.starting_feats)


def attack_bonus(class_id: ClassId, level: int) -> int:
    """The attack bonus of a class at a level."""
    return CLASS_TABLE[class_id].attack[level - 1]


class ClassAbilities(Outcome, frozen=True, tag="abilities"):
    """The Delver's abilities that affect these rules."""

    masterful_expertise: bool
    quick_learner: bool
    killing_blow: int
    veterans_luck: bool


WHAT_ABILITIES_DO = Reading(
    id="sovereign.class.abilities/effects",
    question="What do these abilities do here?",
    choice=(
        "Expertise: once a turn a non-combat check is rolled again, the better counts. Killing Blow is added to all "
        "damage, Shock too. Luck: once a turn a miss by the Delver hits, or a hit on the Delver misses."
    ),
    because="The game's class page says so; the rules only name Quick Learner.",
)


@rule("sovereign.class.abilities", CLASSES, readings=(WHAT_ABILITIES_DO,))
def class_abilities(dice: Dice, given: Classed) -> ClassAbilities:
    """Experts learn quickly and rarely fail, Warriors hit hard and are lucky."""
    warrior = given.class_id is ClassId.WARRIOR
    return ClassAbilities(
        masterful_expertise=given.class_id is ClassId.EXPERT,
        quick_learner=given.class_id in QUICK_LEARNERS,
        killing_blow=killing_blow(given.level) if warrior else 0,
        veterans_luck=warrior,
    )


def killing_blow(level: int) -> int:
    """What a full Warrior adds to damage: half the level, rounded up."""
    return (level + 1) // 2
