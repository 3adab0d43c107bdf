"""Time Required and Fatigue Cost, for digging and for marching."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from undercroft.books.neverwhere.battle import exertion
from undercroft.books.neverwhere.bounds import above_nothing, not_below
from undercroft.books.neverwhere.units import ONE, ZERO, FatiguePoints, Hours, LoadIndex
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says

TIME_REQUIRED = Cite("Neverwhere", "Time Required and Fatigue Cost")

LITRES_IN_CUBIC_METRE = 1000
EFFORT_COST = 2
"""The fatigue that extra effort adds to a march."""


# Part of an hour


class PartHours(StrEnum):
    """The cost of part of an hour."""

    BEGUN = "begun"
    EXACT = "exact"
    FULL = "full"


PART_HOURS = Reading(
    id="neverwhere.hours/part",
    question="Fatigue is counted by the hour. What does part of an hour cost?",
    choice="As much as a whole one.",
    because="Costs are given for each hour, and never for nothing.",
    switch="part_hours",
    options=(
        Option("begun", "part of an hour costs as much as an hour"),
        Option("exact", "in proportion, and the sum is rounded down"),
        Option("full", "only full hours are paid for"),
    ),
)


def worked(hours: Fraction, fp_per_hour: int, part_hours: PartHours) -> int:
    """The fatigue points for that many hours."""
    exact, begun = part_hours is PartHours.EXACT, part_hours is PartHours.BEGUN
    return hourly_cost(hours.numerator, hours.denominator, fp_per_hour, exact, begun)


def hourly_cost(time: int, parts: int, fp_per_hour: int, exact: bool, begun: bool) -> int:
    """The cost of a time counted in parts of an hour, where part of an hour is paid exactly, in full or not at all."""
    if exact:
        return fp_per_hour * time // parts
    return fp_per_hour * (-(-time // parts) if begun else time // parts)


# Digging


class Hole(Given, frozen=True, kw_only=True):
    """What to dig, and how fast it goes."""

    height: Annotated[Fraction | None, says("height in metres, with width and depth")] = None
    width: Annotated[Fraction | None, says("width in metres, with height and depth")] = None
    depth: Annotated[Fraction | None, says("depth in metres, with height and width")] = None
    litres: Annotated[Fraction | None, says("litres, instead of the three sides")] = None
    rate: Annotated[Fraction, says("litres an hour")]
    fp_per_hour: Annotated[
        int,
        Meta(ge=1, le=4),
        says("fatigue points an hour: 1 for loose soil, 2 for ordinary, 3 for hard soil, 4 for hard rock"),
    ]
    part_hours: Annotated[PartHours, says("what part of an hour costs")] = PartHours.BEGUN

    def __post_init__(self) -> None:
        sides = (self.height, self.width, self.depth)
        if sum(side is not None for side in sides) != (3 if self.litres is None else 0):
            raise ValueError("give height, width and depth, or litres alone")
        above_nothing(height=self.height, width=self.width, depth=self.depth, litres=self.litres)
        not_below(0, rate=self.rate)

    @property
    def volume(self) -> Fraction:
        """The volume of the hole in litres."""
        if self.height is None or self.width is None or self.depth is None:
            return self.litres or ZERO
        return self.height * self.width * self.depth * LITRES_IN_CUBIC_METRE


class Dug(Outcome, frozen=True, tag="done"):
    """How long it takes, and the cost for each digger who pays that rate."""

    hours: Hours
    fp: FatiguePoints


class Never(Outcome, frozen=True, tag="never"):
    """The digging makes no progress."""


@rule("neverwhere.dig", TIME_REQUIRED, readings=(PART_HOURS,))
def dig(dice: Dice, given: Hole) -> Dug | Never:
    """A hole takes its litres divided by the digging rate in hours, and every hour costs fatigue by the ground."""
    if not given.rate:
        return Never()
    hours = given.volume / given.rate
    return Dug(Hours(hours), FatiguePoints(worked(hours, given.fp_per_hour, given.part_hours)))


# Marching


class Stopped(Given, frozen=True, kw_only=True):
    """A march is interrupted."""

    hours: Annotated[Fraction, says("hours on the road since the last rest; an hour if nothing else is known")] = ONE
    level_index: Annotated[LoadIndex, says("encumbrance: 0 none, 1 light, 2 medium, 3 heavy, 4 extra-heavy")]
    hot: Annotated[bool, says("a hot day?")]
    heavy_clothing: Annotated[bool, says("in plate, an overcoat or the like?")]
    extra_effort: Annotated[bool, says("marching with extra effort?")] = False
    part_hours: Annotated[PartHours, says("what part of an hour costs")] = PartHours.BEGUN

    def __post_init__(self) -> None:
        above_nothing(hours=self.hours)


class Missing(Outcome, frozen=True, tag="fp"):
    """The fatigue points missing when they stop."""

    fp: FatiguePoints


SINCE_THE_LAST_REST = Reading(
    id="neverwhere.march-fatigue/since",
    question="Which hours of a march count?",
    choice="The hours since the last rest; a march that ends in a night's sleep costs nothing more.",
    because="The day's march includes its rests, and only those who are interrupted miss anything.",
)


@rule("neverwhere.march-fatigue", TIME_REQUIRED, readings=(PART_HOURS, SINCE_THE_LAST_REST))
def march_fatigue(dice: Dice, given: Stopped) -> Missing:
    """Each hour of an interrupted march costs as much fatigue as a battle; extra effort costs 2 more."""
    hourly = exertion(given.level_index, given.hot, given.heavy_clothing)
    effort = EFFORT_COST if given.extra_effort else 0
    return Missing(FatiguePoints(worked(given.hours, hourly, given.part_hours) + effort))
