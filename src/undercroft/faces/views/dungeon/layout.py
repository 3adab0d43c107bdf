"""Where rooms and the ways between them are drawn, with no overlaps."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from undercroft.table.state.ids import ZoneId
from undercroft.table.state.sites import Shape

WIDE, HIGH = 700, 400
"""The size a level's drawing should fill, in units of about a pixel."""
LEAST_SQUARE, MOST_SQUARE = 16, 30
MARGIN = 24
GAP = 3
"""Squares between rooms that were moved apart."""
IN_A_ROW = 30
"""The width in squares after which moved rooms start a new row."""
LEAST_WALL = 20
"""The length of wall two rooms must share for a straight way between them."""
DOOR_EDGE = 11
"""The least distance of a way from the corner of a room."""


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


def apart(shapes: Mapping[ZoneId, Shape]) -> dict[ZoneId, Shape]:
    """The shapes, with overlapping ones moved to rows of their own below."""
    placed: dict[ZoneId, Shape] = {}
    moved: dict[ZoneId, Shape] = {}
    for id, shape in shapes.items():
        (moved if any(overlap(shape, other) for other in placed.values()) else placed)[id] = shape
    left = min((shape.x for shape in placed.values()), default=0)
    below = max((shape.y + shape.height for shape in placed.values()), default=0) + GAP
    x, y, deepest = left, below, 0
    for id, shape in moved.items():
        if x + shape.width > IN_A_ROW:
            x, y, deepest = left, y + deepest + GAP, 0
        placed[id] = replace(shape, x=x, y=y)
        x, deepest = x + shape.width + GAP, max(deepest, shape.height)
    return placed


def overlap(one: Shape | Box, other: Shape | Box) -> bool:
    """Whether two rectangles have a part in common."""
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height


def square_of(placed: Mapping[ZoneId, Shape]) -> int:
    """The side of a square on the drawing: as large as fits, so that lettering has the same size on every level."""
    left, top = min(box.x for box in placed.values()), min(box.y for box in placed.values())
    wide = max(box.x + box.width for box in placed.values()) - left
    high = max(box.y + box.height for box in placed.values()) - top
    fits = min((WIDE - 2 * MARGIN) // max(1, wide), (HIGH - 2 * MARGIN) // max(1, high))
    return max(LEAST_SQUARE, min(MOST_SQUARE, fits))


def boxes(placed: Mapping[ZoneId, Shape], square: int) -> dict[ZoneId, Box]:
    """Rooms that stand apart, on the drawing."""
    left, top = min(box.x for box in placed.values()), min(box.y for box in placed.values())
    return {
        id: Box(
            (box.x - left) * square + MARGIN, (box.y - top) * square + MARGIN, box.width * square, box.height * square
        )
        for id, box in placed.items()
    }


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


def middle(points: Sequence[Point]) -> tuple[Point, bool]:
    """The place of a door, half way along the longest stretch, and whether that runs across."""
    a, b = max(pairwise(points), key=lambda pair: abs(pair[0].x - pair[1].x) + abs(pair[0].y - pair[1].y))
    return Point((a.x + b.x) // 2, (a.y + b.y) // 2), a.y == b.y


def direction(start: Point, to: Point) -> str:
    """The compass direction on the map."""
    across, down = to.x - start.x, to.y - start.y
    if abs(across) >= abs(down):
        return "east" if across > 0 else "west"
    return "south" if down > 0 else "north"


def trail(
    route: Sequence[ZoneId],
    placed: Mapping[ZoneId, Box],
    joins: Iterable[tuple[tuple[ZoneId, ZoneId], tuple[Point, ...]]],
) -> str:
    """The route from room to room as an SVG path along the ways that join them, each drawn once."""
    ways = {frozenset(pair): points for pair, points in reversed(list(joins))}
    drawn: dict[frozenset[ZoneId], str] = {}
    for one, other in pairwise(route):
        points = ways.get(frozenset((one, other)))
        if points is not None and frozenset((one, other)) not in drawn:
            drawn[frozenset((one, other))] = _walk(placed[one], placed[other], points)
    return "".join(drawn.values())


def _walk(one: Box, other: Box, points: tuple[Point, ...]) -> str:
    if not _touches(one, points[0]):
        points = points[::-1]
    corners = (one.middle, _elbow(one, points[0], points[1]), *points, _elbow(other, points[-1], points[-2]))
    return path((*corners, other.middle))


def path(points: Sequence[Point]) -> str:
    """Straight lines from point to point, as an SVG path."""
    return f"M{'L'.join(f'{point.x} {point.y}' for point in points)}"


def _touches(box: Box, point: Point) -> bool:
    return box.x <= point.x <= box.x + box.width and box.y <= point.y <= box.y + box.height


def _elbow(box: Box, door: Point, beyond: Point) -> Point:
    """The point where a walker from the middle of a room turns to go straight out of the door."""
    return Point(box.middle.x, door.y) if door.y == beyond.y else Point(door.x, box.middle.y)
