"""What a referee corrects in a file before it is taken: names, rooms, doors, ground, and what to leave out."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from undercroft.books.hexcrawl.land import Terrain
from undercroft.exchange.foreign.grid import SQUARE_FT, secret_door
from undercroft.exchange.foreign.imported import Imported
from undercroft.exchange.outline.outlined import Outlined
from undercroft.kernel.faults import BadInput
from undercroft.kernel.rules import says
from undercroft.table.state.changes import address
from undercroft.table.state.ids import DoorId, FeatureId, HexId, PartId, SiteId, ZoneId
from undercroft.table.state.lands import Lands
from undercroft.table.state.sites import Door, DoorState, Feature, Grade, Site
from undercroft.table.state.things import Guarded, Lying, Thing

CorrectedName = Annotated[str, Meta(min_length=1, max_length=60)]
SquareFeet = Annotated[int, Meta(ge=1, le=100)]


class Passable(StrEnum):
    """What a door is corrected to."""

    OPENING = "opening"
    DOOR = "door"
    STUCK = "stuck"
    LOCKED = "locked"
    BARRED = "barred"
    HIDDEN = "hidden"
    SECRET = "secret"  # noqa: S105 - a kind of door


_STATES: Mapping[Passable, DoorState] = {
    Passable.OPENING: DoorState.NO_DOOR,
    Passable.DOOR: DoorState.CLOSED,
    Passable.STUCK: DoorState.STUCK,
    Passable.LOCKED: DoorState.LOCKED,
    Passable.BARRED: DoorState.BARRED,
}
_GRADES: Mapping[Passable, Grade] = {Passable.HIDDEN: Grade.HIDDEN, Passable.SECRET: Grade.SECRET}


class Corrections(Struct, frozen=True, forbid_unknown_fields=True):
    """What is corrected, by the address of each part, such as sites/grey-hen/zones/room-0-0 or lands/hexes/0101."""

    title: Annotated[str, Meta(max_length=60), says("the name of the campaign or of the only site")] = ""
    square_ft: Annotated[SquareFeet | None, says("the feet of a square, where the file does not say")] = None
    names: Annotated[Mapping[str, CorrectedName], says("other names of rooms and hexes")] = {}
    passages: Annotated[Mapping[str, bool], says("which places are passages, and which are rooms")] = {}
    doors: Annotated[Mapping[str, Passable], says("what doors are")] = {}
    terrains: Annotated[Mapping[Terrain, Terrain], says("other ground for all hexes of a kind")] = {}
    hexes: Annotated[Mapping[str, Terrain], says("other ground for single hexes")] = {}
    left_out: Annotated[tuple[str, ...], Meta(max_length=500), says("parts that are not taken")] = ()


NOTHING = Corrections()


def corrected(found: Imported, wanted: Corrections) -> Imported:
    """What a file holds, as the referee corrected it; a correction of what is not there is refused."""
    _check(found, wanted)
    out = frozenset(wanted.left_out)
    sites = tuple(
        site
        for whole in found.sites
        if address("sites", whole.site.id) not in out and (site := _site(whole, wanted, out)).site.zones
    )
    if wanted.title and len(sites) == 1:
        sites = (replace(sites[0], site=replace(sites[0].site, name=wanted.title)),)
    return replace(
        found,
        title=wanted.title or found.title,
        sites=sites,
        lands=None if found.lands is None else _lands(found.lands, wanted, out),
        tables=tuple(table for table in found.tables if address("tables", table.id) not in out),
        chosen_doors=frozenset(DoorId(part.rpartition("/")[2]) for part in wanted.doors),
        monsters=tuple(monster for monster in found.monsters if address("bestiary", monster.id) not in out),
    )


def door_as(site: Site, door: Door) -> Passable:
    """What a door is now."""
    hiding = next((feature for feature in site.features.values() if feature.door == door.id), None)
    if door.hidden:
        return Passable.HIDDEN if hiding is not None and hiding.grade is Grade.HIDDEN else Passable.SECRET
    return next((kind for kind, state in _STATES.items() if state is door.state), Passable.DOOR)


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
    yield from (address("bestiary", monster.id) for monster in found.monsters)


def _check(found: Imported, wanted: Corrections) -> None:
    there = set(parts_in(found))
    named = (*wanted.names, *wanted.passages, *wanted.doors, *wanted.hexes, *wanted.left_out)
    lost = next((part for part in named if part not in there), None)
    if lost is not None:
        raise BadInput(
            "no_such_part", f"the file has no part “{lost[:80]}”", "read the file again, and correct what it has"
        )


def _site(whole: Outlined, wanted: Corrections, out: frozenset[str]) -> Outlined:
    def at(kind: str, id: str) -> PartId:
        return address("sites", whole.site.id, kind, id)

    site = whole.site
    zones = {
        id: replace(
            zone,
            name=wanted.names.get(at("zones", id), zone.name),
            corridor=wanted.passages.get(at("zones", id), zone.corridor),
            length_ft=_scaled(zone.length_ft, wanted.square_ft),
            width_ft=_scaled(zone.width_ft, wanted.square_ft),
        )
        for id, zone in site.zones.items()
        if at("zones", id) not in out
    }
    doors = {
        id: door
        for id, door in site.doors.items()
        if at("doors", id) not in out and all(end in zones for end in door.between)
    }
    site = replace(
        site,
        entrance=site.entrance if site.entrance in zones else next(iter(zones), ZoneId("")),
        zones=zones,
        doors=doors,
        features={
            id: feature
            for id, feature in site.features.items()
            if feature.zone in zones and (feature.door is None or feature.door in doors)
        },
        traps={
            id: trap
            for id, trap in site.traps.items()
            if trap.zone in zones and (trap.door is None or trap.door in doors)
        },
        obstacles={
            id: obstacle
            for id, obstacle in site.obstacles.items()
            if obstacle.zone in zones and (obstacle.to is None or obstacle.to in zones)
        },
        creatures={
            id: each
            for id, each in site.creatures.items()
            if at("creatures", id) not in out and (each.zone is None or each.zone in zones)
        },
    )
    for id in doors:
        kind = wanted.doors.get(at("doors", id))
        site = site if kind is None or kind is door_as(site, site.doors[id]) else _door(site, site.doors[id], kind)
    kept = {id: thing for id, thing in whole.things.items() if _still_there(thing, site.id, site)}
    return Outlined(site, kept)


def _scaled(feet: int, square_ft: int | None) -> int:
    return feet if square_ft is None else max(1, round(feet * Fraction(square_ft, SQUARE_FT)))


def _still_there(thing: Thing, id: SiteId, site: Site) -> bool:
    match thing.place:
        case Lying(site=where, zone=zone):
            return where != id or zone in site.zones
        case Guarded(site=where, by=creatures):
            return where != id or creatures in site.creatures
        case _:
            return True


def _door(site: Site, door: Door, kind: Passable) -> Site:
    """The site with a door that is something else; how it is concealed goes with it."""
    features = {id: feature for id, feature in site.features.items() if feature.door != door.id}
    shut = DoorState.CLOSED if door.state is DoorState.NO_DOOR else door.state
    state = _STATES.get(kind, shut)
    if kind in _GRADES:
        concealed = _concealing(site, door, _GRADES[kind])
        features[concealed.id] = concealed
    name = door.name if kind in _GRADES or not door.hidden else "door"
    barred = (door.barred_from or door.between[1]) if state is DoorState.BARRED else None
    now = replace(door, state=state, name=name, hidden=kind in _GRADES, barred_from=barred)
    return replace(site, doors={**site.doors, door.id: now}, features=features)


def _concealing(site: Site, door: Door, grade: Grade) -> Feature:
    there = next((feature for feature in site.features.values() if feature.door == door.id), None)
    fresh = there or secret_door(FeatureId(f"{door.id}-secret"), door.between[0], door.id)
    return replace(fresh, grade=grade)


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
