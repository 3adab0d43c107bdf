"""The lobby: every table of the store, the server's owner, and the codes by which players find a table."""

import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from threading import Lock
from typing import Any, cast

from litestar.connection import ASGIConnection
from litestar.types import Scope
from msgspec import Struct

from undercroft.faces.http.guard import HttpScope
from undercroft.faces.web.live.access.drawings import ScreenDrawings
from undercroft.faces.web.live.access.links import OWNER, Keys, SignedIn, SignedOut, cookie_name, cookies_sent
from undercroft.faces.web.live.access.stream import Streams
from undercroft.kernel.faults import UndercroftError
from undercroft.kernel.units import SeatId
from undercroft.server.open_table import OpenTable
from undercroft.server.tables import Tables
from undercroft.store.faults import NoSuchTable
from undercroft.store.log import Store, Table
from undercroft.table.state.seats import REFEREE, SPECTATORS

_WORDS = (
    *("KELP", "MOSS", "BONE", "FERN", "RUST", "SALT", "WICK"),
    *("CLAY", "DUSK", "HOLM", "IRIS", "LOAM", "PYRE", "REED"),
)
OWNER_COOKIE = "owner"
_TABLE = re.compile(r"/(?:t|api/tables)/(?P<table>[^/]+)(?:/|$)")


class TableCode(Struct, frozen=True):
    """A short code that opens a table's join page until the session after the `ended` sessions ends."""

    table: str
    ended: int


class SeatClaim(Struct, frozen=True):
    """A seat taken by code: the edition of its link at the time, and how often."""

    edition: int
    times: int


class Lobby:
    """The tables, sign-ins and codes behind the pages of the live table."""

    def __init__(self, store: Store, owner_secret: bytes) -> None:
        self.store = store
        self.tables = Tables(store)
        self.owner = Keys(owner_secret, "owner")
        self.streams = Streams()
        self.drawings = ScreenDrawings()
        self._keys: dict[str, Keys] = {}
        self._codes: dict[str, TableCode] = {}
        self._claims: dict[tuple[str, SeatId], SeatClaim] = {}
        self._turn = Lock()
        self.reachable = ""
        """The address by which others on the network reach this server, if they can."""

    def all(self) -> tuple[Table, ...]:
        """Every table there is."""
        return self.store.tables()

    def ids(self) -> frozenset[str]:
        """The id of every table."""
        return frozenset(table.id for table in self.all())

    def name_of(self, table: str) -> str:
        """The name of a table."""
        return next((stored.name for stored in self.all() if stored.id == table), "")

    def open(self, table: str) -> OpenTable:
        """A table, ready to be played."""
        return self.tables.open(table)

    def keys(self, table: str) -> Keys:
        """The maker of a table's links and cookies."""
        if table not in self._keys:
            self._keys[table] = Keys(bytes(self.store.secret(table)), f"table/{table}")
        return self._keys[table]

    def editions(self, table: OpenTable) -> Mapping[SeatId, int]:
        """Every seat with the edition of its link."""
        given = table.now.editions
        return {seat: given.get(seat, 0) for seat in (REFEREE, SPECTATORS, *table.now.seats)}

    def owner_link(self) -> str:
        """The secret part of the owner's link."""
        return self.owner.link(OWNER)

    def is_owner(self, cookies: Mapping[str, str]) -> bool:
        """Whether a browser belongs to the server's owner."""
        return self.owner.signed(cookies.get(OWNER_COOKIE, "")) is not None

    def signed_in(self, table: str, cookies: Mapping[str, str]) -> SignedIn | SignedOut | None:
        """The seat of a browser at a table, now or before; the server's owner is every table's referee."""
        try:
            opened = self.open(table)
        except NoSuchTable:
            return None
        cookie = cookies.get(cookie_name(table), "")
        said = self.keys(table).signed(cookie) if cookie else None
        if said is not None and self.editions(opened).get(said.seat) == said.edition:
            return SignedIn(table, said.seat, said.id, said.edition)
        if owner := self.owner.signed(cookies.get(OWNER_COOKIE, "")):
            return SignedIn(table, REFEREE, owner.id)
        return SignedOut() if said is not None else None

    def known(self, scope: HttpScope) -> str | None:
        """The seat that a request counts for, from any address; None for spectators."""
        found = _TABLE.match(scope["path"])
        if found is None:
            return None
        with suppress(UndercroftError):
            sent = cookies_sent(ASGIConnection[Any, Any, Any, Any](cast("Scope", scope)))
            who = self.signed_in(found["table"], sent)
            if isinstance(who, SignedIn) and who.seat != SPECTATORS:
                return f"{who.table}/{who.seat}"
        return None

    def code_of(self, table: str) -> str:
        """The short code of a table for this session or the next, made on first use."""
        code = TableCode(table, self._ended(table))
        with self._turn:
            for text, other in self._codes.items():
                if other == code:
                    return text
            while True:
                text = f"{secrets.choice(_WORDS)} {secrets.randbelow(90) + 10}"
                if text not in self._codes:
                    self._codes[text] = code
                    return text

    def table_of(self, code: str) -> str | None:
        """The table that a code opens, if its session has not ended."""
        with self._turn:
            found = self._codes.get(_spelled(code))
        return found.table if found is not None and self._ended(found.table) == found.ended else None

    def may_claim(self, code: str, seat: SeatId) -> bool:
        """Whether a code can claim a seat: not if its link was renewed after an earlier claim."""
        table = self.table_of(code)
        claim = self._claims.get((_spelled(code), seat))
        return table is not None and (claim is None or claim.edition == self.editions(self.open(table)).get(seat))

    def claim(self, code: str, seat: SeatId) -> int:
        """Claim a seat by a code; return the edition of its link."""
        edition = self.editions(self.open(self._codes[_spelled(code)].table))[seat]
        with self._turn:
            before = self._claims.get((_spelled(code), seat), SeatClaim(edition, 0))
            self._claims[_spelled(code), seat] = SeatClaim(edition, before.times + 1)
        return edition

    def claimed(self, table: str) -> Mapping[SeatId, int]:
        """The seats taken by this session's code and not refused, with how often."""
        code, editions = self.code_of(table), self.editions(self.open(table))
        return {
            seat: claim.times
            for (text, seat), claim in self._claims.items()
            if text == code and claim.edition == editions.get(seat)
        }

    def dismiss(self, table: str) -> None:
        """Close a table before its removal, and forget its keys, codes and claims."""
        self.streams.dismiss(table)
        with self._turn:
            self._keys.pop(table, None)
            gone = {text for text, code in self._codes.items() if code.table == table}
            self._codes = {text: code for text, code in self._codes.items() if text not in gone}
            self._claims = {of: claim for of, claim in self._claims.items() if of[0] not in gone}
        self.tables.forget(table)

    def _ended(self, table: str) -> int:
        """The number of sessions that have ended at a table."""
        session = self.open(table).now.session
        return 0 if session is None else session.number - session.open

    def close(self) -> None:
        """Close every table and the store."""
        self.tables.close()
        self.store.close()


def _spelled(code: str) -> str:
    """A typed code in its stored spelling: spaces, hyphens and small letters make no difference."""
    letters, digits = (re.sub(unwanted, "", code.upper()) for unwanted in (r"[^A-Z]", r"[^0-9]"))
    return f"{letters} {digits}"
