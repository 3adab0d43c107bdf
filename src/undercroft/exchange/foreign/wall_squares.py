"""Squares of a map and the edges between them: which edges a wall closes, and where the squares of a room are drawn."""

from collections.abc import Collection, Iterator, Mapping
from math import ceil
from typing import NamedTuple

from undercroft.table.state.ids import ZoneId
from undercroft.table.state.sites import Shape
from undercroft.table.world.floor_plan import overlap

MOST_SIDE = 200
"""The most squares of a side in which rooms are looked for."""
ASIDE = (0.0071, 0.0043)
"""How far walls are moved, in squares."""


class MapSquare(NamedTuple):
    x: int
    y: int


class WallEdge(NamedTuple):
    """The side between two squares: the left or upper one of them, and whether it is upright."""

    x: int
    y: int
    upright: bool


def drawn_shapes(rooms: Mapping[ZoneId, set[MapSquare]]) -> dict[ZoneId, Shape]:
    """Where each room is drawn: the box around it, or its largest rectangle where boxes of rooms overlap."""
    boxes = {zone: box_around(room) for zone, room in rooms.items()}
    return {
        zone: largest_rectangle(rooms[zone])
        if any(zone != other and overlap(box, there) for other, there in boxes.items())
        else box
        for zone, box in boxes.items()
    }


def box_around(room: Collection[MapSquare]) -> Shape:
    """The box around squares."""
    left, top = min(square.x for square in room), min(square.y for square in room)
    return Shape(left, top, max(square.x for square in room) - left + 1, max(square.y for square in room) - top + 1)


def largest_rectangle(room: Collection[MapSquare]) -> Shape:
    """The largest rectangle of squares of a room.

    >>> largest_rectangle({MapSquare(0, 0), MapSquare(1, 0), MapSquare(1, 1), MapSquare(1, 2)})
    Shape(x=1, y=0, width=1, height=3)
    """
    best, deep = Shape(0, 0, 0, 0), dict[int, int]()
    box = box_around(room)
    for y in range(box.y, box.y + box.height):
        deep = {x: deep.get(x, 0) + 1 if (x, y) in room else 0 for x in range(box.x, box.x + box.width + 1)}
        rising = list[tuple[int, int]]()
        for x, height in deep.items():
            left = x
            while rising and rising[-1][1] >= height:
                left, high = rising.pop()
                if high * (x - left) > best.width * best.height:
                    best = Shape(left, y - high + 1, x - left, high)
            rising.append((left, height))
    return best


def beside(edge: WallEdge) -> tuple[MapSquare, MapSquare]:
    """The squares at both sides of an edge."""
    one = MapSquare(edge.x - 1, edge.y) if edge.upright else MapSquare(edge.x, edge.y - 1)
    return one, MapSquare(edge.x, edge.y)


def far(edge: WallEdge, at: tuple[float, float]) -> float:
    """How far the middle of a side of a square is from a place."""
    x, y = (edge.x, edge.y + 0.5) if edge.upright else (edge.x + 0.5, edge.y)
    return abs(x - at[0]) + abs(y - at[1])


def around(square: MapSquare) -> Iterator[tuple[MapSquare, WallEdge]]:
    x, y = square
    yield MapSquare(x - 1, y), WallEdge(x, y, True)
    yield MapSquare(x + 1, y), WallEdge(x + 1, y, True)
    yield MapSquare(x, y - 1), WallEdge(x, y, False)
    yield MapSquare(x, y + 1), WallEdge(x, y + 1, False)


def edges_of(one: tuple[float, float], other: tuple[float, float]) -> Iterator[WallEdge]:
    """The sides of squares that a wall closes: those whose squares have it between their middles.

    Walls that meet leave no gap, however short or crooked they are. All are moved by a little, so that none runs
    through the middle of a square.
    """
    (x, y), (to_x, to_y) = ((spot[0] + ASIDE[0], spot[1] + ASIDE[1]) for spot in (one, other))
    if abs(to_x - x) > 2 * MOST_SIDE or abs(to_y - y) > 2 * MOST_SIDE:
        return
    for row in _middles(y, to_y):
        yield WallEdge(round(x + (to_x - x) * (row + 0.5 - y) / (to_y - y)), row, True)
    for column in _middles(x, to_x):
        yield WallEdge(column, round(y + (to_y - y) * (column + 0.5 - x) / (to_x - x)), False)


def _middles(one: float, other: float) -> range:
    """The squares of a row or a column whose middles are between two places."""
    low, high = sorted((one, other))
    return range(ceil(low - 0.5), ceil(high - 0.5))
