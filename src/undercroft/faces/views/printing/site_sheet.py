"""A level of a site on paper: its turns, its map and its key."""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from undercroft.exchange.outline import outlined
from undercroft.faces.views.dungeon.picture_map import PictureMap, printed_picture
from undercroft.faces.views.dungeon.zone_map import ZoneMap, site_map
from undercroft.faces.views.printing.key import KeyRoom, full_key, seen_key
from undercroft.faces.views.printing.tables import PrintedTable, encounter_table
from undercroft.faces.views.printing.turn_sheet import TurnSheet, turn_sheet
from undercroft.table.site.room_numbers import room_numbers
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.ids import SiteId, ZoneId
from undercroft.table.state.seen_sites import SeenSite
from undercroft.table.state.sites import Clock, Site
from undercroft.table.world.map_handouts import handout, laid_open


class SiteSheet(Struct, frozen=True):
    """One level."""

    site: str
    level: str
    """Which level it is; empty for a site with one level."""
    map: ZoneMap
    key: tuple[KeyRoom, ...]
    turns: TurnSheet
    wandering: PrintedTable | None = None
    """The encounter table, for the referee."""
    picture: PictureMap | None = None
    """The picture of a paper map in place of the drawn map."""


def site_sheets(known: Campaign, id: SiteId, *, secrets: bool, pictures: bool = False) -> Iterator[SiteSheet]:
    """A sheet for every level of a site that a seat knows: with its secrets, or to hand to players.

    With `pictures`, a level is printed on the picture of its paper map, where it has one that may be seen.
    """
    for sheet in _sheets(known, id, secrets=secrets):
        found = printed_picture(known, id, sheet.map.level, secrets=secrets) if pictures else None
        yield replace(sheet, picture=found)


def _sheets(known: Campaign, id: SiteId, *, secrets: bool) -> Iterator[SiteSheet]:
    truth, seen = known.sites.get(id), known.seen.get(id)
    if truth is not None and truth.zones and secrets:
        yield from _full(known, truth)
    elif truth is not None and truth.zones:
        numbers = room_numbers(truth)
        yield from _seen(Campaign(house=known.house), handout(truth, seen), known, numbers, truth.clocks)
    elif seen is not None and seen.zones:
        yield from _seen(known, seen, known, {}, {})


def _full(known: Campaign, site: Site) -> Iterator[SiteSheet]:
    whole, numbers, open_to_all = outlined(site, known.things.values()), room_numbers(site), laid_open(site)
    levels = sorted({zone.level for zone in site.zones.values()})
    for level in levels:
        clock = site.clocks.get(level, site.clock)
        yield SiteSheet(
            site.name,
            _named(level, levels),
            site_map(site, open_to_all, level, numbers),
            full_key(whole, level),
            turn_sheet(known, clock, site, level),
            encounter_table(site.name, site.encounters) if site.encounters else None,
        )


def _seen(
    known: Campaign, seen: SeenSite, table: Campaign, numbers: Mapping[ZoneId, str], clocks: Mapping[int, Clock]
) -> Iterator[SiteSheet]:
    """The sheets by what people saw, at a table whose time and house rules give the turns."""
    levels = sorted({zone.level for zone in seen.zones.values()})
    for level in levels:
        yield SiteSheet(
            seen.name,
            _named(level, levels),
            site_map(seen, seen, level, numbers),
            seen_key(known, seen, level, numbers),
            turn_sheet(table, clocks.get(level, seen.clock)),
        )


def _named(level: int, levels: list[int]) -> str:
    return f"level {level}" if len(levels) > 1 else ""
