"""The pace of a march: terrain and weather, how far each character gets in a day, and the group's speed."""

from fractions import Fraction

from msgspec import Struct

from undercroft.books.hexcrawl.land import Road
from undercroft.books.neverwhere.hiking import Company, Marcher, Together, hike_move, hike_party_speed, marched
from undercroft.books.neverwhere.terrain import (
    TERRAIN_FACTOR,
    OnRoad,
    Terrain,
    Weather,
    hike_road,
    hike_terrain,
    hike_weather,
)
from undercroft.books.neverwhere.terrain import Way as Ground
from undercroft.kernel.script import Script
from undercroft.table import bridge
from undercroft.table.body.exertion import strength
from undercroft.table.bridge.loads import TOO_HEAVY, load
from undercroft.table.bridge.roads import hiking_ground
from undercroft.table.bridge.time_units import TRAVEL_HOURS
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import HexId
from undercroft.table.state.journeys import NO_POINTS, Hike, Walker
from undercroft.table.state.lands import Lands
from undercroft.table.state.people import Person
from undercroft.table.state.seen_lands import SeenLands


class Going(Struct, frozen=True):
    """The terrain of a march and the factor of the weather."""

    terrain: Terrain
    weather: Fraction

    @property
    def factor(self) -> Fraction:
        """The factor of terrain and weather together."""
        return TERRAIN_FACTOR[self.terrain] * self.weather


def going(lands: Lands | SeenLands, here: HexId | None, there: HexId | None) -> Going:
    """The going into the next hex, or within the current one; average terrain in fine weather if nothing is known."""
    hex = lands.hexes.get(there or here) if here is not None else None
    if hex is None or here is None:
        return Going(Terrain.AVERAGE, Fraction(1))
    road = Road.NONE if there is None else lands.road(here, there)
    ahead = hiking_ground(hex.terrain, road, lands.weather, deep_canopy=hex.deep_canopy)
    if ahead.road is not None:
        on = hike_road(Script(), OnRoad(ahead.road, ahead.rain, ahead.snow, ice_coating=False, cleared=False))
        return Going(on.terrain_class, on.factor)
    ground = hike_terrain(Script(), Ground(ahead.ground, skis=False, skates=False)).terrain_class
    sky = Weather(ahead.rain, on_road=False, snow=ahead.snow, ice_coating=False, skis=False, ground=ahead.ground)
    return Going(ground, hike_weather(Script(), sky).factor)


def marcher(known: Campaign, person: Person) -> Marcher:
    """A character on the march, with load and fatigue."""
    body, able = bridge.neverwhere(person), strength(person, known.house)
    return Marcher(Fraction(body.move), min(load(known, person).tier, TOO_HEAVY - 1), able.fp, able.fp_max)


def day_km(known: Campaign, person: Person, walker: Walker, on: Going) -> Fraction:
    """The kilometres a character gets in a day."""
    move = hike_move(Script(), known.house.applied(hike_move, marcher(known, person))).move
    return marched(move, walker.gain, on.factor)


def pace(known: Campaign, group: Group, hike: Hike, on: Going) -> Fraction:
    """The group's kilometres an hour; the slowest sets the pace."""
    walkers = known.able_in(group.id)
    if not walkers:
        return NO_POINTS
    far = tuple(day_km(known, walker, hike.walkers.get(walker.id, Walker()), on) for walker in walkers)
    together = hike_party_speed(Script(), Company(far, together=True, group_rolled=hike.together))
    return together.km / TRAVEL_HOURS if isinstance(together, Together) else NO_POINTS


def hike_of(group: Group | None) -> Hike | None:
    """The march a group is on."""
    scene = group.scene if group is not None else None
    return scene if isinstance(scene, Hike) else None


def ahead(campaign: Campaign, group: Group, hike: Hike) -> Going:
    """The going where a group marches, by the true map if it is known."""
    lands = campaign.lands if campaign.lands.hexes else campaign.seen_lands
    return going(lands, group.hex, next(iter(hike.route), None))
