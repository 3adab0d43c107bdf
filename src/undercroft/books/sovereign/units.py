"""Sovereign's own units, and bounds that several of its chapters share."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated, NewType

from msgspec import Meta

from undercroft.kernel.units import DAY, MINUTE, Seconds

Rounds = NewType("Rounds", int)
Turns = NewType("Turns", int)
Days = NewType("Days", int)
HitPoints = NewType("HitPoints", int)
Strain = NewType("Strain", int)
Load = NewType("Load", int)

ROUND = Seconds(10)
TURN = Seconds(10 * MINUTE)
WEEK = Seconds(7 * DAY)
MONTH = Seconds(30 * DAY)


class Attribute(StrEnum):
    """The five attributes."""

    STR = "STR"
    DEX = "DEX"
    CON = "CON"
    INT = "INT"
    WIS = "WIS"


class Skill(StrEnum):
    """The nine skills, in the order of the list."""

    EXERT = "Exert"
    HEAL = "Heal"
    KNOW = "Know"
    MAGIC = "Magic"
    NOTICE = "Notice"
    BRAWL = "Brawl"
    SHOOT = "Shoot"
    SNEAK = "Sneak"
    STAB = "Stab"


SCORES = range(3, 19)
UNTRAINED, WORLD_CLASS = -1, 4

Score = Annotated[int, Meta(ge=SCORES[0], le=SCORES[-1])]
"""An attribute score as rolled."""

Modifier = Annotated[int, Meta(ge=-2, le=2)]
"""The modifier of an attribute."""

SkillLevel = Annotated[int, Meta(ge=UNTRAINED, le=WORLD_CLASS)]
"""A skill level, from −1 untrained to 4, the best in the world."""

SkillModifier = Annotated[int, Meta(ge=-2 + UNTRAINED, le=2 + WORLD_CLASS)]
"""An attribute modifier plus a skill level."""

Level = Annotated[int, Meta(ge=1, le=10)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Moment = Annotated[Seconds, Meta(ge=0, le=10**12)]
"""A time on a campaign's clock, however long it lasts."""

Situation = Annotated[int, Meta(ge=-20, le=20)]
"""A modifier for the circumstances."""

Difficulty = Annotated[int, Meta(ge=-20, le=60)]

SaveTarget = Annotated[int, Meta(ge=-20, le=60)]
"""The number that a saving throw must reach."""

Health = Annotated[int, Meta(ge=0, le=10_000)]
"""Hit points, current or maximum."""

Stress = Annotated[int, Meta(ge=0, le=1_000)]
"""System Strain, current or maximum."""

Points = Annotated[int, Meta(ge=0, le=100_000)]
"""Encumbrance points."""

NPC_CONSTITUTION = 10
"""The Constitution of an NPC without scores."""

MOST_DICE = 100
"""More levels or hit dice than any creature has."""


def check_dice(level_or_hd: Fraction) -> None:
    """Refuse an impossible level or number of hit dice; half a die is possible."""
    if not 0 < level_or_hd <= MOST_DICE:
        raise ValueError(f"the level or hit dice must be more than 0 and at most {MOST_DICE}")


def whole_dice(numerator: int, denominator: int) -> int:
    """Whole levels or hit dice; less than one counts as one."""
    return max(1, numerator // denominator)
