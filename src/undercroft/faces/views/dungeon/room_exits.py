"""The ways out of a room in words: the direction, the door, and where it leads as far as that is known."""

from collections.abc import Mapping

from msgspec import Struct

from undercroft.faces.views.dungeon.stubs import wall_side
from undercroft.kernel.phrases import thing_named
from undercroft.table.site.doors import beyond
from undercroft.table.site.movement import SHUT_FAST
from undercroft.table.state.ids import DoorId, ZoneId
from undercroft.table.state.seen_sites import SeenDoor, SeenSite
from undercroft.table.state.sites import Door, DoorState, Site
from undercroft.table.world.floor_plan import Box, Point, direction


class DrawnExit(Struct, frozen=True):
    """A way out in words: its direction, what it is, and where it leads."""

    direction: str
    says: str
    short: str = ""
    """The same, with only the map number of the room it leads to."""
    shut: bool = False
    """The text already says that the way is impassable."""
    title: str = ""
    """The way without where it leads: `east, an oak door, locked`."""
    leads: str = ""
    """The name of the room behind it; empty if nobody has been there."""
    size: str = ""
    """The size of that room, as far as people have seen it."""


def room_exits(
    site: Site | SeenSite,
    seen: SeenSite,
    zone: ZoneId,
    placed: Mapping[ZoneId, Box],
    lie: Mapping[DoorId, Point],
    numbers: Mapping[ZoneId, str],
) -> dict[DoorId, DrawnExit]:
    """The words for each way out of a room; `lie` says where doors between two drawn rooms are on the drawing."""
    if zone not in placed:
        return {}
    apart = [door for door in site.doors.values() if zone in door.between and door.id not in lie]
    drawn = [site.doors[id] for id in lie if zone in site.doors[id].between]
    middle = placed[zone].middle
    sides = {door.id: str(wall_side(door, zone) or "") for door in apart if isinstance(door, SeenDoor)}
    sides |= {door.id: direction(middle, lie[door.id]) for door in drawn}
    return {
        door.id: _exit(site, seen, zone, door, sides.get(door.id, ""), numbers, drawn=door.id in lie)
        for door in (*apart, *drawn)
    }


def _exit(
    site: Site | SeenSite,
    seen: SeenSite,
    zone: ZoneId,
    door: Door | SeenDoor,
    lies: str,
    numbers: Mapping[ZoneId, str],
    *,
    drawn: bool,
) -> DrawnExit:
    there = beyond(door, zone)
    known = seen.doors.get(door.id)
    how = _how(known.state if known is not None and drawn else door.state)
    said = ", ".join(part for part in (lies, f"{door.name}{how}") if part)
    number = numbers.get(there, "")
    name = site.zones[there].name if there in site.zones and drawn else ""
    return DrawnExit(
        lies,
        _to(said, f"{number} {name}".strip()),
        _to(said, number or name),
        drawn and bool(how) and door.state in SHUT_FAST,
        _title(lies, door),
        site.zones[there].name if there in site.zones else "",
        seen.zones[there].size if there in seen.zones else "",
    )


def _to(said: str, there: str) -> str:
    return f"{said} to {there}" if there else said


def _how(state: DoorState) -> str:
    return "" if state in (DoorState.NO_DOOR, DoorState.CLOSED) else f" ({state.value})"


def _title(lies: str, door: Door | SeenDoor) -> str:
    """`east, an oak door, locked`; what has no door is only named."""
    state = "" if door.state is DoorState.NO_DOOR else door.state.value
    return ", ".join(part for part in (lies, thing_named(door.name), state) if part)
