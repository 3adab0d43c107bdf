"""The open tables of one store."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from threading import Lock

from undercroft.interpret.keyed import KEY_BYTES
from undercroft.server.fresh import new_act, now
from undercroft.server.open_table import OpenTable
from undercroft.store.log import Store, Table
from undercroft.table.opening import Begin
from undercroft.table.seats import REFEREE


class Tables:
    """Opens each table once, when it is first asked for. Any thread may ask; one table does not wait for another."""

    def __init__(self, store: Store, *, acts: Callable[[], str] = new_act, wall: Callable[[], str] = now) -> None:
        self._store = store
        self._acts = acts
        self._wall = wall
        self._turn = Lock()
        self._turns: dict[str, Lock] = {}
        self._open: dict[str, OpenTable] = {}

    def begin(
        self, id: str, begin: Begin, *, name: str = "", secret: Callable[[int], bytes] = secrets.token_bytes
    ) -> OpenTable:
        """Make a table with dice of its own, and begin a campaign at it."""
        self._store.create(Table(id, name or begin.name, self._wall()), secret(KEY_BYTES))
        table = self.open(id)
        table.act(REFEREE, begin, key="begin")
        return table

    def open(self, id: str) -> OpenTable:
        """The table of that id, ready to be played."""
        with self._turn:
            turn = self._turns.setdefault(id, Lock())
        with turn:
            if id not in self._open:
                table = OpenTable(self._store, id, acts=self._acts, wall=self._wall)
                table.resume()
                self._open[id] = table
            return self._open[id]

    def forget(self, id: str) -> None:
        """Close one table; whoever asks for it opens it anew."""
        with self._turn:
            turn = self._turns.setdefault(id, Lock())
        with turn:
            table = self._open.pop(id, None)
        if table is not None:
            table.close()

    def close(self) -> None:
        """Close every table; the store stays open."""
        with self._turn:
            for table in self._open.values():
                table.close()
            self._open.clear()
