"""A table whose dice fall in a fixed order, for tests of what the same dice come to."""

from collections.abc import Sequence

from tests.table.tabletop import Tabletop
from undercroft.kernel.dice import Roll
from undercroft.kernel.throwing import Draw
from undercroft.kernel.units import SeatId


class Fated(Tabletop):
    """A table whose dice fall in a fixed order, as often as they are asked for."""

    def __init__(self, fate: Sequence[int]) -> None:
        super().__init__()
        self.fate, self.fallen = fate, 0

    def _stream(self, _: tuple[SeatId, ...]) -> Draw:
        def drawn(roll: Roll, count: int, /) -> Sequence[int]:
            fate = [self.fate[(self.fallen + n) % len(self.fate)] for n in range(count)]
            self.fallen += count
            return [roll.values[n % len(roll.values)] for n in fate]

        return drawn
