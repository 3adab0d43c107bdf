"""A route over hexes: the day of arrival, with weather, supplies and foraging on the way."""

from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.books.hexcrawl.costs import (
    Cost,
    Passable,
    Passing,
    Yield,
    daily_cap,
    entry_cost,
    hexes_left,
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
from undercroft.books.hexcrawl.template import Luck
from undercroft.books.hexcrawl.units import PER_HEAD, Count, People, TravelPoints
from undercroft.books.hexcrawl.weather import Climate, Sky, change_weather
from undercroft.books.hexcrawl.wilderness import (
    FORAGING,
    Foraged,
    Hungry,
    PaidSupplies,
    Provision,
    wild_good_encounter,
    wild_waning_resources,
)
from undercroft.foresight.forecasts.answers import (
    ForecastAnswer,
    ForecastCase,
    Question,
    Row,
    groups_of,
    in_short,
    often,
)
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
from undercroft.table.state.things import ThingKind
from undercroft.table.world.travel_costs import journey_of, travellers, where

NOTHING = Fraction(0)


class Ground(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex of the route: its terrain, and the road into it."""

    terrain: Terrain
    road: Road = Road.NONE
    tags: frozenset[Tag] = frozenset()


class RouteTravel(Given, frozen=True, kw_only=True):
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
    finds: Annotated[bool, says("are good encounters the book's own three kinds?")] = True
    spent: Annotated[Fraction, says("travel points spent today")] = NOTHING
    invested: Annotated[Fraction, says("travel points already paid into the first hex")] = NOTHING
    entered: Annotated[Count, says("hexes entered today")] = 0


class _Road(Struct, frozen=True):
    """A party on the road: points are counted in whole parts, and supplies in what is there of both food and water."""

    day: int
    at: int
    spent: int
    invested: int
    entered: int
    weather: Weather
    supplies: int
    owed: int = 0
    """Travel points still to be spent on foraging, now."""
    tomorrow: bool = False
    """Whether foraging is owed tomorrow."""
    begun: bool = False
    """Whether points were paid today into the hex ahead: a move that nobody goes on with for a day is lost."""


def route(given: RouteTravel, house: HouseRules) -> ForecastAnswer:
    """The chance to have arrived by each day."""
    journey = _Way(given, house)
    ends = until(journey.step, journey.start, journey.is_over, at_most=given.days * journey.dice_a_day)
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
        return ForecastAnswer(
            f"The party does not arrive within {counted(given.days, 'day')}.",
            sofar,
            "day",
            tuple(rows),
            "arrived by then",
            unexplored=unexplored,
            assumes=assumes,
        )
    days = sorted({road.day for road in arrived})
    likely = max(days, key=lambda day: _on(by_day, day))
    when = (
        _in_days(likely) if len(days) == 1 else f"most likely {_in_days(likely)}, {_in_days(days[0])} at the earliest"
    )
    short = arrived.chance(lambda road: road.supplies < given.people * PER_HEAD)
    numbers = (("arrives without enough for another meal", in_short(short)),) if given.eats else ()
    surely = f", {_in_days(days[-1])} at the latest" if len(days) > 1 else ""
    by_then = surely if sofar == 1 else f"; within {counted(given.days, 'day')} {often(sofar)}"
    sentence = f"The party arrives {when}{by_then}."
    return ForecastAnswer(
        sentence, sofar, "day", tuple(rows), "arrived by then", numbers=numbers, unexplored=unexplored, assumes=assumes
    )


def _in_days(day: int) -> str:
    """When a day of the journey is, seen from its first.

    >>> [_in_days(day) for day in (1, 2, 4)]
    ['today', 'tomorrow', 'in 3 days']
    """
    return {1: "today", 2: "tomorrow"}.get(day) or f"in {day - 1} days"


def _on(by_day: Odds[int | None], day: int) -> Fraction:
    return by_day.chance(lambda outcome: outcome == day)


_ENCOUNTERS = "Encounters take no travel points."
_HOLDS = "The weather holds, because the climate is not known."
_COURSE = "The party keeps its course."


class _Way:
    """The steps of a journey: each ends with a die, or where the party arrives."""

    def __init__(self, given: RouteTravel, house: HouseRules) -> None:
        self._given, self._house = given, house
        allowed = travel_points(Script(), house.applied(travel_points, Day(Milieu.LAND)))
        points = allowed.tp_max if isinstance(allowed, Allowance) else TravelPoints(NOTHING)
        spending = Spending(given.mode, points, TravelPoints(NOTHING), points, frozenset())
        moments = encounter_timing(Script(), spending).thresholds
        costs = {
            (at, weather): self._cost(ground, weather, points)
            for at, ground in enumerate(given.hexes)
            for weather in Weather
        }
        fractions = (points, FORAGING, given.spent, given.invested, *moments, *filter(None, costs.values()))
        self._parts = lcm(*(fraction.denominator for fraction in fractions))
        self._points, self._foraging = self._in_parts(points), self._in_parts(FORAGING)
        self._moments = tuple(self._in_parts(moment) for moment in moments)
        self._costs = {where_: None if cost is None else self._in_parts(cost) for where_, cost in costs.items()}
        self._faces: dict[tuple[int, bool], Odds[Event]] = {}
        self._skies: dict[Weather, Odds[Weather]] = {}
        self._luck: Odds[int] | None = None
        self.dice_a_day = len(moments) + 2
        """The most dice of a day: those on the way, the camp's, and one more for a day that ends without any."""
        spent, invested = self._in_parts(given.spent), self._in_parts(given.invested)
        supplies = self._enough(1, min(given.rations, given.water))
        self.start = _Road(1, 0, spent, invested, given.entered, given.weather, supplies, begun=invested > 0)

    def _in_parts(self, points: Fraction) -> int:
        return int(points * self._parts)

    def _cost(self, ground: Ground, weather: Weather, points: TravelPoints) -> Fraction | None:
        """The points to enter a hex in a weather; None if there is no way in."""
        given, settled = self._given, self._house.applied
        people = Company(given.people, given.mounted, given.mounted, given.carriage)
        ahead = HexAhead(ground.terrain, ground.road, weather)
        accommodation = accommodation_multiplier(Script(), settled(accommodation_multiplier, people)).factor
        environment = environment_multiplier(Script(), settled(environment_multiplier, ahead)).factor
        price = entry_cost(Script(), Yield(accommodation, environment))
        passing = passability(Script(), Passing(price.cost if isinstance(price, Cost) else None, points))
        return passing.cost if isinstance(passing, Passable) else None

    def _enough(self, day: int, supplies: int) -> int:
        """The supplies that can matter: no more than for every die that is left."""
        left = self.dice_a_day * (self._given.days - day + 1) + 1
        return min(supplies, left * self._given.people * PER_HEAD)

    def has_arrived(self, road: _Road) -> bool:
        return road.at == len(self._given.hexes)

    def is_over(self, road: _Road) -> bool:
        return self.has_arrived(road) or road.day > self._given.days

    def step(self, road: _Road) -> Odds[_Road] | _Road:
        """Go on until a die is due, and roll it."""
        while not self.has_arrived(road):
            need = self._need(road)
            if not self._points - road.spent or (need is None and not road.owed):
                return self._night(road)
            wanted = road.owed or need or 0
            upto = min(road.spent + wanted, self._points)
            due = [moment for moment in self._moments if road.spent < moment <= upto]
            part = min((upto, *due)) - road.spent
            road = self._paid(road, part, need)
            if due and not self.has_arrived(road):
                return self._die(road, at_camp=False)
        return road

    def _need(self, road: _Road) -> int | None:
        """The points that the next hex still takes; None if they cannot enter it today."""
        cost = self._costs[road.at, road.weather]
        if cost is None or not hexes_left(road.entered, self._points, self._parts):
            return None
        return max(0, cost - road.invested)

    @staticmethod
    def _paid(road: _Road, part: int, need: int | None) -> _Road:
        """The road after a payment for foraging, or for the next hex."""
        now = replace(road, spent=road.spent + part)
        if road.owed:
            return replace(now, owed=road.owed - part)
        if part == need:
            return replace(now, at=road.at + 1, invested=0, entered=road.entered + 1, begun=False)
        return replace(now, invested=road.invested + part, begun=True)

    def _night(self, road: _Road) -> Odds[_Road]:
        """The die of the camp, then dawn."""
        return self._die(road, at_camp=True).by(self._dawn)

    def _dawn(self, road: _Road) -> _Road:
        owed, day = self._foraging if road.tomorrow else road.owed, road.day + 1
        supplies = self._enough(day, road.supplies)
        invested = road.invested if road.begun else 0
        return replace(
            road, day=day, spent=0, invested=invested, entered=0, owed=owed, tomorrow=False, begun=False,
            supplies=supplies,
        )  # fmt: skip

    def _die(self, road: _Road, *, at_camp: bool) -> Odds[_Road]:
        key = max(0, road.at - 1), at_camp
        if key not in self._faces:
            where_ = Circumstances(tags=self._given.hexes[key[0]].tags, at_camp=at_camp)
            shown = odds.of_rule(encounter_die_wilderness, self._house.applied(encounter_die_wilderness, where_))
            self._faces[key] = shown.by(lambda end: end.name)
        return self._faces[key].then(lambda event: self._happens(road, event, at_camp=at_camp))

    def _happens(self, road: _Road, event: Event, *, at_camp: bool) -> Odds[_Road] | _Road:
        if event is Event.CHANGE_OF_WEATHER and self._given.climate is not None:
            return self._sky(self._given.climate, road.weather).by(lambda weather: replace(road, weather=weather))
        if event is Event.WANING_RESOURCES and self._given.eats:
            return self._meal(road, at_camp=at_camp)
        if event is Event.GOOD_ENCOUNTER and self._given.eats and self._given.finds:
            return self._found().by(
                lambda shares: replace(road, supplies=self._enough(road.day, road.supplies + shares))
            )
        return road

    def _sky(self, climate: Climate, weather: Weather) -> Odds[Weather]:
        if weather not in self._skies:
            sky = self._house.applied(change_weather, Sky(climate, weather))
            self._skies[weather] = odds.of_rule(change_weather, sky).by(lambda end: end.new)
        return self._skies[weather]

    def _found(self) -> Odds[int]:
        """The rations, and the water, that a good encounter brings."""
        if self._luck is None:
            luck = self._house.applied(wild_good_encounter, Luck(people=self._given.people))
            self._luck = odds.of_rule(wild_good_encounter, luck).by(lambda end: min(end.rations, end.water))
        return self._luck

    def _meal(self, road: _Road, *, at_camp: bool) -> _Road:
        """Supplies while there are enough for everybody, else foraging: at once, or first thing tomorrow."""
        people, left = self._given.people, Fraction(self._points - road.spent, self._parts)
        enough = road.supplies >= people * PER_HEAD
        choice = Provision.SPEND if enough and not self._given.forages else Provision.FORAGE
        hungry = Hungry(choice, people, road.supplies, road.supplies, TravelPoints(left))
        end = wild_waning_resources(Script(), hungry)
        if isinstance(end, PaidSupplies):
            return replace(road, supplies=min(end.rations, end.water))
        if isinstance(end, Foraged):
            return road if at_camp else replace(road, owed=self._foraging)
        return replace(road, tomorrow=True)


def _cases(known: Campaign, seat: SeatId) -> Iterable[ForecastCase]:
    """The groups with a route, over the hexes that the seat knows."""
    for group in groups_of(known, seat) if known.house.wilderness is Wilderness.HEXCRAWL else ():
        day = journey_of(group)
        if day is not None and day.route:
            given = _journey(known, group, day.route, seat)
            if given is not None:
                yield ForecastCase(group.name, given)


def _journey(known: Campaign, group: Group, way: tuple[HexId, ...], seat: SeatId) -> RouteTravel | None:
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
    return RouteTravel(
        hexes=grounds,
        weather=lands.weather,
        climate=known.lands.climate_in(known.lands.hexes.get(here)) if seat == REFEREE else None,
        mode=day.mode,
        people=max(people.count, eaters(known, group)),
        mounted=people.caravan.mounted and all(ground.terrain in people.caravan.suits for ground in grounds),
        carriage=people.caravan.carriage,
        rations=stock(known, group.id, ThingKind.FOOD),
        water=stock(known, group.id, ThingKind.WATER),
        eats=known.house.supplies is Supplies.HEXCRAWL,
        finds=not any(known.lands.encounters_in(known.lands.hexes.get(hex), good=True) for hex in (here, *way)),
        spent=day.spent,
        invested=begun,
        entered=day.entered,
    )


QUESTION = Question(
    id="route",
    title="Days on the road",
    asks="When do we arrive, and with what left to eat?",
    given=RouteTravel,
    answer=route,
    rules=(
        travel_points, accommodation_multiplier, environment_multiplier, entry_cost, passability, daily_cap,
        encounter_timing, encounter_die_wilderness, change_weather, wild_waning_resources, wild_good_encounter,
    ),
    at_table=_cases,
    steps="days",
)  # fmt: skip
