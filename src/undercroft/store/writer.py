"""The only connection that writes to a database: who may hold it, its transactions, and what ends it."""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import RLock
from types import TracebackType

from undercroft.store import database, files, migrations, rows, write_ahead
from undercroft.store.faults import Storage, StoreFault, damaged
from undercroft.store.lock import Lock

CHECKPOINT_PAGES = 4000
"""The number of pages, about 8 MB, that the write-ahead log gathers before they are moved into the database."""


class Writer:
    """Entered by one thread at a time. What it writes is durable at the end, or nothing of it happened.

    More than one statement needs a transaction: `begin` opens it, and leaving the context ends it.
    """

    def __init__(self, path: Path, patience: float) -> None:
        self._path = path
        self._turn = RLock()
        self.stopped: StoreFault | None = None
        """Why nothing more is written, after the disk could not keep what was written."""
        self.on_stop: Callable[[], None] = _nothing
        """Called when the disk could not keep what was written."""
        self._closed = False
        self._full = False
        self.logs: dict[str, rows.LogEnd] = {}
        """Heads known from earlier writes; nobody else changes them."""
        self.pages = 0
        """About how many pages were written since the last checkpoint."""
        self.most_pages = CHECKPOINT_PAGES
        if not path.parent.is_dir():
            raise files.no_folder(path)
        self._held = Lock(path)
        try:
            if path.exists():
                files.drop_unfinished(path)
            else:
                database.make(path)
            database.recognise(path)
            write_ahead.check(path)
            self._db = database.connect(path, writing=True, patience=patience)
        except BaseException:
            self._held.close()
            raise
        self._cursor = self._db.cursor()
        try:
            migrations.migrate(self._db, path)
            self._db.executescript(rows.APPENDS)
            self.epoch = self._take_lease()
            self._settle()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            self.close()
            raise database.at_opening(error, path) from None
        except BaseException:
            self.close()
            raise

    def _settle(self) -> None:
        """Move what an earlier process left in the write-ahead log into the database, and see that the disk keeps it.

        After a failed sync that process stopped; the log may be in memory only, although it can be read.
        """
        self.checkpoint()
        if self.stopped:
            raise self.stopped

    def _take_lease(self) -> int:
        found: list[tuple[int]] = self._db.execute("UPDATE lease SET epoch = epoch + 1 RETURNING epoch").fetchall()
        if not found:
            raise damaged("", 0, f"{self._path} is damaged: it does not tell who writes to it")
        return found[0][0]

    def __enter__(self) -> sqlite3.Cursor:
        self._turn.acquire()
        if self._closed or self.stopped:
            self._turn.release()
            raise (self.stopped or Storage("closed", f"{self._path} was closed")).with_traceback(None)
        return self._cursor

    def begin(self) -> None:
        """Start a transaction; refused if another process has begun to write."""
        self._cursor.execute("BEGIN IMMEDIATE")
        self.check_lease()

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        if fault is None and not self._db.in_transaction and not self._full:
            self._turn.release()
            return
        try:
            if isinstance(fault, sqlite3.Error | UnicodeDecodeError):
                raise fault
            if fault is not None:
                self.logs.clear()
            elif self._db.in_transaction:
                self._cursor.execute("COMMIT")
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self._failed(error) from None
        finally:
            self._end()

    def check_lease(self) -> None:
        """Refuse to go on if another process has begun to write."""
        if self._db.execute("SELECT epoch FROM lease").fetchone() != (self.epoch,):
            raise Storage("already_open", f"{self._path} was opened by another process", "stop one of them")

    def _end(self) -> None:
        if self._db.in_transaction:
            self.logs.clear()
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
        if self._full:
            self.checkpoint()
        self._turn.release()

    def _failed(self, error: sqlite3.Error | UnicodeDecodeError) -> StoreFault:
        """The fault for the error. After a failed sync nothing more is written; anything else may be tried again.

        SQLite does not say whether a write failed for a quota, so a look at the disk does.
        """
        self.logs.clear()
        fault = database.explained(error, self._path)
        if database.is_failed_sync(error):
            self.stopped = fault
            self.on_stop()
        elif database.primary(error) == sqlite3.SQLITE_FULL:
            self._full = True
        elif database.primary(error) == sqlite3.SQLITE_IOERR:
            try:
                files.check_room(self._path)
            except Storage as found:
                self._full, fault = True, found
        return fault

    def checkpoint(self) -> None:
        """Move what was written into the main database file, which makes room in the write-ahead log.

        A failure undoes nothing, but must not go unnoticed.
        """
        with self._turn:
            self.pages, self._full = 0, False
            try:
                self._db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            except sqlite3.Error as error:
                self._failed(error)

    def close(self) -> None:
        """Release the connection, so that another process may write."""
        with self._turn:
            self._closed = True
            self._db.close()
            self._held.close()


def _nothing() -> None:
    """Nobody wants to know."""
