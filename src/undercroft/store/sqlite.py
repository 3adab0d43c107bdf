"""A store in one SQLite file, for one writing process and any number of readers.

The write-ahead log is fully synced: an append is on the disk when it returns. Two things keep a second writer out: an
operating-system lock on a file beside the database, and a row in the database that counts the openings for writing.
Each append checks that the count is still its own, so that even where locks fail (on some network drives) the older
writer stops instead of writing on.

After a failed sync the contents of the disk are unknown, so the store takes no more writes until it is opened again;
reads go on. Any other failed write has changed nothing and may be tried again: on a full disk, writes work again when
there is room.
"""

import sqlite3
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from threading import RLock

from msgspec.structs import replace

from undercroft.store import chain, checks, database, files, row_checks, row_writes, rows, write_ahead
from undercroft.store.faults import (
    Integrity,
    NoSuchTable,
    OldSchema,
    Storage,
    StoreFault,
    WentOn,
    damaged,
    unfit,
)
from undercroft.store.found_rows import found_in, raw_rows
from undercroft.store.lock import is_held
from undercroft.store.log import (
    Appended,
    AppendResult,
    Batch,
    Head,
    Known,
    Line,
    ListedTable,
    Mismatch,
    Salvage,
    Secret,
    Snapshot,
    Stale,
    StoredAnswer,
    StoredPicture,
    StoredTable,
)
from undercroft.store.salvage import salvaged
from undercroft.store.store import Store
from undercroft.store.writer import Writer


class SQLiteStore(Store):
    """Logs in a file, which is created if it is missing, unless the store is opened for reading only."""

    def __init__(self, path: Path | str, *, readonly: bool = False, patience: float = database.PATIENCE) -> None:
        self.path = Path(path).resolve()
        self._patience = patience
        self._broken: dict[str, Integrity] = {}
        self._closed = False
        self._turn = RLock()
        self._writer = None if readonly else Writer(self.path, patience)
        try:
            database.recognise(self.path)
            if readonly and not is_held(self.path):
                write_ahead.check(self.path)
            self._reader = database.connect(self.path, patience=patience)
        except BaseException:
            self._let_go()
            raise

    def create(self, table: ListedTable, secret: bytes, batches: Sequence[Batch] = ()) -> None:
        checks.new_table(table, secret)
        for batch in batches:
            checks.batch(batch)
        writer = self._writing()
        with writer as db:
            writer.begin()
            log = rows.LogEnd(row_writes.begin(db, table, secret), 0, chain.first_link(table), {})
            db.execute(rows.INSERT_HEAD, log.row)
            for batch in batches:
                now = row_writes.append(db, table.id, log, batch, writer) if batch.expected == log.version else None
                if now is None:
                    raise unfit(table.id)
                log = now
        if batches:
            writer.checkpoint()

    def adopt(
        self,
        table: ListedTable,
        secret: bytes,
        source: str,
        lines: Iterable[Line],
        was: str | None = None,
        pictures: Iterable[StoredPicture] = (),
    ) -> Head:
        checks.new_table(table, secret)
        writer = self._writing()
        with writer as db:
            writer.begin()
            log = row_writes.adopt(db, table, secret, source, lines, was, pictures)
        writer.checkpoint()
        return log.head

    def put(self, whole: StoredTable) -> None:
        chain.check_whole(whole)
        writer = self._writing()
        with writer as db:
            writer.begin()
            row_writes.put(db, whole)
            writer.logs.pop(whole.table.id, None)
            self._broken.pop(whole.table.id, None)
        writer.checkpoint()

    def answers(self, table: str) -> tuple[StoredAnswer, ...]:
        with self._reading(table) as db:
            return row_writes.answers(db, table, rows.log_of(db, table).number)

    def mark(self, table: str, name: str, number: int) -> None:
        writer = self._writing()
        with writer as db:
            writer.begin()
            log = rows.log_of(db, table)
            db.execute(rows.UPDATE_HEAD, replace(log, streams=chain.marked(log.streams, name, number)).row)
            writer.logs.pop(table, None)

    def rename(self, table: str, name: str) -> None:
        writer = self._writing()
        with writer as db:
            writer.begin()
            listing = rows.sound_listing(db, table)
            named = replace(listing.table, name=name)
            checks.table(named)
            db.execute(rows.SAVE_LISTING, replace(listing, table=named).row)

    def remove(self, table: str, expected: int | None = None) -> None:
        writer = self._writing()
        with writer as db:
            writer.begin()
            number = rows.listed(db, table).number
            if expected is not None and rows.log_of(db, table).version != expected:
                raise WentOn(table)
            for part in rows.REMOVE:
                db.execute(part, (number,))
            writer.logs.pop(table, None)
            self._broken.pop(table, None)
        writer.checkpoint()

    def tables(self) -> tuple[ListedTable, ...]:
        with self._reading() as db:
            return tuple(rows.listing_of(row).table for row in db.execute(rows.TABLES).fetchall())

    def table(self, id: str) -> ListedTable:
        with self._reading() as db:
            return rows.listed(db, id).table

    def version(self, table: str) -> int:
        """As this process knows it: no other writes to the file, and nobody waits for the disk to be told."""
        log = self._writer.logs.get(table) if self._writer else None
        return log.version if log else self.head(table).version

    def head(self, table: str) -> Head:
        with self._reading() as db:
            return rows.log_of(db, table).head

    def secret(self, table: str) -> Secret:
        with self._reading(table) as db:
            log = rows.log_of(db, table)
            if database.schema_of(db) < database.SECRETS_SINCE:
                raise OldSchema(f"{self.path} was written by an older Undercroft and has no secrets")
            return rows.secret_of(db, table, log.number)

    def append(self, table: str, batch: Batch) -> AppendResult:
        checks.batch(batch)
        writer = self._writing()
        with writer as db:
            log = writer.logs.get(table)
            if not log or len(batch.entries) > 1 or batch.pictures:
                writer.begin()
                log = log or rows.log_of(db, table)
            now = None
            if log.version == batch.expected and table not in self._broken:
                now = row_writes.append(db, table, log, batch, writer)
            if now is None:
                return self._not_written(db, table, batch, writer)
            writer.logs[table] = now
        if writer.pages >= writer.most_pages:
            writer.checkpoint()
        return Appended(now.version)

    def pictures(self, table: str) -> tuple[str, ...]:
        with self._reading() as db:
            number = rows.listed(db, table).number
            if database.schema_of(db) < database.PICTURES_SINCE:
                return ()
            return tuple(id for (id,) in db.execute(rows.PICTURES, (number,)))

    def picture(self, table: str, id: str) -> bytes | None:
        if id not in self.pictures(table):
            return None
        with self._reading() as db:
            number = rows.listed(db, table).number
            found = StoredPicture(id, *db.execute(rows.PICTURE, (number, id)).fetchone())
            if not checks.is_whole(found):
                raise chain.unsound(table, "picture")
            return found.body

    def _not_written(self, db: sqlite3.Cursor, table: str, batch: Batch, writer: Writer) -> AppendResult:
        """Why a batch was not written: another process writes, its key is known, it is late, or the log is damaged."""
        writer.check_lease()
        log = writer.logs[table] = rows.log_of(db, table)
        if known := row_writes.recalled(db, table, log.number, batch.key, batch.fingerprint):
            return known
        if log.version != batch.expected:
            return Stale(log.version)
        if table not in self._broken:
            self._broken[table] = damaged(table, log.version + 1, "it is there already")
        raise self._broken[table].with_traceback(None)

    def recall(self, table: str, key: str, fingerprint: bytes) -> Known | Mismatch | None:
        with self._reading(table) as db:
            return row_writes.recalled(db, table, rows.log_of(db, table).number, key, fingerprint)

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[Line]:
        checks.span(after, upto)
        self.head(table)
        return self._lines(table, after, upto)

    def _lines(self, table: str, after: int, upto: int | None) -> Iterator[Line]:
        """Read on a separate connection, so that the log does not change meanwhile."""
        seq = after
        try:
            with closing(database.connect(self.path, patience=self._patience)) as db:
                db.execute("BEGIN")
                log = rows.log_of(db, table)
                if after <= log.version:
                    link = rows.link_at(db, table, log.number, after)
                    lines = self._stored(db, table, log.number, after, upto)
                    for line in chain.walked(table, link, lines, after, upto, log.head):
                        yield line
                        seq = line.seq
        except sqlite3.Error as error:
            raise self._found(database.explained(error, self.path, table, seq + 1), table) from None
        except rows.DAMAGE:
            raise self._found(damaged(table, seq + 1, "it cannot be read"), table) from None
        except Integrity as fault:
            self._found(fault, table)
            raise

    @staticmethod
    def _stored(db: sqlite3.Connection, table: str, number: int, after: int, upto: int | None) -> Iterator[Line]:
        last = rows.MOST_LINES if upto is None else min(upto, rows.MOST_LINES)
        found = db.execute(rows.LINES, (rows.place(number, after), rows.place(number, last)))
        return (rows.line_of(table, row) for row in found)

    def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        writer = self._writing()
        with writer as db:
            writer.begin()
            log = rows.log_of(db, table)
            checks.snapshot(snapshot, log.head)
            link = rows.link_at(db, table, log.number, snapshot.version)
            digest = sha256(snapshot.body).digest()
            row = (log.number, snapshot.version, snapshot.code, link, digest, snapshot.body)
            db.execute(rows.SAVE_SNAPSHOT, row)
            writer.pages += len(snapshot.body) // database.PAGE

    def snapshot(self, table: str, code: str) -> Snapshot | None:
        with self._reading() as db:
            log = rows.log_of(db, table)
            try:
                row = db.execute(rows.SNAPSHOT, (log.number,)).fetchone()
                version, by, body, digest, link = row or (0, "", b"", b"", b"")
                found = Snapshot(version, by, body)
                fits = chain.fits(found, digest, code, log.head)
            except (sqlite3.Error, *rows.DAMAGE):  # a cache that cannot be read is no reason to close the table
                return None
            return found if fits and link == rows.link_at(db, table, log.number, version) else None

    def salvage(self, table: str) -> Salvage:
        found = next((each for each in found_in(self.path).values() if each.table.id == table), None)
        if found is None:
            raise NoSuchTable(table)
        return salvaged(found)

    def raw(self, table: str) -> Iterator[bytes]:
        with self._reading(table) as db:
            number = rows.listed(db, table).number
        return raw_rows(self.path, number)

    def check(self, table: str) -> None:
        with self._reading(table) as db:
            row_checks.check(db, table)
        super().check(table)

    def mend(self, table: str) -> None:
        with self._reading(table) as db:
            hidden = row_checks.hidden_lately(db, table)
        if hidden is None:
            return
        writer = self._writing()
        with suppress(Integrity), writer as cursor:
            writer.begin()
            cursor.execute(row_checks.REBUILD)
        with self._reading(table) as db:
            if (hidden := row_checks.hidden_lately(db, table)) is not None:
                raise hidden

    def ready(self) -> tuple[Integrity, ...]:
        writer = self._writing()
        with writer:
            writer.begin()
        files.check_room(self.path)
        return super().ready()

    @property
    def stopped(self) -> StoreFault | None:
        """Why the store takes no more writes, if the disk could not keep what was written."""
        return self._writer.stopped if self._writer else None

    def on_stop(self, stop: Callable[[], None]) -> None:
        """Call this once the disk could not keep what was written."""
        self._writing().on_stop = stop

    def close(self) -> None:
        with self._turn:
            if not self._closed:
                self._closed = True
                self._reader.close()
                self._let_go()

    def _let_go(self) -> None:
        if self._writer:
            self._writer.close()

    def _writing(self) -> Writer:
        if not self._writer:
            raise Storage("read_only", f"{self.path} was opened for reading only", "open it for writing")
        return self._writer

    @contextmanager
    def _reading(self, table: str = "") -> Generator[sqlite3.Connection]:
        """The connection that reads. Damage found in the table that is read stops writes to it."""
        with self._turn:
            if self._closed:
                raise Storage("closed", f"{self.path} was closed")
            try:
                yield self._reader
            except (sqlite3.Error, *rows.DAMAGE) as error:
                raise self._found(database.explained(error, self.path, table), table) from None
            except Integrity as fault:
                self._found(fault, table)
                raise

    def _found(self, fault: StoreFault, table: str) -> StoreFault:
        """Remember that a table is damaged, so that nothing more is written to it."""
        if isinstance(fault, Integrity):
            self._broken[table] = fault
        return fault
