"""The upkeep of a database by its owner."""

import time

import psycopg

from undercroft.store.postgres import schema
from undercroft.store.postgres.connections import Connections

TRIES = 30
"""How often a migration is tried while others hold the tables."""


def migrated(url: str, program: str | None = None) -> tuple[int, int]:
    """Bring a database to the newest schema; from which to which. Waits for others only in short tries."""
    connections = Connections(url)
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
