"""Skill Checks: the core test, and its arithmetic for every chapter that calls for one."""

from __future__ import annotations

from typing import Annotated

from undercroft.books.sovereign.units import Difficulty, Modifier, Situation, SkillLevel
from undercroft.kernel.dice import TWO_D6, Dice
from undercroft.kernel.rules import Cite, Given, Outcome, rule, says

SKILL_CHECKS = Cite("Sovereign", "Skill Checks")

WHEN_IN_DOUBT = 10


class SkillCheck(Given, frozen=True):
    """Somebody tries something with a skill."""

    attr_mod: Annotated[Modifier, says("modifier of the attribute used")]
    skill: Annotated[SkillLevel, says("level of the skill used, -1 untrained")]
    dc: Annotated[Difficulty, says("the difficulty; 10 when in doubt")] = WHEN_IN_DOUBT
    situational: Annotated[Situation, says("what the circumstances add or take")] = 0


class Success(Outcome, frozen=True, tag="success"):
    """It works, by so much."""

    total: int
    margin: int


class Failure(Outcome, frozen=True, tag="failure"):
    """It does not, by so much."""

    total: int
    margin: int


@rule("sovereign.check.skill", SKILL_CHECKS)
def check_skill(dice: Dice, given: SkillCheck) -> Success | Failure:
    """2d6, the attribute and the skill must reach the difficulty; no result of the dice alone decides."""
    total = dice.total("skill check", TWO_D6) + given.attr_mod + given.skill + given.situational
    margin = total - given.dc
    return Success(total, margin) if reaches(total, given.dc) else Failure(total, margin)


def reaches(total: int, dc: int) -> bool:
    """Equal is enough."""
    return total >= dc
