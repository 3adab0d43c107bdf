"""The regions of a land that is prepared: their tables, their hexes, and their weather by season."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from undercroft.books.hexcrawl.land import Weather
from undercroft.kernel.amounts import counted
from undercroft.table.state.lands import Lands, Region


class SeasonView(Struct, frozen=True):
    """A season's weathers: how often each comes, and of how many."""

    name: str
    counts: tuple[tuple[str, int], ...]
    of: int


class RegionView(Struct, frozen=True):
    """A region: what belongs to it, and its weather in every season of the land."""

    region: Region
    holds: str
    """The terrains and the number of hexes that belong to it, in words."""
    seasons: tuple[SeasonView, ...]


def season_view(name: str, weathers: tuple[Weather, ...]) -> SeasonView:
    """A season with how often each weather comes."""
    return SeasonView(name, tuple((weather.value, weathers.count(weather)) for weather in Weather), len(weathers))


def region_views(lands: Lands) -> Iterator[RegionView]:
    """The regions of a land."""
    for region in lands.regions.values():
        seasons = (season_view(name, region.weathers.get(name, ())) for name in seasons_of(lands))
        yield RegionView(region, _holds(lands, region), tuple(seasons))


def seasons_of(lands: Lands) -> Iterable[str]:
    """Every season that a land or one of its regions names, and the season now."""
    of_regions = (season for region in lands.regions.values() for season in region.weathers)
    return dict.fromkeys((*lands.weathers, *filter(None, (lands.season,)), *of_regions))


def _holds(lands: Lands, region: Region) -> str:
    grounds = [f"all {terrain.value.replace('_', ' ')}" for terrain, id in lands.terrains.items() if id == region.id]
    named = sum(hex.region == region.id for hex in lands.hexes.values())
    hexes = [counted(named, "hex", "hexes")] if named or not grounds else []
    return ", ".join((*grounds, *hexes))
