"""Where hexes lie on the drawing: their middles, their corners, and roads and rivers as curves through them."""

from collections.abc import Iterable, Mapping
from itertools import pairwise

from msgspec import Struct

from undercroft.table.state.hexes import neighbours
from undercroft.table.state.ids import HexId
from undercroft.table.state.lands import LandWay, Path

ACROSS = 70.5
"""The distance between the middles of neighbouring columns."""
DOWN = 81.4
"""The distance from the middle of a hex to the middle of the hex below."""
RADIUS = 46.4
MARGIN = 50.0


class MapSpot(Struct, frozen=True):
    """A place on the drawing."""

    x: float
    y: float


class MapSheet(Struct, frozen=True):
    """The part of a map that is drawn: its first column and row, and its size."""

    column: int
    row: int
    width: float
    height: float

    def middle(self, hex: HexId) -> MapSpot:
        """The middle of a hex."""
        column, row = int(hex[:2]), int(hex[2:])
        lower = 0.0 if column % 2 else DOWN / 2
        return MapSpot(
            round(MARGIN + (column - self.column) * ACROSS, 1), round(MARGIN + (row - self.row) * DOWN + lower, 1)
        )


def sheet_of(hexes: Iterable[HexId]) -> MapSheet:
    """The part of a map that holds all these hexes."""
    columns, rows = zip(*((int(hex[:2]), int(hex[2:])) for hex in hexes), strict=True)
    left, top = min(columns), min(rows)
    width = 2 * MARGIN + (max(columns) - left) * ACROSS
    height = 2 * MARGIN + (max(rows) - top) * DOWN + DOWN / 2
    return MapSheet(left, top, round(width, 1), round(height, 1))


def corners(at: MapSpot, radius: float = RADIUS) -> str:
    """The outline of a hex, flat above and below."""
    return " ".join(f"{spot.x:.1f},{spot.y:.1f}" for spot in _around(at, radius))


def _around(at: MapSpot, radius: float) -> tuple[MapSpot, ...]:
    """The six corners of a hex."""
    high = radius * 0.866
    right = ((radius / 2, -high), (radius, 0.0), (radius / 2, high))
    turns = (*right[1:], *((-x, y) for x, y in reversed(right)), right[0])
    return tuple(MapSpot(at.x + x, at.y + y) for x, y in turns)


def borders(middles: Mapping[HexId, MapSpot], parts: Mapping[HexId, str]) -> str:
    """The sides of hexes that lie between different parts of a map, as one path."""
    drawn: list[str] = []
    for id, part in parts.items():
        spots = _around(middles[id], RADIUS)
        for start, end in pairwise((*spots, spots[0])):
            over = _beyond(id, middles, MapSpot((start.x + end.x) / 2, (start.y + end.y) / 2))
            if parts.get(over) != part if over is not None else True:
                drawn.append(f"M{start.x:.1f} {start.y:.1f}L{end.x:.1f} {end.y:.1f}")
    return "".join(drawn)


def _beyond(id: HexId, middles: Mapping[HexId, MapSpot], side: MapSpot) -> HexId | None:
    """The neighbour of a hex on the other side of a side."""
    near = [
        (abs(at.x - side.x) + abs(at.y - side.y), other)
        for other in neighbours(id)
        if (at := middles.get(other)) is not None
    ]
    distance, other = min(near, default=(DOWN, id))
    return other if distance < RADIUS * 1.3 else None


class MapLine(Struct, frozen=True):
    """A road or a river as it is drawn."""

    kind: str
    curve: str


RIVER_LIES = MapSpot(-9.0, 6.0)
"""A river runs beside the road that follows it."""


def lines(ways: Iterable[LandWay], sheet: MapSheet) -> tuple[MapLine, ...]:
    """Every road and river, rivers first so that roads cross over them."""
    named: dict[tuple[Path, str], list[tuple[HexId, HexId]]] = {}
    for way in ways:
        named.setdefault((way.path, way.name), []).append(way.between)
    drawn = [
        MapLine(path.value, _curve([sheet.middle(hex) for hex in chain], path))
        for (path, _), pairs in named.items()
        for chain in chains(pairs)
    ]
    return tuple(sorted(drawn, key=lambda line: line.kind != Path.RIVER))


def chains(pairs: Iterable[tuple[HexId, HexId]]) -> list[tuple[HexId, ...]]:
    """Steps from hex to hex, joined end to end where possible."""
    left = list(pairs)
    found: list[tuple[HexId, ...]] = []
    while left:
        chain = list(left.pop(0))
        while (pair := next((pair for pair in left if chain[-1] in pair or chain[0] in pair), None)) is not None:
            left.remove(pair)
            if chain[-1] in pair:
                chain.append(pair[1] if pair[0] == chain[-1] else pair[0])
            else:
                chain.insert(0, pair[1] if pair[0] == chain[0] else pair[0])
        found.append(tuple(chain))
    return found


def _curve(spots: list[MapSpot], path: Path) -> str:
    """A curve through the sides between hexes, bent at their middles."""
    if path is Path.RIVER:
        spots = [MapSpot(spot.x + RIVER_LIES.x, spot.y + RIVER_LIES.y) for spot in spots]
    halves = [MapSpot((a.x + b.x) / 2, (a.y + b.y) / 2) for a, b in pairwise(spots)]
    parts = [f"M{spots[0].x:.1f} {spots[0].y:.1f}L{halves[0].x:.1f} {halves[0].y:.1f}"]
    for bend, half in zip(spots[1:], halves[1:], strict=False):
        parts.append(f"Q{bend.x:.1f} {bend.y:.1f} {half.x:.1f} {half.y:.1f}")
    return "".join((*parts, f"L{spots[-1].x:.1f} {spots[-1].y:.1f}"))


def straight(spots: Iterable[MapSpot]) -> str:
    """A line from middle to middle, as a party travels."""
    listed = [f"{spot.x:.1f} {spot.y:.1f}" for spot in spots]
    return f"M{'L'.join(listed)}" if len(listed) > 1 else ""


GLYPHS: Mapping[str, str] = {
    "plains": "",
    "hills": "M-20 4q9-13 18 0M0 6q9-13 18 0M-9-6q9-13 18 0",
    "forest": "M-18 5l5-10 5 10zM-3-6l5-10 5 10zM9 7l5-10 5 10zM-7 15l5-10 5 10z",
    "marsh": "M-17 6h12M-14 6v-7M-11 6v-9M-8 6v-6M3 0h12M6 0v-7M9 0v-9M12 0v-6M-3 15h12M0 15v-7M3 15v-9M6 15v-6",
    "mountains": "M-20 9l13-22 8 13 5-7 14 16M-11-6l4 5 4-4",
    "high_mountains": "M-20 10l15-28 9 16 5-8 12 20M-10-8l5 5 5-5M-10 16h20",
}
"""The sign of each kind of ground, about the middle of its hex."""
