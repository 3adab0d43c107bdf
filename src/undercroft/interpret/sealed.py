"""Sealed dice: a key that is fixed before the dice fall and shown afterwards, so that anybody can check them.

With HMAC meaning HMAC-SHA-256, and the words that players add in the order they were added:

    seal         = SHA-256(key)
    mixed key    = HMAC(key, the words in UTF-8, joined by line feeds)
    the dice     = those that `keyed` derives from the mixed key

The seal is published first, then come the words, then the dice, and at the end the key.
"""

import hashlib
import hmac
from collections.abc import Sequence

from msgspec import Struct

from undercroft.interpret.keyed import KeyedDice
from undercroft.kernel.dice import Marks, Roll

REFEREES_STREAM = "referee"
"""The stream of the dice that only the referee sees. It has a key of its own."""

_SPECIAL = {"dF": Roll(1, 3, marks=Marks.FUDGE), "d66": Roll(1, 36, marks=Marks.D66)}


class Drawn(Struct, frozen=True):
    """Where rolled dice came from: the seal, how many words were mixed in, the stream, and the place in it."""

    seal: int
    words: int
    stream: str
    at: int


def seal_of(key: bytes) -> str:
    """The seal of a key, in hexadecimal."""
    return hashlib.sha256(key).hexdigest()


def mixed(key: bytes, words: Sequence[str]) -> bytes:
    """The key that dice are drawn from once these words are mixed in."""
    return hmac.digest(key, "\n".join(words).encode(), hashlib.sha256)


def name_of(roll: Roll) -> str:
    """The name of one die of a roll: `d20`, `dF`, `d66`."""
    return {Marks.FUDGE: "dF", Marks.D66: "d66"}.get(roll.marks, f"d{roll.sides}")


def die_called(name: str) -> Roll:
    """The die of that name; a fault if there is none."""
    return _SPECIAL.get(name) or Roll(1, int(name[1:]))


def thrown_again(key: bytes, words: Sequence[str], drawn: Drawn, dice: Sequence[str]) -> tuple[tuple[int, ...], int]:
    """The faces that a key gives dice of these names at that place, and the place after them."""
    stream = KeyedDice(mixed(key, words[: drawn.words]), drawn.stream, drawn.at)
    faces = tuple(stream(die_called(name), 1)[0] for name in dice)
    return faces, stream.position
