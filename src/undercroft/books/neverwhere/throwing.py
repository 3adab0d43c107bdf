"""Throwing: what can be thrown, whether it hits, and the damage."""

from enum import StrEnum
from fractions import Fraction
from math import ceil
from typing import Annotated

from undercroft.books.neverwhere.bounds import above_nothing, not_below
from undercroft.books.neverwhere.checks import SN_TIE, Grade, Tie, graded
from undercroft.books.neverwhere.lifting import Feat, Weight, limit_of
from undercroft.books.neverwhere.units import Modifier, Number
from undercroft.kernel.dice import D4, D6, D10, D20, TWO_D6, Dice, Formula, Roll
from undercroft.kernel.notation import parse_few
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.tables import Table, through

THROWING = Cite("Neverwhere", "Throwing")

UNFAMILIAR = -4
INCREMENT = Fraction(3)
MOST_INCREMENTS = 5
DOUBLE = 2
STEP_KG = 20
MOST_KG = 10_000


# Can it be thrown?


class Aimed(Weight, frozen=True):
    """A thing that a character wants to throw."""

    in_hand: Annotated[bool, says("do they hold it already?")] = True


class Step(StrEnum):
    """The steps of the throw, in order."""

    MOVE_ACTION = "move_action"
    FULL_TURN = "full_turns(1)"
    STANDARD_ACTION = "standard_action"


class OneHand(Outcome, frozen=True, tag="one_hand"):
    """One hand will do."""

    actions: tuple[Step, ...]


class TwoHands(Outcome, frozen=True, tag="two_hands"):
    """It takes both hands."""

    actions: tuple[Step, ...]


class CannotThrow(Outcome, frozen=True, tag="cannot"):
    """A thing too heavy to pick up is too heavy to throw."""


@rule("neverwhere.throw-eligible", THROWING)
def throw_eligible(dice: Dice, given: Aimed) -> OneHand | TwoHands | CannotThrow:
    """Anything that can be picked up can be thrown, as a standard action, with as many hands as lifting it takes."""
    if given.weight > limit_of(Feat.TWO_HANDS, given.bl):
        return CannotThrow()
    if given.weight > limit_of(Feat.ONE_HAND, given.bl):
        return TwoHands(_steps(Step.FULL_TURN, given.in_hand))
    return OneHand(_steps(Step.MOVE_ACTION, given.in_hand))


def _steps(pick_up: Step, in_hand: bool) -> tuple[Step, ...]:
    return (Step.STANDARD_ACTION,) if in_hand else (pick_up, Step.STANDARD_ACTION)


# Does it hit?


class Throwing(Given, frozen=True, kw_only=True):
    """A thing thrown at a target."""

    rab: Annotated[Modifier, says("ranged attack bonus")]
    ac: Annotated[Number, says("Armor Class of the target")]
    distance: Annotated[Fraction, says("metres to the target")]
    increment: Annotated[Fraction, says("range increment in metres; 3 for things not made to be thrown")] = INCREMENT
    improvised: Annotated[bool, says("is it something not made to be thrown?")]
    proficient: Annotated[bool, says("is the thrower proficient with a thing made to be thrown?")]
    sn_tie: Annotated[Tie, says("what a total equal to the Armor Class does")] = Tie.FAILS

    def __post_init__(self) -> None:
        not_below(0, distance=self.distance)
        above_nothing(increment=self.increment)


class Hit(Outcome, frozen=True, tag="hit"):
    """It hits; a natural 20 doubles the damage."""

    total: int
    double: bool


class Miss(Outcome, frozen=True, tag="miss"):
    """It misses."""

    total: int


class Blunder(Outcome, frozen=True, tag="blunder"):
    """It flies at a friend."""

    total: int


class OutOfRange(Outcome, frozen=True, tag="out_of_range"):
    """The target is out of range."""


FULL_INCREMENTS = Reading(
    id="neverwhere.throw-attack/increments",
    question="How is range counted?",
    choice="−1 for every full increment between thrower and target; nothing flies farther than five increments.",
    because="The game takes 1 for each increment and stops thrown things at five; it does not say how to count parts.",
)
MADE_FOR_IT = Reading(
    id="neverwhere.throw-attack/proficient",
    question="What about a throwing weapon in untrained hands?",
    choice="−4, the same as for a thing not made to be thrown; the two are never added up.",
    because="The source text waives the penalty for those who are proficient, so others have it.",
)


@rule("neverwhere.throw-attack", THROWING, readings=(FULL_INCREMENTS, MADE_FOR_IT, SN_TIE))
def throw_attack(dice: Dice, given: Throwing) -> Hit | Miss | Blunder | OutOfRange:
    """A thrown thing must beat the Armor Class, at −4 if it is not made for throwing, and worse at a distance."""
    if given.distance > MOST_INCREMENTS * given.increment:
        return OutOfRange()
    clumsy = given.improvised or not given.proficient
    bonus = thrown_bonus(given.rab, clumsy, given.distance // given.increment)
    face = dice.total("ranged attack", D20)
    match graded(face, bonus, given.ac, given.sn_tie is Tie.SUCCEEDS):
        case Grade.CRITICAL_FAILURE:
            return Blunder(face + bonus)
        case Grade.FAILURE:
            return Miss(face + bonus)
        case Grade.SUCCESS | Grade.CRITICAL_SUCCESS as grade:
            return Hit(face + bonus, double=grade is Grade.CRITICAL_SUCCESS)


def thrown_bonus(rab: int, clumsy: bool, increments: int) -> int:
    """The bonus added to the die."""
    return rab - increments + (UNFAMILIAR if clumsy else 0)


# Damage


class Impact(Given, frozen=True):
    """A thrown thing has hit."""

    weight: Annotated[Fraction, says("weight in kilograms")]
    str_mod: Annotated[Modifier, says("Str modifier of the thrower")]
    dice_override: Annotated[str | None, says("damage of a thing made to be thrown, such as 1d6+1")] = None
    double: Annotated[bool, says("was it a natural 20?")] = False

    def __post_init__(self) -> None:
        not_below(0, weight=self.weight)
        if self.weight > MOST_KG:
            raise ValueError(f"the weight cannot be above {MOST_KG:,} kg")
        if self.dice_override is not None:
            parse_few(self.dice_override)


class Damage(Outcome, frozen=True, tag="damage"):
    """The hit points lost."""

    damage: int


THROWN_DAMAGE: Table[Roll] = Table("neverwhere.throw-damage", range(1, 5), (
    (through(1), D4),
    (through(2), D6),
    (through(3), D10),
    (through(4), TWO_D6),
), number="weight, in 20 kg", gives="damage")  # fmt: skip

WEIGHT_TO_DICE = Reading(
    id="neverwhere.throw-damage/weight",
    question="Damage grows roughly with the weight: how?",
    choice="Our proposal: 1d4 up to 20 kg, 1d6 up to 40, 1d10 up to 60, 2d6 up to 80; above, 1d6 for every 20 kg or "
    "part of it.",
    because="Only the ends are given: 1d4 for a stone in one hand, 2d6 for the biggest that two can heft.",
)
NEVER_BELOW_NOTHING = Reading(
    id="neverwhere.throw-damage/least",
    question="Can a weak arm make damage negative, and what is doubled?",
    choice="Damage is at least 0; dice and modifier are doubled together.",
    because="A hit does not heal, and the game doubles the damage, of which the modifier is part.",
)


@rule("neverwhere.throw-damage", THROWING, readings=(WEIGHT_TO_DICE, NEVER_BELOW_NOTHING))
def throw_damage(dice: Dice, given: Impact) -> Damage:
    """A heavier thing does more damage; Str is added."""
    formula = thrown_dice(given.weight) if given.dice_override is None else parse_few(given.dice_override)
    return Damage(hurt(dice.total("damage", formula), given.str_mod, given.double))


def thrown_dice(weight: Fraction) -> Formula:
    """The dice for a weight, by every 20 kg, rounded up."""
    steps = max(1, ceil(weight / STEP_KG))
    heaviest = THROWN_DAMAGE.rows[-1][1]
    listed = len(THROWN_DAMAGE.rows)
    return THROWN_DAMAGE.at(steps) if steps <= listed else Roll(heaviest.count + steps - listed, heaviest.sides)


def hurt(thrown: int, modifier: int, double: bool) -> int:
    """The damage from dice and modifier, at least zero."""
    return max(0, thrown + modifier) * (DOUBLE if double else 1)
