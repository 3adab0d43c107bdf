"""Travel points: they are spent on whatever, the clock goes with them, and the die falls at its moments."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from undercroft.books.hexcrawl.encounters import Spending, encounter_timing
from undercroft.books.hexcrawl.units import TravelPoints
from undercroft.kernel.script import Script
from undercroft.kernel.units import Seconds
from undercroft.table.bridge_clock import travel_time
from undercroft.table.campaign import Campaign, Group
from undercroft.table.daytime import ROAD, day_is_over
from undercroft.table.journeys import NO_POINTS, Leg, Spent, TravelDay
from undercroft.table.names import GroupId, HexId
from undercroft.table.play import Play
from undercroft.table.procedures.march_costs import walked
from undercroft.table.procedures.road_die import Happening, throw
from undercroft.table.road_costs import day_of

ON_THE_MARCH = (Spent.ENTERED, Spent.BEGUN)
"""What points go into that people walk for."""


def points_left(known: Campaign, group: Group) -> Fraction:
    """What a group can still spend today; once the day's hours are over, nothing."""
    day = day_of(group)
    if day is None or day_is_over(known, group, day.day):
        return NO_POINTS
    return day.left


def moments_due(day: TravelDay, upto: Fraction) -> tuple[Fraction, ...]:
    """The moments for the die between what is spent and so much."""
    given = Spending(
        day.mode,
        TravelPoints(day.tp_max),
        TravelPoints(day.spent),
        TravelPoints(min(upto, day.tp_max)),
        frozenset(TravelPoints(one) for one in day.fired),
    )
    return encounter_timing(Script(), given).thresholds


def moments_of(day: TravelDay) -> tuple[Fraction, ...]:
    """All moments of a day at which the die falls, in points spent; the night's comes besides."""
    return moments_due(replace(day, spent=NO_POINTS, fired=()), day.tp_max)


def next_cut(day: TravelDay, points: Fraction) -> Fraction:
    """How much of a payment is made before the die falls."""
    due = moments_due(day, day.spent + points)
    return min((points, *(one - day.spent for one in due)))


def spend(play: Play, group: GroupId, points: Fraction, what: Spent, hex: HexId) -> Fraction:
    """Points go into something, with the hours they take; how many really did, if something breaks it off."""
    day = day_of(play.group(group))
    if day is None or not points:
        return NO_POINTS
    takes = Seconds(travel_time(day.spent + points, day.tp_max) - travel_time(day.spent, day.tp_max))
    took = play.spend(group, takes)
    gone = points if took == takes else min(points, took * day.tp_max / ROAD)
    after = day_of(play.group(group))
    if after is not None and gone:
        legs = _with_leg(after.legs, Leg(what, hex, gone))
        afoot = walked(after.afoot, took, play.group(group).time) if what in ON_THE_MARCH else None
        play.go_on(group, replace(after, spent=after.spent + gone, legs=legs, afoot=afoot))
    return gone


def _with_leg(legs: tuple[Leg, ...], leg: Leg) -> tuple[Leg, ...]:
    """What goes into the same thing is one leg, though a die came between."""
    if legs and (legs[-1].what, legs[-1].hex) == (leg.what, leg.hex):
        return (*legs[:-1], replace(leg, points=legs[-1].points + leg.points))
    return (*legs, leg)


def face_the_die(play: Play, group: GroupId, before: Fraction) -> Happening:
    """The die falls if a moment for it has come since so much was spent."""
    day = day_of(play.group(group))
    if day is None:
        return Happening.HALT
    due = moments_due(replace(day, spent=before), day.spent)
    if not due:
        return Happening.NOTHING
    play.go_on(group, replace(day, fired=(*day.fired, *due)))
    return throw(play, group)


def pay(play: Play, group: GroupId, points: Fraction, what: Spent, hex: HexId) -> tuple[Fraction, Happening]:
    """Points are paid, cut where the die falls; how many were, and what came between."""
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
