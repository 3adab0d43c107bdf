"""Neverwhere's own units, the bounds of whole numbers, and the rounding of halves."""

from fractions import Fraction
from typing import Annotated, NewType

from msgspec import Meta

FatiguePoints = NewType("FatiguePoints", int)
HitPoints = NewType("HitPoints", int)
Rounds = NewType("Rounds", int)
Weeks = NewType("Weeks", int)
Litres = NewType("Litres", Fraction)
Metres = NewType("Metres", Fraction)
Kilometres = NewType("Kilometres", Fraction)
Hours = NewType("Hours", Fraction)
Move = NewType("Move", Fraction)

ZERO, ONE = Fraction(0), Fraction(1)

Score = Annotated[int, Meta(ge=1, le=1_000)]
"""The score of Str, Dex, Int or Vit."""

Modifier = Annotated[int, Meta(ge=-1_000, le=1_000)]
"""A number added to a roll: a score minus 10, a skill, or a bonus."""

Number = Annotated[int, Meta(ge=-1_000, le=1_000)]
"""The success number that a roll must beat."""

Points = Annotated[int, Meta(ge=-10_000, le=10_000)]
"""Current fatigue or hit points; both may fall below zero."""

Most = Annotated[int, Meta(ge=1, le=2_000)]
"""The full fatigue or hit points."""

Count = Annotated[int, Meta(ge=0, le=1_000_000)]
LoadIndex = Annotated[int, Meta(ge=0, le=4)]
"""0 unencumbered, 1 light, 2 medium, 3 heavy, 4 extra-heavy."""


def half_up(number: int) -> int:
    """Half the number, rounded up."""
    return -(-number // 2)
