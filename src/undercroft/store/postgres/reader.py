"""What can be read from a store in a PostgreSQL database."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, LiteralString, TypeVar

from psycopg import Connection

from undercroft.store import chain, checks
from undercroft.store.faults import Integrity, NoSuchTable, StoreFault, damaged
from undercroft.store.log import (
    Head,
    Known,
    Line,
    ListedTable,
    Mismatch,
    Salvage,
    Secret,
    Snapshot,
    StoredAnswer,
    StoredPicture,
)
from undercroft.store.postgres import reading, rows
from undercroft.store.postgres.connections import DatabaseConnections
from undercroft.store.postgres.transactions import Transactions
from undercroft.store.salvage import salvaged
from undercroft.store.store import Store

T = TypeVar("T")


class PostgresReader(Store):
    """Logs in a database, to be read. Any thread may call it."""

    def __init__(self, url: str, *, readonly: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._connections = DatabaseConnections(url, clock)
        self._clock = clock
        self._transactions = Transactions(self._connections, readonly=readonly)
        self._broken: dict[str, Integrity] = {}

    @property
    def named(self) -> str:
        """The database, for people."""
        return self._connections.named

    def tables(self) -> tuple[ListedTable, ...]:
        found = self._read(lambda db: db.execute(rows.TABLES).fetchall())
        return tuple(rows.listed(row).table for row in found)

    def table(self, id: str) -> ListedTable:
        return self._read(lambda db: rows.listing(db, id)).table

    def version(self, table: str) -> int:
        found = self._read(lambda db: db.execute(rows.VERSION, (table,)).fetchone() if table.isprintable() else None)
        if found is None:
            raise NoSuchTable(table)
        version: int = found[0]
        return version

    def head(self, table: str) -> Head:
        return self._end(table).log.head

    def _end(self, table: str, at: int = 0) -> rows.End:
        return self._read(lambda db: rows.end_of(db, table, at), table)

    def secret(self, table: str) -> Secret:
        def work(db: Connection) -> Secret:
            row = db.execute(rows.KEY, (table,)).fetchone() if table.isprintable() else None
            return rows.secret_in(table, row)

        return self._read(work, table)

    def recall(self, table: str, key: str, fingerprint: bytes) -> Known | Mismatch | None:
        def work(db: Connection) -> Known | Mismatch | None:
            number = rows.end_of(db, table).listing.number
            return rows.answered(table, number, db.execute(rows.ANSWER, (number, key)).fetchone(), fingerprint)

        return self._read(work, table)

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[Line]:
        checks.span(after, upto)
        return self._lines(table, self._end(table, after), after, upto)

    def _lines(self, table: str, end: rows.End, after: int, upto: int | None) -> Iterator[Line]:
        """Lines never change, so that those up to the end at the beginning are as they were then."""
        try:
            if after <= end.log.version:
                stored = self._stored(table, end, after, upto)
                yield from chain.walked(table, rows.link_at(end, after), stored, after, upto, end.log.head)
                if upto is None and end.beyond is not None:
                    chain.Walk(table, end.beyond, b"").end(end.log.head, upto)
        except Integrity as fault:
            raise self._found(fault, table) from None

    def _stored(self, table: str, end: rows.End, after: int, upto: int | None) -> Iterator[Line]:
        number, last = end.log.number, end.log.version if upto is None else min(upto, end.log.version)
        while after < last:
            asked = partial(_fetched, rows.LINES, (number, after, last, rows.CHUNK))
            found = self._read(asked, table)
            yield from (rows.line_of(table, line) for line in found)
            if not found:
                return
            after = found[-1][6]

    def snapshot(self, table: str, code: str) -> Snapshot | None:
        def work(db: Connection) -> Snapshot | None:
            log = rows.end_of(db, table).log
            row = db.execute(rows.SNAPSHOT, (log.number, code), binary=True).fetchone()
            if row is None:
                return None
            version, by, body, digest, link, there = row
            found = Snapshot(version, by, body)
            return found if chain.fits(found, digest, code, log.head) and link == there else None

        return self._read(work, table)

    def pictures(self, table: str) -> tuple[str, ...]:
        def work(db: Connection) -> tuple[str, ...]:
            number = rows.listing(db, table).number
            return tuple(id for (id,) in db.execute(rows.PICTURES, (number,)).fetchall())

        return self._read(work, table)

    def picture(self, table: str, id: str) -> bytes | None:
        def work(db: Connection) -> bytes | None:
            if not id.isprintable():
                return None
            number = rows.listing(db, table).number
            row = db.execute(rows.PICTURE, (number, id), binary=True).fetchone()
            if row is None:
                return None
            found = StoredPicture(id, row[0])
            if not checks.is_whole(found):
                raise chain.unsound(table, "picture")
            return found.body

        return self._read(work, table)

    def answers(self, table: str) -> tuple[StoredAnswer, ...]:
        def work(db: Connection) -> tuple[StoredAnswer, ...]:
            number = rows.end_of(db, table).log.number
            found = db.execute(rows.ANSWERS, (number,), binary=True).fetchall()
            for row in found:
                if not rows.is_answer(number, row):
                    raise damaged(table, row[0], "its stored answer was changed")
            return tuple(StoredAnswer(*row[:4]) for row in found)

        return self._read(work, table)

    def salvage(self, table: str) -> Salvage:
        return salvaged(self._read(partial(reading.found, table)))

    def raw(self, table: str) -> Iterator[bytes]:
        return iter(self._read(partial(reading.raw, table)))

    def check(self, table: str) -> None:
        self.answers(table)
        super().check(table)

    def mend(self, table: str) -> None:
        """Nothing: the database mends its own indexes, with REINDEX."""

    def _read(self, work: Callable[[Connection], T], table: str = "") -> T:
        try:
            return self._transactions.read(work, table)
        except Integrity as fault:
            raise self._found(fault, table) from None

    def _found(self, fault: Integrity, table: str) -> StoreFault:
        """Remember that a table is damaged, so that nothing more is written to it."""
        if table:
            self._broken[table] = fault
        return fault


def _fetched(query: LiteralString, values: tuple[object, ...], db: Connection) -> list[tuple[Any, ...]]:
    return db.execute(query, values, binary=True).fetchall()
