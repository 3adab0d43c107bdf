"""A route over hexes: the day of arrival, with weather, supplies and foraging on the way."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.books.hexcrawl.costs import (
    Cost,
    DaySoFar,
    NotCapped,
    Passable,
    Passing,
    Yield,
    daily_cap,
    entry_cost,
    passability,
)
from undercroft.books.hexcrawl.encounters import (
    Circumstances,
    Spending,
    Tag,
    encounter_die_wilderness,
    encounter_timing,
)
from undercroft.books.hexcrawl.land import (
    Company,
    HexAhead,
    Road,
    Terrain,
    Weather,
    accommodation_multiplier,
    environment_multiplier,
)
from undercroft.books.hexcrawl.movement import Allowance, Day, Milieu, Mode, travel_points
from undercroft.books.hexcrawl.overloaded_die import Event
from undercroft.books.hexcrawl.units import PER_HEAD, Count, People, TravelPoints
from undercroft.books.hexcrawl.weather import Climate, Sky, change_weather
from undercroft.books.hexcrawl.wilderness import (
    FORAGING,
    Foraged,
    Hungry,
    PaidSupplies,
    Provision,
    wild_waning_resources,
)
from undercroft.foresight.forecasts.answers import Answer, Case, Question, Row, groups_of, in_short, often
from undercroft.interpret import odds
from undercroft.interpret.distribution import Odds
from undercroft.interpret.forecast import until
from undercroft.kernel.amounts import counted
from undercroft.kernel.rules import Given, says
from undercroft.kernel.script import Script
from undercroft.kernel.units import SeatId
from undercroft.table.body.provisions import stock
from undercroft.table.road.new_day import next_day
from undercroft.table.road.supplies import eaters
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.house_rules import HouseRules, Lost, Supplies, Wilderness
from undercroft.table.state.ids import HexId
from undercroft.table.state.seats import REFEREE
from undercroft.table.state.things import Kind
from undercroft.table.world.travel_costs import journey_of, travellers, where

MOST_STEPS_A_DAY = 24
NOTHING = Fraction(0)


class Ground(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex of the route: its terrain, and the road into it."""

    terrain: Terrain
    road: Road = Road.NONE
    tags: frozenset[Tag] = frozenset()


class Journey(Given, frozen=True, kw_only=True):
    """A party on its way."""

    hexes: Annotated[tuple[Ground, ...], Meta(min_length=1, max_length=200), says("the hexes to enter, in order")]
    days: Annotated[int, Meta(ge=1, le=100), says("days to look ahead")] = 14
    weather: Annotated[Weather, says("the weather now")] = Weather.CLEAR
    climate: Annotated[Climate | None, says("the climate; leave it empty if the weather stays as it is")] = Climate.WARM
    mode: Annotated[Mode, says("travelling to a known place, or exploring")] = Mode.TRAVELING
    people: Annotated[People, says("how many travel and eat")] = 4
    mounted: Annotated[bool, says("does everybody have a mount that suits the ground?")] = False
    carriage: Annotated[bool, says("is there a carriage?")] = False
    rations: Annotated[Count, says("rations")] = 0
    water: Annotated[Count, says("waterskins")] = 0
    forages: Annotated[bool, says("do they forage rather than use their supplies?")] = False
    eats: Annotated[bool, says("does the die use up supplies?")] = True
    spent: Annotated[Fraction, says("travel points spent today")] = NOTHING
    invested: Annotated[Fraction, says("travel points already paid into the first hex")] = NOTHING
    entered: Annotated[Count, says("hexes entered today")] = 0


class _Road(Struct, frozen=True):
    day: int
    at: int
    spent: Fraction
    invested: Fraction
    entered: int
    weather: Weather
    rations: int
    water: int
    owed: Fraction = NOTHING
    """Travel points still to be spent on foraging, now."""
    tomorrow: bool = False
    """Whether foraging is owed tomorrow."""
    camped: bool = False


def route(given: Journey, house: HouseRules) -> Answer:
    """The chance to have arrived by each day."""
    start = _Road(1, 0, given.spent, given.invested, given.entered, given.weather, given.rations, given.water)
    journey = _Way(given, house)
    ends = until(journey.step, start, journey.is_over, at_most=given.days * MOST_STEPS_A_DAY)
    arrived = ends.ends.given(journey.has_arrived) if ends.ends.chance(journey.has_arrived) else None
    by_day = ends.ends.by(lambda road: road.day if journey.has_arrived(road) else None)
    rows, sofar = list[Row](), NOTHING
    for day in range(1, given.days + 1):
        sofar += _on(by_day, day)
        rows.append(Row(day, sofar))
    unexplored = ends.ends.unexplored
    assumes = (
        _ENCOUNTERS,
        *(() if given.climate is not None else (_HOLDS,)),
        *((_COURSE,) if house.lost is not Lost.OFF else ()),
    )
    if arrived is None:
        return Answer(
            f"They do not arrive within {counted(given.days, 'day')}.", sofar, "day", tuple(rows), "arrived by then",
            unexplored=unexplored, assumes=assumes,
        )  # fmt: skip
    days = sorted({road.day for road in arrived})
    likely = max(days, key=lambda day: _on(by_day, day))
    when = (
        _in_days(likely) if len(days) == 1 else f"most likely {_in_days(likely)}, {_in_days(days[0])} at the earliest"
    )
    short = arrived.chance(lambda road: min(road.rations, road.water) < given.people * PER_HEAD)
    numbers = (("arrives without enough for another meal", in_short(short)),) if given.eats else ()
    surely = f", {_in_days(days[-1])} at the latest" if len(days) > 1 else ""
    by_then = surely if sofar == 1 else f"; within {counted(given.days, 'day')} {often(sofar)}"
    sentence = f"They arrive {when}{by_then}."
    return Answer(
        sentence, sofar, "day", tuple(rows), "arrived by then", numbers=numbers, unexplored=unexplored, assumes=assumes
    )


def _in_days(day: int) -> str:
    """When a day of the journey is, seen from its first.

    >>> [_in_days(day) for day in (1, 2, 4)]
    ['today', 'tomorrow', 'in 3 days']
    """
    return {1: "today", 2: "tomorrow"}.get(day) or f"in {day - 1} days"


def _on(by_day: Odds[int | None], day: int) -> Fraction:
    return by_day.chance(lambda one: one == day)


_ENCOUNTERS = "Encounters take no travel points."
_HOLDS = "The weather holds, because the climate is not known."
_COURSE = "They keep their course."


class _Way:
    """The steps of a journey: each ends with a die, with the day, or in the next hex."""

    def __init__(self, given: Journey, house: HouseRules) -> None:
        self._given, self._house = given, house
        allowed = travel_points(Script(), house.applied(travel_points, Day(Milieu.LAND)))
        self._points = allowed.tp_max if isinstance(allowed, Allowance) else TravelPoints(NOTHING)

    def has_arrived(self, road: _Road) -> bool:
        return road.at == len(self._given.hexes)

    def is_over(self, road: _Road) -> bool:
        return self.has_arrived(road) or road.day > self._given.days

    def step(self, road: _Road) -> Odds[_Road] | _Road:
        left = self._points - road.spent
        if road.owed and left:
            return self._paid(road, min(road.owed, left), foraging=True)
        need = self._need(road)
        if need is None or not left:
            return self._night(road)
        return self._paid(road, min(need, left), foraging=False)

    def _need(self, road: _Road) -> Fraction | None:
        """The points that the next hex still takes; None if they cannot enter it today."""
        cap = daily_cap(Script(), self._house.applied(daily_cap, DaySoFar(road.entered, self._points)))
        ground = self._given.hexes[road.at]
        people = Company(self._given.people, self._given.mounted, self._given.mounted, self._given.carriage)
        ahead = HexAhead(ground.terrain, ground.road, road.weather)
        accommodation = accommodation_multiplier(Script(), self._house.applied(accommodation_multiplier, people)).factor
        environment = environment_multiplier(Script(), self._house.applied(environment_multiplier, ahead)).factor
        price = entry_cost(Script(), Yield(accommodation, environment))
        cost = price.cost if isinstance(price, Cost) else None
        passing = passability(Script(), Passing(cost, self._points))
        if not isinstance(cap, NotCapped) or not isinstance(passing, Passable):
            return None
        return max(NOTHING, passing.cost - road.invested)

    def _paid(self, road: _Road, points: Fraction, *, foraging: bool) -> Odds[_Road] | _Road:
        """Pay up to the next die, and roll it."""
        after = road.spent + points
        due = self._due(road.spent, after)
        part = min((points, *(at - road.spent for at in due)))
        now = replace(road, spent=road.spent + part)
        if foraging:
            now = replace(now, owed=road.owed - part)
        elif part == self._need(road):
            now = replace(now, at=road.at + 1, invested=NOTHING, entered=road.entered + 1)
        else:
            now = replace(now, invested=road.invested + part)
        if not self._due(road.spent, now.spent) or self.has_arrived(now):
            return now
        return self._die(now, at_camp=False)

    def _due(self, before: Fraction, after: Fraction) -> tuple[Fraction, ...]:
        spending = Spending(
            self._given.mode, self._points, TravelPoints(before), TravelPoints(min(after, self._points)), frozenset()
        )
        return encounter_timing(Script(), spending).thresholds

    def _night(self, road: _Road) -> Odds[_Road]:
        """The die of the camp, then dawn."""
        rolled = self._die(road, at_camp=True)
        return rolled.by(self._dawn)

    def _dawn(self, road: _Road) -> _Road:
        owed = FORAGING if road.tomorrow else road.owed
        return replace(road, day=road.day + 1, spent=NOTHING, entered=0, owed=owed, tomorrow=False)

    def _die(self, road: _Road, *, at_camp: bool) -> Odds[_Road]:
        ground = self._given.hexes[max(0, road.at - 1)]
        where_ = Circumstances(tags=ground.tags, at_camp=at_camp)
        shown = odds.of_rule(encounter_die_wilderness, self._house.applied(encounter_die_wilderness, where_))
        return shown.then(lambda end: self._happens(road, end.name, at_camp=at_camp))

    def _happens(self, road: _Road, event: Event, *, at_camp: bool) -> Odds[_Road] | _Road:
        if event is Event.CHANGE_OF_WEATHER and self._given.climate is not None:
            sky = self._house.applied(change_weather, Sky(self._given.climate, road.weather))
            return odds.of_rule(change_weather, sky).by(lambda end: replace(road, weather=end.new))
        if event is Event.WANING_RESOURCES and self._given.eats:
            return self._meal(road, at_camp=at_camp)
        return road

    def _meal(self, road: _Road, *, at_camp: bool) -> _Road:
        """Supplies while there are enough for everybody, else foraging: at once, or first thing tomorrow."""
        people = self._given.people
        enough = min(road.rations, road.water) >= people * PER_HEAD
        choice = Provision.SPEND if enough and not self._given.forages else Provision.FORAGE
        left = TravelPoints(self._points - road.spent)
        end = wild_waning_resources(Script(), Hungry(choice, people, road.rations, road.water, left))
        if isinstance(end, PaidSupplies):
            return replace(road, rations=end.rations, water=end.water)
        if isinstance(end, Foraged):
            return road if at_camp else replace(road, owed=FORAGING)
        return replace(road, tomorrow=True)


def _cases(known: Campaign, seat: SeatId) -> Iterable[Case]:
    """The groups with a route, over the hexes that the seat knows."""
    for group in groups_of(known, seat) if known.house.wilderness is Wilderness.HEXCRAWL else ():
        day = journey_of(group)
        if day is not None and day.route:
            given = _journey(known, group, day.route, seat)
            if given is not None:
                yield Case(group.name, given)


def _journey(known: Campaign, group: Group, way: tuple[HexId, ...], seat: SeatId) -> Journey | None:
    """The journey over a route; None if a hex of it is not on the map."""
    here, day = where(group), next_day(known, group)
    lands = known.seen_lands
    if here is None or any(hex not in lands.hexes for hex in way):
        return None
    people = travellers(known, group, day)
    grounds = tuple(
        Ground(lands.hexes[there].terrain, lands.road(at, there), lands.hexes[there].tags)
        for at, there in zip((here, *way), way, strict=False)
    )
    begun = day.begun.invested if day.begun is not None and day.begun.target == way[0] else NOTHING
    return Journey(
        hexes=grounds,
        weather=lands.weather,
        climate=known.lands.climate_in(known.lands.hexes.get(here)) if seat == REFEREE else None,
        mode=day.mode,
        people=max(people.count, eaters(known, group)),
        mounted=people.caravan.mounted and all(ground.terrain in people.caravan.suits for ground in grounds),
        carriage=people.caravan.carriage,
        rations=stock(known, group.id, Kind.FOOD),
        water=stock(known, group.id, Kind.WATER),
        eats=known.house.supplies is Supplies.HEXCRAWL,
        spent=day.spent,
        invested=begun,
        entered=day.entered,
    )


QUESTION = Question(
    id="route",
    title="Days on the road",
    asks="When do we arrive, and with what left to eat?",
    given=Journey,
    answer=route,
    rules=(
        travel_points, accommodation_multiplier, environment_multiplier, entry_cost, passability, daily_cap,
        encounter_timing, encounter_die_wilderness, change_weather, wild_waning_resources,
    ),
    at_table=_cases,
    steps="days",
)  # fmt: skip
