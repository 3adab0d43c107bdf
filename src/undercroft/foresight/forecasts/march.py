"""A forced march: whether a character gets far enough in so many days by Neverwhere, with extra effort or without."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct

from undercroft.books.neverwhere.effort import EffortRefused
from undercroft.books.neverwhere.effort_on_the_move import Day, HarderMarch, extra_effort_hike
from undercroft.books.neverwhere.hiking import (
    Farther,
    Hiker,
    March,
    Marcher,
    NoFarther,
    hike_distance,
    hike_move,
    hike_roll,
)
from undercroft.books.neverwhere.terrain import Terrain
from undercroft.books.neverwhere.units import ONE, ZERO, LoadIndex, Modifier, Most, Move, Points
from undercroft.books.neverwhere.working_hours import Stopped, march_fatigue
from undercroft.foresight.forecasts.answers import (
    ForecastAnswer,
    ForecastCase,
    Question,
    by_then,
    half_by,
    often,
    people_of,
)
from undercroft.interpret import odds
from undercroft.interpret.distribution import Odds
from undercroft.interpret.forecast import after
from undercroft.kernel.amounts import counted, roughly
from undercroft.kernel.rules import Given, says
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table import bridge
from undercroft.table.body.exertion import Percent
from undercroft.table.body.fatigue import stopped
from undercroft.table.bridge.time_units import TRAVEL_HOURS
from undercroft.table.road.hike_pace import marcher
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.house_rules import HouseRules, Wilderness


class ForcedMarch(Given, frozen=True, kw_only=True):
    """A character who has far to go."""

    km: Annotated[Fraction, says("kilometres to go")] = Fraction(340)
    days: Annotated[int, Meta(ge=1, le=30), says("days to look ahead")] = 3
    percent: Annotated[Percent, says("how much farther they push on every day, in percent; 0 for no effort")] = 20
    basic_move: Annotated[Fraction, says("Basic Move")] = Fraction(5)
    level_index: Annotated[LoadIndex, says("encumbrance: 0 none, 1 light, 2 medium, 3 heavy, 4 extra-heavy")] = 0
    hot: Annotated[bool, says("hot days?")] = False
    heavy_clothing: Annotated[bool, says("in plate, an overcoat or the like?")] = False
    terrain: Annotated[Terrain, says("how good the going is")] = Terrain.AVERAGE
    weather: Annotated[Fraction, says("what the weather multiplies the distance by; 1 is fine weather")] = ONE
    survival: Annotated[Modifier, says("Survival")] = 0
    will: Annotated[Modifier, says("Will")] = 0
    vit_mod: Annotated[Modifier, says("Vit modifier")] = 0
    fp: Annotated[Points, says("fatigue points in the morning")] = 10
    fp_max: Annotated[Most, says("fatigue points when fresh")] = 10
    hp: Annotated[int, Meta(ge=1, le=10_000), says("hit points now")] = 6

    def __post_init__(self) -> None:
        if self.fp > self.fp_max:
            raise ValueError("the fatigue points in the morning cannot be above those when fresh")
        if self.km <= 0 or self.basic_move <= 0:
            raise ValueError("the distance and Basic Move must be above 0")
        if not 0 <= self.weather <= 1:
            raise ValueError("the weather cannot make the distance longer, nor turn it round")


class _Evening(Struct, frozen=True):
    """Where a day ends: what is left of the way, and of the marcher."""

    km: Fraction
    hp: int

    @property
    def is_there(self) -> bool:
        return self.km <= 0


def march(given: ForcedMarch, house: HouseRules) -> ForecastAnswer:
    """The chance to be there after each day."""
    on = Marcher(given.basic_move, given.level_index, given.fp, given.fp_max)
    move = hike_move(Script(), house.applied(hike_move, on)).move
    day = _of_a_day(given, house, move)
    course = after(lambda evening: _on(day, evening), _Evening(given.km, given.hp), given.days)
    rows = by_then(course.chances(lambda evening: evening.is_there)[1:])
    half = half_by(rows)
    soon = "" if half is None or half == given.days else f" Half of the time they arrive by day {half}."
    hurt = course.last.chance(lambda evening: evening.hp < given.hp)
    return ForecastAnswer(
        f"The marchers arrive within {counted(given.days, 'day')} {often(rows[-1].chance)}.{soon}",
        rows[-1].chance,
        "day",
        rows,
        "arrived by then",
        numbers=(
            ("kilometres in a day, on average", roughly(day.by(lambda day_done: day_done.km).mean)),
            ("hurt on the way", often(hurt)),
        ),
        assumes=_ASSUMED,
    )


_ASSUMED = (
    "The marchers rest on the way, and each night restores the fatigue of the day.",
    "No hit points heal on the way, and a lasting strain slows nobody.",
)


class _Stage(Struct, frozen=True):
    """What a day's march is worth, and what it costs in hit points."""

    km: Fraction
    hp: int = 0


def _of_a_day(given: ForcedMarch, house: HouseRules, move: Move) -> Odds[_Stage]:
    if not given.percent:
        hiker = Hiker(given.survival, given.vit_mod)
        return odds.of_rule(hike_roll, house.applied(hike_roll, hiker)).by(lambda end: _plain(given, house, move, end))
    road = Stopped(
        hours=Fraction(TRAVEL_HOURS),
        level_index=given.level_index,
        hot=given.hot,
        heavy_clothing=given.heavy_clothing,
    )
    push = HarderMarch(
        percent=given.percent,
        fp=given.fp,
        fp_max=given.fp_max,
        will_mod=given.will,
        vit_mod=given.vit_mod,
        survival=given.survival,
        normal_missing_fp=march_fatigue(Script(), house.applied(march_fatigue, road)).fp,
        move=move,
        terrain_class=given.terrain,
        weather_factor=given.weather,
    )
    return odds.of_rule(extra_effort_hike, house.applied(extra_effort_hike, push)).by(_pushed)


def _plain(given: ForcedMarch, house: HouseRules, move: Move, end: Farther | NoFarther) -> _Stage:
    bonus = end.bonus if isinstance(end, Farther) else ZERO
    way = March(move, bonus, ZERO, given.terrain, given.weather)
    return _Stage(hike_distance(Script(), house.applied(hike_distance, way)).km)


def _pushed(end: Day | EffortRefused) -> _Stage:
    """Those who cannot try, because they are out cold, get nowhere."""
    return _Stage(end.km, end.hp) if isinstance(end, Day) else _Stage(ZERO)


def _on(day: Odds[_Stage], evening: _Evening) -> Odds[_Evening] | _Evening:
    """A day more; injuries count at its end, and with no hit points left nobody goes on."""
    if evening.is_there or evening.hp <= 0:
        return evening
    return day.by(lambda stage: _Evening(max(ZERO, evening.km - stage.km), evening.hp - stage.hp))


def _cases(known: Campaign, seat: SeatId) -> Iterable[ForecastCase]:
    """A seat's characters, for the referee all, where marches are Neverwhere's."""
    for person in people_of(known, seat) if known.house.wilderness is Wilderness.NEVERWHERE else ():
        body, afoot, road = bridge.neverwhere(person), marcher(known, person), stopped(known, person)
        yield ForecastCase(
            person.name,
            ForcedMarch(
                basic_move=afoot.basic_move,
                level_index=afoot.level_index,
                hot=road.hot,
                heavy_clothing=road.heavy_clothing,
                survival=bridge.survival(person),
                will=body.will,
                vit_mod=body.vit_mod,
                fp=afoot.fp,
                fp_max=afoot.fp_max,
                hp=max(1, person.hp),
            ),
        )


QUESTION = Question(
    id="march",
    title="A forced march",
    asks="Do we get there in time by a forced march?",
    given=ForcedMarch,
    answer=march,
    rules=(extra_effort_hike, hike_move, hike_roll, hike_distance, march_fatigue),
    at_table=_cases,
    steps="days",
    listed=False,
)
