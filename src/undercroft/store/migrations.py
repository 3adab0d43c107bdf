"""Migrations from older schemas to the current one, when a store is opened for writing.

First a backup is made beside the store, complete and durable; then one transaction makes the whole change. A crash
leaves the store either old or migrated, and opening it again finishes the migration. Lines are never rewritten.
"""

import secrets
import sqlite3
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from types import MappingProxyType

from undercroft.store import database, files, rows, seals
from undercroft.store.lock import beside
from undercroft.store.log import LEAST_SECRET


def migrate(db: sqlite3.Connection, path: Path) -> None:
    """Migrate the database that the connection writes to."""
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
    """Copy the store into a new file beside it."""
    names = (beside(path, f".schema-{schema}{f'-{number}' if number else ''}") for number in count())
    kept = next(name for name in names if not name.exists())
    with files.becoming(kept) as new:
        database.copy(db, new)


def _give_secrets(db: sqlite3.Connection) -> None:
    """Schema 2: every table has a secret. Tables without one get it here, the only random bytes the store draws."""
    db.execute(database.SECRETS)
    numbers: list[tuple[int]] = db.execute("SELECT number FROM tables").fetchall()
    for (number,) in numbers:
        rows.keep_secret(db, number, secrets.token_bytes(LEAST_SECRET))


def _make_room_for_pictures(db: sqlite3.Connection) -> None:
    """Schema 3: a table may have pictures."""
    db.execute(database.PICTURES)


def _seal(db: sqlite3.Connection) -> None:
    """Schema 4: listings, stored answers and pictures have seals. What is there now counts as what was written."""
    for statement in database.SEALS:
        db.execute(statement)
    for name, seal in (("listing", seals.of_listing), ("answer", seals.of_answer), ("picture", seals.of_picture)):
        db.create_function(f"seal_of_{name}", -1, seal, deterministic=True)
    db.execute("UPDATE tables SET seal = seal_of_listing(number, id, name, created, format, origin)")
    db.execute("UPDATE lines SET seal = seal_of_answer(place, number, key, fingerprint, answer) WHERE key IS NOT NULL")
    db.execute("UPDATE pictures SET seal = seal_of_picture(number, id)")


STEPS: Mapping[int, Callable[[sqlite3.Connection], None]] = MappingProxyType(
    {1: _give_secrets, 2: _make_room_for_pictures, 3: _seal}
)
"""The migration from each schema to the next, by the number of the old one."""
