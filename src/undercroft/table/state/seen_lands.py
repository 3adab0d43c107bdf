"""The lands as people have seen them, with nothing they were not told."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.books.hexcrawl.encounters import Tag
from undercroft.books.hexcrawl.land import Road, Terrain, Weather
from undercroft.table.state.ids import FeatureId, HexId, SiteId, TownId
from undercroft.table.state.lands import LandWay, best_road
from undercroft.table.state.markets import Market


class SeenLandFeature(Struct, frozen=True):
    """A feature of a hex that people have seen, and whether it was overt, hidden or secret."""

    id: FeatureId
    name: str
    what: str
    grade: Visibility = Visibility.OVERT
    landmark: bool = False
    site: SiteId | None = None
    town: TownId | None = None
    market: Market | None = None
    """The market of the town, for people who were there; None for everybody else."""


class SeenHex(Struct, frozen=True):
    """A hex on the players' map: seen from afar, or visited, with the features found in it."""

    id: HexId
    terrain: Terrain
    visited: bool = False
    name: str = ""
    glance: str = ""
    deep_canopy: bool = False
    tags: frozenset[Tag] = frozenset()
    features: Mapping[FeatureId, SeenLandFeature] = {}


class HeardHint(Struct, frozen=True):
    """A hint that people heard or noticed about a hex; `lead` is what they know to look for."""

    hex: HexId
    text: str
    lead: str = ""


class SeenLands(Struct, frozen=True):
    """The known part of the lands."""

    name: str = ""
    season: str = ""
    weather: Weather = Weather.CLEAR
    hexes: Mapping[HexId, SeenHex] = {}
    ways: tuple[LandWay, ...] = ()
    hints: tuple[HeardHint, ...] = ()

    def road(self, here: HexId, there: HexId) -> Road:
        """The best known road between two hexes."""
        return best_road(self.ways, here, there)

    @property
    def destinations(self) -> tuple[HexId, ...]:
        """Hexes with known features."""
        return tuple(hex.id for hex in self.hexes.values() if hex.features)


def with_hex(lands: SeenLands, more: SeenHex) -> SeenLands:
    """The map with what is newly seen of a hex added."""
    known = lands.hexes.get(more.id)
    if known is not None:
        more = replace(
            more,
            visited=known.visited or more.visited,
            name=more.name or known.name,
            glance=more.glance or known.glance,
            deep_canopy=known.deep_canopy or more.deep_canopy,
            tags=known.tags | more.tags,
            features={**known.features, **{id: _kept(known, feature) for id, feature in more.features.items()}},
        )
    return replace(lands, hexes={**lands.hexes, more.id: more})


def _kept(known: SeenHex, feature: SeenLandFeature) -> SeenLandFeature:
    """A feature that is seen again, with the market that people remember."""
    old = known.features.get(feature.id)
    return feature if old is None or feature.market is not None else replace(feature, market=old.market)


def with_market(lands: SeenLands, at: HexId, id: FeatureId, market: Market) -> SeenLands:
    """The map with the market of a town on it, if it has the town."""
    hex = lands.hexes.get(at)
    feature = hex.features.get(id) if hex is not None else None
    if hex is None or feature is None:
        return lands
    hex = replace(hex, features={**hex.features, id: replace(feature, market=market)})
    return replace(lands, hexes={**lands.hexes, at: hex})


def with_ways(lands: SeenLands, ways: tuple[LandWay, ...]) -> SeenLands:
    """The map with these ways added, each once."""
    return replace(lands, ways=tuple(dict.fromkeys((*lands.ways, *ways))))


def merged(known: SeenLands, more: SeenLands) -> SeenLands:
    """A known map with what another map adds; the weather comes from `more`."""
    for hex in more.hexes.values():
        known = with_hex(known, hex)
    known = with_ways(known, more.ways)
    hints = tuple(dict.fromkeys((*known.hints, *more.hints)))
    name, season = more.name or known.name, more.season or known.season
    return replace(known, name=name, season=season, weather=more.weather, hints=hints)


def told_of(known: SeenLands, more: SeenLands) -> SeenLands:
    """A known map with what others tell of theirs; people trust the markets that they have seen themselves."""
    told = merged(known, more)
    for hex in known.hexes.values():
        for feature in hex.features.values():
            if feature.market is not None:
                told = with_market(told, hex.id, feature.id, feature.market)
    return told


def difference(ours: SeenLands, theirs: SeenLands) -> SeenLands | None:
    """What is on our map and different on theirs; None if nothing is."""
    hexes = {id: hex for id, hex in ours.hexes.items() if theirs.hexes.get(id) != hex}
    ways = tuple(way for way in ours.ways if way not in theirs.ways)
    hints = tuple(hint for hint in ours.hints if hint not in theirs.hints)
    if not (hexes or ways or hints or ours.name != theirs.name):
        return None
    return replace(ours, hexes=hexes, ways=ways, hints=hints)
