"""Pulling and Dragging."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from undercroft.books.neverwhere.bounds import above_nothing, not_below
from undercroft.books.neverwhere.encumbrance import Immovable, Load, encumbrance
from undercroft.books.neverwhere.lifting import Feat, limit_of
from undercroft.books.neverwhere.units import ZERO
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.units import Kilograms

SMOOTH_DIVISOR = 2


class Vehicle(StrEnum):
    """What the load is on."""

    NONE = "none"
    SLED = "sled"
    TWO_WHEEL = "two_wheel"
    FOUR_WHEEL = "four_wheel"


DIVISOR = {Vehicle.NONE: 1, Vehicle.SLED: 2, Vehicle.TWO_WHEEL: 10, Vehicle.FOUR_WHEEL: 20}


class Hauling(Given, frozen=True):
    """A load to be pulled."""

    load: Annotated[Fraction, says("kilograms of load")]
    vehicle_weight: Annotated[Fraction, says("kilograms of the sled, cart or wagon itself")]
    gear: Annotated[Fraction, says("kilograms that the puller also carries")]
    mode: Annotated[Vehicle, says("what the load rides on")]
    snow_or_ice: Annotated[bool, says("over snow or ice?")]
    smooth_level: Annotated[bool, says("is the ground smooth and about level, as a road or a frozen lake is?")]
    bl: Annotated[Fraction, says("Basic Lift in kilograms, pooled if several pull")]

    def __post_init__(self) -> None:
        not_below(0, load=self.load, vehicle_weight=self.vehicle_weight, gear=self.gear)
        above_nothing(bl=self.bl)


class Moves(Outcome, frozen=True, tag="moves"):
    """It moves: its effective weight, the encumbrance, and whether every round costs fatigue."""

    effective: Kilograms
    level_index: int
    strained: bool


class CannotMove(Outcome, frozen=True, tag="cannot_move"):
    """It does not move; the limit is the most that would."""

    effective: Kilograms
    limit: Kilograms


SLED_ON_BARE_GROUND = Reading(
    id="neverwhere.pull/sled",
    question="How much does a sled help without snow or ice?",
    choice="Not at all: it is dragged with its full weight.",
    because="The text names only snow and ice for it.",
)
GEAR_COUNTS = Reading(
    id="neverwhere.pull/gear",
    question="Does a carried load count on top of a pulled one?",
    choice="Yes, for encumbrance and strain. But up to fifteen Basic Lifts of pulled weight move, whatever the puller "
    "carries; a puller with more gear than a back bears pulls nothing.",
    because="The limit is set for the weight pulled alone, while encumbrance is of one body.",
)


@rule("neverwhere.pull", Cite("Neverwhere", "Pulling and Dragging"), readings=(SLED_ON_BARE_GROUND, GEAR_COUNTS))
def pull(dice: Dice, given: Hauling) -> Moves | CannotMove:
    """Runners, wheels and smooth ground lighten a load; the rest encumbers like a load on the back."""
    effective = Kilograms((given.load + given.vehicle_weight) / divisor(given))
    limit = limit_of(Feat.CARRY, given.bl)
    felt = max(given.gear, min(effective + given.gear, limit))
    level = encumbrance(dice, Load(felt, given.bl))
    if isinstance(level, Immovable):
        return CannotMove(effective, Kilograms(ZERO))
    return CannotMove(effective, limit) if effective > limit else Moves(effective, level.index, level.strained)


def divisor(given: Hauling) -> int:
    """The number that divides the weight."""
    glides = given.mode is not Vehicle.SLED or given.snow_or_ice
    return (DIVISOR[given.mode] if glides else 1) * (SMOOTH_DIVISOR if given.smooth_level else 1)
