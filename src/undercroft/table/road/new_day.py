"""The travel points that a day on the road begins with."""

from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.hexcrawl.movement import Allowance, Day, Milieu, travel_points
from undercroft.kernel.script import Script
from undercroft.table.bridge.time_units import day_is_over, day_number, points_gone, road_day
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.journeys import NO_POINTS, Caravan, Leg, Spent, TravelDay
from undercroft.table.world.travel_costs import journey_of, where


def new_day(known: Campaign, group: Group, before: TravelDay | None, caravan: Caravan | None = None) -> TravelDay:
    """A day that begins now: its points, less those for hours gone; a move begun the day before can go on."""
    today, here = day_number(known, group.time), where(group)
    day = TravelDay(today, tp_max=_points(known)) if before is None else _after(before, today)
    gone = points_gone(known, group.time, day.tp_max)
    if gone and here is not None:
        day = replace(day, spent=gone, legs=(Leg(Spent.LATE, here, gone),))
    return replace(day, caravan=day.caravan if caravan is None else caravan)


def next_day(known: Campaign, group: Group) -> TravelDay:
    """The day that a group travels next: today with the points left, or a day that begins now."""
    day = journey_of(group)
    if day is None or day.day < road_day(known, group.time):
        return new_day(known, group, day)
    return replace(day, spent=day.tp_max) if day_is_over(known, group, day.day) else day


def _points(now: Campaign) -> Fraction:
    """The travel points of a day by land."""
    allowed = travel_points(Script(), now.house.applied(travel_points, Day(Milieu.LAND)))
    return allowed.tp_max if isinstance(allowed, Allowance) else NO_POINTS


def _after(before: TravelDay, today: int) -> TravelDay:
    """The day after another: it keeps a move begun the day before and food that is due."""
    begun = before.begun if before.begun is not None and before.begun.day >= today - 1 else None
    return replace(
        before,
        day=today,
        spent=NO_POINTS,
        entered=0,
        fired=(),
        legs=(),
        astray=(),
        begun=begun,
        task=None,
        must_provision=before.must_provision or before.owes_forage,
        marching=False,
        set_out=False,
        checked=False,
        lost=0,
        afoot=None,
    )
