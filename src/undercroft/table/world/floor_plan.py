"""Where doors lie on the map: the way between two rooms, and the wall of each room that it leaves by."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from undercroft.table.state.seen_sites import WallSpot
from undercroft.table.state.sites import Door, Shape, Side, Site, Zone

LEAST_WALL = 20
"""The length of wall two rooms must share for a straight way between them."""
DOOR_EDGE = 11
"""The least distance of a way from the corner of a room."""
SQUARE = 24
"""The side of a square where rooms are compared."""


class Point(Struct, frozen=True):
    """A place on the drawing."""

    x: int
    y: int


class Box(Struct, frozen=True):
    """A rectangle on the drawing."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> Point:
        """The centre."""
        return Point(self.x + self.width // 2, self.y + self.height // 2)


def overlap(one: Shape | Box, other: Shape | Box) -> bool:
    """Whether two rectangles have a part in common."""
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height


class Spot(Struct, frozen=True):
    """Where along a wall a way is: in percent if it was put there, else in its own part of the wall."""

    place: int = 0
    of: int = 1
    along: int | None = None

    def on(self, low: int, high: int) -> int:
        """The spot on a wall from `low` to `high`."""
        if self.along is not None:
            edge = min(DOOR_EDGE, (high - low) // 2)
            return min(high - edge, max(low + edge, low + (high - low) * self.along // 100))
        return low + (high - low) * (2 * self.place + 1) // (2 * self.of)

    @property
    def back(self) -> "Spot":
        """The spot on the other wall of a way with a corner, so that two such ways do not cross."""
        return replace(self, place=self.of - 1 - self.place)


class Route(Struct, frozen=True):
    """The line of a way from wall to wall, and the stretches of wall along which it can be put."""

    points: tuple[Point, ...]
    down: tuple[int, int]
    """From top to bottom, for a door on a stretch that runs across."""
    across: tuple[int, int]
    """From left to right, for a door on a stretch that runs down."""


def between(one: Box, other: Box, spot: Spot, around: Sequence[Box] = ()) -> Route:
    """The way from wall to wall: straight where rooms face each other, else with the corner that crosses fewer rooms.

    Where several ways join the same rooms, each has its own part of the wall.
    """
    wall = max(one.y, other.y), min(one.y + one.height, other.y + other.height)
    if wall[1] - wall[0] >= LEAST_WALL:
        y = spot.on(*wall)
        left, right = (one, other) if one.x <= other.x else (other, one)
        return Route((Point(left.x + left.width, y), Point(right.x, y)), wall, wall)
    wall = max(one.x, other.x), min(one.x + one.width, other.x + other.width)
    if wall[1] - wall[0] >= LEAST_WALL:
        x = spot.on(*wall)
        upper, lower = (one, other) if one.y <= other.y else (other, one)
        return Route((Point(x, upper.y + upper.height), Point(x, lower.y)), wall, wall)
    return min((_bent(one, other, spot), _bent(other, one, spot)), key=lambda route: _crossed(route.points, around))


def _bent(one: Box, other: Box, spot: Spot) -> Route:
    """A way that leaves the first room by a side wall, turns, and comes to the other from above or below."""
    down, across = (one.y, one.y + one.height), (other.x, other.x + other.width)
    corner = Point(spot.on(*across), spot.back.on(*down))
    start = Point(one.x + one.width if corner.x > one.x else one.x, corner.y)
    end = Point(corner.x, other.y if other.y > corner.y else other.y + other.height)
    return Route((start, corner, end), down, across)


def _crossed(points: Sequence[Point], around: Sequence[Box]) -> int:
    """The number of rooms that a line runs across."""
    lines = [
        Box(min(a.x, b.x) - 1, min(a.y, b.y) - 1, abs(a.x - b.x) + 2, abs(a.y - b.y) + 2) for a, b in pairwise(points)
    ]
    return sum(any(overlap(line, box) for line in lines) for box in around)


def middle(points: Sequence[Point], around: Sequence[Box] = ()) -> tuple[Point, bool]:
    """The place of a door, half way along the longest stretch outside other rooms, and whether that runs across."""
    stretches = tuple(pairwise(points))
    free = [part for pair in stretches for part in _free(*pair, around)]
    a, b = max(free or stretches, key=_length)
    return Point((a.x + b.x) // 2, (a.y + b.y) // 2), a.y == b.y


def _length(stretch: tuple[Point, Point]) -> int:
    a, b = stretch
    return abs(a.x - b.x) + abs(a.y - b.y)


def _free(a: Point, b: Point, around: Sequence[Box]) -> Iterator[tuple[Point, Point]]:
    """The parts of a straight stretch that lie in none of these rooms."""
    across = a.y == b.y
    at, until = sorted((a.x, b.x) if across else (a.y, b.y))
    for box in sorted(around, key=lambda box: box.x if across else box.y):
        low, high = (box.y, box.y + box.height) if across else (box.x, box.x + box.width)
        if low < (a.y if across else a.x) < high:
            begins, ends = (box.x, box.x + box.width) if across else (box.y, box.y + box.height)
            if at < begins < until:
                yield _stretch(a, at, begins, across=across)
            at = max(at, ends) if begins < until else at
    if at < until or a == b:
        yield _stretch(a, at, until, across=across)


def _stretch(a: Point, low: int, high: int, *, across: bool) -> tuple[Point, Point]:
    return (Point(low, a.y), Point(high, a.y)) if across else (Point(a.x, low), Point(a.x, high))


def direction(start: Point, to: Point) -> str:
    """The compass direction on the map."""
    across, down = to.x - start.x, to.y - start.y
    if abs(across) >= abs(down):
        return "east" if across > 0 else "west"
    return "south" if down > 0 else "north"


def wall_spots(site: Site, door: Door) -> tuple[WallSpot, WallSpot] | None:
    """Where a door lies in the walls of its two rooms, by these rooms alone: nothing else of the site shows in it.

    None if the map does not say: the rooms are on two levels, or drawn over each other.
    """
    rooms = [site.zones[zone] for zone in door.between if zone in site.zones]
    if len(rooms) < len(door.between) or rooms[0].level != rooms[1].level or overlap(rooms[0].shape, rooms[1].shape):
        return None
    one, other = (_box(room) for room in rooms)
    first, last = sorted((one, other), key=lambda box: (box.x, box.y))
    points = between(first, last, Spot(along=door.along)).points
    ends = (points[0], points[-1]) if first is one else (points[-1], points[0])
    return _spot(one, ends[0]), _spot(other, ends[1])


def _box(zone: Zone) -> Box:
    shape = zone.shape
    return Box(shape.x * SQUARE, shape.y * SQUARE, shape.width * SQUARE, shape.height * SQUARE)


def _spot(box: Box, end: Point) -> WallSpot:
    """The wall of a room on which a point lies, and how far along it."""
    across, down = (end.x - box.x) * 100 // max(1, box.width), (end.y - box.y) * 100 // max(1, box.height)
    if end.x in (box.x, box.x + box.width) and box.y < end.y < box.y + box.height:
        return WallSpot(Side.WEST if end.x == box.x else Side.EAST, down)
    return WallSpot(Side.NORTH if end.y == box.y else Side.SOUTH, across)


def place_on(box: Box, spot: WallSpot) -> Point:
    """The place of a spot in the walls of a room on the drawing."""
    along = Point(box.x + box.width * spot.at // 100, box.y + box.height * spot.at // 100)
    match spot.side:
        case Side.NORTH:
            return Point(along.x, box.y)
        case Side.SOUTH:
            return Point(along.x, box.y + box.height)
        case Side.WEST:
            return Point(box.x, along.y)
        case Side.EAST:
            return Point(box.x + box.width, along.y)
