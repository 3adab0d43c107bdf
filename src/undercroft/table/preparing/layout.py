"""Where new rooms go on the map: beside the room they open from, clear of every other room of the level."""

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum
from itertools import islice

from msgspec.structs import replace

from undercroft.table.state.ids import DoorId, ZoneId
from undercroft.table.state.sites import Shape, Site, Zone

FEET = 5
"""A square of the map."""
GAP = 3
"""Squares between a room and the one it opens from."""
CLEAR = 2
"""Squares that stay free around a room."""
_ROOM, _PASSAGE = (5, 4), (5, 2)
_USUAL_FEET = (30, 30)
_LEAST, _MOST = 2, 12
_FAR, _TRIES = 990, 24
_LONGEST_WAY = 60
"""Ways longer than so many squares may be built over."""
_LARGE = 4000
_CHOICES, _MOST_LINKED = 80, 6
"""The places tried for a room with several exits, and the exits that count."""
_CROSSING = 6
"""How much worse it is to cross a square of a room than to go a square further."""


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


_FREE = (Direction.EAST, Direction.SOUTH, Direction.NORTH, Direction.WEST)
"""The sides to try where an exit names none."""
_STEPS: Mapping[str, tuple[int, int]] = {
    Direction.NORTH: (0, -1),
    Direction.NORTHEAST: (1, -1),
    Direction.EAST: (1, 0),
    Direction.SOUTHEAST: (1, 1),
    Direction.SOUTH: (0, 1),
    Direction.SOUTHWEST: (-1, 1),
    Direction.WEST: (-1, 0),
    Direction.NORTHWEST: (-1, -1),
}
"""The step across and down the page."""
_OPPOSITE = {one: next(o for o, back in _STEPS.items() if back == (-x, -y)) for one, (x, y) in _STEPS.items()}


def lay_out(site: Site, placed: Collection[ZoneId], ways: Mapping[DoorId, str]) -> Site:
    """The site with a place for every room. Rooms in `placed` stay; `ways` are the sides that exits name.

    An exit's side is that of its first room.
    """
    return site if all(id in placed for id in site.zones) else _Plan(site, placed, ways).laid_out()


class _Plan:
    """The map of every level while rooms are put on it."""

    def __init__(self, site: Site, placed: Collection[ZoneId], ways: Mapping[DoorId, str]) -> None:
        self.site = site
        self.fixed = {id for id in placed if id in site.zones}
        self.shapes: dict[ZoneId, Shape] = {id: site.zones[id].shape for id in site.zones if id in self.fixed}
        self.taken: dict[int, set[tuple[int, int]]] = {}
        """The squares of a level that stay free of new rooms: rooms, what is around them, and ways."""
        self.rooms: dict[int, set[tuple[int, int]]] = {}
        """The squares of rooms."""
        self.large: dict[int, list[Shape]] = {}
        """Rooms of so many squares that they are kept whole."""
        self.edges: dict[int, Shape] = {}
        """The rectangle around all rooms of a level."""
        self.beside: dict[ZoneId, list[tuple[ZoneId, str | None]]] = {}
        """The rooms beyond each room's exits, and on which side."""
        for door in site.doors.values():
            one, other = door.between
            if one in site.zones and other in site.zones:
                way = ways.get(door.id)
                way = way if way in _STEPS else None
                self.beside.setdefault(one, []).append((other, way))
                self.beside.setdefault(other, []).append((one, _OPPOSITE[way] if way else None))
        for id in self.shapes:
            self._take(id)

    def laid_out(self) -> Site:
        """Every room, those nearest to a placed room first."""
        start = [*self.shapes] or [id for id in (self.site.entrance,) if id in self.site.zones]
        queue = deque(start)
        seen = set(queue)
        for id in (*self.site.zones,):
            if id not in seen and not queue:
                queue.append(id)
                seen.add(id)
            while queue:
                here = queue.popleft()
                if here not in self.shapes:
                    self._put(here, None, None)
                near = sorted(self.beside.get(here, ()), key=lambda pair: pair[1] is None)
                for there, way in near:
                    if there not in seen:
                        seen.add(there)
                        queue.append(there)
                        self._put(there, here, way)
        for id in self.site.zones:
            if id not in self.shapes:
                self._put(id, None, None)
        return replace(
            self.site, zones={id: replace(zone, shape=self.shapes[id]) for id, zone in self.site.zones.items()}
        )

    def _put(self, id: ZoneId, beside: ZoneId | None, way: str | None) -> None:
        if id in self.shapes:
            return
        zone = self.site.zones[id]
        width, height = _size(zone)
        level = self.taken.setdefault(zone.level, set())
        near = self.shapes[beside] if beside is not None else None
        places = (Shape(x, y, width, height) for x, y in self._places(near, width, height, way, zone, beside))
        free = (shape for shape in places if _free(level, shape) and not self._in_large(zone.level, shape))
        linked = self._linked(id)[:_MOST_LINKED]
        below = self._below(zone, width, height)
        if len(linked) > 1:
            tried = islice(free, _CHOICES)
            self.shapes[id] = min(tried, key=lambda shape: self._cost(zone.level, shape, linked), default=below)
        else:
            self.shapes[id] = next(free, below)
        self._take(id)
        self._take_ways(id)

    def _linked(self, id: ZoneId) -> list[Shape]:
        """The rooms of the level, already placed, that a room has exits to."""
        level = self.site.zones[id].level
        near = dict.fromkeys(there for there, _ in self.beside.get(id, ()) if there != id and there in self.shapes)
        return [self.shapes[there] for there in near if self.site.zones[there].level == level]

    def _cost(self, level: int, shape: Shape, linked: list[Shape]) -> int:
        """How bad a place is: the squares of rooms that its ways would cross, and their length."""
        rooms = self.rooms.get(level, set()) - _squares_of(shape)
        cost = 0
        for other in linked:
            way = _way(other, shape)
            cost += _CROSSING * len((way & rooms) - _squares_of(other)) + len(way)
        return cost

    def _in_large(self, level: int, shape: Shape) -> bool:
        return any(_overlap(shape, other) for other in self.large.get(level, ()))

    def _places(
        self, near: Shape | None, width: int, height: int, way: str | None, zone: Zone, beside: ZoneId | None
    ) -> Iterator[tuple[int, int]]:
        """Places to try, the best first: on the named side, else on each side in turn, then farther off."""
        if near is None:
            if zone.level not in self.edges:
                yield 0, 0
            return
        if beside is not None and self.site.zones[beside].level != zone.level:
            yield near.x, near.y
            yield from ((near.x + step, near.y) for step in range(GAP, _TRIES * GAP, GAP))
            return
        for far in range(_TRIES):
            for side in (way,) if way is not None else _FREE:
                yield from _along(near, width, height, side, GAP + far)

    def _below(self, zone: Zone, width: int, height: int) -> Shape:
        """A place in a row under everything on the level."""
        edge = self.edges.get(zone.level, Shape(0, 0, -GAP, -GAP))
        below, right = edge.y + edge.height + GAP, edge.x + edge.width + GAP
        return Shape(edge.x, below, width, height) if below <= _FAR else Shape(right, edge.y, width, height)

    def _take(self, id: ZoneId) -> None:
        """Mark the squares of a room, and those around it, as taken."""
        shape = self.shapes[id]
        edge = self.edges.get(self.site.zones[id].level, shape)
        left, top = min(edge.x, shape.x), min(edge.y, shape.y)
        right = max(edge.x + edge.width, shape.x + shape.width)
        below = max(edge.y + edge.height, shape.y + shape.height)
        self.edges[self.site.zones[id].level] = Shape(left, top, right - left, below - top)
        level = self.site.zones[id].level
        if shape.width * shape.height > _LARGE:
            self.large.setdefault(level, []).append(shape)
            return
        self.rooms.setdefault(level, set()).update(_squares_of(shape))
        around = Shape(shape.x - CLEAR, shape.y - CLEAR, shape.width + 2 * CLEAR, shape.height + 2 * CLEAR)
        self.taken.setdefault(level, set()).update(_squares_of(around))

    def _take_ways(self, id: ZoneId) -> None:
        """Keep the squares free on which the ways of a room to rooms already placed are drawn."""
        level = self.taken.setdefault(self.site.zones[id].level, set())
        for other in self._linked(id):
            level.update(_way(other, self.shapes[id]))


def _way(one: Shape, other: Shape) -> set[tuple[int, int]]:
    """The squares of a way between two rooms as it is drawn: straight if they face each other, else with a corner."""
    one, other = sorted((one, other), key=lambda shape: (shape.x, shape.y))
    low, high = max(one.y, other.y), min(one.y + one.height, other.y + other.height)
    if high - low > 1:
        return _line((one.x, (low + high) // 2), (other.x, (low + high) // 2))
    low, high = max(one.x, other.x), min(one.x + one.width, other.x + other.width)
    if high - low > 1:
        return _line(((low + high) // 2, one.y), ((low + high) // 2, other.y))
    corner = (other.x + other.width // 2, one.y + one.height // 2)
    return _line((one.x, corner[1]), corner) | _line(corner, (corner[0], other.y))


def _line(start: tuple[int, int], end: tuple[int, int]) -> set[tuple[int, int]]:
    """The squares from one to another, across or down; of a long line none."""
    (x, y), (to_x, to_y) = start, end
    if abs(x - to_x) + abs(y - to_y) > _LONGEST_WAY:
        return set()
    return {(i, j) for i in range(min(x, to_x), max(x, to_x) + 1) for j in range(min(y, to_y), max(y, to_y) + 1)}


def _along(near: Shape, width: int, height: int, side: str, gap: int) -> Iterator[tuple[int, int]]:
    """Places on one side of a room: in the middle of the wall, then a little to either hand; at a corner only one."""
    across, down = _STEPS[side]
    x = near.x + near.width + gap if across > 0 else near.x - gap - width
    y = near.y + near.height + gap if down > 0 else near.y - gap - height
    if across and down:
        yield x, y
        return
    middle = near.y + (near.height - height) // 2 if across else near.x + (near.width - width) // 2
    reach = max(1, ((near.height + height) if across else (near.width + width)) // 2 - 1)
    for step in range(reach + 1):
        for along in (middle + step, middle - step) if step else (middle,):
            yield (x, along) if across else (along, y)


def _free(taken: set[tuple[int, int]], shape: Shape) -> bool:
    inside = -_FAR <= shape.x <= _FAR and -_FAR <= shape.y <= _FAR
    return inside and taken.isdisjoint(_squares_of(shape))


def _squares_of(shape: Shape) -> set[tuple[int, int]]:
    """The squares of a room; of a large one, only as many as a drawing could show."""
    across = range(shape.x, shape.x + min(shape.width, _LARGE))
    return {(x, y) for x in across for y in range(shape.y, shape.y + min(shape.height, _LARGE // len(across)))}


def _overlap(one: Shape, other: Shape) -> bool:
    across = one.x < other.x + other.width + CLEAR and other.x < one.x + one.width + CLEAR
    return across and one.y < other.y + other.height + CLEAR and other.y < one.y + one.height + CLEAR


def _size(zone: Zone) -> tuple[int, int]:
    """The squares of a room: by its feet, where they are not the usual ones."""
    if (zone.length_ft, zone.width_ft) == _USUAL_FEET:
        return _PASSAGE if zone.corridor else _ROOM
    return _squares(zone.length_ft), _squares(zone.width_ft)


def _squares(feet: int) -> int:
    return max(_LEAST, min(_MOST, round(feet / FEET)))
