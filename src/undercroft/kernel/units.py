"""Units and names that every book shares. A book's own round, turn or point is defined in that book."""

from fractions import Fraction
from typing import Annotated, NewType

from msgspec import Meta

Seconds = NewType("Seconds", int)
Minutes = NewType("Minutes", int)
Feet = NewType("Feet", int)
Kilograms = NewType("Kilograms", Fraction)

RuleId = NewType("RuleId", str)
SeatId = NewType("SeatId", str)

DICE = "dice"
"""Marks text as dice notation, so that forms and readers know it."""

Throw = Annotated[str, Meta(min_length=1, max_length=200), DICE]
"""Dice such as `2d6+1`, thrown for a number: alone, or beside `int` where the number may also be given."""

Name = Annotated[str, Meta(min_length=1)]
"""The name of a person or a thing."""

MINUTE = Seconds(60)
HOUR = Seconds(60 * MINUTE)
DAY = Seconds(24 * HOUR)

METRES_IN_A_FOOT = Fraction(381, 1250)
KILOGRAMS_IN_A_POUND = Fraction(45_359_237, 100_000_000)
