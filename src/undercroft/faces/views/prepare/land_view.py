"""A land that is prepared: its map, the costs of its terrains, its encounter tables and its weather."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.hexcrawl.encounters import Circumstances, encounter_die_wilderness, meaning
from undercroft.books.hexcrawl.land import Road, Terrain, Weather
from undercroft.books.hexcrawl.overloaded_die import Event
from undercroft.faces.views.prepare.encounter_words import row_words
from undercroft.faces.views.prepare.land_costs import LandCosts
from undercroft.faces.views.prepare.land_tables import table_text
from undercroft.faces.views.road.hex_geometry import GLYPHS
from undercroft.faces.views.road.hex_map import HexCell, HexMap, hex_map
from undercroft.faces.views.road.regions import RegionView, SeasonView, region_views, season_view
from undercroft.kernel.amounts import counted, roughly
from undercroft.kernel.dice import D6
from undercroft.kernel.units import Seconds
from undercroft.table.lore.lookup import kind_named
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.changes import address
from undercroft.table.state.ids import GroupId, HexId
from undercroft.table.state.lands import LandFeature, LandHex, Lands, LandWay, Path
from undercroft.table.state.markets import BY_THE_BOOK
from undercroft.table.state.seen_lands import SeenLands
from undercroft.table.state.sites import EncounterRow

ROADS: Mapping[str, Path] = {"road": Path.MAINTAINED, "trail": Path.TRAIL, "river": Path.RIVER}
"""The ways as people call them."""


class Brush(Struct, frozen=True):
    """A terrain to paint with."""

    terrain: str
    key: int
    says: str
    glyph: str


def brushes(costs: LandCosts) -> tuple[Brush, ...]:
    """The terrains to paint with, each with its cost in this house."""
    return tuple(
        Brush(terrain.value, key, costs.says(terrain), GLYPHS[terrain.value]) for key, terrain in enumerate(Terrain, 1)
    )


class LandCell(Struct, frozen=True):
    """A hex as it is drawn and listed."""

    cell: HexCell
    hex: LandHex
    cost: str
    fresh: bool
    """Whether the draft changes it."""
    says: str
    ways: str
    region: str
    """The region that counts first in it."""


class TableChoice(Struct, frozen=True):
    """The table that hexes name for themselves, and the one that counts where they name none."""

    named: str
    """The table that all of them name; empty for none."""
    mixed: str
    """The tables that count, in words, where the hexes name different ones."""
    usual: str


class GroundRow(Struct, frozen=True):
    """A terrain: its hexes, the cost to enter one, its region, and the encounter tables of its hexes."""

    terrain: str
    hexes: int
    clear: str
    trail: str
    rain: str
    region: str
    encounters: TableChoice
    good: TableChoice


class RowView(Struct, frozen=True):
    """A row of an encounter table."""

    number: int
    words: str
    about: str
    omen: str


class TableView(Struct, frozen=True):
    """An encounter table: its rows, each with the same chance, and the text that a person types."""

    name: str
    rows: tuple[RowView, ...]
    text: str
    each: Fraction | None
    used: str


class LandView(Struct, frozen=True):
    """All of a land that is prepared."""

    lands: Lands
    map: HexMap | None
    cells: tuple[LandCell, ...]
    party: tuple[HexCell, ...]
    """The hexes where groups are."""
    ground: tuple[GroundRow, ...]
    tables: tuple[TableView, ...]
    seasons: tuple[SeasonView, ...]
    regions: tuple[RegionView, ...]
    met: Fraction
    """The chance of an encounter on a day of travel with a night in camp."""


def land_view(known: Campaign, world: Campaign) -> LandView:
    """The land of a campaign with its draft."""
    costs = costs_of(world)
    nobody = Group(GroupId("prepare"), "", (), Seconds(0))
    drawn = hex_map(replace(world, seen_lands=SeenLands()), nobody, None)
    cells = tuple(_cell(known, world.lands, costs, cell) for cell in drawn.cells) if drawn is not None else ()
    at = {group.hex for group in known.groups.values() if group.members}
    return LandView(
        world.lands,
        drawn,
        cells,
        tuple(cell.cell for cell in cells if cell.cell.id in at),
        tuple(_ground(world.lands, costs)),
        tuple(_table(world, name, rows) for name, rows in world.lands.tables.items()),
        tuple(season_view(name, weathers) for name, weathers in world.lands.weathers.items()),
        tuple(region_views(world.lands)),
        met_on_a_day(known),
    )


def costs_of(world: Campaign) -> LandCosts:
    """The costs of the hexes of a land, as the house travels."""
    return LandCosts(world.house.wilderness, world.lands.hex_miles)


def _cell(known: Campaign, lands: Lands, costs: LandCosts, cell: HexCell) -> LandCell:
    hex = lands.hexes[cell.id]
    cost = costs.number(hex.terrain)
    ways = "; ".join(_way_words(cell.id, way) for way in lands.ways if cell.id in way.between)
    holds = "; ".join(f"{feature.name} ({_sort(feature)})" for feature in hex.features.values())
    charted = "on the players' map" if hex.charted else "not on the players' map"
    region = next((region.name for region in lands.regions_of(hex)), "")
    spoken = (cell.id, hex.name, hex.terrain.value.replace("_", " "), region, cost, charted, holds, ways)
    fresh = address("lands", "hexes", cell.id) in known.draft
    return LandCell(replace(cell, holds=holds), hex, cost, fresh, ", ".join(filter(None, spoken)), ways, region)


def _sort(feature: LandFeature) -> str:
    """The grade of a feature, and whether it is a town."""
    town = "town" if feature.market == BY_THE_BOOK else "town with a market of its own"
    return f"{feature.grade.value}, {town}" if feature.town is not None else feature.grade.value


def _way_words(id: HexId, way: LandWay) -> str:
    kind = next(word for word, path in ROADS.items() if path is way.path)
    return f"{way.name or kind} to {way.other(id)}"


def _ground(lands: Lands, costs: LandCosts) -> Iterable[GroundRow]:
    for terrain in Terrain:
        hexes = [hex for hex in lands.hexes.values() if hex.terrain is terrain]
        if not hexes:
            continue
        numbers = (
            costs.number(terrain),
            costs.number(terrain, Road.TRAIL),
            costs.number(terrain, Road.NONE, Weather.RAIN),
        )
        tables = (_choice(lands, hexes, good=good) for good in (False, True))
        yield GroundRow(terrain.value, len(hexes), *numbers, lands.terrains.get(terrain, ""), *tables)


def _choice(lands: Lands, hexes: list[LandHex], *, good: bool) -> TableChoice:
    """The tables of hexes of one terrain."""
    named = sorted({hex.good if good else hex.encounters for hex in hexes})
    counts = dict.fromkeys(lands.encounters_in(hex, good=good) or "no table" for hex in hexes)
    usual = lands.encounters_in(LandHex(hexes[0].id, hexes[0].terrain), good=good)
    return TableChoice(named[0], ", ".join(counts) if len(named) > 1 else "", usual)


def _table(world: Campaign, name: str, rows: tuple[EncounterRow, ...]) -> TableView:
    lands = world.lands
    used = sum(name == lands.encounters_in(hex) for hex in lands.hexes.values())
    good = sum(name == lands.encounters_in(hex, good=True) for hex in lands.hexes.values())
    words = [counted(used, "hex", "hexes")] if used or not good else []
    words += [f"good encounters of {counted(good, 'hex', 'hexes')}"] if good else []
    return TableView(
        name,
        tuple(_row(world, number, row) for number, row in enumerate(rows, 1)),
        table_text(rows),
        Fraction(1, len(rows)) if rows else None,
        ", ".join(words),
    )


def _row(world: Campaign, number: int, row: EncounterRow) -> RowView:
    kind = kind_named(world, world.lands.creatures, row.creatures)
    about = f"HD {roughly(kind.hd)}" if kind is not None else "event"
    return RowView(number, row_words(row), about, row.omen)


def met_on_a_day(known: Campaign) -> Fraction:
    """The chance that a die of the day, on the way or in camp, is an encounter, as the house reads them."""
    none = Fraction(1)
    for at_camp in (False, True):
        asked = Circumstances(tags=frozenset(), at_camp=at_camp)
        given = known.house.applied(encounter_die_wilderness, asked)
        faces = [meaning(face, given) for face in D6.values]
        none *= 1 - Fraction(faces.count(Event.ENCOUNTER), len(faces))
    return 1 - none
