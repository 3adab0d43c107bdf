"""Neverwhere's own units, bounds that several chapters share, and how its halves are rounded."""

from __future__ import annotations

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
"""Str, Dex, Int or Vit itself."""

Modifier = Annotated[int, Meta(ge=-1_000, le=1_000)]
"""What is added to a throw: a score less 10, a skill, a bonus."""

Number = Annotated[int, Meta(ge=-1_000, le=1_000)]
"""The success number a throw must beat."""

Points = Annotated[int, Meta(ge=-10_000, le=10_000)]
"""Fatigue or hit points now; both may fall below nothing."""

Most = Annotated[int, Meta(ge=1, le=2_000)]
"""Fatigue or hit points of somebody fresh and whole."""

Count = Annotated[int, Meta(ge=0, le=1_000_000)]
LoadIndex = Annotated[int, Meta(ge=0, le=4)]
"""0 unencumbered, 1 light, 2 medium, 3 heavy, 4 extra-heavy."""


ROUND = Seconds(6)
SHORT_ROUND = Seconds(1)
RoundLength = Annotated[Seconds, Meta(ge=1, le=6)]
"""Seconds to a round: one of two readings, see `round_is`."""

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
    """Refuse a round of any other length than the two that can be read out of the text."""
    if seconds not in (ROUND, SHORT_ROUND):
        raise ValueError(f"round_seconds is {ROUND} or {SHORT_ROUND}")


def half_up(number: int) -> int:
    """Half, and a half point counts as a whole one."""
    return -(-number // 2)


def above_nothing(**amounts: Fraction | None) -> None:
    """Refuse amounts that must be more than nothing and are not; what is not given is not looked at."""
    for name, amount in amounts.items():
        if amount is not None and amount <= 0:
            raise ValueError(f"{name} must be above 0")


def not_below(least: int, **amounts: Fraction | None) -> None:
    """Refuse amounts that are less than the least they may be; what is not given is not looked at."""
    for name, amount in amounts.items():
        if amount is not None and amount < least:
            raise ValueError(f"{name} cannot be below {least}")
