"""Who somebody is: a secret link is exchanged once for a cookie, and the cookie names a seat.

Links and cookies are made from the table's secret, so nothing of them is kept and a restart forgets nobody. Each seat
has an edition; when its link is renewed the edition goes up, and older links and cookies are worth nothing.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Mapping

from msgspec import Struct

from undercroft.kernel.units import SeatId

_LINK = b"undercroft/link"
_COOKIE = b"undercroft/cookie"
_LENGTH = 22
"""Characters of a link's secret part: 132 bits."""

OWNER = SeatId("owner")
"""Whoever runs the server: may open every table as its referee, and begin new ones."""


class Keys:
    """Makes and checks the links and cookies of one table, or of the server itself."""

    def __init__(self, secret: bytes, name: str) -> None:
        self._secret = secret
        self._name = name

    def link(self, seat: SeatId, edition: int = 0) -> str:
        """The secret part of a seat's link."""
        return self._proof(_LINK, f"{seat}\0{edition}")

    def seat_of(self, link: str, editions: Mapping[SeatId, int]) -> SeatId | None:
        """Whose link that is, among the seats there are."""
        found = None
        for seat, edition in editions.items():
            if hmac.compare_digest(link.encode(), self.link(seat, edition).encode()):
                found = seat
        return found

    def cookie(self, seat: SeatId, edition: int = 0) -> str:
        """What a browser keeps."""
        return f"{seat}.{edition}.{self._proof(_COOKIE, f'{seat}.{edition}')}"

    def signed_in(self, cookie: str, editions: Mapping[SeatId, int]) -> SeatId | None:
        """Who a cookie says somebody is, if it is ours and not out of date."""
        seat, _, rest = cookie.rpartition(".")[0].rpartition(".")
        proof = cookie.rpartition(".")[2]
        named = SeatId(seat)
        if named not in editions or rest != str(editions[named]):
            return None
        expected = self._proof(_COOKIE, f"{seat}.{rest}")
        return named if hmac.compare_digest(proof.encode(), expected.encode()) else None

    def _proof(self, purpose: bytes, text: str) -> str:
        digest = hmac.digest(self._secret, purpose + b"\0" + f"{self._name}\0{text}".encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(digest).decode()[:_LENGTH]


class SignedIn(Struct, frozen=True):
    """Somebody at a table."""

    table: str
    seat: SeatId


def cookie_name(table: str) -> str:
    """The cookie in which a browser keeps its seat at a table."""
    return f"seat-{table}"
