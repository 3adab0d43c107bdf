"""What a hex costs a group: how they travel, the ground, the road into it and the weather, all exact."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from undercroft.books.hexcrawl.costs import Barrier, Cost, Impassable, Passing, Yield, entry_cost, passability
from undercroft.books.hexcrawl.land import (
    Company,
    HexAhead,
    Road,
    Terrain,
    Weather,
    accommodation_multiplier,
    environment_multiplier,
)
from undercroft.books.hexcrawl.units import TravelPoints
from undercroft.kernel.script import Script
from undercroft.table.campaign import Campaign, Group
from undercroft.table.hexes import side_of
from undercroft.table.journeys import Caravan, TravelDay
from undercroft.table.lands import Lands
from undercroft.table.names import HexId
from undercroft.table.seen_lands import SeenLands


class HexCost(Struct, frozen=True):
    """What it takes to enter a hex: its ground, the road, the weather, their multipliers, and the points.

    `cost` is None where there is no way in, and `barred` says why nobody enters at that price.
    """

    hex: HexId
    terrain: Terrain
    road: Road
    weather: Weather
    accommodation: Fraction
    environment: Fraction
    cost: TravelPoints | None
    barred: Barrier | None = None


def headcount(group: Group, caravan: Caravan) -> int:
    """Everybody who travels and eats."""
    return max(1, len(group.members) + caravan.followers)


class _Price(Struct, frozen=True):
    accommodation: Fraction
    environment: Fraction
    cost: TravelPoints | None
    barred: Barrier | None


@lru_cache(maxsize=4096)
def _price(company: Company, ahead: HexAhead, tp_max: TravelPoints) -> _Price:
    """The same for every hex of that kind."""
    accommodation = accommodation_multiplier(Script(), company).factor
    environment = environment_multiplier(Script(), ahead).factor
    price = entry_cost(Script(), Yield(accommodation, environment))
    cost = price.cost if isinstance(price, Cost) else None
    passing = passability(Script(), Passing(cost, tp_max))
    return _Price(accommodation, environment, cost, passing.reason if isinstance(passing, Impassable) else None)


def hex_cost(lands: Lands | SeenLands, group: Group, day: TravelDay, here: HexId, there: HexId) -> HexCost | None:
    """What the hex costs by that map; None where it is not on it."""
    hex = lands.hexes.get(there)
    if hex is None:
        return None
    how = day.caravan
    company = Company(headcount(group, how), how.mounted, hex.terrain in how.suits, how.carriage)
    ahead = HexAhead(hex.terrain, lands.road(here, there), lands.weather)
    price = _price(company, ahead, TravelPoints(day.tp_max))
    return HexCost(
        there,
        ahead.terrain,
        ahead.road,
        ahead.weather,
        price.accommodation,
        price.environment,
        price.cost,
        price.barred,
    )


def day_of(group: Group | None) -> TravelDay | None:
    """The day on the road, if a group is in the middle of one."""
    scene = group.scene if group is not None else None
    return scene if isinstance(scene, TravelDay) else None


def journey_of(group: Group | None) -> TravelDay | None:
    """The day on the road, though something may have come upon it."""
    days = [scene for scene in group.scenes if isinstance(scene, TravelDay)] if group is not None else []
    return days[-1] if days else None


def where(group: Group) -> HexId | None:
    """The hex a group believes to be in."""
    day = journey_of(group)
    return day.believed if day is not None and day.believed is not None else group.hex


def cost_known(known: Campaign, group: Group, there: HexId) -> HexCost | None:
    """What the next hex costs by what is known; None where that is not on the map or does not border them."""
    here, day = where(group), journey_of(group)
    if here is None or side_of(here, there) is None:
        return None
    return hex_cost(known.seen_lands, group, day or TravelDay(1), here, there)
