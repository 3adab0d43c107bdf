"""A store in one SQLite file, for one process that writes and any number that read.

Write-ahead log with full sync: an append is on the disk when it returns. Two things keep a second writer out: a lock of
the operating system's on a file beside the database, and a row in it that counts who has opened it for writing; each
append looks whether that count is still its own, so that even where locks fail (some network drives) the older writer
stops instead of writing on.

After an I/O error while writing nobody knows what is on the disk, so the store takes no more writes until it is opened
again; reads go on. A full disk is no such error: when there is room, writes work again.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from threading import RLock

from msgspec.structs import replace

from undercroft.kernel import wire
from undercroft.kernel.frozen import FrozenMap
from undercroft.store import chain, checks, database, rows
from undercroft.store.faults import Conflict, Integrity, Storage, StoreFault
from undercroft.store.lock import Lock
from undercroft.store.log import (
    FORMAT,
    Appended,
    AppendResult,
    Batch,
    Head,
    Known,
    Line,
    Mismatch,
    Origin,
    Snapshot,
    Stale,
    Store,
    Table,
)

CHECKPOINT_PAGES = 1000
"""About so many pages of the write-ahead log are moved into the database at a time."""


class SQLiteStore(Store):
    """Logs in a file. The file is made if there is none, unless it is only to be read."""

    def __init__(self, path: Path | str, *, readonly: bool = False, patience: float = database.PATIENCE) -> None:
        self.path = Path(path).resolve()
        self._patience = patience
        self._lock = RLock()
        self._broken: dict[str, Integrity] = {}
        self._stopped: Storage | None = None
        self._closed = False
        self._pages = 0
        self._epoch = 0
        self._writer: sqlite3.Connection | None = None
        self._held = None if readonly else self._own()
        try:
            database.recognise(self.path)
            if self._held:
                self._writer = database.connect(self.path, writing=True, patience=patience)
                self._epoch = self._take_lease()
            self._reader = database.connect(self.path, patience=patience)
        except BaseException:
            self._let_go()
            raise

    def create(self, table: Table) -> None:
        checks.table(table)
        with self._writing() as db:
            self._begin(db, replace(table, origin=None))
            db.execute(rows.INSERT_HEAD, rows.head_row(table.id, Head(0, chain.first_link(table), FrozenMap())))

    def adopt(self, table: Table, source: str, lines: Iterable[Line]) -> Head:
        checks.table(table)
        with self._writing() as db:
            self._begin(db, replace(table, origin=None))
            version, link = 0, chain.first_link(table)
            for line in chain.adopted(table, lines):
                db.execute(rows.INSERT_LINE, rows.line_row(line))
                version, link = line.seq, line.link
            head = Head(version, link, FrozenMap())
            origin = wire.encode(Origin(source, version, link.hex())).decode()
            db.execute("UPDATE tables SET origin = ? WHERE id = ?", (origin, table.id))
            db.execute(rows.INSERT_HEAD, rows.head_row(table.id, head))
        self._checkpoint()
        return head

    def tables(self) -> tuple[Table, ...]:
        with self._reading() as db:
            found = db.execute(rows.TABLES).fetchall()
        return tuple(rows.table_of(row) for row in found)

    def head(self, table: str) -> Head:
        with self._reading() as db:
            return rows.head_of(db, table)

    def append(self, table: str, batch: Batch) -> AppendResult:
        checks.batch(batch)
        with self._writing() as db:
            head = rows.head_of(db, table)
            known = db.execute(rows.ANSWER, (table, batch.key)).fetchone()
            if known:
                return Known(known[1]) if known[0] == batch.fingerprint else Mismatch()
            if table in self._broken:
                raise self._broken[table].with_traceback(None)
            if head.version != batch.expected:
                return Stale(head.version)
            lines = tuple(chain.chained(table, head, batch.entries))
            head = chain.moved_on(head, lines, batch.streams)
            db.executemany(rows.INSERT_LINE, map(rows.line_row, lines))
            db.execute(rows.INSERT_ANSWER, (table, batch.key, batch.fingerprint, batch.answer))
            db.execute(rows.UPDATE_HEAD, rows.head_row(table, head))
        self._pages += 3 + sum(len(line.body) for line in lines) // 4096
        if self._pages >= CHECKPOINT_PAGES:
            self._checkpoint()
        return Appended(head.version)

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[Line]:
        checks.span(after, upto)
        self.head(table)
        return self._lines(table, after, upto)

    def _lines(self, table: str, after: int, upto: int | None) -> Iterator[Line]:
        """Read on a connection of its own, so that the log stands still for it while others write."""
        seq = after
        try:
            with closing(database.connect(self.path, patience=self._patience)) as db:
                db.execute("BEGIN")
                head = rows.head_of(db, table)
                if after <= head.version:
                    found = db.execute(rows.LINES, (table, after, checks.MOST_INTEGER if upto is None else upto))
                    link = rows.link_at(db, table, after)
                    for line in chain.walked(table, link, map(rows.line_of, found), after, upto, head):
                        yield line
                        seq = line.seq
        except sqlite3.Error as error:
            raise self._found(database.explained(error, self.path, table, seq + 1), table) from None
        except rows.DAMAGE:
            raise self._found(Integrity(table, seq + 1, "it cannot be read", "restore a backup"), table) from None
        except Integrity as fault:
            self._found(fault, table)
            raise

    def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        with self._writing() as db:
            checks.snapshot(snapshot, rows.head_of(db, table))
            link, digest = rows.link_at(db, table, snapshot.version), sha256(snapshot.body).digest()
            db.execute(
                rows.SAVE_SNAPSHOT,
                (table, snapshot.version, snapshot.code, link, digest, snapshot.body),
            )
        self._pages += 1 + len(snapshot.body) // 4096

    def snapshot(self, table: str, code: str) -> Snapshot | None:
        with self._reading() as db:
            head = rows.head_of(db, table)
            row = db.execute(rows.SNAPSHOT, (table,)).fetchone()
            if not row:
                return None
            found = Snapshot(*row[:3])
            fits = chain.fits(found, row[3], code, head) and row[4] == rows.link_at(db, table, found.version)
        return found if fits else None

    def close(self) -> None:
        with self._lock:
            if not self._closed:
                self._closed = True
                self._reader.close()
                self._let_go()

    def _own(self) -> Lock:
        """Keep other writers out, and see to it that there is a file."""
        if not self.path.parent.is_dir():
            raise database.unwritable(FileNotFoundError(), self.path)
        held = Lock(self.path)
        try:
            if not self.path.exists():
                database.make(self.path)
        except BaseException:
            held.release()
            raise
        return held

    def _take_lease(self) -> int:
        with self._writing(leased=False) as db:
            db.execute("UPDATE lease SET epoch = epoch + 1, holder = ?", (f"process {os.getpid()}",))
            epoch: int = db.execute("SELECT epoch FROM lease").fetchone()[0]
            return epoch

    def _let_go(self) -> None:
        if self._writer:
            self._writer.close()
        if self._held:
            self._held.release()

    @contextmanager
    def _writing(self, *, leased: bool = True) -> Generator[sqlite3.Connection]:
        """A transaction: all of it is durable in the end, or nothing of it happened."""
        with self._lock:
            db = self._writable()
            try:
                db.execute("BEGIN IMMEDIATE")
                if leased and db.execute("SELECT epoch FROM lease").fetchone() != (self._epoch,):
                    raise Storage("already_open", f"{self.path} was opened by another process", "stop one of them")
                yield db
                db.execute("COMMIT")
            except sqlite3.Error as error:
                raise self._failed(error) from None
            finally:
                if db.in_transaction:
                    with suppress(sqlite3.Error):
                        db.execute("ROLLBACK")

    def _writable(self) -> sqlite3.Connection:
        if self._closed:
            raise Storage("closed", f"{self.path} was closed")
        if not self._writer:
            raise Storage("read_only", f"{self.path} was opened for reading only", "open it for writing")
        if self._stopped:
            raise self._stopped.with_traceback(None)
        return self._writer

    @contextmanager
    def _reading(self) -> Generator[sqlite3.Connection]:
        with self._lock:
            if self._closed:
                raise Storage("closed", f"{self.path} was closed")
            try:
                yield self._reader
            except sqlite3.Error as error:
                raise database.explained(error, self.path) from None

    def _failed(self, error: sqlite3.Error) -> StoreFault:
        """What the error means; after one of the disk's own, nothing more is written."""
        fault = database.explained(error, self.path)
        if isinstance(fault, Storage) and database.primary(error) == sqlite3.SQLITE_IOERR:
            self._stopped = fault
        return fault

    def _found(self, fault: StoreFault, table: str) -> StoreFault:
        """Remember that a table is damaged, so that nothing is built upon it."""
        if isinstance(fault, Integrity):
            self._broken[table] = fault
        return fault

    def _checkpoint(self) -> None:
        """Move what was written into the database proper. Its failing undoes nothing, but must not pass unseen."""
        self._pages = 0
        with self._lock:
            try:
                self._writable().execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            except sqlite3.Error as error:
                self._failed(error)

    def _begin(self, db: sqlite3.Connection, table: Table) -> None:
        if db.execute("SELECT 1 FROM tables WHERE id = ?", (table.id,)).fetchone():
            raise Conflict("conflict", f"there is already a table “{table.id}”", "choose another id")
        db.execute(rows.INSERT_TABLE, (table.id, table.name, table.created, FORMAT))
