"""A journey as whole numbers for a run: hexes with what it costs to enter them, weathers, supplies and the table."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.books.hexcrawl.encounters import (
    Circumstances,
    Spending,
    Tag,
    encounter_die_wilderness,
    encounter_timing,
)
from undercroft.books.hexcrawl.getting_lost import LOST_IN_TEN, LOST_WEATHER
from undercroft.books.hexcrawl.land import Weather
from undercroft.books.hexcrawl.movement import Mode
from undercroft.books.hexcrawl.units import TravelPoints
from undercroft.books.hexcrawl.weather import CLIMATES
from undercroft.books.hexcrawl.wilderness import FORAGING
from undercroft.books.neverwhere.working_hours import march_fatigue
from undercroft.foresight import columns as c
from undercroft.foresight.encode import Encoded, Encoder
from undercroft.foresight.formulas import NotSimulated
from undercroft.foresight.scenario import Journey, PartyPolicy
from undercroft.foresight.tallies import ON_THE_ROAD
from undercroft.kernel.script import Script
from undercroft.table import bridge
from undercroft.table.body.fatigue import stopped
from undercroft.table.bridge import experience
from undercroft.table.lore.lookup import kind_named
from undercroft.table.road.bearings import BEARINGS
from undercroft.table.road.camp_sleep import NIGHT, SLEEP
from undercroft.table.road.encounter_die import concealed
from undercroft.table.road.lost import is_recognised, open_country
from undercroft.table.road.new_day import new_day
from undercroft.table.road.route import find_route
from undercroft.table.state.campaign import Campaign, with_group
from undercroft.table.state.hexes import SIDES, beside, side_of
from undercroft.table.state.house_rules import Dying, Fatigue, Lost, Reaction, Supplies, Watchkeeping, Wilderness
from undercroft.table.state.ids import GroupId, HexId
from undercroft.table.state.journeys import Caravan, TravelDay
from undercroft.table.state.lands import LandHex
from undercroft.table.state.people import Person
from undercroft.table.world.country import landmarks_in_sight
from undercroft.table.world.travel_costs import hex_cost, travellers, where

WEATHERS = tuple(Weather)
MARCHES_A_DAY = 2
"""The most encounter dice of a day that can stop a march."""


class Road(Struct, frozen=True):
    """How a party travels: where to, by which day at the latest, and the travel points it has on the way."""

    goal: HexId
    last_day: int
    day: TravelDay
    explores: bool = False
    route: tuple[HexId, ...] = ()
    """The hexes to enter; without it, the cheapest way in clear weather."""


def caravan_of(journey: Journey) -> Caravan:
    """How the party travels: everybody's mounts suit every terrain."""
    return Caravan(mounted=journey.mounted, suits=frozenset(journey.hexes.values()), carriage=journey.carriage)


def road_of(campaign: Campaign, group: GroupId, journey: Journey) -> Road:
    """The road of a scenario, before the party sets out."""
    day = new_day(campaign, campaign.groups[group], None, caravan_of(journey))
    return Road(HexId(journey.goal), journey.days, day, journey.explores, tuple(map(HexId, journey.route)))


class NextHexes:
    """The next hex from any hex on the way to a goal: by a route that is given, else the cheapest in clear weather."""

    def __init__(self, known: Campaign, group: GroupId, road: Road) -> None:
        self._known = replace(known, seen_lands=replace(known.seen_lands, weather=Weather.CLEAR))
        self._group, self._goal = group, road.goal
        start = where(known.groups[group])
        on_the_way = (start, *road.route) if road.route and start is not None else ()
        if len(set(on_the_way)) < len(on_the_way) or (on_the_way and on_the_way[-1] != self._goal):
            raise NotSimulated("a route that comes twice to a hex, or does not end at the goal")
        self._found: dict[HexId, HexId | None] = {self._goal: None}
        for here, there in pairwise(on_the_way):
            if side_of(here, there) is None:
                raise NotSimulated(f"a route from {here} to {there}, which do not border each other")
            self._found[here] = there
        if start is None or (self.after(start) is None and start != self._goal):
            raise NotSimulated(f"a journey to {self._goal}, to which no way leads")

    def after(self, hex: HexId) -> HexId | None:
        """The next hex from there; None at the goal, and where no way leads to it."""
        if hex not in self._found:
            party = replace(self._known.groups[self._group], hex=hex, scenes=())
            way = find_route(with_group(self._known, party), party, self._goal)
            self._found[hex] = way[0] if way else None
        return self._found[hex]

    def way_from(self, hex: HexId) -> tuple[HexId, ...]:
        """The hexes from there to the goal."""
        way = list[HexId]()
        after = self.after(hex)
        while after is not None:
            way.append(after)
            after = self.after(after)
        return tuple(way)


class RoadEncoder(Encoder):
    """Writes a campaign and its journey into rows of numbers."""

    def __init__(self, campaign: Campaign, group: GroupId, policy: PartyPolicy, road: Road) -> None:
        self.minds_loads = policy.flee > 0
        super().__init__(campaign, group, policy)
        house = campaign.house
        if house.wilderness is not Wilderness.HEXCRAWL:
            raise NotSimulated(f"journeys by {house.wilderness.value.capitalize()}")
        if house.reaction is Reaction.DELVING or house.fatigue is Fatigue.DELVING:
            raise NotSimulated("journeys with Delving's reactions or fatigue points")
        if house.dying is not Dying.SOVEREIGN:
            raise NotSimulated("nights on the road where people die by Violence")
        self._road, self._group, self._policy = road, group, policy
        self.day = road.day
        self.hexes = tuple(sorted(campaign.lands.hexes))
        if len(self.hexes) > c.MOST_HEXES:
            raise NotSimulated(f"a map of more than {c.MOST_HEXES} hexes")
        self._costs = self._priced()
        moments = self._moments()
        fractions = (*(cost for cost in self._costs.values() if cost is not None), *moments, FORAGING, BEARINGS)
        begun = (self.day.tp_max, self.day.spent, self.day.invested, *self.spent_before())
        self._point = lcm(*(part.denominator for part in (*fractions, *begun)))
        self._rules_of_the_road(moments)
        self._tables = dict[str, tuple[int, int]]()
        self._skies = list[tuple[tuple[Weather, ...], ...]]()
        course = NextHexes(campaign, group, road)
        for number, hex in enumerate(self.hexes):
            self._hex(number, hex, course.after(hex))
        self._party()

    def spent_before(self) -> tuple[Fraction, ...]:
        """Points of the moment at which runs begin, besides those of the day."""
        return ()

    def done(self) -> Encoded:
        """All of it."""
        return replace(super().done(), hexes=self.hexes, point=self._point)

    def units(self, points: Fraction) -> int:
        return int(points * self._point)

    def _priced(self) -> Mapping[tuple[HexId, int, Weather], Fraction | None]:
        """The cost over each side of each hex in each weather; None if there is no way."""
        known, costs = self.campaign, dict[tuple[HexId, int, Weather], Fraction | None]()
        people = travellers(known, known.groups[self._group], self.day)
        for weather in WEATHERS:
            lands = replace(known.lands, weather=weather)
            for hex in self.hexes:
                for side in range(len(SIDES)):
                    there = beside(hex, side)
                    price = hex_cost(lands, people, self.day, hex, there) if there is not None else None
                    costs[hex, side, weather] = None if price is None or price.barred is not None else price.cost
        return costs

    def _moments(self) -> tuple[Fraction, ...]:
        """The points spent at which the die is due."""
        mode, whole = Mode.EXPLORING if self._road.explores else Mode.TRAVELING, TravelPoints(self.day.tp_max)
        spending = Spending(mode, whole, TravelPoints(Fraction(0)), whole, frozenset())
        return encounter_timing(Script(), spending).thresholds

    def _rules_of_the_road(self, moments: tuple[Fraction, ...]) -> None:
        house, put = self.campaign.house, self.setup.__setitem__
        self.explores = True
        put(c.EXPLORES, ON_THE_ROAD)
        put(c.COPPERS_A_POINT, experience.coppers_a_point(house))
        put(c.GOAL, self.hexes.index(self._road.goal))
        put(c.DAYS, self._road.last_day)
        put(c.FOLLOWERS, self.day.caravan.followers)
        put(c.DAY_POINTS, self.units(self.day.tp_max))
        put(c.ONE_POINT, self._point)
        for place, moment in zip((c.FIRST_MOMENT, c.LAST_MOMENT), moments, strict=False):
            put(place, self.units(moment))
        put(c.FORAGING_COST, self.units(FORAGING))
        put(c.BEARINGS_COST, self.units(BEARINGS))
        put(c.EATS, house.supplies is Supplies.HEXCRAWL)
        put(c.GETS_LOST, house.lost is Lost.HEXCRAWL)
        die = house.applied(encounter_die_wilderness, Circumstances(frozenset(), at_camp=True))
        put(c.NIGHT_SWAPS, die.adapt and die.night_swap)
        self._adapts = die.adapt
        put(c.FORAGES, self._policy.forage)
        put(c.KEEPS_WATCH, self._policy.watch)
        put(c.BED_TIME, NIGHT if house.watchkeeping is Watchkeeping.EVENING else SLEEP)
        for number, weather in enumerate(WEATHERS):
            put(c.WEATHER_LOST + number, LOST_WEATHER[weather])

    def _sky_of(self, hex: LandHex) -> int:
        """The number of the weathers that may follow each other in a hex."""
        lands = self.campaign.lands
        climate, listed = CLIMATES[lands.climate_in(hex)], lands.weathers_in(hex)
        turns = tuple(_others(listed, now) or _others(climate, now) for now in WEATHERS)
        if turns not in self._skies:
            if len(self._skies) == c.MOST_SKIES or any(len(others) > c.MOST_NEXT for others in turns):
                raise NotSimulated("this many kinds of weather")
            for now, others in enumerate(turns):
                sky = c.SKIES + (len(self._skies) * c.MOST_WEATHERS + now) * c.SKY
                self.setup[sky + c.NEXT_COUNT] = len(others)
                for place, other in enumerate(others):
                    self.setup[sky + c.NEXT_WEATHER + place] = WEATHERS.index(other)
            self._skies.append(turns)
        return self._skies.index(turns)

    def _table_of(self, name: str) -> tuple[int, int]:
        """Where the rows of an encounter table begin, and how many it has."""
        lands, begins = self.campaign.lands, sum(rows for _, rows in self._tables.values())
        if name not in self._tables:
            rows = lands.tables.get(name, ())
            if begins + len(rows) > c.MOST_ROWS:
                raise NotSimulated(f"encounter tables of more than {c.MOST_ROWS} rows")
            for number, row in enumerate(rows, begins):
                like = kind_named(self.campaign, lands.creatures, row.creatures)
                self.setup[c.ROWS + number * c.ROW] = -1 if like is None else self.creatures(like, row.count)
            self._tables[name] = begins, len(rows)
        return self._tables[name]

    def _hex(self, number: int, id: HexId, following: HexId | None) -> None:
        known, put, at = self.campaign, self.setup.__setitem__, c.HEXES + number * c.HEX
        hex = known.lands.hexes[id]
        put(at + c.HEX_LOST, LOST_IN_TEN[open_country(known, id).terrain])
        put(at + c.HEX_IN_SIGHT, bool(landmarks_in_sight(known.lands, id)))
        put(at + c.HEX_RECOGNISED, is_recognised(known, id))
        put(at + c.HEX_DESERT, self._adapts and Tag.DESERT in hex.tags)
        put(at + c.HEX_CIVILISED, self._adapts and Tag.CIVILISED in hex.tags)
        put(at + c.HEX_HIDDEN, len(concealed(hex, Visibility.HIDDEN)))
        put(at + c.HEX_SKY, self._sky_of(hex))
        for column, good in ((c.HEX_ROWS, False), (c.HEX_GOODS, True)):
            begins, rows = self._table_of(known.lands.encounters_in(hex, good=good))
            put(at + column, begins)
            put(at + column + 1, rows)
        ahead = None if following is None else side_of(id, following)
        put(at + c.HEX_SIDE, -1 if ahead is None else ahead)
        for side in range(len(SIDES)):
            there = beside(id, side)
            put(at + c.HEX_BESIDE + side, self.hexes.index(there) if there in self.hexes else -1)
            put(at + c.HEX_LED + side, any(there is not None and way.other(id) == there for way in known.lands.ways))
            for place, weather in enumerate(WEATHERS):
                cost = self._costs[id, side, weather]
                put(at + c.HEX_COST + side * c.MOST_WEATHERS + place, -1 if cost is None else self.units(cost))

    def _freshness(self, person: Person) -> int:
        """The fatigue points with which a person begins the next march."""
        return min(person.fp, bridge.neverwhere(person).fp_max)

    def _party(self) -> None:
        """The supplies, and who could tire on the march."""
        known = self.campaign
        for person in self.members:
            tires = march_fatigue(Script(), stopped(known, person)).fp
            if known.house.fatigue is Fatigue.NEVERWHERE and MARCHES_A_DAY * tires >= self._freshness(person):
                raise NotSimulated(f"{person.name}, whom the march could exhaust under that load")
        hex = known.groups[self._group].hex
        start = self.hexes.index(hex) if hex in self.hexes else -1
        for column, value in {
            c.HEX_AT: start, c.THOUGHT: start, c.WEATHER: WEATHERS.index(known.lands.weather), c.BEGUN_HEX: -1,
        }.items():  # fmt: skip
            self.start[column] = value


def _others(listed: Sequence[Weather], now: Weather) -> tuple[Weather, ...]:
    """The weathers of a list besides the weather now."""
    return tuple(weather for weather in listed if weather is not now)
