"""Sovereign's own units, and bounds that several of its chapters share."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, NewType

from msgspec import Meta

from undercroft.kernel.units import Seconds

Rounds = NewType("Rounds", int)
Turns = NewType("Turns", int)
Days = NewType("Days", int)
HitPoints = NewType("HitPoints", int)
Strain = NewType("Strain", int)
Load = NewType("Load", int)

ROUND = Seconds(10)
TURN = Seconds(600)
DAY = Seconds(86_400)
WEEK = Seconds(7 * 86_400)
MONTH = Seconds(30 * 86_400)


class Attribute(StrEnum):
    """The five attributes."""

    STR = "STR"
    DEX = "DEX"
    CON = "CON"
    INT = "INT"
    WIS = "WIS"


Score = Annotated[int, Meta(ge=3, le=18)]
"""An attribute as rolled."""

Modifier = Annotated[int, Meta(ge=-2, le=2)]
"""What an attribute adds."""

SkillLevel = Annotated[int, Meta(ge=-1, le=4)]
"""-1 untrained to 4, the best in the world."""

SkillModifier = Annotated[int, Meta(ge=-3, le=6)]
"""Attribute modifier and skill together."""

Level = Annotated[int, Meta(ge=1, le=10)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Situation = Annotated[int, Meta(ge=-20, le=20)]
"""What the circumstances add or take."""

Difficulty = Annotated[int, Meta(ge=-20, le=60)]

SaveTarget = Annotated[int, Meta(ge=-20, le=60)]
"""What a saving throw must reach."""

OPPOSED_BASE = 8
"""What an opposed check must reach, before the other side's modifier."""


def sway(modifier: int) -> int:
    """What one companion does to a group check: helps with a positive modifier, hinders with a negative one."""
    return (modifier > 0) - (modifier < 0)
