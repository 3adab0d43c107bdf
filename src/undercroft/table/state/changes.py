"""Changes to the prepared world: one part of it, as it was before and as it is afterwards.

A part that is added has no `before`, a part that is taken out has no `after`. Every part has an address, its path in a
campaign file: `sites/mill/doors/trapdoor`, `lands/hexes/0203`, `characters/maud`.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import ClassVar, TypeAlias

from msgspec import Struct

from undercroft.books.delving.hazard import Danger
from undercroft.books.hexcrawl.land import Terrain, Weather
from undercroft.books.hexcrawl.weather import Climate
from undercroft.books.sovereign.wandering import Location
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import PartId, PictureId, RegionId, SiteId, ZoneId
from undercroft.table.state.lands import LandHex, LandWay, Region
from undercroft.table.state.lore import Monster, RandomTable
from undercroft.table.state.people import Person
from undercroft.table.state.seats import Seat
from undercroft.table.state.sites import Clock, Door, EncounterRow, Feature, Obstacle, Trap, Zone
from undercroft.table.state.things import Thing


class SiteHead(Struct, frozen=True):
    """A site without its rooms and what is in them."""

    id: SiteId
    name: str
    entrance: ZoneId = ZoneId("")
    """The room people come in by; the first if there is no such room."""
    clock: Clock = Clock.SOVEREIGN
    clocks: Mapping[int, Clock] = {}
    danger: Danger = Danger.NORMAL
    shadowcursed: bool = False
    location: Location = Location.NO_ORGANIZED_DEFENSE
    alerted: bool = False
    effects: tuple[str, ...] = ()
    pictures: Mapping[int, PictureId] = {}


class LandsHead(Struct, frozen=True):
    """The lands without their regions, hexes, ways, tables and creatures."""

    name: str = ""
    season: str = ""
    climate: Climate = Climate.WARM
    weather: Weather = Weather.CLEAR
    hex_km: Fraction | None = None
    hex_miles: Fraction | None = None
    encounters: str = ""
    good: str = ""
    terrains: Mapping[Terrain, RegionId] = {}


class _Change(Struct, frozen=True, forbid_unknown_fields=True, tag_field="part"):
    """A change of one part."""

    KEPT_IN: ClassVar[str]
    """Where a campaign file keeps parts of this kind."""


class InSite(_Change, frozen=True):
    """A change of a part of a site."""

    site: SiteId


class PlaceInSite(InSite, frozen=True):
    """A change of a part of which a site has several, each under its id."""


class PlaceInLands(_Change, frozen=True):
    """A change of a part of which the lands have several, each under its id."""


class SiteChange(_Change, frozen=True, tag="site"):
    """A site's name, clock, danger and the like."""

    KEPT_IN = "sites"
    before: SiteHead | None = None
    after: SiteHead | None = None


class ZoneChange(PlaceInSite, frozen=True, tag="zone"):
    """A room."""

    KEPT_IN = "zones"
    before: Zone | None = None
    after: Zone | None = None


class DoorChange(PlaceInSite, frozen=True, tag="door"):
    """A door or another exit."""

    KEPT_IN = "doors"
    before: Door | None = None
    after: Door | None = None


class TrapChange(PlaceInSite, frozen=True, tag="trap"):
    """A trap."""

    KEPT_IN = "traps"
    before: Trap | None = None
    after: Trap | None = None


class FeatureChange(PlaceInSite, frozen=True, tag="feature"):
    """Something hidden or secret."""

    KEPT_IN = "features"
    before: Feature | None = None
    after: Feature | None = None


class ObstacleChange(PlaceInSite, frozen=True, tag="obstacle"):
    """An obstacle."""

    KEPT_IN = "obstacles"
    before: Obstacle | None = None
    after: Obstacle | None = None


class CreaturesChange(PlaceInSite, frozen=True, tag="creatures"):
    """Creatures of a site."""

    KEPT_IN = "creatures"
    before: Creatures | None = None
    after: Creatures | None = None


class EncountersChange(InSite, frozen=True, tag="encounters"):
    """The encounter table of a site."""

    KEPT_IN = "encounters"
    before: tuple[EncounterRow, ...] | None = None
    after: tuple[EncounterRow, ...] | None = None


class LandsChange(_Change, frozen=True, tag="lands"):
    """The lands' name, season, weather and the like."""

    KEPT_IN = "lands"
    before: LandsHead | None = None
    after: LandsHead | None = None


class RegionChange(PlaceInLands, frozen=True, tag="region"):
    """A region of the lands."""

    KEPT_IN = "regions"
    before: Region | None = None
    after: Region | None = None


class HexChange(PlaceInLands, frozen=True, tag="hex"):
    """A hex with all that is in it."""

    KEPT_IN = "hexes"
    before: LandHex | None = None
    after: LandHex | None = None


class WayChange(_Change, frozen=True, tag="way"):
    """A trail, a road or a river from a hex to the next."""

    KEPT_IN = "ways"
    before: LandWay | None = None
    after: LandWay | None = None


class TableChange(PlaceInLands, frozen=True, tag="table"):
    """An encounter table of the lands."""

    KEPT_IN = "tables"
    id: str
    before: tuple[EncounterRow, ...] | None = None
    after: tuple[EncounterRow, ...] | None = None


class WeathersChange(PlaceInLands, frozen=True, tag="weathers"):
    """The weathers of a season."""

    KEPT_IN = "weathers"
    id: str
    before: tuple[Weather, ...] | None = None
    after: tuple[Weather, ...] | None = None


class LandCreaturesChange(PlaceInLands, frozen=True, tag="land_creatures"):
    """Creatures that the lands' tables name."""

    KEPT_IN = "creatures"
    before: Creatures | None = None
    after: Creatures | None = None


class MonsterChange(_Change, frozen=True, tag="monster"):
    """A monster of the bestiary; its creatures everywhere change with it."""

    KEPT_IN = "bestiary"
    before: Monster | None = None
    after: Monster | None = None


class RollTableChange(_Change, frozen=True, tag="roll_table"):
    """A roll table."""

    KEPT_IN = "tables"
    before: RandomTable | None = None
    after: RandomTable | None = None


class SeatChange(_Change, frozen=True, tag="seat"):
    """A seat."""

    KEPT_IN = "seats"
    before: Seat | None = None
    after: Seat | None = None


class PersonChange(_Change, frozen=True, tag="person"):
    """A character or a hireling."""

    KEPT_IN = "characters"
    before: Person | None = None
    after: Person | None = None


class ThingChange(_Change, frozen=True, tag="thing"):
    """A thing, wherever it is."""

    KEPT_IN = "things"
    before: Thing | None = None
    after: Thing | None = None


AnyChange: TypeAlias = (
    SeatChange
    | PersonChange
    | SiteChange
    | ZoneChange
    | DoorChange
    | TrapChange
    | FeatureChange
    | ObstacleChange
    | CreaturesChange
    | EncountersChange
    | LandsChange
    | RegionChange
    | HexChange
    | WayChange
    | TableChange
    | WeathersChange
    | LandCreaturesChange
    | ThingChange
    | MonsterChange
    | RollTableChange
)

KINDS: tuple[type[AnyChange], ...] = (
    SeatChange,
    PersonChange,
    SiteChange,
    ZoneChange,
    DoorChange,
    TrapChange,
    FeatureChange,
    ObstacleChange,
    CreaturesChange,
    EncountersChange,
    LandsChange,
    RegionChange,
    HexChange,
    WayChange,
    TableChange,
    WeathersChange,
    LandCreaturesChange,
    ThingChange,
    MonsterChange,
    RollTableChange,
)
"""Every kind of change, those first that others stand on: a room before its doors, people before what they carry.

A monster comes after the creatures, so that those with its old numbers get its new ones.
"""


def id_of(change: AnyChange) -> str:
    """The id of the part that changes, among those of its kind; empty for a part that there is only one of."""
    match change:
        case TableChange(id=id) | WeathersChange(id=id):
            return id
        case WayChange():
            way = change.before or change.after
            return "" if way is None else "-".join((*way.between, way.path))
        case EncountersChange() | LandsChange():
            return ""
        case _:
            value = change.before or change.after
            return "" if value is None else value.id


def part_of(change: AnyChange) -> PartId:
    """The address of the part that changes.

    >>> part_of(EncountersChange(SiteId("mill"), before=()))
    'sites/mill/encounters'
    """
    match change:
        case PlaceInSite():
            return address("sites", change.site, change.KEPT_IN, id_of(change))
        case EncountersChange():
            return address("sites", change.site, change.KEPT_IN)
        case LandsChange():
            return address("lands")
        case PlaceInLands() | WayChange():
            return address("lands", change.KEPT_IN, id_of(change))
        case _:
            return address(change.KEPT_IN, id_of(change))


def address(*names: str) -> PartId:
    """The address of a part."""
    return PartId("/".join(names))
