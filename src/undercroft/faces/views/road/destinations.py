"""Where a group could go from here: the hexes around it, and the places it knows, each with its cost."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from undercroft.faces.views.road.route import in_points, said_ground, said_multiplier
from undercroft.kernel.amounts import roughly
from undercroft.table.road.new_day import next_day
from undercroft.table.road.route import find_routes, plan
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.hexes import SIDES, beside
from undercroft.table.state.house_rules import Wilderness
from undercroft.table.state.ids import HexId
from undercroft.table.state.journeys import TravelDay
from undercroft.table.state.seen_lands import SeenHex
from undercroft.table.world.travel_costs import HexCost, cost_known, where

COMPASS = ("north", "north-east", "south-east", "south", "south-west", "north-west")
"""The sides of a hex, clockwise from the top."""
MOST_PLACES = 6


class NearHex(Struct, frozen=True):
    """A hex that borders the group's."""

    hex: HexId
    way: str
    ground: str
    multiplier: str
    cost: str
    today: str
    """What entering it leaves of the day, or owes; or why it cannot be entered."""
    can: bool
    """Whether today's points pay for it."""


class KnownPlace(Struct, frozen=True):
    """A place the group knows of."""

    hex: HexId
    name: str
    hexes: int
    cost: str
    arrives: int | None


class Destinations(Struct, frozen=True):
    """The hexes and places open to a group."""

    near: tuple[NearHex, ...]
    far: tuple[KnownPlace, ...]


def destinations(known: Campaign, group: Group) -> Destinations | None:
    """A group's destinations; None if it is in no hex, or the house does not travel by points."""
    here = where(group)
    if here is None or known.house.wilderness is not Wilderness.HEXCRAWL:
        return None
    day = next_day(known, group)
    sides = ((COMPASS[side], there) for side in range(len(SIDES)) if (there := beside(here, side)) is not None)
    near = tuple(
        _near(way, price, day) for way, there in sides if (price := cost_known(known, group, there)) is not None
    )
    return Destinations(
        near, tuple(sorted(_far(known, group), key=lambda place: (place.arrives or 0, place.hexes))[:MOST_PLACES])
    )


def _near(way: str, price: HexCost, day: TravelDay) -> NearHex:
    ground, times = said_ground(price), said_multiplier(price)
    if price.cost is None or price.barred is not None:
        return NearHex(
            price.hex, way, ground, times, roughly(price.cost) if price.cost else "", "impassable", can=False
        )
    left = day.left - day.owed(price.hex, price.cost)
    today = f"lacks {in_points(-left)}" if left < 0 else f"leaves {roughly(left)}" if left else "leaves nothing"
    return NearHex(price.hex, way, ground, times, roughly(price.cost), today, can=left >= 0)


def _far(known: Campaign, group: Group) -> Iterator[KnownPlace]:
    for hex, route in find_routes(known, group).items():
        name = _name(known.seen_lands.hexes[hex]) if hex in known.seen_lands.hexes else ""
        if name and route:
            planned = plan(known, group, route)
            last = {stage.price.hex: stage.price.cost for stage in planned.stages}
            whole = sum((cost for cost in last.values() if cost is not None), Fraction(0))
            yield KnownPlace(hex, name, len(route), roughly(whole), planned.arrives)


def _name(seen: SeenHex) -> str:
    """The name of a place, else of the first thing in sight there."""
    return seen.name or next((feature.name for feature in seen.features.values()), "")
