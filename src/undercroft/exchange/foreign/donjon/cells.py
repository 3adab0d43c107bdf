"""The grid of a donjon map: which room or passage each cell belongs to."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from undercroft.exchange.foreign.source import entries, fields, refuse, size, whole
from undercroft.table.state.sites import Shape

MOST_SIDE = 500
"""The most rows and columns of a map."""
MOST_PASSAGES = 400
"""The most straight stretches that corridors are cut into."""
_ROOM, _CORRIDOR, _ROOM_ID, _DOORS = 2, 4, 65472, 0x3F0000
_LETTER = 24
"""The highest eight bits of a cell are its letter."""
_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


class MapCell(NamedTuple):
    """A place in the grid."""

    row: int
    col: int

    @property
    def beside(self) -> Iterator["MapCell"]:
        """The cells at its four sides: north, east, south, west."""
        return (MapCell(self.row + down, self.col + right) for down, right in _STEPS)


class CellRegion(NamedTuple):
    """A room, or a passage between doors: its number, and its cells."""

    number: int
    cells: frozenset[MapCell]

    @property
    def box(self) -> Shape:
        """The rectangle around it."""
        rows, cols = [cell.row for cell in self.cells], [cell.col for cell in self.cells]
        return Shape(min(cols), min(rows), max(cols) - min(cols) + 1, max(rows) - min(rows) + 1)

    @property
    def first(self) -> MapCell:
        """Its cell at the top left."""
        return min(self.cells)

    @property
    def longest_run(self) -> Shape:
        """The longest straight stretch of it, which is where a winding passage is drawn."""
        best = Shape(0, 0, 0, 0)
        for cell in sorted(self.cells):
            for down, right in ((0, 1), (1, 0)):
                if MapCell(cell.row - down, cell.col - right) in self.cells:
                    continue
                length = 1
                while MapCell(cell.row + down * length, cell.col + right * length) in self.cells:
                    length += 1
                wide, high = (length, 1) if right else (1, length)
                if wide * high > best.width * best.height:
                    best = Shape(cell.col, cell.row, wide, high)
        return best


class MapGrid:
    """The cells of a map. Rooms and doors are counted from within the margin that surrounds it."""

    def __init__(self, file: Mapping[str, Any]) -> None:
        bits = fields(file.get("cell_bit"))
        self._room, self._corridor = whole(bits.get("room"), _ROOM), whole(bits.get("corridor"), _CORRIDOR)
        mask = whole(bits.get("room_id"), _ROOM_ID) or _ROOM_ID
        self._mask, self._shift = mask, (mask & -mask).bit_length() - 1
        names = ("arch", "door", "locked", "trapped", "secret", "portcullis")
        self._door = sum(whole(bits.get(name)) for name in names) or _DOORS
        rows = file.get("cells")
        if size(rows) > MOST_SIDE or any(size(row) > MOST_SIDE for row in entries(rows)):
            refuse(f"it has more than {MOST_SIDE} rows or columns", "make a smaller map")
        self.margin = max(0, min(MOST_SIDE, whole(fields(file.get("settings")).get("bleed"))))
        self._cells = {
            MapCell(row, col): _bits(value)
            for row, line in enumerate(entries(rows))
            for col, value in enumerate(entries(line))
        }

    def at(self, row: object, col: object) -> MapCell:
        """The cell of a room or door of the lists."""
        return MapCell(whole(row, -MOST_SIDE) + self.margin, whole(col, -MOST_SIDE) + self.margin)

    def marked(self, row: object, col: object, letter: str) -> MapCell:
        """The cell of a feature's mark: donjon counts it from the edge of the grid, where its letter stands."""
        cell = MapCell(whole(row, -MOST_SIDE), whole(col, -MOST_SIDE))
        within = self.at(row, col)
        return cell if letter and self._letter(cell) == letter != self._letter(within) else within

    def _letter(self, cell: MapCell) -> str:
        """The letter that labels a cell; empty if none does."""
        return chr(self._cells.get(cell, 0) >> _LETTER).strip("\0")

    def is_door(self, cell: MapCell) -> bool:
        """Whether a door stands in a cell."""
        return bool(self._cells.get(cell, 0) & self._door)

    def rooms(self) -> dict[int, CellRegion]:
        """The rooms of the grid by their numbers."""
        found = dict[int, set[MapCell]]()
        for cell, bits in self._cells.items():
            if bits & self._room and (number := (bits & self._mask) >> self._shift):
                found.setdefault(number, set()).add(cell)
        return {number: CellRegion(number, frozenset(cells)) for number, cells in sorted(found.items())}

    def passages(self) -> list[CellRegion]:
        """The connected stretches of corridor, from the top left; doors end them."""
        return connected(
            cell
            for cell, bits in self._cells.items()
            if bits & self._corridor and not bits & self._room and not self.is_door(cell)
        )


def straightened(regions: Iterable[CellRegion]) -> list[CellRegion] | None:
    """Winding passages cut into straight ones, the longest first; None where that would be too many."""
    found = list[frozenset[MapCell]]()
    for region in regions:
        left = set(region.cells)
        while left:
            if len(found) >= MOST_PASSAGES:
                return None
            run = CellRegion(0, frozenset(left)).longest_run
            cells = {
                MapCell(row, col) for row in range(run.y, run.y + run.height) for col in range(run.x, run.x + run.width)
            }
            found.append(frozenset(cells))
            left -= cells
    return [CellRegion(number, cells) for number, cells in enumerate(sorted(found, key=min), 1)]


def _bits(value: object) -> int:
    """The bits of a cell. The letter of a label has the highest eight of 32."""
    return value & 0xFFFFFFFF if isinstance(value, int) and not isinstance(value, bool) else whole(value)


def connected(cells: Iterable[MapCell]) -> list[CellRegion]:
    """The stretches of cells that touch each other, from the top left."""
    left, found = dict.fromkeys(sorted(cells)), list[CellRegion]()
    while left:
        start = next(iter(left))
        del left[start]
        stretch, waiting = {start}, [start]
        while waiting:
            for cell in waiting.pop().beside:
                if cell in left:
                    del left[cell]
                    stretch.add(cell)
                    waiting.append(cell)
        found.append(CellRegion(len(found) + 1, frozenset(stretch)))
    return found
