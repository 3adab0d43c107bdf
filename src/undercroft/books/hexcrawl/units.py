"""Units of Play Procedures, and bounds that several of its chapters share."""

from fractions import Fraction
from typing import Annotated, NewType

from msgspec import Meta

from undercroft.kernel.faults import RuleInputError
from undercroft.kernel.units import Name

TravelPoints = NewType("TravelPoints", Fraction)
"""The points that pay for a day of travel, spent in exact fractions."""

Coordinate = Annotated[int, Meta(ge=-100_000, le=100_000)]
Hex = tuple[Coordinate, Coordinate]
"""A hex by its axial coordinates, q and r."""

Count = Annotated[int, Meta(ge=0, le=1_000_000)]
People = Annotated[int, Meta(ge=1, le=1_000_000)]
TurnNumber = Annotated[int, Meta(ge=1, le=1_000_000)]
DayNumber = Annotated[int, Meta(ge=1, le=1_000_000)]
Entries = Annotated[tuple[Name, ...], Meta(max_length=1000)]
"""A list for a die with as many sides as it has entries."""

PER_HEAD = 1
"""The rations, and also the water, that a person needs for a rest."""


def not_negative(**numbers: Fraction) -> None:
    """Refuse numbers below zero."""
    for name, number in numbers.items():
        if number < 0:
            raise RuleInputError("out_of_range", f"{name}: it must be 0 or more", "give a larger number", field=name)


def above_nothing(**numbers: Fraction) -> None:
    """Refuse numbers that are zero or less."""
    for name, number in numbers.items():
        if number <= 0:
            raise RuleInputError("out_of_range", f"{name}: it must be more than 0", "give a larger number", field=name)


def is_enough(have_n: int, have_d: int, need_n: int, need_d: int) -> bool:
    """Whether the points at hand cover the points needed. Each number is a fraction in two parts."""
    return have_n * need_d >= need_n * have_d
