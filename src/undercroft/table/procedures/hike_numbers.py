"""The numbers of a march on foot: how good the going is, how far each gets in a day, and the pace of all together."""

from __future__ import annotations

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
from undercroft.table.bridge_clock import TRAVEL_HOURS
from undercroft.table.bridge_ways import way
from undercroft.table.campaign import Campaign, Group
from undercroft.table.exertion import strength
from undercroft.table.journeys import NO_POINTS, Hike, Walker
from undercroft.table.lands import Lands
from undercroft.table.loads import TOO_HEAVY, load
from undercroft.table.names import HexId
from undercroft.table.people import Person
from undercroft.table.seen_lands import SeenLands


class Going(Struct, frozen=True):
    """How good the going is, and what the weather leaves of it."""

    terrain: Terrain
    weather: Fraction

    @property
    def factor(self) -> Fraction:
        """Both together."""
        return TERRAIN_FACTOR[self.terrain] * self.weather


def going(lands: Lands | SeenLands, here: HexId | None, there: HexId | None) -> Going:
    """Into the next hex, or about the one they are in; where nothing is known, average going in fine weather."""
    hex = lands.hexes.get(there or here) if here is not None else None
    if hex is None or here is None:
        return Going(Terrain.AVERAGE, Fraction(1))
    road = Road.NONE if there is None else lands.road(here, there)
    ahead = way(hex.terrain, road, lands.weather, deep_canopy=hex.deep_canopy)
    if ahead.road is not None:
        on = hike_road(Script(), OnRoad(ahead.road, ahead.rain, ahead.snow, ice_coating=False, cleared=False))
        return Going(on.terrain_class, on.factor)
    ground = hike_terrain(Script(), Ground(ahead.ground, skis=False, skates=False)).terrain_class
    sky = Weather(ahead.rain, on_road=False, snow=ahead.snow, ice_coating=False, skis=False, ground=ahead.ground)
    return Going(ground, hike_weather(Script(), sky).factor)


def marcher(known: Campaign, person: Person) -> Marcher:
    """Somebody on the march, with what they carry and how tired they are."""
    body, able = bridge.neverwhere(person), strength(person, known.house)
    return Marcher(Fraction(body.move), min(load(known, person).tier, TOO_HEAVY - 1), able.fp, able.fp_max)


def day_km(known: Campaign, person: Person, walker: Walker, on: Going) -> Fraction:
    """How far somebody gets in a day of that going."""
    move = hike_move(Script(), known.house.applied(hike_move, marcher(known, person))).move
    return marched(move, walker.gain, on.factor)


def pace(known: Campaign, group: Group, hike: Hike, on: Going) -> Fraction:
    """Kilometres an hour of those who stay together: the slowest sets it."""
    walkers = known.able_in(group.id)
    if not walkers:
        return NO_POINTS
    far = tuple(day_km(known, one, hike.walkers.get(one.id, Walker()), on) for one in walkers)
    together = hike_party_speed(Script(), Company(far, together=True, group_rolled=hike.together))
    return together.km / TRAVEL_HOURS if isinstance(together, Together) else NO_POINTS


def hike_of(group: Group | None) -> Hike | None:
    """The march a group is on."""
    scene = group.scene if group is not None else None
    return scene if isinstance(scene, Hike) else None


def ahead(campaign: Campaign, group: Group, hike: Hike) -> Going:
    """How good the going is where a group marches, by the truth where that is known."""
    lands = campaign.lands if campaign.lands.hexes else campaign.seen_lands
    return going(lands, group.hex, next(iter(hike.route), None))
