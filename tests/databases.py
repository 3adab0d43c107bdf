"""A database of the tests' own in a PostgreSQL that they start themselves: one for each process that runs tests."""

import atexit
from collections.abc import Generator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import psycopg
from psycopg import Connection

from tests.clusters import Cluster, is_there
from tests.requiring import need
from undercroft.store.memory import MemoryStore
from undercroft.store.postgres import schema
from undercroft.store.postgres.store import PostgresStore
from undercroft.store.sqlite import SQLiteStore
from undercroft.store.store import Store

_EMPTY = """
TRUNCATE settings, tables, heads, secrets, lines, pictures, snapshots, codes, attempts, presence RESTART IDENTITY"""


@lru_cache(maxsize=1)
def cluster() -> Cluster:
    """The PostgreSQL of this process, started when it is first needed."""
    made = Cluster()
    atexit.register(made.close)
    return made


@lru_cache(maxsize=1)
def _database() -> str:
    url = cluster().make("undercroft")
    with psycopg.connect(url, autocommit=True) as db:
        schema.migrate(db)
    return url


@contextmanager
def owning() -> Generator[Connection, None, None]:
    """A connection of the owner of the database."""
    with psycopg.connect(_database(), autocommit=True) as db:
        yield db


def empty_database() -> str:
    """The address of a database that is ready and empty; the test is skipped where there is no PostgreSQL."""
    need("postgres", is_there())
    with owning() as db:
        db.execute(_EMPTY)
    return _database()


def store_of(kind: str, folder: Path) -> Store:
    """An empty store of a kind: memory, sqlite or postgres."""
    match kind:
        case "memory":
            return MemoryStore()
        case "sqlite":
            return SQLiteStore(folder / "store.db")
        case _:
            return PostgresStore(empty_database())
