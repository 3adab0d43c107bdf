"""Characters: what follows from the four scores, and the level of a skill."""

from enum import StrEnum
from fractions import Fraction
from math import ceil
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.neverwhere.lifting import lift_of
from undercroft.books.neverwhere.units import FatiguePoints, HitPoints, Modifier, Move, Score
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.units import Kilograms

AVERAGE = 10
"""The score that adds nothing."""

PLAIN_AC = 10
PLAIN_MOVE = 4
LEAST_MOVE = 3
MOST_MOVE = 30


class Scores(Given, frozen=True):
    """The four scores of a character."""

    str_: Annotated[Score, says("Str")]
    dex: Annotated[Score, says("Dex")]
    int_: Annotated[Score, says("Int")]
    vit: Annotated[Score, says("Vit")]
    human: Annotated[bool, says("human? No human moves faster than 30")] = True


class Modifiers(Struct, frozen=True):
    """What each score adds to a roll."""

    str_: int
    dex: int
    int_: int
    vit: int


class Stats(Outcome, frozen=True, tag="stats"):
    """Everything derived from the scores."""

    mods: Modifiers
    hp: HitPoints
    fp: FatiguePoints
    will: int
    per: int
    fort: int
    mab: int
    rab: int
    re: Fraction
    ac: int
    move: Move
    bl: Kilograms


HALF_REFLEXES = Reading(
    id="neverwhere.derived-stats/half",
    question="Reflexes are half of two modifiers together: what becomes of a half point?",
    choice="It is kept, so that Move gets it back doubled; Armor Class rounds it up.",
    because="The character guide's own example has half a point and an Armor Class one above the plain one.",
)


@rule(
    "neverwhere.derived-stats",
    Cite("Neverwhere", "Physical Feats", beyond="Character Creation"),
    readings=(HALF_REFLEXES,),
)
def derived_stats(dice: Dice, given: Scores) -> Stats:
    """Hit points are Str, fatigue points are Vit, and the rest comes from the modifiers, each a score minus 10."""
    mods = Modifiers(given.str_ - AVERAGE, given.dex - AVERAGE, given.int_ - AVERAGE, given.vit - AVERAGE)
    reflexes = Fraction(mods.dex + mods.vit, 2)
    return Stats(
        mods=mods,
        hp=HitPoints(given.str_),
        fp=FatiguePoints(given.vit),
        will=mods.int_,
        per=mods.int_,
        fort=mods.vit,
        mab=mods.str_,
        rab=mods.dex,
        re=reflexes,
        ac=PLAIN_AC + ceil(reflexes),
        move=Move(Fraction(basic_move(mods.dex, mods.vit, given.human))),
        bl=lift_of(given.str_),
    )


def basic_move(dex_mod: int, vit_mod: int, human: bool) -> int:
    """Four plus twice the reflexes, at least three, and at most thirty for a human."""
    move = max(PLAIN_MOVE + dex_mod + vit_mod, LEAST_MOVE)
    return min(move, MOST_MOVE) if human else move


# Skills


class Difficulty(StrEnum):
    """How hard a skill is to do well."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    VERY_HARD = "very_hard"


SKILL_PENALTY = {Difficulty.EASY: 2, Difficulty.MEDIUM: 4, Difficulty.HARD: 6, Difficulty.VERY_HARD: 8}

EARLY_PERKS = 2
"""The number of perks that count double."""


class Training(Given, frozen=True):
    """A skill, and the character's training in it."""

    attribute_mod: Annotated[Modifier, says("modifier of its score, such as Int for Survival")]
    difficulty: Annotated[
        Difficulty,
        says("easy for Survival, Climbing, Swimming, Acrobatics and Mining, medium for Flying, hard for Explosives"),
    ]
    perks: Annotated[int, Meta(ge=0, le=100), says("perks taken in it")] = 0
    trained_only: Annotated[bool, says("beyond those without a perk in it?")] = False


class SkillLevel(Outcome, frozen=True, tag="level"):
    """What the skill adds to a roll."""

    level: int


class CannotAttempt(Outcome, frozen=True, tag="cannot_attempt"):
    """The skill cannot be used without training."""


@rule("neverwhere.skill-level", Cite("Neverwhere", "", beyond="Skills"))
def skill_level(dice: Dice, given: Training) -> SkillLevel | CannotAttempt:
    """A skill is its score's modifier minus its difficulty, plus 2 for each of two perks and 1 for each more."""
    if given.trained_only and not given.perks:
        return CannotAttempt()
    return SkillLevel(
        given.attribute_mod - SKILL_PENALTY[given.difficulty] + given.perks + min(given.perks, EARLY_PERKS)
    )
