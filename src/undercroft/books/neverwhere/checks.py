"""The basic roll: a d20 against a success number, which the source text assumes."""

from enum import IntEnum, StrEnum
from fractions import Fraction
from typing import Annotated

from undercroft.books.neverwhere.units import Modifier, Number
from undercroft.kernel.dice import D20, Dice
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says

DEFAULT_SN = 10
BEST, WORST = 20, 1
OUT_OF_REACH = 25
"""If the success number is this far above the skill, even a natural 20 fails."""

BEYOND_FAILURE = 20
"""If the skill is this far above the success number, even a natural 1 succeeds."""

TAKEN = 10
"""The value of the die for a character who takes 10."""


class Tie(StrEnum):
    """The result of a total equal to the success number."""

    FAILS = "fails"
    SUCCEEDS = "succeeds"


class Grade(IntEnum):
    """The result of a check, worst first."""

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
    options=(Option("fails", "the number must be beaten"), Option("succeeds", "a total equal to the number is enough")),
)


class Rolling(Given, frozen=True, kw_only=True):
    """A character makes a check."""

    sn_tie: Annotated[Tie, says("what a total equal to the success number does")] = Tie.FAILS


class Check(Rolling, frozen=True):
    """A character attempts something."""

    skill: Annotated[Fraction, says("everything that is added to the die, summed up")]
    sn: Annotated[Number, says("success number; 10 unless something else is named")] = DEFAULT_SN
    take_ten: Annotated[bool, says("count the die as 10 instead of rolling it? Not in combat")] = False


class Checked(Outcome, frozen=True):
    """The total of a check, and how far it is from the success number."""

    total: Fraction
    margin: Fraction


class CriticalSuccess(Checked, frozen=True, tag="critical_success"):
    """It could not go better."""


class Success(Checked, frozen=True, tag="success"):
    """It works, by that margin."""


class Failure(Checked, frozen=True, tag="failure"):
    """It fails, by that margin; `impossible` if even a natural 20 would have failed."""

    impossible: bool


class CriticalFailure(Checked, frozen=True, tag="critical_failure"):
    """It could not go worse."""


@rule("neverwhere.check", Cite("Neverwhere", "Physical Feats", beyond="Rolling"), readings=(SN_TIE,))
def check(dice: Dice, given: Check) -> CriticalSuccess | Success | Failure | CriticalFailure:
    """d20 plus the skill must beat the success number; a natural 20 or 1 decides unless the odds are too extreme."""
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


# Physical Feats: tasks without a rule of their own


class Demand(StrEnum):
    """What a task demands."""

    PRECISION = "precision"
    POWER = "power"
    ENDURANCE = "endurance"


class Task(Rolling, frozen=True):
    """A task that no other rule covers."""

    kind: Annotated[Demand, says("precision, brute power or endurance")]
    dex_mod: Annotated[Modifier, says("Dex modifier")]
    str_mod: Annotated[Modifier, says("Str modifier")]
    vit_mod: Annotated[Modifier, says("Vit modifier")]
    sn: Annotated[Number, says("success number; 10 unless the referee sets another")] = DEFAULT_SN


@rule("neverwhere.generic-task", Cite("Neverwhere", "Physical Feats"), readings=(SN_TIE,))
def generic_task(dice: Dice, given: Task) -> CriticalSuccess | Success | Failure | CriticalFailure:
    """Without a rule of its own, a task of precision uses Dex, a task of power Str, a task of endurance Vit."""
    modifier = {Demand.PRECISION: given.dex_mod, Demand.POWER: given.str_mod, Demand.ENDURANCE: given.vit_mod}
    return check(dice, Check(skill=Fraction(modifier[given.kind]), sn=given.sn, sn_tie=given.sn_tie))


# Checks within other rules


def rolled(dice: Dice, purpose: str, skill: int | Fraction, sn: int, tie: Tie) -> Grade:
    """A check within another rule, with its own purpose, of which only the grade counts."""
    return grade_of(dice.total(purpose, D20), Fraction(skill), sn, tie)


def succeeded(grade: Grade) -> bool:
    """Whether a grade is a success, ordinary or critical."""
    return grade >= Grade.SUCCESS


def grade_of(face: int, skill: Fraction, sn: int, tie: Tie) -> Grade:
    """The grade of a face, with the skill as a fraction."""
    return graded(face, skill.numerator, sn, tie is Tie.SUCCEEDS, skill.denominator)


def graded(face: int, skill: int, sn: int, tie_succeeds: bool, parts: int = 1) -> Grade:
    """The grade of a check. The skill is counted in fractions of a point, `parts` to a point."""
    if face == BEST:
        return Grade.FAILURE if (sn - OUT_OF_REACH) * parts >= skill else Grade.CRITICAL_SUCCESS
    if face == WORST:
        return Grade.SUCCESS if skill >= (sn + BEYOND_FAILURE) * parts else Grade.CRITICAL_FAILURE
    over = (face - sn) * parts + skill
    return Grade.SUCCESS if over > 0 or (tie_succeeds and over == 0) else Grade.FAILURE


def worst_faces(skill: int, sn: int, tie_succeeds: bool) -> int:
    """How many faces of the d20 fail; they are always the lowest."""
    if skill >= sn + BEYOND_FAILURE:
        return 0
    if sn >= skill + OUT_OF_REACH:
        return BEST
    return max(WORST, min(BEST - 1, sn - skill - int(tie_succeeds)))
