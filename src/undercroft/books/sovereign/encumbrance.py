"""Encumbrance."""

from enum import StrEnum
from fractions import Fraction
from math import ceil
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.units import Load, Points, Score
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.units import Feet

ENCUMBRANCE = Cite("Sovereign", "Encumbrance")

DRAG_TEAMMATE = Load(12)
USUAL_MOVE = Feet(30)
READIED_A_STEP = 2
STOWED_A_STEP = 4
STEPS = 2
BULK_POUNDS, BULK_POINTS = 50, 10
MOST_POUNDS = 1_000_000


# Things


class Size(StrEnum):
    """How awkward a thing is to carry."""

    POCKET = "pocket"
    ONE_HAND = "one_hand"
    TWO_HANDS = "two_hands"
    WHOLE_BODY = "whole_body"
    DRAG_TEAMMATE = "drag_teammate"


POINTS = {
    Size.POCKET:        Load(0),
    Size.ONE_HAND:      Load(1),
    Size.TWO_HANDS:     Load(2),
    Size.WHOLE_BODY:    Load(5),
    Size.DRAG_TEAMMATE: DRAG_TEAMMATE,
}  # fmt: skip


class Thing(Given, frozen=True):
    """Something to carry."""

    size: Annotated[Size, says("what carrying it takes")]
    points_override: Annotated[Points | None, says("points of a load that takes the whole body")] = None

    def __post_init__(self) -> None:
        if self.points_override is None:
            return
        if self.size is not Size.WHOLE_BODY or self.points_override < POINTS[Size.WHOLE_BODY]:
            raise ValueError("only a load that takes the whole body has its own points, and at least 5")


class EncumbrancePoints(Outcome, frozen=True, tag="points"):
    """The points of encumbrance."""

    points: Load


COINS_WEIGH_NOTHING = Reading(
    id="sovereign.enc.item/coins",
    question="What do coins weigh?",
    choice="Nothing.",
    because="The table has no coins; a later version of the game counts a hundred of them as one point.",
)


@rule("sovereign.enc.item", ENCUMBRANCE, readings=(COINS_WEIGH_NOTHING,))
def item_points(dice: Dice, given: Thing) -> EncumbrancePoints:
    """A more awkward thing has more points; listed gear has its own."""
    return EncumbrancePoints(POINTS[given.size] if given.points_override is None else Load(given.points_override))


# Limits


class Carrier(Given, frozen=True):
    """The Strength of a carrier."""

    strength: Annotated[Score, says("Strength score")]


class Limits(Outcome, frozen=True, tag="limits"):
    """The most that can be carried, readied and stowed."""

    readied: Load
    stowed: Load


@rule("sovereign.enc.limits", ENCUMBRANCE)
def carrying_limits(dice: Dice, given: Carrier) -> Limits:
    """A character can stow as many points as Strength, and keep half as many ready."""
    return Limits(Load(readied_limit(given.strength)), Load(stowed_limit(given.strength)))


def readied_limit(strength: int) -> int:
    """The points that can be kept ready: half of Strength, rounded down."""
    return strength // 2


def stowed_limit(strength: int) -> int:
    """The points that can be stowed: as many as Strength."""
    return strength


# At hand


class Place(StrEnum):
    """Where a thing is."""

    READIED = "readied"
    STOWED = "stowed"
    ABSENT = "absent"


class Reaching(Given, frozen=True):
    """A character wants to use a thing."""

    place: Annotated[Place, says("at hand, packed away, or not there")]


class Usable(Outcome, frozen=True, tag="usable"):
    """It can be used, after that many Main Actions."""

    main_actions: int


class NotThere(StrEnum):
    """Why it cannot be used."""

    ABSENT = "absent"


class AccessRefused(Outcome, frozen=True, tag="refused"):
    """It cannot be used."""

    reason: NotThere


BECOMES_READIED = Reading(
    id="sovereign.enc.access/out",
    question="Where is a stowed thing once it has been pulled out?",
    choice="Readied, and it may be too much there; putting it back takes a Main Action again. Hands are not counted.",
    because="It can be used from then on, as only Readied gear can.",
)


@rule("sovereign.enc.access", ENCUMBRANCE, readings=(BECOMES_READIED,))
def gear_access(dice: Dice, given: Reaching) -> Usable | AccessRefused:
    """A Readied thing is used at once; a Stowed thing must first be pulled out, for a Main Action."""
    if given.place is Place.ABSENT:
        return AccessRefused(NotThere.ABSENT)
    return Usable(1 if given.place is Place.STOWED else 0)


# Too much


class Burden(Carrier, frozen=True):
    """A carrier and their load."""

    readied: Annotated[Points, says("points at hand")]
    stowed: Annotated[Points, says("points packed away, dragged or hauled")]
    base_move: Annotated[int, Meta(ge=0, le=10_000), says("Move without a load, in feet")] = USUAL_MOVE


class Carried(Outcome, frozen=True, tag="ok"):
    """It can be carried: the step of overload, and the speed."""

    tier: int
    move: Feet


class TooHeavy(Outcome, frozen=True, tag="too_heavy"):
    """It is too heavy to carry."""


FIVES = Reading(
    id="sovereign.enc.overload/rounding",
    question="A cut of 30 % makes 21 feet of 30, but 20 is printed. How fast is a creature with another Move?",
    choice="Each step is rounded down to five feet, which gives 20 and 10 for 30.",
    because="So the percentages and the printed feet both hold.",
)
STEPS_TOGETHER = Reading(
    id="sovereign.enc.overload/steps",
    question="Are two Readied and four Stowed items meant as points, and where does a dragged comrade count?",
    choice="Yes, points, added at each step; a load for the whole body and a dragged comrade count as Stowed.",
    because="All else is counted in points. A short heave is for the referee to judge.",
)


@rule("sovereign.enc.overload", ENCUMBRANCE, readings=(FIVES, STEPS_TOGETHER))
def overload(dice: Dice, given: Burden) -> Carried | TooHeavy:
    """A character can exceed the limits twice, and is slower each time: 20 feet instead of 30, then 10."""
    tier = load_tier(given.readied - readied_limit(given.strength), given.stowed - stowed_limit(given.strength))
    return TooHeavy() if tier > STEPS else Carried(tier, Feet(loaded_move(given.base_move, tier)))


def load_tier(over_readied: int, over_stowed: int) -> int:
    """How often the limits must be exceeded to carry that many points over them; more than twice is too much."""
    return max(0, -(-over_readied // READIED_A_STEP), -(-over_stowed // STOWED_A_STEP))


def loaded_move(move: int, tier: int) -> int:
    """Move in feet after exceeding the limits that often: 30 % less, then half of that, in fives."""
    if tier == 0:
        return move
    slowed = move * 7 // 50 * 5
    return slowed if tier == 1 else slowed // 10 * 5


# Bulk Weights


class Bulk(Given, frozen=True):
    """Goods by weight."""

    pounds: Annotated[Fraction, says("weight in pounds")]

    def __post_init__(self) -> None:
        if not 0 <= self.pounds <= MOST_POUNDS:
            raise ValueError("pounds must be between 0 and a million")


STARTED_POINTS = Reading(
    id="sovereign.enc.bulk/rounding",
    question="What about a weight that is not a whole number of points?",
    choice="Part of a point counts as a point.",
    because="Rounding down would let goods travel for nothing.",
)


@rule("sovereign.enc.bulk", Cite("Sovereign", "Bulk Weights"), readings=(STARTED_POINTS,))
def bulk_points(dice: Dice, given: Bulk) -> EncumbrancePoints:
    """Fifty pounds of goods are ten points."""
    return EncumbrancePoints(Load(ceil(given.pounds * BULK_POINTS / BULK_POUNDS)))
