"""Travel between the books: a day's food and water, and Hexcrawl's terrain in Neverwhere's terms."""

from collections.abc import Mapping

from msgspec import Struct

from undercroft.books.hexcrawl.land import Road, Terrain, Weather
from undercroft.books.hexcrawl.weather import Climate as Weathers
from undercroft.books.neverwhere.hunger import MEALS, NEED_LITRES, Climate
from undercroft.books.neverwhere.terrain import Ground, Snow, Surface

RATION_MEALS = MEALS
"""Meals in a ration, enough for a day."""

WATER_LITRES = NEED_LITRES[Climate.TEMPERATE]
"""Litres in a unit of water, enough for a temperate day."""


def air(climate: Weathers) -> Climate:
    """Neverwhere's climate for that of the lands, until the referee changes it."""
    return Climate.DESERT if climate is Weathers.ARID else Climate.TEMPERATE


class HikingGround(Struct, frozen=True):
    """A hex by Neverwhere: its ground, its road, rain and snow."""

    ground: Ground
    road: Surface | None
    rain: bool
    snow: Snow


_GROUND: Mapping[Terrain, Ground] = {
    Terrain.PLAINS:         Ground.LEVEL_PLAINS,
    Terrain.HILLS:          Ground.ROLLING_HILLS,
    Terrain.MARSH:          Ground.SWAMP,
    Terrain.FOREST:         Ground.FOREST,
    Terrain.MOUNTAINS:      Ground.MOUNTAINS,
    Terrain.HIGH_MOUNTAINS: Ground.MOUNTAINS,
}  # fmt: skip
_SURFACE: Mapping[Road, Surface | None] = {
    Road.NONE: None,
    Road.TRAIL: Surface.DIRT,
    Road.MAINTAINED: Surface.SURFACED,
}
_SNOW: Mapping[Weather, Snow] = {
    Weather.CLEAR: Snow.NONE,
    Weather.RAIN: Snow.NONE,
    Weather.LIGHT_SNOW: Snow.ANKLE,
    Weather.HEAVY_SNOW: Snow.DEEPER,
}


def hiking_ground(terrain: Terrain, road: Road, weather: Weather, *, deep_canopy: bool = False) -> HikingGround:
    """The ground, road and weather of a hex in Neverwhere's terms."""
    dense = terrain is Terrain.FOREST and deep_canopy
    ground = Ground.DENSE_FOREST if dense else _GROUND[terrain]
    return HikingGround(ground, _SURFACE[road], weather is Weather.RAIN, _SNOW[weather])
