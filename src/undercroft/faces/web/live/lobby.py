"""The lobby: every table of the store, who runs the server, and the codes by which players find a table."""

from __future__ import annotations

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
from undercroft.faces.web.live.access import OWNER, Keys, SignedIn, SignedOut, cookie_name, cookies_sent
from undercroft.faces.web.live.drawing import Easel
from undercroft.faces.web.live.stream import Streams
from undercroft.kernel.faults import UndercroftError
from undercroft.kernel.units import SeatId
from undercroft.server.open_table import OpenTable
from undercroft.server.tables import Tables
from undercroft.store.faults import NoSuchTable
from undercroft.store.log import Store, Table
from undercroft.table.seats import REFEREE, SPECTATORS

_WORDS = (
    "KELP",
    "MOSS",
    "BONE",
    "FERN",
    "RUST",
    "SALT",
    "WICK",
    "CLAY",
    "DUSK",
    "HOLM",
    "IRIS",
    "LOAM",
    "PYRE",
    "REED",
)
OWNER_COOKIE = "owner"
_TABLE = re.compile(r"/(?:t|api/tables)/(?P<table>[^/]+)(?:/|$)")


class Code(Struct, frozen=True):
    """A short code that opens a table's join page until so many evenings have ended, and one more."""

    table: str
    ended: int


class Claim(Struct, frozen=True):
    """A seat that was taken by a code: the edition of its link then, and how often."""

    edition: int
    times: int


class Lobby:
    """What the pages of the live table stand on."""

    def __init__(self, store: Store, owner_secret: bytes) -> None:
        self.store = store
        self.tables = Tables(store)
        self.owner = Keys(owner_secret, "owner")
        self.streams = Streams()
        self.easel = Easel()
        self._keys: dict[str, Keys] = {}
        self._codes: dict[str, Code] = {}
        self._claims: dict[tuple[str, SeatId], Claim] = {}
        self._turn = Lock()
        self.reachable = ""
        """The address by which others on the network reach this server, where they can."""

    def all(self) -> tuple[Table, ...]:
        """Every table there is."""
        return self.store.tables()

    def name_of(self, table: str) -> str:
        """What a table is called."""
        return next((one.name for one in self.all() if one.id == table), "")

    def open(self, table: str) -> OpenTable:
        """A table, ready to be played."""
        return self.tables.open(table)

    def keys(self, table: str) -> Keys:
        """What makes the links and cookies of a table."""
        if table not in self._keys:
            self._keys[table] = Keys(bytes(self.store.secret(table)), f"table/{table}")
        return self._keys[table]

    def editions(self, table: OpenTable) -> Mapping[SeatId, int]:
        """Every seat with the edition of its link."""
        given = table.now.editions
        return {seat: given.get(seat, 0) for seat in (REFEREE, SPECTATORS, *table.now.seats)}

    def owner_link(self) -> str:
        """The secret part of the link for whoever runs the server."""
        return self.owner.link(OWNER)

    def is_owner(self, cookies: Mapping[str, str]) -> bool:
        """Whether a browser is that of whoever runs the server."""
        return self.owner.signed(cookies.get(OWNER_COOKIE, "")) is not None

    def signed_in(self, table: str, cookies: Mapping[str, str]) -> SignedIn | SignedOut | None:
        """Who a browser is at a table, or was; whoever runs the server is every table's referee."""
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
        """Whose request this is, for counting: a seat's, wherever it comes from; those who look on are nobody."""
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
        """The short code of a table for this evening or the next, made when it is first asked for."""
        code = Code(table, self._ended(table))
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
        """The table a code opens, if its evening has not ended."""
        with self._turn:
            found = self._codes.get(_spelled(code))
        return found.table if found is not None and self._ended(found.table) == found.ended else None

    def may_claim(self, code: str, seat: SeatId) -> bool:
        """Whether a seat can be had by a code: not once its link was renewed after somebody had it that way."""
        table = self.table_of(code)
        claim = self._claims.get((_spelled(code), seat))
        return table is not None and (claim is None or claim.edition == self.editions(self.open(table)).get(seat))

    def claim(self, code: str, seat: SeatId) -> int:
        """Somebody takes a seat by a code: the edition of its link."""
        edition = self.editions(self.open(self._codes[_spelled(code)].table))[seat]
        with self._turn:
            before = self._claims.get((_spelled(code), seat), Claim(edition, 0))
            self._claims[_spelled(code), seat] = Claim(edition, before.times + 1)
        return edition

    def claimed(self, table: str) -> Mapping[SeatId, int]:
        """The seats that were taken by this evening's code and not refused, with how often."""
        code, editions = self.code_of(table), self.editions(self.open(table))
        return {
            seat: claim.times
            for (text, seat), claim in self._claims.items()
            if text == code and claim.edition == editions.get(seat)
        }

    def dismiss(self, table: str) -> None:
        """Close a table that is about to be removed, and forget who was at it."""
        self.streams.dismiss(table)
        with self._turn:
            self._keys.pop(table, None)
            gone = [text for text, code in self._codes.items() if code.table == table]
            for text in gone:
                del self._codes[text]
            for claim in [claim for claim in self._claims if claim[0] in gone]:
                del self._claims[claim]
        self.tables.forget(table)

    def _ended(self, table: str) -> int:
        """How many evenings of a table are over."""
        evening = self.open(table).now.evening
        return 0 if evening is None else evening.number - evening.open

    def close(self) -> None:
        """Close every table and the store."""
        self.tables.close()
        self.store.close()


def _spelled(code: str) -> str:
    """A code as it is kept, however it was typed."""
    return " ".join(code.upper().split())
