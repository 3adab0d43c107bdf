"""The upkeep of a database: making it ready, purging what was removed, bringing it back, and after a restore."""

import time
from contextlib import closing

import psycopg
from msgspec import Struct
from psycopg import Connection

from undercroft.store.faults import NoSuchTable, TableTaken
from undercroft.store.log import RESTORED
from undercroft.store.postgres import schema
from undercroft.store.postgres.connections import DatabaseConnections
from undercroft.store.postgres.store import PostgresStore
from undercroft.store.postgres.transactions import Transactions
from undercroft.store.rescued_store import marked

TRIES = 30
"""How often a migration is tried while others hold the tables."""


def migrated(url: str, program: str | None = None) -> tuple[int, int]:
    """Bring a database to the newest schema; from which to which. Waits for others only in short tries."""
    connections = DatabaseConnections(url)
    db = connections.connect()
    try:
        db.execute("SET statement_timeout = 0")
        for last in (*[False] * TRIES, True):
            try:
                return schema.migrate(db, program)
            except psycopg.errors.LockNotAvailable:
                if last:
                    raise
                time.sleep(1)
        raise AssertionError
    except psycopg.Error as error:
        raise connections.explained(error) from None
    finally:
        db.close()
        connections.close()


PURGED_AT_ONCE = 5000
"""Lines that are deleted in one transaction, so that nobody waits long for the disk."""

_REMOVED = """
SELECT number, id FROM tables WHERE removed IS NOT NULL AND removed <= now() - make_interval(days => %s)
ORDER BY number"""
_LAST_REMOVED = "SELECT number FROM tables WHERE id = %s AND removed IS NOT NULL ORDER BY removed DESC LIMIT 1"
_BRING_BACK = (
    "UPDATE tables SET removed = NULL WHERE number = %s",
    "UPDATE heads SET version = -1 - version WHERE number = %s AND version < 0",
)
_STALE = (
    "DELETE FROM snapshots WHERE taken < now() - make_interval(days => %s)",
    "DELETE FROM attempts WHERE minute < extract(epoch FROM now())::bigint / 60 - 60 * 24 * %s",
    "DELETE FROM presence WHERE seen < now() - make_interval(days => %s)",
)


class Purged(Struct, frozen=True):
    """The tables that are gone for good, and how many lines they had."""

    tables: tuple[str, ...]
    lines: int


def purged(url: str, days: int) -> Purged:
    """Delete for good what was removed at least that many days ago, and caches that nobody asked for as long."""
    with closing(DatabaseConnections(url)) as connections:
        transactions = Transactions(connections)
        schema_checked(connections)
        found = transactions.read(lambda db: db.execute(_REMOVED, (days,)).fetchall())
        lines = sum(_purge(transactions, number) for number, _ in found)
        transactions.written(lambda db: [db.execute(stale, (days,)) for stale in _STALE])
    return Purged(tuple(id for _, id in found), lines)


def _purge(transactions: Transactions, number: int) -> int:
    lines = 0
    while gone := transactions.written(lambda db: _gone(db, number)):
        lines += gone
    transactions.written(lambda db: db.execute("SELECT purge_table(%s)", (number,)))
    return lines


def _gone(db: Connection, number: int) -> int:
    row = db.execute("SELECT purge_lines(%s, %s)", (number, PURGED_AT_ONCE)).fetchone()
    return row[0] if row else 0


def undeleted(url: str, table: str) -> None:
    """Bring back the table of that id that was removed last, with everything that belongs to it."""

    def work(db: Connection) -> None:
        row = db.execute(_LAST_REMOVED, (table,)).fetchone() if table.isprintable() else None
        if row is None:
            raise NoSuchTable(table)
        try:
            for part in _BRING_BACK:
                db.execute(part, row)
        except psycopg.errors.UniqueViolation:
            raise TableTaken(table) from None

    with closing(DatabaseConnections(url)) as connections:
        schema_checked(connections)
        Transactions(connections).written(work, table)


def restored(url: str) -> tuple[str, ...]:
    """Mark every table after the database was restored to the past, so that no die that fell since falls again."""
    with closing(PostgresStore(url)) as store:
        tables = tuple(table.id for table in store.tables())
        for table in tables:
            store.mark(table, RESTORED, marked({})[RESTORED])
    return tables


def schema_checked(connections: DatabaseConnections) -> None:
    """Refuse a database that this program cannot use."""
    connections.reading(lambda db: schema.check(db, connections.named))
