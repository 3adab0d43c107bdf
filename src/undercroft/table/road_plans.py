"""Plans of a journey: the cheapest way over known hexes, what each costs, and on which day they arrive."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from heapq import heappop, heappush

from msgspec import Struct

from undercroft.books.hexcrawl.costs import hexes_left
from undercroft.table.campaign import Campaign, Group
from undercroft.table.hexes import neighbours
from undercroft.table.journeys import NO_POINTS, TravelDay
from undercroft.table.names import HexId
from undercroft.table.road_costs import HexCost, hex_cost, journey_of, where


class Stage(Struct, frozen=True):
    """A line of the plan: on that day so many points go into that hex, of so many that were owed.

    `enters` where that pays for it; else the rest is owed the next day. `spent` is what the day has spent then.
    """

    day: int
    price: HexCost
    owed: Fraction
    paid: Fraction
    spent: Fraction
    enters: bool


class Plan(Struct, frozen=True):
    """The stages of a route and the day they arrive; None where it ends before, at a hex nobody can enter."""

    stages: tuple[Stage, ...]
    arrives: int | None


def find_route(known: Campaign, group: Group, goal: HexId) -> tuple[HexId, ...]:
    """The hexes to enter, by the cheapest way over hexes that are known; none where there is no such way."""
    return find_routes(known, group).get(goal, ())


def find_routes(known: Campaign, group: Group) -> Mapping[HexId, tuple[HexId, ...]]:
    """The cheapest ways from where a group is to every hex it can get to over hexes that are known."""
    here, day = where(group), journey_of(group) or TravelDay(1)
    if here is None:
        return {}
    found: dict[HexId, tuple[HexId, ...]] = {}
    queue: list[tuple[Fraction, HexId, tuple[HexId, ...]]] = [(Fraction(0), here, ())]
    while queue:
        spent, at, way = heappop(queue)
        if at in found:
            continue
        found[at] = way
        for there in neighbours(at):
            price = None if there in found else hex_cost(known.seen_lands, group, day, at, there)
            if price is not None and price.cost is not None and price.barred is None:
                heappush(queue, (spent + price.cost, there, (*way, there)))
    return found


def plan(known: Campaign, group: Group, route: tuple[HexId, ...]) -> Plan:
    """What becomes of a route if nothing happens on the way and the weather holds."""
    here, day = where(group), journey_of(group)
    if here is None or day is None:
        return Plan((), None)
    stages: list[Stage] = []
    for there in route:
        price = hex_cost(known.seen_lands, group, day, here, there)
        if price is None or price.cost is None or price.barred is not None:
            return Plan(tuple(stages), None)
        day = _pay(stages, day, price, price.cost)
        here = there
    return Plan(tuple(stages), day.day)


def _pay(stages: list[Stage], day: TravelDay, price: HexCost, cost: Fraction) -> TravelDay:
    """A hex is paid for, today or from one day to the next."""
    begun = day.begun
    owed = cost - (begun.invested if begun is not None and begun.target == price.hex else NO_POINTS)
    owed = max(NO_POINTS, owed)
    while owed > day.left or not hexes_left(day.entered, *day.tp_max.as_integer_ratio()):
        paid = min(owed, day.left) if hexes_left(day.entered, *day.tp_max.as_integer_ratio()) else NO_POINTS
        if paid:
            stages.append(Stage(day.day, price, owed, paid, day.spent + paid, enters=False))
        owed -= paid
        day = TravelDay(day.day + 1, tp_max=day.tp_max, caravan=day.caravan)
    spent = day.spent + owed
    stages.append(Stage(day.day, price, owed, owed, spent, enters=True))
    return TravelDay(day.day, tp_max=day.tp_max, spent=spent, entered=day.entered + 1, caravan=day.caravan)
