"""A seat's position: how many facts it was told, in a form that only the server can make.

A seat's cursor counts only what that seat was told, so that a secret leaves no gap in it.
"""

import hashlib
import hmac
import re
from functools import lru_cache

from undercroft.kernel.faults import BadInput
from undercroft.kernel.units import SeatId

MOST_KEPT = 4096
"""Cursors that are kept: the last ones of all seats at hundreds of tables."""
_PURPOSE = b"undercroft/cursors"
_FORM = re.compile(r"(?P<number>0|[1-9][0-9]{0,15})-(?P<proof>[0-9a-f]{16})")


class Cursors:
    """Makes and reads the cursors of one table."""

    def __init__(self, secret: bytes) -> None:
        self._key = hmac.digest(secret, _PURPOSE, hashlib.sha256)

    def at(self, seat: SeatId, number: int) -> str:
        """The cursor of a seat that was told that many facts."""
        return f"{number}-{self._proof(seat, number)}"

    def number(self, seat: SeatId, cursor: str) -> int:
        """How many facts the seat had been told. A cursor of another seat or table is refused."""
        found = _FORM.fullmatch(cursor)
        if found:
            number = int(found["number"])
            if hmac.compare_digest(found["proof"], self._proof(seat, number)):
                return number
        raise BadInput("bad_cursor", "that cursor is not one of this seat", "leave it out, or use one you were given")

    def _proof(self, seat: SeatId, number: int) -> str:
        return _proof(self._key, seat, number)


@lru_cache(MOST_KEPT)
def _proof(key: bytes, seat: SeatId, number: int) -> str:
    """What only the server can make; every screen of a seat is sent the same cursor."""
    return hmac.digest(key, f"{number} {seat}".encode(), hashlib.sha256).hex()[:16]
