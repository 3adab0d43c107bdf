"""Tasks that this text leaves to other texts: climbing, jumping, swimming, seeing, and more."""

from enum import StrEnum
from typing import Annotated

from undercroft.books.neverwhere.checks import DEFAULT_SN, SN_TIE, Grade, Rolling, Tie, graded
from undercroft.books.neverwhere.units import Modifier, Number
from undercroft.kernel.dice import D20, Dice
from undercroft.kernel.rules import Cite, Outcome, Reading, rule, says


class Missing(StrEnum):
    """A task that the text names but does not explain."""

    CLIMB = "climb"
    JUMP = "jump"
    SWIM = "swim"
    SPOT = "spot"
    SUFFOCATION = "suffocation"
    GRAPPLE = "grapple"
    SLAM = "slam"
    WIND = "wind"
    OTHER = "other"


ROLLED = frozenset({Missing.CLIMB, Missing.JUMP, Missing.SWIM, Missing.SPOT})


class Attempt(Rolling, frozen=True):
    """A character attempts a task that is explained elsewhere."""

    task: Annotated[Missing, says("what they do")]
    skill: Annotated[
        Modifier | None,
        says("modifier of the skill; a Str skill to climb or swim, Acrobatics to jump, Per to spot; untrained 2 less"),
    ] = None
    sn: Annotated[Number, says("success number, 10 unless the referee sets another")] = DEFAULT_SN

    def __post_init__(self) -> None:
        if (self.skill is not None) != (self.task in ROLLED):
            raise ValueError("give the skill to climb, jump, swim or spot, and for nothing else")


class OurRuling(Outcome, frozen=True):
    """The result by our proposal, not by the text."""

    total: int
    undefined_in_source: bool


class CriticalSuccess(OurRuling, frozen=True, tag="critical_success"):
    """It could not go better."""


class Success(OurRuling, frozen=True, tag="success"):
    """It works."""


class Failure(OurRuling, frozen=True, tag="failure"):
    """It fails."""


class CriticalFailure(OurRuling, frozen=True, tag="critical_failure"):
    """It could not go worse."""


class Undefined(Outcome, frozen=True, tag="undefined_in_source"):
    """Neither the text nor our proposal has a rule."""


PLAIN_SKILL_CHECKS = Reading(
    id="neverwhere.missing/checks",
    question="How do you settle climbing, jumping, swimming and spotting?",
    choice="Our proposal: checks against 10, easy Str skills to climb or swim, Acrobatics to jump, Per to spot.",
    because="The skill guide they were moved to is not at hand, nor is the promised part on the senses.",
)


@rule("neverwhere.missing", Cite("Neverwhere", "Climbing", beyond="Skill Guide"), readings=(PLAIN_SKILL_CHECKS, SN_TIE))
def missing(dice: Dice, given: Attempt) -> CriticalSuccess | Success | Failure | CriticalFailure | Undefined:
    """Where the text sends you to another guide, a plain check takes its place if we propose one."""
    if given.skill is None:
        return Undefined()
    face = dice.total(f"check to {given.task}", D20)
    total = face + given.skill
    match graded(face, given.skill, given.sn, given.sn_tie is Tie.SUCCEEDS):
        case Grade.CRITICAL_SUCCESS:
            return CriticalSuccess(total, undefined_in_source=True)
        case Grade.SUCCESS:
            return Success(total, undefined_in_source=True)
        case Grade.FAILURE:
            return Failure(total, undefined_in_source=True)
        case Grade.CRITICAL_FAILURE:
            return CriticalFailure(total, undefined_in_source=True)
