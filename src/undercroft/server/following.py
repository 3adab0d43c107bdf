"""Open tables kept up with what other processes write."""

from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Lock

from undercroft.kernel.faults import UndercroftError
from undercroft.server.tables import Tables
from undercroft.store.sharing import Watcher

THREADS = 2


class Following(Watcher):
    """Reads on at a table when it is told that another process wrote there. A table that is slow holds up no other."""

    def __init__(self, tables: Tables, removed: Callable[[str], None], refreshed: Callable[[], None]) -> None:
        self._tables = tables
        self._removed = removed
        self._refreshed = refreshed
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="undercroft-following")
        self._turn = Lock()
        self._wanted: dict[str, int] = {}

    def watched(self) -> Collection[str]:
        return self._tables.ids()

    def went_on(self, table: str, version: int) -> None:
        opened = self._tables.peek(table)
        if opened is None or opened.version >= version:
            return
        with self._turn:
            waits = table in self._wanted
            self._wanted[table] = max(version, self._wanted.get(table, 0))
        if not waits:
            self._soon(self._catch_up, table)

    def removed(self, table: str) -> None:
        self._soon(self._removed, table)

    def refreshed(self) -> None:
        self._soon(self._refreshed)

    def close(self) -> None:
        """Stop reading on."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _soon(self, work: Callable[..., None], *args: str) -> None:
        with suppress(RuntimeError):  # the server is leaving
            self._pool.submit(_without_fault, work, *args)

    def _catch_up(self, table: str) -> None:
        with self._turn:
            version = self._wanted.pop(table)
        opened = self._tables.peek(table)
        if opened is not None:
            opened.catch_up(version)


def _without_fault(work: Callable[..., None], *args: str) -> None:
    """Do some work; if the store fails now, the next refresh does it again."""
    with suppress(UndercroftError):
        work(*args)
