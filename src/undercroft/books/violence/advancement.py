"""The game's page on advancement: experience for silver and foes, even shares, and levels."""

from fractions import Fraction
from math import floor
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.violence.units import Count, Health, Pool
from undercroft.kernel.dice import Dice
from undercroft.kernel.notation import parse
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.tables import Table, through

ADVANCEMENT = Cite("Violence", "", beyond="Advancement")

XP_A_HIT_DIE = 100
XP_A_SILVER = 1
MOST_HIT_DICE = 100

Points = Annotated[int, Meta(ge=0, le=1_000_000_000)]


# Experience


class Overcome(Given, frozen=True):
    """Foes of one kind that were overcome."""

    hd: Annotated[Fraction, says("Hit Dice of each; 1/2 for the least of foes")]
    count: Annotated[Count, says("how many were overcome")] = 1

    def __post_init__(self) -> None:
        if not 0 <= self.hd <= MOST_HIT_DICE:
            raise ValueError(f"the Hit Dice must be from 0 to {MOST_HIT_DICE}")


class FoesXp(Outcome, frozen=True, tag="xp"):
    """The experience for all of them, and for each."""

    xp: int
    each: int


PARTS_OF_A_DIE = Reading(
    id="violence.experience-foes/part",
    question="What is a foe of half a Hit Die worth?",
    choice="Half as much; each foe's points are rounded down.",
    because="Experience is counted by Hit Dice, and a part of one is still a part.",
)


@rule("violence.experience-foes", ADVANCEMENT, readings=(PARTS_OF_A_DIE,))
def experience_foes(dice: Dice, given: Overcome) -> FoesXp:
    """Every Hit Die of an overcome foe is worth 100 experience points."""
    each = floor(XP_A_HIT_DIE * given.hd)
    return FoesXp(each * given.count, each)


class Homecoming(Given, frozen=True):
    """The party brings its silver home."""

    foes_xp: Annotated[Points, says("experience for foes")]
    silver: Annotated[Fraction, says("worth of all coin and treasure brought home, in silver")]
    survivors: Annotated[Count, says("adventurers who came home")]

    def __post_init__(self) -> None:
        if self.silver < 0:
            raise ValueError("the silver cannot be negative")


class Gathered(Outcome, frozen=True, tag="pool"):
    """The experience to share."""

    pool: int


@rule("violence.experience-pool", ADVANCEMENT)
def experience_pool(dice: Dice, given: Homecoming) -> Gathered:
    """Every silver piece's worth brought home is one experience point, on top of what the foes were worth."""
    home = given.foes_xp + floor(XP_A_SILVER * given.silver)
    return Gathered(home if given.survivors else 0)


class Companions(Given, frozen=True):
    """Adventurers share the party's experience."""

    pool: Annotated[Points, says("the party's experience")]
    people: Annotated[Count, says("adventurers who came home")]


class EvenShares(Outcome, frozen=True, tag="shares"):
    """The share of each, and the remainder, which is lost."""

    each: int
    lost: int


WHO_SHARES = Reading(
    id="violence.experience-shares/who",
    question="Who has a share?",
    choice="Every adventurer who came home, henchmen too, all alike; hirelings have their pay.",
    because="The page has even shares, and the game's hirelings serve for silver.",
)


@rule("violence.experience-shares", ADVANCEMENT, readings=(WHO_SHARES,))
def experience_shares(dice: Dice, given: Companions) -> EvenShares:
    """Experience is shared evenly, in whole points."""
    each = given.pool // given.people if given.people else 0
    return EvenShares(each, given.pool - each * given.people)


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
), number="level")  # fmt: skip


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
    choice="Once, when it is reached; several levels at once are settled one after the other. Nobody rolls for the "
    "first.",
    because="Each level replaces or adds to the maximum that the one before left.",
)
WHERE_XP_COMES_FROM = Reading(
    id="violence.advancement/sources",
    question="What gives experience?",
    choice="1 point for each silver piece brought home and 100 for each Hit Die overcome, shared evenly.",
    because="The page on advancement says so; this one is silent.",
)


LEVELS_AT_HOME = Reading(
    id="violence.advancement/where",
    question="Where is a level gained?",
    choice="At home, in a settlement, as soon as the experience is counted.",
    because="Silver counts once it is brought home, and no other place is named.",
)
WHAT_MELEE_DOES = Reading(
    id="violence.advancement/melee",
    question="What does the melee bonus of a level do?",
    choice=(
        "It is added to the attribute of an attack in melee, but not past 18; each point beyond that adds one to the "
        "damage."
    ),
    because="Only the number is given; other training counts the same way in these fights.",
)


@rule(
    "violence.advancement",
    ADVANCEMENT,
    readings=(ONE_LEVEL_AT_A_TIME, WHERE_XP_COMES_FROM, LEVELS_AT_HOME, WHAT_MELEE_DOES),
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


def threshold(level: int) -> int | None:
    """The experience that a level takes; None for a level that nobody reaches."""
    return LEVELS.at(level).xp if 1 <= level <= len(LEVELS.rows) else None


def melee_bonus(level: int) -> int:
    """The bonus in melee at a level; levels past the last count as the last."""
    return LEVELS.at(min(max(1, level), len(LEVELS.rows))).melee
