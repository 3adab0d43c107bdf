"""Where the names and marks of rooms go on the map, with no overlaps."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from undercroft.table.world.floor_plan import Box, Point, overlap

LETTER = 6
"""The greatest width of a letter on the map."""
LINE, NUMBER = 12, 15
"""The height of a line of a name, and of the number above it."""
TIGHT = 26
"""A place narrower than this has its number in small figures."""
MARK = 18
"""The size of a mark, across and down."""
EDGE = 7
"""The gap between a wall and the lettering inside it."""
MOST_NAME_LINES = 2
WAY = 14
"""Half the width of a way, with its walls."""


class Lettering(Struct, frozen=True):
    """The name of a room in lines; `outside` is where it begins if it does not fit inside the walls."""

    lines: tuple[str, ...]
    outside: Point | None = None

    @property
    def high(self) -> int:
        """The height that the number and the name take up in the room."""
        return EDGE + NUMBER + (LINE * len(self.lines) if self.outside is None else 0)

    @property
    def wide(self) -> int:
        """How far they reach from the left wall."""
        within = max(map(len, self.lines), default=0) if self.outside is None else 2
        return EDGE + LETTER * within


def broken(name: str, width: int) -> tuple[str, ...]:
    """A name in lines that fit a room."""
    most = max(4, (width - 12) // LETTER)
    lines: list[str] = []
    for word in name.split():
        if lines and len(lines[-1]) + 1 + len(word) <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(line if len(line) <= most else f"{line[: most - 1]}…" for line in lines[:MOST_NAME_LINES])


def lettering(name: str, box: Box, marks: int, taken: Sequence[Box], size: Box, *, corridor: bool = False) -> Lettering:
    """The name inside the walls if name and marks both fit, else beside them if there is room, else shortened.

    A corridor has its number alone where its name does not fit inside: the drawing shows what it is.
    """
    within = Lettering(broken(name, box.width))
    whole = " ".join(within.lines) == name and within.high <= box.height
    if whole and len(places(box, within, marks)) == marks:
        return within
    if corridor:
        return Lettering(())
    wide = LETTER * len(name)
    spots = (Box(box.x, box.y + box.height + 3, wide, LINE + 2), Box(box.x, box.y - LINE - 5, wide, LINE + 2))
    for spot in spots:
        if _inside(spot, size) and not any(overlap(spot, other) for other in taken if other != box):
            return Lettering((name,), Point(spot.x, spot.y + LINE - 2))
    return within


def places(box: Box, written: Lettering, count: int) -> tuple[Point, ...]:
    """The places of the marks: down the right wall, then further left; fewer if there is no room."""
    beside = box.width - written.wide >= MARK + 4
    rows = max(1, (box.height - 4 - (0 if beside else written.high)) // MARK)
    columns = max(1, (box.width - (written.wide if beside else 0) - 4) // MARK)
    spots = [
        Point(box.x + box.width - 14 - MARK * column, box.y + 15 + MARK * row)
        for column in range(columns)
        for row in range(rows)
    ]
    return tuple(spots[:count])


def along(ways: Iterable[Sequence[Point]]) -> list[Box]:
    """The parts of the drawing that ways take up, stretch by stretch."""
    return [
        Box(min(a.x, b.x) - WAY, min(a.y, b.y) - WAY, abs(a.x - b.x) + 2 * WAY, abs(a.y - b.y) + 2 * WAY)
        for points in ways
        for a, b in pairwise(points)
    ]


def _inside(box: Box, size: Box) -> bool:
    down = size.y <= box.y and box.y + box.height <= size.y + size.height
    return down and size.x <= box.x and box.x + box.width <= size.x + size.width
