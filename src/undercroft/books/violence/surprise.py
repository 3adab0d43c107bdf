"""Surprise, and the distance at which an encounter begins."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from undercroft.books.violence.units import RoundNumber
from undercroft.kernel.dice import TWO_D6, Dice
from undercroft.kernel.frozen import FrozenMap
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says

SURPRISE = Cite("Violence", "Surprise")

DISTANCE_FACTOR = 10


class Side(StrEnum):
    """The sides of a fight."""

    ADVENTURERS = "adventurers"
    ENEMIES = "enemies"


class Opening(Given, frozen=True):
    """A round of a fight, and which side was surprised at the start."""

    surprised_sides: Annotated[frozenset[Side], says("who was surprised, as the fiction has it")]
    round_no: Annotated[RoundNumber, says("the round it is")]


class MayAct(Outcome, frozen=True, tag="may_act"):
    """Which sides may act this round."""

    may_act: FrozenMap[bool]


BOTH_SURPRISED = Reading(
    id="violence.surprise/both",
    question="What if both sides are surprised?",
    choice="Nobody acts in the first round.",
    because="Each of them is surprised; the text speaks of one side and does not forbid two.",
)


@rule("violence.surprise", SURPRISE, readings=(BOTH_SURPRISED,))
def surprise(dice: Dice, given: Opening) -> MayAct:
    """A surprised side does nothing in the first round."""
    return MayAct(FrozenMap({side: acts(side in given.surprised_sides, given.round_no) for side in Side}))


def acts(surprised: bool, round_no: int) -> bool:
    """Whether that side may act: it was not surprised, or the first round is over."""
    return not surprised or round_no > 1


class Place(StrEnum):
    """Where an encounter happens."""

    DUNGEON = "dungeon"
    OUTSIDE = "outside"


class Unit(StrEnum):
    """The unit of distance."""

    FEET = "feet"
    YARDS = "yards"


UNIT = {Place.DUNGEON: Unit.FEET, Place.OUTSIDE: Unit.YARDS}

Known = tuple[Annotated[int, Meta(ge=0, le=1_000_000)], Unit]


class Encounter(Given, frozen=True):
    """A group is encountered."""

    place: Annotated[Place, says("in the dungeon, or outside")]
    given: Annotated[Known | None, says("the distance and its unit, if the fiction makes it obvious")] = None


class Distance(Outcome, frozen=True, tag="distance"):
    """They are at that distance."""

    value: int
    unit: Unit


@rule("violence.encounter-distance", SURPRISE)
def encounter_distance(dice: Dice, given: Encounter) -> Distance:
    """Unless it is obvious, an encounter begins at 2d6 times ten: feet in the dungeon, yards outside."""
    if given.given is not None:
        return Distance(*given.given)
    return Distance(distance_of(dice.total("encounter distance", TWO_D6)), UNIT[given.place])


def distance_of(total: int) -> int:
    """The distance for a roll."""
    return total * DISTANCE_FACTOR
