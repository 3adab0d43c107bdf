"""Hexes by column and row: neighbours, distances and directions."""

from functools import lru_cache

from undercroft.books.hexcrawl.landmarks import hexes_apart
from undercroft.books.hexcrawl.units import Hex
from undercroft.table.state.ids import HexId

SIDES: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The six sides of a hex as steps, clockwise from the top."""

_DIGITS = 2
"""The digits of a column, and of a row."""
ALL = 10_000
"""As many hexes as there are at most: what is asked of each again and again is found once."""


def is_hex(id: str) -> bool:
    """Whether an id is a hex by column and row, both from 1.

    >>> is_hex("0505"), is_hex("0500"), is_hex("505")
    (True, False, False)
    """
    return len(id) == 2 * _DIGITS and id.isascii() and id.isdigit() and "00" not in (id[:_DIGITS], id[_DIGITS:])


@lru_cache(ALL)
def coordinates(id: HexId) -> Hex:
    """The axial coordinates of a hex, as the books count.

    >>> coordinates(HexId("0101")), coordinates(HexId("0505"))
    ((0, 0), (4, 2))
    """
    column, row = int(id[:_DIGITS]) - 1, int(id[_DIGITS:]) - 1
    return column, row - column // 2


def hex_at(where: Hex) -> HexId | None:
    """The hex at those coordinates; None beyond the edge of any map.

    >>> hex_at((4, 2))
    '0505'
    """
    column, row = where[0] + 1, where[1] + where[0] // 2 + 1
    id = f"{column:02}{row:02}"
    return HexId(id) if column > 0 and row > 0 and is_hex(id) else None


def beside(id: HexId, side: int) -> HexId | None:
    """The neighbouring hex on a side, counted clockwise from the top.

    >>> beside(HexId("0505"), 0), beside(HexId("0505"), 1)
    ('0504', '0604')
    """
    (q, r), (across, down) = coordinates(id), SIDES[side % len(SIDES)]
    return hex_at((q + across, r + down))


@lru_cache(ALL)
def neighbours(id: HexId) -> tuple[HexId, ...]:
    """The hexes around a hex, clockwise from the top; fewer at the edge.

    >>> neighbours(HexId("0505"))
    ('0504', '0604', '0605', '0506', '0405', '0404')
    """
    return tuple(hex for side in range(len(SIDES)) if (hex := beside(id, side)) is not None)


def side_of(here: HexId, there: HexId) -> int | None:
    """The side of `here` that borders `there`; None if they are not neighbours.

    >>> side_of(HexId("0505"), HexId("0604"))
    1
    """
    return next((side for side in range(len(SIDES)) if beside(here, side) == there), None)


def apart(here: HexId, there: HexId) -> int:
    """The distance between two hexes, in hexes.

    >>> apart(HexId("0505"), HexId("0903"))
    4
    """
    return hexes_apart(*coordinates(here), *coordinates(there))


def as_the_crow_flies(here: HexId, there: HexId) -> tuple[HexId, ...]:
    """The hexes on a straight line from `here` to `there`, without `here`.

    >>> as_the_crow_flies(HexId("0505"), HexId("0503"))
    ('0504', '0503')
    """
    way: list[HexId] = []
    while here != there:
        here = min(neighbours(here), key=lambda hex: (apart(hex, there), hex))
        way.append(here)
    return tuple(way)
