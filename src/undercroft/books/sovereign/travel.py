"""Overland Travel."""

from fractions import Fraction
from typing import Annotated

from undercroft.books.sovereign.units import Days
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says

MILES_A_DAY = 18
MOST_MILES = 1_000_000


class Journey(Given, frozen=True):
    """A journey overland."""

    miles: Annotated[Fraction, says("miles to go")]

    def __post_init__(self) -> None:
        if not 0 <= self.miles <= MOST_MILES:
            raise ValueError("miles must be between 0 and a million")


class Arrived(Outcome, frozen=True, tag="arrived"):
    """The party arrives after that many days."""

    days: Days


MONTAGE = Reading(
    id="sovereign.travel.overland/montage",
    question="What happens on the way?",
    choice="Nothing with dice: no encounters, and load does not slow the party. Part of a day counts as a day.",
    because="Travel is told in passing, and its days are kept only for the calendar.",
)


@rule("sovereign.travel.overland", Cite("Sovereign", "Overland Travel"), readings=(MONTAGE,))
def overland_travel(dice: Dice, given: Journey) -> Arrived:
    """Delvers travel about eighteen miles a day, and the referee summarises the journey."""
    return Arrived(Days(travel_days(*given.miles.as_integer_ratio())))


def travel_days(numerator: int, denominator: int) -> int:
    """The days for that many miles, rounded up."""
    return -(-numerator // (MILES_A_DAY * denominator))
