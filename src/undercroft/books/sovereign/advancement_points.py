"""Advancement Benefits, continued: points, and what they buy."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.sovereign.benefits import ADVANCEMENT_BENEFITS
from undercroft.books.sovereign.units import SCORES, WORLD_CLASS, Level, Score, Skill, SkillLevel
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Given, Option, Outcome, Reading, rule, says

POINTS_A_LEVEL = 3
QUICK_LEARNER = 1
FEAT_SKILL_POINTS = 3
BEST_AT_CREATION = 1
COMBAT_SKILLS = frozenset({Skill.BRAWL, Skill.SHOOT, Skill.STAB})
"""Skills that a quick learner's point cannot buy."""

Points = Annotated[int, Meta(ge=0, le=1_000)]


class Price(Struct, frozen=True):
    """The cost of a raise, and the lowest level that can buy it."""

    points: int
    level: int


SKILL_PRICES = {
    0: Price(1, 1),
    1: Price(2, 1),
    2: Price(3, 3),
    3: Price(4, 6),
    4: Price(5, 9),
}

ATTRIBUTE_PRICES = {
    1: Price(1, 1),
    2: Price(2, 1),
    3: Price(3, 3),
    4: Price(4, 6),
    5: Price(5, 9),
}


# Points


class Gained(Given, frozen=True):
    """The levels gained."""

    levels_gained: Annotated[int, Meta(ge=0, le=9), says("levels gained")]
    quick_learner: Annotated[bool, says("an Expert or Partial Expert?")]


class PointsGained(Outcome, frozen=True, tag="points"):
    """Points for anything, points only for attributes and peaceful skills, and their total."""

    free: int
    restricted: int
    total: int


QUICK_LEARNERS_POINT = Reading(
    id="sovereign.advance.points/quick-learner",
    question="What may the Expert's extra point be spent on?",
    choice="On attributes, and on skills other than Brawl, Shoot and Stab.",
    because="The game's class page says so, and that it may be saved.",
)
POINTS_MAY_WAIT = Reading(
    id="sovereign.advance.points/save",
    question="May points be kept for later?",
    choice="Yes, all of them.",
    because="The text says that they can be spent, not that they must; and the expensive raises cost more than a level "
    "gives.",
)


@rule("sovereign.advance.points", ADVANCEMENT_BENEFITS, readings=(QUICK_LEARNERS_POINT, POINTS_MAY_WAIT))
def advance_points(dice: Dice, given: Gained) -> PointsGained:
    """Each level gives three points, and a fourth to Experts, even partial ones."""
    free = POINTS_A_LEVEL * given.levels_gained
    restricted = QUICK_LEARNER * given.levels_gained if given.quick_learner else 0
    return PointsGained(free, restricted, free + restricted)


# Skills


class RaisingSkill(Given, frozen=True):
    """A skill, and the points available for it."""

    skill: Annotated[SkillLevel, says("level of the skill")]
    points: Annotated[Points, says("points that may be spent on it")]
    level: Annotated[Level, says("the Delver's level")]
    credit: Annotated[Points, says("points a Feat has put towards it")] = 0


class SkillRaised(Outcome, frozen=True, tag="raised"):
    """The new skill level, and the points left."""

    skill: int
    points: int
    credit: int


class NoSkillRaise(StrEnum):
    """Why the skill is not raised."""

    MAXIMUM = "maximum"
    LEVEL = "level"
    POINTS = "points"


class SkillRefused(Outcome, frozen=True, tag="refused"):
    """The skill is not raised."""

    reason: NoSkillRaise


@rule("sovereign.advance.skill", ADVANCEMENT_BENEFITS)
def advance_skill(dice: Dice, given: RaisingSkill) -> SkillRaised | SkillRefused:
    """The next level of a skill costs points, and the higher levels need an experienced Delver."""
    if given.skill == WORLD_CLASS:
        return SkillRefused(NoSkillRaise.MAXIMUM)
    price = SKILL_PRICES[given.skill + 1]
    cost = max(0, price.points - given.credit)
    if given.level < price.level:
        return SkillRefused(NoSkillRaise.LEVEL)
    if given.points < cost:
        return SkillRefused(NoSkillRaise.POINTS)
    return SkillRaised(given.skill + 1, given.points - cost, max(0, given.credit - price.points))


# Attributes


class BoostCount(StrEnum):
    """The span over which the first, second and further raises are counted."""

    DELVER = "delver"
    ATTRIBUTE = "attribute"


class RaisingAttribute(Given, frozen=True):
    """An attribute, and points to spend on it."""

    boosts: Annotated[int, Meta(ge=0, le=25), says("raises bought so far, all attributes together")]
    points: Annotated[Points, says("points that may be spent on it")]
    level: Annotated[Level, says("the Delver's level")]
    score: Annotated[Score, says("the attribute's score")]
    boosts_of_this: Annotated[int, Meta(ge=0, le=5), says("of these raises, those of this attribute")] = 0
    boost_count: Annotated[BoostCount, says("are raises counted over the Delver, or for each attribute?")] = (
        BoostCount.DELVER
    )

    def __post_init__(self) -> None:
        if self.boosts > len(ATTRIBUTE_PRICES) and self.boost_count is BoostCount.DELVER:
            raise ValueError(f"a Delver has at most {len(ATTRIBUTE_PRICES)} raises")
        if self.boosts_of_this > self.boosts:
            raise ValueError("the raises of one attribute cannot be more than all raises")


class AttributeRaised(Outcome, frozen=True, tag="raised"):
    """The score, the raises bought, and the points left."""

    score: int
    boosts: int
    points: int


class NoAttributeRaise(StrEnum):
    """Why the score is not raised."""

    NO_MORE = "no_more"
    SCORE_18 = "score_18"
    LEVEL = "level"
    POINTS = "points"


class AttributeRefused(Outcome, frozen=True, tag="refused"):
    """The score is not raised."""

    reason: NoAttributeRaise


FIVE_RAISES_A_DELVER = Reading(
    id="sovereign.advance.attribute/count",
    question="Is the second raise the Delver's second, or the second of that attribute?",
    choice="The Delver's.",
    because="There is one table, and it counts advancements, not attributes.",
    switch="boost_count",
    options=(
        Option("delver", "five raises in all, each more expensive than the last"),
        Option("attribute", "five for every attribute, counted separately"),
    ),
)


@rule("sovereign.advance.attribute", ADVANCEMENT_BENEFITS, readings=(FIVE_RAISES_A_DELVER,))
def advance_attribute(dice: Dice, given: RaisingAttribute) -> AttributeRaised | AttributeRefused:
    """Points also raise an attribute by 1; the first raise costs one point, the fifth five."""
    bought = given.boosts if given.boost_count is BoostCount.DELVER else given.boosts_of_this
    price = ATTRIBUTE_PRICES.get(bought + 1)
    if price is None:
        return AttributeRefused(NoAttributeRaise.NO_MORE)
    if given.score == SCORES[-1]:
        return AttributeRefused(NoAttributeRaise.SCORE_18)
    if given.level < price.level:
        return AttributeRefused(NoAttributeRaise.LEVEL)
    if given.points < price.points:
        return AttributeRefused(NoAttributeRaise.POINTS)
    return AttributeRaised(given.score + 1, given.boosts + 1, given.points - price.points)


# The skill that comes with a Feat


class FeatSkill(Given, frozen=True):
    """The first level of a Feat brings a skill."""

    skill: Annotated[SkillLevel, says("level of that skill")]
    credit: Annotated[Points, says("points a Feat has put towards it before")] = 0
    at_creation: Annotated[bool, says("is the Delver being made?")] = False
    other_skill: Annotated[bool, says("is another skill named for the points, where this one is at 4?")] = False

    def __post_init__(self) -> None:
        if self.at_creation and self.skill > BEST_AT_CREATION:
            raise ValueError(f"a new Delver's skill cannot be above {BEST_AT_CREATION}")


class Credited(Outcome, frozen=True, tag="credited"):
    """The skill now, and the points kept towards its next level."""

    skill: int
    credit: int


class Redirect(Outcome, frozen=True, tag="redirect"):
    """The skill is at its maximum; the points go to the other skill."""

    skill: int
    points: int


class FreeImprovement(Outcome, frozen=True, tag="free_improvement"):
    """The skill is as high as a new Delver's may be; any improvement may be taken instead."""


class NoCredit(StrEnum):
    """Why the points are not spent yet."""

    NAME_ANOTHER = "name_another"


class CreditRefused(Outcome, frozen=True, tag="refused"):
    """The points are not spent yet."""

    reason: NoCredit


CREDIT_NEEDS_LEVEL = Reading(
    id="sovereign.advance.feat-skill/level",
    question="A Feat's points ignore the level that a raise needs. Do they still if the Delver's own points complete "
    "the raise later?",
    choice="No, then the raise needs the level. Points passed on to another skill ignore it too.",
    because="The exception is made for the Feat's points, wherever they go, and not for bought ones.",
)


@rule("sovereign.advance.feat-skill", ADVANCEMENT_BENEFITS, readings=(CREDIT_NEEDS_LEVEL,))
def feat_skill(dice: Dice, given: FeatSkill) -> Credited | Redirect | FreeImprovement | CreditRefused:
    """A new Feat's skill gets three points, at any level; the remainder stays as credit."""
    if given.at_creation:
        at_best = given.skill == BEST_AT_CREATION
        return FreeImprovement() if at_best else Credited(given.skill + 1, given.credit)
    if given.skill == WORLD_CLASS:
        return Redirect(WORLD_CLASS, FEAT_SKILL_POINTS) if given.other_skill else CreditRefused(NoCredit.NAME_ANOTHER)
    skill, credit = given.skill, given.credit + FEAT_SKILL_POINTS
    while skill < WORLD_CLASS and credit >= SKILL_PRICES[skill + 1].points:
        skill += 1
        credit -= SKILL_PRICES[skill].points
    return Credited(skill, credit)
