"""Where a new room goes on the map: beside the room it opens from, where nothing else is."""

from collections.abc import Mapping
from enum import StrEnum
from itertools import count

from msgspec.structs import replace

from undercroft.table.state.sites import Shape, Site, Zone

GAP = 2
"""Squares between two rooms: the length of the passage that is drawn."""


class Direction(StrEnum):
    """The side of a room that an exit is on."""

    NORTH = "north"
    NORTHEAST = "northeast"
    EAST = "east"
    SOUTHEAST = "southeast"
    SOUTH = "south"
    SOUTHWEST = "southwest"
    WEST = "west"
    NORTHWEST = "northwest"
    UP = "up"
    DOWN = "down"


_STEPS: Mapping[Direction, tuple[int, int, int]] = {
    Direction.NORTH: (0, -1, 0),
    Direction.NORTHEAST: (1, -1, 0),
    Direction.EAST: (1, 0, 0),
    Direction.SOUTHEAST: (1, 1, 0),
    Direction.SOUTH: (0, 1, 0),
    Direction.SOUTHWEST: (-1, 1, 0),
    Direction.WEST: (-1, 0, 0),
    Direction.NORTHWEST: (-1, -1, 0),
    Direction.UP: (0, 0, -1),
    Direction.DOWN: (0, 0, 1),
}
"""The step across, down the page, and to another level."""


def laid_out(site: Site, beside: Zone, room: Zone, direction: Direction | None) -> Zone:
    """A room on the map beside another, in a direction or on the first free side, moved on until it overlaps nothing.

    Levels are counted downwards from 1, so nothing is above the first.
    """
    free = (Direction.EAST, Direction.SOUTH, Direction.WEST, Direction.NORTH)
    wanted = (direction,) if direction is not None else free
    placed = [_placed(beside, room, way, 0) for way in wanted]
    found = next((zone for zone in placed if _is_free(site, zone)), None)
    if found is not None:
        return found
    return next(zone for far in count(1) if _is_free(site, zone := _placed(beside, room, wanted[0], far)))


def _placed(beside: Zone, room: Zone, direction: Direction, far: int) -> Zone:
    """The room on a side of another, in line with its middle, so many squares further off than it must be."""
    across, down, below = _STEPS[direction]
    near, size = beside.shape, room.shape
    if below:
        across = far
    x = near.x + (near.width - size.width) // 2 + across * ((near.width + size.width + 1) // 2 + GAP + far)
    y = near.y + (near.height - size.height) // 2 + down * ((near.height + size.height + 1) // 2 + GAP + far)
    level = max(1, beside.level + below)
    return replace(room, shape=Shape(x, y, size.width, size.height), level=level)


def _is_free(site: Site, room: Zone) -> bool:
    """Whether no other room of the level touches it."""
    return not any(_touch(room.shape, other.shape) for other in site.zones.values() if other.level == room.level)


def _touch(one: Shape, other: Shape) -> bool:
    return (
        one.x <= other.x + other.width
        and other.x <= one.x + one.width
        and one.y <= other.y + other.height
        and other.y <= one.y + one.height
    )
