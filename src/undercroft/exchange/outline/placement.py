"""Where new rooms go on the map: beside the room they open from, clear of every other room of the level."""

from collections import deque
from collections.abc import Collection, Iterator, Mapping

from msgspec.structs import replace

from undercroft.table.state.ids import DoorId, ZoneId
from undercroft.table.state.sites import Shape, Site, Zone

FEET = 5
"""A square of the map."""
GAP = 3
"""Squares between a room and the one it opens from."""
CLEAR = 1
"""Squares that stay free around a room."""
_ROOM, _PASSAGE = (5, 4), (5, 2)
_USUAL_FEET = (30, 30)
_LEAST, _MOST = 2, 12
_SIDES = ("east", "south", "north", "west")
_OPPOSITE = {"east": "west", "west": "east", "north": "south", "south": "north"}
_FAR, _TRIES = 990, 24
_LONGEST_WAY = 60
"""Ways longer than so many squares may be built over."""


def lay_out(site: Site, placed: Collection[ZoneId], ways: Mapping[DoorId, str]) -> Site:
    """The site with a place for every room. Rooms in `placed` stay; `ways` are the sides that exits name."""
    return _Plan(site, placed, ways).laid_out()


class _Plan:
    """The map of every level while rooms are put on it."""

    def __init__(self, site: Site, placed: Collection[ZoneId], ways: Mapping[DoorId, str]) -> None:
        self.site = site
        self.fixed = {id for id in placed if id in site.zones}
        self.shapes: dict[ZoneId, Shape] = {id: site.zones[id].shape for id in site.zones if id in self.fixed}
        self.taken: dict[int, set[tuple[int, int]]] = {}
        self.edges: dict[int, Shape] = {}
        """The rectangle around all rooms of a level."""
        self.beside: dict[ZoneId, list[tuple[ZoneId, str | None]]] = {}
        for door in site.doors.values():
            one, other = door.between
            if one in site.zones and other in site.zones:
                way = ways.get(door.id)
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
        for x, y in self._places(near, width, height, way, zone, beside):
            if _free(level, x, y, width, height):
                self.shapes[id] = Shape(x, y, width, height)
                break
        else:
            self.shapes[id] = self._below(zone, width, height)
        self._take(id)
        self._take_ways(id)

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
            for side in (way,) if way is not None else _SIDES:
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
        level = self.taken.setdefault(self.site.zones[id].level, set())
        level.update(
            (x, y)
            for x in range(shape.x - CLEAR, shape.x + shape.width + CLEAR)
            for y in range(shape.y - CLEAR, shape.y + shape.height + CLEAR)
        )

    def _take_ways(self, id: ZoneId) -> None:
        """Keep the squares free on which the ways of a room to rooms already placed are drawn."""
        zone = self.site.zones[id]
        for there, _ in self.beside.get(id, ()):
            if there in self.shapes and there != id and self.site.zones[there].level == zone.level:
                self.taken[zone.level].update(_way(self.shapes[there], self.shapes[id]))


def _way(one: Shape, other: Shape) -> set[tuple[int, int]]:
    """The squares of a way between two rooms: straight where they face each other, else with a corner."""
    x, y = other.x + other.width // 2, one.y + one.height // 2
    start, end = one.x + one.width // 2, other.y + other.height // 2
    if abs(x - start) + abs(end - y) > _LONGEST_WAY:
        return set()
    across = {(step, y) for step in range(min(x, start), max(x, start) + 1)}
    return across | {(x, step) for step in range(min(y, end), max(y, end) + 1)}


def _along(near: Shape, width: int, height: int, side: str, gap: int) -> Iterator[tuple[int, int]]:
    """Places on one side of a room: in the middle of the wall, then a little to either hand."""
    across = side in ("north", "south")
    middle = near.x + (near.width - width) // 2 if across else near.y + (near.height - height) // 2
    reach = max(1, ((near.width + width) if across else (near.height + height)) // 2 - 1)
    for step in range(reach + 1):
        for along in (middle + step, middle - step) if step else (middle,):
            match side:
                case "east":
                    yield near.x + near.width + gap, along
                case "west":
                    yield near.x - gap - width, along
                case "south":
                    yield along, near.y + near.height + gap
                case _:
                    yield along, near.y - gap - height


def _free(taken: set[tuple[int, int]], x: int, y: int, width: int, height: int) -> bool:
    inside = -_FAR <= x <= _FAR and -_FAR <= y <= _FAR
    return inside and not any((x + i, y + j) in taken for i in range(width) for j in range(height))


def _size(zone: Zone) -> tuple[int, int]:
    """The squares of a room: by its feet, where they are not the usual ones."""
    if (zone.length_ft, zone.width_ft) == _USUAL_FEET:
        return _PASSAGE if zone.corridor else _ROOM
    return _squares(zone.length_ft), _squares(zone.width_ft)


def _squares(feet: int) -> int:
    return max(_LEAST, min(_MOST, round(feet / FEET)))
