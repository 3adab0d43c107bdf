"""Hexes by column and row: which border each other, how far apart they are, and which way one lies from another."""

from __future__ import annotations

from undercroft.books.hexcrawl.landmarks import hexes_apart
from undercroft.books.hexcrawl.units import Hex
from undercroft.table.names import HexId

SIDES: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The six sides of a hex as steps, clockwise from the top."""

_DIGITS = 2
"""Of a column, and of a row."""


def is_hex(id: str) -> bool:
    """Whether that is a hex by column and row, both from 1.

    >>> is_hex("0505"), is_hex("0500"), is_hex("505")
    (True, False, False)
    """
    return len(id) == 2 * _DIGITS and id.isascii() and id.isdigit() and "00" not in (id[:_DIGITS], id[_DIGITS:])


def coordinates(id: HexId) -> Hex:
    """A hex as the books count it, by axial coordinates.

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
    """The hex on one side of another, sides counted clockwise from the top.

    >>> beside(HexId("0505"), 0), beside(HexId("0505"), 1)
    ('0504', '0604')
    """
    (q, r), (across, down) = coordinates(id), SIDES[side % len(SIDES)]
    return hex_at((q + across, r + down))


def neighbours(id: HexId) -> tuple[HexId, ...]:
    """The hexes around one, clockwise from the top; fewer at the edge.

    >>> neighbours(HexId("0505"))
    ('0504', '0604', '0605', '0506', '0405', '0404')
    """
    return tuple(one for side in range(len(SIDES)) if (one := beside(id, side)) is not None)


def side_of(here: HexId, there: HexId) -> int | None:
    """On which side of a hex another borders it; None if it does not.

    >>> side_of(HexId("0505"), HexId("0604"))
    1
    """
    return next((side for side in range(len(SIDES)) if beside(here, side) == there), None)


def apart(one: HexId, other: HexId) -> int:
    """How many hexes it is from one to another.

    >>> apart(HexId("0505"), HexId("0903"))
    4
    """
    return hexes_apart(*coordinates(one), *coordinates(other))


def as_the_crow_flies(one: HexId, other: HexId) -> tuple[HexId, ...]:
    """The hexes from one to another, each nearer to it than the last; the first is left out.

    >>> as_the_crow_flies(HexId("0505"), HexId("0503"))
    ('0504', '0503')
    """
    way: list[HexId] = []
    while one != other:
        one = min(neighbours(one), key=lambda hex: (apart(hex, other), hex))
        way.append(one)
    return tuple(way)
