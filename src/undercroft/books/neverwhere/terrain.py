"""Terrain, Weather and Roads: their effect on a day's march."""

from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from undercroft.books.neverwhere.bounds import not_below
from undercroft.books.neverwhere.units import ONE
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Option, Outcome, Reading, rule, says

WEATHER = Cite("Neverwhere", "Weather")


# Terrain


class Terrain(StrEnum):
    """How good the going is."""

    VERY_BAD = "very_bad"
    BAD = "bad"
    AVERAGE = "average"
    GOOD = "good"


TERRAIN_FACTOR = {
    Terrain.VERY_BAD: Fraction(1, 5),
    Terrain.BAD: Fraction(1, 2),
    Terrain.AVERAGE: Fraction(1),
    Terrain.GOOD: Fraction(5, 4),
}


class Ground(StrEnum):
    """The kind of ground; streams are broken ground."""

    DEEP_SNOW = "deep_snow"
    DENSE_FOREST = "dense_forest"
    JUNGLE = "jungle"
    MOUNTAINS = "mountains"
    SOFT_SAND = "soft_sand"
    SWAMP = "swamp"
    BROKEN_GROUND = "broken_ground"
    FOREST = "forest"
    STEEP_HILLS = "steep_hills"
    SOLID_ICE = "solid_ice"
    LIGHT_FOREST = "light_forest"
    ROLLING_HILLS = "rolling_hills"
    HARD_DESERT = "hard_desert"
    LEVEL_PLAINS = "level_plains"


GOING = {
    Ground.DEEP_SNOW:     Terrain.VERY_BAD,
    Ground.DENSE_FOREST:  Terrain.VERY_BAD,
    Ground.JUNGLE:        Terrain.VERY_BAD,
    Ground.MOUNTAINS:     Terrain.VERY_BAD,
    Ground.SOFT_SAND:     Terrain.VERY_BAD,
    Ground.SWAMP:         Terrain.VERY_BAD,
    Ground.BROKEN_GROUND: Terrain.BAD,
    Ground.FOREST:        Terrain.BAD,
    Ground.STEEP_HILLS:   Terrain.BAD,
    Ground.SOLID_ICE:     Terrain.BAD,
    Ground.LIGHT_FOREST:  Terrain.AVERAGE,
    Ground.ROLLING_HILLS: Terrain.AVERAGE,
    Ground.HARD_DESERT:   Terrain.GOOD,
    Ground.LEVEL_PLAINS:  Terrain.GOOD,
}  # fmt: skip


class Way(Given, frozen=True):
    """The ground of a day's march."""

    ground: Annotated[Ground, says("what most of the way is; broken ground includes streams")]
    skis: Annotated[bool, says("on skis, over snow?")]
    skates: Annotated[bool, says("on skates? They help on solid ice")]


class TerrainClass(Outcome, frozen=True, tag="terrain_class"):
    """How good the going is."""

    terrain_class: Terrain


SKIS_LEVEL_ALL = Reading(
    id="neverwhere.hike-terrain/skis",
    question="Do skis make average going even of mountains under snow?",
    choice="Yes, of any ground under snow; where skis are of no use, they do not count as worn.",
    because="Snow of every depth is average to a skier, and no ground is excepted.",
)


@rule("neverwhere.hike-terrain", Cite("Neverwhere", "Terrain"), readings=(SKIS_LEVEL_ALL,))
def hike_terrain(dice: Dice, given: Way) -> TerrainClass:
    """Every ground is very bad, bad, average or good going; snow is average on skis, solid ice good on skates."""
    if given.skates and given.ground is Ground.SOLID_ICE:
        return TerrainClass(Terrain.GOOD)
    return TerrainClass(Terrain.AVERAGE if given.skis else GOING[given.ground])


# Weather


class Snow(StrEnum):
    """The depth of the snow."""

    NONE = "none"
    ANKLE = "ankle"
    DEEPER = "deeper"


RAIN = Fraction(1, 2)
ANKLE_SNOW = Fraction(1, 2)
ICE = Fraction(1, 2)
DEEP_DIVISOR = Fraction(4)
"""The least divisor of speed in deeper snow."""


class Weather(Given, frozen=True):
    """Rain, snow and ice."""

    rain: Annotated[bool, says("rain?")]
    on_road: Annotated[bool, says("on a road?")]
    snow: Annotated[Snow, says("none, ankle-deep, or deeper")]
    ice_coating: Annotated[bool, says("a coating of ice on everything?")]
    skis: Annotated[bool, says("on skis?")]
    deep_divisor: Annotated[Fraction, says("what deeper snow divides speed by, at least 4")] = DEEP_DIVISOR
    ground: Annotated[Ground | None, says("the ground, if it is deep snow already")] = None

    def __post_init__(self) -> None:
        not_below(int(DEEP_DIVISOR), deep_divisor=self.deep_divisor)


class Factor(Outcome, frozen=True, tag="factor"):
    """What the weather multiplies the distance by, and the class that replaces the ground's, if any."""

    factor: Fraction
    terrain_class: Terrain | None


SNOW_COUNTS_ONCE = Reading(
    id="neverwhere.hike-weather/deep-snow",
    question="Deep snow is very bad terrain and also divides speed. Does it count twice?",
    choice="No; where the ground is given as deep snow, the weather adds no snow of its own.",
    because="The same snow should not be waded through twice.",
)
AS_DEEP_AS_THE_REFEREE_SAYS = Reading(
    id="neverwhere.hike-weather/deeper",
    question="Deeper snow divides speed by 4 or more: by how much?",
    choice="By 4, unless the referee names more.",
    because="It is the one figure given.",
)


@rule("neverwhere.hike-weather", WEATHER, readings=(SNOW_COUNTS_ONCE, AS_DEEP_AS_THE_REFEREE_SAYS))
def hike_weather(dice: Dice, given: Weather) -> Factor:
    """Rain off the road, ankle-deep snow and ice each halve the distance, deeper snow quarters it; skis help."""
    rain = RAIN if given.rain and not given.on_road else ONE
    if given.skis and given.snow is not Snow.NONE:
        return Factor(rain * lying(Snow.NONE, given.ice_coating, given.deep_divisor), Terrain.AVERAGE)
    snow = Snow.NONE if given.ground is Ground.DEEP_SNOW else given.snow
    return Factor(rain * lying(snow, given.ice_coating, given.deep_divisor), None)


def lying(snow: Snow, ice_coating: bool, deep_divisor: Fraction) -> Fraction:
    """What snow and ice on the ground multiply the distance by."""
    depth = {Snow.NONE: ONE, Snow.ANKLE: ANKLE_SNOW, Snow.DEEPER: 1 / deep_divisor}
    return depth[snow] * (ICE if ice_coating else ONE)


# Roads


class Surface(StrEnum):
    """How a road is made: dirt or gravel, surfaced, or paved and very good."""

    DIRT = "dirt"
    SURFACED = "surfaced"
    VERY_GOOD = "very_good"


IN_FINE_WEATHER = {
    Surface.DIRT: Terrain.AVERAGE,
    Surface.SURFACED: Terrain.AVERAGE,
    Surface.VERY_GOOD: Terrain.GOOD,
}
IN_RAIN = {
    Surface.DIRT: Terrain.VERY_BAD,
    Surface.SURFACED: Terrain.AVERAGE,
    Surface.VERY_GOOD: Terrain.AVERAGE,
}
IN_SNOW_OR_ICE = Terrain.AVERAGE


class OnRoad(Given, frozen=True):
    """A road, and the weather on it."""

    quality: Annotated[Surface, says("dirt or gravel, surfaced, or very good")]
    rain: Annotated[bool, says("rain?")]
    snow: Annotated[Snow, says("none, ankle-deep, or deeper")]
    ice_coating: Annotated[bool, says("a coating of ice?")]
    cleared: Annotated[bool, says("cleared of snow and ice?")]
    deep_divisor: Annotated[Fraction, says("what deeper snow divides speed by, at least 4")] = DEEP_DIVISOR
    paved_is_good: Annotated[bool, says("is a very good road good going in fine weather?")] = True

    def __post_init__(self) -> None:
        not_below(int(DEEP_DIVISOR), deep_divisor=self.deep_divisor)


class Road(Outcome, frozen=True, tag="road"):
    """How good the going is, whatever the land around, and what the weather multiplies it by."""

    terrain_class: Terrain
    factor: Fraction


PAVED_IS_GOOD = Reading(
    id="neverwhere.hike-road/paved",
    question="Does a very good road count as good going?",
    choice="Yes, in fine weather.",
    because="The text says it might; paving should be worth something.",
    switch="paved_is_good",
    options=(Option(True, "good in fine weather"), Option(False, "average, like any road")),
)
RAIN_ON_SNOW = Reading(
    id="neverwhere.hike-road/rain-on-snow",
    question="Rain falls on a road covered in snow or ice. What does the road count as?",
    choice="As a road in rain; snow and ice then slow as usual, unless the road is cleared.",
    because="Mud stays mud under snow, and the text applies the penalties on roads.",
)


@rule("neverwhere.hike-road", WEATHER, readings=(PAVED_IS_GOOD, RAIN_ON_SNOW))
def hike_road(dice: Dice, given: OnRoad) -> Road:
    """A road replaces the terrain: usually average going, very bad if it is dirt in the rain; snow slows it."""
    factor = ONE if given.cleared else lying(given.snow, given.ice_coating, given.deep_divisor)
    if given.rain:
        return Road(IN_RAIN[given.quality], factor)
    if given.snow is not Snow.NONE or given.ice_coating:
        return Road(IN_SNOW_OR_ICE, factor)
    paved = given.quality is Surface.VERY_GOOD and not given.paved_is_good
    return Road(IN_FINE_WEATHER[Surface.SURFACED if paved else given.quality], factor)
