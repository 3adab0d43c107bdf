"""Older schemas made into the present one, when a store is opened for writing.

First a backup is made beside the store, whole and durable; then all of the change is one transaction. A crash leaves
the store as it was or as it should be, and opening it again finishes what was begun. Lines are never rewritten.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from itertools import count
from pathlib import Path
from types import MappingProxyType

from undercroft.store import database, files, rows
from undercroft.store.lock import beside
from undercroft.store.log import LEAST_SECRET


def migrate(db: sqlite3.Connection, path: Path) -> None:
    """Bring the database that the connection writes to into the present schema."""
    schema = database.schema_of(db)
    if schema == database.SCHEMA:
        return
    _keep(db, path, schema)
    db.execute("BEGIN IMMEDIATE")
    for number in range(schema, database.SCHEMA):
        STEPS[number](db)
    db.execute(f"PRAGMA user_version = {database.SCHEMA}")
    db.execute("COMMIT")


def _keep(db: sqlite3.Connection, path: Path, schema: int) -> None:
    """Copy the store as it is into a file beside it that was not there."""
    names = (beside(path, f".schema-{schema}{f'-{number}' if number else ''}") for number in count())
    kept = next(name for name in names if not name.exists())
    new = files.empty(kept)
    try:
        with closing(sqlite3.connect(new, isolation_level=None)) as copy:
            db.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
        files.put(new, kept)
    finally:
        new.unlink(missing_ok=True)


def _give_secrets(db: sqlite3.Connection) -> None:
    """Schema 2: every table has a secret. Those without one get it here, the only thing that the store ever draws."""
    db.execute(database.SECRETS)
    numbers: list[tuple[int]] = db.execute("SELECT number FROM tables").fetchall()
    for (number,) in numbers:
        rows.keep_secret(db, number, secrets.token_bytes(LEAST_SECRET))


STEPS: Mapping[int, Callable[[sqlite3.Connection], None]] = MappingProxyType({1: _give_secrets})
"""What makes a schema into the next one, by its number."""
