"""Edits of the regions of a land: their names, tables and weather, and the terrains that belong to them."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from undercroft.books.hexcrawl.land import Terrain, Weather
from undercroft.books.hexcrawl.weather import Climate
from undercroft.faces.views.prepare.land_desk import Desk, EditKind, LandEdit, Writing, read_field
from undercroft.faces.views.prepare.land_words import chances_in, season_weathers
from undercroft.kernel.faults import BadInput
from undercroft.table.state.changes import LandsChange, LandsHead, RegionChange, part_of
from undercroft.table.state.ids import RegionId
from undercroft.table.state.lands import Region
from undercroft.table.state.new_ids import new_id

_FIELDS: Mapping[str, Callable[[str], object]] = {
    "name": str.strip,
    "encounters": str,
    "good": str,
    "climate": lambda text: Climate(text) if text else None,
}


def region_of(desk: Desk, id: str) -> Region:
    """A region as it is with the edits so far."""
    found: Region | None = desk.now(RegionChange(Region(RegionId(id), "")))
    if found is None:
        raise BadInput("gone", "that region is no longer in this land", "look at the list of regions")
    return found


def write_region(desk: Desk, id: str, seen: Mapping[str, object], value: Mapping[str, object]) -> None:
    """Write fields of a region, of which their writer saw other values."""
    region = region_of(desk, id)
    before: Region | None = desk.before(RegionChange(region))
    base = None if before is None else replace(before, **seen)
    desk.changes[part_of(RegionChange(region))] = RegionChange(base, replace(region, **value))


def _region(desk: Desk, edit: LandEdit) -> None:
    seen, value = (read_field(_FIELDS, edit.field, text) for text in (edit.seen, edit.value))
    if edit.field == "name" and not value:
        raise BadInput("no_name", "a region has a name", "enter one")
    write_region(desk, edit.id, {edit.field: seen}, {edit.field: value})


def _add_region(desk: Desk, edit: LandEdit) -> None:
    name = edit.value.strip()
    if not name:
        raise BadInput("no_name", "the region has no name", "enter a name")
    desk.put(RegionChange(None, Region(RegionId(new_id(name, desk.world.lands.regions, "region")), name)))


def _drop_region(desk: Desk, edit: LandEdit) -> None:
    """Remove a region; its hexes and terrains belong to no region then."""
    desk.put(RegionChange(region_of(desk, edit.id)))
    for hex in desk.hexes.values():
        if hex.region == edit.id:
            desk.write_hex(hex.id, {}, {"region": None})
    for terrain, region in desk.world.lands.terrains.items():
        if region == edit.id:
            write_terrain(desk, terrain, edit.id, "")


def _region_weather(desk: Desk, edit: LandEdit) -> None:
    """Say how often a weather is in a region's list of a season; a list without any is the land's again."""
    region, season, weather = region_of(desk, edit.id), edit.to.strip(), Weather(edit.field)
    if not season:
        raise BadInput("no_name", "that is not the name of a season", "add a season first")
    counts = {each: region.weathers.get(season, ()).count(each) for each in Weather}
    seen, value = (season_weathers({**counts, weather: chances_in(text)}) for text in (edit.seen, edit.value))
    before: Region = desk.before(RegionChange(region)) or region
    base = before.weathers if season_weathers(counts) == seen else _with(before.weathers, season, seen)
    write_region(desk, region.id, {"weathers": base}, {"weathers": _with(region.weathers, season, value)})


def _with(
    weathers: Mapping[str, tuple[Weather, ...]], season: str, listed: tuple[Weather, ...]
) -> Mapping[str, tuple[Weather, ...]]:
    return {name: each for name, each in {**weathers, season: listed}.items() if each}


def write_terrain(desk: Desk, terrain: Terrain, seen: str, value: str) -> None:
    """Give all hexes of a terrain a region, or none."""
    now: LandsHead = desk.now(LandsChange()) or LandsHead()
    before: LandsHead | None = desk.before(LandsChange())
    base = None if before is None else replace(before, terrains=_given(before.terrains, terrain, seen))
    after = replace(now, terrains=_given(now.terrains, terrain, value))
    desk.changes[part_of(LandsChange())] = LandsChange(base, after)


def _given(terrains: Mapping[Terrain, RegionId], terrain: Terrain, region: str) -> Mapping[Terrain, RegionId]:
    return {each: id for each, id in {**terrains, terrain: RegionId(region)}.items() if id}


def _terrain(desk: Desk, edit: LandEdit) -> None:
    if edit.value:
        region_of(desk, edit.value)
    write_terrain(desk, Terrain(edit.id), edit.seen, edit.value)


REGION_DEEDS: Mapping[EditKind, Writing] = {
    EditKind.REGION: _region,
    EditKind.ADD_REGION: _add_region,
    EditKind.DROP_REGION: _drop_region,
    EditKind.REGION_WEATHER: _region_weather,
    EditKind.TERRAIN: _terrain,
}
