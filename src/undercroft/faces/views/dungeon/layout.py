"""Where rooms and the ways between them are drawn, with no overlaps."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from msgspec.structs import replace

from undercroft.table.state.ids import ZoneId
from undercroft.table.state.sites import Shape
from undercroft.table.world.floor_plan import Box, Point, overlap

WIDE, HIGH = 700, 400
"""The size a level's drawing should fill, in units of about a pixel."""
LEAST_SQUARE, MOST_SQUARE = 16, 30
MARGIN = 24
GAP = 3
"""Squares between rooms that were moved apart."""
IN_A_ROW = 30
"""The width in squares after which moved rooms start a new row."""


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


def square_of(placed: Mapping[ZoneId, Shape]) -> int:
    """The side of a square on the drawing: as large as fits, so that lettering has the same size on every level."""
    left, top = min(box.x for box in placed.values()), min(box.y for box in placed.values())
    wide = max(box.x + box.width for box in placed.values()) - left
    high = max(box.y + box.height for box in placed.values()) - top
    fits = min((WIDE - 2 * MARGIN) // max(1, wide), (HIGH - 2 * MARGIN) // max(1, high))
    return max(LEAST_SQUARE, min(MOST_SQUARE, fits))


def boxes(placed: Mapping[ZoneId, Shape], square: int, margin: int = MARGIN) -> dict[ZoneId, Box]:
    """Rooms that stand apart, on the drawing, with a margin around them."""
    left, top = min(box.x for box in placed.values()), min(box.y for box in placed.values())
    return {
        id: Box(
            (box.x - left) * square + margin, (box.y - top) * square + margin, box.width * square, box.height * square
        )
        for id, box in placed.items()
    }


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
