"""The travel points it costs a group to enter a hex."""

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
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.hexes import side_of
from undercroft.table.state.ids import HexId
from undercroft.table.state.journeys import Caravan, TravelDay
from undercroft.table.state.lands import Lands
from undercroft.table.state.seen_lands import SeenLands


class HexCost(Struct, frozen=True):
    """The cost of entering a hex: its terrain, road and weather, their multipliers, and the points.

    `cost` is None if the hex cannot be entered; `barred` is the barrier that keeps the group out.
    """

    hex: HexId
    terrain: Terrain
    road: Road
    weather: Weather
    accommodation: Fraction
    environment: Fraction
    cost: TravelPoints | None
    barred: Barrier | None = None


def headcount(known: Campaign, group: Group, caravan: Caravan) -> int:
    """The number of travellers: the living members, and the followers."""
    dead = sum(who in known.people and not known.people[who].alive for who in group.members)
    return max(1, len(group.members) - dead + caravan.followers)


@lru_cache(maxsize=4096)
def _price(
    company: Company, ahead: HexAhead, tp_max: TravelPoints
) -> tuple[Fraction, Fraction, TravelPoints | None, Barrier | None]:
    """The multipliers, the cost and the barrier of every hex of that kind."""
    accommodation = accommodation_multiplier(Script(), company).factor
    environment = environment_multiplier(Script(), ahead).factor
    price = entry_cost(Script(), Yield(accommodation, environment))
    cost = price.cost if isinstance(price, Cost) else None
    passing = passability(Script(), Passing(cost, tp_max))
    return accommodation, environment, cost, passing.reason if isinstance(passing, Impassable) else None


class Travellers(Struct, frozen=True):
    """How many people travel, and how."""

    count: int
    caravan: Caravan


def travellers(known: Campaign, group: Group, day: TravelDay) -> Travellers:
    """The people of a group who travel, and how they do."""
    return Travellers(headcount(known, group, day.caravan), day.caravan)


def hex_cost(lands: Lands | SeenLands, people: Travellers, day: TravelDay, here: HexId, there: HexId) -> HexCost | None:
    """The cost of a hex by that map; None if it is not on the map."""
    hex = lands.hexes.get(there)
    if hex is None:
        return None
    caravan = people.caravan
    company = Company(people.count, caravan.mounted, hex.terrain in caravan.suits, caravan.carriage)
    ahead = HexAhead(hex.terrain, lands.road(here, there), lands.weather)
    price = _price(company, ahead, TravelPoints(day.tp_max))
    return HexCost(there, ahead.terrain, ahead.road, ahead.weather, *price)


def day_of(group: Group | None) -> TravelDay | None:
    """The group's travel day, if that is its current scene."""
    scene = group.scene if group is not None else None
    return scene if isinstance(scene, TravelDay) else None


def journey_of(group: Group | None) -> TravelDay | None:
    """The group's travel day, even if another scene has interrupted it."""
    days = [scene for scene in group.scenes if isinstance(scene, TravelDay)] if group is not None else []
    return days[-1] if days else None


def where(group: Group) -> HexId | None:
    """The hex a group believes it is in."""
    day = journey_of(group)
    return day.believed if day is not None and day.believed is not None else group.hex


def cost_known(known: Campaign, group: Group, there: HexId) -> HexCost | None:
    """The known cost of a hex; None if it is not on the map or not a neighbour of the group's hex."""
    here, day = where(group), journey_of(group)
    if here is None or side_of(here, there) is None:
        return None
    day = day or TravelDay(1)
    return hex_cost(known.seen_lands, travellers(known, group, day), day, here, there)
