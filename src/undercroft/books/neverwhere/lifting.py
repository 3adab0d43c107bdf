"""Lifting and Moving Things: Basic Lift and its uses, by hand, on the back, and in a fight."""

from enum import StrEnum
from fractions import Fraction
from math import ceil
from typing import Annotated

from msgspec import Meta

from undercroft.books.neverwhere.bounds import above_nothing, not_below
from undercroft.books.neverwhere.encumbrance import MOST_BL, strains
from undercroft.books.neverwhere.units import ONE, Count, FatiguePoints, Score
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.units import Kilograms

LIFTING = Cite("Neverwhere", "Lifting and Moving Things")
IN_COMBAT = Cite("Neverwhere", "Lifting and Moving Things during Combat")

RUNNING_START = 2
STRAIN_FP = 1


# Basic Lift


class Strength(Given, frozen=True):
    """The strength of a character."""

    str_: Annotated[Score, says("Str, the score itself")]


class BasicLift(Outcome, frozen=True, tag="bl"):
    """The weight that the character lifts easily."""

    bl: Kilograms


@rule("neverwhere.basic-lift", Cite("Neverwhere", "Physical Feats"))
def basic_lift(dice: Dice, given: Strength) -> BasicLift:
    """Basic Lift is Str times Str in tenths of a kilogram."""
    return BasicLift(lift_of(given.str_))


def lift_of(str_: int) -> Kilograms:
    """The square of the score, in tenths of a kilogram."""
    return Kilograms(Fraction(str_ * str_, 10))


# What can be moved


class Feat(StrEnum):
    """What to do with the weight."""

    ONE_HAND = "one_hand"
    TWO_HANDS = "two_hands"
    SHOVE = "shove"
    SHOVE_RUNNING = "shove_running"
    CARRY = "carry"
    SHIFT = "shift"


class Action(StrEnum):
    """The action that it takes in combat."""

    MOVE = "move_action"
    FULL_ROUND = "full_round"
    STANDARD = "standard_action"


SHOVE_BL = 12

# fmt: off
TIMES_BL = {
    Feat.ONE_HAND:       2,
    Feat.TWO_HANDS:      8,
    Feat.SHOVE:         SHOVE_BL,
    Feat.SHOVE_RUNNING: SHOVE_BL * RUNNING_START,
    Feat.CARRY:         MOST_BL,
    Feat.SHIFT:         50,
}
TAKES = {
    Feat.ONE_HAND:      Action.MOVE,
    Feat.TWO_HANDS:     Action.FULL_ROUND,
    Feat.SHOVE:         Action.STANDARD,
    Feat.SHOVE_RUNNING: Action.STANDARD,
    Feat.CARRY:         None,
    Feat.SHIFT:         None,
}
# fmt: on


class Weight(Given, frozen=True):
    """Something heavy, and the character's Basic Lift."""

    weight: Annotated[Fraction, says("weight in kilograms")]
    bl: Annotated[Fraction, says("Basic Lift in kilograms, pooled if several work together")]

    def __post_init__(self) -> None:
        not_below(0, weight=self.weight)
        above_nothing(bl=self.bl)


class Trying(Weight, frozen=True):
    """What the character wants to do with the weight."""

    feat: Annotated[Feat, says("what is to be done with it")]
    ease: Annotated[Fraction, says("how many times heavier it may be, for balance or footing; 1 as a rule")] = ONE

    def __post_init__(self) -> None:
        super().__post_init__()
        not_below(1, ease=self.ease)


class Managed(Outcome, frozen=True, tag="ok"):
    """It moves; `action` is the action it takes in combat, where the book names one."""

    action: Action | None
    limit: Kilograms


class TooHeavy(Outcome, frozen=True, tag="too_heavy"):
    """It does not move; the limit is the most that would."""

    limit: Kilograms


TIME_FOR_A_SHOVE = Reading(
    id="neverwhere.lift/time",
    question="How long do shoving, shouldering and shifting take?",
    choice="A shove is a standard action in combat; taking a load on the back and shifting have no time of their own.",
    because="Times are given for lifting with one hand or two, and for combat; the referee times the rest.",
)
EASE_IS_THE_REFEREES = Reading(
    id="neverwhere.lift/ease",
    question="How much do poor balance or good footing help?",
    choice="Not at all unless the referee names a factor, by which every limit is multiplied.",
    because="Allowances are left to the referee without a figure.",
)


@rule("neverwhere.lift", LIFTING, readings=(TIME_FOR_A_SHOVE, EASE_IS_THE_REFEREES))
def lift(dice: Dice, given: Trying) -> Managed | TooHeavy:
    """Each way to move a thing has its limit, counted in Basic Lifts."""
    limit = Kilograms(limit_of(given.feat, given.bl) * given.ease)
    return Managed(TAKES[given.feat], limit) if given.weight <= limit else TooHeavy(limit)


def limit_of(feat: Feat, bl: Fraction) -> Kilograms:
    """The most that can be moved that way."""
    return Kilograms(TIMES_BL[feat] * bl)


# Together


class Helpers(Given, frozen=True):
    """Several characters who lift together."""

    strs: Annotated[tuple[Score, ...], Meta(min_length=1), says("Str of each, the scores themselves")]
    allowed: Annotated[bool, says("can they all get at it, in the referee's judgement?")] = True


POOLING_IS_ALLOWED = Reading(
    id="neverwhere.lift-together/allowed",
    question="May helpers always lift together?",
    choice="Yes unless the referee says no; then the strongest lifts alone.",
    because="The referee may allow it where it seems reasonable, and mostly it does.",
)


@rule("neverwhere.lift-together", LIFTING, readings=(POOLING_IS_ALLOWED,))
def lift_together(dice: Dice, given: Helpers) -> BasicLift:
    """Characters who lift together add up their Basic Lifts, never their Str."""
    lifts = [lift_of(str_) for str_ in given.strs]
    return BasicLift(Kilograms(sum(lifts, Fraction(0))) if given.allowed else max(lifts))


# On the back


class Burden(Given, frozen=True):
    """A load on a character's back, and for how long."""

    load: Annotated[Fraction, says("kilograms carried")]
    bl: Annotated[Fraction, says("Basic Lift in kilograms")]
    rounds: Annotated[Count, says("rounds it is carried")]

    def __post_init__(self) -> None:
        not_below(0, load=self.load)
        above_nothing(bl=self.bl)


class Strained(Outcome, frozen=True, tag="fp"):
    """The fatigue points that the load costs."""

    fp: FatiguePoints


class CannotCarry(Outcome, frozen=True, tag="cannot_carry"):
    """It is too much to carry at all."""

    limit: Kilograms


@rule("neverwhere.carry-strain", LIFTING)
def carry_strain(dice: Dice, given: Burden) -> Strained | CannotCarry:
    """A back carries 15 Basic Lifts, but above 10 every round costs a fatigue point."""
    limit = limit_of(Feat.CARRY, given.bl)
    if given.load > limit:
        return CannotCarry(limit)
    return Strained(FatiguePoints(strain(ceil(given.load / given.bl), given.rounds)))


def strain(lifts: int, rounds: int) -> int:
    """The fatigue of a load of that many Basic Lifts, rounded up, over that many rounds."""
    return STRAIN_FP * rounds if strains(lifts) else 0


# In a fight


class Grabbing(Weight, frozen=True, kw_only=True):
    """A thing or a person to pick up in a fight."""

    unwilling: Annotated[bool, says("is it a person who resists being picked up?")]
    grappled: Annotated[bool, says("are they grappled?")]
    extra_turns: Annotated[Count, says("further turns for an unwieldy thing, if the referee says so")] = 0
    wave_through: Annotated[bool, says("is it so plainly possible that nobody stops to weigh it?")] = False


class MoveAction(Outcome, frozen=True, tag="move_action"):
    """Picked up in passing."""


class FullTurns(Outcome, frozen=True, tag="full_turns"):
    """Picked up after that many full turns."""

    n: int


class NeedsGrapple(Outcome, frozen=True, tag="needs_grapple"):
    """They must be grappled first."""


NOT_WEIGHED = Reading(
    id="neverwhere.combat-pickup/reasonable",
    question="Do you have to compare weights in the middle of a fight?",
    choice="Not where the attempt looks reasonable: then it works, and what is over two Basic Lifts takes a turn.",
    because="The source text would rather have the fight go on than have things weighed.",
)


@rule("neverwhere.combat-pickup", IN_COMBAT, readings=(NOT_WEIGHED,))
def combat_pickup(dice: Dice, given: Grabbing) -> MoveAction | FullTurns | TooHeavy | NeedsGrapple:
    """In a fight a light thing takes a move action and a heavy one a turn; the unwilling must be grappled first."""
    if given.unwilling and not given.grappled:
        return NeedsGrapple()
    if given.weight <= limit_of(Feat.ONE_HAND, given.bl):
        return MoveAction()
    limit = limit_of(Feat.TWO_HANDS, given.bl)
    if given.weight > limit and not given.wave_through:
        return TooHeavy(limit)
    return FullTurns(1 + given.extra_turns)


class Obstacle(Weight, frozen=True, kw_only=True):
    """Something in the way."""

    ran_full_move: Annotated[bool, says("did they run their full Move this turn, straight at it?")]
    creature: Annotated[bool, says("can it resist?")]
    wave_through: Annotated[bool, says("is it so plainly possible that nobody stops to weigh it?")] = False


class Shifted(Outcome, frozen=True, tag="moved"):
    """It moves aside, or falls over."""


class UseSlam(Outcome, frozen=True, tag="use_slam"):
    """A person who can resist must be slammed, by the rules for that."""


@rule("neverwhere.combat-shove", IN_COMBAT, readings=(NOT_WEIGHED,))
def combat_shove(dice: Dice, given: Obstacle) -> Shifted | TooHeavy | UseSlam:
    """A standard action shoves 12 Basic Lifts aside, twice that after a full run; it works only on lifeless things."""
    if given.creature:
        return UseSlam()
    limit = limit_of(Feat.SHOVE_RUNNING if given.ran_full_move else Feat.SHOVE, given.bl)
    return Shifted() if given.wave_through or given.weight <= limit else TooHeavy(limit)
