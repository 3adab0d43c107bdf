"""The places of a Text Mapper file, and the hexes that its lines cross and enclose."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

MOST_ACROSS = 100
"""The hexes that a line encloses at most, across and down."""
MOST_STEPS = 400
"""The hexes that one stretch of a line crosses at most."""
XY = r"-?[0-9]{2}-?[0-9]{2}(?:[0-9]{2})?"
DOTTED = r"-?[0-9]{2,4}\.-?[0-9]{2,4}(?:\.[0-9]{2,4})?"
_POINT = re.compile(rf"{DOTTED}|{XY}")
_PART = re.compile(r"(-?[0-9]{2})(-?[0-9]{2})([0-9]{2})?|(-?[0-9]{2,4})\.(-?[0-9]{2,4})(?:\.([0-9]{2,4}))?")


class HexSpot(NamedTuple):
    """A place as the file writes it."""

    x: int
    y: int
    z: int = 0

    @property
    def around(self) -> tuple["HexSpot", ...]:
        """Its neighbours: north-west, north, north-east, south-east, south, south-west."""
        x, y, z = self
        up, down = (y - 1, y) if x % 2 else (y, y + 1)
        return (
            HexSpot(x - 1, up, z),
            HexSpot(x, y - 1, z),
            HexSpot(x + 1, up, z),
            HexSpot(x + 1, down, z),
            HexSpot(x, y + 1, z),
            HexSpot(x - 1, down, z),
        )


def points_in(written: str) -> Iterator[HexSpot]:
    """The points of a line; the hyphen between two of them does not belong to either."""
    at = 0
    while (found := _POINT.match(written, at)) is not None:
        yield spot_at(found[0])
        at = found.end() + 1


def spot_at(written: str) -> HexSpot:
    found = _PART.fullmatch(written)
    if found is None:
        return HexSpot(0, 0)
    parts = [int(part) for part in found.groups() if part is not None]
    return HexSpot(*parts)


def steps_of(points: tuple[HexSpot, ...]) -> int:
    """How many hexes a line crosses at most, counted without following it."""
    return sum(1 + min(MOST_STEPS, abs(one.x - other.x) + abs(one.y - other.y)) for one, other in pairwise(points))


def within(points: tuple[HexSpot, ...]) -> frozenset[HexSpot]:
    """The hexes that a line crosses, and those inside a line that ends where it began."""
    line = frozenset(crossed(points))
    across, down = ([min(each) - 1, max(each) + 1] for each in zip(*((spot.x, spot.y) for spot in line), strict=True))
    if points[0] != points[-1] or max(across[1] - across[0], down[1] - down[0]) > MOST_ACROSS:
        return line
    outside, reached = set[HexSpot](), [HexSpot(across[0], down[0], points[0].z)]
    while reached:
        spot = reached.pop()
        near = across[0] <= spot.x <= across[1] and down[0] <= spot.y <= down[1]
        if near and spot not in outside and spot not in line:
            outside.add(spot)
            reached += spot.around
    every = (HexSpot(x, y, points[0].z) for x in range(across[0], across[1] + 1) for y in range(down[0], down[1] + 1))
    return frozenset(every) - outside


def crossed(points: tuple[HexSpot, ...]) -> Iterator[HexSpot]:
    """Every hex that a line passes, as Text Mapper draws it: always to the nearest neighbour of the next point."""
    here = points[0]
    yield here
    for there in points[1:]:
        for _ in range(MOST_STEPS):
            if here == there:
                break
            here = min(here.around, key=lambda spot: (spot.x - there.x) ** 2 + (spot.y - there.y) ** 2)
            yield here
