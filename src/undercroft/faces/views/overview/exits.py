"""The ways out of a group's place, in plain lines: doors of a room, hexes around a hex."""

from collections.abc import Mapping

from undercroft.faces.views.dungeon.stubs import wall_side
from undercroft.faces.views.road.destinations import COMPASS
from undercroft.table.site.doors import beyond
from undercroft.table.state.campaign import Campaign, Group
from undercroft.table.state.hexes import side_of
from undercroft.table.state.ids import ZoneId
from undercroft.table.state.seen_sites import SeenDoor, SeenSite, SeenZone
from undercroft.table.state.sites import Door, DoorState, Site, Zone
from undercroft.table.world.country import name_of
from undercroft.table.world.sight import door_at_a_glance
from undercroft.table.world.travel_costs import where


def exit_lines(known: Campaign, group: Group) -> list[str]:
    """Each way out: `east: oak door (closed) to Crypt`; as it truly is for the referee, with the id for commands."""
    truth, seen = known.site_of(group), known.seen_by(group)
    if seen is None:
        return _around(known, group)
    if truth is not None:
        true_doors = [door for door in truth.doors.values() if group.zone in door.between]
        return [_true_door(door, truth, seen, group.zone) for door in true_doors]
    doors = [door for door in seen.doors.values() if group.zone in door.between]
    return [f"{_side(door, group.zone)}{_door(door, _state(door.state), seen.zones, group.zone)}" for door in doors]


def _true_door(door: Door, truth: Site, seen: SeenSite, zone: ZoneId | None) -> str:
    """`east: oak door (locked, seen as closed) to Crypt [oak]`."""
    shown = seen.doors.get(door.id)
    if shown is None:
        state = f"{_state(door.state)}, not found yet"
    else:
        state = _state(door.state) + (f", seen as {_state(shown.state)}" if shown.state != door.state else "")
    side = _side(door_at_a_glance(truth, door), zone)
    return f"{side}{_door(door, state, truth.zones, zone)} [{door.id}]"


def _side(door: SeenDoor, zone: ZoneId | None) -> str:
    """`east: ` for a door in the east wall; empty where the map does not say."""
    side = wall_side(door, zone) if zone is not None else None
    return f"{side}: " if side is not None else ""


def _door(
    door: Door | SeenDoor, state: str, zones: Mapping[ZoneId, Zone] | Mapping[ZoneId, SeenZone], zone: ZoneId | None
) -> str:
    there = zones.get(beyond(door, zone))
    spiked = ", spiked" if door.spiked else ""
    return f"{door.name} ({state}{spiked}){f' to {there.name}' if there is not None else ''}"


def _state(state: DoorState) -> str:
    return state.value.replace("_", " ")


def _around(known: Campaign, group: Group) -> list[str]:
    """The hexes that border the group's, by compass direction, as far as the seat knows them."""
    at = where(group)
    if at is None:
        return []
    sides = ((side_of(at, hex), hex) for hex in known.seen_lands.hexes)
    bordering = sorted((side, hex) for side, hex in sides if side is not None)
    return [f"{COMPASS[side]}: {name_of(known, hex)}" for side, hex in bordering]
