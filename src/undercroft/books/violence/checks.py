"""The game's page on actions: checks, saves, exertion and rest."""

from enum import IntEnum, StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.books.violence.scars import SCAR_READINGS, Bending, Scarred
from undercroft.books.violence.units import PLAYER, ArmourClass, Health, HitDice, Pool, Scars, Score
from undercroft.kernel.dice import D6, D20, Ask, Dice, Roll
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says

CHECK = Cite("Violence", "Combat Rounds", beyond="Doing Things")
DOING_THINGS = Cite("Violence", "", beyond="Doing Things")

TWO_D20 = Roll(2, 20)

Result = Annotated[int, Meta(ge=-1_000, le=1_000)]


# Attribute checks


class Edge(StrEnum):
    """Whether two dice are thrown, and which one counts."""

    NONE = "none"
    ADVANTAGE = "advantage"
    DISADVANTAGE = "disadvantage"


class Exert(StrEnum):
    """The response to a failure."""

    ACCEPT = "accept"
    EXERT = "exert"


class Check(Scarred, frozen=True, kw_only=True):
    """A character attempts something."""

    attribute: Annotated[Score, says("the attribute that counts")]
    edge: Annotated[Edge, says("one die, or the better or the worse of two")]
    scars: Annotated[Scars, says("Scars: those of the character who rolls; only in a fight")] = 0
    exertion: Annotated[bool, says("may exertion turn a failure into success?")] = False


class Exact(Outcome, frozen=True, tag="exact"):
    """It succeeds very well."""


class Success(Outcome, frozen=True, tag="success"):
    """It succeeds."""


class Failure(Outcome, frozen=True, tag="failure"):
    """It fails, by that margin."""

    over: int


class Exerted(Outcome, frozen=True, tag="exerted"):
    """It succeeds, and the attribute is permanently lower."""

    new_attribute: int


THE_BETTER_DIE = Reading(
    id="violence.attribute-check/better",
    question="Which of two dice is the better one?",
    choice="The exact one, then any success, then the failure by less; Scars move the die that counts.",
    because="So the better die has the better result.",
)
NO_EXERTION = Reading(
    id="violence.attribute-check/exertion",
    question="May exertion turn a failed check into success?",
    choice="No, unless the referee wants that rule; a failed attack is then settled by the rule on exertion itself.",
    because="The page on doing things has it, and this one never speaks of it.",
    switch="exertion",
    options=(
        Option(False, "a failure stays a failure"),
        Option(True, "points of the attribute buy a failure off"),
    ),
)


@rule("violence.attribute-check", CHECK, readings=(THE_BETTER_DIE, NO_EXERTION, *SCAR_READINGS))
def attribute_check(ask: Ask, given: Check) -> Exact | Success | Failure | Exerted:
    """A check succeeds on a d20 not above the attribute; an exact roll succeeds very well."""
    roll = Bending(ask, given).bent(_counting(ask, given))
    if roll == given.attribute:
        return Exact()
    if roll < given.attribute:
        return Success()
    left = given.attribute - exertion_cost(given.attribute, roll, 0)
    if given.exertion and left >= LEAST_LEFT and ask.choose("exert yourself", PLAYER, tuple(Exert)) is Exert.EXERT:
        return Exerted(left)
    return Failure(roll - given.attribute)


def _counting(dice: Dice, given: Check) -> int:
    """The face that counts."""
    if given.edge is Edge.NONE:
        return dice.total("attribute check", D20)
    low, high = dice.faces("attribute check", TWO_D20)
    better, worse = (low, high) if badness(low, given.attribute) <= badness(high, given.attribute) else (high, low)
    return better if given.edge is Edge.ADVANTAGE else worse


def badness(roll: int, attribute: int) -> int:
    """0 for an exact roll, 1 for a success, and more for a failure the larger its margin."""
    if roll == attribute:
        return 0
    return 1 + max(0, roll - attribute)


# Saves


class Saver(StrEnum):
    """The character in danger."""

    ADVENTURER = "adventurer"
    ENEMY = "enemy"


class Danger(Scarred, frozen=True, kw_only=True):
    """A character is in danger."""

    target: Annotated[Score, says("the attribute; for a foe 10 and its Hit Dice")]
    source_hd: Annotated[HitDice | None, says("Hit Dice of the creature or spell; none for traps and hazards")] = None
    saver: Annotated[Saver, says("an adventurer or a foe")]
    scars: Annotated[Scars, says("Scars of the adventurer; only in a fight")] = 0


class Saved(Outcome, frozen=True, tag="saved"):
    """They escape the danger."""


class Failed(Outcome, frozen=True, tag="failed"):
    """They do not escape the danger."""


class Immune(Outcome, frozen=True, tag="immune"):
    """A foe escapes it, and anything like it, for the encounter."""


class Escape(IntEnum):
    """The result of a save."""

    FAILED = 0
    SAVED = 1
    EXACT = 2


def escaped(roll: int, target: int, above: int) -> Escape:
    """The result of a save: not above the target, and above the source of the danger."""
    if roll > target or roll <= above:
        return Escape.FAILED
    return Escape.EXACT if roll == target else Escape.SAVED


NO_SOURCE = -1_000_000
"""Lower than any roll that Scars can produce."""


@rule("violence.save", DOING_THINGS, readings=SCAR_READINGS)
def save(ask: Ask, given: Danger) -> Saved | Failed | Immune:
    """A d20 not above your attribute saves you, but it must beat the Hit Dice of the creature that threatens you."""
    enemy = given.saver is Saver.ENEMY
    above = NO_SOURCE if enemy or given.source_hd is None else given.source_hd
    match escaped(Bending(ask, given).roll("saving throw", D20), given.target, above):
        case Escape.FAILED:
            return Failed()
        case Escape.EXACT if enemy:
            return Immune()
        case Escape.EXACT | Escape.SAVED:
            return Saved()


# Exertion


LEAST_LEFT = 1


class Exertion(Given, frozen=True, kw_only=True):
    """A character who failed, and may pay to succeed."""

    attribute: Annotated[Score, says("the attribute that counted")]
    r: Annotated[Result, says("the roll that failed")]
    ac: Annotated[ArmourClass | None, says("Armour Class of the target, for an attack")] = None
    is_save: Annotated[bool, says("was it a saving throw?")]

    def __post_init__(self) -> None:
        if not self.is_save and self.r <= self.attribute and self.r >= (self.ac or 0):
            raise ValueError("that roll did not fail: it is neither over the attribute nor under the AC")


class Bought(Outcome, frozen=True, tag="bought"):
    """The roll succeeds, and that much of the attribute is left."""

    new_attribute: int


class NoExertion(StrEnum):
    """Why exertion does not help."""

    SAVE = "not_for_saves"
    TOO_MUCH = "it_costs_too_much"


class ExertionRefused(Outcome, frozen=True, tag="refused"):
    """The failure remains."""

    reason: NoExertion


NOT_BELOW_ONE = Reading(
    id="violence.exertion/least",
    question="Can a character exert themselves to death?",
    choice="No; exertion that would leave less than 1 of the attribute is refused.",
    because="An attribute of 0 means death when a character is made, and nobody buys a blow with that.",
)
EXERTION_HEALS_SLOWLY = Reading(
    id="violence.exertion/recovery",
    question="Does the attribute come back?",
    choice="Yes, by the recovery die for each week in bed among people, even past the old score, but not past 18.",
    because="The page on doing things says so; the loss is lasting until then.",
)


@rule("violence.exertion", DOING_THINGS, readings=(NOT_BELOW_ONE, EXERTION_HEALS_SLOWLY))
def exertion(dice: Dice, given: Exertion) -> Bought | ExertionRefused:
    """A failed roll, but not a save, can be made to succeed for as many points of the attribute as it failed by."""
    if given.is_save:
        return ExertionRefused(NoExertion.SAVE)
    left = given.attribute - exertion_cost(given.attribute, given.r, given.ac or 0)
    return Bought(left) if left >= LEAST_LEFT else ExertionRefused(NoExertion.TOO_MUCH)


def exertion_cost(attribute: int, roll: int, ac: int) -> int:
    """How far a roll is above the attribute, or else below the AC."""
    return roll - attribute if roll > attribute else ac - roll


# Rest


class Night(Given, frozen=True):
    """A safe night."""

    health: Annotated[Pool, says("health now")]
    health_max: Annotated[Pool, says("health when unhurt")]

    def __post_init__(self) -> None:
        if self.health > self.health_max:
            raise ValueError("health cannot be above its maximum")


class Rested(Outcome, frozen=True, tag="health"):
    """Health in the morning."""

    health: Health


@rule("violence.rest", DOING_THINGS)
def rest(dice: Dice, given: Night) -> Rested:
    """A safe night restores 1d6 health, up to the maximum."""
    return Rested(Health(min(given.health_max, given.health + dice.total("health regained", D6))))
