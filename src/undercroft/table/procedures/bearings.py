"""Taking bearings: a travel point spent to find out where one is."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from undercroft.books.hexcrawl.getting_lost import OnCourse, getting_lost
from undercroft.kernel.units import SeatId
from undercroft.table.bridge_clock import travel_time
from undercroft.table.campaign import Campaign
from undercroft.table.house import Lost
from undercroft.table.journeys import Spent
from undercroft.table.names import GroupId
from undercroft.table.play import Play
from undercroft.table.procedures import straying
from undercroft.table.procedures.courses import ready
from undercroft.table.procedures.road_points import pay, points_left
from undercroft.table.road_costs import day_of, where
from undercroft.table.rooms import Command, Event, Offer, Reason, Room, unchanged
from undercroft.table.seats import REFEREE
from undercroft.table.telling import group as group_audience

BEARINGS = Fraction(1)
"""Travel points that it takes to find out where one is."""


class TakeBearings(Command, frozen=True, tag="take_bearings"):
    """A group spends a travel point to find out where it is."""

    group: GroupId


class BearingsTaken(Event, frozen=True, tag="table.bearings-taken"):
    """A group has looked where it is, and thinks it knows, or does not."""

    group: GroupId
    sure: bool


def _take_bearings(play: Play, act: TakeBearings) -> None:
    """With the point spent, a throw above the chance sets them right; who is not lost hears the same."""
    there = play.group(act.group)
    at = where(there)
    if at is None or there.hex is None:
        return
    paid, _ = pay(play, act.group, BEARINGS, Spent.BEARINGS, at)
    day = day_of(play.group(act.group))
    if paid < BEARINGS or day is None:
        return
    outcome = play.settle(getting_lost, straying.open_country(play.now, there.hex))
    sure = isinstance(outcome, OnCourse)
    play.tell(BearingsTaken(act.group, sure), to=group_audience(act.group))
    if sure and (day.lost or day.believed is not None):
        straying.set_right(play, act.group)


def _may_take_bearings(known: Campaign, seat: SeatId, act: TakeBearings) -> Iterable[Reason]:
    yield from ready(known, seat, act.group)
    group = known.groups.get(act.group)
    if group is not None and day_of(group) is not None and points_left(known, group) < BEARINGS:
        yield Reason("too_few_points", "The day has not enough points left for that.", getting_lost.id)


def _offers(known: Campaign, seat: SeatId) -> Iterable[Offer]:
    if seat != REFEREE or known.house.lost is Lost.OFF:
        return
    for group in known.groups.values():
        day = day_of(group)
        if day is None or where(group) is None:
            continue
        act = TakeBearings(group.id)
        if not any(_may_take_bearings(known, seat, act)):
            seconds = travel_time(BEARINGS, day.tp_max)
            yield Offer(act, f"{group.name}: take bearings", seconds=seconds, rule=getting_lost)


ROOM = Room(
    arms={BearingsTaken: unchanged},
    steps={TakeBearings: _take_bearings},
    refusals={TakeBearings: _may_take_bearings},
    offers=_offers,
    words={
        BearingsTaken: lambda _, it: "They are sure of where they are." if it.sure else "They cannot make out more.",
    },
)
