"""Faces from blocks of random bytes. One translation turns a block into dice and drops bytes that would bias them."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from undercroft.kernel.dice import Marks, Roll

BLOCK = 4096
BYTE = 256
_NUMBERS = Marks.NUMBERS
_NONE = (b"", 0)


class Blocks:
    """Draws dice from a source of random bytes, one block for each kind of die at a time."""

    def __init__(self, entropy: Callable[[int], bytes]) -> None:
        self._entropy = entropy
        self._ready: dict[int, tuple[bytes, int]] = {}

    def __call__(self, roll: Roll, count: int, /) -> Sequence[int]:
        """The faces of `count` such dice."""
        sides = roll.sides
        if sides >= BYTE:
            places: Sequence[int] = [self._wide(sides) for _ in range(count)]
        else:
            ready, at = self._ready.get(sides, _NONE)
            end = at + count
            if end > len(ready):
                ready, at, end = self._more(sides, ready[at:], count), 0, count
            self._ready[sides] = ready, end
            places = ready[at:end]
        if roll.marks is _NUMBERS:
            return places
        return [roll.values[place - 1] for place in places]

    def _more(self, sides: int, ready: bytes, count: int) -> bytes:
        """Places 1 to `sides`, one byte each: the places left over, and enough new ones."""
        while len(ready) < count:
            ready += self._entropy(BLOCK).translate(*_translation(sides))
        return ready

    def _wide(self, sides: int) -> int:
        """One place from 1 to `sides`, from as many bytes as it needs."""
        width = ((sides - 1).bit_length() + 7) // 8
        span = BYTE**width
        fair = span - span % sides
        while (number := int.from_bytes(self._entropy(width), "big")) >= fair:
            pass
        return number % sides + 1


@lru_cache(maxsize=BYTE)
def _translation(sides: int) -> tuple[bytes, bytes]:
    """What each byte becomes on such a die, and the bytes to drop so that no face comes up more often."""
    if sides < 1:
        raise ValueError("a die has at least one side")
    fair = BYTE - BYTE % sides
    return bytes(byte % sides + 1 for byte in range(BYTE)), bytes(range(fair, BYTE))
