"""The track of a day on the road: what its points are spent on, what is planned, and when the die is rolled."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.hexcrawl.land import WEATHERS, Weather
from undercroft.books.hexcrawl.movement import Mode
from undercroft.faces.views.road.route import SPENDING, RouteView, in_points, said_ground
from undercroft.kernel.amounts import briefly, roughly
from undercroft.table.bridge.time_units import day_number, road_day
from undercroft.table.engine.time_words import time_of_day
from undercroft.table.road.night import has_die
from undercroft.table.road.travel_points import points_left, thresholds_of
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.journeys import NO_POINTS, Camp, Hike, Hour, Leg, Spent, TravelDay
from undercroft.table.world.country import sky
from undercroft.table.world.travel_costs import journey_of

WIDE = 760.0
"""The length of the track, for any number of points."""


class TrackPart(Struct, frozen=True):
    """A stretch of the track: spent, or planned."""

    x: float
    width: float
    label: str
    note: str
    spent: bool


class TrackMoment(Struct, frozen=True):
    """When a die is rolled: done, due now, ahead, or passed without a roll, as where the group set out late."""

    x: float
    label: str
    state: str

    @property
    def result(self) -> str:
        """The state in words: `no roll`."""
        return {"done": "rolled", "passed": "no roll"}.get(self.state, self.state)

    @property
    def words(self) -> str:
        """What the track says of it: `half spent: no roll`."""
        if self.state == "due":
            return "overloaded die now"
        return self.label if self.state == "ahead" else f"{self.label}: {self.result}"


class DayTrack(Struct, frozen=True):
    """A day as the strip shows it."""

    day: int
    """The day by the calendar, which changes at midnight."""
    night_of: int
    """Between midnight and dawn, the day whose night it is; else 0."""
    time: str
    sky: str
    sign: str
    times: str
    season: str
    mode: str = ""
    left: str = ""
    whole: str = ""
    parts: tuple[TrackPart, ...] = ()
    moments: tuple[TrackMoment, ...] = ()
    ticks: tuple[tuple[float, int], ...] = ()
    night: str = ""
    """The state of the night's die: ahead, due, done; empty if the night has none."""
    carried: tuple[str, ...] = ()
    """What is owed, begun, or must come first."""
    march: str = ""
    """For a day counted in hours, its progress."""


def day_track(known: Campaign, group: Group, going: RouteView | None) -> DayTrack:
    """The strip of a group in the open country."""
    day, seen, today = journey_of(group), known.seen_lands, day_number(known, group.time)
    bare = DayTrack(
        today,
        before if (before := road_day(known, group.time)) < today else 0,
        time_of_day(known, group.time),
        sky(seen.weather),
        SIGNS[seen.weather],
        f"\N{MULTIPLICATION SIGN}{roughly(WEATHERS[seen.weather])}",
        seen.season,
        night=_night(known, group),
        march=_march(group),
    )
    slept = isinstance(group.scene, Camp) and group.scene.hour is Hour.MORNING
    over = slept or (day is not None and day.day < road_day(known, group.time))
    return _with_points(bare, known, group, day, going) if day is not None and not over else bare


SIGNS = {Weather.CLEAR: "sun", Weather.RAIN: "rain", Weather.LIGHT_SNOW: "rain", Weather.HEAVY_SNOW: "rain"}


def _with_points(bare: DayTrack, known: Campaign, group: Group, day: TravelDay, going: RouteView | None) -> DayTrack:
    unit = Fraction(WIDE) / day.tp_max
    return replace(
        bare,
        mode=day.mode.value,
        left=_left(known, group, day),
        whole=roughly(day.tp_max),
        parts=(*_spent(day, unit), *_planned(day, unit, going)),
        moments=tuple(_moments(known, group, day, unit)),
        ticks=tuple((float(number * unit), number) for number in range(int(day.tp_max) + 1)),
        carried=_carried(day, group),
    )


def _left(known: Campaign, group: Group, day: TravelDay) -> str:
    """The points that can still be spent today; empty at night."""
    if isinstance(group.scene, Camp):
        return roughly(group.scene.left) if group.scene.hour is Hour.DUSK else ""
    return roughly(points_left(known, group) if day == group.scene else day.left)


def _spent(day: TravelDay, unit: Fraction) -> Iterator[TrackPart]:
    at = NO_POINTS
    for leg in day.walked:
        entered = leg.hex if leg.really is None else f"{leg.hex}, really {leg.really}"
        note = entered if leg.what is Spent.ENTERED else SPENDING[leg.what]
        yield _part(at, leg.points, unit, roughly(leg.points), note, spent=True)
        at += leg.points
    if at < day.spent:
        yield _part(at, day.spent - at, unit, roughly(day.spent - at), "", spent=True)


def _planned(day: TravelDay, unit: Fraction, going: RouteView | None) -> Iterator[TrackPart]:
    at = day.spent
    for stage in going.stages if going is not None else ():
        if stage.day == day.day and stage.paid:
            whole = roughly(stage.paid) if stage.enters else f"{roughly(stage.paid)} of {roughly(stage.owed)}"
            yield _part(at, stage.paid, unit, whole, said_ground(stage.price), spent=False)
            at += stage.paid


def _part(at: Fraction, much: Fraction, unit: Fraction, label: str, note: str, *, spent: bool) -> TrackPart:
    """A stretch with as much of its words as it has room for: all, a bare number, or none."""
    width = float(much * unit) - 3
    label = next((said for said in (label, briefly(much)) if width >= 14 + 9 * len(said)), "")
    room = width - 14 - 9 * len(label)
    return TrackPart(float(at * unit), max(width, 3.0), label, note if room > 6.5 * len(note) else "", spent)


def _moments(known: Campaign, group: Group, day: TravelDay, unit: Fraction) -> Iterator[TrackMoment]:
    """The dice of the group's way of travel; a die wanted now is due."""
    due = thresholds_of(day)
    first = min((at for at in due if at not in day.fired and at > day.spent), default=None)
    asked = bool(known.wanted) and day == group.scene
    for at in due:
        missed = "passed" if at <= day.spent else "ahead"
        state = "done" if at in day.fired else "due" if asked and at == first else missed
        yield TrackMoment(float(at * unit), _called(day, at), state)


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


def _carried(day: TravelDay, group: Group) -> tuple[str, ...]:
    """What is owed, begun, or must come first; in camp, food is the camp's affair."""
    meals = group.scene if isinstance(group.scene, Camp) else day
    begun = [f"{in_points(day.begun.invested)} paid towards {day.begun.target}"] if day.begun is not None else []
    food = [_MEAL_DUE] if meals.must_provision else []
    owed = ["First thing on the road: forage"] if meals.owes_forage and not meals.must_provision else []
    task = [f"{roughly(day.task.paid)} paid into a search"] if day.task is not None else []
    return (*food, *begun, *owed, *task)


_MEAL_DUE = "Food and water are due: eat and drink, or forage, before they march, search or sleep"


def _march(group: Group) -> str:
    hike = next((scene for scene in reversed(group.scenes) if isinstance(scene, Hike)), None)
    return f"{roughly(hike.hours)} h on the march, {roughly(hike.km)} km" if hike is not None else ""


def legs_entered(day: TravelDay) -> tuple[Leg, ...]:
    """The hexes entered today, with the cost of each."""
    return tuple(leg for leg in day.walked if leg.what is Spent.ENTERED)
