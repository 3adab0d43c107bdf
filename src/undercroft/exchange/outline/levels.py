"""The levels of new rooms: those of the rooms they open from, one deeper down a stair."""

from collections import deque

from msgspec.structs import replace

from undercroft.exchange.outline.entries import Outline, Sort
from undercroft.table.state.ids import DoorId, ZoneId
from undercroft.table.state.sites import Site

_DEEPEST = 99


def give_levels(site: Site, document: Outline) -> Site:
    """The site, where a new room whose level is not written gets the level that its exits lead to."""
    open_ = {
        ZoneId(room.entry.id)
        for room in document.rooms
        if room.entry.was is None and "level" not in room.entry.fields and "level" not in room.entry.keys
    }
    steps = {DoorId(entry.id): int(entry.hints.get("levels", 0)) for entry in document.of(Sort.DOOR)}
    if not open_ or not any(steps.values()):
        return site
    ways: dict[ZoneId, list[tuple[ZoneId, int]]] = {}
    for door in site.doors.values():
        one, other = door.between
        step = steps.get(door.id, 0)
        ways.setdefault(one, []).append((other, step))
        ways.setdefault(other, []).append((one, -step))
    levels = {id: zone.level for id, zone in site.zones.items() if id not in open_}
    levels.setdefault(site.entrance, 1)
    queue = deque(levels)
    while queue:
        zone = queue.popleft()
        for there, step in ways.get(zone, ()):
            if there in open_ and there not in levels:
                levels[there] = max(-_DEEPEST, min(_DEEPEST, levels[zone] + step))
                queue.append(there)
    zones = {id: replace(zone, level=levels[id]) if id in levels else zone for id, zone in site.zones.items()}
    return replace(site, zones=zones)
