"""What opens a table to those who come: how many sessions have ended, and the editions of its links.

Strangers ask for it with the codes and links that they guess. So a table that nobody plays is not opened for them: it
is read once, and what it said is remembered until its log is longer.
"""

from collections.abc import Mapping
from threading import Lock

from msgspec import Struct

from undercroft.faces.web.live.access.sign_ins import editions, second_referees, sessions_ended
from undercroft.kernel.units import SeatId
from undercroft.server.heard_table import HeardTable
from undercroft.server.tables import Tables
from undercroft.store.store import Store


class Entrance(Struct, frozen=True):
    """What opens a table, in a version of its log."""

    version: int
    ended: int
    """How many sessions have ended."""
    editions: Mapping[SeatId, int]
    second_referees: Mapping[SeatId, int]


class Entrances:
    """Those of all tables of a store. Any thread may ask."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables
        self._read: dict[str, Entrance] = {}
        self._turn = Lock()

    def of(self, table: str) -> Entrance:
        """What opens a table; to ask does not count as a use of it."""
        opened = self._tables.peek(table)
        if opened is not None:
            return _entrance(opened)
        with self._turn:
            version, found = self._store.version(table), self._read.get(table)
            if found is None or found.version != version:
                found = self._read[table] = _entrance(HeardTable(self._store, table))
            return found

    def forget(self, table: str) -> None:
        """A table is gone."""
        self._read.pop(table, None)


def _entrance(table: HeardTable) -> Entrance:
    return Entrance(table.version, sessions_ended(table), editions(table), second_referees(table))
