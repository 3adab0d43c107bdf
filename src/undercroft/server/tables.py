"""The open tables of one store."""

import secrets
from collections.abc import Callable
from contextlib import suppress
from threading import Lock

from undercroft.interpret.keyed import KEY_BYTES
from undercroft.kernel.faults import BadInput
from undercroft.server.new_ids import new_act, now
from undercroft.server.open_table import OpenTable
from undercroft.server.responses import Refused, Response
from undercroft.store.faults import Integrity, Storage, TableTaken
from undercroft.store.log import Appended, AppendResult, Batch, Store, StoredPicture, Table
from undercroft.store.memory import MemoryStore
from undercroft.table.preparing.campaign_file import KeepFile
from undercroft.table.state.seats import REFEREE
from undercroft.table.world.campaign_start import Begin


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
        raise BadInput(why.code, why.what.removesuffix("."), "mend that first")


class Tables:
    """Opens each table once, when it is first asked for. Any thread may ask, and tables do not wait for each other."""

    def __init__(self, store: Store, *, acts: Callable[[], str] = new_act, wall: Callable[[], str] = now) -> None:
        self._store = store
        self._acts = acts
        self._wall = wall
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
        about, own = Table(id, name or begin.name, self._wall()), secret(KEY_BYTES)
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
        table = self._open.get(id)
        if table is not None:
            return table
        self._store.secret(id)
        with self._turn:
            turn = self._turns.setdefault(id, Lock())
        with turn:
            if id not in self._open:
                with suppress(Storage, Integrity):  # then it can still be looked at
                    self._store.mend(id)
                table = OpenTable(self._store, id, acts=self._acts, wall=self._wall)
                with suppress(Storage, Integrity):
                    table.resume()
                self._open[id] = table
            return self._open[id]

    def at_hand(self, id: str) -> OpenTable | None:
        """The table of that id, if it is open already."""
        return self._open.get(id)

    def forget(self, id: str) -> None:
        """Close one table; the next request opens it again."""
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
