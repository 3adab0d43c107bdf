"""Travelling: into the next hex as far as the day's points go, and on along a route until something happens."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import takewhile

from msgspec.structs import replace

from undercroft.books.hexcrawl.costs import Capped, DaySoFar, daily_cap, passability
from undercroft.books.hexcrawl.encounters import encounter_die_wilderness
from undercroft.books.hexcrawl.entering import LastPoints, Step, enter_hex, start_move
from undercroft.books.hexcrawl.units import TravelPoints
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table.bridge_clock import travel_time
from undercroft.table.campaign import Campaign, Group
from undercroft.table.country import HexesSeen, hex_from_afar, name_of
from undercroft.table.hexes import coordinates, is_hex, neighbours, side_of
from undercroft.table.journeys import NO_POINTS, Begun, Leg, Spent, TravelDay
from undercroft.table.names import GroupId, HexId
from undercroft.table.play import Play
from undercroft.table.procedures import straying
from undercroft.table.procedures.courses import number_in_words, on_the_road, points_in_words, ready
from undercroft.table.procedures.road_die import Happening, circumstances
from undercroft.table.procedures.road_points import face_the_die, next_cut, points_left, spend
from undercroft.table.road_costs import HexCost, cost_known, day_of, hex_cost, where
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.seats import REFEREE
from undercroft.table.telling import group as group_audience


class TravelTo(Command, frozen=True, tag="travel_to"):
    """A group goes into the next hex, as far as the day's points bring it."""

    group: GroupId
    hex: HexId


class MarchOn(Command, frozen=True, tag="march_on"):
    """A group goes on along its route until something happens."""

    group: GroupId


class WayBarred(Event, frozen=True, tag="table.way-barred"):
    """There is no getting into that hex."""

    group: GroupId
    hex: HexId
    why: str


class MoveBegun(Event, frozen=True, tag="table.move-begun"):
    """The day's points bring a group on the way to a hex, and not into it."""

    group: GroupId
    hex: HexId
    invested: Fraction
    cost: Fraction


# Into the next hex


def _travel_to(play: Play, act: TravelTo) -> None:
    """Paid to the next moment of the die, the die seen to, and paid on, at whatever it costs by then."""
    straying.keep_course(play, act.group, act.hex)
    truly = straying.true_target(play, act.group, act.hex)
    if truly is None:
        _no_way_on(play, act)
        return
    _leave_other_plans(play, act)
    worst = Happening.NOTHING
    while worst is not Happening.HALT:
        there, day = play.group(act.group), day_of(play.group(act.group))
        price = hex_cost(play.now.lands, there, day, there.hex, truly) if day is not None and there.hex else None
        if day is None or price is None or price.cost is None or price.barred is not None:
            _barred(play, act, truly, price)
            break
        entered, happens = _stage(play, act, truly, price.cost)
        worst = max(worst, happens)
        if entered or not points_left(play.now, play.group(act.group)):
            break
    _halt_or_go_on(play, act.group, worst)


def _stage(play: Play, act: TravelTo, truly: HexId, cost: TravelPoints) -> tuple[bool, Happening]:
    """What can be paid before the die; whether that brought them in, and what the die brought."""
    before = day_of(play.group(act.group))
    if before is None:
        return False, Happening.HALT
    need = max(NO_POINTS, cost - before.invested)
    part = next_cut(before, min(need, points_left(play.now, play.group(act.group))))
    what = Spent.ENTERED if part == need else Spent.BEGUN
    gone = spend(play, act.group, part, what, act.hex)
    day = day_of(play.group(act.group))
    if day is None:
        return False, Happening.HALT
    entered = gone == need
    if entered:
        _enter(play, act, truly, day, cost, need)
    else:
        invested = before.invested + gone
        play.go_on(act.group, replace(day, begun=Begun(act.hex, invested, day.day)))
    happens = face_the_die(play, act.group, before.spent)
    if not entered and happens is not Happening.HALT and not points_left(play.now, play.group(act.group)):
        _begun(play, act, cost, before)
    return entered, Happening.HALT if gone < part else happens


def _enter(play: Play, act: TravelTo, truly: HexId, day: TravelDay, cost: TravelPoints, need: Fraction) -> None:
    """They are in the hex, and see what is plain there."""
    given = Step(
        tp_left=TravelPoints(day.left + need),
        tp_max=TravelPoints(day.tp_max),
        cost=cost,
        invested=TravelPoints(cost - need),
        hexes_entered_today=day.entered,
        must_provision=False,
        adjacent=True,
    )
    play.settle(enter_hex, given)
    route = day.route[1:] if day.route[:1] == (act.hex,) else ()
    legs = _as_entered(day.legs, act.hex)
    play.go_on(act.group, replace(day, entered=day.entered + 1, begun=None, route=route, legs=legs))
    straying.enter(play, act.group, act.hex, truly)


def _as_entered(legs: tuple[Leg, ...], hex: HexId) -> tuple[Leg, ...]:
    """All that went into a hex just now went into entering it."""
    whole = legs[-1:] if legs and (legs[-1].what, legs[-1].hex) == (Spent.ENTERED, hex) else ()
    part = takewhile(lambda leg: (leg.what, leg.hex) == (Spent.BEGUN, hex), reversed(legs[: len(legs) - len(whole)]))
    into = (*part, *whole)
    if not into:
        return legs
    return (*legs[: -len(into)], Leg(Spent.ENTERED, hex, sum((leg.points for leg in into), NO_POINTS)))


def _begun(play: Play, act: TravelTo, cost: TravelPoints, before: TravelDay) -> None:
    """The day ends on the way: what was paid counts first thing tomorrow."""
    day = day_of(play.group(act.group))
    if day is None or day.begun is None:
        return
    given = LastPoints(
        tp_left=TravelPoints(day.begun.invested - before.invested + day.left),
        cost=cost,
        invested=TravelPoints(before.invested),
        target=coordinates(act.hex),
        hexes_entered_today=day.entered,
        tp_max=TravelPoints(day.tp_max),
    )
    play.settle(start_move, given)
    play.tell(MoveBegun(act.group, act.hex, day.begun.invested, cost), to=group_audience(act.group))


def _leave_other_plans(play: Play, act: TravelTo) -> None:
    """A move that was begun elsewhere is lost, and so is a search that was broken off."""
    day = day_of(play.group(act.group))
    if day is None:
        return
    begun = day.begun if day.begun is not None and day.begun.target == act.hex else None
    if (begun, None) != (day.begun, day.task):
        play.go_on(act.group, replace(day, begun=begun, task=None))


def _barred(play: Play, act: TravelTo, truly: HexId, price: HexCost | None) -> None:
    """They look at it from here and see that nobody gets in; points that went into it stay there."""
    why = "the map ends there" if price is None or price.barred is None else _BARS[price.barred]
    hex = play.now.lands.hexes.get(truly)
    if hex is not None and truly == act.hex:
        play.tell(HexesSeen((hex_from_afar(hex),)), to=group_audience(act.group))
    play.tell(WayBarred(act.group, act.hex, why), to=group_audience(act.group))


def _no_way_on(play: Play, act: TravelTo) -> None:
    """Who is lost and can turn nowhere notices it."""
    day = day_of(play.group(act.group))
    if day is not None and day.lost:
        straying.set_right(play, act.group)
    else:
        play.tell(WayBarred(act.group, act.hex, "the map ends there"), to=group_audience(act.group))
    _halt_or_go_on(play, act.group, Happening.HALT)


_BARS = {"zero": "nobody crosses that", "too_dear": "it would take two days or more"}


def _halt_or_go_on(play: Play, group: GroupId, worst: Happening) -> None:
    """The march goes on only where nothing has happened and the next hex can be entered."""
    day = day_of(play.group(group))
    if day is None or not day.marching:
        return
    on = worst is Happening.NOTHING and _next_step(play.now, play.group(group), day) is not None
    if not on:
        play.go_on(group, replace(day, marching=False))


def _next_step(campaign: Campaign, group: Group, day: TravelDay) -> TravelTo | None:
    if not day.route:
        return None
    act = TravelTo(group.id, day.route[0])
    return None if any(_may_travel(campaign, REFEREE, act)) else act


def _march_on(play: Play, act: MarchOn) -> None:
    day = day_of(play.group(act.group))
    if day is not None:
        play.go_on(act.group, replace(day, marching=True))


# Who may


def _may_travel(known: Campaign, seat: SeatId, act: TravelTo) -> Iterable[Reason]:
    yield from ready(known, seat, act.group)
    group = known.groups.get(act.group)
    day = day_of(group)
    at = where(group) if group is not None else None
    if group is None or day is None or at is None:
        return
    if not is_hex(act.hex) or side_of(at, act.hex) is None:
        yield Reason("not_adjacent", "That hex does not border theirs.", enter_hex.id)
        return
    cap = daily_cap(Script(), DaySoFar(day.entered, TravelPoints(day.tp_max)))
    if isinstance(cap, Capped):
        yield Reason("capped", "Nobody gets further in a day.", daily_cap.id)
    price = cost_known(known, group, act.hex)
    if price is not None and price.barred is not None:
        yield Reason("impassable", f"There is no getting in: {_BARS[price.barred]}.", passability.id)


def _may_march(known: Campaign, seat: SeatId, act: MarchOn) -> Iterable[Reason]:
    group = known.groups.get(act.group)
    day = day_of(group)
    if day is not None and not day.route:
        yield from on_the_road(known, seat, act.group)
        yield Reason("no_route", "They have nowhere to go: set a course.")
    elif day is not None:
        yield from _may_travel(known, seat, TravelTo(act.group, day.route[0]))
    else:
        yield from on_the_road(known, seat, act.group)


# What follows, and what is offered


def _next(campaign: Campaign) -> Command | None:
    for group in campaign.groups.values():
        day = day_of(group)
        step = _next_step(campaign, group, day) if day is not None and day.marching else None
        if step is not None:
            return step
    return None


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE:
        return
    for group in known.groups.values():
        if day_of(group) is not None:
            yield from _ways_on(known, seat, group)


def _ways_on(known: Campaign, seat: SeatId, group: Group) -> Iterable[Offer]:
    at, day = where(group), day_of(group)
    if at is None or day is None:
        return
    given = circumstances(known, at, at_camp=False)
    march = MarchOn(group.id)
    refused = tuple(_may_march(known, seat, march))
    if day.route:
        label = f"{group.name}: march on towards {name_of(known, day.route[-1])}"
        yield Offer(march, label, rule=encounter_die_wilderness, given=given, refused=refused)
    for there in neighbours(at):
        price = cost_known(known, group, there)
        if price is None:
            continue
        act = TravelTo(group.id, there)
        refused = tuple(_may_travel(known, seat, act))
        owed = max(NO_POINTS, (price.cost or NO_POINTS) - (day.invested if _begins(day, there) else NO_POINTS))
        label = f"{group.name}: go to {name_of(known, there)}, {points_in_words(owed)}"
        yield Offer(act, label, seconds=travel_time(owed, day.tp_max), refused=refused)


def _begins(day: TravelDay, hex: HexId) -> bool:
    return day.begun is not None and day.begun.target == hex


def _begun_words(now: Campaign, it: MoveBegun) -> str:
    paid = f"{number_in_words(it.invested)} of {points_in_words(it.cost)} paid"
    return f"The day ends on the way to {name_of(now, it.hex)}: {paid}."


ROOM = Room(
    arms={WayBarred: unchanged, MoveBegun: unchanged},
    steps={
        TravelTo: _travel_to,
        MarchOn: _march_on,
    },
    refusals={
        TravelTo: _may_travel,
        MarchOn: _may_march,
    },
    offers=_offers,
    next=_next,
    words={
        WayBarred: lambda now, it: f"No way into {name_of(now, it.hex)}: {it.why}.",
        MoveBegun: _begun_words,
    },
)
