"""System Strain."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from undercroft.books.sovereign.units import NPC_CONSTITUTION, Score, Strain, Stress
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says
from undercroft.kernel.units import HOUR, Seconds

SYSTEM_STRAIN = Cite("Sovereign", "System Strain")

NIGHT_HOURS = 8
A_DAY_OF_HOURS = 24


# The maximum


class Body(Given, frozen=True):
    """A character's Constitution."""

    constitution: Annotated[Score | None, says("Constitution score; leave it out for an NPC without scores")]


class StrainMax(Outcome, frozen=True, tag="strain_max"):
    """The most strain that the character can bear."""

    strain_max: Strain


NPC_STRAIN = Reading(
    id="sovereign.strain.max/npc",
    question="How much strain does an NPC without scores bear?",
    choice="Ten.",
    because="Such NPCs hold their breath as if they had Constitution 10; our proposal.",
)


@rule("sovereign.strain.max", SYSTEM_STRAIN, readings=(NPC_STRAIN,))
def strain_max(dice: Dice, given: Body) -> StrainMax:
    """Healthy characters begin without strain and can bear as much as their Constitution."""
    return StrainMax(Strain(most_strain(NPC_CONSTITUTION if given.constitution is None else given.constitution)))


def most_strain(constitution: int) -> int:
    """The most strain a body can bear: one point for each point of Constitution."""
    return constitution


# Taken willingly


class Straining(Given, frozen=True):
    """Something adds strain to a body."""

    strain: Annotated[Stress, says("System Strain now")]
    strain_max: Annotated[Stress, says("the most they bear")]
    amount: Annotated[Stress, says("strain it adds")]


class Applied(Outcome, frozen=True, tag="applied"):
    """The strain is added."""

    strain: Strain


class Blocked(Outcome, frozen=True, tag="blocked"):
    """Too much strain: nothing happens at all."""

    strain: Strain


NOT_SPENT = Reading(
    id="sovereign.strain.add/spent",
    question="Is a spell spent if the target's strain does not allow it?",
    choice="No, neither the spell nor any strain.",
    because="The spell cannot be cast in the first place.",
)


@rule("sovereign.strain.add", SYSTEM_STRAIN, readings=(NOT_SPENT,))
def strain_add(dice: Dice, given: Straining) -> Applied | Blocked:
    """Healing and powerful magic have no effect on a body if their strain would exceed its maximum."""
    if overstrains(given.strain, given.strain_max, given.amount):
        return Blocked(Strain(given.strain))
    return Applied(Strain(given.strain + given.amount))


def overstrains(strain: int, strain_max: int, amount: int) -> bool:
    """Whether the strain would exceed the maximum; reaching it exactly is allowed."""
    return amount > 0 and strain + amount > strain_max


# Forced strain


class Over(StrEnum):
    """Where strain ends up when forced over the maximum."""

    AT_MAX = "at_max"
    KEEP_OLD = "keep_old"
    EXCEED = "exceed"


class Forced(Straining, frozen=True):
    """Poison, hunger or thirst adds strain to a body."""

    forced_over: Annotated[Over, says("what strain is afterwards, if it was too much")] = Over.AT_MAX


class Borne(Outcome, frozen=True, tag="applied"):
    """The strain is added."""

    strain: Strain


OUT_COLD = HOUR
"""How long a character forced over the maximum is unconscious."""


class Collapsed(Outcome, frozen=True, tag="unconscious"):
    """Too much strain: unconscious for a while."""

    strain: Strain
    seconds: Seconds


STOPS_AT_MAXIMUM = Reading(
    id="sovereign.strain.forced/over",
    question="How high is strain after it was forced over the maximum?",
    choice="At the maximum.",
    because="The victim faints instead of going over it.",
    switch="forced_over",
    options=(
        Option("at_max", "it rises to the maximum"),
        Option("keep_old", "it stays where it was"),
        Option("exceed", "it goes over and must be slept off"),
    ),
)


@rule("sovereign.strain.forced", SYSTEM_STRAIN, readings=(STOPS_AT_MAXIMUM,))
def strain_forced(dice: Dice, given: Forced) -> Borne | Collapsed:
    """A character forced over the maximum falls unconscious for an hour instead."""
    total = given.strain + given.amount
    if not overstrains(given.strain, given.strain_max, given.amount):
        return Borne(Strain(total))
    ends_at = {Over.AT_MAX: given.strain_max, Over.KEEP_OLD: given.strain, Over.EXCEED: total}
    return Collapsed(Strain(ends_at[given.forced_over]), OUT_COLD)


# Slept off


class Night(Given, frozen=True, kw_only=True):
    """A night's sleep."""

    strain: Annotated[Stress, says("System Strain before the night")]
    warm: Annotated[bool, says("warm?")] = True
    fed: Annotated[bool, says("fed?")] = True
    comfortable: Annotated[bool, says("comfortable?")] = True
    hours_uninterrupted: Annotated[Fraction, says("hours of sleep without a break")]

    def __post_init__(self) -> None:
        if not 0 <= self.hours_uninterrupted <= A_DAY_OF_HOURS:
            raise ValueError("hours of sleep must be between 0 and 24")


class Rested(Outcome, frozen=True, tag="rested"):
    """Strain in the morning."""

    strain: Strain


SLEEP_STARTS_AGAIN = Reading(
    id="sovereign.strain.recover/break",
    question="What if sleep is interrupted?",
    choice="The eight hours start over. The Frail lose strain like anybody else.",
    because="The eight hours must be without interruption, and the Frail are only denied hit points.",
)


@rule("sovereign.strain.recover", SYSTEM_STRAIN, readings=(SLEEP_STARTS_AGAIN,))
def strain_recover(dice: Dice, given: Night) -> Rested:
    """A warm, fed and comfortable night of eight hours removes one point of strain."""
    good = given.warm and given.fed and given.comfortable and given.hours_uninterrupted >= NIGHT_HOURS
    return Rested(Strain(after_night(given.strain, good)))


def after_night(strain: int, good: bool) -> int:
    """Strain after a night, good or not."""
    return max(0, strain - good)
