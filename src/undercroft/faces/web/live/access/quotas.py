"""Quotas: how much a seat, and all players of a table together, may write into the log of their table.

What a command wrote is charged when it is done; after much writing comes a wait. The referee may write more.
"""

import time
from collections.abc import Callable
from http import HTTPStatus
from threading import Lock

from undercroft.faces.http.addresses import household
from undercroft.faces.http.buckets import Buckets
from undercroft.faces.http.faults import Unserved
from undercroft.kernel.units import SeatId
from undercroft.table.state.seats import REFEREE

MEBIBYTE = 1_048_576
OF_A_PLAYER = MEBIBYTE
"""Bytes of a player in a minute."""
OF_THE_PLAYERS = 4 * MEBIBYTE
"""Bytes of all players of a table in a minute."""
OF_THE_REFEREE = 16 * MEBIBYTE
"""Bytes of a referee in a minute."""
ASKS, ASKS_AT_ONCE = 6, 12
"""How often those at one address may ask for a taken seat: in a minute, and at once."""
IN_ALL = 32 * MEBIBYTE
"""Bytes of a player since the server started."""
OF_THE_PLAYERS_IN_ALL = 128 * MEBIBYTE
"""Bytes of all players of a table since the server started, those of seats that are gone among them."""


class WriteQuotas:
    """What each seat and each table may still write."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._players = Buckets(OF_A_PLAYER / 60, OF_A_PLAYER, clock)
        self._tables = Buckets(OF_THE_PLAYERS / 60, OF_THE_PLAYERS, clock)
        self._referees = Buckets(OF_THE_REFEREE / 60, OF_THE_REFEREE, clock)
        self._asks = Buckets(ASKS / 60, ASKS_AT_ONCE, clock)
        self._in_all: dict[tuple[str, SeatId], int] = {}
        self._of_tables: dict[str, int] = {}
        self._turn = Lock()

    def check(self, table: str, seat: SeatId) -> None:
        """Refuse a command of a seat that has written too much. What players wrote never counts for the referee."""
        if seat == REFEREE:
            self._refuse(self._referees.wait(table), "you have written too much in the last minute", OF_THE_REFEREE)
            return
        self._refuse(self._players.wait(f"{table}/{seat}"), "you have written too much in the last minute", OF_A_PLAYER)
        self._refuse(self._tables.wait(table), "the players have written too much in the last minute", OF_THE_PLAYERS)
        self._refuse_in_all(self._in_all.get((table, seat), 0), "this seat has", IN_ALL)
        self._refuse_in_all(self._of_tables.get(table, 0), "the players of this table have", OF_THE_PLAYERS_IN_ALL)

    def check_ask(self, address: str) -> None:
        """Refuse a person at an address from which seats were asked for very often."""
        self._refuse(self._asks.take(household(address)), "you have asked for seats too often", ASKS)

    def charge(self, table: str, seat: SeatId, written: int) -> None:
        """Count what a command of a seat wrote."""
        if seat == REFEREE:
            with self._turn:
                self._referees.charge(table, written)
            return
        with self._turn:
            self._players.charge(f"{table}/{seat}", written)
            self._tables.charge(table, written)
            self._in_all[table, seat] = self._in_all.get((table, seat), 0) + written
            self._of_tables[table] = self._of_tables.get(table, 0) + written

    def forget(self, table: str) -> None:
        """Forget what the seats of a table wrote."""
        self._in_all = {of: written for of, written in self._in_all.items() if of[0] != table}
        self._of_tables.pop(table, None)

    @staticmethod
    def _refuse(wait: int, what: str, limit: int) -> None:
        if wait:
            headers = {"retry-after": str(wait)}
            raise Unserved(HTTPStatus.TOO_MANY_REQUESTS, "quota", what, f"wait {wait} s", limit=limit, headers=headers)

    @staticmethod
    def _refuse_in_all(written: int, who: str, limit: int) -> None:
        if written >= limit:
            what, fix = f"{who} written too much since the server started", "ask the referee to restart the server"
            raise Unserved(HTTPStatus.TOO_MANY_REQUESTS, "quota", what, fix, limit=limit)
