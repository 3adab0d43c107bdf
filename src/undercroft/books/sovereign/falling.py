"""Falling, and dropping on purpose."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from undercroft.books.sovereign.checks import reaches
from undercroft.books.sovereign.units import HitPoints, SkillModifier
from undercroft.kernel.dice import D6, TWO_D6, Dice, Roll
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says

HAZARDS = Cite("Sovereign", "Falling and Other Hazards")

FEET_A_DIE = 10
MOST_FALL_DICE = 20
MOST_FEET = 1_000_000
LEAP_DC = 7


class Fall(Given, frozen=True):
    """A character falls."""

    feet: Annotated[Fraction, says("feet fallen")]
    spike_dice: Annotated[
        int, Meta(ge=0, le=100), says("dice for spikes and the like, at least one if there are any")
    ] = 0
    spikes_within_cap: Annotated[bool, says("do spikes count towards the most dice a fall has?")] = False

    def __post_init__(self) -> None:
        check_feet(self.feet)


class Fallen(Outcome, frozen=True, tag="fallen"):
    """The damage of the fall."""

    damage: HitPoints
    dice_count: int


SPIKES_ON_TOP = Reading(
    id="sovereign.fall.damage/spikes",
    question="Do spikes count towards the twenty dice that a fall has at most?",
    choice="No, they come on top.",
    because="Spikes add to the total, and the limit is on the fall.",
    switch="spikes_within_cap",
    options=(Option(False, "spikes come on top"), Option(True, "twenty dice in all")),
)


@rule("sovereign.fall.damage", HAZARDS, readings=(SPIKES_ON_TOP,))
def fall_damage(dice: Dice, given: Fall) -> Fallen:
    """A fall does 1d6 damage for every full ten feet, up to 20d6, and more on spikes."""
    count = spiked_dice(fall_dice(*given.feet.as_integer_ratio()), given.spike_dice, given.spikes_within_cap)
    harm = dice.total("fall damage", Roll(count, D6.sides)) if count else 0
    return Fallen(HitPoints(harm), count)


def fall_dice(numerator: int, denominator: int) -> int:
    """The dice of damage for a fall from a height."""
    return min(MOST_FALL_DICE, numerator // (FEET_A_DIE * denominator))


def spiked_dice(fall: int, spikes: int, within_cap: bool) -> int:
    """The dice of damage for a fall of so many dice on spikes, which may count towards the most a fall has."""
    return min(MOST_FALL_DICE, fall + spikes) if within_cap else fall + spikes


def check_feet(feet: Fraction) -> None:
    """Refuse impossible heights."""
    if not 0 <= feet <= MOST_FEET:
        raise ValueError("feet must be between 0 and a million")


# Controlled drops


class Leap(Given, frozen=True):
    """A character jumps or slides down on purpose."""

    feet: Annotated[Fraction, says("feet that they drop")]
    mod: Annotated[SkillModifier, says("DEX/Exert or STR/Exert, as they like")]
    intentional: Annotated[bool, says("do they drop on purpose?")] = True

    def __post_init__(self) -> None:
        check_feet(self.feet)


class Halved(Outcome, frozen=True, tag="halved"):
    """It counts as half the height."""

    dc: int
    effective_feet: Fraction
    fall_dice: int


class FullFall(Outcome, frozen=True, tag="full"):
    """It counts as an ordinary fall."""

    dc: int
    effective_feet: Fraction
    fall_dice: int


class NoLeap(StrEnum):
    """Why the drop cannot be controlled."""

    NOT_INTENTIONAL = "not_intentional"


class LeapRefused(Outcome, frozen=True, tag="refused"):
    """The drop cannot be controlled."""

    reason: NoLeap


HALVE_FIRST = Reading(
    id="sovereign.fall.controlled/order",
    question="Which height sets the difficulty and the dice?",
    choice="The whole height sets the difficulty; it is halved, and then full ten feet are counted.",
    because="The text halves the distance, once the check is made.",
)


@rule("sovereign.fall.controlled", HAZARDS, readings=(HALVE_FIRST,))
def fall_controlled(dice: Dice, given: Leap) -> Halved | FullFall | LeapRefused:
    """A character who drops on purpose and succeeds counts only half the height."""
    if not given.intentional:
        return LeapRefused(NoLeap.NOT_INTENTIONAL)
    dc = leap_dc(*given.feet.as_integer_ratio())
    if reaches(dice.total("controlled drop", TWO_D6) + given.mod, dc):
        half = given.feet / 2
        return Halved(dc, half, fall_dice(*half.as_integer_ratio()))
    return FullFall(dc, given.feet, fall_dice(*given.feet.as_integer_ratio()))


def leap_dc(numerator: int, denominator: int) -> int:
    """The difficulty of controlling a drop from a height."""
    return LEAP_DC + numerator // (FEET_A_DIE * denominator)
