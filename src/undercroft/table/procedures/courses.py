"""The course of a day on the road: fresh points at dawn, where they are bound, and whether they travel or explore."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.hexcrawl.entering import enter_hex
from undercroft.books.hexcrawl.movement import Allowance, Day, Milieu, Mode, Traveling, travel_mode, travel_points
from undercroft.books.hexcrawl.movement import Plan as Course
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table.campaign import Campaign, Group
from undercroft.table.country import name_of
from undercroft.table.daytime import day_number, points_gone
from undercroft.table.hexes import coordinates, is_hex, side_of
from undercroft.table.house import Wilderness
from undercroft.table.journeys import NO_POINTS, Caravan, Leg, Spent, TravelDay
from undercroft.table.names import GroupId, HexId
from undercroft.table.play import Play
from undercroft.table.procedures.exploring import held_back
from undercroft.table.procedures.road_points import points_left
from undercroft.table.road_costs import day_of, journey_of, where
from undercroft.table.road_plans import find_route, find_routes
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.seats import REFEREE
from undercroft.table.telling import group as group_audience
from undercroft.table.whose import cannot_travel, referee_only


class SetOut(Command, frozen=True, tag="set_out"):
    """A group takes to the road, or begins a new day on it."""

    group: GroupId
    caravan: Caravan | None = None
    """How they travel; None as before."""


class SetCourse(Command, frozen=True, tag="set_course"):
    """Say where a group is bound, by which hexes, and whether it travels or explores on the way.

    Without a destination they explore. A route that is not given is the cheapest one they know.
    """

    group: GroupId
    destination: HexId | None = None
    route: tuple[HexId, ...] = ()
    mode: Mode | None = None


class DayBegan(Event, frozen=True, tag="table.day-began"):
    """A day on the road begins, with so many points."""

    group: GroupId
    day: int
    points: Fraction


class CourseSet(Event, frozen=True, tag="table.course-set"):
    """A group is bound there, and travels or explores."""

    group: GroupId
    destination: HexId | None
    mode: Mode


def _set_out(play: Play, act: SetOut) -> None:
    begin_day(play, act.group, act.caravan)


def begin_day(play: Play, group: GroupId, caravan: Caravan | None = None) -> None:
    """Fresh points, less those of hours that are gone; a move that was begun yesterday stays begun."""
    there = play.group(group)
    before = day_of(there)
    today = day_number(play.now, there.time)
    day = TravelDay(today, tp_max=_points(play.now)) if before is None else _next_day(before, today)
    gone = points_gone(play.now, there.time, day.tp_max)
    if gone and there.hex is not None:
        day = replace(day, spent=gone, legs=(Leg(Spent.LATE, where(there) or there.hex, gone),))
    day = replace(day, caravan=day.caravan if caravan is None else caravan)
    if before is None:
        play.begin(group, day)
    else:
        play.go_on(group, day)
    play.tell(DayBegan(group, today, day.left), to=group_audience(group))


def _points(now: Campaign) -> Fraction:
    """What a day by land gives."""
    allowed = travel_points(Script(), now.house.applied(travel_points, Day(Milieu.LAND)))
    return allowed.tp_max if isinstance(allowed, Allowance) else NO_POINTS


def _next_day(before: TravelDay, today: int) -> TravelDay:
    """What a new day leaves of the last: a begun move unless a whole day went by without it, and what is owed."""
    begun = before.begun if before.begun is not None and before.begun.day >= today - 1 else None
    return replace(
        before,
        day=today,
        spent=NO_POINTS,
        entered=0,
        fired=(),
        legs=(),
        begun=begun,
        task=None,
        must_provision=before.must_provision or before.owes_forage,
        marching=False,
        set_out=False,
        lost=0,
        afoot=None,
    )


def _set_course(play: Play, act: SetCourse) -> None:
    """By whether they know the goal for something to make for; the referee may have them explore all the same."""
    there, day = play.group(act.group), day_of(play.group(act.group))
    if day is None:
        return
    known = frozenset(coordinates(hex) for hex in play.now.seen_lands.destinations)
    goal = coordinates(act.destination) if act.destination is not None else None
    bound = play.settle(travel_mode, Course(goal, known), to=group_audience(act.group), whole=True)
    mode = act.mode or (Mode.TRAVELING if isinstance(bound, Traveling) else Mode.EXPLORING)
    route = act.route
    if not route and act.destination is not None:
        route = find_route(play.now, there, act.destination)
    play.go_on(act.group, replace(day, mode=mode, destination=act.destination, route=route, marching=False))
    play.tell(CourseSet(act.group, act.destination, mode), to=group_audience(act.group))


# Who may


def on_the_road(known: Campaign, seat: SeatId, group: GroupId) -> Iterable[Reason]:
    """Why the referee cannot move a group along the road."""
    yield from referee_only(seat)
    there = known.groups.get(group)
    if there is None or not there.members:
        yield Reason("no_group", "Nobody goes by that name.")
    elif day_of(there) is None:
        yield Reason("not_travelling", "They are not on the road: let them set out.")
    else:
        yield from held_back(known, there)


def ready(known: Campaign, seat: SeatId, group: GroupId) -> Iterable[Reason]:
    """Why a group cannot spend travel points on anything but food."""
    yield from on_the_road(known, seat, group)
    there = known.groups.get(group)
    day = day_of(there)
    if there is None or day is None:
        return
    if day.must_provision:
        yield Reason("must_provision", "First they must eat and drink, or forage.", enter_hex.id)
    if not known.able_in(group):
        yield Reason("nobody_able", "Nobody of them can go on.")
    if not points_left(known, there):
        yield Reason("day_spent", "The day is spent: make camp.", enter_hex.id)


def _may_set_out(known: Campaign, seat: SeatId, act: SetOut) -> Iterable[Reason]:
    yield from cannot_travel(known, seat, act.group, Wilderness.HEXCRAWL)
    group = known.groups.get(act.group)
    if group is None or not group.members:
        return
    day = day_of(group)
    if group.hex is None or group.site is not None:
        yield Reason("not_in_a_hex", "They are not in the open country.")
    elif day is None and group.scene is not None:
        yield Reason("in_a_scene", "They are in the middle of something else.")
    elif day is not None and day.day == day_number(known, group.time):
        yield Reason("on_the_road", "They are on the road today already.")
    yield from held_back(known, group)


def _may_set_course(known: Campaign, seat: SeatId, act: SetCourse) -> Iterable[Reason]:
    yield from on_the_road(known, seat, act.group)
    group = known.groups.get(act.group)
    if group is None or day_of(group) is None:
        return
    at = where(group)
    if act.destination is not None and not act.route and act.destination not in known.seen_lands.hexes:
        yield Reason("not_known", "They do not know where that is.", travel_mode.id)
    elif act.mode is Mode.TRAVELING and act.destination not in known.seen_lands.destinations:
        yield Reason("not_known", "Only towards a place they know do they travel.", travel_mode.id)
    elif act.destination is not None and act.destination == at:
        yield Reason("there_already", "They are there.")
    elif act.destination is not None and not act.route and not find_route(known, group, act.destination):
        yield Reason("no_way_known", "They know of no way there.")
    if act.route and (not _hangs_together(at, act.route) or act.route[-1] != act.destination):
        yield Reason("no_route", "A route goes from hex to hex, and ends where they are bound.")


def _hangs_together(at: HexId | None, route: tuple[HexId, ...]) -> bool:
    if at is None or not all(is_hex(one) for one in route):
        return False
    return all(side_of(one, other) is not None for one, other in zip((at, *route), route, strict=False))


# What is offered


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for group in known.groups.values():
        act = SetOut(group.id)
        if not any(_may_set_out(known, seat, act)):
            label = "take to the road" if journey_of(group) is None else "begin the new day"
            yield Offer(act, f"{group.name}: {label}")
        day = day_of(group)
        if day is not None:
            yield from _goals(known, seat, group, day)


def _goals(known: Campaign, seat: SeatId, group: Group, day: TravelDay) -> Iterable[Offer]:
    if any(on_the_road(known, seat, group.id)):
        return
    ways = find_routes(known, group)
    for there in known.seen_lands.destinations:
        if there != day.destination and ways.get(there):
            yield Offer(SetCourse(group.id, there), f"{group.name}: set out for {name_of(known, there)}")
    if day.mode is Mode.TRAVELING:
        yield Offer(SetCourse(group.id), f"{group.name}: explore instead")


PICTURED = 12
"""The finest parts of a point that are said as they are."""


def points_in_words(points: Fraction) -> str:
    """Points as people say them: `1 1/2 points`."""
    return f"{number_in_words(points)} {'point' if points <= 1 else 'points'}"


def number_in_words(number: Fraction) -> str:
    """A number with its fraction apart: `1 1/2`; one that nobody could picture is rounded: `about 1 1/2`."""
    if number.denominator > PICTURED:
        return f"about {number_in_words(Fraction(round(number * PICTURED), PICTURED))}"
    whole, rest = divmod(number, 1)
    return " ".join(part for part in (str(whole) if whole or not rest else "", str(rest) if rest else "") if part)


def _bound(now: Campaign, it: CourseSet) -> str:
    if it.destination is None:
        return "They explore."
    return f"They {'travel' if it.mode is Mode.TRAVELING else 'explore'} towards {name_of(now, it.destination)}."


ROOM = Room(
    arms={CourseSet: unchanged, DayBegan: unchanged},
    steps={SetOut: _set_out, SetCourse: _set_course},
    refusals={SetOut: _may_set_out, SetCourse: _may_set_course},
    offers=_offers,
    words={
        CourseSet: _bound,
        DayBegan: lambda _, it: f"Day {it.day} on the road: {points_in_words(it.points)}.",
    },
)
