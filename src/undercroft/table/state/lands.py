"""The true lands: hexes, the ways between them, overt, hidden and secret features, regions and the weather.

A hex id is its column and row, such as `0505`: the fifth column from the left, the fifth hex from the top. Columns
with an even number lie half a hex lower than their neighbours.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from undercroft.books.hexcrawl.discovery import Channel, Visibility
from undercroft.books.hexcrawl.encounters import Tag
from undercroft.books.hexcrawl.land import Road, Terrain, Weather
from undercroft.books.hexcrawl.weather import Climate
from undercroft.table.state.creatures import Creatures
from undercroft.table.state.ids import CreaturesId, FeatureId, HexId, RegionId, SiteId, TownId
from undercroft.table.state.markets import BY_THE_BOOK, Market
from undercroft.table.state.sites import EncounterRow


class Path(StrEnum):
    """The kind of a way between two hexes."""

    TRAIL = "trail"
    MAINTAINED = "maintained"
    RIVER = "river"


class LandWay(Struct, frozen=True):
    """A trail, a road or a river between two neighbouring hexes, drawn from centre to centre."""

    between: tuple[HexId, HexId]
    path: Path
    name: str = ""

    def other(self, end: HexId) -> HexId | None:
        """The hex at the other end; None if the way does not touch `end`."""
        first, second = self.between
        return second if end == first else first if end == second else None


def best_road(ways: Iterable[LandWay], here: HexId, there: HexId) -> Road:
    """The best road between two hexes among these ways; a river is not a road."""
    there_and_back = (here, there), (there, here)
    paths = {way.path for way in ways if way.between in there_and_back}
    if Path.MAINTAINED in paths:
        return Road.MAINTAINED
    return Road.TRAIL if Path.TRAIL in paths else Road.NONE


class LandHint(Struct, frozen=True):
    """A hint at something in a hex, and whether it was given. `lead` names what the hearers know to look for."""

    text: str
    channel: Channel = Channel.RUMOUR
    lead: str = ""
    given: bool = False


class LandFeature(Struct, frozen=True):
    """Something in a hex: overt to everybody in the hex, hidden until a search, secret until a whole day's search.

    A landmark is an overt feature that can be seen from other hexes.
    """

    id: FeatureId
    name: str
    what: str
    """What people see of it, in words for the players."""
    grade: Visibility = Visibility.OVERT
    landmark: bool = False
    site: SiteId | None = None
    """The site that can be entered there."""
    town: TownId | None = None
    """The town it is."""
    market: Market = BY_THE_BOOK
    """What the town sells, who can be hired there, and its services."""
    hints: tuple[LandHint, ...] = ()
    secret: str = ""
    """For the referee."""
    found: bool = False


class LandHex(Struct, frozen=True):
    """One hex of the map."""

    id: HexId
    terrain: Terrain
    name: str = ""
    glance: str = ""
    """What people in the hex see."""
    secret: str = ""
    """For the referee."""
    deep_canopy: bool = False
    tags: frozenset[Tag] = frozenset()
    charted: bool = False
    """Whether it is on the players' map from the start."""
    encounters: str = ""
    """The name of its encounter table; empty for the table of its region or of the lands."""
    good: str = ""
    """The name of its table of good encounters; empty for the table of its region or of the lands."""
    features: Mapping[FeatureId, LandFeature] = {}
    region: RegionId | None = None
    """The region it belongs to; without one, the region of its terrain."""


class Region(Struct, frozen=True):
    """A part of the lands with its own encounters and weather: a forest, a coast, all marshes."""

    id: RegionId
    name: str
    encounters: str = ""
    """The name of its encounter table."""
    good: str = ""
    """The name of its table of good encounters."""
    weathers: Mapping[str, tuple[Weather, ...]] = {}
    """Its own lists of weathers by season; other seasons have the list of the lands."""
    climate: Climate | None = None
    """Its own climate, which gives the weather of a season without a list; the climate of the lands if not given."""


class Lands(Struct, frozen=True):
    """The lands the party travels; a campaign without hexes has none."""

    name: str = ""
    season: str = ""
    """The season now, a key of `weathers`."""
    climate: Climate = Climate.WARM
    """The climate that gives the weather of a season without a list."""
    weather: Weather = Weather.CLEAR
    hex_km: Fraction | None = None
    """The width of a hex in kilometres, for hikes."""
    hex_miles: Fraction | None = None
    """The width of a hex in miles, for journeys told in a montage."""
    hexes: Mapping[HexId, LandHex] = {}
    ways: tuple[LandWay, ...] = ()
    encounters: str = ""
    """The encounter table of hexes that name none."""
    good: str = ""
    """The table of good encounters of hexes that name none; if empty, the book's own three kinds are used."""
    tables: Mapping[str, tuple[EncounterRow, ...]] = {}
    """Encounter tables, good and bad, by name."""
    weathers: Mapping[str, tuple[Weather, ...]] = {}
    """Lists of weathers by season; a weather listed twice comes twice as often."""
    creatures: Mapping[CreaturesId, Creatures] = {}
    """The creatures that the tables name."""
    regions: Mapping[RegionId, Region] = {}
    """Parts of the lands with their own encounters and weather."""
    terrains: Mapping[Terrain, RegionId] = {}
    """The regions of whole terrains; a hex that names a region belongs to that one first."""

    def regions_of(self, hex: LandHex | None) -> Iterator[Region]:
        """The regions of a hex: the one that it names, then the one of its terrain."""
        if hex is None:
            return
        for id in dict.fromkeys((hex.region, self.terrains.get(hex.terrain))):
            if id is not None and id in self.regions:
                yield self.regions[id]

    def encounters_in(self, hex: LandHex | None, *, good: bool = False) -> str:
        """The name of the encounter table that counts in a hex: its own, its region's, its terrain's, or the lands'."""
        places = (*(() if hex is None else (hex,)), *self.regions_of(hex), self)
        named = (place.good if good else place.encounters for place in places)
        return next((name for name in named if name), "")

    def weathers_in(self, hex: LandHex | None) -> tuple[Weather, ...]:
        """The list of weathers that counts in a hex this season; empty where the climate decides."""
        for region in self.regions_of(hex):
            listed = region.weathers.get(self.season, ())
            if listed or region.climate is not None:
                return listed
        return self.weathers.get(self.season, ())

    def climate_in(self, hex: LandHex | None) -> Climate:
        """The climate that counts in a hex: that of its region, of the region of its terrain, or of the lands."""
        own = (region.climate for region in self.regions_of(hex) if region.climate is not None)
        return next(own, self.climate)

    def road(self, here: HexId, there: HexId) -> Road:
        """The best road between two hexes."""
        return best_road(self.ways, here, there)

    def hex_of(self, site: SiteId) -> HexId | None:
        """The hex that holds a site."""
        features = ((hex.id, feature) for hex in self.hexes.values() for feature in hex.features.values())
        return next((hex for hex, feature in features if feature.site == site), None)
