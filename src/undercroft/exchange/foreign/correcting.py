"""What a file holds, as the referee corrected it."""

from collections.abc import Iterator

from msgspec.structs import replace

from undercroft.exchange.foreign.correcting_sites import corrected_site, read_aloud
from undercroft.exchange.foreign.corrections import Corrections
from undercroft.exchange.foreign.imported import Imported, SitePlace
from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import SeatId
from undercroft.table.state.changes import address
from undercroft.table.state.ids import DoorId, HexId, PartId
from undercroft.table.state.lands import Lands
from undercroft.table.state.lore import RandomTable
from undercroft.table.state.things import Carried

_BY_ADDRESS = (
    "names",
    "passages",
    "doors",
    "bars",
    "clues",
    "entrances",
    "lit",
    "aloud",
    "hit_dice",
    "armour",
    "columns",
    "hexes",
    "places",
    "seats",
    "left_out",
)
"""The corrections that name parts of the file."""


def corrected(found: Imported, wanted: Corrections) -> Imported:
    """What a file holds, as the referee corrected it; a correction of what is not there is refused."""
    _check(found, wanted)
    out = frozenset(wanted.left_out)
    aloud = {
        whole.site.id: read_aloud(whole, texts.texts)
        for whole in found.sites
        for texts in found.rooms
        if texts.site == whole.site.id and wanted.aloud.get(address("sites", whole.site.id))
    }
    sites = tuple(
        site
        for whole in found.sites
        if address("sites", whole.site.id) not in out
        and (site := corrected_site(aloud.get(whole.site.id, whole), wanted, out)).site.zones
    )
    if wanted.title and len(sites) == 1:
        sites = (replace(sites[0], site=replace(sites[0].site, name=wanted.title)),)
    people = tuple(
        replace(person, seat=SeatId(wanted.seats.get(address("people", person.id), person.seat)))
        for person in found.people
        if address("people", person.id) not in out
    )
    gone = {person.id for person in found.people} - {person.id for person in people}
    return replace(
        found,
        title=wanted.title or found.title,
        sites=sites,
        lands=None if found.lands is None else _lands(found.lands, wanted, out),
        tables=tuple(table for table in tables_wanted(found, wanted) if address("tables", table.id) not in out),
        chosen_doors=frozenset(DoorId(part.rpartition("/")[2]) for part in (*wanted.doors, *wanted.bars)),
        monsters=tuple(
            replace(monster, scale=wanted.armour.get(part, monster.scale))
            for monster in found.monsters
            if (part := address("bestiary", monster.id)) not in out
        ),
        people=people,
        gear=tuple(thing for thing in found.gear if not (isinstance(thing.place, Carried) and thing.place.by in gone)),
        places=tuple(
            SitePlace(whole.site.id, HexId(place.hex), place.grade)
            for whole in sites
            if (place := wanted.places.get(address("sites", whole.site.id))) is not None and place.hex
        ),
    )


def tables_wanted(found: Imported, wanted: Corrections) -> Iterator[RandomTable]:
    """The tables, those with several columns as the referee wants them."""
    several = {each.usual[0].id: each for each in found.columns}
    rest = {table.id for each in found.columns for table in each.usual[1:]}
    for table in found.tables:
        columns = several.get(table.id)
        if columns is not None:
            split = wanted.columns.get(address("tables", columns.together.id), columns.split)
            yield from columns.apart if split else (columns.together,)
        elif table.id not in rest:
            yield table


def parts_in(found: Imported) -> Iterator[PartId]:
    """The address of everything in a file that can be corrected or left out."""
    for whole in found.sites:
        site = whole.site
        yield address("sites", site.id)
        yield from (address("sites", site.id, "zones", id) for id in site.zones)
        yield from (address("sites", site.id, "doors", id) for id in site.doors)
        yield from (address("sites", site.id, "creatures", id) for id in site.creatures)
    if found.lands is not None:
        yield from (address("lands", "hexes", id) for id in found.lands.hexes)
    yield from (address("tables", table.id) for table in found.tables)
    yield from (address("tables", table.id) for each in found.columns for table in (each.together, *each.apart))
    yield from (address("bestiary", monster.id) for monster in found.monsters)
    yield from (address("people", person.id) for person in found.people)


def _check(found: Imported, wanted: Corrections) -> None:
    there = set(parts_in(found))
    named = (
        *(part for slot in _BY_ADDRESS for part in getattr(wanted, slot)),
        *(f"{site}/zones/{zone}" for site, zone in wanted.entrances.items()),
        *(f"{door.partition('/doors/')[0]}/zones/{zone}" for door, zone in wanted.bars.items()),
    )
    lost = next((part for part in named if part not in there), None)
    if lost is not None:
        raise BadInput(
            "no_such_part", f"the file has no part “{lost[:80]}”", "read the file again, and correct what it has"
        )


def _lands(lands: Lands, wanted: Corrections, out: frozenset[str]) -> Lands | None:
    hexes = {
        id: replace(
            hex,
            name=wanted.names.get(_hex(id), hex.name),
            terrain=wanted.hexes.get(_hex(id), wanted.terrains.get(hex.terrain, hex.terrain)),
        )
        for id, hex in lands.hexes.items()
        if _hex(id) not in out
    }
    ways = tuple(way for way in lands.ways if all(end in hexes for end in way.between))
    return replace(lands, hexes=hexes, ways=ways) if hexes else None


def _hex(id: HexId) -> PartId:
    return address("lands", "hexes", id)
