"""Dice that are handed in: faces in the order they fall, or a generator with a seed."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import cast

from undercroft.interpret.ask import checked_face
from undercroft.interpret.random_blocks import Blocks
from undercroft.kernel.dice import Roll, Throw
from undercroft.kernel.faults import BadInput
from undercroft.kernel.throwing import KnownFaces

UNORDERED: tuple[type[object], ...] = (str, bytes, bytearray, Mapping, AbstractSet)


class Handed(KnownFaces):
    """Draws from a row of faces, each of which must be on its die."""

    def __call__(self, roll: Roll, count: int, /) -> Sequence[int]:
        """The next faces of the row."""
        asked = Throw("the roll", Roll(count, roll.sides, marks=roll.marks))
        return [checked_face(asked, roll, face) for face in super().__call__(roll, count)]


def seeded(dice: object) -> Blocks | None:
    """What draws from a generator with a seed, if it is one."""
    return Blocks(dice.randbytes) if isinstance(dice, random.Random) else None


def source(dice: object) -> Handed | Blocks:
    """What draws these dice."""
    drawn = seeded(dice)
    if drawn is not None:
        return drawn
    if isinstance(dice, UNORDERED) or not isinstance(dice, Iterable):
        what = f"{type(dice).__name__} is not a row of dice"
        raise BadInput("type", what, "write it like dice=[3, 4], or dice=random.Random(7)")
    return Handed([*cast("Iterable[int]", dice)])
