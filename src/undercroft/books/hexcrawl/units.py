"""Units of Play Procedures, and bounds that several of its chapters share."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, NewType

from msgspec import Meta

from undercroft.kernel.units import Name

TravelPoints = NewType("TravelPoints", Fraction)
"""What a day of travel is paid in; spent in exact fractions."""

Coordinate = Annotated[int, Meta(ge=-100_000, le=100_000)]
Hex = tuple[Coordinate, Coordinate]
"""A hex by its axial coordinates, q and r."""

Count = Annotated[int, Meta(ge=0, le=1_000_000)]
People = Annotated[int, Meta(ge=1, le=1_000_000)]
TurnNumber = Annotated[int, Meta(ge=1, le=1_000_000)]
DayNumber = Annotated[int, Meta(ge=1, le=1_000_000)]
Entries = Annotated[tuple[Name, ...], Meta(max_length=1000)]
"""A list that a die with as many sides may be thrown on."""

PER_HEAD = 1
"""Rations, and likewise water, for one person at one rest."""


def not_negative(**numbers: Fraction) -> None:
    """Refuse numbers below nothing."""
    for name, number in numbers.items():
        if number < 0:
            raise ValueError(f"{name} cannot be negative")


def above_nothing(**numbers: Fraction) -> None:
    """Refuse numbers that are nothing or less."""
    for name, number in numbers.items():
        if number <= 0:
            raise ValueError(f"{name} must be more than nothing")


def is_enough(have_n: int, have_d: int, need_n: int, need_d: int) -> bool:
    """Do the points at hand cover those needed? Each number stands in two parts."""
    return have_n * need_d >= need_n * have_d
