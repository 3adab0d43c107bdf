"""The track of a day on the road: what its points went into and will go into, and where the die falls."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from undercroft.books.hexcrawl.land import WEATHERS, Weather
from undercroft.books.hexcrawl.movement import Mode
from undercroft.faces.views.course import SPENDING, Course, said_ground
from undercroft.faces.views.points import points
from undercroft.table.campaign import Campaign, Group
from undercroft.table.country import sky
from undercroft.table.daytime import day_number
from undercroft.table.journeys import NO_POINTS, Camp, Hike, Hour, Leg, Spent, TravelDay
from undercroft.table.moments import time_of_day
from undercroft.table.procedures.camping import has_die
from undercroft.table.procedures.road_points import moments_of, points_left
from undercroft.table.road_costs import journey_of

WIDE = 760.0
"""The track, whatever a day's points are."""


class Part(Struct, frozen=True):
    """A stretch of the track: spent, or planned."""

    x: float
    width: float
    label: str
    note: str
    spent: bool


class Moment(Struct, frozen=True):
    """Where a die falls: done, due now, or ahead."""

    x: float
    label: str
    state: str


class DayTrack(Struct, frozen=True):
    """A day as the strip shows it."""

    day: int
    time: str
    sky: str
    sign: str
    times: str
    season: str
    mode: str = ""
    left: str = ""
    whole: str = ""
    parts: tuple[Part, ...] = ()
    moments: tuple[Moment, ...] = ()
    ticks: tuple[tuple[float, int], ...] = ()
    night: str = ""
    """How the night's die stands: ahead, due, done; nothing where the night has none."""
    carried: tuple[str, ...] = ()
    """What is owed, begun, or must come first."""
    march: str = ""
    """Of a day that is counted in hours, how far it has come."""


def day_track(known: Campaign, group: Group, going: Course | None) -> DayTrack:
    """The strip of a group in the open country."""
    day, seen = journey_of(group), known.seen_lands
    bare = DayTrack(
        day.day if day is not None and isinstance(group.scene, Camp) else day_number(known, group.time),
        time_of_day(known, group.time),
        sky(seen.weather),
        SIGNS[seen.weather],
        f"\N{MULTIPLICATION SIGN}{points(WEATHERS[seen.weather])}",
        seen.season,
        night=_night(known, group),
        march=_march(group),
    )
    return _with_points(bare, known, group, day, going) if day is not None else bare


SIGNS = {Weather.CLEAR: "sun", Weather.RAIN: "rain", Weather.LIGHT_SNOW: "rain", Weather.HEAVY_SNOW: "rain"}


def _with_points(bare: DayTrack, known: Campaign, group: Group, day: TravelDay, going: Course | None) -> DayTrack:
    unit = Fraction(WIDE) / day.tp_max
    return DayTrack(
        bare.day,
        bare.time,
        bare.sky,
        bare.sign,
        bare.times,
        bare.season,
        day.mode.value,
        points(points_left(known, group) if day == group.scene else day.left),
        points(day.tp_max),
        (*_spent(day, unit), *_planned(day, unit, going)),
        _moments(known, group, day, unit),
        tuple((float(number * unit), number) for number in range(int(day.tp_max) + 1)),
        bare.night,
        _carried(day),
        bare.march,
    )


def _spent(day: TravelDay, unit: Fraction) -> tuple[Part, ...]:
    parts: list[Part] = []
    at = NO_POINTS
    for leg in day.legs:
        note = leg.hex if leg.what is Spent.ENTERED else SPENDING[leg.what]
        parts.append(_part(at, leg.points, unit, points(leg.points), note, spent=True))
        at += leg.points
    if at < day.spent:
        parts.append(_part(at, day.spent - at, unit, points(day.spent - at), "", spent=True))
    return tuple(parts)


def _planned(day: TravelDay, unit: Fraction, going: Course | None) -> tuple[Part, ...]:
    parts: list[Part] = []
    at = day.spent
    for stage in going.stages if going is not None else ():
        if stage.day == day.day and stage.paid:
            whole = points(stage.paid) if stage.enters else f"{points(stage.paid)} of {points(stage.owed)}"
            parts.append(_part(at, stage.paid, unit, whole, said_ground(stage.price), spent=False))
            at += stage.paid
    return tuple(parts)


def _part(at: Fraction, much: Fraction, unit: Fraction, label: str, note: str, *, spent: bool) -> Part:
    width = float(much * unit) - 3
    room = width - 14 - 9 * len(label)
    return Part(float(at * unit), max(width, 3.0), label, note if room > 6.5 * len(note) else "", spent)


def _moments(known: Campaign, group: Group, day: TravelDay, unit: Fraction) -> tuple[Moment, ...]:
    """By the way they travel; a die that is wanted now is due."""
    due = moments_of(day)
    asked = bool(known.wanted) and day == group.scene
    return tuple(
        Moment(
            float(at * unit),
            _called(day, at),
            "done" if at in day.fired else "due" if asked and at == min(_open(day, due)) else "ahead",
        )
        for at in due
    )


def _open(day: TravelDay, due: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    return tuple(at for at in due if at not in day.fired)


def _called(day: TravelDay, at: Fraction) -> str:
    if day.mode is Mode.TRAVELING:
        return "half spent"
    return "last point" if at == day.tp_max else "first point"


def _night(known: Campaign, group: Group) -> str:
    scene = group.scene
    if not has_die(known):
        return ""
    if isinstance(scene, Camp) and scene.thrown:
        return "done"
    now = isinstance(scene, Camp) and (scene.hour is Hour.NIGHT or bool(known.wanted))
    return "due" if now else "ahead"


def _carried(day: TravelDay) -> tuple[str, ...]:
    begun = [f"{points(day.begun.invested)} paid towards {day.begun.target}"] if day.begun is not None else []
    food = ["First they must eat and drink, or forage"] if day.must_provision else []
    owed = ["Tomorrow's first point goes into food"] if day.owes_forage else []
    task = [f"{points(day.task.paid)} paid into a search"] if day.task is not None else []
    return (*food, *begun, *owed, *task)


def _march(group: Group) -> str:
    scene = next((one for one in reversed(group.scenes) if isinstance(one, Hike)), None)
    if scene is None:
        return ""
    return f"{points(scene.hours)} h on the march, {points(scene.km)} km"


def legs_entered(day: TravelDay) -> tuple[Leg, ...]:
    """The hexes of today, with what each took."""
    return tuple(leg for leg in day.legs if leg.what is Spent.ENTERED)
