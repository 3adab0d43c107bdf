"""The country on paper: its hexes, and what is in them."""

from collections.abc import Iterator
from string import ascii_uppercase

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.hexcrawl.discovery import Visibility
from undercroft.faces.views.printing.key import FOR_THE_REFEREE, MARKS, KeyLine, KeyRoom
from undercroft.faces.views.road.hex_geometry import MapSpot, borders
from undercroft.faces.views.road.hex_map import HexMap, hex_map
from undercroft.faces.views.road.regions import region_views
from undercroft.kernel.units import Seconds
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.ids import GroupId, HexId
from undercroft.table.state.lands import LandFeature, LandHex, Lands, Region
from undercroft.table.state.seen_copy import as_seen
from undercroft.table.state.seen_lands import SeenHex, SeenLandFeature, SeenLands
from undercroft.table.world.map_handouts import land_handout

_GRADES = {Visibility.OVERT: "\u2302", Visibility.HIDDEN: MARKS["?"], Visibility.SECRET: MARKS["*"]}


class PrintedRegion(Struct, frozen=True):
    """A region on paper: its letter on the map, its name, what belongs to it, and its encounter tables."""

    letter: str
    name: str
    holds: str
    tables: str


class LandSheet(Struct, frozen=True):
    """The hex map and its key; for the referee the regions too, their borders and the letters in their hexes."""

    map: HexMap
    key: tuple[KeyRoom, ...]
    regions: tuple[PrintedRegion, ...] = ()
    borders: str = ""
    letters: tuple[tuple[MapSpot, str], ...] = ()


def land_sheet(known: Campaign, *, secrets: bool) -> LandSheet | None:
    """The country as a seat knows it: with its secrets, or to hand to players."""
    truth, seen = known.lands, known.seen_lands
    if not truth.hexes and not seen.hexes:
        return None
    if truth.hexes and secrets:
        shown = _full(truth)
        key = tuple(filter(None, (_hex(hex) for _, hex in sorted(truth.hexes.items()))))
    else:
        shown = land_handout(truth, seen)
        truth = Lands(hexes={id: LandHex(id, hex.terrain) for id, hex in truth.hexes.items()}, ways=shown.ways)
        key = tuple(filter(None, (_seen_hex(hex) for _, hex in sorted(shown.hexes.items()))))
    nobody = Group(GroupId(""), "", (), Seconds(0))
    drawn = hex_map(Campaign(lands=truth, seen_lands=shown), nobody, None)
    if drawn is None:
        return None
    return _with_regions(LandSheet(drawn, key), known.lands) if secrets else LandSheet(drawn, key)


def _with_regions(sheet: LandSheet, lands: Lands) -> LandSheet:
    """The sheet with the region that counts first in each hex."""
    letters = dict(zip(lands.regions, ascii_uppercase, strict=False))
    of = {id: region.id for id, hex in lands.hexes.items() for region in tuple(lands.regions_of(hex))[:1]}
    middles = {cell.id: cell.at for cell in sheet.map.cells}
    return replace(
        sheet,
        regions=tuple(
            PrintedRegion(letters.get(view.region.id, ""), view.region.name, view.holds, _tables(view.region))
            for view in region_views(lands)
        ),
        borders=borders(middles, of),
        letters=tuple((middles[id], letters[region]) for id, region in of.items() if region in letters),
    )


def _tables(region: Region) -> str:
    named = (("encounters", region.encounters), ("good encounters", region.good))
    weather = [f"weather of its own in {', '.join(region.weathers)}"] if region.weathers else []
    return "; ".join((*(f"{what}: {name}" for what, name in named if name), *weather))


def _full(lands: Lands) -> SeenLands:
    """The country as people would know it who had been everywhere and found nothing hidden."""
    hexes: dict[HexId, SeenHex] = {}
    for id, hex in lands.hexes.items():
        overt = {
            feature.id: as_seen(SeenLandFeature, feature)
            for feature in hex.features.values()
            if feature.grade is Visibility.OVERT
        }
        hexes[id] = as_seen(SeenHex, hex, visited=True, features=overt)
    return replace(SeenLands(), name=lands.name, hexes=hexes, ways=lands.ways)


def _hex(hex: LandHex) -> KeyRoom | None:
    lines = [line for feature in hex.features.values() for line in _feature(feature)]
    if hex.secret:
        lines.append(KeyLine(FOR_THE_REFEREE, hex.secret))
    if not (hex.name or hex.glance or lines):
        return None
    return KeyRoom(hex.id, hex.name or _ground(hex), _states(hex), hex.glance, tuple(lines))


def _states(hex: LandHex | SeenHex) -> tuple[str, ...]:
    return (_ground(hex),) if hex.name else ()


def _ground(hex: LandHex | SeenHex) -> str:
    return hex.terrain.value.replace("_", " ")


def _feature(feature: LandFeature | SeenLandFeature) -> Iterator[KeyLine]:
    what = f": {feature.what}" if feature.what else ""
    yield KeyLine(_GRADES[feature.grade], f"{feature.name}{what}")
    if isinstance(feature, LandFeature):
        yield from (KeyLine("\u201c", hint.text) for hint in feature.hints)
        if feature.secret:
            yield KeyLine(FOR_THE_REFEREE, feature.secret)


def _seen_hex(hex: SeenHex) -> KeyRoom | None:
    lines = [line for feature in hex.features.values() for line in _feature(feature)]
    if not (hex.name or hex.glance or lines):
        return None
    return KeyRoom(hex.id, hex.name or _ground(hex), _states(hex), hex.glance, tuple(lines))
