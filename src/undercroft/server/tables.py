"""The open tables of one store."""

import secrets
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from threading import Lock

from undercroft.interpret.keyed import KEY_BYTES
from undercroft.kernel.faults import BadInput
from undercroft.server.append_counts import AppendCounts
from undercroft.server.new_ids import new_act, now
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Refused, Response
from undercroft.store.faults import Integrity, Storage, TableTaken
from undercroft.store.log import Appended, AppendResult, Batch, ListedTable, StoredPicture
from undercroft.store.memory import MemoryStore
from undercroft.store.store import Store
from undercroft.table.preparing.campaign_file import KeepFile
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.campaign_start import Begin

IDLE = 15 * 60.0
"""Seconds after which a table that nobody uses is closed."""


class UnwrittenStore(MemoryStore):
    """A table that is played before any of it is written; it remembers every batch."""

    def __init__(self) -> None:
        super().__init__()
        self.batches: list[Batch] = []

    def append(self, table: str, batch: Batch) -> AppendResult:
        result = super().append(table, batch)
        if isinstance(result, Appended):
            self.batches.append(batch)
        return result


def _done(response: Response) -> None:
    """Refuse a campaign that cannot begin like this."""
    if isinstance(response, Refused):
        why = response.reasons[0]
        raise BadInput(why.code, why.what.removesuffix("."), "fix that first")


class Tables:
    """Opens each table once, when it is first asked for. Any thread may ask, and tables do not wait for each other."""

    def __init__(
        self,
        store: Store,
        *,
        acts: Callable[[], str] = new_act,
        wall: Callable[[], str] = now,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._acts = acts
        self._wall = wall
        self._clock = clock
        self.appends = AppendCounts()
        self._used: dict[str, float] = {}
        """When each open table was last asked for."""
        self._turn = Lock()
        self._turns: dict[str, Lock] = {}
        self._open: dict[str, OpenTable] = {}

    def begin(
        self,
        id: str,
        begin: Begin,
        *,
        name: str = "",
        file: str = "",
        secret: Callable[[int], bytes] = secrets.token_bytes,
        pictures: tuple[StoredPicture, ...] = (),
        first: Callable[[OpenTable], None] = lambda _: None,
    ) -> OpenTable:
        """Create a table with its own dice, and begin a campaign on it with these pictures.

        `file` is the text of the campaign file that it comes from, if any; `first` plays what comes before the table is
        opened. All of it is written at once: a table that could not be begun leaves nothing.
        """
        if any(table.id == id for table in self._store.tables()):
            raise TableTaken(id)
        about, own = ListedTable(id, name or begin.name, self._wall()), secret(KEY_BYTES)
        draft = UnwrittenStore()
        draft.create(about, own)
        table = OpenTable(draft, id, acts=self._acts, wall=self._wall)
        _done(table.act(REFEREE, begin, key="begin", pictures=pictures))
        if file:
            _done(table.act(REFEREE, KeepFile(file), key="file"))
        first(table)
        self._store.create(about, own, draft.batches)
        return self.open(id)

    def open(self, id: str) -> OpenTable:
        """The table of that id, ready for play; nothing is kept for an id without a table."""
        table = self.at_hand(id)
        if table is not None:
            return table
        self._store.secret(id)
        with self._turn:
            turn = self._turns.setdefault(id, Lock())
        with turn:
            if id not in self._open:
                with suppress(Storage, Integrity):  # then it can still be looked at
                    self._store.mend(id)
                table = OpenTable(self._store, id, acts=self._acts, wall=self._wall, counts=self.appends)
                with suppress(Storage, Integrity):
                    table.resume()
                self._used[id] = self._clock()
                self._open[id] = table
            return self._open[id]

    def at_hand(self, id: str) -> OpenTable | None:
        """The table of that id, if it is open already."""
        table = self._open.get(id)
        if table is not None:
            self._used[id] = self._clock()
        return table

    def peek(self, id: str) -> OpenTable | None:
        """The same, without counting as a use of it."""
        return self._open.get(id)

    def current(self, id: str) -> OpenTable:
        """The table of that id with everything that any process has written so far."""
        table = self.open(id)
        if self._store.shared is not None:
            table.catch_up(self._store.version(id))
        return table

    def ids(self) -> Collection[str]:
        """The ids of the tables that are open."""
        return tuple(self._open)

    def close_idle(self) -> None:
        """Close the tables that nobody has asked for or listened to for a while; the next request opens them again."""
        before = self._clock() - IDLE
        for id, table in tuple(self._open.items()):
            if self._used.get(id, before) <= before and not table.listening():
                self.forget(id)

    def forget(self, id: str) -> None:
        """Close one table; the next request opens it again."""
        with self._turn:
            turn = self._turns.setdefault(id, Lock())
        with turn:
            table = self._open.pop(id, None)
            self._used.pop(id, None)
        if table is not None:
            table.close()

    def close(self) -> None:
        """Close every table; the store stays open."""
        with self._turn:
            for table in self._open.values():
                table.close()
            self._open.clear()
