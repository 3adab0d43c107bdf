"""The roll behind everything: a d20 against a success number, which the source text takes for granted."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from fractions import Fraction
from typing import Annotated

from undercroft.books.neverwhere.units import Number
from undercroft.kernel.dice import D20, Dice
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says

DEFAULT_SN = 10
BEST, WORST = 20, 1
OUT_OF_REACH = 25
"""A success number this far above the skill cannot be met even by a natural 20."""

BEYOND_FAILURE = 20
"""A skill this far above the success number is not spoilt even by a natural 1."""

TAKEN = 10
"""What the die counts as for those who take 10."""


class Tie(StrEnum):
    """What a total equal to the success number does."""

    FAILS = "fails"
    SUCCEEDS = "succeeds"


class Grade(IntEnum):
    """How a check ends, worst first."""

    CRITICAL_FAILURE = 0
    FAILURE = 1
    SUCCESS = 2
    CRITICAL_SUCCESS = 3


SN_TIE = Reading(
    id="neverwhere.check/tie",
    question="Is a total equal to the success number enough?",
    choice="No, it must be beaten, in every check of the book.",
    because="The source text does not say; the game's rolling guide does.",
    switch="sn_tie",
    options=(Option("fails", "the number must be beaten"), Option("succeeds", "meeting the number is enough")),
)


class Check(Given, frozen=True):
    """Somebody tries something."""

    skill: Annotated[Fraction, says("everything that is added to the die, summed up")]
    sn: Annotated[Number, says("success number; 10 unless something else is named")] = DEFAULT_SN
    take_ten: Annotated[bool, says("count the die as 10 instead of throwing it? Not in combat")] = False
    sn_tie: Annotated[Tie, says("what a total equal to the success number does")] = Tie.FAILS


class CriticalSuccess(Outcome, frozen=True, tag="critical_success"):
    """It could not go better."""

    total: Fraction
    margin: Fraction


class Success(Outcome, frozen=True, tag="success"):
    """It works, by so much."""

    total: Fraction
    margin: Fraction


class Failure(Outcome, frozen=True, tag="failure"):
    """It does not, by so much; `impossible` if not even a natural 20 was of use."""

    total: Fraction
    margin: Fraction
    impossible: bool


class CriticalFailure(Outcome, frozen=True, tag="critical_failure"):
    """It could not go worse."""

    total: Fraction
    margin: Fraction


@rule("neverwhere.check", Cite("Neverwhere", "Physical Feats", beyond="Rolling"), readings=(SN_TIE,))
def check(dice: Dice, given: Check) -> CriticalSuccess | Success | Failure | CriticalFailure:
    """d20 and the skill must beat the success number; a natural 20 or 1 settles all but the hopeless and the safe."""
    face = TAKEN if given.take_ten else dice.total("check", D20)
    total = face + given.skill
    margin = abs(total - given.sn)
    match grade_of(face, given.skill, given.sn, given.sn_tie):
        case Grade.CRITICAL_SUCCESS:
            return CriticalSuccess(total, margin)
        case Grade.SUCCESS:
            return Success(total, margin)
        case Grade.FAILURE:
            return Failure(total, margin, impossible=face == BEST)
        case Grade.CRITICAL_FAILURE:
            return CriticalFailure(total, margin)


def rolled(dice: Dice, purpose: str, skill: int | Fraction, sn: int, tie: Tie) -> Grade:
    """A check within another rule, with a purpose of its own: only its grade counts."""
    return grade_of(dice.total(purpose, D20), Fraction(skill), sn, tie)


def succeeded(grade: Grade) -> bool:
    """Plainly or critically."""
    return grade >= Grade.SUCCESS


def grade_of(face: int, skill: Fraction, sn: int, tie: Tie) -> Grade:
    """The verdict on a face, with the skill as a fraction."""
    return graded(face, skill.numerator, sn, tie is Tie.SUCCEEDS, skill.denominator)


def graded(face: int, skill: int, sn: int, tie_succeeds: bool, parts: int = 1) -> Grade:
    """How a check ends; the skill is counted in parts of a point, so many parts to a point."""
    if face == BEST:
        return Grade.FAILURE if (sn - OUT_OF_REACH) * parts >= skill else Grade.CRITICAL_SUCCESS
    if face == WORST:
        return Grade.SUCCESS if skill >= (sn + BEYOND_FAILURE) * parts else Grade.CRITICAL_FAILURE
    over = (face - sn) * parts + skill
    return Grade.SUCCESS if over > 0 or (tie_succeeds and over == 0) else Grade.FAILURE
