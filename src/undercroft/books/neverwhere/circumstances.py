"""Circumstances: time, tools and repeated attempts, and what they add to a roll."""

from enum import StrEnum
from fractions import Fraction
from math import ceil, floor
from typing import Annotated

from msgspec import Meta

from undercroft.books.neverwhere.bounds import above_nothing
from undercroft.books.neverwhere.checks import TAKEN
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says
from undercroft.kernel.tables import Table, at_least, through

PATIENCE = Table("neverwhere.roll-options", range(1, 31), (
    (through(1),      0),
    (through(2, 3),   1),
    (through(4, 7),   2),
    (through(8, 14),  3),
    (through(15, 29), 4),
    (at_least(30),    5),
), number="times as long", gives="modifier")  # fmt: skip
"""The bonus, by how many times the usual time the character takes."""

TENTHS = 10
MOST_HASTE = 9
"""The most tenths of the usual time that can be saved."""


class Equipment(StrEnum):
    """The tools that the character has."""

    NONE = "none"
    IMPROVISED = "improvised"
    BASIC = "basic"
    GOOD = "good"
    FINE = "fine"


TECHNOLOGICAL = {
    Equipment.NONE: -10,
    Equipment.IMPROVISED: -5,
    Equipment.BASIC: 0,
    Equipment.GOOD: 2,
    Equipment.FINE: 4,
}
ORDINARY = {**TECHNOLOGICAL, Equipment.NONE: -5, Equipment.IMPROVISED: -2}


class Circumstances(Given, frozen=True):
    """How the character goes about a task."""

    time_factor: Annotated[Fraction, says("time taken, as a multiple of the usual: 2 is twice as long, 1/2 half")]
    equipment: Annotated[Equipment, says("what there is to work with")]
    technological: Annotated[bool, says("does the task depend on technology?")]
    repeat_no: Annotated[int, Meta(ge=1, le=1_000), says("which try this is, after failures that did no harm")]
    in_combat: Annotated[bool, says("in the middle of a fight?")]
    take_ten: Annotated[bool, says("count the die as 10 instead of rolling it?")] = False

    def __post_init__(self) -> None:
        above_nothing(time_factor=self.time_factor)


class Modified(Outcome, frozen=True, tag="modifier"):
    """What is added to the roll, and the value of the die if it is not rolled."""

    modifier: int
    die: int | None


class NoOption(StrEnum):
    """Why it cannot be done that way."""

    NO_TIME_IN_COMBAT = "no_time_in_combat"
    NO_TAKING_TEN_IN_COMBAT = "no_taking_ten_in_combat"
    TOO_HASTY = "too_hasty"


class OptionRefused(Outcome, frozen=True, tag="refused"):
    """It cannot be done that way."""

    reason: NoOption


BEGUN_TENTHS = Reading(
    id="neverwhere.roll-options/haste",
    question="What does haste cost if it saves only part of a tenth of the time?",
    choice="As much as the whole tenth; saving more than nine tenths is impossible.",
    because="Time saved should cost something, and the penalty ends at nine.",
)
BETWEEN_STEPS = Reading(
    id="neverwhere.roll-options/patience",
    question="What does taking three times as long give?",
    choice="What twice as long gives: the last step that was reached.",
    because="Each step names how long it takes.",
)
DEFENDER_KEEPS = Reading(
    id="neverwhere.roll-options/resisted",
    question="Two characters roll against each other and tie. Who wins?",
    choice="The character who resists.",
    because="The rolling guide says so, as it lets equal totals fail elsewhere.",
)


@rule(
    "neverwhere.roll-options",
    Cite("Neverwhere", "", beyond="Rolling"),
    readings=(BEGUN_TENTHS, BETWEEN_STEPS, DEFENDER_KEEPS),
)
def roll_options(dice: Dice, given: Circumstances) -> Modified | OptionRefused:
    """Patience and good tools help; haste, poor tools and repeated attempts hinder; a fight allows no patience."""
    if given.in_combat and given.time_factor > 1:
        return OptionRefused(NoOption.NO_TIME_IN_COMBAT)
    if given.in_combat and given.take_ten:
        return OptionRefused(NoOption.NO_TAKING_TEN_IN_COMBAT)
    haste = ceil((1 - given.time_factor) * TENTHS)
    if haste > MOST_HASTE:
        return OptionRefused(NoOption.TOO_HASTY)
    time = -haste if haste > 0 else PATIENCE.at(floor(given.time_factor))
    tools = (TECHNOLOGICAL if given.technological else ORDINARY)[given.equipment]
    return Modified(time + tools - (given.repeat_no - 1), TAKEN if given.take_ten else None)
