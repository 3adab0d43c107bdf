"""Spending travel points, with the time they take and the overloaded die at its thresholds."""

from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.hexcrawl.encounters import Spending, encounter_timing
from undercroft.books.hexcrawl.units import TravelPoints
from undercroft.kernel.script import Script
from undercroft.kernel.units import Seconds
from undercroft.table.body.fatigue import walked
from undercroft.table.bridge.time_units import ROAD, day_is_over, travel_time
from undercroft.table.engine.play import Play
from undercroft.table.road.encounter_die import Happening, throw
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId, HexId
from undercroft.table.state.journeys import NO_POINTS, Leg, Spent, TravelDay
from undercroft.table.world.travel_costs import day_of

ON_THE_MARCH = (Spent.ENTERED, Spent.BEGUN)
"""The uses of points that are a march."""


def points_left(known: Campaign, group: Group) -> Fraction:
    """The points a group can still spend today; 0 once the day's hours are over."""
    day = day_of(group)
    if day is None or day_is_over(known, group, day.day):
        return NO_POINTS
    return day.left


def thresholds_due(day: TravelDay, upto: Fraction) -> tuple[Fraction, ...]:
    """The thresholds for the die between the points spent and this many."""
    given = Spending(
        day.mode,
        TravelPoints(day.tp_max),
        TravelPoints(day.spent),
        TravelPoints(min(upto, day.tp_max)),
        frozenset(TravelPoints(threshold) for threshold in day.fired),
    )
    return encounter_timing(Script(), given).thresholds


def thresholds_of(day: TravelDay) -> tuple[Fraction, ...]:
    """All thresholds of a day for the die, in points spent; the night's die is not among them."""
    return thresholds_due(replace(day, spent=NO_POINTS, fired=()), day.tp_max)


def next_cut(day: TravelDay, points: Fraction) -> Fraction:
    """The part of a payment before the next die."""
    due = thresholds_due(day, day.spent + points)
    return min((points, *(threshold - day.spent for threshold in due)))


def spend(play: Play, group: GroupId, points: Fraction, what: Spent, hex: HexId) -> Fraction:
    """Spend points and the hours they take. Return the points really spent, fewer if something interrupts."""
    day = day_of(play.group(group))
    if day is None or not points:
        return NO_POINTS
    takes = Seconds(travel_time(day.spent + points, day.tp_max) - travel_time(day.spent, day.tp_max))
    took = play.spend(group, takes, travels=True)
    gone = points if took == takes else min(points, took * day.tp_max / ROAD)
    after = day_of(play.group(group))
    if after is not None and gone:
        legs = _with_leg(after.legs, Leg(what, hex, gone))
        afoot = walked(after.afoot, took, play.group(group).time) if what in ON_THE_MARCH else None
        play.go_on(group, replace(after, spent=after.spent + gone, legs=legs, afoot=afoot))
    return gone


def _with_leg(legs: tuple[Leg, ...], leg: Leg) -> tuple[Leg, ...]:
    """The legs with one more; points for the same thing are one leg."""
    if legs and (legs[-1].what, legs[-1].hex) == (leg.what, leg.hex):
        return (*legs[:-1], replace(leg, points=legs[-1].points + leg.points))
    return (*legs, leg)


def face_the_die(play: Play, group: GroupId, before: Fraction) -> Happening:
    """Roll the die if a threshold was reached since the points spent before."""
    day = day_of(play.group(group))
    if day is None:
        return Happening.HALT
    due = thresholds_due(replace(day, spent=before), day.spent)
    if not due:
        return Happening.NOTHING
    play.go_on(group, replace(day, fired=(*day.fired, *due)))
    return throw(play, group)


def pay(play: Play, group: GroupId, points: Fraction, what: Spent, hex: HexId) -> tuple[Fraction, Happening]:
    """Pay points, stopping for the die. Return the points paid and what interrupted."""
    paid, worst = NO_POINTS, Happening.NOTHING
    while paid < points and worst is not Happening.HALT:
        day = day_of(play.group(group))
        if day is None:
            return paid, Happening.HALT
        part = next_cut(day, points - paid)
        gone = spend(play, group, part, what, hex)
        paid += gone
        happens = face_the_die(play, group, day.spent)
        worst = Happening.HALT if gone < part else max(worst, happens)
    return paid, worst
