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
from undercroft.faces.web.live.access import OWNER, Keys, SignedIn, SignedOut, cookie_name
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
    """A short code that opens a table's join page while this server runs."""

    table: str
    text: str


class Lobby:
    """What the pages of the live table stand on."""

    def __init__(self, store: Store, owner_secret: bytes) -> None:
        self.store = store
        self.tables = Tables(store)
        self.owner = Keys(owner_secret, "owner")
        self.streams = Streams()
        self._keys: dict[str, Keys] = {}
        self._codes: dict[str, str] = {}
        self._turn = Lock()
        self.reachable = ""
        """The address by which others on the network reach this server, where they can."""

    def all(self) -> tuple[Table, ...]:
        """Every table there is."""
        return self.store.tables()

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
            who = self.signed_in(found["table"], ASGIConnection[Any, Any, Any, Any](cast("Scope", scope)).cookies)
            if isinstance(who, SignedIn) and who.seat != SPECTATORS:
                return f"{who.table}/{who.seat}"
        return None

    def code_of(self, table: str) -> str:
        """The short code of a table, made when it is first asked for."""
        with self._turn:
            for text, of in self._codes.items():
                if of == table:
                    return text
            while True:
                text = f"{secrets.choice(_WORDS)} {secrets.randbelow(90) + 10}"
                if text not in self._codes:
                    self._codes[text] = table
                    return text

    def table_of(self, code: str) -> str | None:
        """The table a code opens."""
        with self._turn:
            return self._codes.get(" ".join(code.upper().split()))

    def close(self) -> None:
        """Close every table and the store."""
        self.tables.close()
        self.store.close()
