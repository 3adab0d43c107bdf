"""Neverwhere's own units, bounds that several chapters share, and the rounding of halves."""

from fractions import Fraction
from typing import Annotated, NewType

from msgspec import Meta

from undercroft.kernel.rules import Option, Reading
from undercroft.kernel.units import Seconds

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


ROUND = Seconds(6)
SHORT_ROUND = Seconds(1)
RoundLength = Annotated[Seconds, Meta(ge=1, le=6)]
"""The seconds in a round: one of two readings, see `round_is`."""

FOUR_MINUTES = Seconds(240)
FIVE_MINUTES = Seconds(300)

ROUND_SECONDS = Reading(
    id="neverwhere.round/seconds",
    question="How long is a round?",
    choice="Six seconds, ten rounds to the minute.",
    because=(
        "The core guide says so. The 300 rounds in five minutes of the source text are taken for a slip: at a second "
        "each, an ordinary sprinter would do 24 metres in one."
    ),
    switch="round_seconds",
    options=(Option(ROUND, "ten rounds to the minute"), Option(SHORT_ROUND, "sixty rounds to the minute")),
)


def round_is(seconds: Seconds) -> None:
    """Refuse a round of any length other than the two possible readings of the text."""
    if seconds not in (ROUND, SHORT_ROUND):
        raise ValueError(f"round_seconds is {ROUND} or {SHORT_ROUND}")


def half_up(number: int) -> int:
    """Half the number, rounded up."""
    return -(-number // 2)


def above_nothing(**amounts: Fraction | None) -> None:
    """Refuse amounts that are zero or less; None is not checked."""
    for name, amount in amounts.items():
        if amount is not None and amount <= 0:
            raise ValueError(f"{name} must be above 0")


def not_below(least: int, **amounts: Fraction | None) -> None:
    """Refuse amounts below the least they may be; None is not checked."""
    for name, amount in amounts.items():
        if amount is not None and amount < least:
            raise ValueError(f"{name} cannot be below {least}")
