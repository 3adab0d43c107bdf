"""A store in a PostgreSQL database, for any number of processes on any number of machines.

An append is one statement that sets the head only if it is still where the append builds on, so that of two writers one
is late, whichever process they are in. If the connection is lost meanwhile, nobody knows whether the append is there;
then the same append is sent again, and its key tells: looking the key up would not do, since the old connection may
still be committing.

Other processes are told of an append after it is answered; see `neighbours.py`.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import TypeVar

import psycopg
from msgspec.structs import replace
from psycopg import Connection

from undercroft.kernel.frozen import FrozenMap
from undercroft.store import chain, checks
from undercroft.store.faults import (
    Integrity,
    NoSuchTable,
    Storage,
    StoreFault,
    Unsure,
    WentOn,
    damaged,
)
from undercroft.store.log import (
    Appended,
    AppendResult,
    Batch,
    Head,
    Line,
    ListedTable,
    Origin,
    Secret,
    Snapshot,
    Stale,
    StoredPicture,
    StoredTable,
)
from undercroft.store.postgres import making, rows, schema
from undercroft.store.postgres.connections import AGAIN, EVERY, ConnectionLost, Unconfirmed
from undercroft.store.postgres.neighbours import Neighbours
from undercroft.store.postgres.reader import PostgresReader
from undercroft.store.postgres.shared import PostgresShared
from undercroft.store.postgres.transactions import Transactions

T = TypeVar("T")
REMOVED = -1
"""Stands for the version of a table that was removed, where others are told of it."""
UNSURE_FOR = 2.0
"""Seconds for which an append whose outcome is unsure is sent again."""


class PostgresStore(PostgresReader):
    """Logs in a database, which `store migrate` has made ready. Any thread may call it."""

    def __init__(self, url: str, *, readonly: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(url, readonly=readonly, clock=clock)
        self._neighbours = Neighbours(self._connections, clock)
        self._shared = PostgresShared(Transactions(self._connections), self._neighbours)
        self._logs: dict[str, rows.LogEnd] = {}
        """The ends of logs as this process knows them; another process may be further."""
        try:
            self._connections.reading(lambda db: schema.check(db, self._connections.named))
        except BaseException:
            self._connections.close()
            raise

    @property
    def shared(self) -> PostgresShared:
        return self._shared

    def create(self, table: ListedTable, secret: bytes, batches: Sequence[Batch] = ()) -> None:
        checks.new_table(table, secret)
        for batch in batches:
            checks.batch(batch)
        self._made(table.id, secret, partial(making.create, table, secret, batches))

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
        taken, drawn = list(chain.adopted(table, lines)), list(pictures)
        for picture in drawn:
            checks.picture(picture)
        link = taken[-1].link if taken else chain.first_link(table)
        origin = Origin(source, len(taken), link.hex(), was)
        head = Head(len(taken), link, FrozenMap())
        whole = StoredTable(replace(table, origin=origin), head, tuple(taken), (), tuple(drawn), Secret(secret))
        self._made(table.id, secret, partial(making.add, whole))
        return head

    def put(self, whole: StoredTable) -> None:
        chain.check_whole(whole)
        self._made(whole.table.id, whole.secret, partial(making.put, whole))

    def mark(self, table: str, name: str, number: int) -> None:
        def work(db: Connection) -> None:
            rows.hold(db, table)
            log = rows.end_of(db, table).log
            now = replace(log, streams=chain.marked(log.streams, name, number))
            db.execute(rows.SET_HEAD, rows.head_row(now))

        self._transactions.written(work, table)
        self._logs.pop(table, None)

    def _made(self, table: str, secret: bytes, work: Callable[[Connection], None]) -> None:
        """Make a table in one transaction. If it is unsure whether it was made, its secret tells."""
        try:
            self._transactions.written(work)
        except Unsure:
            with suppress(NoSuchTable, Storage):
                if self.secret(table) == secret:
                    return
            raise
        self._logs.pop(table, None)
        self._broken.pop(table, None)

    def rename(self, table: str, name: str) -> None:
        def work(db: Connection) -> None:
            listing = rows.sound_listing(db, table)
            named = replace(listing.table, name=name)
            checks.table(named)
            db.execute(rows.SAVE_LISTING, replace(listing, table=named).row)

        self._transactions.written(work, table)

    def remove(self, table: str, expected: int | None = None) -> None:
        """Put a table away: nothing of it is shown or written any more. Until it is purged it can be brought back."""

        def work(db: Connection) -> int:
            number = rows.listing(db, table).number
            row = db.execute("SELECT version FROM heads WHERE number = %s FOR UPDATE", (number,)).fetchone()
            if expected is not None and row != (expected,):
                raise WentOn(table)
            making.put_away(db, number)
            return number

        self._neighbours.went_on(self._transactions.written(work, table), REMOVED)
        self._broken.pop(table, None)
        self._logs.pop(table, None)

    def append(self, table: str, batch: Batch) -> AppendResult:
        checks.batch(batch)
        self._transactions.check_writing()
        until: float | None = None
        while True:
            try:
                return self._sent(table, batch)
            except Unconfirmed:
                raise Unsure(self.named) from None
            except ConnectionLost:
                self._connections.forget()
                self._connections.resent += 1
                self._logs.pop(table, None)
                until = until or self._clock() + UNSURE_FOR
            except Storage as fault:
                if until is None:
                    raise
                if fault.code not in ("unreachable", "busy"):
                    raise Unsure(self.named) from None
            if self._clock() > until:
                raise Unsure(self.named)
            time.sleep(EVERY / 2)

    def _sent(self, table: str, batch: Batch) -> AppendResult:
        """Send a batch once. Raises `ConnectionLost` if nobody knows what became of it."""
        log = self._logs.get(table)
        if log is None or log.version != batch.expected:
            log = self._logs[table] = self._end(table).log
        if log.version == batch.expected and table not in self._broken:
            sent = rows.append(table, log, batch)
            try:
                with self._connections.held(watched=True) as db:
                    written = db.execute(sent.statement, sent.values).fetchone()
                    self._connections.check_warned(db)
            except psycopg.errors.UniqueViolation:
                written = None
            except psycopg.Error as error:
                if error.sqlstate not in AGAIN:
                    raise self._connections.explained(error, table) from None
                written = None
            if written is not None:
                now = self._logs[table] = sent.now
                self._neighbours.went_on(now.number, now.version)
                return Appended(now.version)
        return self._not_written(table, batch)

    def _not_written(self, table: str, batch: Batch) -> AppendResult:
        """Why a batch was not written: its key is known, it is late, or the log is damaged."""
        end = self._end(table)
        log = self._logs[table] = end.log
        if known := self.recall(table, batch.key, batch.fingerprint):
            return known
        if log.version != batch.expected:
            return Stale(log.version)
        if table not in self._broken and end.beyond is not None:
            self._broken[table] = damaged(table, log.version + 1, "it is there already")
        if table in self._broken:
            raise self._broken[table].with_traceback(None)
        return self._sent(table, batch)

    def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        def work(db: Connection) -> None:
            db.execute("SET LOCAL synchronous_commit = off")
            end = rows.end_of(db, table, snapshot.version)
            checks.snapshot(snapshot, end.log.head)
            link, digest = rows.link_at(end, snapshot.version), sha256(snapshot.body).digest()
            row = (end.log.number, snapshot.version, snapshot.code, link, digest, snapshot.body)
            db.execute(rows.SAVE_SNAPSHOT, row)

        self._transactions.written(work, table)

    def ready(self) -> tuple[Integrity, ...]:
        """Check that the database takes writes and has our schema; tables found damaged so far are told."""

        def work(db: Connection) -> None:
            schema.check(db, self.named)
            with db.transaction(force_rollback=True):
                db.execute("INSERT INTO settings VALUES ('ready', '') ON CONFLICT (name) DO UPDATE SET value = ''")

        self._read(work)
        if self._neighbours.deaf:
            raise Storage("unreachable", f"{self.named} sends no notices", "wait, or start again")
        return tuple(self._broken.values())

    @property
    def stopped(self) -> StoreFault | None:
        """Nothing: a database that fails may be back in a moment."""
        return None

    def on_stop(self, stop: Callable[[], None]) -> None:
        """Nothing: only a file can fail for good."""

    def close(self) -> None:
        if not self._connections.closed:
            self._neighbours.close()
        self._connections.close()
