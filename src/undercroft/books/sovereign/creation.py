"""Creating a Delver, from the game's creation page."""

from collections import Counter
from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.advancement_points import BEST_AT_CREATION
from undercroft.books.sovereign.units import SCORES, Attribute, Score, Skill, SkillLevel
from undercroft.kernel.dice import THREE_D6, Ask, Dice
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.units import SeatId

CREATION = Cite("Sovereign", "", beyond="Character Creation")

RAISED_TO = 14
RAISE = f"raise one to {RAISED_TO}"
"""The purpose of that choice."""
IMPROVEMENTS = 4
GOLD_A_PIP = 10

KEEP = "keep"


# Attributes


class Newcomer(Given, frozen=True):
    """A new Delver, of whom nothing is known yet."""

    seat: Annotated[SeatId, says("who makes the Delver")] = SeatId("player")


class ScoresRolled(Outcome, frozen=True, tag="scores"):
    """The five scores."""

    scores: FrozenMap[int]


RAISE_AFTER_ROLLING = Reading(
    id="sovereign.create.attributes/raise",
    question="When does the player choose the attribute that becomes 14, and may it be any?",
    choice="Once all five are rolled: one below 14, or none.",
    because="It is a raise, and nobody would lower an attribute; that the player may leave it is our proposal.",
)


@rule("sovereign.create.attributes", CREATION, readings=(RAISE_AFTER_ROLLING,))
def create_attributes(ask: Ask, given: Newcomer) -> ScoresRolled:
    """3d6 for each attribute in order, then one of them may become 14."""
    scores: dict[str, int] = {attribute: ask.total(attribute, THREE_D6) for attribute in Attribute}
    low = [attribute for attribute, score in scores.items() if score < RAISED_TO]
    chosen = ask.choose(RAISE, given.seat, (KEEP, *low)) if low else KEEP
    return ScoresRolled(FrozenMap({**scores, chosen: RAISED_TO} if chosen in scores else scores))


# Four improvements


class Improving(Given, frozen=True):
    """A new Delver's sheet, and the improvements that the player picks."""

    scores: Annotated[FrozenMap[Score], says("scores, by attribute")]
    skills: Annotated[FrozenMap[SkillLevel], says("skill levels, by skill; all −1 before")]
    picks: Annotated[
        tuple[str, ...], Meta(max_length=100), says("the four attributes and skills to improve, with repeats")
    ]

    def __post_init__(self) -> None:
        if not set(self.scores) <= set(Attribute) or not set(self.skills) <= set(Skill):
            raise ValueError("name only attributes and skills of the game")
        if not set(self.picks) <= {*self.scores, *self.skills}:
            raise ValueError("improve only what is on the sheet")


class Improved(Outcome, frozen=True, tag="ok"):
    """The sheet afterwards."""

    scores: FrozenMap[int]
    skills: FrozenMap[int]


class NoImprovement(StrEnum):
    """Why the picks are refused."""

    COUNT = "count"
    ATTRIBUTE_MAX = "attribute_max"
    SKILL_MAX = "skill_max"


class ImprovementRefused(Outcome, frozen=True, tag="refused"):
    """The picks are refused."""

    reason: NoImprovement


FEATS_COME_ON_TOP = Reading(
    id="sovereign.create.improvements/feats",
    question="Do the skills of starting feats count among the four?",
    choice="No, they come on top.",
    because="Starting feats are picks of their own.",
)


@rule("sovereign.create.improvements", CREATION, readings=(FEATS_COME_ON_TOP,))
def create_improvements(dice: Dice, given: Improving) -> Improved | ImprovementRefused:
    """A new Delver adds 1 four times, to an attribute, up to 18, or to a skill, up to 1."""
    if len(given.picks) != IMPROVEMENTS:
        return ImprovementRefused(NoImprovement.COUNT)
    times = Counter(given.picks)
    scores = {name: score + times[name] for name, score in given.scores.items()}
    skills = {name: level + times[name] for name, level in given.skills.items()}
    if any(score > SCORES[-1] for score in scores.values()):
        return ImprovementRefused(NoImprovement.ATTRIBUTE_MAX)
    if any(level > BEST_AT_CREATION for level in skills.values()):
        return ImprovementRefused(NoImprovement.SKILL_MAX)
    return Improved(FrozenMap(scores), FrozenMap(skills))


# Gold


class Purse(Given, frozen=True):
    """A new Delver's empty purse."""


class Gold(Outcome, frozen=True, tag="gold"):
    """The gold to spend."""

    gold: int


@rule("sovereign.create.gold", CREATION)
def create_gold(dice: Dice, given: Purse) -> Gold:
    """A new Delver has 3d6 times 10 gold pieces."""
    return Gold(GOLD_A_PIP * dice.total("starting gold", THREE_D6))
