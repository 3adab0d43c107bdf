"""Whether a part can be used in the world: what it names must be there, and what it must say must be said."""

from collections.abc import Iterable

from msgspec.structs import replace

from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.books.hexcrawl.encounters import Tag
from undercroft.table.engine.roster import name_taken
from undercroft.table.lore import monsters, tables
from undercroft.table.lore.lookup import bestiary
from undercroft.table.preparing.fitting_markets import fit_market
from undercroft.table.preparing.fitting_sites import FIT_IN_SITE, fit_creatures, fit_head, fit_rows
from undercroft.table.preparing.parts import made
from undercroft.table.preparing.usable_parts import Fit, missing, unless, without
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.changes import (
    AnyChange,
    HexChange,
    InSite,
    LandCreaturesChange,
    LandsChange,
    LandsHead,
    MonsterChange,
    PersonChange,
    RegionChange,
    RollTableChange,
    SeatChange,
    SiteChange,
    SiteHead,
    TableChange,
    ThingChange,
    WayChange,
    WeathersChange,
)
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.hexes import is_hex, side_of
from undercroft.table.state.lands import LandFeature, LandHex, Lands, LandWay, Region
from undercroft.table.state.lore import Monster, RandomTable
from undercroft.table.state.names import looks, wrong_with
from undercroft.table.state.people import Person, Role
from undercroft.table.state.seats import REFEREE, SPECTATORS, Seat
from undercroft.table.state.things import Carried, Guarded, InHex, Lying, Thing


def fit(world: Campaign, change: AnyChange) -> Fit:
    """What can be used of a part that is added or changed, in the world with all changes made."""
    match change:
        case SiteChange(after=SiteHead() as head):
            return fit_head(world, head)
        case LandsChange(after=LandsHead() as lands):
            return _head(world.lands, lands)
        case RegionChange(after=Region() as region):
            return _region(world.lands, region)
        case HexChange(after=LandHex() as hex):
            return _hex(world, hex)
        case WayChange(after=LandWay() as way):
            return unless(_no_way(world.lands, way), way)
        case TableChange(after=tuple() as rows):
            return fit_rows(rows, {*world.lands.creatures, *bestiary(world)})
        case WeathersChange(after=tuple() as weathers):
            return Fit(weathers or None)
        case LandCreaturesChange(after=Creatures() as creatures):
            return fit_creatures(replace(creatures, zone=None), {})
        case SeatChange() | PersonChange() | ThingChange() | MonsterChange() | RollTableChange():
            return unless(_faults(world, change), change.after)
        case InSite(site=at) if at in world.sites:
            return FIT_IN_SITE[type(change)](world, world.sites[at], change)
        case _:
            return Fit(None, ("there is no such site",))


def _faults(
    world: Campaign, change: SeatChange | PersonChange | ThingChange | MonsterChange | RollTableChange
) -> Iterable[str]:
    """What is wrong with a part that can only be used whole."""
    match change.after:
        case Seat() as seat:
            return _no_seat(world, seat)
        case Person() as person:
            return _nobody(world, person)
        case Thing() as thing:
            return _nowhere(world, thing)
        case Monster() as monster:
            return (fault.what.removesuffix(".") for fault in monsters.faults(monster))
        case RandomTable() as table:
            return (fault.what.removesuffix(".") for fault in tables.faults(table))
        case None:
            return ()


# Lands


def _no_way(lands: Lands, way: LandWay) -> Iterable[str]:
    gone = missing("hex", way.between, lands.hexes)
    yield from gone
    if not gone and side_of(*way.between) is None:
        yield "these two hexes do not border each other"


def _head(lands: Lands, head: LandsHead) -> Fit:
    """The lands' head without the tables and regions that it names and that are not there."""
    found = _tables(lands, head)
    terrains = {terrain: id for terrain, id in head.terrains.items() if id in lands.regions}
    wants = missing("region", head.terrains.values(), lands.regions)
    return Fit(replace(found.value, terrains=terrains), (*found.wants, *wants))


def _region(lands: Lands, region: Region) -> Fit:
    """A region without tables that are not there, and without seasons that have no weather."""
    if not region.name.strip():
        return Fit(None, ("it has no name",))
    found = _tables(lands, region)
    weathers = {season: listed for season, listed in region.weathers.items() if listed}
    return Fit(replace(found.value, weathers=weathers), found.wants)


def _tables(lands: Lands, named: LandHex | LandsHead | Region) -> Fit:
    """A part without the tables that it names and that are not there."""
    wants = missing("table", filter(None, (named.encounters, named.good)), lands.tables)
    encounters, good = (name if name in lands.tables else "" for name in (named.encounters, named.good))
    return Fit(replace(named, encounters=encounters, good=good), wants)


def _hex(world: Campaign, hex: LandHex) -> Fit:
    if not is_hex(hex.id):
        return Fit(None, ("call a hex by column and row, such as 0505",))
    if hex.tags == frozenset(Tag):
        return Fit(None, ("it cannot be both desert and civilised",))
    wants, features = list[str](), dict[str, LandFeature]()
    for id, feature in hex.features.items():
        found = without(feature, "site", world.sites, "site")
        wants += (f"{feature.name}: {want}" for want in found.wants)
        hidden = feature.landmark and feature.grade is not Visibility.OVERT
        wants += [f"{feature.name}: a landmark is in plain sight"] if hidden else []
        market = fit_market(feature.market)
        wants += (f"{feature.name}: {want}" for want in market.wants)
        features[id] = replace(found.value, landmark=feature.landmark and not hidden, market=market.value)
    tables = _tables(world.lands, replace(hex, features=features))
    found = without(tables.value, "region", world.lands.regions, "region")
    return Fit(found.value, (*wants, *tables.wants, *found.wants))


# People and things


def _no_seat(world: Campaign, seat: Seat) -> Iterable[str]:
    if wrong := wrong_with(seat.name):
        yield wrong
    if seat.id in (SPECTATORS, REFEREE):
        yield "the referee and the spectators already have a seat"
    if any(looks(other.name) == looks(seat.name) for id, other in world.seats.items() if id != seat.id):
        yield "another seat has that name"


def _nobody(world: Campaign, person: Person) -> Iterable[str]:
    yield from missing("seat", (person.seat,), (REFEREE, *world.seats))
    if wrong := wrong_with(person.name):
        yield wrong
    if person.role is not Role.CREATURE:
        others = made(world, PersonChange(person))
        yield from (reason.what for reason in name_taken(others, person.name))


def _nowhere(world: Campaign, thing: Thing) -> Iterable[str]:
    match thing.place:
        case Carried(by=by):
            return missing("character", (by,), world.people)
        case Lying(site=at, zone=zone):
            return missing("room", (zone,), world.sites[at].zones if at in world.sites else ())
        case InHex(hex=hex):
            return missing("hex", (hex,), world.lands.hexes)
        case Guarded(site=at, by=by):
            return missing("creature", (by,), world.sites[at].creatures if at in world.sites else ())
        case _:
            return ()
