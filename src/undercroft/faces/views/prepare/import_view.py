"""A file of another program before it is taken: its map, what can be corrected, and what was read of it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from undercroft.books.hexcrawl.land import Terrain
from undercroft.exchange.foreign.correcting import parts_in, tables_wanted
from undercroft.exchange.foreign.corrections import Corrections
from undercroft.exchange.foreign.door_kinds import Passable, door_as
from undercroft.exchange.foreign.imported import Imported
from undercroft.exchange.foreign.report import ImportReport
from undercroft.exchange.outline.outlined import Outlined
from undercroft.faces.views.dungeon.zone_map import ZoneMap, site_map
from undercroft.faces.views.prepare.land_view import LandView, land_view
from undercroft.table.site.room_numbers import room_numbers
from undercroft.table.state.campaign import Campaign
from undercroft.table.state.changes import address
from undercroft.table.state.ids import DoorId, PartId, ZoneId
from undercroft.table.state.lore import RandomTable
from undercroft.table.state.sites import Site
from undercroft.table.world.map_handouts import handout, laid_open

MOST_ROWS = 300
"""The rows of tables that the page shows."""
_DOORS: Mapping[Passable, str] = {
    Passable.OPENING: "no door",
    Passable.DOOR: "door",
    Passable.STUCK: "stuck door",
    Passable.LOCKED: "locked door",
    Passable.BARRED: "barred door",
    Passable.HIDDEN: "hidden: a search finds it",
    Passable.SECRET: "secret: only a clue leads there",
}


class ImportDoor(Struct, frozen=True):
    """A door of the map that can be corrected."""

    part: PartId
    name: str
    leads: str
    kind: str
    clue: str | None = None
    """The first clue to it; None where it is not concealed."""
    options: tuple[tuple[str, str], ...] = tuple((kind.value, words) for kind, words in _DOORS.items())


class ImportRoom(Struct, frozen=True):
    """A room of the map that can be corrected."""

    part: PartId
    id: ZoneId
    number: str
    name: str
    corridor: bool
    level: int
    text: str
    doors: tuple[ImportDoor, ...] = ()


class ImportHex(Struct, frozen=True):
    """A hex that can be corrected."""

    part: PartId
    id: str
    name: str
    terrain: str


class ImportPart(Struct, frozen=True):
    """A part that can be left out: a site, a table, a monster, or a room that was left out."""

    part: PartId
    name: str
    sort: str
    out: bool


class ImportView(Struct, frozen=True):
    """What the page of an import shows."""

    what: str
    title: str
    report: ImportReport
    sites: tuple[tuple[PartId, str], ...]
    shown: PartId | None
    """The site whose map is drawn."""
    map: ZoneMap | None
    rooms: tuple[ImportRoom, ...]
    room: ImportRoom | None
    door: ImportDoor | None
    hex: ImportHex | None
    land: LandView | None
    terrains: tuple[tuple[str, int, str], ...]
    """The kinds of ground in the file, how many hexes have each, and what each is taken for."""
    parts: tuple[ImportPart, ...]
    secret_doors: int
    tables: tuple[RandomTable, ...]
    """The tables with their rows, as many as fit on a page."""


def import_view(
    file: Imported, now: Imported, wanted: Corrections, part: str, level: int | None, *, as_players: bool = False
) -> ImportView:
    """What a file holds as it was read and as it is corrected, with the part that is being looked at."""
    lands = now.lands
    whole = _shown(now.sites, part)
    on_hexes = part.startswith("lands/") or whole is None
    site = None if whole is None or (on_hexes and lands is not None) else whole.site
    rooms = tuple(_rooms(site)) if site is not None else ()
    room = next((each for each in rooms if each.part == part), None)
    door = next((way for each in rooms for way in each.doors if way.part == part), None)
    world = Campaign() if lands is None else Campaign(lands=lands)
    chosen = part.rpartition("/")[2]
    hex = lands.hexes.get(chosen) if lands is not None and site is None else None  # type: ignore[call-overload]
    return ImportView(
        now.what,
        now.title,
        now.report,
        tuple((address("sites", each.site.id), each.site.name) for each in now.sites),
        address("sites", site.id) if site is not None else None,
        _map(site, room.level if room is not None else level, as_players=as_players) if site is not None else None,
        rooms,
        room,
        door,
        None if hex is None else ImportHex(address("lands", "hexes", hex.id), hex.id, hex.name, hex.terrain.value),
        land_view(world, world) if lands is not None and site is None else None,
        tuple(_terrains(file, wanted)),
        tuple(_parts(file, wanted)),
        sum(door.hidden for each in now.sites for door in each.site.doors.values()),
        tuple(_shortened(now.tables)),
    )


def _shortened(tables: Iterable[RandomTable]) -> Iterator[RandomTable]:
    """Tables until they have as many rows as the page shows; the last may be cut."""
    left = MOST_ROWS
    for table in tables:
        if left <= 0:
            return
        yield replace(table, rows=table.rows[:left])
        left -= len(table.rows)


def _shown(sites: Sequence[Outlined], part: str) -> Outlined | None:
    """The site that a part belongs to, or the first."""
    of = part.split("/")[1] if part.startswith("sites/") else ""
    return next((each for each in sites if each.site.id == of), sites[0] if sites else None)


def _map(site: Site, level: int | None, *, as_players: bool) -> ZoneMap:
    """The map of a level: the referee's, or that of players who walked everywhere and found nothing hidden."""
    levels = sorted({zone.level for zone in site.zones.values()})
    first = site.zones[site.entrance].level if site.entrance in site.zones else levels[0]
    shown, numbers = level if level in levels else first, room_numbers(site)
    walked = laid_open(site)
    if not as_players:
        return site_map(site, walked, shown, numbers)
    open_to = handout(site, None).zones.keys()
    seen = replace(
        walked,
        zones={id: zone for id, zone in walked.zones.items() if id in open_to},
        doors={id: door for id, door in walked.doors.items() if open_to >= set(door.between)},
    )
    return site_map(seen, seen, shown if any(zone.level == shown for zone in seen.zones.values()) else first, numbers)


def _rooms(site: Site) -> Iterator[ImportRoom]:
    numbers = room_numbers(site)
    ways = {id: list[ImportDoor]() for id in site.zones}
    for door in site.doors.values():
        for here, there in (door.between, door.between[::-1]):
            ways[here].append(_door(site, door.id, f"to {numbers[there]} {site.zones[there].name}"))
    for id, zone in site.zones.items():
        text = "\n\n".join(filter(None, (zone.glance, zone.secret)))
        part = address("sites", site.id, "zones", id)
        yield ImportRoom(part, id, numbers[id], zone.name, zone.corridor, zone.level, text, tuple(ways[id]))


def _door(site: Site, id: DoorId, leads: str) -> ImportDoor:
    door = site.doors[id]
    hiding = next((feature for feature in site.features.values() if feature.door == id), None)
    clue = next(iter(hiding.clues), "") if hiding is not None and door.hidden else None
    return ImportDoor(address("sites", site.id, "doors", id), door.name, leads, door_as(site, door).value, clue)


def _terrains(file: Imported, wanted: Corrections) -> Iterator[tuple[str, int, str]]:
    if file.lands is None:
        return
    for terrain in Terrain:
        many = sum(hex.terrain is terrain for hex in file.lands.hexes.values())
        if many:
            yield terrain.value, many, wanted.terrains.get(terrain, terrain).value


def _parts(file: Imported, wanted: Corrections) -> Iterable[ImportPart]:
    out = set(wanted.left_out)

    def entry(part: PartId, name: str, sort: str) -> ImportPart:
        return ImportPart(part, name, sort, part in out)

    if len(file.sites) > 1:
        yield from (entry(address("sites", each.site.id), each.site.name, "site") for each in file.sites)
    yield from (entry(address("tables", table.id), table.name, "table") for table in tables_wanted(file, wanted))
    yield from (entry(address("bestiary", monster.id), monster.name, "monster") for monster in file.monsters)
    yield from (entry(address("people", person.id), person.name, "character") for person in file.people)
    for whole in file.sites:
        site, numbers = whole.site, room_numbers(whole.site)
        for id, zone in site.zones.items():
            if (part := address("sites", site.id, "zones", id)) in out:
                yield ImportPart(part, f"{numbers[id]} {zone.name}", "passage" if zone.corridor else "room", out=True)
        for door in site.doors.values():
            if (part := address("sites", site.id, "doors", door.id)) in out:
                ends = " and ".join(numbers[end] for end in door.between)
                yield ImportPart(part, f"{door.name} between {ends}", "way", out=True)
    hexes = (part for part in parts_in(file) if part in out and part.startswith("lands/hexes/"))
    yield from (ImportPart(part, part.rpartition("/")[2], "hex", out=True) for part in hexes)
