"""Basic Lift: strength in kilograms."""

from fractions import Fraction
from typing import Annotated

from undercroft.books.neverwhere.units import Score
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, rule, says
from undercroft.kernel.units import Kilograms


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
