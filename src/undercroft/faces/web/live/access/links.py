"""Sign-in: a browser exchanges a secret link once for a cookie, and the cookie names a seat.

Links and cookies are made from the table's secret, so none is stored and all outlive a restart. Each seat
has an edition; when its link is renewed the edition goes up, and older links and cookies are worth nothing. Every
exchange gives a cookie with an id of its own, which nobody can choose.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from litestar import Response
from litestar.connection import ASGIConnection
from msgspec import Struct

from undercroft.kernel.units import SeatId
from undercroft.table.state.ids import RefereeId

_LINK = b"undercroft/link"
_COOKIE = b"undercroft/cookie"
_OURS_ALONE = "__Host-"
_ID_BYTES = 9
_UNTIL = "-"
"""Stands in a cookie before the number of ended sessions."""
_LENGTH = 22
"""Characters of a link's secret part: 132 bits."""
_MOST_PROOFS = 4096
"""Proofs that are remembered: those of the browsers of some hundred tables."""

SEAT_COOKIE = "seat-"
"""The names of the cookies that name a seat begin like this."""
AT = "at"
"""The cookie that names the last table of a browser."""

OWNER = SeatId("owner")
"""The owner of the server, who may open every table as its referee and start new tables."""


class SignIn(Struct, frozen=True):
    """The content of our cookie: a seat, the edition of its link, and the id of this sign-in.

    A sign-in by code also has the number of sessions that had ended by then: it is good until the next one ends.
    """

    seat: SeatId
    edition: int
    id: str
    ended: int | None = None
    second: RefereeId | None = None
    """The second referee whose link gave it."""


class SignedIn(Struct, frozen=True):
    """A viewer with a seat at a table, by cookie; the server's owner has no edition."""

    table: str
    seat: SeatId
    id: str
    edition: int | None = None
    ended: int | None = None
    second: RefereeId | None = None


class SignedOut(Struct, frozen=True):
    """A viewer who had a seat until another player or a new link took it, or the session of their code ended."""

    over: SignIn | None = None
    """The sign-in by a code whose session is over, while its player still has the seat."""


class Keys:
    """Makes and checks the links and cookies of one table, or of the server itself."""

    def __init__(self, secret: bytes, name: str) -> None:
        self._secret = secret
        self._name = name

    def is_made_from(self, secret: bytes) -> bool:
        """Whether the links and cookies are made from this secret."""
        return hmac.compare_digest(self._secret, secret)

    def link(self, seat: SeatId, edition: int = 0) -> str:
        """The secret part of a seat's link."""
        return self._proof(_LINK, f"{seat}\0{edition}")

    def seat_of(self, link: str, editions: Mapping[SeatId, int]) -> SeatId | None:
        """The seat that a link belongs to, or None."""
        found = None
        for seat, edition in editions.items():
            if hmac.compare_digest(link.encode(), self.link(seat, edition).encode()):
                found = seat
        return found

    def cookie(self, seat: SeatId, edition: int = 0, ended: int | None = None) -> str:
        """The cookie for a browser: a new one for every sign-in; `ended` is for a sign-in by code."""
        until = "" if ended is None else f"{_UNTIL}{ended}"
        said = f"{seat}.{edition}{until}.{secrets.token_urlsafe(_ID_BYTES)}"
        return f"{said}.{self._proof(_COOKIE, said)}"

    def signed(self, cookie: str) -> SignIn | None:
        """The content of a cookie, if we made it; this does not check whether it is out of date."""
        said, _, proof = cookie.rpartition(".")
        if not said:
            return None
        if not hmac.compare_digest(proof.encode(), self._proof(_COOKIE, said).encode()):
            return None
        seat, edition, id = said.rsplit(".", 2)
        number, by_code, ended = edition.partition(_UNTIL)
        return SignIn(SeatId(seat), int(number), id, int(ended) if by_code else None)

    def _proof(self, purpose: bytes, text: str) -> str:
        return _proof(self._secret, purpose + b"\0" + f"{self._name}\0{text}".encode())


@lru_cache(_MOST_PROOFS)
def _proof(secret: bytes, text: bytes) -> str:
    """The proof of a text; a browser shows the same one with every request."""
    return base64.urlsafe_b64encode(hmac.digest(secret, text, hashlib.sha256)).decode()[:_LENGTH]


def set_cookie(
    answer: Response[Any], by: ASGIConnection[Any, Any, Any, Any], name: str, value: str, max_age: int | None = None
) -> None:
    """Set one of our cookies; over https under a name that no other host can set, and sent back only over https."""
    secure = by.scope["scheme"] == "https"
    kept_as = f"{_OURS_ALONE}{name}" if secure else name
    answer.set_cookie(kept_as, value, path="/", httponly=True, samesite="lax", secure=secure, max_age=max_age)


def cookies_sent(by: ASGIConnection[Any, Any, Any, Any]) -> Mapping[str, str]:
    """The cookies of a request by our names for them; over https only those that no other host can set."""
    if by.scope["scheme"] != "https":
        return by.cookies
    ours = (name for name in by.cookies if name.startswith(_OURS_ALONE))
    return {name.removeprefix(_OURS_ALONE): by.cookies[name] for name in ours}


def cookie_name(table: str) -> str:
    """The cookie in which a browser keeps its seat at a table."""
    return f"{SEAT_COOKIE}{table}"


def ask_cookie_name(table: str) -> str:
    """The cookie by which a browser waits for a taken seat."""
    return f"ask-{table}"
