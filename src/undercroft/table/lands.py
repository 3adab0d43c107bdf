"""The lands as they truly are: hexes, the ways between them, what lies in them in its three grades, and the weather.

A hex is called by column and row, such as `0505`: the fifth column from the left, the fifth hex from the top. Columns
with an even number stand half a hex lower than their neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from undercroft.books.hexcrawl.discovery import Channel, Visibility
from undercroft.books.hexcrawl.encounters import Tag
from undercroft.books.hexcrawl.land import Road, Terrain, Weather
from undercroft.books.hexcrawl.weather import Climate
from undercroft.table.names import CreaturesId, FeatureId, HexId, SiteId, TownId
from undercroft.table.sites import Creatures, Row


class Path(StrEnum):
    """What leads from a hex to the next."""

    TRAIL = "trail"
    MAINTAINED = "maintained"
    RIVER = "river"


class Way(Struct, frozen=True):
    """A trail, a road or a river between two hexes that border each other; it is drawn from middle to middle."""

    between: tuple[HexId, HexId]
    path: Path
    name: str = ""

    def other(self, end: HexId) -> HexId | None:
        """Where it leads from that hex; None where it does not touch it."""
        first, second = self.between
        return second if end == first else first if end == second else None


def best_road(ways: Iterable[Way], one: HexId, other: HexId) -> Road:
    """The best road between two hexes among these ways; a river is none."""
    paths = {way.path for way in ways if way.other(one) == other}
    if Path.MAINTAINED in paths:
        return Road.MAINTAINED
    return Road.TRAIL if Path.TRAIL in paths else Road.NONE


class LandHint(Struct, frozen=True):
    """What points to something in a hex, and whether it has been told. `lead` names what one then knows to look for."""

    text: str
    channel: Channel = Channel.RUMOUR
    lead: str = ""
    given: bool = False


class LandFeature(Struct, frozen=True):
    """Something in a hex: overt for whoever comes there, hidden until a search, secret until a whole day's search.

    A landmark is an overt one that is seen from further off.
    """

    id: FeatureId
    name: str
    what: str
    """What is seen of it, in words for the table."""
    grade: Visibility = Visibility.OVERT
    landmark: bool = False
    site: SiteId | None = None
    """The site one can enter there."""
    town: TownId | None = None
    """The town it is."""
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
    """What anybody sees who comes there."""
    secret: str = ""
    """For the referee."""
    deep_canopy: bool = False
    tags: frozenset[Tag] = frozenset()
    charted: bool = False
    """It is on the players' map from the beginning."""
    encounters: str = ""
    """The table of its encounters; none for that of the lands."""
    good: str = ""
    """The table of its good encounters; none for that of the lands."""
    features: Mapping[FeatureId, LandFeature] = {}


class Lands(Struct, frozen=True):
    """The country the party travels. Without hexes there is none."""

    name: str = ""
    season: str = ""
    """Names the list of weathers that holds now."""
    climate: Climate = Climate.WARM
    """What the weather can be where no list says so."""
    weather: Weather = Weather.CLEAR
    hex_km: Fraction | None = None
    """How wide a hex is in kilometres, for marches that are measured so."""
    hex_miles: Fraction | None = None
    """How wide a hex is in miles, for journeys that are told in passing."""
    hexes: Mapping[HexId, LandHex] = {}
    ways: tuple[Way, ...] = ()
    encounters: str = ""
    """The table of encounters where a hex names none."""
    good: str = ""
    """The table of good encounters where a hex names none; without one the book's own three kinds are used."""
    tables: Mapping[str, tuple[Row, ...]] = {}
    """Tables of encounters, good and bad, by name."""
    weathers: Mapping[str, tuple[Weather, ...]] = {}
    """Lists of weathers by season; what stands there twice comes twice as often."""
    creatures: Mapping[CreaturesId, Creatures] = {}
    """The kinds that the tables name."""

    def road(self, one: HexId, other: HexId) -> Road:
        """The best road between two hexes."""
        return best_road(self.ways, one, other)

    def hex_of(self, site: SiteId) -> HexId | None:
        """The hex in which a site lies."""
        return next((hex.id for hex in self.hexes.values() for one in hex.features.values() if one.site == site), None)
