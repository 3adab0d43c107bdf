"""The lobby: every table of the store, who runs the server, and the codes by which players find a table."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from threading import Lock

from msgspec import Struct

from undercroft.faces.web.live.access import OWNER, Keys, SignedIn, cookie_name
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
        return Keys(bytes(self.store.secret(table)), f"table/{table}")

    def editions(self, table: OpenTable) -> Mapping[SeatId, int]:
        """Every seat with the edition of its link."""
        given = table.now.editions
        return {seat: given.get(seat, 0) for seat in (REFEREE, SPECTATORS, *table.now.seats)}

    def owner_link(self) -> str:
        """The secret part of the link for whoever runs the server."""
        return self.owner.link(OWNER)

    def is_owner(self, cookies: Mapping[str, str]) -> bool:
        """Whether a browser is that of whoever runs the server."""
        return self.owner.signed_in(cookies.get(OWNER_COOKIE, ""), {OWNER: 0}) is not None

    def signed_in(self, table: str, cookies: Mapping[str, str]) -> SignedIn | None:
        """Who a browser is at a table; whoever runs the server is every table's referee."""
        try:
            opened = self.open(table)
        except NoSuchTable:
            return None
        cookie = cookies.get(cookie_name(table), "")
        seat = self.keys(table).signed_in(cookie, self.editions(opened)) if cookie else None
        if seat is None and self.is_owner(cookies):
            seat = REFEREE
        return SignedIn(table, seat) if seat is not None else None

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
