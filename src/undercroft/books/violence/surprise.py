"""Surprise, and how far off an encounter begins."""

from __future__ import annotations

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
    """A Round of a fight, and who was surprised when it began."""

    surprised_sides: Annotated[frozenset[Side], says("who was surprised, as the fiction has it")]
    round_no: Annotated[RoundNumber, says("the Round it is")]


class MayAct(Outcome, frozen=True, tag="may_act"):
    """Who may do anything this Round."""

    may_act: FrozenMap[bool]


BOTH_SURPRISED = Reading(
    id="violence.surprise/both",
    question="What if both sides are surprised?",
    choice="Nobody acts in the first Round.",
    because="Each of them is a surprised party; the text has one in mind and forbids no second.",
)


@rule("violence.surprise", SURPRISE, readings=(BOTH_SURPRISED,))
def surprise(dice: Dice, given: Opening) -> MayAct:
    """A side that was surprised does nothing in the first Round."""
    return MayAct(FrozenMap({side: acts(side in given.surprised_sides, given.round_no) for side in Side}))


def acts(surprised: bool, round_no: int) -> bool:
    """Has that side got over its surprise, if any?"""
    return not surprised or round_no > 1


class Place(StrEnum):
    """Where an encounter happens."""

    DUNGEON = "dungeon"
    OUTSIDE = "outside"


class Unit(StrEnum):
    """What distances are counted in."""

    FEET = "feet"
    YARDS = "yards"


UNIT = {Place.DUNGEON: Unit.FEET, Place.OUTSIDE: Unit.YARDS}

Known = tuple[Annotated[int, Meta(ge=0, le=1_000_000)], Unit]


class Encounter(Given, frozen=True):
    """Somebody is met."""

    place: Annotated[Place, says("in the dungeon, or outside")]
    given: Annotated[Known | None, says("the distance and its unit, if the fiction makes it obvious")] = None


class Distance(Outcome, frozen=True, tag="distance"):
    """They are that far off."""

    value: int
    unit: Unit


@rule("violence.encounter-distance", SURPRISE)
def encounter_distance(dice: Dice, given: Encounter) -> Distance:
    """Unless it is obvious, an encounter begins 2d6 times ten off: feet in the dungeon, yards outside."""
    if given.given is not None:
        return Distance(*given.given)
    return Distance(dice.total("encounter distance", TWO_D6) * DISTANCE_FACTOR, UNIT[given.place])
