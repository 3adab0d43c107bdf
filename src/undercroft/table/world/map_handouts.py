"""Maps to hand out: the plan of a place or a country, with nothing on it that players have not found out."""

from msgspec.structs import replace

from undercroft.table.state.ids import ZoneId
from undercroft.table.state.lands import Lands, LandWay
from undercroft.table.state.seen_lands import SeenHex, SeenLands
from undercroft.table.state.seen_sites import SeenDoor, SeenSite, SeenZone
from undercroft.table.state.sites import Site, Zone
from undercroft.table.world.sight import door_at_a_glance, zone_at_a_glance


def handout(site: Site, seen: SeenSite | None) -> SeenSite:
    """A site to hand to players: what they saw of it, and the plain walls and doors of the rest.

    An unseen room has no name. A hidden way is solid wall until it is found, and a room behind it is not there. No
    creatures are on it.
    """
    known = seen or SeenSite(site.id, site.name)
    ways = {id: door for id, door in site.doors.items() if not door.hidden or id in known.doors}
    open_to = _reached(site, [way.between for way in ways.values()])
    rooms = {id: zone for id, zone in site.zones.items() if id in open_to or id in known.zones}
    plain = {
        id: SeenDoor(id, door.between, door_at_a_glance(site, door).state)
        for id, door in ways.items()
        if set(door.between) <= rooms.keys()
    }
    return SeenSite(
        site.id,
        site.name,
        site.clock,
        zones={id: known.zones.get(id, _unnamed(zone)) for id, zone in rooms.items()},
        doors={**plain, **{id: door for id, door in known.doors.items() if id in plain}},
        traps=known.traps,
        features=known.features,
        obstacles=known.obstacles,
        clues=known.clues,
    )


def laid_open(site: Site) -> SeenSite:
    """A site as people would know it who had walked through every room and found nothing hidden."""
    return SeenSite(
        site.id,
        site.name,
        site.clock,
        zones={id: zone_at_a_glance(zone) for id, zone in site.zones.items()},
        doors={id: door_at_a_glance(site, door) for id, door in site.doors.items() if not door.hidden},
    )


def _unnamed(zone: Zone) -> SeenZone:
    return SeenZone(zone.id, "", "", corridor=zone.corridor, level=zone.level, shape=zone.shape)


def _reached(site: Site, ways: list[tuple[ZoneId, ZoneId]]) -> set[ZoneId]:
    """The rooms that no hidden way cuts off: those joined to the entrance, and those that no hidden way leads to."""
    beyond_hidden = {zone for door in site.doors.values() if door.hidden for zone in door.between}
    joined: dict[ZoneId, set[ZoneId]] = {id: {id} for id in site.zones}
    for one, other in ways:
        if one in joined and other in joined and joined[one] is not joined[other]:
            whole = joined[one] | joined[other]
            joined |= dict.fromkeys(whole, whole)
    return {id for id, part in joined.items() if site.entrance in part or not part & beyond_hidden}


def land_handout(lands: Lands, seen: SeenLands) -> SeenLands:
    """A country to hand to players: the ground, roads and rivers, and what players know of the rest."""
    ground = {id: SeenHex(id, hex.terrain) for id, hex in lands.hexes.items()}
    hexes = {**ground, **seen.hexes}
    return replace(seen, name=seen.name or lands.name, hexes=hexes, ways=_ways(lands, seen))


def _ways(lands: Lands, seen: SeenLands) -> tuple[LandWay, ...]:
    """Every way, named only if players know its name."""
    known = {(way.between, way.path) for way in seen.ways}
    unnamed = (LandWay(way.between, way.path) for way in lands.ways if (way.between, way.path) not in known)
    return (*seen.ways, *unnamed)
