"""The game's pages on characters and advancement."""

from enum import StrEnum
from typing import Annotated

from msgspec import Struct

from undercroft.books.violence.units import MOST_GROWN, PLAYER, Attribute, Count, Health, Pool, Silver
from undercroft.kernel.dice import D3, D6, D20, THREE_D6, TWO_D6, Ask, Dice
from undercroft.kernel.notation import parse
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.tables import Table, through

CHARACTERS = Cite("Violence", "", beyond="Characters")

START_SCARS = 1
MONEY_FACTOR = 10
EXTRA_AC = 2


# Making a character


class Swap(StrEnum):
    """The two attributes that change places."""

    KEEP = "keep"
    AGILITY_BRAWN = "agility_brawn"
    AGILITY_CUNNING = "agility_cunning"
    BRAWN_CUNNING = "brawn_cunning"


class Extra(StrEnum):
    """Something that makes a character special."""

    CUNNING = "cunning"
    BRAWN = "brawn"
    AGILITY = "agility"
    HEALTH = "health"
    POISON = "poison"
    SPELLS = "spells"
    MONEY = "money"
    ARMOUR = "armour"
    RECOVERY = "recovery"
    DAMAGE = "damage"
    RITUAL = "ritual"


EXTRAS = Table("violence.character-extra", TWO_D6, (
    (through(2),  Extra.CUNNING),
    (through(3),  Extra.BRAWN),
    (through(4),  Extra.AGILITY),
    (through(5),  Extra.HEALTH),
    (through(6),  Extra.POISON),
    (through(7),  Extra.SPELLS),
    (through(8),  Extra.MONEY),
    (through(9),  Extra.ARMOUR),
    (through(10), Extra.RECOVERY),
    (through(11), Extra.DAMAGE),
    (through(12), Extra.RITUAL),
))  # fmt: skip

THROWN_FOR = {Extra.CUNNING: D3, Extra.BRAWN: D3, Extra.AGILITY: D3, Extra.HEALTH: D3, Extra.MONEY: TWO_D6}


class NewCharacter(Given, frozen=True):
    """A new character, of whom nothing is known yet."""


class Character(Outcome, frozen=True, tag="character"):
    """Scores, health, money, Scars and AC, the number of the occupation, and something special."""

    agility: int
    brawn: int
    cunning: int
    health: Health
    money_sp: Silver
    scars: int
    ac: int
    occupation: int
    extra: Extra


SWAP_WHEN_ROLLED = Reading(
    id="violence.character/swap",
    question="When are two attributes swapped?",
    choice="Once all three are rolled, and before health, which counts half of Brawn.",
    because="Results are swapped, and health follows from them.",
)
GROWTH_STOPS = Reading(
    id="violence.character/cap",
    question="Can a character's special trait raise an attribute past 18, and does it change health?",
    choice="Not past 18; health is already rolled and stays.",
    because="Growth stops at 18 everywhere in the game, and this comes last.",
)


@rule("violence.character", CHARACTERS, readings=(SWAP_WHEN_ROLLED, GROWTH_STOPS))
def character(ask: Ask, given: NewCharacter) -> Character:
    """3d6 for each attribute, two of which may change places; then health, money, an occupation and something extra."""
    rolled = {attribute: ask.total(attribute.title(), THREE_D6) for attribute in Attribute}
    scores = swapped(rolled, ask.choose("swap two attributes", PLAYER, tuple(Swap)))
    health = health_at_first(ask.total("health", D6), scores[Attribute.BRAWN])
    money = ask.total("money", TWO_D6) * MONEY_FACTOR
    occupation = ask.total("occupation", D20)
    extra = EXTRAS.at(ask.total("something extra", TWO_D6))
    more = ask.total(f"extra {extra}", THROWN_FOR[extra]) if extra in THROWN_FOR else 0
    return Character(
        agility=_grown(scores, Attribute.AGILITY, extra, more),
        brawn=_grown(scores, Attribute.BRAWN, extra, more),
        cunning=_grown(scores, Attribute.CUNNING, extra, more),
        health=Health(health + (more if extra is Extra.HEALTH else 0)),
        money_sp=Silver(money + (more * MONEY_FACTOR if extra is Extra.MONEY else 0)),
        scars=START_SCARS,
        ac=EXTRA_AC if extra is Extra.ARMOUR else 0,
        occupation=occupation,
        extra=extra,
    )


def swapped(scores: dict[Attribute, int], swap: Swap) -> dict[Attribute, int]:
    """The scores with two of them exchanged, or as they were."""
    if swap is Swap.KEEP:
        return scores
    first, second = (Attribute(name) for name in swap.split("_"))
    return scores | {first: scores[second], second: scores[first]}


def _grown(scores: dict[Attribute, int], attribute: Attribute, extra: Extra, more: int) -> int:
    score = scores[attribute]
    return min(MOST_GROWN, score + more) if extra.value == attribute.value else score


# Levels


class LevelRow(Struct, frozen=True):
    """The experience for a level, and what it gives."""

    xp: int
    health: str
    recovery: str
    melee: int


LEVELS = Table("violence.advancement", range(1, 11), (
    (through(1),  LevelRow(0,       "1d6",   "1d3",   0)),
    (through(2),  LevelRow(2_500,   "2d6",   "1d3+1", 0)),
    (through(3),  LevelRow(5_000,   "2d6+1", "1d3+1", 0)),
    (through(4),  LevelRow(10_000,  "3d6",   "1d3+1", 1)),
    (through(5),  LevelRow(20_000,  "3d6+1", "1d3+2", 1)),
    (through(6),  LevelRow(35_000,  "4d6",   "1d6",   1)),
    (through(7),  LevelRow(50_000,  "5d6",   "1d6",   2)),
    (through(8),  LevelRow(75_000,  "6d6",   "1d6+1", 2)),
    (through(9),  LevelRow(100_000, "7d6",   "1d6+1", 3)),
    (through(10), LevelRow(200_000, "8d6",   "1d6+2", 4)),
))  # fmt: skip


class Experience(Given, frozen=True):
    """A character whose experience has reached a new level."""

    xp: Annotated[Count, says("experience points")]
    health_max: Annotated[Pool, says("health when unhurt, so far")]


class Level(Outcome, frozen=True, tag="level"):
    """The level, the new maximum health, the recovery die and the melee bonus."""

    n: int
    health_max: Health
    recovery: str
    melee: int


ONE_LEVEL_AT_A_TIME = Reading(
    id="violence.advancement/gained",
    question="When are a level's health dice rolled?",
    choice="Once, when it is reached; several levels at once are settled one after the other. The first is not gained.",
    because="Each level replaces or adds to the maximum that the one before left.",
)
WHERE_XP_COMES_FROM = Reading(
    id="violence.advancement/sources",
    question="What gives experience?",
    choice="1 point for each silver piece brought home and 100 for each Hit Die overcome, shared evenly.",
    because="The page on advancement says so; this one is silent.",
)


@rule(
    "violence.advancement",
    Cite("Violence", "", beyond="Advancement"),
    readings=(ONE_LEVEL_AT_A_TIME, WHERE_XP_COMES_FROM),
)
def advancement(dice: Dice, given: Experience) -> Level:
    """At a new level roll its health dice: a result above your maximum replaces it, anything else adds 1 to it."""
    n = level_at(given.xp)
    row = LEVELS.at(n)
    health = (
        given.health_max if n == 1 else raised(given.health_max, dice.total("health of the level", parse(row.health)))
    )
    return Level(n, Health(health), row.recovery, row.melee)


def level_at(xp: int) -> int:
    """The highest level that the experience reaches."""
    return sum(xp >= row.xp for _, row in LEVELS.rows)


def raised(health_max: int, thrown: int) -> int:
    """The new maximum."""
    return max(thrown, health_max + 1)


def health_at_first(face: int, brawn: int) -> int:
    """The die, plus half of Brawn rounded down."""
    return face + brawn // 2
