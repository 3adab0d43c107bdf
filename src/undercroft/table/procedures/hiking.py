"""Hiking: a day's march by the hour, through hexes of so many kilometres, and what a stop on it costs."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from undercroft.books.neverwhere.effort import Toll
from undercroft.books.neverwhere.hiking import hike_distance
from undercroft.books.neverwhere.recovery import MINUTES_A_POINT
from undercroft.books.neverwhere.units import HitPoints
from undercroft.kernel.amounts import mixed
from undercroft.kernel.units import HOUR, MINUTE, SeatId, Seconds
from undercroft.table import bridge, fatigue
from undercroft.table.bridge_clock import TRAVEL_HOURS
from undercroft.table.bridge_rules import Land, Pathfinding, WentAstray, lost
from undercroft.table.campaign import Campaign
from undercroft.table.country import landmarks_in_sight
from undercroft.table.daytime import day_number
from undercroft.table.exertion import suffer
from undercroft.table.hexes import is_hex, side_of
from undercroft.table.house import Lost, Wilderness
from undercroft.table.journeys import NO_POINTS, Hike
from undercroft.table.names import GroupId, HexId
from undercroft.table.play import Play
from undercroft.table.procedures.exploring import held_back
from undercroft.table.procedures.hike_numbers import ahead, hike_of, pace
from undercroft.table.procedures.march_costs import stop
from undercroft.table.roadside import arrive_in
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.seats import REFEREE
from undercroft.table.telling import group as group_audience
from undercroft.table.whose import cannot_travel, referee_only

REST = Seconds(MINUTES_A_POINT * MINUTE)
"""How long they sit down for on the way."""

_LANDS = {
    "plains": Land.PLAINS,
    "hills": Land.HILL,
    "marsh": Land.MOOR,
    "forest": Land.FOREST,
    "mountains": Land.MOUNTAIN,
    "high_mountains": Land.MOUNTAIN,
}


class BeginHike(Command, frozen=True, tag="begin_hike"):
    """A group begins a day's march, along these hexes."""

    group: GroupId
    route: tuple[HexId, ...] = ()


class HikeOn(Command, frozen=True, tag="hike_on"):
    """A group marches for so many hours, or until something stops it."""

    group: GroupId
    hours: Annotated[int, Meta(ge=1, le=TRAVEL_HOURS)] = 1


class SitDown(Command, frozen=True, tag="sit_down"):
    """A group on the march rests for ten minutes."""

    group: GroupId


class Hiked(Event, frozen=True, tag="table.hiked"):
    """So many kilometres a group has come in so many hours."""

    group: GroupId
    km: Fraction
    hours: Fraction


class WentInCircles(Event, frozen=True, tag="table.went-in-circles"):
    """An hour's march has brought a group no nearer."""

    group: GroupId


def _begin(play: Play, act: BeginHike) -> None:
    begin_hike(play, act.group, act.route)


def begin_hike(play: Play, group: GroupId, route: tuple[HexId, ...]) -> None:
    """A new day; the way into the next hex that was made yesterday counts while they still go there."""
    before, today = hike_of(play.group(group)), day_number(play.now, play.group(group).time)
    if before is None:
        play.begin(group, Hike(today, route))
        return
    way = route or before.route
    into = before.into if way[:1] == before.route[:1] else NO_POINTS
    play.go_on(group, Hike(today, way, into=into))


def _hike_on(play: Play, act: HikeOn) -> None:
    """Hour by hour; what stops it is paid for with the hours since they last sat down."""
    before = hike_of(play.group(act.group))
    for _ in range(act.hours):
        if not _an_hour(play, act.group):
            break
    hike = hike_of(play.group(act.group))
    if before is not None and hike is not None:
        done = Hiked(act.group, hike.km - before.km, hike.hours - before.hours)
        play.tell(done, to=group_audience(act.group))


def _an_hour(play: Play, group: GroupId) -> bool:
    """An hour on the march; whether it can go on after it."""
    astray = _goes_astray(play, group)
    took = Fraction(play.spend(group, HOUR), HOUR)
    hike = hike_of(play.group(group))
    if hike is None:
        return False
    bound = bool(hike.route)
    hike = replace(hike, hours=hike.hours + took, unrested=hike.unrested + took)
    play.go_on(group, hike)
    if astray:
        play.tell(WentInCircles(group), to=group_audience(group))
    else:
        _walk(play, group, took)
    if took < 1:
        stop(play, group)
        return False
    now = hike_of(play.group(group))
    there = now is not None and bound and not now.route
    return now is not None and not there and now.hours < TRAVEL_HOURS and bool(play.now.able_in(group))


def _walk(play: Play, group: GroupId, time: Fraction) -> None:
    """Through one hex after the other, as far as the time goes."""
    wide = play.now.lands.hex_km
    while time > 0:
        there, hike = play.group(group), hike_of(play.group(group))
        if hike is None:
            return
        speed = pace(play.now, there, hike, ahead(play.now, there, hike))
        rest = wide - hike.into if wide is not None and hike.route else None
        if rest is None or speed * time < rest:
            play.go_on(group, replace(hike, km=hike.km + speed * time, into=hike.into + speed * time))
            return
        time -= rest / speed
        play.go_on(group, replace(hike, km=hike.km + rest, into=NO_POINTS, route=hike.route[1:]))
        arrive_in(play, group, hike.route[0])


def _goes_astray(play: Play, group: GroupId) -> bool:
    """Where the house has it so, Survival keeps them on their way every hour; an hour astray is for nothing."""
    lands, at = play.now.lands, play.group(group).hex
    able = play.now.able_in(group)
    if play.now.house.lost is not Lost.NEVERWHERE or at is None or at not in lands.hexes or not able:
        return False
    led = any(way.other(at) is not None for way in lands.ways)
    given = Pathfinding(
        _LANDS[lands.hexes[at].terrain],
        max(bridge.survival(one) for one in able),
        route=led,
        landmark=bool(landmarks_in_sight(lands, at)),
    )
    return isinstance(play.settle(lost, given), WentAstray)


def _sit_down(play: Play, act: SitDown) -> None:
    play.spend(act.group, REST)
    hike = hike_of(play.group(act.group))
    if hike is None:
        return
    play.go_on(act.group, replace(hike, unrested=NO_POINTS))
    for person in play.now.able_in(act.group):
        fatigue.rest(play, person.id, MINUTES_A_POINT, to=group_audience(act.group))


def evening(play: Play, group: GroupId) -> None:
    """Who overdid it on the march feels it now."""
    hike = hike_of(play.group(group))
    for who, walker in hike.walkers.items() if hike is not None else ():
        hurt = walker.injury
        if hurt is not None and who in play.group(group).members:
            toll = Toll(HitPoints(hurt.hp), hurt.site, hurt.flaw, hurt.weeks)
            suffer(play, who, toll, 0, cause="extra effort", to=group_audience(group))


# Who may


def _may_begin(known: Campaign, seat: SeatId, act: BeginHike) -> Iterable[Reason]:
    yield from cannot_travel(known, seat, act.group, Wilderness.NEVERWHERE)
    group = known.groups.get(act.group)
    if group is None or not group.members:
        return
    hike = hike_of(group)
    if group.site is not None:
        yield Reason("in_a_site", "They are in a site: leave it first.")
    elif hike is None and group.scene is not None:
        yield Reason("in_a_scene", "They are in the middle of something else.")
    elif hike is not None and hike.day == day_number(known, group.time):
        yield Reason("on_the_road", "They are on the march today already.")
    if act.route and (group.hex is None or not _hangs_together(group.hex, act.route)):
        yield Reason("no_route", "A route goes from hex to hex, from where they are.")
    yield from held_back(known, group)


def _hangs_together(at: HexId, route: tuple[HexId, ...]) -> bool:
    pairs = zip((at, *route), route, strict=False)
    return all(is_hex(one) for one in route) and all(side_of(one, other) is not None for one, other in pairs)


def _marching(known: Campaign, seat: SeatId, group: GroupId) -> Iterable[Reason]:
    yield from referee_only(seat)
    there = known.groups.get(group)
    hike = hike_of(there)
    if there is None or hike is None:
        yield Reason("not_hiking", "They are not on a march.")
        return
    yield from held_back(known, there)
    if not known.able_in(group):
        yield Reason("nobody_able", "Nobody of them can go on.")


def _may_hike(known: Campaign, seat: SeatId, act: HikeOn) -> Iterable[Reason]:
    yield from _marching(known, seat, act.group)
    there = known.groups.get(act.group)
    hike = hike_of(there)
    if there is None or hike is None:
        return
    if hike.hours + act.hours > TRAVEL_HOURS:
        yield Reason("day_spent", "The day has not so many hours for the road.", hike_distance.id)
    if hike.day != day_number(known, there.time):
        yield Reason("another_day", "That was yesterday's march: begin a new one.")


def _may_sit(known: Campaign, seat: SeatId, act: SitDown) -> Iterable[Reason]:
    yield from _marching(known, seat, act.group)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for group in known.groups.values():
        if not any(_may_begin(known, seat, BeginHike(group.id))):
            yield Offer(BeginHike(group.id), f"{group.name}: begin the day's march")
        for hours in (1, 4):
            act = HikeOn(group.id, hours)
            if not any(_may_hike(known, seat, act)):
                label = f"{group.name}: march for {hours} {'hour' if hours == 1 else 'hours'}"
                yield Offer(act, label, seconds=Seconds(hours * HOUR))
        if not any(_may_sit(known, seat, SitDown(group.id))):
            yield Offer(SitDown(group.id), f"{group.name}: rest on the way", seconds=REST)


ROOM = Room(
    arms={Hiked: unchanged, WentInCircles: unchanged},
    steps={BeginHike: _begin, HikeOn: _hike_on, SitDown: _sit_down},
    refusals={BeginHike: _may_begin, HikeOn: _may_hike, SitDown: _may_sit},
    offers=_offers,
    words={
        Hiked: lambda _, it: f"They march {mixed(it.km)} km in {mixed(it.hours)} h.",
        WentInCircles: lambda _, __: "An hour goes by, and they are no nearer.",
    },
)
