"""Where a group could go from where it is: the hexes around it, and the places it knows, each with what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from undercroft.faces.views.course import plan_from_here, said_ground, said_multiplier
from undercroft.faces.views.points import points
from undercroft.table.campaign import Campaign, Group
from undercroft.table.hexes import SIDES, beside
from undercroft.table.house import Wilderness
from undercroft.table.journeys import TravelDay
from undercroft.table.names import HexId
from undercroft.table.road_costs import HexCost, cost_known, journey_of, where
from undercroft.table.road_plans import find_routes
from undercroft.table.seen_lands import SeenHex

COMPASS = ("north", "north-east", "south-east", "south", "south-west", "north-west")
"""The sides of a hex, clockwise from the top."""
MOST_PLACES = 6


class Near(Struct, frozen=True):
    """A hex that borders theirs."""

    hex: HexId
    way: str
    ground: str
    multiplier: str
    cost: str
    today: str
    """What entering it leaves of the day, or owes; or why nobody does."""
    can: bool
    """It is paid for today."""


class Far(Struct, frozen=True):
    """A place they know of."""

    hex: HexId
    name: str
    hexes: int
    cost: str
    arrives: int | None


class Ways(Struct, frozen=True):
    """What lies open to them."""

    near: tuple[Near, ...]
    far: tuple[Far, ...]


def ways(known: Campaign, group: Group) -> Ways | None:
    """None for those who are nowhere, and where the house does not travel by points."""
    here = where(group)
    if here is None or known.house.wilderness is not Wilderness.HEXCRAWL:
        return None
    day = journey_of(group) or TravelDay(1)
    sides = ((COMPASS[side], there) for side in range(len(SIDES)) if (there := beside(here, side)) is not None)
    near = tuple(
        _near(way, price, day) for way, there in sides if (price := cost_known(known, group, there)) is not None
    )
    return Ways(near, tuple(sorted(_far(known, group), key=lambda one: (one.arrives or 0, one.hexes))[:MOST_PLACES]))


def _near(way: str, price: HexCost, day: TravelDay) -> Near:
    ground, times = said_ground(price), said_multiplier(price)
    if price.cost is None or price.barred is not None:
        return Near(price.hex, way, ground, times, points(price.cost) if price.cost else "", "impassable", can=False)
    paid = day.begun.invested if day.begun is not None and day.begun.target == price.hex else Fraction(0)
    left = day.left - (price.cost - paid)
    today = f"leaves {points(left)}" if left >= 0 else f"owes {points(-left)}"
    return Near(price.hex, way, ground, times, points(price.cost), today, can=left >= 0)


def _far(known: Campaign, group: Group) -> Iterator[Far]:
    for hex, route in find_routes(known, group).items():
        name = _name(known.seen_lands.hexes[hex]) if hex in known.seen_lands.hexes else ""
        if name and route:
            planned = plan_from_here(known, group, route)
            last = {stage.price.hex: stage.price.cost for stage in planned.stages}
            cost = sum((each for each in last.values() if each is not None), Fraction(0))
            yield Far(hex, name, len(route), points(cost), planned.arrives)


def _name(seen: SeenHex) -> str:
    """What a place is called: itself, else the first thing that is seen there."""
    return seen.name or next((one.name for one in seen.features.values()), "")
