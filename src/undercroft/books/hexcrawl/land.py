"""Land Travel Accommodation and Land Travel Environment: what makes a travel point go further, or less far."""

from enum import StrEnum
from fractions import Fraction
from math import prod
from typing import Annotated

from undercroft.books.hexcrawl.units import People
from undercroft.kernel.dice import Dice
from undercroft.kernel.rules import Cite, Given, Outcome, Reading, rule, says


class Factor(Outcome, frozen=True, tag="factor"):
    """Movement points that one travel point yields."""

    factor: Fraction


# How the party moves


class Accommodation(StrEnum):
    """How the party moves, row by row."""

    FOOT = "foot"
    ALL_MOUNTED = "all_mounted"
    CARRIAGE = "carriage"
    OVER_20 = "over_20"
    OVER_50 = "over_50"


ACCOMMODATION = {
    Accommodation.FOOT:        Fraction(1),
    Accommodation.ALL_MOUNTED: Fraction(2),
    Accommodation.CARRIAGE:    Fraction(1, 2),
    Accommodation.OVER_20:     Fraction(1, 2),
    Accommodation.OVER_50:     Fraction(1, 2),
}  # fmt: skip

CROWD, GREAT_CROWD = 20, 50


class Company(Given, frozen=True):
    """The travellers, and how they travel."""

    headcount: Annotated[People, says("people in the party, hirelings included")]
    all_mounted: Annotated[bool, says("does everybody have a mount?")]
    mount_suitable: Annotated[bool, says("do the mounts suit the terrain of the hex ahead?")]
    has_carriage: Annotated[bool, says("is there a carriage, or several?")]


ALL_ROWS_COUNT = Reading(
    id="hexcrawl.accommodation-multiplier/crowd",
    question="Are more than fifty people slowed once, or also as more than twenty?",
    choice="Twice, as more than twenty and as more than fifty, to a quarter; exactly twenty or exactly fifty are not "
    "yet more. Carriages count once.",
    because="The text has the multipliers multiply, and both rows fit such a party.",
)
EVERYBODY_RIDES = Reading(
    id="hexcrawl.accommodation-multiplier/mounts",
    question="What if some characters walk, or the mounts do not suit the terrain?",
    choice="Then nobody is faster. The referee says which terrain a mount suits, or the mount's own list does.",
    because="The row asks for a suitable mount for all of them.",
)


@rule(
    "hexcrawl.accommodation-multiplier",
    Cite("Play Procedures", "Land Travel Accommodation"),
    readings=(ALL_ROWS_COUNT, EVERYBODY_RIDES),
)
def accommodation_multiplier(dice: Dice, given: Company) -> Factor:
    """Mounts for all double what a travel point yields; a carriage and a crowd each halve it."""
    riding = given.all_mounted and given.mount_suitable
    pace = ACCOMMODATION[Accommodation.ALL_MOUNTED] if riding else ACCOMMODATION[Accommodation.FOOT]
    return Factor(pace * burden(given.headcount, given.has_carriage))


def burden(headcount: int, has_carriage: bool) -> Fraction:
    """The part of a travel point that a carriage and a crowd leave."""
    crowds = (Accommodation.OVER_20, Accommodation.OVER_50)[: crowd_rows(headcount)]
    rows = (*crowds, Accommodation.CARRIAGE) if has_carriage else crowds
    return prod((ACCOMMODATION[row] for row in rows), start=Fraction(1))


def crowd_rows(headcount: int) -> int:
    """How many of the rows about crowds apply."""
    if headcount > GREAT_CROWD:
        return 2
    return 1 if headcount > CROWD else 0


# What they move through


class Terrain(StrEnum):
    """The terrain of a hex."""

    PLAINS = "plains"
    HILLS = "hills"
    MARSH = "marsh"
    FOREST = "forest"
    MOUNTAINS = "mountains"
    HIGH_MOUNTAINS = "high_mountains"


class Road(StrEnum):
    """A road or path into the hex."""

    NONE = "none"
    TRAIL = "trail"
    MAINTAINED = "maintained"


class Weather(StrEnum):
    """The weather."""

    CLEAR = "clear"
    RAIN = "rain"
    LIGHT_SNOW = "light_snow"
    HEAVY_SNOW = "heavy_snow"


# fmt: off
TERRAINS = {
    Terrain.PLAINS:         Fraction(1),
    Terrain.HILLS:          Fraction(2, 3),
    Terrain.MARSH:          Fraction(1, 2),
    Terrain.FOREST:         Fraction(1, 2),
    Terrain.MOUNTAINS:      Fraction(1, 4),
    Terrain.HIGH_MOUNTAINS: Fraction(0),
}
ROADS = {
    Road.NONE:       Fraction(1),
    Road.TRAIL:      Fraction(3, 2),
    Road.MAINTAINED: Fraction(2),
}
WEATHERS = {
    Weather.CLEAR:      Fraction(1),
    Weather.RAIN:       Fraction(1, 2),
    Weather.LIGHT_SNOW: Fraction(1, 2),
    Weather.HEAVY_SNOW: Fraction(1, 4),
}
# fmt: on


class HexAhead(Given, frozen=True):
    """The hex ahead."""

    terrain: Annotated[Terrain, says("terrain of the hex ahead; marsh is also swamp, forest also woods")]
    road: Annotated[Road, says("the road from here into that hex; a trail is also a downtrodden road")]
    weather: Annotated[Weather, says("the weather there")]


THE_HEX_AHEAD = Reading(
    id="hexcrawl.environment-multiplier/which",
    question="Do terrain, road and weather count as in the hex they leave, or as in the hex they enter?",
    choice="As in the hex they enter, when they pay; a road must lead from here to there. One weather at a time.",
    because="Every cost is that of moving into a hex.",
)
PASSES_ARE_MOUNTAINS = Reading(
    id="hexcrawl.environment-multiplier/pass",
    question="Does a road lead through high mountains?",
    choice="No; a pass has to be drawn on the map as mountains.",
    because="Zero times anything is zero.",
)


@rule(
    "hexcrawl.environment-multiplier",
    Cite("Play Procedures", "Land Travel Environment"),
    readings=(THE_HEX_AHEAD, PASSES_ARE_MOUNTAINS),
)
def environment_multiplier(dice: Dice, given: HexAhead) -> Factor:
    """Rough country and bad weather shorten the distance that a travel point covers, and roads lengthen it."""
    return Factor(TERRAINS[given.terrain] * ROADS[given.road] * WEATHERS[given.weather])
