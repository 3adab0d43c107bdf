"""Delving's own units, and numbers that several of its chapters share."""

from typing import Annotated, NewType

from msgspec import Meta

from undercroft.kernel.units import Seconds

DelveRounds = NewType("DelveRounds", int)
Zones = NewType("Zones", int)
Fatigue = NewType("Fatigue", int)
Health = NewType("Health", int)

DELVE_ROUND = Seconds(360)
COMBAT_ROUND = Seconds(6)

Score = Annotated[int, Meta(ge=-5, le=10)]
"""An ability score, which is the modifier itself."""

Level = Annotated[int, Meta(ge=1, le=10)]
Pool = Annotated[int, Meta(ge=0, le=10_000)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]


def each_once(*lists: tuple[str, ...]) -> None:
    """Refuse lists that name a delver twice."""
    if any(len(set(names)) < len(names) for names in lists):
        raise ValueError("name each person only once")


def half(number: int) -> int:
    """Half the number, rounded towards zero."""
    return int(number / 2)
