"""The road between the books: food and water, distances, and what one book calls the other's ground."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil

from msgspec import Struct

from undercroft.books.hexcrawl.land import Road, Terrain, Weather
from undercroft.books.hexcrawl.units import PER_HEAD
from undercroft.books.hexcrawl.weather import Climate as Weathers
from undercroft.books.neverwhere.hunger import MEALS, NEED_LITRES, Climate
from undercroft.books.neverwhere.terrain import Ground, Snow, Surface
from undercroft.kernel.faults import BadInput
from undercroft.table.house import Supplies

RATION_MEALS = MEALS
"""Meals in a ration: a day's."""

WATER_LITRES = NEED_LITRES[Climate.TEMPERATE]
"""Litres in one water: a day's, where it is neither hot nor dry."""


def air(climate: Weathers) -> Climate:
    """How much the air of a land dries one out, until the referee says otherwise."""
    return Climate.DESERT if climate is Weathers.ARID else Climate.TEMPERATE


class Provisions(Struct, frozen=True):
    """Rations and water, in the units of one stock that serves every book."""

    rations: int
    water: int


def provisions(system: Supplies, people: int, climate: Climate = Climate.TEMPERATE) -> Provisions:
    """What so many need: a day's meals and litres by Neverwhere, else one of each whenever it is called for."""
    if people < 0:
        raise BadInput("out_of_range", "people cannot be negative", "give 0 or more", field="people")
    if system is Supplies.NEVERWHERE:
        litres = people * NEED_LITRES[climate]
        return Provisions(ceil(Fraction(people * MEALS, RATION_MEALS)), ceil(Fraction(litres, WATER_LITRES)))
    return Provisions(people * PER_HEAD, people * PER_HEAD)


def hexes(km: Fraction, hex_km: Fraction | None) -> Fraction | None:
    """How many hexes a march is, the last perhaps only begun; None where nobody has said how wide a hex is."""
    if hex_km is None:
        return None
    if hex_km <= 0:
        raise BadInput("out_of_range", "a hex must be wider than nothing", "give kilometres above 0", field="hex_km")
    return km / hex_km


class Way(Struct, frozen=True):
    """A hex as Neverwhere sees it: its ground, the road if there is one, rain, and snow."""

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


def way(terrain: Terrain, road: Road, weather: Weather, *, deep_canopy: bool = False) -> Way:
    """The ground, road and weather of a hex in Neverwhere's words."""
    dense = terrain is Terrain.FOREST and deep_canopy
    ground = Ground.DENSE_FOREST if dense else _GROUND[terrain]
    return Way(ground, _SURFACE[road], weather is Weather.RAIN, _SNOW[weather])
