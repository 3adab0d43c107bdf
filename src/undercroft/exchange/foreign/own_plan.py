"""The rooms and doors that Undercroft notes in the Universal VTT files it writes: other programs pass them over."""

from collections.abc import Iterator
from typing import Any

from undercroft.exchange.foreign.grid import SQUARE_FT, secret_doors, site_id
from undercroft.exchange.foreign.source import entries, fields, one_line, whole
from undercroft.table.state.ids import WELL_FORMED, DoorId, ZoneId
from undercroft.table.state.sites import Door, DoorState, Shape, Site, Zone

OWN = "undercroft"
"""Where they are noted."""
MOST_SIDE = 1000


def own_site(file: dict[str, Any], title: str) -> Site | None:
    """The site that Undercroft noted; None in a file of another program, or where the notes make no site."""
    noted = fields(file.get(OWN))
    zones = {zone.id: zone for zone in _zones(noted)}
    if not zones:
        return None
    name = one_line(noted.get("title")) or title
    doors = {door.id: door for door in _doors(noted, zones)}
    entrance = ZoneId(str(noted.get("entrance")))
    return Site(
        site_id(name, "map"),
        name,
        entrance if entrance in zones else next(iter(zones)),
        zones=zones,
        doors=doors,
        features=secret_doors(doors.values()),
    )


def _zones(noted: dict[str, Any]) -> Iterator[Zone]:
    for room in map(fields, entries(noted.get("rooms"))):
        id = room.get("id")
        x, y, wide, high = (whole(room.get(side), -1) for side in ("x", "y", "width", "height"))
        if not isinstance(id, str) or WELL_FORMED.fullmatch(id) is None:
            continue
        if not (0 <= x < MOST_SIDE and 0 <= y < MOST_SIDE and 0 < wide <= MOST_SIDE and 0 < high <= MOST_SIDE):
            continue
        yield Zone(
            ZoneId(id),
            one_line(room.get("name")) or "Room",
            corridor=room.get("corridor") is True,
            shape=Shape(x, y, wide, high),
            length_ft=min(1000, SQUARE_FT * max(wide, high)),
            width_ft=min(1000, SQUARE_FT * min(wide, high)),
            label=one_line(room.get("number"), 4),
        )


def _doors(noted: dict[str, Any], zones: dict[ZoneId, Zone]) -> Iterator[Door]:
    states = {state.value: state for state in DoorState}
    for door in map(fields, entries(noted.get("doors"))):
        id, between = door.get("id"), [end for end in entries(door.get("between")) if isinstance(end, str)]
        state = states.get(str(door.get("state")))
        if not isinstance(id, str) or WELL_FORMED.fullmatch(id) is None or state is None or len(between) != 2:
            continue
        one, other = ZoneId(between[0]), ZoneId(between[1])
        if one in zones and other in zones and one != other:
            barred = other if state is DoorState.BARRED else None
            name = one_line(door.get("name")) or "door"
            yield Door(DoorId(id), (one, other), state, name, hidden=door.get("hidden") is True, barred_from=barred)
