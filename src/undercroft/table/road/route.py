"""Routes: the cheapest way over known hexes, its cost, and the day of arrival."""

from collections.abc import Mapping
from fractions import Fraction
from heapq import heappop, heappush

from msgspec import Struct

from undercroft.books.hexcrawl.costs import hexes_left
from undercroft.table.road.new_day import next_day
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.hexes import is_hex, neighbours, side_of
from undercroft.table.state.ids import HexId
from undercroft.table.state.journeys import NO_POINTS, TravelDay
from undercroft.table.world.travel_costs import HexCost, hex_cost, travellers, where


class Stage(Struct, frozen=True):
    """A stage of the plan: the points paid into a hex on a day, of those still owed.

    With `enters` the group enters the hex; otherwise the rest is owed the next day. `spent` is the day's total so far.
    """

    day: int
    price: HexCost
    owed: Fraction
    paid: Fraction
    spent: Fraction
    enters: bool


class RoutePlan(Struct, frozen=True):
    """The stages of a route and the day of arrival; None if the route meets a hex that cannot be entered."""

    stages: tuple[Stage, ...]
    arrives: int | None


def is_connected(at: HexId | None, route: tuple[HexId, ...]) -> bool:
    """Whether a route goes from hex to neighbouring hex, starting where the group is."""
    if at is None or not all(is_hex(hex) for hex in route):
        return False
    return all(side_of(here, there) is not None for here, there in zip((at, *route), route, strict=False))


def find_route(known: Campaign, group: Group, goal: HexId) -> tuple[HexId, ...]:
    """The hexes of the cheapest way over known hexes; empty if there is no way."""
    return find_routes(known, group, goal).get(goal, ())


def find_routes(known: Campaign, group: Group, goal: HexId | None = None) -> Mapping[HexId, tuple[HexId, ...]]:
    """The cheapest ways from a group's hex to every hex it can reach over known hexes; with a goal, no farther."""
    here, day = where(group), next_day(known, group)
    if here is None:
        return {}
    people = travellers(known, group, day)
    found: dict[HexId, tuple[HexId, ...]] = {}
    queue: list[tuple[Fraction, HexId, tuple[HexId, ...]]] = [(Fraction(0), here, ())]
    while queue:
        spent, at, way = heappop(queue)
        if at in found:
            continue
        found[at] = way
        if at == goal:
            break
        for there in neighbours(at):
            price = None if there in found else hex_cost(known.seen_lands, people, day, at, there)
            if price is not None and price.cost is not None and price.barred is None:
                heappush(queue, (spent + price.cost, there, (*way, there)))
    return found


def plan(known: Campaign, group: Group, route: tuple[HexId, ...]) -> RoutePlan:
    """Plan a route from the points that are left today, if nothing happens on the way and the weather holds.

    A group that has not set out yet is planned for as if it did so now.
    """
    here, day = where(group), next_day(known, group)
    if here is None:
        return RoutePlan((), None)
    people = travellers(known, group, day)
    stages: list[Stage] = []
    for there in route:
        price = hex_cost(known.seen_lands, people, day, here, there)
        if price is None or price.cost is None or price.barred is not None:
            return RoutePlan(tuple(stages), None)
        day = _pay(stages, day, price, price.cost)
        here = there
    return RoutePlan(tuple(stages), day.day)


def _pay(stages: list[Stage], day: TravelDay, price: HexCost, cost: Fraction) -> TravelDay:
    """Add the stages that pay for a hex, today or over several days, and return the day after them."""
    owed = day.owed(price.hex, cost)
    while owed > day.left or not hexes_left(day.entered, *day.tp_max.as_integer_ratio()):
        paid = min(owed, day.left) if hexes_left(day.entered, *day.tp_max.as_integer_ratio()) else NO_POINTS
        if paid:
            stages.append(Stage(day.day, price, owed, paid, day.spent + paid, enters=False))
        owed -= paid
        day = TravelDay(day.day + 1, tp_max=day.tp_max, caravan=day.caravan)
    spent = day.spent + owed
    stages.append(Stage(day.day, price, owed, owed, spent, enters=True))
    return TravelDay(day.day, tp_max=day.tp_max, spent=spent, entered=day.entered + 1, caravan=day.caravan)
