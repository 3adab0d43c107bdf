"""Violence's own units, bounds that several of its chapters share, and rolls under a number."""

from enum import IntEnum, StrEnum
from typing import Annotated, NewType

from msgspec import Meta

from undercroft.kernel.units import Minutes, SeatId

Rounds = NewType("Rounds", int)
Turns = NewType("Turns", int)
Watches = NewType("Watches", int)
Hours = NewType("Hours", int)
Health = NewType("Health", int)
Silver = NewType("Silver", int)

ROUND = Minutes(1)
TURN = Minutes(10)
WATCH = Hours(6)

PLAYER = SeatId("player")
"""The seat that plays the character who rolls."""


class Attribute(StrEnum):
    """The three attributes."""

    AGILITY = "agility"
    BRAWN = "brawn"
    CUNNING = "cunning"


MOST_GROWN = 18
"""No attribute rises above this."""

Score = Annotated[int, Meta(ge=1, le=100)]
"""An attribute, or a foe's Attack."""

ArmourClass = Annotated[int, Meta(ge=0, le=100)]
Scars = Annotated[int, Meta(ge=0, le=100)]
HitDice = Annotated[int, Meta(ge=0, le=100)]
Pool = Annotated[int, Meta(ge=0, le=10_000)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
RoundNumber = Annotated[int, Meta(ge=1, le=1_000_000)]
"""The number of the round in a fight, counted from 1."""


class Against(IntEnum):
    """A roll compared with the number to roll under."""

    OVER = 0
    UNDER = 1
    EXACT = 2


def against(roll: int, number: int) -> Against:
    """Below the number succeeds; the number itself has a result of its own."""
    if roll == number:
        return Against.EXACT
    return Against.UNDER if roll < number else Against.OVER
