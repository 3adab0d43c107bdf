"""The table's dice: unpredictable without the key, and verifiable with it.

Each audience has its own stream. With HMAC meaning HMAC-SHA-256:

    stream key   = HMAC(key, name of the stream in UTF-8)
    block n      = HMAC(stream key, n as 8 bytes, most significant first), n = 0, 1, 2, ...
    the stream   = block 0, block 1, ... one after the other

A die of s sides reads w bytes, most significant first: one for up to 256 sides, two for up to 65,536, three for up to
16,777,216; no die has more. A number at or above the greatest multiple of s that fits into w bytes is thrown away and
the next w bytes are read; otherwise the die shows side (number mod s) + 1. `position` counts the bytes read, thrown
away ones too.
"""

import hashlib
import hmac
from collections.abc import Sequence

from undercroft.kernel.dice import Roll

KEY_BYTES = 32
MOST_SIDES = 1 << 24
MOST_POSITION = 1 << 64
_BLOCK_BYTES = 32


class KeyedDice:
    """Draws dice from one stream of a key, starting at a position."""

    def __init__(self, key: bytes, stream: str, position: int = 0) -> None:
        if len(key) < KEY_BYTES:
            raise ValueError(f"a key has at least {KEY_BYTES} bytes")
        if not 0 <= position < MOST_POSITION:
            raise ValueError("a position counts bytes from 0, in 64 bits")
        self._stream_key = hmac.digest(key, stream.encode(), hashlib.sha256)
        self._block_number = -1
        self._block = b""
        self.position = position

    def __call__(self, roll: Roll, count: int, /) -> Sequence[int]:
        """The faces of `count` such dice."""
        if not 1 <= roll.sides <= MOST_SIDES:
            raise ValueError(f"a die has 1 to {MOST_SIDES:,} sides")
        values = roll.values
        return [values[self._place(roll.sides)] for _ in range(count)]

    def _place(self, sides: int) -> int:
        width = 1 if sides <= 1 << 8 else 2 if sides <= 1 << 16 else 3
        span: int = 256**width
        fair = span - span % sides
        while (number := self._number(width)) >= fair:
            pass
        return number % sides

    def _number(self, width: int) -> int:
        number = 0
        for _ in range(width):
            block, byte = divmod(self.position, _BLOCK_BYTES)
            if block != self._block_number:
                self._block = hmac.digest(self._stream_key, block.to_bytes(8, "big"), hashlib.sha256)
                self._block_number = block
            number = number << 8 | self._block[byte]
            self.position += 1
        return number
