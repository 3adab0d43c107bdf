"""Violence's own units, and bounds that several of its chapters share."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, NewType

from msgspec import Meta

from undercroft.kernel.dice import Chance, Formula, Labelled, Negative, Number, Product, Roll, Sum
from undercroft.kernel.notation import parse
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
"""Whoever plays the one who rolls."""


class Attribute(StrEnum):
    """The three attributes."""

    AGILITY = "agility"
    BRAWN = "brawn"
    CUNNING = "cunning"


MOST_GROWN = 18
"""No attribute grows past this."""

Score = Annotated[int, Meta(ge=1, le=100)]
"""An attribute, or an enemy's Attack."""

ArmourClass = Annotated[int, Meta(ge=0, le=100)]
Scars = Annotated[int, Meta(ge=0, le=100)]
HitDice = Annotated[int, Meta(ge=0, le=100)]
Pool = Annotated[int, Meta(ge=0, le=10_000)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
RoundNumber = Annotated[int, Meta(ge=1, le=1_000_000)]
"""Which Round of a fight it is, counted from 1."""

MOST_WEAPON_DICE = 100
MOST_WEAPON_SIDES = 1_000


def weapon_dice(written: str) -> Formula:
    """The damage of a weapon as somebody wrote it, if it could be one."""
    damage = parse(written)
    handfuls = list(_handfuls(damage))
    if sum(count for count, _ in handfuls) > MOST_WEAPON_DICE or any(s > MOST_WEAPON_SIDES for _, s in handfuls):
        raise ValueError(f"no weapon has over {MOST_WEAPON_DICE} dice, or dice of over {MOST_WEAPON_SIDES:,} sides")
    return damage


def _handfuls(formula: Formula) -> Iterator[tuple[int, int]]:
    match formula:
        case Roll(count=count, sides=sides):
            yield count, sides
        case Chance(sides=sides):
            yield 1, sides
        case Sum(left=left, right=right) | Product(left=left, right=right):
            yield from _handfuls(left)
            yield from _handfuls(right)
        case Negative(of=of) | Labelled(of=of):
            yield from _handfuls(of)
        case Number():
            return
